"""When a tournament may stop before all its games are played.

It looks at its results after 32, 48, 64, 96, 128, … deals, and at the end. Looks are few and far
between for a reason: each is a chance to be misled. That chance is shared among all looks there are
to be: if the allowed error is 0.05 and there are ten of them, each may err with 0.005. So whatever
the looks have to do with each other, all of them together err with 0.05 at most.

A decision which of two bots is better is such a look at their margin. Student's test alone errs
more often than it says where margins are lopsided, as where somebody seldom loses, but then much.
So Hall's statistic, which corrects for the skewness of the sample, has to agree.
"""

import math

__all__ = ["FIRST_LOOK", "NARROW_LEVEL", "is_clear", "looks"]

#: The level of intervals that a tournament stops for when they are narrow enough: such a moment
#: favours spreads that seem smaller than they are, so that of intervals of 95% too few would hold.
NARROW_LEVEL = 0.97

#: Deals before the first look: so many that their sums are nearly normal.
FIRST_LOOK = 32

#: The last look comes after so many times as many deals as the one before, at least.
_LAST_STEP = 1.2


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


def is_clear(
    mean: float, error: float, skewness: float, batches: int, quantile: float
) -> bool | None:
    """Tell whether a mean is above 0, or below.

    Parameters
    ----------
    mean, error
        The mean and its standard error.
    skewness
        The skewness of the batches.
    batches
        How many there are.
    quantile
        How many standard errors the mean has to be away from 0.

    Returns
    -------
    bool | None
        ``None`` if that is not clear.

    References ---------- P. Hall, "On the removal of skewness by transformation", Journal of the
    Royal Statistical Society B 54, 1992.

    Examples
    --------
    >>> is_clear(3, 1, 0, 32, 2.5), is_clear(-3, 1, 0, 32, 2.5), is_clear(2, 1, 0, 32, 2.5)
    (True, False, None)
    >>> is_clear(-3, 1, 0, 32, 2.9), is_clear(-3, 1, 2, 32, 2.9)  # what is above 0 is rare, but far
    (False, None)
    """
    root = math.sqrt(batches)
    shift, third = mean / error / root, skewness / 3
    hall = root * (shift + third * shift**2 + third**2 * shift**3 / 3 + third / (2 * batches))
    if mean / error > quantile and hall > quantile:
        return True
    if mean / error < -quantile and hall < -quantile:
        return False
    return None
