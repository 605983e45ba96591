"""What the discards that other objectives choose lose against an opponent who stands pat."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import PatShowdowns
from cardcore.discard.objective import Objective, valuation
from cardcore.discard.opponent import Progress
from cardcore.discard.paytable import PAYTABLES, Paytable
from cardcore.discard.solution import solve
from cardcore.sheet import Sheet, Sheeted

__all__ = ["EquityLoss", "EquityLosses", "equity_losses"]

#: How many hands there are.
_HANDS = 2_598_960


@dataclass(frozen=True)
class EquityLoss:
    """What comes of the discards of one objective, against an opponent who stands pat."""

    objective: str
    """The name of the objective."""
    win: Fraction
    """How often one wins."""
    tie: Fraction
    """How often one ties."""
    equity: Fraction
    """The chance to win plus half the chance to tie, over all hands."""
    loss: Fraction
    """How much more equity the best discards have."""
    mistakes: Fraction
    """The share of the hands for which there is a better discard."""


@dataclass(frozen=True)
class EquityLosses(Sheeted):
    """What the discards of several objectives lose, the least first."""

    rows: tuple[EquityLoss, ...]
    """One row for each objective, ``"showdown"`` first."""

    def to_dict(self) -> dict[str, list[Any]]:
        """Give the rows as columns, as a data frame takes them."""
        names = ("win", "tie", "equity", "loss", "mistakes")
        numbers = {name: [float(getattr(row, name)) for row in self.rows] for name in names}
        return {"objective": [row.objective for row in self.rows], **numbers}

    def _sheet(self) -> Sheet:
        title = "equity of the discards of each objective against an opponent who stands pat"
        return Sheet(title, list(found := self.to_dict()), list(zip(*found.values(), strict=True)))


def equity_losses(
    objectives: Iterable[Objective] | None = None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> EquityLosses:
    """Tell how much the discards of other objectives lose against an opponent who stands pat.

    The opponent holds any five of the 47 cards that are not in the hand and draws none. Everything
    is exact: all pairs of a draw and an opponent's hand count, for each of the 2,598,960 hands.

    Parameters
    ----------
    objectives
        ``"class"``, ``"pattern"``, paytables without wild cards or their names, and ``"pat"`` for
        never drawing any card; all of these if not given. The best discards, ``"showdown"``, are
        always shown too.
    threads
        How many threads to use; all cores if not given.
    progress
        Called now and then with the steps done and the steps in all.

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

    standing = PatShowdowns(threads=threads, progress=progress)
    best = standing.solve().masks
    strategies: list[tuple[str, NDArray[np.uint8]]] = [("showdown", best)]
    for objective in others:
        if objective == "pat":
            strategies.append(("pat", np.zeros_like(best)))
        else:
            solution = solve(objective, threads=threads)
            strategies.append((solution.objective, solution.masks))

    results = [(name, standing.result(masks)) for name, masks in strategies]
    most = max(2 * found.wins + found.ties for _, found in results)
    rows = [
        EquityLoss(
            objective=name,
            win=Fraction(found.wins, standing.pairs),
            tie=Fraction(found.ties, standing.pairs),
            equity=Fraction(2 * found.wins + found.ties, 2 * standing.pairs),
            loss=Fraction(most - 2 * found.wins - found.ties, 2 * standing.pairs),
            mistakes=Fraction(found.mistakes, _HANDS),
        )
        for name, found in results
    ]
    return EquityLosses(tuple(sorted(rows, key=lambda row: row.loss)))


def _is_natural(objective: Objective) -> bool:
    """Tell whether no cards are wild."""
    aim = valuation(objective)
    return not aim.wild and not aim.jokers
