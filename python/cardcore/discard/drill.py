"""Drills: which hand of video poker to practice next, and what mistakes cost.

Hands that were got wrong come back after a few others, and after twice as many whenever they are
got right: spaced repetition. New hands are dealt from the lines of a chart, the more often the more
is lost on a line; every line keeps a chance, so that nothing is forgotten.

>>> from random import Random
>>> from cardcore import discard
>>> drill = Drill(discard.strategy("jacks-or-better-9-6", 12), Random(1))
>>> hand = drill.deal()
>>> answer = drill.answer(hand, drill.best(hand).keep)
>>> answer.cost, drill.record.hands, drill.record.right
(Fraction(0, 1), 1, 1)
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np

from cardcore._core import Card
from cardcore.discard.chart import Strategy
from cardcore.discard.discards import Discard, make_discard
from cardcore.errors import ParseError

__all__ = ["Answer", "Drill", "LineRecord", "Record"]

#: A hand that was got wrong comes back after this many others.
FIRST_INTERVAL = 3

#: After this many others a hand is known.
LAST_INTERVAL = 100

#: As many hands come back at most; of more, those that come back last are forgotten.
MAX_DUE = 40

#: What a line counts as if it had lost so much before it was practiced, in bets per hand.
_PRIOR = 0.02

#: The chance that a hand which is due is dealt, rather than a new one.
_DUE = 0.7


@dataclass(frozen=True)
class Answer:
    """What was held, and what it cost."""

    chosen: Discard
    best: Discard
    line: int
    """The index of the chart's line that decides the hand, from 0."""
    cost: Fraction
    """The EV lost, in bets."""

    @property
    def right(self) -> bool:
        """Whether nothing was lost."""
        return self.cost == 0


@dataclass
class LineRecord:
    """How well hands of one line were played."""

    hands: int = 0
    right: int = 0
    lost: Fraction = Fraction()
    """The EV lost with them, in bets."""

    @property
    def weight(self) -> float:
        """How much the line is worth practicing."""
        return (float(self.lost) + _PRIOR) / (self.hands + 1) + _PRIOR / 20


@dataclass
class Record:
    """How well a run of hands was played."""

    hands: int = 0
    right: int = 0
    lost: Fraction = Fraction()
    """The EV lost, in bets."""
    lines: dict[int, LineRecord] = field(default_factory=dict)
    """The same by line of the chart."""

    def add(self, answer: Answer) -> None:
        """Count an answer."""
        line = self.lines.setdefault(answer.line, LineRecord())
        for counted in (self, line):
            counted.hands += 1
            counted.right += answer.right
            counted.lost += answer.cost

    @property
    def lost_per_hand(self) -> Fraction:
        """The EV lost per hand, in bets."""
        return self.lost / self.hands if self.hands else Fraction()

    def money_per_hour(
        self, denomination: Fraction, *, coins: int = 5, hands_per_hour: int = 600
    ) -> Fraction:
        """Return what such mistakes cost in an hour of play.

        >>> Record(100, 95, Fraction(1, 2)).money_per_hour(Fraction(1, 4))
        Fraction(15, 4)
        """
        return self.lost_per_hand * denomination * coins * hands_per_hour


@dataclass
class _Due:
    """A hand that comes back."""

    interval: int
    at: int


