"""Risk: how a bankroll fares, from the exact distribution of what a hand pays.

Every hand costs one coin and pays a whole number of coins, so a bankroll never falls by more than
one coin at a time. That makes the chance of ruin a power: with r the chance to ever be one coin
poorer than now, the chance to ever lose b coins is r to the power of b, and r is the smallest root
of r = E(r ** payout). See Feller, *An Introduction to Probability Theory and Its Applications*,
volume 1, chapters XII and XIV.

The payouts of many hands are powers of the generating function of one. They are computed with sums
of positive terms only, so that relative errors can do no more than add up: each answer comes with a
bound on its error.
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
from cardcore.sheet import Sheet, Sheeted

__all__ = ["Chance", "Outlook", "Risk", "risk"]

#: The most hands of which everything is counted: more take too long, or too much memory.
MOST_HANDS = 1_000_000
MOST_HANDS_TO_RUIN = 20_000

#: The most coins of a bankroll, and the most coins of all simulated hands together.
MOST_COINS = 10**9
MOST_SIMULATED = 50_000_000

# Digits enough that what is rounded is the last digit of a float, after a million multiplications.
_DIGITS = 60

_EPSILON = 2.0**-53

# Numbers are kept below this, in steps that are exact.
_LARGE, _STEP = 2.0**400, 400


@dataclass(frozen=True)
class Chance:
    """A chance, and how far it can be from the exact one."""

    value: float
    """The chance."""
    error: float
    """The exact chance differs by no more than this."""

    def __float__(self) -> float:
        return self.value


@dataclass(frozen=True)
class Outlook:
    """Where a bankroll is after some hands."""

    hands: int
    """How many hands are played."""
    ahead: Chance
    """The chance to have more than at first."""
    even: Chance
    """The chance to have as much."""
    behind: Chance
    """The chance to have less."""


@dataclass(frozen=True, repr=False)
class Risk(Sheeted):
    """What a hand pays, exactly, and what follows for a bankroll. One coin is bet on every hand."""

    objective: str
    """The name of the paytable."""
    payouts: tuple[tuple[int, Fraction], ...]
    """What a hand can pay, in ascending order, and how often it does, exactly."""

    @property
    def mean(self) -> Fraction:
        """What a hand pays on average, exactly: the return."""
        return sum((pays * share for pays, share in self.payouts), Fraction())

    @property
    def variance(self) -> Fraction:
        """The variance of what a hand pays, exactly."""
        squares = sum((pays**2 * share for pays, share in self.payouts), Fraction())
        return squares - self.mean**2

    @cached_property
    def _root(self) -> Decimal:
        """The chance to ever be one coin poorer, to far more digits than a float has."""
        if self.mean <= 1:
            return Decimal(1)
        if self.payouts[0][0] > 0:
            return Decimal(0)
        with localcontext() as context:
            context.prec = _DIGITS
            shares = [
                (pays, Decimal(share.numerator) / Decimal(share.denominator))
                for pays, share in self.payouts
            ]

            def difference(root: Decimal) -> Decimal:
                return sum((share * root**pays for pays, share in shares), Decimal()) - root

            # Convex, above 0 at 0, and 0 at 1, where it rises: below 0 in between.
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

    def ruin(self, bankroll: int, *, hands: int | None = None) -> Chance:
        """Tell the chance to lose a bankroll, a coin a hand.

        Parameters
        ----------
        bankroll
            How many coins there are, 1 to 10**9.
        hands
            How many hands are played, 1 to 20,000; without end if not given. Then the chance is 1
            unless the return is above 1.

        Examples
        --------
        >>> deuces = risk("deuces-wild-full-pay")
        >>> round(deuces.ruin(1000).value, 5), round(deuces.ruin(200, hands=2000).value, 5)
        (0.52028, 0.12126)
        >>> risk("jacks-or-better-9-6").ruin(1000).value
        1.0
        """
        coins = _core.whole_number("bankroll", bankroll, 1, MOST_COINS)
        if hands is not None:
            count = _core.whole_number("hands", hands, 1, MOST_HANDS_TO_RUIN)
            return self._ruin_within(coins, count)
        with localcontext() as context:
            context.prec = _DIGITS
            value = float(self._root**coins)
        return Chance(value, value * _EPSILON if self.mean > 1 else 0.0)

    def _ruin_within(self, bankroll: int, hands: int) -> Chance:
        # Chances by coins, as far as that many can still be lost in the hands that are left.
        chances = np.zeros(hands + 1)
        if bankroll <= hands:
            chances[bankroll] = 1.0
        ruined = []
        for left in range(hands - 1, -1, -1):
            after = np.zeros(left + 2)
            for pays, share in self.payouts:
                # From n coins to n − 1 + pays.
                room = left + 2 - pays
                if room > 0:
                    part = chances[1 : 1 + room]
                    after[pays : pays + len(part)] += float(share) * part
            ruined.append(after[0])
            after[0] = 0.0
            chances = after
        value = min(1.0, fsum(ruined))
        return Chance(value, value * _EPSILON * (len(self.payouts) + 3) * (hands + 1))

    def bankroll(self, ruin: float) -> int | None:
        """Tell the smallest bankroll that is lost no more often than this; ``None`` if none is.

        Parameters
        ----------
        ruin
            The chance of ruin, above 0 and below 1.

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
            raise ValueError(f"ruin: expected a chance above 0 and below 1, found {ruin!r}")
        if self.mean <= 1:
            return None
        with localcontext() as context:
            context.prec = _DIGITS
            root, wanted = self._root, Decimal(float(ruin))
            if root == 0:
                return 1
            coins = max(1, int(wanted.ln() / root.ln()) - 1)
            while root**coins > wanted:
                coins += 1
        return coins

    def outlook(self, hands: int) -> Outlook:
        """Tell the chance to be ahead after some hands, with coins enough to play them all.

        Parameters
        ----------
        hands
            How many hands are played, 1 to 1,000,000. Takes some microseconds for each.

        Examples
        --------
        >>> outlook = risk("jacks-or-better-9-6").outlook(1000)
        >>> round(outlook.ahead.value, 5), outlook.ahead.error < 1e-11
        (0.34568, True)
        """
        count = _core.whole_number("hands", hands, 1, MOST_HANDS)
        least = self.payouts[0][0]
        # All hands pay this, so that they are even when the rest pays so much.
        even_at = count * (1 - least)
        if even_at < 0:
            nothing, sure = Chance(0.0, 0.0), Chance(1.0, 0.0)
            return Outlook(count, sure, nothing, nothing)
        behind, even = self._below_and_at(count, even_at)
        relative = _EPSILON * (len(self.payouts) + 6) * (count + 1)
        # The sum of what is below and at is 1 at most, and so is its error times that.
        ahead = max(0.0, 1.0 - (behind + even))
        return Outlook(
            count,
            Chance(ahead, relative),
            Chance(even, even * relative),
            Chance(behind, behind * relative),
        )

    def _below_and_at(self, hands: int, place: int) -> tuple[float, float]:
        """Give the chances that hands pay less than some coins, and as much.

        What is beyond the least payout of each is counted. The coefficients g of a power of a
        polynomial f follow from f g' = n f' g, one after the other:

            k f(0) g(k) = sum over j of (j (n + 1) − k) f(j) g(k − j)

        For k up to n no term is negative.
        """
        least, share_of_least = self.payouts[0]
        terms = [(pays - least, float(share / share_of_least)) for pays, share in self.payouts[1:]]
        found = [1.0]
        # Sums of coefficients in parts, each to be multiplied by 2 to the power of its number.
        sums: list[tuple[int, float]] = []
        exponent, begin = 0, 0
        for k in range(1, place + 1):
            total = 0.0
            for j, share in terms:
                if j > k:
                    break
                total += (j * (hands + 1) - k) * share * found[k - j]
            found.append(total / k)
            if total / k > _LARGE:
                sums.append((exponent, fsum(found[begin:k])))
                # Only the last of them are looked at again.
                reach = terms[-1][0]
                first = max(0, k - reach)
                for back in range(first, k + 1):
                    found[back] *= 2.0**-_STEP
                exponent, begin = exponent + _STEP, k
        sums.append((exponent, fsum(found[begin:place])))
        with localcontext() as context:
            context.prec = _DIGITS
            exact = Decimal(share_of_least.numerator) / Decimal(share_of_least.denominator)
            first_of_all = exact**hands
            below = sum((Decimal(part) * 2**power for power, part in sums), Decimal())
            at = Decimal(found[place]) * 2**exponent
            return float(below * first_of_all), float(at * first_of_all)

    def simulate(
        self, hands: int, *, bankroll: int = 0, runs: int = 1, seed: int = 0
    ) -> NDArray[np.int64]:
        """Play hands at random.

        Parameters
        ----------
        hands, runs
            How many hands each run has, and how many runs there are.
        bankroll
            The coins at first. A run that has lost them all stops there; with 0, every run goes on.
        seed
            Same seed, same runs.

        Returns
        -------
        numpy.ndarray
            The coins before the first hand and after every one, shape (runs, hands + 1).

        Examples
        --------
        >>> risk("jacks-or-better-9-6").simulate(5, bankroll=10, seed=1).shape
        (1, 6)
        """
        count = _core.whole_number("hands", hands, 1, MOST_SIMULATED)
        many = _core.whole_number("runs", runs, 1, MOST_SIMULATED)
        if count * many > MOST_SIMULATED:
            raise ValueError(
                f"expected at most {MOST_SIMULATED:,} hands in all runs, found {count * many:,}"
            )
        coins = _core.whole_number("bankroll", bankroll, 0, MOST_COINS)
        generator = np.random.default_rng(_core.whole_number("seed", seed, 0, 2**64 - 1))
        payouts = np.array([pays for pays, _ in self.payouts], np.int64)
        ends = np.cumsum([float(share) for _, share in self.payouts])
        ends[-1] = 1.0
        drawn = payouts[np.searchsorted(ends, generator.random((many, count)), side="right")]
        paths = np.empty((many, count + 1), np.int64)
        paths[:, 0] = coins
        np.cumsum(drawn - 1, axis=1, out=paths[:, 1:])
        paths[:, 1:] += coins
        if coins:
            ruined = np.minimum.accumulate(paths, axis=1) <= 0
            paths[ruined] = 0
        return paths

    def _sheet(self) -> Sheet:
        rows = [(pays, share, float(1 / share)) for pays, share in self.payouts if share]
        title = (
            f"{self.objective}: returns {float(self.mean):.8f}, variance {float(self.variance):.5f}"
        )
        return Sheet(title, ["pays", "chance", "one in"], [(a, float(b), c) for a, b, c in rows])

    def __repr__(self) -> str:
        return f"<Risk of {self.objective}, return {float(self.mean)}>"


def risk(objective: Objective = "jacks-or-better-9-6", *, threads: int | None = None) -> Risk:
    """Find out how often a hand pays what if it is played best, and what a bankroll risks by it.

    Parameters
    ----------
    objective
        A paytable or its name, with whole payouts.
    threads
        How many threads to use; all cores if not given.

    Raises
    ------
    ValueError
        If there is no such paytable, or a payout is not a whole number of coins.

    Examples
    --------
    >>> deuces = risk("deuces-wild-full-pay")
    >>> round(float(deuces.mean), 6), round(float(deuces.variance), 4)
    (1.00762, 25.8346)
    """
    if unit(objective) != "coins per coin bet":
        raise ValueError(f"objective '{objective}': expected a paytable here")
    solution = solve(objective, threads=threads)
    shares: dict[int, Fraction] = {}
    for line in solution.lines:
        if line.worth.denominator != 1:
            raise ValueError(
                f"paytable '{solution.objective}': expected whole payouts for the risk, "
                f"found {line.worth} for '{line.name}'"
            )
        share = solution.share(line)
        if share:
            pays = int(line.worth)
            shares[pays] = shares.get(pays, Fraction()) + share
    return Risk(solution.objective, tuple(sorted(shares.items())))
