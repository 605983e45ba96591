"""Strategy charts: strategies that a person can learn, and their cost."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore._core import Card
from cardcore.arrays import frozen
from cardcore.discard.discards import Discard, make_discard
from cardcore.discard.objective import Objective, valuation
from cardcore.discard.showdown_equity import Progress
from cardcore.discard.solution import solve
from cardcore.poker import Cards
from cardcore.result_table import ResultTable

__all__ = ["LINES", "ChartLine", "Mistake", "Strategy", "strategy"]

#: The maximum number of lines of a chart by default.
LINES = 25

_RANKS = "23456789TJQKA"

_SEVERAL = (
    "if a hand has several holds of one line, take the one with the highest cards, unless the line "
    "says lowest; a draw is named after the best hand that it can become"
)
_GAPS = (
    "gaps: how many fewer straights the cards can become than 6 7 8 or 6 7 8 9 can: one for each "
    "rank missing between them, and more at the ends of the order, as with A K Q, which has two"
)


@dataclass(frozen=True)
class ChartLine:
    """A line of a chart, and its effect. Costs are in bets per hand, over all hands."""

    hold: str
    """The cards to hold."""
    share: Fraction
    """The fraction of hands that this line decides."""
    cost: Fraction
    """The EV lost with these hands, compared with the best discard of each."""
    saves: Fraction
    """The additional EV that would be lost with them without this line."""


@dataclass(frozen=True)
class Mistake:
    """A hand that a chart misplays."""

    hand: tuple[Card, ...]
    """One representative of a class of suit-isomorphic hands."""
    weight: int
    """The number of hands in the class."""
    line: int
    """The index of the line that decides it, from 0."""
    chosen: Discard
    """The discard of the chart."""
    best: Discard
    """The best discard."""
    cost: Fraction
    """The EV lost whenever the hand is dealt."""


@dataclass(frozen=True, eq=False, repr=False)
class Strategy:
    """A strategy chart: hold the cards of the first line that the hand has."""

    objective: str
    """The name of the objective."""
    lines: tuple[ChartLine, ...]
    """The lines, from the top. The last one decides all remaining hands."""
    exact: Fraction
    """The return if the chart is followed literally, exactly."""
    best: Fraction
    """The return under optimal play."""
    hands: NDArray[np.uint8]
    """One representative per class of suit-isomorphic hands, shape (N, 5)."""
    weights: NDArray[np.int64]
    """The number of hands in each class."""
    masks: NDArray[np.uint8]
    """The chart's discard for each hand."""
    decided: NDArray[np.uint16]
    """The index of the line that decides each hand, from 0."""
    high_cards: tuple[str, ...]
    """The ranks of high cards: those of which a pair pays."""
    _losses: NDArray[np.int64]
    _chart: _core.Strategy
    _valuation: _core.Valuation

    @property
    def value(self) -> float:
        """The return if the chart is followed literally."""
        return float(self.exact)

    @property
    def cost(self) -> Fraction:
        """The return that the chart gives up: the sum of the costs of all lines."""
        return self.best - self.exact

    def hold(self, hand: Cards) -> Discard:
        """Return the chart's discard for a hand.

        Returns
        -------
        Discard
            The discard and its value.

        Examples
        --------
        >>> chart = strategy("jacks-or-better-9-6")
        >>> chosen = chart.hold("Ah Kh Qh Jh Jc")
        >>> chosen.keep, round(chosen.value, 5)
        ((Card('Ah'), Card('Kh'), Card('Qh'), Card('Jh')), 18.53191)
        """
        found = self._chart.choose(hand)
        cards = [Card(number) for number in found.cards]
        return make_discard(cards, found.mask, self._valuation.values(cards).numbers[found.mask])

    def line(self, hand: Cards) -> ChartLine:
        """Return the line that decides a hand.

        >>> strategy("jacks-or-better-9-6").line("Ah Kh Qh Jh Jc").hold
        'four to a royal flush'
        """
        return self.lines[self._chart.choose(hand).line]

    @cached_property
    def errors(self) -> tuple[Mistake, ...]:
        """The hands that the chart misplays, the most expensive first.

        They are sorted by their cost to the whole game: the cost of one times its weight.
        """
        wrong = np.flatnonzero(self._losses)
        # The sort is stable, and Python integers hold products beyond 64 bits.
        costs = [int(self._losses[row]) * int(self.weights[row]) for row in wrong.tolist()]
        order = sorted(range(len(costs)), key=lambda index: -costs[index])
        found = []
        for row in wrong[order].tolist():
            numbers = self.hands[row].tolist()
            hand = tuple(Card(number) for number in numbers)
            valued = self._valuation.values(numbers)
            mask = int(self.masks[row])
            cost = Fraction(int(self._losses[row]), self._valuation.denominator)
            found.append(
                Mistake(
                    hand=hand,
                    weight=int(self.weights[row]),
                    line=int(self.decided[row]),
                    chosen=make_discard(hand, mask, valued.numbers[mask]),
                    best=make_discard(hand, valued.best, valued.numbers[valued.best]),
                    cost=cost,
                )
            )
        return tuple(found)

    @property
    def notes(self) -> tuple[str, ...]:
        """Explanations of the terms that this chart uses."""
        words = " ".join(line.hold for line in self.lines)
        notes = [_SEVERAL]
        if "high card" in words:
            notes.append(f"high cards: {' '.join(self.high_cards)}, of which a pair pays")
        if "gap" in words:
            notes.append(_GAPS)
        if "alone, or nothing" in words:
            notes.append("wild cards are always held, and are counted among the cards of a line")
        if "pat " in words:
            notes.append("pat: all five cards")
        return tuple(notes)

    def to_dict(self) -> dict[str, Any]:
        """Return the chart as JSON values: numbers, and exact fractions as text.

        Examples
        --------
        >>> found = strategy("jacks-or-better-9-6").to_dict()
        >>> list(found)
        ['objective', 'value', 'exact', 'best', 'exact_best', 'cost', 'exact_cost', 'notes', 'lines']
        >>> found["lines"][1]["hold"]
        'four to a royal flush'
        """  # noqa: E501
        return {
            "objective": self.objective,
            "value": self.value,
            "exact": str(self.exact),
            "best": float(self.best),
            "exact_best": str(self.best),
            "cost": float(self.cost),
            "exact_cost": str(self.cost),
            "notes": list(self.notes),
            "lines": [
                {
                    "hold": line.hold,
                    "share": float(line.share),
                    "exact_share": str(line.share),
                    "cost": float(line.cost),
                    "exact_cost": str(line.cost),
                    "saves": float(line.saves),
                    "exact_saves": str(line.saves),
                }
                for line in self.lines
            ],
        }

    def to_markdown(self) -> str:
        """Write the chart as Markdown: a table, and explanations of its terms."""
        rows = [
            f"| {number} | {line.hold} | {float(line.share):.4%} | {_bets(line.cost)} "
            f"| {_bets(line.saves)} |"
            for number, line in enumerate(self.lines, 1)
        ]
        return "\n".join(
            [
                f"# {self.objective}",
                "",
                f"{self._summary()}",
                "",
                "| | hold | hands | costs | saves |",
                "|---:|---|---:|---:|---:|",
                *rows,
                "",
                *(f"- {note}" for note in self.notes),
                "",
            ]
        )

    def to_html(self) -> str:
        """Write the chart as HTML: a table, and explanations of its terms."""
        notes = "".join(f"<li>{escape(note)}</li>" for note in self.notes)
        return f"{self._result_table().html()}<ul>{notes}</ul>"

    def _summary(self) -> str:
        return (
            f"return {self.value:.8f} if followed literally, {_bets(self.cost)} below optimal play "
            f"({float(self.best):.8f})"
        )

    def _result_table(self) -> ResultTable:
        rows = [
            (
                number,
                line.hold,
                Decimal(f"{float(line.share):.6f}"),
                Decimal(_bets(line.cost)),
                Decimal(_bets(line.saves)),
            )
            for number, line in enumerate(self.lines, 1)
        ]
        headings = ["", "hold", "hands", "costs", "saves"]
        return ResultTable(f"{self.objective}: {self._summary()}", headings, rows, len(rows))

    def __str__(self) -> str:
        return "\n".join([self._result_table().text(), *self.notes])

    def _repr_html_(self) -> str:
        return self.to_html()

    def __repr__(self) -> str:
        return f"<Strategy for {self.objective}, {len(self.lines)} lines, value {self.value}>"


