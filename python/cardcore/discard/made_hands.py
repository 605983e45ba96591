"""What final hands pay in games without a draw table: all sets of cards, and payouts of made hands.

Sets of cards have numbers in the combinatorial number system: that of a set is the sum of C(c, k)
over its cards c, in ascending order, with k from 1. Sums over all sets of one size pass to those of
the next smaller size, as every set is counted once for each card that it lacks.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardcore.discard.paytable import Payout
from cardcore.poker import rank, rank_many

__all__ = ["Ladder", "all_sets", "set_number", "set_numbers", "totals_of_subsets"]

#: Numbers of sets, or sums over sets.
Numbers: TypeAlias = NDArray[np.int64]

#: The weakest hand on each line.
_WEAKEST = {
    "sixes or better": "6c 6d 4c 3d 2c",
    "nines or better": "9c 9d 4c 3d 2c",
    "jacks or better": "Jc Jd 4c 3d 2c",
    "two pair": "3c 3d 2c 2d 4c",
    "three of a kind": "2c 2d 2h 4c 3d",
    "straight": "5c 4d 3c 2d Ac",
    "flush": "7c 5c 4c 3c 2c",
    "full house": "2c 2d 2h 3c 3d",
    "four of a kind": "2c 2d 2h 2s 3c",
    "straight flush": "5c 4c 3c 2c Ac",
    "royal flush": "As Ks Qs Js Ts",
}


@dataclass(frozen=True)
class Ladder:
    """The payouts of made hands: a hand is on the highest line whose weakest hand it reaches."""

    lines: tuple[str, ...]
    """The lines, from the lowest."""
    payouts: tuple[Fraction, ...]
    """The payout of each line."""

    @classmethod
    def read(cls, payouts: Mapping[str, Payout], expected: Mapping[str, Payout]) -> "Ladder":
        """Read payouts that have exactly the expected lines.

        Raises
        ------
        ValueError
            If a line is unknown or missing, or a payout is not a number of 0 or more.
        """
        if set(payouts) != set(expected):
            raise ValueError(f"payouts: expected exactly {', '.join(expected)}")
        return cls(tuple(expected), tuple(_exact(name, payouts[name]) for name in expected))

    @cached_property
    def scale(self) -> int:
        """The least common denominator of the payouts."""
        return lcm(*(payout.denominator for payout in self.payouts))

    def lines_of(self, hands: Numbers) -> Numbers:
        """Return the line of each hand: 0 if it pays nothing, otherwise 1 plus its place."""
        steps = [rank(_WEAKEST[name]).strength for name in self.lines]
        return np.searchsorted(steps, rank_many(hands.astype(np.uint8)), side="right")

    def paid(self, lines: Numbers) -> Numbers:
        """Return what hands on these lines pay, times the scale."""
        return np.array([0, *(int(payout * self.scale) for payout in self.payouts)], np.int64)[
            lines
        ]


def _exact(name: str, payout: Payout) -> Fraction:
    """Read a payout: a float as it is written, 239.8 as 1199/5."""
    try:
        found = Fraction(str(payout))
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if found < 0:
        raise ValueError(f"payouts: '{name}': expected a number of 0 or more, found {payout!r}")
    return found


def all_sets(size: int) -> Numbers:
    """List all sets of this many cards, in the order of their numbers."""
    found = np.zeros((1, 0), np.int64)
    for place in range(size):
        # Add a card above all others; sets with the same highest card stand together.
        counts = [comb(card, place) for card in range(52)]
        highest = np.repeat(np.arange(52), counts)
        below = np.concatenate([np.arange(count) for count in counts])
        found = np.hstack([found[below], highest[:, None]])
    return found


def set_number(cards: list[int]) -> int:
    """Return the number of a set of cards."""
    return sum(comb(card, place) for place, card in enumerate(sorted(cards), 1))


def set_numbers(sets: Numbers) -> Numbers:
    """Return the numbers of sets, whose cards are in ascending order."""
    binomials = np.array([[comb(card, k) for k in range(6)] for card in range(52)], np.int64)
    return np.asarray(
        sum(binomials[sets[:, place], place + 1] for place in range(sets.shape[1])), np.int64
    )


def totals_of_subsets(sets: Numbers, values: Numbers) -> Numbers:
    """Add the values of sets up over their subsets with one card less."""
    size = sets.shape[1] - 1
    found = np.zeros(comb(52, size), np.int64)
    for left_out in range(size + 1):
        np.add.at(found, set_numbers(np.delete(sets, left_out, axis=1)), values)
    return found
