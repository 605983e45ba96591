"""Plays that lose at most one bet: risk of ruin, and the total payout of many hands."""

from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext
from fractions import Fraction
from math import fsum
from typing import TypeAlias

import numpy as np

from cardcore.discard.bankroll.results import Probability

__all__ = ["DIGITS", "EPSILON", "Payouts", "below_and_at", "ruin_root", "ruin_within"]

#: The payouts of a hand in bets, in ascending order, each with its exact probability.
Payouts: TypeAlias = tuple[tuple[int | Fraction, Fraction], ...]

#: Enough digits that only the last digit of a float is rounded, after a million multiplications.
DIGITS = 60

#: The relative error of one rounding.
EPSILON = 2.0**-53

# Numbers are rescaled to stay below this, by powers of two, which is exact.
_LARGE, _STEP = 2.0**400, 400


def ruin_root(payouts: Payouts, mean: Fraction) -> Decimal:
    """Return the probability of ever being one bet down, to far more digits than a float has."""
    if mean <= 1:
        return Decimal(1)
    if payouts[0][0] > 0:
        return Decimal(0)
    with localcontext() as context:
        context.prec = DIGITS
        chances = [
            (int(pays), Decimal(chance.numerator) / Decimal(chance.denominator))
            for pays, chance in payouts
        ]

        def difference(root: Decimal) -> Decimal:
            return sum((chance * root**pays for pays, chance in chances), Decimal()) - root

        # Convex, positive at 0, and 0 at 1, where it rises: so it is negative in between.
        low, step = Decimal(0), Decimal("0.5")
        while difference(1 - step) >= 0:
            low = 1 - step
            step /= 2
        high = 1 - step
        for _ in range(4 * DIGITS):
            middle = (low + high) / 2
            if difference(middle) > 0:
                low = middle
            else:
                high = middle
        return low


def ruin_within(payouts: Payouts, bankroll: int, hands: int) -> Probability:
    """Return the risk of ruin within some hands."""
    # Probabilities by bets left, as far as that many can still be lost in the hands left.
    chances = np.zeros(hands + 1)
    if bankroll <= hands:
        chances[bankroll] = 1.0
    ruined = []
    for left in range(hands - 1, -1, -1):
        after = np.zeros(left + 2)
        for pays, chance in payouts:
            # From n bets to n − 1 + pays.
            room = left + 2 - int(pays)
            if room > 0:
                part = chances[1 : 1 + room]
                after[int(pays) : int(pays) + len(part)] += float(chance) * part
        ruined.append(after[0])
        after[0] = 0.0
        chances = after
    value = min(1.0, fsum(ruined))
    return Probability(value, value * EPSILON * (len(payouts) + 3) * (hands + 1))


def below_and_at(payouts: Payouts, hands: int, excess: int) -> tuple[float, float]:
    """Return the probabilities that the excess of all payouts is below this, and equal to it.

    The excess is what a hand pays beyond the smallest payout. The coefficients g of a power of
    a polynomial f follow from f g' = n f' g, one after the other:

        k f(0) g(k) = sum over j of (j (n + 1) − k) f(j) g(k − j)

    For k up to n no term is negative.
    """
    least, least_chance = payouts[0]
    terms = [(int(pays - least), float(chance / least_chance)) for pays, chance in payouts[1:]]
    found = [1.0]
    # Partial sums of coefficients, each to be multiplied by a power of 2.
    sums: list[tuple[int, float]] = []
    exponent, start = 0, 0
    for k in range(1, excess + 1):
        total = 0.0
        for j, chance in terms:
            if j > k:
                break
            total += (j * (hands + 1) - k) * chance * found[k - j]
        found.append(total / k)
        if total / k > _LARGE:
            sums.append((exponent, fsum(found[start:k])))
            # Only the last coefficients are used again.
            reach = terms[-1][0]
            first = max(0, k - reach)
            for back in range(first, k + 1):
                found[back] *= 2.0**-_STEP
            exponent, start = exponent + _STEP, k
    sums.append((exponent, fsum(found[start:excess])))
    with localcontext() as context:
        context.prec = DIGITS
        # A million hands reach far beyond the exponents that are allowed by default.
        context.Emax, context.Emin = MAX_EMAX, MIN_EMIN
        exact = Decimal(least_chance.numerator) / Decimal(least_chance.denominator)
        factor = exact**hands
        # A power of two as an integer has as many digits as there are hands.
        two = Decimal(2)
        below = sum((Decimal(part) * two**power for power, part in sums), Decimal())
        at = Decimal(found[excess]) * two**exponent
        return float(below * factor), float(at * factor)
