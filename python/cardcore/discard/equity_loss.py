"""The equity that other objectives give up against an opponent who stands pat."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import PatShowdowns
from cardcore.discard.objective import Objective, Opponent, valuation
from cardcore.discard.paytable import PAYTABLES, Paytable
from cardcore.discard.showdown_equity import Progress
from cardcore.discard.solution import solve
from cardcore.result_table import HasResultTable, ResultTable

__all__ = ["EquityLoss", "EquityLosses", "equity_losses"]

#: The number of five-card hands.
_HANDS = 2_598_960


@dataclass(frozen=True)
class EquityLoss:
    """The result of one objective's discards against an opponent who stands pat."""

    objective: str
    """The name of the objective."""
    win: Fraction
    """The probability of winning."""
    tie: Fraction
    """The probability of tying."""
    equity: Fraction
    """The probability of winning plus half that of tying, over all hands."""
    loss: Fraction
    """The equity given up compared with the best discards."""
    mistakes: Fraction
    """The fraction of hands for which there is a better discard."""


@dataclass(frozen=True)
class EquityLosses(HasResultTable):
    """The equity losses of several objectives, smallest first."""

    rows: tuple[EquityLoss, ...]
    """One row per objective, ``"showdown"`` first."""

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the rows as columns, ready for a data frame."""
        names = ("win", "tie", "equity", "loss", "mistakes")
        numbers = {name: [float(getattr(row, name)) for row in self.rows] for name in names}
        return {"objective": [row.objective for row in self.rows], **numbers}

    def _result_table(self) -> ResultTable:
        title = "equity of the discards of each objective against an opponent who stands pat"
        return ResultTable(
            title, list(found := self.to_dict()), list(zip(*found.values(), strict=True))
        )


def equity_losses(
    objectives: Iterable[Opponent] | None = None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> EquityLosses:
    """Measure how much equity other objectives give up against an opponent who stands pat.

    The opponent holds any five of the 47 cards that are not in the hand and draws none. The result
    is exact: it counts all pairs of a draw and an opponent's hand, for each of 2,598,960 hands.

    Parameters
    ----------
    objectives
        ``"class"``, ``"pattern"``, paytables without wild cards or their names, and ``"pat"`` for
        always standing pat; by default, all of these. The best discards, ``"showdown"``, are always
        included.
    threads
        The number of threads; by default, one per core.
    progress
        Called periodically with the steps done and the total number of steps.

    Examples
    --------
    >>> losses = equity_losses(["class", "pat"])
    >>> [row.objective for row in losses.rows]
    ['showdown', 'class', 'pat']
    >>> losses.rows[-1].equity
    Fraction(1, 2)
    """
    if objectives is None:
        objectives = ("class", "pattern", *filter(_is_natural, PAYTABLES), "pat")
    elif isinstance(objectives, str | Paytable):
        raise TypeError(f"objectives: expected several, found {objectives!r} alone")
    others = [objective for objective in objectives if objective != "showdown"]
    for objective in others:
        if objective != "pat" and not _is_natural(objective):
            name = valuation(objective).name
            raise ValueError(f"objectives: expected games without wild cards, found {name!r}")

    showdowns = PatShowdowns(threads=threads, progress=progress)
    best = showdowns.solve().masks
    strategies: list[tuple[str, NDArray[np.uint8]]] = [("showdown", best)]
    for objective in others:
        if objective == "pat":
            strategies.append(("pat", np.zeros_like(best)))
        else:
            solution = solve(objective, threads=threads)
            strategies.append((solution.objective, solution.masks))

    results = [(name, showdowns.result(masks)) for name, masks in strategies]
    most = max(2 * result.wins + result.ties for _, result in results)
    rows = [
        EquityLoss(
            objective=name,
            win=Fraction(result.wins, showdowns.pairs),
            tie=Fraction(result.ties, showdowns.pairs),
            equity=Fraction(2 * result.wins + result.ties, 2 * showdowns.pairs),
            loss=Fraction(most - 2 * result.wins - result.ties, 2 * showdowns.pairs),
            mistakes=Fraction(result.mistakes, _HANDS),
        )
        for name, result in results
    ]
    return EquityLosses(tuple(sorted(rows, key=lambda row: row.loss)))


def _is_natural(objective: Objective) -> bool:
    """Return whether the objective has no wild cards."""
    aim = valuation(objective)
    return not aim.wild and not aim.jokers
