"""Equity by plain enumeration: every choice of hands on every board, ranked by the rules."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

from cardcore.reference.poker import best_key

#: A hand: its cards as numbers.
Hand = tuple[int, ...]


class Share(NamedTuple):
    """The result of a player."""

    win: Fraction
    """The probability of winning alone."""
    tie: Fraction
    """The probability of splitting the pot."""
    equity: Fraction
    """The expected share of the pot."""


def equity(
    ranges: Sequence[Mapping[Hand, Fraction]], board: Sequence[int] = (), dead: Sequence[int] = ()
) -> list[Share]:
    """Return the result of each player.

    Every range gives the weights of its hands. A deal counts with the product of the weights; one
    in which a card would be there twice does not count.

    >>> aces, kings = {(51, 50): Fraction(1)}, {(47, 46): Fraction(1)}
    >>> equity([aces, kings], [0, 5, 10, 15])[1].equity
    Fraction(3, 44)
    """
    totals = [[Fraction(0)] * 3 for _ in ranges]
    all_weights = Fraction(0)
    for hands, weight in _choices(ranges, {*board, *dead}):
        known = {*board, *dead, *(card for hand in hands for card in hand)}
        deck = [card for card in range(52) if card not in known]
        for rest in combinations(deck, 5 - len(board)):
            keys = [best_key((*hand, *board, *rest)) for hand in hands]
            winners = [player for player, key in enumerate(keys) if key == max(keys)]
            all_weights += weight
            for player in winners:
                totals[player][0 if len(winners) == 1 else 1] += weight
                totals[player][2] += weight / len(winners)
    return [Share(*(total / all_weights for total in each)) for each in totals]


def _choices(
    ranges: Sequence[Mapping[Hand, Fraction]], taken: set[int]
) -> Iterator[tuple[tuple[Hand, ...], Fraction]]:
    """Return every choice of hands without a card that is there twice, and its weight."""
    for hands in product(*ranges):
        cards = [card for hand in hands for card in hand]
        if len(set(cards)) == len(cards) and not taken.intersection(cards):
            weight = Fraction(1)
            for hand, own in zip(hands, ranges, strict=True):
                weight *= own[hand]
            yield hands, weight


def parse_range(text: str) -> dict[Hand, Fraction]:
    """Return the hands of a range of tokens such as ``QQ+``, ``AKs``, ``A5s-A2s``, ``AsKd:0.5``.

    It knows what the parity tests need, by trying all 1,326 hands against each token.

    >>> len(parse_range("QQ+, A5s-A2s, 76s:0.5"))
    38
    """
    weights: dict[Hand, Fraction] = {}
    for token in text.split(","):
        hands, _, weight = token.strip().partition(":")
        for high, low in combinations(range(51, -1, -1), 2):
            if _is_in(hands, high, low):
                weights[high, low] = Fraction(weight or "1")
    return {hand: weight for hand, weight in weights.items() if weight}


def _is_in(hands: str, high: int, low: int) -> bool:
    ranks, suits = "23456789TJQKA", "cdhs"
    if hands == "random":
        return True
    if len(hands) == 4 and hands[1] in suits:
        cards = {ranks.index(hands[i]) * 4 + suits.index(hands[i + 1]) for i in (0, 2)}
        return cards == {high, low}
    first, dash, last = hands.rstrip("+").partition("-")
    kind = "" if high // 4 == low // 4 else "s" if high % 4 == low % 4 else "o"
    suffix = first[2:]
    if (suffix and suffix != kind) or (first[0] == first[1]) != (kind == ""):
        return False
    top, bottom = (ranks.index(rank) for rank in first[:2])
    if not dash:
        last = first
        if hands.endswith("+"):
            last = "AA" if kind == "" else first[0] + ranks[top - 1]
    end_top, end_bottom = (ranks.index(rank) for rank in last[:2])
    lowest, highest = sorted((bottom, end_bottom))
    if not lowest <= low // 4 <= highest:
        return False
    if kind == "":
        return True
    gap = top - bottom
    return high // 4 == (top if top == end_top else low // 4 + gap)
