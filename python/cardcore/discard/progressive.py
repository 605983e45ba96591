"""Progressive jackpots: the payout at which a game is fair.

The optimal strategy changes with the jackpot: the more a royal flush pays, the more hands draw to
it. The return under optimal play is a convex, piecewise linear function of one payout, with one
segment for each strategy. Newton's method ends on the segment that contains the answer. If points
on both sides of the answer lie on that segment, the answer is exact.
"""

from fractions import Fraction
from math import ceil, lcm

from cardcore.discard.paytable import Payout, Paytable
from cardcore.discard.showdown_equity import Progress
from cardcore.discard.solution import solve
from cardcore.errors import CardcoreError

__all__ = ["break_even"]

#: The largest payout, in units of the smallest fraction of all payouts.
_MAX_SCALED = 10**12

#: The most decimals of the payouts that are tried.
_MAX_DECIMALS = 6


def break_even(
    paytable: Paytable | str,
    line: str = "royal_flush",
    *,
    value: Payout = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Fraction:
    """Find the payout of one line at which the game has a given return, exactly.

    Parameters
    ----------
    paytable
        A paytable, or the name of a built-in one.
    line
        The name of one of its lines, such as ``royal flush`` or ``royal_flush``. With wild cards,
        that means the natural royal flush unless the paytable pays all royal flushes alike.
    value
        The wanted return under optimal play; 1 to break even.
    threads
        The number of threads; by default, one per core.
    progress
        Called periodically with the hands done and their total, for each game that is solved.

    Raises
    ------
    ValueError
        If the paytable has no such line, or the return is higher even if the line pays nothing.

    Examples
    --------
    >>> jackpot = break_even("jacks-or-better-9-6", "royal_flush")
    >>> jackpot, round(float(jackpot), 4)
    (Fraction(45110169982, 46219759), 975.9932)
    >>> solve(Paytable("jacks-or-better-9-6").with_payout("royal_flush", 976)).exact > 1
    True
    """
    game = Paytable(paytable) if isinstance(paytable, str) else paytable
    if not isinstance(game, Paytable):
        found = type(game).__name__
        raise TypeError(f"paytable: expected a name or a Paytable, found {found}")
    wanted = _fraction(value)
    covered = game._outcomes_of(line)

    def solved(payout: Fraction) -> tuple[Fraction, Fraction]:
        """Return the game's return, and the probability of the line."""
        solution = solve(game.with_payout(line, payout), threads=threads, progress=progress)
        chances = (solution.outcomes.get(outcome, Fraction()) for outcome in covered)
        return solution.exact, sum(chances, Fraction())

    least, _ = solved(Fraction())
    if least > wanted:
        raise ValueError(
            f"'{game.name}' returns {float(least):.6f} even if '{line}' pays nothing, expected at "
            f"most {float(wanted):.6f}"
        )
    payout, tried = Fraction(ceil(max(game.payouts.values()))), None
    while payout != tried:
        tried = payout
        found, probability = solved(payout)
        if not probability:
            raise ValueError(f"'{line}' of '{game.name}' never occurs")
        exact = payout + (wanted - found) / probability
        step = finest_step(game, exact)
        payout = ceil(exact / step) * step
    # Equal slopes on both sides of the answer show that it lies inside one segment.
    lower, _ = solved(max(payout - step, Fraction()))
    if exact != payout and lower != found - probability * step:
        raise CardcoreError(
            f"'{line}' of '{game.name}': the best strategy changes between {float(payout - step)} "
            f"and {float(payout)}, where the answer lies"
        )
    return exact


def finest_step(game: Paytable, payout: Fraction) -> Fraction:
    """Return the finest decimal step that payouts of this size can have."""
    largest = max(*game.payouts.values(), payout + 1)
    scale = lcm(*(other.denominator for other in game.payouts.values()))
    for digits in range(_MAX_DECIMALS, -1, -1):
        if largest * lcm(scale, 10**digits) <= _MAX_SCALED:
            return Fraction(1, 10**digits)
    raise ValueError(f"'{game.name}' would have to pay {float(payout):.6g}, which is too much")


def _fraction(value: Payout) -> Fraction:
    try:
        return Fraction(value)
    except (OverflowError, ValueError, ZeroDivisionError) as error:
        raise ValueError(f"value: expected a number, found {value!r}") from error
