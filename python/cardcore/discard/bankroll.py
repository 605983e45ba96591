"""Bankroll and risk of ruin, from the exact distribution of a hand's payout.

Every hand costs one bet and pays a whole number of bets, so a bankroll never falls by more than one
bet at a time. That makes the risk of ruin a power: if r is the probability of ever being one bet
below the start, the probability of ever losing b bets is r to the power of b, and r is the smallest
root of r = E(r ** payout). See Feller, *An Introduction to Probability Theory and Its
Applications*, volume 1, chapters XII and XIV.

The distribution of the total payout of many hands is a power of the generating function of one. It
is computed with sums of positive terms only, so relative errors can only add up: each result comes
with a bound on its error.
"""

from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from math import fsum
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore.discard.line import unit
from cardcore.discard.objective import Objective
from cardcore.discard.solution import solve
from cardcore.result_table import HasResultTable, ResultTable

__all__ = ["Outlook", "Probability", "Risk", "risk"]

#: The most hands for exact results: more would take too long, or too much memory.
MAX_HANDS = 1_000_000
MAX_HANDS_TO_RUIN = 20_000

#: The largest bankroll in bets, and the most simulated hands in all runs together.
MAX_BANKROLL = 10**9
MAX_SIMULATED_HANDS = 50_000_000

# Enough digits that only the last digit of a float is rounded, after a million multiplications.
_DIGITS = 60

_EPSILON = 2.0**-53

# Numbers are rescaled to stay below this, by powers of two, which is exact.
_LARGE, _STEP = 2.0**400, 400


@dataclass(frozen=True)
class Probability:
    """A probability, and a bound on its error."""

    value: float
    """The probability."""
    error: float
    """The exact probability differs by no more than this."""

    def __float__(self) -> float:
        return self.value


@dataclass(frozen=True)
class Outlook:
    """The state of a bankroll after some hands."""

    hands: int
    """The number of hands played."""
    ahead: Probability
    """The probability of having more than at the start."""
    even: Probability
    """The probability of having as much."""
    behind: Probability
    """The probability of having less."""


