"""Five-card draw: a match with betting, see :func:`new`, and which cards to discard.

:func:`equilibrium` solves the betting between two players; :func:`exploitability` and
:func:`responder` measure how much can be won from any player.

What finds the best discard is in :mod:`cardcore.discard`; its main functions are here as well.

>>> from cardcore import draw
>>> best = draw.analyze("9d Td 6c Qc 8h").best("class")
>>> best.discard, round(best.value, 5)
((Card('6c'), Card('Qc'), Card('8h')), 0.65224)
"""

from cardcore.discard import Paytable, analyze, analyze_many, best_discards, solve
from cardcore.draw.match import LastHand, Pot, Rules, View, new
from cardcore.draw.response import Exploitation, exploitability, responder
from cardcore.draw.solution import Equilibrium, equilibrium, is_shipped

__all__ = [
    "Equilibrium",
    "Exploitation",
    "LastHand",
    "Paytable",
    "Pot",
    "Rules",
    "View",
    "analyze",
    "analyze_many",
    "best_discards",
    "equilibrium",
    "exploitability",
    "is_shipped",
    "new",
    "responder",
    "solve",
]
