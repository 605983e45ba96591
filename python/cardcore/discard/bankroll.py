"""Bankroll and risk of ruin, from the exact distribution of what a play pays.

A *bet* is what one hand costs: some coins (credits) of a denomination, usually five. A *play* is
one hand, or several that draw to the same deal. Bankrolls are in bets unless they say otherwise.

A hand costs one bet and pays a whole number of bets, so a bankroll never falls by more than one
bet at a time. That makes the risk of ruin a power: if r is the probability of ever being one bet
below the start, the probability of ever losing b bets is r to the power of b, and r is the smallest
root of r = E(r ** payout). See Feller, *An Introduction to Probability Theory and Its
Applications*, volume 1, chapters XII and XIV. Where a play can lose several units (several hands,
or fractions of a bet), the risk is a sum of such powers: see ``plays``.

The distribution of the total payout of many hands is a power of the generating function of one. It
is computed with sums of positive terms only, so relative errors can only add up: each result comes
with a bound on its error.
"""

from dataclasses import dataclass, field
from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from math import floor, fsum
from numbers import Real
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore.discard.chart import Strategy
from cardcore.discard.line import unit
from cardcore.discard.objective import Objective
from cardcore.discard.plays import Plays, payouts_of, play_of
from cardcore.discard.solution import Solution, solve
from cardcore.discard.utility import kelly_solution, min_ruin_solution
from cardcore.result_table import HasResultTable, ResultTable

__all__ = ["Kelly", "Outlook", "Probability", "Risk", "Session", "risk"]

#: The most hands for exact results: more would take too long, or too much memory.
MAX_HANDS = 1_000_000
MAX_HANDS_TO_RUIN = 20_000

#: The largest bankroll in bets, and the most simulated hands in all runs together.
MAX_BANKROLL = 10**9
MAX_SIMULATED_HANDS = 50_000_000

#: The most hands that can be played at once.
MAX_HANDS_PER_PLAY = 100

#: The most bankrolls between a stop-loss and a win goal.
MAX_STATES = 4_000

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
    """The number of hands played, or of plays if several hands are played at once."""
    ahead: Probability
    """The probability of having more than at the start."""
    even: Probability
    """The probability of having as much."""
    behind: Probability
    """The probability of having less."""


@dataclass(frozen=True)
class Session:
    """How a session ends that has a win goal, a stop-loss, or both."""

    goal: float
    """The probability of reaching the goal first."""
    stopped: float
    """The probability of reaching the stop-loss first."""
    playing: float
    """The probability of neither within the hands played."""
    hands: float
    """The mean number of plays until the end."""


@dataclass(frozen=True)
class Kelly:
    """The bets that let a bankroll grow fastest in the long run."""

    fraction: float
    """The fraction of the bankroll to bet on every play; 0 if the return is not above 1."""
    growth: float
    """The mean growth of the logarithm of the bankroll per play."""

    @property
    def bankroll(self) -> float:
        """The bankroll, in the cost of one play, for which the usual bet is the Kelly bet."""
        return 1 / self.fraction if self.fraction else float("inf")


