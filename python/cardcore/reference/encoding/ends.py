"""Encoding of Ends: cards keep their position in the row."""

from collections.abc import Sequence
from typing import Any

from cardcore.reference.encoding import Picks, Seen, marks, part

DONE = None


def largest(seen: Seen) -> int:
    """Return the largest absolute value of a card."""
    if "count" in seen.rules:
        return max(abs(int(seen.rules["low"])), abs(int(seen.rules["high"])))
    return max((abs(int(card)) for card in seen.facts["row"]), default=1)


def observation(seen: Seen, picked: Sequence[int]) -> list[float]:
    """Return the observation of a seat, which is everything; `history` has the moves."""
    facts = seen.facts
    row, cards = facts["row"], facts["cards"]
    first = sum(move == "L" for _, move in facts["history"])
    left = [first <= place < first + len(cards) for place in range(len(row))]
    most = max(largest(seen), 1)
    out = [float(there) for there in left]
    out += [part(card, most) if there else 0.0 for card, there in zip(row, left, strict=True)]
    out += [part(sum(taken), most * len(row)) for taken in seen.relative(facts["taken"])]
    return out + marks(2, [seen.place(seen.to_move, 2)])


def action_counts(rules: dict[str, Any]) -> tuple[int, int]:
    """Return the numbers of factored and flat actions, which are equal."""
    return 2, 2


def flat(seen: Seen, move: str) -> int:
    """Return the number of a move."""
    return "LR".index(move)


def factored(seen: Seen, move: str) -> Picks:
    """Return the only pick of a move."""
    return frozenset({flat(seen, move)})


def row(seen: Seen, move: str) -> list[float]:
    """Return the features of a move."""
    card = seen.facts["cards"][0 if move == "L" else -1]
    return [*marks(2, [flat(seen, move)]), part(card, largest(seen))]
