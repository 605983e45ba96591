"""Strategy charts: strategies that a person can learn, and their cost."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore._core import Card
from cardcore.arrays import frozen
from cardcore.discard.chart import card, printing
from cardcore.discard.chart.isomorphism import class_key
from cardcore.discard.chart.parts import ChartEdit, ChartLine, Leak, Mistake
from cardcore.discard.chart.reader import read_chart
from cardcore.discard.discards import Discard, make_discard
from cardcore.discard.objective import Objective, valuation
from cardcore.discard.showdown_equity import Progress
from cardcore.discard.solution import solve
from cardcore.errors import ParseError
from cardcore.poker import Cards

__all__ = ["LINES", "Strategy", "Style", "strategy"]

#: The maximum number of lines of a chart by default.
LINES = 25

#: The most lines that a chart can have.
MAX_LINES = 500

#: What the lines of a chart look at: ``basic`` only at the cards that are held, ``penalty`` also at
#: penalty cards, ``complete`` has an exception for every hand that is left.
Style = Literal["basic", "penalty", "complete"]

_STYLES = ("basic", "penalty", "complete")

_RANKS = "23456789TJQKA"


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
    exceptions: tuple[Mistake, ...]
    """The hands that a complete chart names one by one, above all lines."""
    _losses: NDArray[np.int64]
    _chart: _core.Strategy
    _valuation: _core.Valuation
    _derived: tuple[int, bool] | None
    """The lines that were allowed, and whether they could look at penalty cards; ``None`` for a
    chart that was read."""

    @classmethod
    def parse(
        cls,
        text: str,
        paytable: Objective = "jacks-or-better-9-6",
        *,
        threads: int | None = None,
    ) -> "Strategy":
        """Read a chart that was typed in, and follow it with every hand.

        Parameters
        ----------
        text
            One line for each hold, the first that applies first, in the usual notations: ``4 to a
            royal flush``, ``KQJT unsuited``, ``suited 10/J``, ``3 to a straight flush, 1 gap``,
            ``high pair``, ``one high card``. In a game with wild cards, headings such as
            ``2 deuces`` say how many there are. Numbers before lines are skipped.
        paytable
            The paytable, or its name.
        threads
            The number of threads; by default, one per core.

        Raises
        ------
        ParseError
            If a line cannot be read; the message has its number and the word.

        Examples
        --------
        >>> chart = Strategy.parse('''
        ... 1. Full house or better
        ... 2. 4 to a royal flush
        ... 3. Straight, three of a kind, or flush
        ... 4. Two pair
        ... 5. High pair
        ... 6. 4 to a flush
        ... 7. Low pair
        ... 8. One high card
        ... 9. Discard everything
        ... ''')
        >>> round(float(chart.exact_return), 6)
        0.961491
        >>> print(chart.mend(1)[0])
        insert as line 8: 2 to a royal, at most 1 gap more than high cards (saves 0.01074835)
        >>> Strategy.parse("4 to a flsh")
        Traceback (most recent call last):
        cardcore.errors.ParseError: line 1, 'flsh': unknown word; did you mean 'flush'?
        """
        aim = _valuation(paytable)
        read = read_chart(text, aim)
        if len(read) > MAX_LINES - 1:
            raise ParseError(f"expected at most {MAX_LINES} lines, found {len(read)}")
        lines = [(list(line.rules), line.lowest) for line in read]
        found = _core.follow_strategy(aim, lines, threads=threads)
        return _followed(found, aim, solve(paytable, threads=threads).exact)

    @property
    def exact_return(self) -> Fraction:
        """The return if the chart is followed literally, exactly."""
        return self.exact

    @property
    def value(self) -> float:
        """The return if the chart is followed literally."""
        return float(self.exact)

    @property
    def cost(self) -> Fraction:
        """The return that the chart gives up: the sum of the costs of all lines."""
        return self.best - self.exact

    @cached_property
    def bound(self) -> Fraction | None:
        """No chart of as many lines from the same vocabulary costs less than this.

        ``None`` for a chart that was read. It is computed when it is first asked for.
        """
        if self.exceptions or not self.cost:
            return Fraction()
        if self._derived is None:
            return None
        lines, penalties = self._derived
        reached = float(self.cost / self.best)
        part = _core.bound_strategy(self._valuation, lines, reached, penalties=penalties)
        # A fraction of the return, which lies a little below the true one.
        return min(Fraction(part) * self.best, self.cost)

    @property
    def gap(self) -> Fraction | None:
        """How much more this chart may cost than the best one of as many lines, at most.

        Proven, not estimated: the :attr:`cost` minus the :attr:`bound`.
        """
        return None if self.bound is None else self.cost - self.bound

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
        valued = self._valuation.values(cards)
        mask = found.mask
        if self._exception_keys and class_key(found.cards, self._wild) in self._exception_keys:
            mask = valued.best
        return make_discard(cards, mask, valued.numbers[mask])

    def line(self, hand: Cards) -> ChartLine:
        """Return the line that decides a hand.

        >>> strategy("jacks-or-better-9-6").line("Ah Kh Qh Jh Jc").hold
        '4 to a royal'
        """
        return self.lines[self._chart.choose(hand).line]

    @property
    def _wild(self) -> frozenset[int]:
        wild = {card.number for card in self._valuation.wild}
        return frozenset(wild | ({52} if self._valuation.jokers else set()))

    @cached_property
    def _exception_keys(self) -> frozenset[tuple[int, ...]]:
        numbers = ([card.number for card in mistake.hand] for mistake in self.exceptions)
        return frozenset(class_key(hand, self._wild) for hand in numbers)

    @cached_property
    def errors(self) -> tuple[Mistake, ...]:
        """The hands that the chart misplays, the most expensive first.

        They are sorted by their cost to the whole game: the cost of one times its weight.
        """
        return () if self.exceptions else self._mistakes

    @cached_property
    def _mistakes(self) -> tuple[Mistake, ...]:
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

    @cached_property
    def leaks(self) -> tuple[Leak, ...]:
        """The sets of hands that the chart misplays in the same way, the most expensive first.

        Examples
        --------
        >>> leak = strategy("jacks-or-better-9-6", lines=16).leaks[0]
        >>> leak.chosen, leak.best, leak.cost > 0
        ('QJ unsuited', 'KQJ unsuited', True)
        """
        whole = int(self.weights.sum())
        found: dict[tuple[int, str, str], Leak] = {}
        for mistake in self.errors:
            chosen = self._named(mistake.chosen.keep)
            key = (mistake.line, chosen, self._named(mistake.best.keep))
            cost = mistake.weight * mistake.cost / whole
            if key in found:
                leak = found[key]
                found[key] = replace(leak, hands=leak.hands + mistake.weight, cost=leak.cost + cost)
            else:
                found[key] = Leak(*key, mistake.weight, cost, mistake)
        return tuple(sorted(found.values(), key=lambda leak: -leak.cost))

    def examples(self, line: int, count: int = 3) -> tuple[str, ...]:
        """Name holds that a line decides, by ranks and suits, the most frequent first.

        Parameters
        ----------
        line
            The index of the line, from 0.
        count
            How many.

        Examples
        --------
        >>> chart = strategy("jacks-or-better-9-6")
        >>> chart.examples(1, 2)
        ('AQJT suited', 'AKJT suited')
        """
        if not 0 <= line < len(self.lines):
            raise ValueError(f"line: expected 0 to {len(self.lines) - 1}, found {line}")
        names: dict[str, int] = {}
        rows = np.flatnonzero(self.decided == line)
        # A few thousand hands show all common holds.
        for row in rows[:: max(1, len(rows) // 4000)].tolist():
            mask = int(self.masks[row])
            cards = self.hands[row].tolist()
            kept = [Card(card) for place, card in enumerate(cards) if not mask >> place & 1]
            name = self._named(kept)
            names[name] = names.get(name, 0) + int(self.weights[row])
        return tuple(sorted(names, key=lambda name: -names[name])[:count])

    def _named(self, kept: Sequence[Card]) -> str:
        """Name a hold by its ranks and suits, such as ``KT suited`` or ``W W 7 7``."""
        natural = [card.number for card in kept if card.number not in self._wild]
        wild = "W" * (len(kept) - len(natural))
        ranks = "".join(_RANKS[number // 4] for number in sorted(natural, reverse=True))
        suits = ""
        if len(set(ranks)) == len(ranks) > 1:
            one = len({number % 4 for number in natural}) == 1
            suits = " suited" if one else " unsuited"
        return f"{wild}{ranks}{suits}" or "nothing"

    def mend(
        self, edits: int = 3, *, threads: int | None = None, progress: Progress | None = None
    ) -> tuple[ChartEdit, ...]:
        """Find the edits that make the chart better, each the one that saves most.

        An edit moves, removes, inserts or replaces one line. What each saves is exact.

        Parameters
        ----------
        edits
            How many edits, 1 to 100. Fewer are returned if more would save nothing.
        threads, progress
            As for :func:`strategy`.
        """
        found = []
        before = self.exact
        for edit in self._chart.mend(edits, threads=threads, progress=progress):
            chart = _followed(edit.chart, self._valuation, self.best)
            saves = chart.exact - before
            before = chart.exact
            if saves <= 0:
                break
            kind: Any = edit.kind
            found.append(ChartEdit(kind, edit.from_line, edit.to_line, edit.wording, saves, chart))
        return tuple(found)

    @property
    def words(self) -> tuple[str, ...]:
        """All lines as they are printed, also the exceptions of a complete chart."""
        return (*self._exception_words, *(line.hold for line in self.lines))

    @property
    def _exception_words(self) -> Iterator[str]:
        return printing.exception_words(self)

    @property
    def notes(self) -> tuple[str, ...]:
        """Explanations of the terms that this chart uses."""
        return printing.notes(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the chart as JSON values: numbers, and exact fractions as text.

        Examples
        --------
        >>> found = strategy("jacks-or-better-9-6").to_dict()
        >>> list(found)[:7]
        ['objective', 'value', 'exact', 'best', 'exact_best', 'cost', 'exact_cost']
        >>> found["lines"][1]["hold"]
        '4 to a royal'
        """
        return printing.as_dict(self)

    def to_markdown(self) -> str:
        """Write the chart as Markdown: a table, and explanations of its terms."""
        return printing.markdown(self)

    def to_html(self) -> str:
        """Write the chart as HTML: a table, and explanations of its terms."""
        return printing.html(self)

    def to_csv(self) -> str:
        """Write the chart as CSV: line, hold, share of the hands, cost and what the line saves."""
        return card.csv_text(printing.card(self))

    def to_svg(self) -> str:
        """Write the chart as a strategy card on one page: an SVG picture."""
        return card.svg(printing.card(self))

    def to_pdf(self) -> bytes:
        """Write the chart as a strategy card for printing: a PDF of one page."""
        return card.pdf(printing.card(self))

    def __str__(self) -> str:
        return "\n".join([*self._exception_words, printing.result_table(self).text(), *self.notes])

    def _repr_html_(self) -> str:
        return self.to_html()

    def __repr__(self) -> str:
        return f"<Strategy for {self.objective}, {len(self.lines)} lines, value {self.value}>"


