"""Which cards of five to discard before others are drawn, exactly.

A discard is a *mask*: bit i stands for the i-th card of the hand as it was given, so that 0 is to
stand pat and 31 to draw five new cards. What makes one discard better than another is an
*objective*:

``"class"``
    The expected number of the final class, 0 (high card) to 8 (straight flush).
a paytable
    The expected payout: the name of a built-in paytable, see :data:`PAYTABLES`, or a
    :class:`Paytable` of one's own.
``"showdown"``
    The chance to win, plus half the chance to tie, against one opponent: see :func:`showdown`.
``"pattern"``
    Not an optimum but a rule: keep the made pattern (a pair, two pairs, three or four of a kind,
    a straight or better), or else the highest card. Discards are valued as by ``"class"``.

Ties go to the fewer cards discarded, then to the smaller mask; values are compared as integers.

A paytable may have wild cards and a joker. Then a hand is paid for whatever it can be made into
that pays most, and final hands are told apart by the lines of the paytable.

>>> from cardcore import discard
>>> best = discard.analyze("9d Td 6c Qc 8h").best("class")
>>> best.discard, round(best.value, 5)
((Card('6c'), Card('Qc'), Card('8h')), 0.65224)
"""

from cardcore.discard.bankroll import Chance, Outlook, Risk, risk
from cardcore.discard.chart import ChartLine, Mistake, Strategy, strategy
from cardcore.discard.choice import Discard
from cardcore.discard.line import Line, lines, unit
from cardcore.discard.losses import EquityLoss, EquityLosses, equity_losses
from cardcore.discard.objective import Objective
from cardcore.discard.opponent import SAMPLES, Showdown, showdown
from cardcore.discard.paytable import CLASSES, OUTCOMES, PAYTABLES, WILD_CLASSES, Paytable
from cardcore.discard.progressive import break_even
from cardcore.discard.solution import Solution, solve
from cardcore.discard.table import DiscardTable, analyze, analyze_many, best_discards

__all__ = [
    "CLASSES",
    "OUTCOMES",
    "PAYTABLES",
    "SAMPLES",
    "WILD_CLASSES",
    "Chance",
    "ChartLine",
    "Discard",
    "DiscardTable",
    "EquityLoss",
    "EquityLosses",
    "Line",
    "Mistake",
    "Objective",
    "Outlook",
    "Paytable",
    "Risk",
    "Showdown",
    "Solution",
    "Strategy",
    "analyze",
    "analyze_many",
    "best_discards",
    "break_even",
    "equity_losses",
    "lines",
    "risk",
    "showdown",
    "solve",
    "strategy",
    "unit",
]
