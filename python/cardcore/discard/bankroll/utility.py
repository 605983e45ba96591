"""Strategies for a bankroll: the smallest risk of ruin, and the fastest growth.

Both maximize the mean of a concave function of the payout instead of the payout itself. With r the
risk of losing one bet, a strategy that makes E(r ** payout) as small as possible has the smallest r
of all; with f the fraction of the bankroll that is bet, the fastest growth has the largest
E(log(1 + f (payout − 1))). The function depends on r or f, and they on the strategy: solving one
after the other ends after a few rounds, as each makes the other better.
"""

from collections.abc import Callable
from fractions import Fraction
from math import log1p

from cardcore.discard.bankroll.plays import payouts_of, play_of
from cardcore.discard.objective import Objective
from cardcore.discard.paytable import Paytable
from cardcore.discard.solution import Solution, solve

__all__ = ["kelly_solution", "min_ruin_solution"]

#: The most rounds; four or five are usual.
_ROUNDS = 20

#: The value of the highest payout under the function, in whole numbers.
_SCALE = 10**11


def min_ruin_solution(paytable: Objective, cashback: Fraction, threads: int | None) -> Solution:
    """Find the strategy with the smallest risk of ruin, one hand at a time."""

    def improved(solution: Solution) -> tuple[float, Callable[[float], float]]:
        chances, _ = payouts_of(paytable, solution, 1, cashback, threads)
        play = play_of(chances, cashback)
        # Per bet, whatever the smallest fraction of a bet is.
        root = (1 - play._decrement()) ** play.unit if play.loss else 0.0
        return -root, lambda pays: (1 - root**pays) / (1 - root)

    return _iterated(paytable, improved, "min-ruin", cashback, threads)


def kelly_solution(paytable: Objective, cashback: Fraction, threads: int | None) -> Solution:
    """Find the strategy with the fastest growth of a bankroll, one hand at a time."""

    def improved(solution: Solution) -> tuple[float, Callable[[float], float]]:
        chances, _ = payouts_of(paytable, solution, 1, cashback, threads)
        fraction, growth = play_of(chances, cashback).kelly()
        cost = float(1 - cashback)
        lost = log1p(-fraction * cost)
        return growth, lambda pays: log1p(fraction * (pays - cost)) - lost

    return _iterated(paytable, improved, "kelly", cashback, threads)


def _iterated(
    paytable: Objective,
    improved: Callable[[Solution], tuple[float, Callable[[float], float]]],
    name: str,
    cashback: Fraction,
    threads: int | None,
) -> Solution:
    solution = solve(paytable, threads=threads)
    if solution.exact + cashback <= 1:
        raise ValueError(
            f"objective '{name}': expected a return above 1, '{solution.objective}' has "
            f"{float(solution.exact + cashback):.6f}"
        )
    game = paytable if isinstance(paytable, Paytable) else Paytable(paytable)
    best, utility = improved(solution)
    for _ in range(_ROUNDS):
        found = solve(_transformed(game, utility), threads=threads)
        value, utility = improved(found)
        if value <= best:
            break
        best, solution = value, found
    return solution


def _transformed(game: Paytable, utility: Callable[[float], float]) -> Paytable:
    """Return the paytable with another value for each payout, in whole numbers."""
    most = utility(float(max(game.payouts.values())))
    entries = {
        key: round(utility(float(Fraction(payout))) / most * _SCALE)
        for key, payout in game._valuation.entries
    }
    return Paytable(game.name, entries, wild=game.wild, jokers=game.jokers)