def _valuation(objective: Objective) -> _core.Valuation:
    """Return the valuation of an objective that has charts."""
    if objective in ("pattern", "showdown"):
        reason = "it is a rule" if objective == "pattern" else "it is computed hand by hand"
        raise ValueError(f"objective '{objective}': expected class or a paytable here; {reason}")
    return valuation(objective)


def strategy(
    objective: Objective = "jacks-or-better-9-6",
    lines: int | None = None,
    *,
    style: Style = "basic",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Strategy:
    """Derive a strategy chart from the exact values of all discards of all hands.

    A chart is an ordered list of holds in words. The search is heuristic, so there may be a better
    chart, but not one that costs less than its ``bound``; it is deterministic.

    Parameters
    ----------
    objective
        A paytable or its name, or ``"class"``.
    lines
        The maximum number of lines, 1 to 500; by default 25. The chart has fewer if more would save
        nothing.
    style
        ``"basic"``: lines look only at the cards that are held, and so give up a little return; the
        cost is counted exactly. ``"penalty"``: they may also look at penalty cards. ``"complete"``:
        every hand that is still played wrong is an exception of its own, so the cost is zero; by
        default, the chart is then as long as that saves anything.
    threads
        The number of threads; by default, one per core.
    progress
        Called periodically with the steps done and the total number of steps.

    Raises
    ------
    ValueError
        If there is no such objective or style, for ``"pattern"``, which is a rule itself, or for
        ``"showdown"``, which is computed hand by hand; or if there are too few or too many lines.

    Examples
    --------
    >>> chart = strategy("jacks-or-better-9-6", lines=25)
    >>> [line.hold for line in chart.lines][:3]
    ['pat full house or better', '4 to a royal', 'pat straight or better']
    >>> chart.best
    Fraction(1653526326983, 1661102543100)
    >>> float(chart.cost / chart.best) < 0.0001
    True
    >>> chart.bound <= chart.cost
    True
    """
    if style not in _STYLES:
        raise ValueError(f"style: expected one of {', '.join(_STYLES)}, found {style!r}")
    aim = _valuation(objective)
    if lines is None:
        lines = MAX_LINES if style == "complete" else LINES
    found = _core.derive_strategy(
        aim, lines, penalties=style != "basic", threads=threads, progress=progress
    )
    best = solve(objective, threads=threads).exact
    chart = _followed(found, aim, best, (lines, style != "basic"))
    if style != "complete":
        return chart
    return replace(chart, exact=best, exceptions=chart._mistakes)


def _followed(
    found: _core.DerivedStrategy,
    aim: _core.Valuation,
    best: Fraction,
    derived: tuple[int, bool] | None = None,
) -> Strategy:
    """Make a chart from what following it with every hand gave."""
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
    exact = best - sum((line.cost for line in made), Fraction())
    return Strategy(
        objective=aim.name,
        lines=made,
        exact=exact,
        best=best,
        hands=frozen(found.hands),
        weights=frozen(found.weights),
        masks=frozen(found.masks),
        decided=frozen(found.decided),
        high_cards=tuple(_RANKS[rank] for rank in found.high_ranks),
        exceptions=(),
        _losses=frozen(found.losses),
        _chart=found.strategy,
        _valuation=aim,
        _derived=derived,
    )
