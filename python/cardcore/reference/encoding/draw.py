"""Encoding of five-card draw: a card is ``4 * rank + suit``."""

from collections.abc import Sequence
from typing import Any

from cardcore.reference.cards import parse_cards
from cardcore.reference.encoding import Picks, Seen, marks, part

DONE = 52
PHASES = ["first bets", "discard", "second bets"]
WAGERS = ["fold", "check", "call", "bet", "raise"]


def read(cards: Sequence[str]) -> list[int]:
    """Return the numbers of cards."""
    return parse_cards(" ".join(cards))


def observation(seen: Seen, picked: Sequence[int]) -> list[float]:
    """Return the observation of a seat."""
    rules, facts = seen.rules, seen.facts
    players, stack = rules["players"], rules["stack"]
    most = max(rules["small_bet"], rules["big_bet"]) * (rules["raises"] + 1)
    phase = PHASES.index(facts["phase"]) if facts["phase"] in PHASES else None
    out = marks(52, read(facts["hand"])) + marks(52, picked)
    out += marks(52, read(facts["discarded"])) + marks(3, [phase])
    out += marks(players, [seen.place(facts["button"], players)])
    out += marks(players, [seen.place(seen.to_move, players)])
    for name, whole in (("stacks", stack), ("paid", stack), ("bets", most)):
        out += [part(chips, whole) for chips in seen.relative(facts[name])]
    out += [part(facts["to_call"], most), part(facts["raises_left"], rules["raises"])]
    for status in ("folded", "all in", "out"):
        out += [float(found == status) for found in seen.relative(facts["status"])]
    for count in seen.relative(facts["drawn"]):
        out += marks(6, [count])
    raised = [[0] * players, [0] * players]
    drawing = 0
    for seat, move in facts["moves"]:
        if move.startswith("draw"):
            drawing = 1
        raised[drawing][seat] += move in ("bet", "raise")
    for counts in raised:
        out += [part(count, rules["raises"] + 1) for count in seen.relative(counts)]
    return [*out, part(facts["hand_number"], rules["hands"])]


def action_counts(rules: dict[str, Any]) -> tuple[int, int]:
    """Return the numbers of factored and flat actions."""
    return 53 + len(WAGERS), len(WAGERS) + 32


def thrown(move: str) -> list[int]:
    """Return the cards of a discard."""
    return parse_cards(move.removeprefix("discard"))


def factored(seen: Seen, move: str) -> Picks:
    """Return the picks of a move."""
    return frozenset({53 + WAGERS.index(move)} if move in WAGERS else thrown(move))


def flat(seen: Seen, move: str) -> int:
    """Return the number of a move."""
    if move in WAGERS:
        return WAGERS.index(move)
    hand = sorted(read(seen.facts["hand"]))
    return len(WAGERS) + sum(1 << hand.index(card) for card in thrown(move))


def row(seen: Seen, move: str) -> list[float]:
    """Return the features of a move."""
    wager = WAGERS.index(move) if move in WAGERS else None
    cards = [] if move in WAGERS else thrown(move)
    return [*marks(5, [wager]), float(wager is None), *marks(52, cards)]
