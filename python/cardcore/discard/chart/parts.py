"""What a chart consists of and what is wrong with it: lines, mistakes, leaks, edits."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from cardcore._core import Card
from cardcore.discard.discards import Discard

if TYPE_CHECKING:
    from cardcore.discard.chart.strategy import Strategy

__all__ = ["ChartEdit", "ChartLine", "Leak", "Mistake", "bets_text"]


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


@dataclass(frozen=True)
class Leak:
    """A set of hands that a chart misplays in the same way."""

    line: int
    """The index of the line that decides them, from 0."""
    chosen: str
    """What the chart holds, by ranks and suits, such as ``KT suited``."""
    best: str
    """What is best to hold."""
    hands: int
    """The number of hands."""
    cost: Fraction
    """The EV lost with them, in bets per hand, over all hands."""
    example: Mistake
    """The most expensive one."""


@dataclass(frozen=True)
class ChartEdit:
    """A change that makes a chart better."""

    kind: Literal["move", "remove", "insert", "replace"]
    """What is done. To replace is to remove a line and to insert another one."""
    line: int | None
    """The index of the line that is moved or removed, from 0."""
    to: int | None
    """The index that the line has afterwards."""
    hold: str
    """The line that is moved, removed or inserted."""
    saves: Fraction
    """The EV that it saves, in bets per hand."""
    chart: "Strategy"
    """The chart after it."""

    def __str__(self) -> str:
        line, to = (0 if place is None else place + 1 for place in (self.line, self.to))
        done = {
            "move": f"move line {line} to {to}: {self.hold}",
            "remove": f"remove line {line}: {self.hold}",
            "insert": f"insert as line {to}: {self.hold}",
            "replace": f"remove line {line}, and insert as line {to}: {self.hold}",
        }[self.kind]
        return f"{done} (saves {bets_text(self.saves)})"


def bets_text(bets: Fraction) -> str:
    """Write an amount of bets."""
    return f"{float(bets):.8f}"