@dataclass(frozen=True, repr=False)
class Risk(HasResultTable):
    """The exact distribution of a hand's payout, and the risk to a bankroll at one bet a hand."""

    objective: str
    """The name of the paytable."""
    payouts: tuple[tuple[int, Fraction], ...]
    """The payouts of a hand in ascending order, each with its exact probability."""

    @property
    def mean(self) -> Fraction:
        """The mean payout of a hand, exactly: the return (RTP)."""
        return sum((pays * chance for pays, chance in self.payouts), Fraction())

    @property
    def variance(self) -> Fraction:
        """The variance of the payout of a hand, exactly."""
        squares = sum((pays**2 * chance for pays, chance in self.payouts), Fraction())
        return squares - self.mean**2

    @cached_property
    def _root(self) -> Decimal:
        """The probability of ever being one bet down, to far more digits than a float has."""
        if self.mean <= 1:
            return Decimal(1)
        if self.payouts[0][0] > 0:
            return Decimal(0)
        with localcontext() as context:
            context.prec = _DIGITS
            chances = [
                (pays, Decimal(chance.numerator) / Decimal(chance.denominator))
                for pays, chance in self.payouts
            ]

            def difference(root: Decimal) -> Decimal:
                return sum((chance * root**pays for pays, chance in chances), Decimal()) - root

            # Convex, positive at 0, and 0 at 1, where it rises: so it is negative in between.
            low, step = Decimal(0), Decimal("0.5")
            while difference(1 - step) >= 0:
                low = 1 - step
                step /= 2
            high = 1 - step
            for _ in range(4 * _DIGITS):
                middle = (low + high) / 2
                if difference(middle) > 0:
                    low = middle
                else:
                    high = middle
            return low

    def ruin(self, bankroll: int, *, hands: int | None = None) -> Probability:
        """Return the risk of ruin: the probability of losing a bankroll, at one bet a hand.

        Parameters
        ----------
        bankroll
            The bankroll in bets, 1 to 10**9.
        hands
            The number of hands, 1 to 20,000; by default, indefinite play. Then the risk of ruin is
            1 unless the return is above 1.

        Examples
        --------
        >>> deuces = risk("deuces-wild-full-pay")
        >>> round(deuces.ruin(1000).value, 5), round(deuces.ruin(200, hands=2000).value, 5)
        (0.52028, 0.12126)
        >>> risk("jacks-or-better-9-6").ruin(1000).value
        1.0
        """
        bets = _core.whole_number("bankroll", bankroll, 1, MAX_BANKROLL)
        if hands is not None:
            count = _core.whole_number("hands", hands, 1, MAX_HANDS_TO_RUIN)
            return self._ruin_within(bets, count)
        with localcontext() as context:
            context.prec = _DIGITS
            value = float(self._root**bets)
        return Probability(value, value * _EPSILON if self.mean > 1 else 0.0)

    def _ruin_within(self, bankroll: int, hands: int) -> Probability:
        # Probabilities by bets left, as far as that many can still be lost in the hands left.
        chances = np.zeros(hands + 1)
        if bankroll <= hands:
            chances[bankroll] = 1.0
        ruined = []
        for left in range(hands - 1, -1, -1):
            after = np.zeros(left + 2)
            for pays, chance in self.payouts:
                # From n bets to n − 1 + pays.
                room = left + 2 - pays
                if room > 0:
                    part = chances[1 : 1 + room]
                    after[pays : pays + len(part)] += float(chance) * part
            ruined.append(after[0])
            after[0] = 0.0
            chances = after
        value = min(1.0, fsum(ruined))
        return Probability(value, value * _EPSILON * (len(self.payouts) + 3) * (hands + 1))

    def bankroll(self, ruin: float) -> int | None:
        """Return the smallest bankroll with at most this risk of ruin; ``None`` if none is enough.

        Parameters
        ----------
        ruin
            The risk of ruin for indefinite play, above 0 and below 1.

        Examples
        --------
        >>> risk("deuces-wild-full-pay").bankroll(0.05)
        4585
        >>> risk("jacks-or-better-9-6").bankroll(0.05) is None
        True
        """
        if not isinstance(ruin, Real):
            raise TypeError(f"ruin: expected a number, found {type(ruin).__name__}")
        if not 0 < ruin < 1:
            raise ValueError(f"ruin: expected a probability above 0 and below 1, found {ruin!r}")
        if self.mean <= 1:
            return None
        with localcontext() as context:
            context.prec = _DIGITS
            root, wanted = self._root, Decimal(float(ruin))
            if root == 0:
                return 1
            bets = max(1, int(wanted.ln() / root.ln()) - 1)
            while root**bets > wanted:
                bets += 1
        return bets

    def outlook(self, hands: int) -> Outlook:
        """Return the probability of being ahead after some hands, with a large enough bankroll.

        Parameters
        ----------
        hands
            The number of hands, 1 to 1,000,000. Takes some microseconds for each.

        Examples
        --------
        >>> outlook = risk("jacks-or-better-9-6").outlook(1000)
        >>> round(outlook.ahead.value, 5), outlook.ahead.error < 1e-11
        (0.34568, True)
        """
        count = _core.whole_number("hands", hands, 1, MAX_HANDS)
        least = self.payouts[0][0]
        # Every hand pays at least this much; break even means that the excess is `even_at`.
        even_at = count * (1 - least)
        if even_at < 0:
            impossible, certain = Probability(0.0, 0.0), Probability(1.0, 0.0)
            return Outlook(count, certain, impossible, impossible)
        behind, even = self._below_and_at(count, even_at)
        relative = _EPSILON * (len(self.payouts) + 6) * (count + 1)
        # The sum of both is at most 1, so its absolute error is at most the relative one.
        ahead = max(0.0, 1.0 - (behind + even))
        return Outlook(
            count,
            Probability(ahead, relative),
            Probability(even, even * relative),
            Probability(behind, behind * relative),
        )

    def _below_and_at(self, hands: int, excess: int) -> tuple[float, float]:
        """Return the probabilities that the excess of all payouts is below this, and equal to it.

        The excess is what a hand pays beyond the smallest payout. The coefficients g of a power of
        a polynomial f follow from f g' = n f' g, one after the other:

            k f(0) g(k) = sum over j of (j (n + 1) − k) f(j) g(k − j)

        For k up to n no term is negative.
        """
        least, least_chance = self.payouts[0]
        terms = [(pays - least, float(chance / least_chance)) for pays, chance in self.payouts[1:]]
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
            context.prec = _DIGITS
            exact = Decimal(least_chance.numerator) / Decimal(least_chance.denominator)
            factor = exact**hands
            below = sum((Decimal(part) * 2**power for power, part in sums), Decimal())
            at = Decimal(found[excess]) * 2**exponent
            return float(below * factor), float(at * factor)

    def simulate(
        self, hands: int, *, bankroll: int = 0, runs: int = 1, seed: int = 0
    ) -> NDArray[np.int64]:
        """Simulate sessions.

        Parameters
        ----------
        hands, runs
            The number of hands per run, and the number of runs.
        bankroll
            The initial bankroll in bets. A run stops once it is lost; with 0, no run stops.
        seed
            The same seed gives the same runs.

        Returns
        -------
        numpy.ndarray
            The bankroll before the first hand and after each hand, shape (runs, hands + 1).

        Examples
        --------
        >>> risk("jacks-or-better-9-6").simulate(5, bankroll=10, seed=1).shape
        (1, 6)
        """
        count = _core.whole_number("hands", hands, 1, MAX_SIMULATED_HANDS)
        many = _core.whole_number("runs", runs, 1, MAX_SIMULATED_HANDS)
        if count * many > MAX_SIMULATED_HANDS:
            raise ValueError(
                f"expected at most {MAX_SIMULATED_HANDS:,} hands in all runs, "
                f"found {count * many:,}"
            )
        bets = _core.whole_number("bankroll", bankroll, 0, MAX_BANKROLL)
        generator = np.random.default_rng(_core.whole_number("seed", seed, 0, 2**64 - 1))
        payouts = np.array([pays for pays, _ in self.payouts], np.int64)
        ends = np.cumsum([float(chance) for _, chance in self.payouts])
        ends[-1] = 1.0
        drawn = payouts[np.searchsorted(ends, generator.random((many, count)), side="right")]
        paths = np.empty((many, count + 1), np.int64)
        paths[:, 0] = bets
        np.cumsum(drawn - 1, axis=1, out=paths[:, 1:])
        paths[:, 1:] += bets
        if bets:
            ruined = np.minimum.accumulate(paths, axis=1) <= 0
            paths[ruined] = 0
        return paths

    def _result_table(self) -> ResultTable:
        rows = [(pays, float(chance), float(1 / chance)) for pays, chance in self.payouts if chance]
        title = (
            f"{self.objective}: return {float(self.mean):.8f}, variance {float(self.variance):.5f}"
        )
        return ResultTable(title, ["pays", "probability", "one in"], rows)

    def __repr__(self) -> str:
        return f"<Risk of {self.objective}, return {float(self.mean)}>"


def risk(objective: Objective = "jacks-or-better-9-6", *, threads: int | None = None) -> Risk:
    """Find the distribution of a hand's payout under optimal play, and the risk to a bankroll.

    Parameters
    ----------
    objective
        A paytable or its name, with whole payouts.
    threads
        The number of threads; by default, one per core.

    Raises
    ------
    ValueError
        If there is no such paytable, or a payout is not a whole number of bets.

    Examples
    --------
    >>> deuces = risk("deuces-wild-full-pay")
    >>> round(float(deuces.mean), 6), round(float(deuces.variance), 4)
    (1.00762, 25.8346)
    """
    if unit(objective) != "bets":
        raise ValueError(f"objective '{objective}': expected a paytable here")
    solution = solve(objective, threads=threads)
    chances: dict[int, Fraction] = {}
    for line in solution.lines:
        if line.value.denominator != 1:
            raise ValueError(
                f"paytable '{solution.objective}': expected whole payouts for the risk, "
                f"found {line.value} for '{line.name}'"
            )
        chance = solution.probability(line)
        if chance:
            pays = int(line.value)
            chances[pays] = chances.get(pays, Fraction()) + chance
    return Risk(solution.objective, tuple(sorted(chances.items())))
