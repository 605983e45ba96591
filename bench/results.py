"""What a measurement can come to, beside a `Comparison`."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from cardcore.compare.measure import Comparison, duration


@dataclass
class Judged(Comparison):
    """A comparison and what it has to reach."""

    goals: dict[str, float] = field(default_factory=dict)
    """How many times as long as the first contestant another one has to take."""
    limit: float | None = None
    """How many seconds an item may take the first contestant."""

    def verdicts(self) -> list[tuple[str, bool]]:
        """Judge the goals: what had to be reached, and whether it was."""
        judged = [
            (f"{name} at least {factor:g} times", self.ratio(name) >= factor)
            for name, factor in self.goals.items()
            if name in self.seconds
        ]
        if self.limit is not None:
            reached = self.per_item(self.first) <= self.limit
            judged.append((f"at most {duration(self.limit)} a {self.unit}", reached))
        return judged

    def to_dict(self) -> dict[str, Any]:
        """Give everything as JSON values."""
        goals = [{"goal": goal, "reached": reached} for goal, reached in self.verdicts()]
        return {**super().to_dict(), "goals": goals}


def judge(
    measured: Comparison, goals: dict[str, float] | None = None, limit: float | None = None
) -> Judged:
    """Set a comparison its goals."""
    return Judged(**vars(measured), goals=goals or {}, limit=limit)


@dataclass(frozen=True)
class Figure:
    """A single number that is not the time of a contest: a size, a count, a share."""

    case: str
    value: float
    unit: str
    """What the number counts; times are in seconds, ``"s"``, and are written in what fits."""
    goal: str | None = None
    reached: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Give everything as JSON values."""
        return dict(vars(self))


@dataclass(frozen=True)
class Growth:
    """The times of the same contestants for more and more work."""

    case: str
    size: str
    """What there is more and more of."""
    measured: dict[int, Comparison]
    """The times by size, from the smallest."""

    @property
    def contestants(self) -> list[str]:
        """Name the contestants."""
        return list(next(iter(self.measured.values())).seconds)

    def exponent(self, contestant: str) -> float:
        """Tell with which power of the size the time grows between the two largest sizes."""
        (few, before), (many, after) = list(self.measured.items())[-2:]
        times = after.per_item(contestant) / before.per_item(contestant)
        return math.log(times) / math.log(many / few)

    def to_dict(self) -> dict[str, Any]:
        """Give everything as JSON values."""
        return {
            "case": self.case,
            "size": self.size,
            "measured": {str(size): times.to_dict() for size, times in self.measured.items()},
            "exponents": {name: self.exponent(name) for name in self.contestants},
        }


@dataclass(frozen=True)
class Scaling:
    """The times of the same work on more and more threads."""

    case: str
    measured: dict[str, Comparison]
    """The times by work; the contestants are the numbers of threads, from one."""
    goals: dict[str, float] = field(default_factory=dict)
    """How many times as fast as on one thread some work has to be on two."""

    def gains(self, work: str) -> dict[str, float]:
        """Tell how many times as fast as on one thread some work is, by threads."""
        times = self.measured[work]
        return {threads: 1 / times.ratio(threads) for threads in times.seconds}

    def to_dict(self) -> dict[str, Any]:
        """Give everything as JSON values."""
        goals = [
            {
                "work": work,
                "goal": f"two threads at least {least:g} times",
                "reached": self.gains(work)["2"] >= least,
            }
            for work, least in self.goals.items()
        ]
        return {
            "case": self.case,
            "measured": {work: times.to_dict() for work, times in self.measured.items()},
            "gains": {work: self.gains(work) for work in self.measured},
            "goals": goals,
        }


@dataclass(frozen=True)
class Table:
    """Results that are not times: who wins how often."""

    case: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]

    def to_dict(self) -> dict[str, Any]:
        """Give everything as JSON values."""
        return {
            "case": self.case,
            "columns": list(self.columns),
            "rows": list(map(list, self.rows)),
        }


@dataclass(frozen=True)
class Skipped:
    """A contestant that could not take part, and why."""

    case: str
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """Give everything as JSON values."""
        return dict(vars(self))


Result: TypeAlias = Comparison | Figure | Growth | Scaling | Skipped | Table
