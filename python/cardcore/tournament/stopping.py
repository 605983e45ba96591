"""Sequential testing: when a tournament may stop before all its games are played.

Interim analyses take place after 32, 48, 64, 96, 128, … deals, and at the end. There are few of
them because each can be wrong. The allowed error is shared among all planned analyses (Bonferroni):
if it is 0.05 and there are ten, each may err with probability 0.005. So whatever the dependence
between them, all analyses together err with probability 0.05 at most.

A decision which of two bots is better is such a test of their margin. Student's t-test alone errs
more often than it says if margins are skewed, such as when a bot seldom loses, but then by much.
So Hall's statistic, which corrects for the skewness of the sample, has to agree.
"""

import math

__all__ = ["FIRST_ANALYSIS", "NARROW_LEVEL", "interim_analyses", "is_clear"]

#: The level of intervals when a tournament stops once they are narrow enough. That moment favors
#: samples with too small a variance, so 95% intervals would cover the truth too rarely.
NARROW_LEVEL = 0.97

#: Deals before the first interim analysis: enough for their sums to be nearly normal.
FIRST_ANALYSIS = 32

#: The last analysis comes after at least this many times the deals of the one before.
_LAST_STEP = 1.2


def interim_analyses(deals: int) -> list[int]:
    """Return the numbers of deals at which a tournament of this many deals is analyzed.

    >>> interim_analyses(200)
    [32, 48, 64, 96, 128, 200]
    >>> interim_analyses(20)
    [20]
    """
    planned, power = [], FIRST_ANALYSIS
    while power * _LAST_STEP < deals:
        planned += [power, power * 3 // 2]
        power *= 2
    return [*(count for count in planned if count * _LAST_STEP < deals), deals]


def is_clear(
    mean: float, error: float, skewness: float, batches: int, quantile: float
) -> bool | None:
    """Return whether a mean is significantly above 0 (True) or below (False).

    Parameters
    ----------
    mean, error
        The mean and its standard error.
    skewness
        The skewness of the batches.
    batches
        The number of batches.
    quantile
        The critical value, in standard errors.

    Returns
    -------
    bool | None
        ``None`` if neither is significant.

    References
    ----------
    P. Hall, "On the removal of skewness by transformation", Journal of the Royal Statistical
    Society B 54, 1992.

    Examples
    --------
    >>> is_clear(3, 1, 0, 32, 2.5), is_clear(-3, 1, 0, 32, 2.5), is_clear(2, 1, 0, 32, 2.5)
    (True, False, None)
    >>> is_clear(-3, 1, 0, 32, 2.9), is_clear(-3, 1, 2, 32, 2.9)  # rare but large positive values
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