@dataclass(frozen=True, repr=False)
class Risk(HasResultTable):
    """The exact distribution of a hand's payout, and the risk to a bankroll at one bet a hand."""

    objective: str
    """The name of the paytable."""
    payouts: tuple[tuple[int | Fraction, Fraction], ...]
    """The payouts of a hand in bets, in ascending order, each with its exact probability."""
    coins: int = 5
    """The number of coins (credits) in a bet."""
    denomination: Fraction | None = None
    """The value of a coin in money; ``None`` if it is not given."""
    cashback: Fraction = Fraction()
    """What is paid back of every bet, such as 0.0025 for 0.25%, right after it was made."""
    hands_per_hour: int | None = None
    """The number of plays in an hour; ``None`` if it is not given."""
    _plays: Plays | None = field(default=None, compare=False)

    @property
    def hands_per_play(self) -> int:
        """The number of hands that are played at once."""
        return 1 if self._plays is None else self._plays.hands

    @property
    def mean(self) -> Fraction:
        """The mean payout of a hand with its cashback, exactly: the return (RTP)."""
        return sum((pays * chance for pays, chance in self.payouts), self.cashback)

    @property
    def variance(self) -> Fraction:
        """The variance of the payout per bet, exactly.

        If several hands are played at once, this is the variance of their mean.
        """
        if self._plays is not None:
            return self._plays.variance
        squares = sum((pays**2 * chance for pays, chance in self.payouts), Fraction())
        return squares - (self.mean - self.cashback) ** 2

    @property
    def bet(self) -> Fraction | None:
        """What a play costs in money; ``None`` if the denomination is not given."""
        if self.denomination is None:
            return None
        return self.denomination * self.coins * self.hands_per_play

    def credits(self, bets: int) -> int:
        """Convert bets to coins (credits).

        >>> risk("deuces-wild-full-pay", coins=5).credits(4585)
        22925
        """
        return _core.whole_number("bets", bets, 0, MAX_BANKROLL) * self.coins

    def money(self, bets: int) -> Fraction:
        """Convert bets to money.

        >>> float(risk("deuces-wild-full-pay", denomination=0.25).money(4585))
        5731.25

        Raises
        ------
        ValueError
            If the denomination is not given.
        """
        if self.denomination is None:
            raise ValueError("denomination: expected the value of a coin for amounts of money")
        return self.credits(bets) * self.denomination

    def bets(
        self,
        *,
        credits: int | None = None,  # noqa: A002 # what players call them
        money: float | Fraction | None = None,
    ) -> int:
        """Convert coins (credits) or money to whole bets; what is left over cannot be bet.

        >>> deuces = risk("deuces-wild-full-pay", coins=5, denomination="0.25")
        >>> deuces.bets(credits=4585), deuces.bets(money=500)
        (917, 400)
        """
        if (credits is None) == (money is None):
            raise ValueError("expected either credits or money")
        if credits is not None:
            limit = MAX_BANKROLL * self.coins
            return _core.whole_number("credits", credits, 0, limit) // self.coins
        if self.denomination is None:
            raise ValueError("denomination: expected the value of a coin for amounts of money")
        amount = _fraction("money", money)
        return floor(amount / (self.denomination * self.coins))

    @cached_property
    def _play(self) -> Plays:
        """The distribution of a play in units of the smallest fraction of a bet."""
        if self._plays is not None:
            return self._plays
        return play_of(self.payouts, self.cashback)

    @property
    def _simple(self) -> bool:
        """Whether a play loses at most one unit."""
        return self._play.cost == 1

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
                (int(pays), Decimal(chance.numerator) / Decimal(chance.denominator))
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

    def ruin(
        self,
        bankroll: int | None = None,
        *,
        credits: int | None = None,  # noqa: A002 # what players call them
        money: float | Fraction | None = None,
        hands: int | None = None,
    ) -> Probability:
        """Return the risk of ruin: the probability of no longer being able to pay for a play.

        Parameters
        ----------
        bankroll
            The bankroll in bets, 1 to 10**9.
        credits, money
            The bankroll in coins or money instead.
        hands
            The number of hands, 1 to 20,000, or of plays if several hands are played at once; by
            default, indefinite play. Then the risk of ruin is 1 unless the return is above 1.

        Examples
        --------
        >>> deuces = risk("deuces-wild-full-pay")
        >>> round(deuces.ruin(1000).value, 5), round(deuces.ruin(200, hands=2000).value, 5)
        (0.52028, 0.12126)
        >>> round(deuces.ruin(4585).value, 3), round(deuces.ruin(credits=4585).value, 3)
        (0.05, 0.549)
        >>> risk("jacks-or-better-9-6").ruin(1000).value
        1.0
        """
        if bankroll is None:
            bankroll = self.bets(credits=credits, money=money)
        elif credits is not None or money is not None:
            raise ValueError("bankroll: expected it in bets, credits or money, not in several")
        bets = _core.whole_number("bankroll", bankroll, 1, MAX_BANKROLL)
        if hands is not None:
            count = _core.whole_number("hands", hands, 1, MAX_HANDS_TO_RUIN)
            if not self._simple:
                return Probability(*self._play.ruin_within(bets, count))
            return self._ruin_within(bets, count)
        if not self._simple:
            return Probability(*self._play.ruin(bets))
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
                room = left + 2 - int(pays)
                if room > 0:
                    part = chances[1 : 1 + room]
                    after[int(pays) : int(pays) + len(part)] += float(chance) * part
            ruined.append(after[0])
            after[0] = 0.0
            chances = after
        value = min(1.0, fsum(ruined))
        return Probability(value, value * _EPSILON * (len(self.payouts) + 3) * (hands + 1))

    def bankroll(self, ruin: float) -> int | None:
        """Return the smallest bankroll in bets with at most this risk of ruin, or ``None``.

        ``None`` if no bankroll is enough. :meth:`credits` and :meth:`money` convert it.

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
        if not self._simple:
            return self._play.bankroll(float(ruin))
        with localcontext() as context:
            context.prec = _DIGITS
            root, wanted = self._root, Decimal(float(ruin))
            if root == 0:
                return 1
            bets = max(1, int(wanted.ln() / root.ln()) - 1)
            while root**bets > wanted:
                bets += 1
        return bets

    def outlook(self, hands: int | None = None, *, hours: float | None = None) -> Outlook:
        """Return the probability of being ahead after some hands, with a large enough bankroll.

        Parameters
        ----------
        hands
            The number of hands, 1 to 1,000,000, or of plays if several hands are played at once.
            Takes some microseconds for each.
        hours
            The same as a time, if ``hands_per_hour`` is given.

        Examples
        --------
        >>> outlook = risk("jacks-or-better-9-6").outlook(1000)
        >>> round(outlook.ahead.value, 5), outlook.ahead.error < 1e-11
        (0.34568, True)
        """
        count = _core.whole_number("hands", self._hands(hands, hours), 1, MAX_HANDS)
        if not self._simple:
            *chances, error = self._play.outlook(count)
            return Outlook(count, *(Probability(chance, error) for chance in chances))
        least = int(self.payouts[0][0])
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

    def _hands(self, hands: int | None, hours: float | None) -> int:
        """Return a number of plays that is given as such or as a time."""
        if (hands is None) == (hours is None):
            raise ValueError("expected either hands or hours")
        if hands is not None:
            return hands
        if self.hands_per_hour is None:
            raise ValueError("hands_per_hour: expected the number of hands in an hour")
        return max(1, round(_fraction("hours", hours) * self.hands_per_hour))

    def _below_and_at(self, hands: int, excess: int) -> tuple[float, float]:
        """Return the probabilities that the excess of all payouts is below this, and equal to it.

        The excess is what a hand pays beyond the smallest payout. The coefficients g of a power of
        a polynomial f follow from f g' = n f' g, one after the other:

            k f(0) g(k) = sum over j of (j (n + 1) − k) f(j) g(k − j)

        For k up to n no term is negative.
        """
        least, least_chance = self.payouts[0]
        terms = [
            (int(pays - least), float(chance / least_chance)) for pays, chance in self.payouts[1:]
        ]
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
            # A million hands reach far beyond the exponents that are allowed by default.
            context.Emax, context.Emin = MAX_EMAX, MIN_EMIN
            exact = Decimal(least_chance.numerator) / Decimal(least_chance.denominator)
            factor = exact**hands
            # A power of two as an integer has as many digits as there are hands.
            two = Decimal(2)
            below = sum((Decimal(part) * two**power for power, part in sums), Decimal())
            at = Decimal(found[excess]) * two**exponent
            return float(below * factor), float(at * factor)

    def session(
        self,
        bankroll: int,
        *,
        goal: int | None = None,
        stop_loss: int | None = None,
        hands: int | None = None,
        hours: float | None = None,
    ) -> Session:
        """Return how a session ends that stops at a win goal or a stop-loss.

        Parameters
        ----------
        bankroll
            The bankroll in bets.
        goal
            Stop when the bankroll is this much or more above the start, in bets.
        stop_loss
            Stop when the bankroll is this much or more below the start, in bets; by default, when
            the next play cannot be paid.
        hands, hours
            The number of plays, up to 20,000, or the time; by default, until the goal or the
            stop-loss is reached, which then has to be given.

        Examples
        --------
        >>> jacks = risk("jacks-or-better-9-6")
        >>> session = jacks.session(100, goal=50, hands=500)
        >>> round(session.goal, 4), round(session.stopped, 4), round(session.playing, 4)
        (0.1822, 0.0194, 0.7984)
        """
        bets = _core.whole_number("bankroll", bankroll, 1, MAX_BANKROLL)
        above = None if goal is None else _core.whole_number("goal", goal, 1, MAX_BANKROLL)
        below = bets if stop_loss is None else _core.whole_number("stop_loss", stop_loss, 1, bets)
        if hands is None and hours is None:
            if above is None:
                raise ValueError("goal: expected one, or a number of hands, or the play never ends")
            count = None
        else:
            count = _core.whole_number("hands", self._hands(hands, hours), 1, MAX_HANDS_TO_RUIN)
        states = (below + (above or 0)) * self._play.unit
        if count is None and states > MAX_STATES:
            raise ValueError(
                f"expected at most {MAX_STATES:,} bankrolls between stop-loss and goal, "
                f"found {states:,}; give a number of hands"
            )
        return Session(*self._play.session(bets, above, below, count))

    def kelly(self) -> Kelly:
        """Return the fraction of a bankroll to bet so that it grows fastest.

        Examples
        --------
        >>> found = risk("deuces-wild-full-pay").kelly()
        >>> round(found.bankroll), found.growth > 0
        (2924, True)
        """
        return Kelly(*self._play.kelly())

    def simulate(
        self, hands: int, *, bankroll: int = 0, runs: int = 1, seed: int = 0
    ) -> NDArray[np.int64]:
        """Simulate sessions.

        Parameters
        ----------
        hands, runs
            The number of hands (plays) per run, and the number of runs.
        bankroll
            The initial bankroll in bets. A run stops once it is lost; with 0, no run stops.
        seed
            The same seed gives the same runs.

        Returns
        -------
        numpy.ndarray
            The bankroll before the first play and after each play, shape (runs, hands + 1), in
            bets; with payouts or cashback that are not whole, in the smallest fraction of a bet.

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
        return self._play.simulate(count, many, bets, generator)

    def _result_table(self) -> ResultTable:
        rows = [(pays, float(chance), float(1 / chance)) for pays, chance in self.payouts if chance]
        title = (
            f"{self.objective}: return {float(self.mean):.8f}, variance {float(self.variance):.5f}"
        )
        return ResultTable(title, ["pays", "probability", "one in"], rows)

    def __repr__(self) -> str:
        return f"<Risk of {self.objective}, return {float(self.mean)}>"


