"""Pick'em poker (Pick a Pair): two cards are kept, and one of two others is chosen.

Two cards are dealt that have to be kept, and two more, of which one is chosen. Then two cards
complete the hand. The card that was not chosen is out of the game, so the total payout after
choosing C is that of all hands with A, B and C minus that of all hands with A, B, C and D.

>>> solution = pick_em()
>>> solution.exact > Fraction(9994, 10000), round(solution.value, 4)
(True, 0.9995)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Card, parse_cards
from cardcore.poker import Cards, rank, rank_many

__all__ = ["PICK_EM", "PickEmSolution", "pick_em"]

#: What a bet of five coins is paid back per coin on the full-pay machine.
PICK_EM: Mapping[str, int | str] = {
    "nines or better": 2,
    "two pair": 3,
    "three of a kind": 5,
    "straight": 11,
    "flush": 15,
    "full house": 18,
    "four of a kind": 120,
    "straight flush": "239.8",
    "royal flush": 1200,
}

#: The weakest hand on each line.
_WEAKEST = {
    "nines or better": "9c 9d 4c 3d 2c",
    "two pair": "3c 3d 2c 2d 4c",
    "three of a kind": "2c 2d 2h 4c 3d",
    "straight": "5c 4d 3c 2d Ac",
    "flush": "7c 5c 4c 3c 2c",
    "full house": "2c 2d 2h 3c 3d",
    "four of a kind": "2c 2d 2h 2s 3c",
    "straight flush": "5c 4c 3c 2c Ac",
    "royal flush": "As Ks Qs Js Ts",
}


@dataclass(frozen=True, eq=False)
class PickEmSolution:
    """The solution of Pick'em poker."""

    exact: Fraction
    """The return under optimal play, exactly."""
    _threes: NDArray[np.int64]
    _fours: NDArray[np.int64]
    _scale: int

    @property
    def value(self) -> float:
        """The return under optimal play."""
        return float(self.exact)

    def ev(self, kept: Cards, chosen: Cards, other: Cards) -> Fraction:
        """Return the EV of choosing a card next to the two that are kept.

        >>> solution = pick_em()
        >>> low_pair = solution.ev("4c 6c", "4d", "8c")
        >>> float(low_pair) > float(solution.ev("4c 6c", "8c", "4d"))
        True
        """
        cards = [*_cards("kept", kept, 2), *_cards("chosen", chosen, 1)]
        dead = _cards("other", other, 1)
        if len({*cards, *dead}) < 4:
            raise ValueError("expected four different cards")
        total = self._threes[_number(sorted(cards))] - self._fours[_number(sorted(cards + dead))]
        return Fraction(int(total), comb(48, 2) * self._scale)


def _cards(name: str, cards: Cards, count: int) -> list[int]:
    found: list[Card] = parse_cards(cards)
    if len(found) != count:
        raise ValueError(f"{name}: expected {count} cards, found {len(found)}")
    return [card.number for card in found]


def _number(cards: list[int]) -> int:
    """Return the number of a set of cards in the combinatorial number system."""
    return sum(comb(card, place) for place, card in enumerate(cards, 1))


def pick_em(payouts: Mapping[str, int | str | Fraction] = PICK_EM) -> PickEmSolution:
    """Solve Pick'em poker for a paytable.

    Parameters
    ----------
    payouts
        The payout of each line in bets, by the names of :data:`PICK_EM`.

    Raises
    ------
    ValueError
        If a line is unknown or missing.
    """
    if set(payouts) != set(_WEAKEST):
        raise ValueError(f"payouts: expected exactly {', '.join(_WEAKEST)}")
    exact = {name: Fraction(payouts[name]) for name in _WEAKEST}
    if min(exact.values()) < 0:
        raise ValueError("payouts: expected numbers of 0 or more")
    scale = lcm(*(payout.denominator for payout in exact.values()))
    steps = [rank(hand).strength for hand in _WEAKEST.values()]
    paid = np.array([0, *(int(payout * scale) for payout in exact.values())], np.int64)
    hands = _sets(5)
    values = paid[np.searchsorted(steps, rank_many(hands.astype(np.uint8)), side="right")]
    fours = _totals(hands, values, 4)
    # Every hand with three of the cards is counted once for each of its two others.
    threes = _totals(_sets(4), fours, 3) // 2
    sets = _sets(4)
    total = 0
    for first, second in combinations(range(4), 2):
        rest = [place for place in range(4) if place not in (first, second)]
        choices = [threes[_numbers(sets[:, sorted((first, second, chosen))])] for chosen in rest]
        total += int((np.maximum(*choices) - fours).sum())
    whole = comb(52, 4) * 6 * comb(48, 2) * scale
    return PickEmSolution(Fraction(total, whole), threes, fours, scale)


def _sets(size: int) -> NDArray[np.int64]:
    """List all sets of this many cards, in the order of their numbers."""
    found = np.zeros((1, 0), np.int64)
    for place in range(size):
        # Add a card above all others; sets with the same highest card stand together.
        counts = [comb(card, place) for card in range(52)]
        highest = np.repeat(np.arange(52), counts)
        below = np.concatenate([np.arange(count) for count in counts])
        found = np.hstack([found[below], highest[:, None]])
    return found


def _numbers(sets: NDArray[np.int64]) -> NDArray[np.int64]:
    binomials = np.array([[comb(card, k) for k in range(6)] for card in range(52)], np.int64)
    return np.asarray(
        sum(binomials[sets[:, place], place + 1] for place in range(sets.shape[1])), np.int64
    )


def _totals(sets: NDArray[np.int64], values: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Add the values of sets up over their subsets with one card less."""
    found = np.zeros(comb(52, size), np.int64)
    for left_out in range(size + 1):
        places = [place for place in range(size + 1) if place != left_out]
        np.add.at(found, _numbers(sets[:, places]), values)
    return found
