"""Exact analysis of the discards of a five-card hand, and of whole draw games such as video poker.

A discard is a *mask*: bit i stands for the i-th card of the hand as it was given. Mask 0 stands
pat, and 31 draws five new cards. An *objective* says which discard is best:

``"class"``
    The expected number of the final hand category, 0 (high card) to 8 (straight flush).
a paytable
    The EV (expected value) in bets: the name of a built-in paytable, see :data:`PAYTABLES`, or a
    custom :class:`Paytable`.
``"showdown"``
    The equity against one opponent: the probability of winning plus half that of tying. See
    :func:`showdown`.
``"pattern"``
    A fixed rule, not an optimum: hold the made pattern (a pair, two pair, three or four of a kind,
    a straight or better), otherwise the highest card. Discards are valued as by ``"class"``.

Among equal values the discard of fewer cards wins, then the smaller mask. Values are compared as
integers.

Lowball and badugi have tables and solutions of their own: ``analyze(hand, game="2-7")`` and
``solve(game="badugi", draws=3)``.

A paytable may have wild cards and a joker. Then a hand pays as the best hand that it can be made
into, and final hands are counted by the lines of the paytable.

>>> from cardcore import discard
>>> best = discard.analyze("9d Td 6c Qc 8h").best("class")
>>> best.discard, round(best.value, 5)
((Card('6c'), Card('Qc'), Card('8h')), 0.65224)
"""

from cardcore.discard.bankroll import Kelly, Outlook, Probability, Risk, Session, risk
from cardcore.discard.chart import ChartEdit, ChartLine, Leak, Mistake, Strategy, strategy
from cardcore.discard.discards import Discard
from cardcore.discard.double_down_stud import (
    DOUBLE_DOWN_STUD,
    DoubleDownStudSolution,
    double_down_stud,
)
from cardcore.discard.equity_loss import EquityLoss, EquityLosses, equity_losses
from cardcore.discard.line import Line, lines, unit
from cardcore.discard.low_draws import LOW_GAMES, LowGame, LowTable
from cardcore.discard.low_solution import LowSolution
from cardcore.discard.multiplier import (
    FREE_RIDES,
    MULTIPLIER_GAMES,
    MultiplierSolution,
    MultiplierState,
    MultiStrike,
    MultiStrikeLevel,
    MultiStrikeSolution,
    SuperTimesPay,
    UltimateX,
)
from cardcore.discard.names import (
    PAYTABLES,
    MultiplierGameName,
    ObjectiveName,
    PaytableName,
    search,
)
from cardcore.discard.objective import Objective, Opponent, named
from cardcore.discard.paytable import CLASSES, OUTCOMES, WILD_CLASSES, Paytable
from cardcore.discard.pick_em import PICK_EM, PickEmSolution, pick_em
from cardcore.discard.progressive import break_even
from cardcore.discard.showdown_equity import SAMPLES, Showdown, showdown
from cardcore.discard.solution import Solution, solve
from cardcore.discard.table import DiscardTable, analyze, analyze_many, best_discards

__all__ = [
    "CLASSES",
    "DOUBLE_DOWN_STUD",
    "FREE_RIDES",
    "LOW_GAMES",
    "MULTIPLIER_GAMES",
    "OUTCOMES",
    "PAYTABLES",
    "PICK_EM",
    "SAMPLES",
    "WILD_CLASSES",
    "ChartEdit",
    "ChartLine",
    "Discard",
    "DiscardTable",
    "DoubleDownStudSolution",
    "EquityLoss",
    "EquityLosses",
    "Kelly",
    "Leak",
    "Line",
    "LowGame",
    "LowSolution",
    "LowTable",
    "Mistake",
    "MultiStrike",
    "MultiStrikeLevel",
    "MultiStrikeSolution",
    "MultiplierGameName",
    "MultiplierSolution",
    "MultiplierState",
    "Objective",
    "ObjectiveName",
    "Opponent",
    "Outlook",
    "Paytable",
    "PaytableName",
    "PickEmSolution",
    "Probability",
    "Risk",
    "Session",
    "Showdown",
    "Solution",
    "Strategy",
    "SuperTimesPay",
    "UltimateX",
    "analyze",
    "analyze_many",
    "best_discards",
    "break_even",
    "double_down_stud",
    "equity_losses",
    "lines",
    "named",
    "pick_em",
    "risk",
    "search",
    "showdown",
    "solve",
    "strategy",
    "unit",
]
