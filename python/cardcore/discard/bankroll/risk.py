"""The risk to a bankroll, from the exact distribution of what a play pays."""

from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from math import floor
from numbers import Real
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore.discard.bankroll.amounts import exact_amount
from cardcore.discard.bankroll.one_bet import (
    DIGITS,
    EPSILON,
    Payouts,
    below_and_at,
    ruin_root,
    ruin_within,
)
from cardcore.discard.bankroll.plays import Plays, payouts_of, play_of
from cardcore.discard.bankroll.results import Kelly, Outlook, Probability, Session
from cardcore.discard.bankroll.utility import kelly_solution, min_ruin_solution
from cardcore.discard.chart import Strategy
from cardcore.discard.line import unit
from cardcore.discard.objective import Objective
from cardcore.discard.solution import Solution, solve
from cardcore.result_table import HasResultTable, ResultTable

__all__ = [
    "MAX_BANKROLL",
    "MAX_HANDS",
    "MAX_HANDS_PER_PLAY",
    "MAX_HANDS_TO_RUIN",
    "MAX_SIMULATED_HANDS",
    "Risk",
    "risk",
]

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


@dataclass(frozen=True, repr=False)
class Risk(HasResultTable):
    """The exact distribution of a hand's payout, and the risk to a bankroll at one bet a hand."""

    objective: str
    """The name of the paytable."""
    payouts: Payouts
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
        amount = exact_amount("money", money)
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
        return ruin_root(self.payouts, self.mean)

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
            return ruin_within(self.payouts, bets, count)
        if not self._simple:
            return Probability(*self._play.ruin(bets))
        with localcontext() as context:
            context.prec = DIGITS
            value = float(self._root**bets)
        return Probability(value, value * EPSILON if self.mean > 1 else 0.0)

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
            context.prec = DIGITS
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
        behind, even = below_and_at(self.payouts, count, even_at)
        relative = EPSILON * (len(self.payouts) + 6) * (count + 1)
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
        return max(1, round(exact_amount("hours", hours) * self.hands_per_hour))

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
    each = None if denomination is None else exact_amount("denomination", denomination)
    back = exact_amount("cashback", cashback)
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
