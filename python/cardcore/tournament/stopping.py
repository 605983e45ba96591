"""When a tournament may stop before all its games are played.

It looks at its results after 32, 48, 64, 96, 128, … deals, and at the end. Looks are few and far
between for a reason: each is a chance to be misled.

A decision which of two bots is better is a group sequential test: the margin, in standard errors,
has to exceed a bound, the same at every look (Pocock, 1977), which equal bots exceed at any look at
all with the chance that was asked for. The bound is computed for the looks there are to be, by
recursion over them (Armitage, McPherson and Rowe, 1969). Few deals have Student's quantile of the
same chance instead.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from statistics import NormalDist

import numpy as np

__all__ = ["FIRST_LOOK", "bound", "looks"]

#: Deals before the first look: so many that their sums are nearly normal.
FIRST_LOOK = 32

#: The last look comes after so many times as many deals as the one before, at least.
_LAST_STEP = 1.2

#: Points at which densities are kept.
_POINTS = 96


def looks(deals: int) -> list[int]:
    """Give the numbers of deals after which a tournament of so many looks at its results.

    >>> looks(200)
    [32, 48, 64, 96, 128, 200]
    >>> looks(20)
    [20]
    """
    made, power = [], FIRST_LOOK
    while power * _LAST_STEP < deals:
        made += [power, power * 3 // 2]
        power *= 2
    return [*(look for look in made if look * _LAST_STEP < deals), deals]


@lru_cache(maxsize=64)
def bound(deals: tuple[float, ...], error: float) -> float:
    """Give the bound that a standardised sum without drift exceeds at any look with a given chance.

    Parameters
    ----------
    deals
        How much has been summed at every look.
    error
        The chance, above 0 and below 1, to be beyond the bound in either direction at any look.

    Returns
    -------
    float
        The bound, in standard errors.

    Examples
    --------
    >>> round(bound((1,), 0.05), 2), round(bound((1, 2, 3, 4, 5), 0.05), 3)
    (1.96, 2.413)
    """
    # Between that of one look and that of as many independent ones.
    low = -NormalDist().inv_cdf(error / 2)
    high = -NormalDist().inv_cdf(error / (2 * len(deals)))
    while high - low > 1e-9:
        middle = (low + high) / 2
        if _exceeded(deals, middle) > error:
            low = middle
        else:
            high = middle
    return high


def _exceeded(deals: Sequence[float], bound: float) -> float:
    """Give the chance that the bound is exceeded at any look."""
    points, weights = np.polynomial.legendre.leggauss(_POINTS)
    points, weights = bound * points, bound * weights
    density = np.exp(-(points**2) / 2) / math.sqrt(2 * math.pi)
    for before, after in pairwise(deals):
        kept = math.sqrt(before / after)
        spread = math.sqrt(1 - before / after)
        step = (points[:, None] - kept * points[None, :]) / spread
        chances = np.exp(-(step**2) / 2) / (spread * math.sqrt(2 * math.pi))
        density = chances @ (weights * density)
    return 1 - float(weights @ density)
