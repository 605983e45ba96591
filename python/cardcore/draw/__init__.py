"""Five-card draw and other draw games: matches with betting, see :func:`new`; discard analysis.

:func:`equilibrium` solves the betting between two players and :func:`blueprint` that of larger
tables; :func:`exploitability` and
:func:`responder` measure how exploitable a player is.

:class:`Rules` has deuce-to-seven and ace-to-five lowball and badugi, up to three draws, pot-limit,
no-limit and blinds. :func:`to_phh` and :func:`from_phh` exchange hand histories.

:mod:`cardcore.discard` finds the best discards; its main functions are here as well.

>>> from cardcore import draw
>>> best = draw.analyze("9d Td 6c Qc 8h").best("class")
>>> best.discard, round(best.value, 5)
((Card('6c'), Card('Qc'), Card('8h')), 0.65224)
"""

from cardcore.discard import Paytable, analyze, analyze_many, best_discards, solve
from cardcore.draw.blueprint import Blueprint, blueprint
from cardcore.draw.match import LastHand, PastHand, Pot, Rules, View, new
from cardcore.draw.phh import from_phh, to_phh
from cardcore.draw.response import Exploitation, exploitability, responder
from cardcore.draw.solution import Bounds, Equilibrium, StrategyPlayer, equilibrium, is_shipped

__all__ = [
    "Blueprint",
    "Bounds",
    "Equilibrium",
    "Exploitation",
    "LastHand",
    "PastHand",
    "Paytable",
    "Pot",
    "Rules",
    "StrategyPlayer",
    "View",
    "analyze",
    "analyze_many",
    "best_discards",
    "blueprint",
    "equilibrium",
    "exploitability",
    "from_phh",
    "is_shipped",
    "new",
    "responder",
    "solve",
    "to_phh",
]