class Drill:
    """A run of hands to practice.

    Parameters
    ----------
    chart
        The chart whose lines are practiced.
    random
        Where the cards come from.
    line
        Deal only hands of this line, by its index from 0.
    natural
        Deal hands as a machine does, without regard to what is known: as in an exam.
    """

    def __init__(
        self,
        chart: Strategy,
        random: Random,
        *,
        line: int | None = None,
        natural: bool = False,
    ) -> None:
        if line is not None and not 0 <= line < len(chart.lines):
            raise ValueError(f"line: expected 0 to {len(chart.lines) - 1}, found {line}")
        self._chart, self._random, self._line, self._natural = chart, random, line, natural
        self._rows = {
            number: np.flatnonzero(chart.decided == number) for number in range(len(chart.lines))
        }
        self._ends = {number: np.cumsum(chart.weights[rows]) for number, rows in self._rows.items()}
        self._due: dict[tuple[int, ...], _Due] = {}
        self.record: Record = Record()
        """How well it goes."""

    def deal(self) -> tuple[Card, ...]:
        """Return the next hand: one that is due, or a new one."""
        if not self._natural and self._random.random() < _DUE:
            due = [hand for hand, when in self._due.items() if when.at <= self.record.hands]
            if due:
                hand = min(due, key=lambda hand: self._due[hand].at)
                return self._shuffled(hand)
        return self._shuffled(self._new())

    def _new(self) -> tuple[int, ...]:
        lines = [number for number, rows in self._rows.items() if len(rows)]
        if self._line is not None:
            line = self._line
            if line not in lines:
                raise ValueError(f"line: no hand is decided by line {line + 1}")
        elif self._natural:
            shares = [float(self._chart.lines[number].share) for number in lines]
            line = self._random.choices(lines, shares)[0]
        else:
            blank = LineRecord()
            weights = [self.record.lines.get(number, blank).weight for number in lines]
            line = self._random.choices(lines, weights)[0]
        ends = self._ends[line]
        place = int(np.searchsorted(ends, self._random.randrange(int(ends[-1])), side="right"))
        numbers = self._chart.hands[self._rows[line][place]].tolist()
        # One hand stands for all that have other names of the suits.
        wild = self._chart._wild
        suits = self._random.sample(range(4), 4) if not wild else [0, 1, 2, 3]
        return tuple(n if n == 52 else n - n % 4 + suits[n % 4] for n in numbers)

    def _shuffled(self, hand: Sequence[int]) -> tuple[Card, ...]:
        cards = [Card(number) for number in hand]
        self._random.shuffle(cards)
        return tuple(cards)

    def best(self, hand: Sequence[Card]) -> Discard:
        """Return the best discard of a hand."""
        valued = self._chart._valuation.values(hand)
        return make_discard(hand, valued.best, valued.numbers[valued.best])

    def answer(self, hand: Sequence[Card], keep: Sequence[Card]) -> Answer:
        """Count what was held of a hand, and plan when it comes back.

        Raises
        ------
        ValueError
            If a card is not in the hand.
        """
        for card in keep:
            if card not in hand:
                raise ValueError(f"hold: {card} is not in the hand {' '.join(map(str, hand))}")
        valued = self._chart._valuation.values(hand)
        mask = sum(1 << place for place, card in enumerate(hand) if card not in keep)
        lost = Fraction(
            valued.exact[valued.best] - valued.exact[mask], self._chart._valuation.denominator
        )
        found = Answer(
            make_discard(hand, mask, valued.numbers[mask]),
            make_discard(hand, valued.best, valued.numbers[valued.best]),
            self._chart._chart.choose(list(hand)).line,
            lost,
        )
        self.record.add(found)
        self._plan(tuple(sorted(card.number for card in hand)), found.right)
        return found

    def _plan(self, hand: tuple[int, ...], right: bool) -> None:
        known = self._due.get(hand)
        if not right:
            self._due[hand] = _Due(FIRST_INTERVAL, self.record.hands + FIRST_INTERVAL)
        elif known is not None:
            interval = 2 * known.interval
            if interval > LAST_INTERVAL:
                del self._due[hand]
            else:
                self._due[hand] = _Due(interval, self.record.hands + interval)
        while len(self._due) > MAX_DUE:
            del self._due[max(self._due, key=lambda other: self._due[other].at)]

    def state(self) -> dict[str, Any]:
        """Return how well it goes and which hands come back, as JSON values for :meth:`resume`."""
        record = self.record
        return {
            "lines": {
                str(number): [line.hands, line.right, str(line.lost)]
                for number, line in sorted(record.lines.items())
            },
            "due": [
                ["".join(str(Card(number)) for number in hand), due.interval, due.at]
                for hand, due in self._due.items()
            ],
        }

    def resume(self, state: object) -> None:
        """Go on from what :meth:`state` returned for a chart of the same lines.

        Raises
        ------
        ParseError
            If it is something else; the drill is then unchanged.
        """
        try:
            record, due = self._read(state)
        except (AttributeError, LookupError, TypeError, ValueError, ZeroDivisionError) as error:
            raise ParseError("expected the state of a drill, found something else") from error
        self.record, self._due = record, due

    def _read(self, state: Any) -> tuple[Record, dict[tuple[int, ...], _Due]]:
        record, due = Record(), {}
        for number, (hands, right, lost) in state["lines"].items():
            line = LineRecord(_count(hands), _count(right), Fraction(lost))
            known = int(number) in self._rows and line.right <= line.hands
            if not known or len(lost) > 60 or not 0 <= line.lost <= 1_000_000:
                raise ValueError
            record.lines[int(number)] = line
            for name in ("hands", "right", "lost"):
                setattr(record, name, getattr(record, name) + getattr(line, name))
        for text, interval, at in state["due"][:MAX_DUE]:
            self._chart._valuation.values(text)
            cards = [Card(text[start : start + 2]).number for start in range(0, len(text), 2)]
            due[tuple(sorted(cards))] = _Due(max(1, _count(interval)), _count(at))
        return record, due

    @property
    def to_repeat(self) -> int:
        """The number of hands that will come back."""
        return len(self._due)


def _count(value: object) -> int:
    if type(value) is not int or not 0 <= value <= 1_000_000_000:
        raise ValueError
    return value
