"""Multiplier games: what a winning hand is paid depends on more than the hand.

*Ultimate X* carries multipliers from hand to hand (`ultimate_x.py`), *Multi Strike* multiplies from
level to level (`multi_strike.py`), *Super Times Pay* at random (`super_times_pay.py`).
"""

from cardcore.discard.multiplier.games import MULTIPLIER_GAMES, multiplier_name
from cardcore.discard.multiplier.multi_strike import (
    FREE_RIDES,
    MultiStrike,
    MultiStrikeLevel,
    MultiStrikeSolution,
)
from cardcore.discard.multiplier.solution import MultiplierSolution, MultiplierState
from cardcore.discard.multiplier.super_times_pay import SuperTimesPay
from cardcore.discard.multiplier.ultimate_x import UltimateX, solve_multipliers

__all__ = [
    "FREE_RIDES",
    "MULTIPLIER_GAMES",
    "MultiStrike",
    "MultiStrikeLevel",
    "MultiStrikeSolution",
    "MultiplierSolution",
    "MultiplierState",
    "SuperTimesPay",
    "UltimateX",
    "multiplier_name",
    "solve_multipliers",
]
