"""Encoding of Chopsticks: the observer's hands first."""

from collections.abc import Sequence
from typing import Any

from cardcore.reference.encoding import Picks, Seen, marks, part

DONE = None


def names(rules: dict[str, Any]) -> list[str]:
    """Return the names of the hands from left to right."""
    return {1: ["L"], 2: ["L", "R"], 3: ["L", "M", "R"]}[rules["hands"]]


def shown(rules: dict[str, Any], hands: Sequence[int]) -> list[float]:
    """Return the fingers of every hand, one-hot."""
    return [number for fingers in hands for number in marks(rules["fingers"], [fingers])]


def observation(seen: Seen, picked: Sequence[int]) -> list[float]:
    """Return the observation of a seat, which is everything."""
    own, other = seen.relative(seen.facts["hands"])
    out = shown(seen.rules, own) + shown(seen.rules, other)
    out += [part(seen.facts["plies_left"], 2 * seen.rules["moves"])]
    return out + marks(2, [seen.place(seen.to_move, 2)])


def action_counts(rules: dict[str, Any]) -> tuple[int, int]:
    """Return the numbers of factored and flat actions, which are equal."""
    hands = rules["hands"]
    count = hands * hands + hands * (hands - 1) * (rules["fingers"] - 1)
    return count, count


def flat(seen: Seen, move: str) -> int:
    """Return the number of a move: taps, then fingers moved from one hand to one other."""
    rules = seen.rules
    hands, fingers = int(rules["hands"]), int(rules["fingers"])
    verb, *words = move.split()
    if verb == "tap":
        own, other = (names(rules).index(word) for word in words)
        return own * hands + other
    before, after = seen.relative(seen.facts["hands"])[0], [int(word) for word in words]
    giver = next(place for place in range(hands) if after[place] < before[place])
    taker = next(place for place in range(hands) if after[place] > before[place])
    pairs = [(a, b) for a in range(hands) for b in range(hands) if a != b]
    moved = after[taker] - int(before[taker])
    return hands * hands + pairs.index((giver, taker)) * (fingers - 1) + moved - 1


def factored(seen: Seen, move: str) -> Picks:
    """Return the only pick of a move."""
    return frozenset({flat(seen, move)})


def row(seen: Seen, move: str) -> list[float]:
    """Return the features of a move: the hands after it."""
    rules = seen.rules
    own, other = (list(hands) for hands in seen.relative(seen.facts["hands"]))
    verb, *words = move.split()
    if verb == "tap":
        by, tapped = (names(rules).index(word) for word in words)
        total = other[tapped] + own[by]
        rolled = total % rules["fingers"] if rules["rollover"] else 0
        other[tapped] = total if total < rules["fingers"] else rolled
    else:
        own = [int(word) for word in words]
    return [float(verb == "split"), *shown(rules, own), *shown(rules, other)]
