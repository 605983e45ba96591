"""Encoding of five-card draw and its relatives: a card is ``4 * rank + suit``."""

from collections.abc import Sequence
from typing import Any

from cardcore.reference.cards import parse_cards
from cardcore.reference.encoding import Picks, Seen, marks, part

DONE = 52
BETS = ["first bets", "second bets", "third bets", "fourth bets"]
WAGERS = ["fold", "check", "call", "bet", "raise"]

#: At pot-limit and no-limit, this many raises count as all.
MANY_RAISES = 7


def read(cards: Sequence[str]) -> list[int]:
    """Return the numbers of cards."""
    return parse_cards(" ".join(cards))


def is_sized(rules: dict[str, Any]) -> bool:
    """Return whether bets have any size."""
    return bool(rules.get("betting", "limit") != "limit")


def hand_size(rules: dict[str, Any]) -> int:
    """Return the number of cards of a hand."""
    return 4 if rules.get("ranking") == "badugi" else 5


def observation(seen: Seen, picked: Sequence[int]) -> list[float]:
    """Return the observation of a seat."""
    rules, facts = seen.rules, seen.facts
    players, stack, draws = rules["players"], rules["stack"], rules.get("draws", 1)
    raises = min(rules["raises"], MANY_RAISES) if is_sized(rules) else rules["raises"]
    most = max(rules["small_bet"], rules["big_bet"]) * (raises + 1)
    most += max(rules.get("big_blind", 0), rules.get("straddle", 0))
    if is_sized(rules):
        most = stack * players
    phase = None
    if facts["phase"] in BETS:
        phase = 2 * BETS.index(facts["phase"])
    elif facts["phase"] == "discard":
        phase = 2 * (draws - facts["draws_left"]) + 1
    out = marks(52, read(facts["hand"])) + marks(52, picked)
    out += marks(52, read(facts["discarded"])) + marks(2 * draws + 1, [phase])
    out += marks(players, [seen.place(facts["button"], players)])
    out += marks(players, [seen.place(seen.to_move, players)])
    for name, whole in (("stacks", stack), ("paid", stack), ("bets", most)):
        out += [part(chips, whole) for chips in seen.relative(facts[name])]
    out += [part(facts["to_call"], most), part(min(facts["raises_left"], raises), raises)]
    for status in ("folded", "all in", "out"):
        out += [float(found == status) for found in seen.relative(facts["status"])]
    drawn: list[list[int | None]] = [[None] * players for _ in range(draws)]
    raised = [[0] * players for _ in range(draws + 1)]
    drawing = [0] * players
    for seat, move in facts["moves"]:
        if move.startswith("draw"):
            drawn[drawing[seat]][seat] = int(move.split()[1])
            drawing[seat] += 1
        raised[max(drawing)][seat] += move.startswith(("bet", "raise"))
    for counts in drawn:
        for count in seen.relative(counts):
            out += marks(hand_size(rules) + 1, [count])
    for made in raised:
        out += [part(min(count, raises + 1), raises + 1) for count in seen.relative(made)]
    return [*out, part(facts["hand_number"], rules["hands"])]


def wagers(seen: Seen) -> list[str]:
    """Return the betting actions; a size that is not larger than the one before is empty."""
    if not is_sized(seen.rules):
        return WAGERS
    facts = seen.facts
    if facts["raise_to"] is None:
        return [*WAGERS[:3], "", "", "", ""]
    least, most = facts["raise_to"]
    level = max(facts["bets"])
    pot = facts["pot"] + level - facts["bets"][seen.seat]
    sizes = [min(max(size, least), most) for size in (least, level + pot // 2, level + pot, most)]
    word = "bet" if level == 0 else "raise to"
    return WAGERS[:3] + [
        "" if size in sizes[:place] else f"{word} {size}" for place, size in enumerate(sizes)
    ]


def action_counts(rules: dict[str, Any]) -> tuple[int, int]:
    """Return the numbers of factored and flat actions."""
    count = 7 if is_sized(rules) else 5
    return 53 + count, count + 2 ** hand_size(rules)


def thrown(move: str) -> list[int]:
    """Return the cards of a discard."""
    return parse_cards(move.removeprefix("discard"))


def factored(seen: Seen, move: str) -> Picks:
    """Return the picks of a move."""
    known = wagers(seen)
    return frozenset({53 + known.index(move)} if move in known else thrown(move))


def flat(seen: Seen, move: str) -> int:
    """Return the number of a move."""
    known = wagers(seen)
    if move in known:
        return known.index(move)
    hand = sorted(read(seen.facts["hand"]))
    return len(known) + sum(1 << hand.index(card) for card in thrown(move))


def row(seen: Seen, move: str) -> list[float]:
    """Return the features of a move."""
    word, _, rest = move.partition(" ")
    wager = WAGERS.index(word) if word in WAGERS else None
    cards = thrown(move) if wager is None else []
    amount = int(rest.removeprefix("to ")) if wager is not None and rest else 0
    sized = [part(amount, seen.rules["stack"])] if is_sized(seen.rules) else []
    return [*marks(5, [wager]), *sized, float(wager is None), *marks(52, cards)]
