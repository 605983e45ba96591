"""Outcomes that people care about, such as taking thirteen points: what made the difference.

A reason is a count in the same sampled deals that the EVs come from: how often something good or
bad happens after the best move and after the move made. Only a difference that speaks for the best
move, and that chance does not explain, is a reason.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cardcore.reviews.statistics import estimate

__all__ = ["Outcome", "Reason", "find_reasons"]


@dataclass(frozen=True)
class Outcome:
    """Something that may happen to a seat."""

    words: str
    """What happens, with ``you`` as the subject: ``you come first``."""
    is_good: bool
    """Whether it is good for the seat."""
    happens: Callable[[NDArray[np.int64], int], NDArray[np.bool_]]
    """Tells from scores, of which more are better and whose last axis is that of the seats, and
    from a seat whether it happens."""


@dataclass(frozen=True)
class Reason:
    """An outcome that the best move makes more or less likely than the move made."""

    words: str
    """What happens."""
    is_good: bool
    """Whether it is good for the seat."""
    best: float
    """How often it happens after the best move, from 0 to 1."""
    made: float
    """How often it happens after the move made."""


def find_reasons(
    outcomes: Sequence[Outcome],
    best: NDArray[np.int64],
    made: NDArray[np.int64],
    seat: int,
) -> tuple[Reason, ...]:
    """Find the outcomes that speak for the best move, the largest difference first.

    Parameters
    ----------
    outcomes
        The outcomes of the game.
    best, made
        The scores after the best move and after the move made, in the same deals, by deal and seat;
        more are better.
    seat
        The seat.
    """
    found = []
    for outcome in outcomes:
        with_best, with_made = (outcome.happens(scores, seat) for scores in (best, made))
        sign = 1 if outcome.is_good else -1
        lead = estimate(sign * (with_best.astype(np.float64) - with_made))
        rates = float(with_best.mean()), float(with_made.mean())
        # What is the same in whole percent would be read as no reason.
        is_visible = round(100 * rates[0]) != round(100 * rates[1])
        if lead.interval[0] > 0 and is_visible:
            found.append((lead.mean, Reason(outcome.words, outcome.is_good, *rates)))
    return tuple(reason for _, reason in sorted(found, key=lambda entry: -entry[0]))
