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
from math import comb

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Card, parse_cards
from cardcore.discard.made_hands import Ladder, all_sets, set_number, set_numbers, totals_of_subsets
from cardcore.discard.paytable import Payout
from cardcore.poker import Cards

__all__ = ["PICK_EM", "PickEmSolution", "pick_em"]

#: What a bet of five coins is paid back per coin on the full-pay machine.
PICK_EM: Mapping[str, Payout] = {
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
        total = self._threes[set_number(cards)] - self._fours[set_number(cards + dead)]
        return Fraction(int(total), comb(48, 2) * self._scale)


def _cards(name: str, cards: Cards, count: int) -> list[int]:
    found: list[Card] = parse_cards(cards)
    if len(found) != count:
        raise ValueError(f"{name}: expected {count} cards, found {len(found)}")
    return [card.number for card in found]


def pick_em(payouts: Mapping[str, Payout] = PICK_EM) -> PickEmSolution:
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
    ladder = Ladder.read(payouts, PICK_EM)
    hands, sets = all_sets(5), all_sets(4)
    fours = totals_of_subsets(hands, ladder.paid(ladder.lines_of(hands)))
    # Every hand with three of the cards is counted once for each of its two others.
    threes = totals_of_subsets(sets, fours) // 2
    total = 0
    for first, second in combinations(range(4), 2):
        rest = [place for place in range(4) if place not in (first, second)]
        choices = [threes[set_numbers(sets[:, sorted((first, second, one))])] for one in rest]
        total += int((np.maximum(*choices) - fours).sum())
    whole = comb(52, 4) * 6 * comb(48, 2) * ladder.scale
    return PickEmSolution(Fraction(total, whole), threes, fours, ladder.scale)