def _bets(bets: Fraction) -> str:
    return f"{float(bets):.8f}"


def strategy(
    objective: Objective = "jacks-or-better-9-6",
    lines: int = LINES,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Strategy:
    """Derive a strategy chart from the exact values of all discards of all hands.

    A chart is an ordered list of holds in words. It never considers the cards that are discarded
    (no penalty cards), and so gives up a little return; the cost is counted exactly. The search is
    heuristic, so there may be a better chart, but it is deterministic.

    Parameters
    ----------
    objective
        A paytable or its name, or ``"class"``.
    lines
        The maximum number of lines, 1 to 500. The chart has fewer if more would save nothing.
    threads
        The number of threads; by default, one per core.
    progress
        Called periodically with the steps done and the total number of steps.

    Raises
    ------
    ValueError
        If there is no such objective, for ``"pattern"``, which is a rule itself, or for
        ``"showdown"``, which is computed hand by hand; or if there are too few or too many lines.

    Examples
    --------
    >>> chart = strategy("jacks-or-better-9-6", lines=25)
    >>> [line.hold for line in chart.lines][:3]
    ['pat full house or better', 'four to a royal flush', 'pat straight or better']
    >>> chart.best
    Fraction(1653526326983, 1661102543100)
    >>> float(chart.cost / chart.best) < 0.0001
    True
    """
    if objective == "pattern":
        raise ValueError("objective 'pattern': expected class or a paytable here; it is a rule")
    aim = valuation(objective)
    found = _core.derive_strategy(aim, lines, threads=threads, progress=progress)
    best = solve(objective, threads=threads).exact
    hands = int(found.weights.sum())
    whole = hands * aim.denominator
    made = tuple(
        ChartLine(
            hold=line.wording,
            share=Fraction(line.hands, hands),
            cost=Fraction(line.lost, whole),
            saves=Fraction(line.saved, whole),
        )
        for line in found.lines
    )
    return Strategy(
        objective=aim.name,
        lines=made,
        exact=best - sum((line.cost for line in made), Fraction()),
        best=best,
        hands=frozen(found.hands),
        weights=frozen(found.weights),
        masks=frozen(found.masks),
        decided=frozen(found.decided),
        high_cards=tuple(_RANKS[rank] for rank in found.high_ranks),
        _losses=frozen(found.losses),
        _chart=found.strategy,
        _valuation=aim,
    )
