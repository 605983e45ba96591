"""Encoding of Hearts: a card is its number in the deck, ``suit * values + value - 1``."""

from collections.abc import Sequence
from math import comb
from typing import Any

from cardcore.reference.cards import RANKS, SUITS
from cardcore.reference.encoding import Picks, Seen, marks, part

DONE = None


def shape(rules: dict[str, Any]) -> tuple[int, int, int]:
    """Return suits, values and players."""
    return rules.get("suits") or 4, rules.get("values") or 13, rules["players"]


def number(rules: dict[str, Any], card: Any) -> int:
    """Return the number of a card: a text, or a suit and a value."""
    suit, value = card
    if isinstance(card, str):
        suit, value = SUITS.index(card[1]), RANKS.index(card[0]) + 1
    return int(suit) * shape(rules)[1] + int(value) - 1


def observation(seen: Seen, picked: Sequence[int]) -> list[float]:
    """Return the observation of a seat."""
    rules, facts = seen.rules, seen.facts
    suits, values, players = shape(rules)
    cards = suits * values

    def numbers(of: Any) -> list[int]:
        return [number(rules, card) for card in of or []]

    out = marks(cards, numbers(facts["hand"]))
    if rules.get("passing"):
        out += marks(cards, picked)
        out += marks(cards, numbers(facts["passed"]))
        out += marks(cards, numbers(facts["received"]))
        out += marks(players, [seen.place(facts["passes_to"], players)])
        out += [float(facts["passing"])]
    for seat in seen.relative(range(players)):
        out += marks(cards, numbers(card for player, card in facts["plays"] if player == seat))
    out += marks(cards, numbers(card for _, card in facts["trick"]))
    for void in seen.relative(facts["voids"]):
        out += marks(suits, [SUITS.index(s) if isinstance(s, str) else s for s in void])
    # Every deck has all its hearts, and the special card, which costs as much as all of them.
    out += [part(points, 2 * values) for points in seen.relative(facts["points"])]
    if rules.get("jack"):
        out += marks(players, [seen.place(facts["jack"], players)])
    if rules.get("target") is not None:
        out += [part(total, rules["target"]) for total in seen.relative(facts["totals"])]
    out += [float(facts["hearts_broken"]), float(facts["special_played"])]
    return out + marks(players, [seen.place(seen.to_move, players)])


def action_counts(rules: dict[str, Any]) -> tuple[int, int]:
    """Return the numbers of factored and flat actions."""
    suits, values, _ = shape(rules)
    cards = suits * values
    return cards, cards + (comb(cards, 3) if rules.get("passing") else 0)


def deck_cards(seen: Seen, move: str) -> list[int]:
    """Return the cards of a move."""
    words = move.removeprefix("pass ").split()
    pairs: list[Any] = [word if "-" not in word else word.split("-") for word in words]
    return sorted(number(seen.rules, pair) for pair in pairs)


def factored(seen: Seen, move: str) -> Picks:
    """Return the picks of a move."""
    return frozenset(deck_cards(seen, move))


def flat(seen: Seen, move: str) -> int:
    """Return the number of a move."""
    cards = deck_cards(seen, move)
    if not move.startswith("pass"):
        return cards[0]
    first, second, third = cards
    return action_counts(seen.rules)[0] + comb(third, 3) + comb(second, 2) + first


def row(seen: Seen, move: str) -> list[float]:
    """Return the features of a move."""
    out = marks(action_counts(seen.rules)[0], deck_cards(seen, move))
    return out + ([float(move.startswith("pass"))] if seen.rules.get("passing") else [])
