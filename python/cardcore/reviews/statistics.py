"""Statistics of paired samples: what moves bring in the same sampled deals.

The best of several noisy means is biased upward (the winner's curse): the move that happens to be
lucky is picked. So the best move is picked in one half of the deals and compared with the move made
in the other half, and the other way round (cross-fitting). Both halves then estimate the loss of a
pick that they had no part in.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from cardcore._core import student

__all__ = ["Estimate", "cross_fitted", "estimate"]


@dataclass(frozen=True)
class Estimate:
    """A mean with half the width of its 95% confidence interval, which is 0 if it is exact."""

    mean: float
    half_width: float = 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval."""
        return self.mean - self.half_width, self.mean + self.half_width


def estimate(values: NDArray[np.float64]) -> Estimate:
    """Estimate the mean of independent values.

    >>> estimate(np.array([1.0, 3.0, 1.0, 3.0]))
    Estimate(mean=2.0, half_width=1.837...)
    """
    count = len(values)
    if count < 2:
        return Estimate(float(values.mean()), float("inf"))
    spread = float(values.std(ddof=1))
    return Estimate(float(values.mean()), float(student(0.95, count - 1)) * spread / sqrt(count))


def cross_fitted(values: NDArray[np.float64], made: int) -> tuple[int, Estimate]:
    """Find the best row, and estimate how much more it brings than the row of the move made.

    Parameters
    ----------
    values
        By move and deal: what the move brings there, more is better.
    made
        The row of the move made.

    Returns
    -------
    tuple
        The row that is best in all deals, and the loss, which may be negative by chance.

    Examples
    --------
    >>> values = np.array([[1.0, 2.0, 1.0, 2.0], [4.0, 3.0, 4.0, 3.0]])
    >>> cross_fitted(values, made=0)
    (1, Estimate(mean=2.0, half_width=1.837...))
    """
    # Alternate deals, so that both halves are of the same kind if the deals are not.
    halves = np.arange(values.shape[1]) % 2
    differences = np.zeros(values.shape[1])
    for half in (0, 1):
        picked = int(values[:, halves != half].mean(axis=1).argmax())
        differences[halves == half] = (values[picked] - values[made])[halves == half]
    return int(values.mean(axis=1).argmax()), estimate(differences)
