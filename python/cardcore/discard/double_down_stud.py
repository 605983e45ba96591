"""Double Down Stud: four cards are dealt, the bet may be doubled, and the fifth card decides.

Nothing is discarded; the only decision is whether to double. It is right if the hand pays 1 or more
on average over the 48 possible fifth cards, so all 270,725 sets of four cards are summed up. At
exactly 1, as with 2345 unsuited, it makes no difference to the return; such hands are doubled.

>>> solution = double_down_stud()
>>> round(float(1 - solution.exact), 6)  # the published house edge
0.021033
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from cardcore._core import parse_cards
from cardcore.discard.made_hands import Ladder, all_sets, set_number, set_numbers, totals_of_subsets
from cardcore.discard.paytable import Payout
from cardcore.poker import Cards

__all__ = ["DOUBLE_DOWN_STUD", "DoubleDownStudSolution", "double_down_stud"]

#: What a bet is paid back on the machine with the published return.
DOUBLE_DOWN_STUD: Mapping[str, Payout] = MappingProxyType(
    {
        "sixes or better": 1,
        "jacks or better": 2,
        "two pair": 3,
        "three of a kind": 4,
        "straight": 6,
        "flush": 9,
        "full house": 12,
        "four of a kind": 50,
        "straight flush": 200,
        "royal flush": 4000,
    }
)

#: The number of fifth cards.
_DRAWS = 48


@dataclass(frozen=True, eq=False)
class DoubleDownStudSolution:
    """The solution of Double Down Stud."""

    exact: Fraction
    """The return (RTP) under optimal play, exactly, per bet before doubling."""
    doubled: Fraction
    """How often the bet is doubled, exactly."""
    counts: Mapping[str, tuple[int, int]]
    """How many of the 12,994,800 deals of four cards and a fifth end on each line, without and
    with doubling; also ``no win``."""
    _fours: NDArray[np.int64]
    _scale: int

    @property
    def value(self) -> float:
        """The return (RTP) under optimal play."""
        return float(self.exact)

    def ev(self, hand: Cards) -> Fraction:
        """Return what four cards pay on average, per bet.

        >>> solution = double_down_stud()
        >>> solution.ev("6c 6d 7h 8s"), solution.should_double("5c 5d 7h 8s")
        (Fraction(11, 8), False)

        Raises
        ------
        ValueError
            If these are not four different cards.
        """
        cards = {card.number for card in parse_cards(hand)}
        if len(cards) != 4 or max(cards) > 51:
            raise ValueError(f"hand: expected four different cards of 52, found {hand!r}")
        return Fraction(int(self._fours[set_number(list(cards))]), _DRAWS * self._scale)

    def should_double(self, hand: Cards) -> bool:
        """Return whether to double with four cards."""
        return self.ev(hand) >= 1


def double_down_stud(
    payouts: Mapping[str, Payout] = DOUBLE_DOWN_STUD,
) -> DoubleDownStudSolution:
    """Solve Double Down Stud for a paytable.

    Parameters
    ----------
    payouts
        The payout of each line in bets, by the names of :data:`DOUBLE_DOWN_STUD`.

    Raises
    ------
    ValueError
        If a line is unknown or missing, or a payout is not a number of 0 or more.
    """
    ladder = Ladder.read(payouts, DOUBLE_DOWN_STUD)
    hands = all_sets(5)
    lines = ladder.lines_of(hands)
    fours = totals_of_subsets(hands, ladder.paid(lines))
    gains = fours - _DRAWS * ladder.scale
    doubles = gains >= 0
    whole = comb(52, 4) * _DRAWS
    gained = int(gains.sum()) + int(gains[doubles].sum())
    names = ("no win", *ladder.lines)
    counts = np.zeros((2, len(names)), np.int64)
    for fifth in range(5):
        is_doubled = doubles[set_numbers(np.delete(hands, fifth, axis=1))]
        for row, chosen in enumerate((lines[~is_doubled], lines[is_doubled])):
            counts[row] += np.bincount(chosen, minlength=len(names))
    single, double = counts.tolist()
    return DoubleDownStudSolution(
        1 + Fraction(gained, whole * ladder.scale),
        Fraction(int(doubles.sum()), len(doubles)),
        MappingProxyType(dict(zip(names, zip(single, double, strict=True), strict=True))),
        fours,
        ladder.scale,
    )