def _fraction(name: str, value: object) -> Fraction:
    """Read an amount exactly: 0.25 is a quarter."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal, Fraction, str)):
        raise TypeError(f"{name}: expected a number, found {type(value).__name__}")
    try:
        found = Fraction(repr(value) if isinstance(value, float) else value)
    except (OverflowError, ValueError, ZeroDivisionError) as error:
        raise ValueError(f"{name}: expected a number, found {value!r}") from error
    if found < 0:
        raise ValueError(f"{name}: expected 0 or more, found {value!r}")
    return found


def risk(
    paytable: Objective = "jacks-or-better-9-6",
    *,
    objective: Literal["ev", "min-ruin", "kelly"] = "ev",
    strategy: Strategy | None = None,
    hands_per_play: int = 1,
    coins: int = 5,
    denomination: float | Fraction | str | None = None,
    cashback: float | Fraction | str = 0,
    hands_per_hour: int | None = None,
    threads: int | None = None,
) -> Risk:
    """Find the distribution of a hand's payout, and the risk to a bankroll.

    Parameters
    ----------
    paytable
        A paytable or its name.
    objective
        How the hands are played: ``"ev"`` for the highest return; ``"min-ruin"`` for the smallest
        risk of ruin, and so the smallest bankroll for a given risk; ``"kelly"`` for the fastest
        growth. The last two need a return above 1.
    strategy
        A chart that is followed instead.
    hands_per_play
        The number of hands that draw to the same deal, 1 to 100, as in Triple Play.
    coins
        The number of coins (credits) in a bet.
    denomination
        The value of a coin in money, such as 0.25.
    cashback
        What is paid back of every bet, such as 0.0025 for 0.25%. It counts as if it were paid right
        away.
    hands_per_hour
        The number of plays in an hour, to give times in hours.
    threads
        The number of threads; by default, one per core.

    Raises
    ------
    ValueError
        If there is no such paytable, or an argument is out of range.

    Examples
    --------
    >>> deuces = risk("deuces-wild-full-pay")
    >>> round(float(deuces.mean), 6), round(float(deuces.variance), 4)
    (1.00762, 25.8346)
    >>> risk("deuces-wild-full-pay", objective="min-ruin").bankroll(0.05)
    4544
    >>> triple = risk("deuces-wild-full-pay", hands_per_play=3)
    >>> round(float(triple.variance), 4), triple.bankroll(0.05)
    (10.7049, 5687)
    """
    if unit(paytable) != "bets":
        raise ValueError(f"objective '{paytable}': expected a paytable here")
    if objective not in ("ev", "min-ruin", "kelly"):
        raise ValueError(f"objective: expected ev, min-ruin or kelly, found {objective!r}")
    if strategy is not None and not isinstance(strategy, Strategy):
        raise TypeError(f"strategy: expected a Strategy, found {type(strategy).__name__}")
    if strategy is not None and objective != "ev":
        raise ValueError("strategy: expected no other objective than ev with a chart")
    count = _core.whole_number("hands_per_play", hands_per_play, 1, MAX_HANDS_PER_PLAY)
    per_bet = _core.whole_number("coins", coins, 1, 1_000_000)
    each = None if denomination is None else _fraction("denomination", denomination)
    back = _fraction("cashback", cashback)
    if back >= 1:
        raise ValueError(f"cashback: expected less than 1, found {cashback!r}")
    if hands_per_hour is not None:
        hands_per_hour = _core.whole_number("hands_per_hour", hands_per_hour, 1, 1_000_000)
    played: Solution | Strategy
    if strategy is not None:
        played = strategy
    elif objective == "min-ruin":
        played = min_ruin_solution(paytable, back, threads)
    elif objective == "kelly":
        played = kelly_solution(paytable, back, threads)
    else:
        played = solve(paytable, threads=threads)
    chances, plays = payouts_of(paytable, played, count, back, threads)
    return Risk(played.objective, chances, per_bet, each, back, hands_per_hour, plays)
