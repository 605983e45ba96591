"""Charts: strategies that a person can learn, and what they cost."""

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
from cardcore.discard.choice import Discard, choice
from cardcore.discard.objective import Objective, valuation
from cardcore.discard.opponent import Progress
from cardcore.discard.solution import solve
from cardcore.poker import Cards
from cardcore.sheet import Sheet

__all__ = ["LINES", "ChartLine", "Mistake", "Strategy", "strategy"]

#: How many lines a chart has at most, unless told otherwise.
LINES = 25

_RANKS = "23456789TJQKA"

_SEVERAL = (
    "of several holds on a line the one with the highest cards is meant, unless it says the "
    "lowest; a draw is called by the best that it can become"
)
_GAPS = (
    "gaps: how many straights fewer the cards can become than 6 7 8 or 6 7 8 9 can: one for each "
    "rank missing between them, and more where the order ends, as with A K Q, which has two"
)


@dataclass(frozen=True)
class ChartLine:
    """A line of a chart, and what it does. Costs are in coins per coin bet, over all hands."""

    words: str
    """Which cards to hold."""
    share: Fraction
    """The share of all hands that this line decides."""
    cost: Fraction
    """What is lost with these hands, against the best discard of each."""
    saves: Fraction
    """What more would be lost with them if the chart did not have this line."""


@dataclass(frozen=True)
class Mistake:
    """A hand with which a chart does not say what is best."""

    hand: tuple[Card, ...]
    """One hand for all that differ in the names of their suits."""
    weight: int
    """How many these are."""
    line: int
    """The place of the line that decides it, from 0."""
    chosen: Discard
    """What the chart says."""
    best: Discard
    """What is best."""
    cost: Fraction
    """What that costs whenever the hand is dealt."""


