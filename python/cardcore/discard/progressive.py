"""Progressive jackpots: the payout at which a game is fair.

The best strategy changes with the jackpot: the more a royal flush pays, the more hands give
something up for it. The return under best play is a convex function of one payout, made of straight
pieces, one for every strategy. Newton's way along it ends on the piece that holds the answer, and
where two points to either side of the answer lie on that piece, the answer on it is exact.
"""

from fractions import Fraction
from math import ceil, lcm

from cardcore.discard.opponent import Progress
from cardcore.discard.paytable import Payout, Paytable
from cardcore.discard.solution import solve
from cardcore.errors import CardcoreError

__all__ = ["break_even"]

#: Payouts go up to this in units of their smallest fraction.
_LARGEST = 10**12

#: How many decimals the payouts have that are tried.
_FINEST = 6


def break_even(
    paytable: Paytable | str,
    line: str = "royal_flush",
    *,
    value: Payout = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Fraction:
    """Find the payout of one line at which the whole game returns a given value, exactly.

    Parameters
    ----------
    paytable
        A paytable, or the name of a built-in one.
    line
        The name of one of its lines, such as ``royal flush`` or ``royal_flush``. With wild cards,
        the royal flush is the natural one unless the paytable pays all alike.
    value
        What the game is to return per coin bet under best play: 1 where it breaks even.
    threads
        How many threads to use; all cores if not given.
    progress
        Called now and then with the hands done and the hands in all, of each game that is solved.

    Raises
    ------
    ValueError
        If the paytable has no such line, or the game returns more even if that line pays nothing.

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
        """Give the return, and how often the line comes up."""
        found = solve(game.with_payout(line, payout), threads=threads, progress=progress)
        share = sum((found.outcomes.get(outcome, Fraction()) for outcome in covered), Fraction())
        return found.exact, share

    least, _ = solved(Fraction())
    if least > wanted:
        raise ValueError(
            f"'{game.name}' returns {float(least):.6f} even if '{line}' pays nothing, expected at "
            f"most {float(wanted):.6f}"
        )
    payout, tried = Fraction(ceil(max(game.payouts.values()))), None
    while payout != tried:
        tried = payout
        found, share = solved(payout)
        if not share:
            raise ValueError(f"'{line}' of '{game.name}' never comes up")
        exact = payout + (wanted - found) / share
        step = _step(game, exact)
        payout = ceil(exact / step) * step
    # The return at two points to either side of the answer shows that the piece is straight.
    lower, _ = solved(max(payout - step, Fraction()))
    if exact != payout and lower != found - share * step:
        raise CardcoreError(
            f"'{line}' of '{game.name}': the best strategy changes between {float(payout - step)} "
            f"and {float(payout)}, where the answer lies"
        )
    return exact


def _step(game: Paytable, payout: Fraction) -> Fraction:
    """Give the finest decimal step that payouts about this one can be told in."""
    largest = max(*game.payouts.values(), payout + 1)
    scale = lcm(*(worth.denominator for worth in game.payouts.values()))
    for digits in range(_FINEST, -1, -1):
        if largest * lcm(scale, 10**digits) <= _LARGEST:
            return Fraction(1, 10**digits)
    raise ValueError(f"'{game.name}' would have to pay {float(payout):.6g}, more than can be told")


def _fraction(value: Payout) -> Fraction:
    try:
        return Fraction(value)
    except (OverflowError, ValueError, ZeroDivisionError) as error:
        raise ValueError(f"value: expected a number, found {value!r}") from error