@dataclass(frozen=True, eq=False, repr=False)
class Strategy:
    """A chart: hold the cards of the first line that speaks of cards which are in the hand."""

    objective: str
    """The name of the objective."""
    lines: tuple[ChartLine, ...]
    """The lines, from the top. The last one decides all that is left."""
    exact: Fraction
    """What the game is worth if the chart is followed literally, exactly."""
    best: Fraction
    """What it is worth if nothing is ever done wrong."""
    hands: NDArray[np.uint8]
    """One hand for all that differ in the names of their suits, shape (N, 5)."""
    weights: NDArray[np.int64]
    """How many hands each stands for."""
    masks: NDArray[np.uint8]
    """What the chart says to discard of each."""
    decided: NDArray[np.uint16]
    """The place of the line that decides each, from 0."""
    high_cards: tuple[str, ...]
    """The ranks of high cards: those a pair of which pays."""
    _losses: NDArray[np.int64]
    _chart: _core.Strategy
    _valuation: _core.Valuation

    @property
    def value(self) -> float:
        """What the game is worth if the chart is followed literally."""
        return float(self.exact)

    @property
    def cost(self) -> Fraction:
        """What following the chart costs, against the best play: the sum over all lines."""
        return self.best - self.exact

    def hold(self, hand: Cards) -> Discard:
        """Follow the chart with a hand.

        Returns
        -------
        Discard
            What the chart says, and what that is worth.

        Examples
        --------
        >>> chart = strategy("jacks-or-better-9-6")
        >>> chosen = chart.hold("Ah Kh Qh Jh Jc")
        >>> chosen.keep, round(chosen.value, 5)
        ((Card('Ah'), Card('Kh'), Card('Qh'), Card('Jh')), 18.53191)
        """
        found = self._chart.choose(hand)
        cards = [Card(number) for number in found.cards]
        return choice(cards, found.mask, self._valuation.values(cards).numbers[found.mask])

    def line(self, hand: Cards) -> ChartLine:
        """Give the line that decides a hand.

        >>> strategy("jacks-or-better-9-6").line("Ah Kh Qh Jh Jc").words
        'four to a royal flush'
        """
        return self.lines[self._chart.choose(hand).line]

    @cached_property
    def errors(self) -> tuple[Mistake, ...]:
        """The hands with which the chart does not say what is best, the most expensive first.

        They are in the order of what they cost the whole game: each as often as it is dealt.
        """
        wrong = np.flatnonzero(self._losses)
        # Stable, and by Python's integers where the product does not fit a machine's.
        costs = [int(self._losses[row]) * int(self.weights[row]) for row in wrong.tolist()]
        order = sorted(range(len(costs)), key=lambda place: -costs[place])
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
                    chosen=choice(hand, mask, valued.numbers[mask]),
                    best=choice(hand, valued.best, valued.numbers[valued.best]),
                    cost=cost,
                )
            )
        return tuple(found)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the words mean, as far as this chart has them."""
        words = " ".join(line.words for line in self.lines)
        notes = [_SEVERAL]
        if "high card" in words:
            notes.append(f"high cards: {' '.join(self.high_cards)}, a pair of which pays")
        if "gap" in words:
            notes.append(_GAPS)
        if "alone, or nothing" in words:
            notes.append("wild cards are always held, and are among the cards that a line counts")
        if "pat " in words:
            notes.append("pat: all five cards")
        return tuple(notes)

    def to_dict(self) -> dict[str, Any]:
        """Give the chart as values for JSON: numbers, and the same exactly as text.

        Examples
        --------
        >>> found = strategy("jacks-or-better-9-6").to_dict()
        >>> list(found)
        ['objective', 'value', 'exact', 'best', 'exact_best', 'cost', 'exact_cost', 'notes', 'lines']
        >>> found["lines"][1]["words"]
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
                    "words": line.words,
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
        """Write the chart as Markdown: a table, and what its words mean."""
        rows = [
            f"| {place} | {line.words} | {float(line.share):.4%} | {_coins(line.cost)} "
            f"| {_coins(line.saves)} |"
            for place, line in enumerate(self.lines, 1)
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
        """Write the chart as HTML: a table, and what its words mean."""
        notes = "".join(f"<li>{escape(note)}</li>" for note in self.notes)
        return f"{self._sheet().html()}<ul>{notes}</ul>"

    def _summary(self) -> str:
        return (
            f"returns {self.value:.8f} if followed literally, {_coins(self.cost)} less than the "
            f"best play ({float(self.best):.8f})"
        )

    def _sheet(self) -> Sheet:
        rows = [
            (
                place,
                line.words,
                Decimal(f"{float(line.share):.6f}"),
                Decimal(_coins(line.cost)),
                Decimal(_coins(line.saves)),
            )
            for place, line in enumerate(self.lines, 1)
        ]
        headings = ["", "hold", "hands", "costs", "saves"]
        return Sheet(f"{self.objective}: {self._summary()}", headings, rows, len(rows))

    def __str__(self) -> str:
        return "\n".join([self._sheet().text(), *self.notes])

    def _repr_html_(self) -> str:
        return self.to_html()

    def __repr__(self) -> str:
        return f"<Strategy for {self.objective}, {len(self.lines)} lines, value {self.value}>"


def _coins(coins: Fraction) -> str:
    return f"{float(coins):.8f}"


def strategy(
    objective: Objective = "jacks-or-better-9-6",
    lines: int = LINES,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Strategy:
    """Derive a chart from the exact values of all discards of all hands.

    A chart is an ordered list of holds in words. It never looks at the cards that are thrown away,
    and so loses a little; how much is counted exactly. The search for it is no proof that there is
    none better, but has the same answer every time.

    Parameters
    ----------
    objective
        A paytable or its name, or ``"class"``.
    lines
        How many lines the chart may have, 1 to 500. It has fewer if more would save nothing.
    threads
        How many threads to use; all cores if not given.
    progress
        Called now and then with the steps done and the steps in all.

    Raises
    ------
    ValueError
        If there is no such objective, for ``"pattern"``, which is a rule itself, or for
        ``"showdown"``, which is worked out hand by hand; or if there are too few or too many lines.

    Examples
    --------
    >>> chart = strategy("jacks-or-better-9-6", lines=25)
    >>> [line.words for line in chart.lines][:3]
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
            words=line.words,
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
