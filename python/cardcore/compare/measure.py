"""Measuring speed.

Machines are noisy, so contestants alternate within one process, and the results are ratios of
medians. Every answer is checked before anything is timed.
"""

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

#: The names under which this library and its reference compete.
CARDCORE = "cardcore"
REFERENCE = "reference"


class WrongAnswer(Exception):
    """A contestant gave a wrong answer."""


def require(right: bool, answer: str) -> None:
    """Raise `WrongAnswer` unless an answer is right."""
    if not right:
        raise WrongAnswer(f"{answer} is wrong")


@dataclass
class Comparison:
    """The times of several contestants for the same work."""

    case: str
    """The work."""
    unit: str
    """The name of one item of the work."""
    items: int
    """The number of items per run."""
    seconds: dict[str, list[float]]
    """The times of all runs by contestant."""

    @property
    def first(self) -> str:
        """The contestant that the others are compared with."""
        return next(iter(self.seconds))

    def median(self, contestant: str) -> float:
        """Return the median time of a run in seconds."""
        return statistics.median(self.seconds[contestant])

    def spread(self, contestant: str) -> float:
        """Return the range of the times divided by the median."""
        times = self.seconds[contestant]
        return (max(times) - min(times)) / self.median(contestant)

    def per_item(self, contestant: str) -> float:
        """Return the median time of one item in seconds."""
        return self.median(contestant) / self.items

    def ratio(self, contestant: str) -> float:
        """Return the median time as a multiple of the first contestant's."""
        return self.median(contestant) / self.median(self.first)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON values."""
        return {
            "case": self.case,
            "unit": self.unit,
            "items": self.items,
            "contestants": {
                name: {
                    "seconds": self.seconds[name],
                    "median": self.median(name),
                    "per_item": self.per_item(name),
                    "spread": self.spread(name),
                    "ratio": self.ratio(name),
                }
                for name in self.seconds
            },
        }


#: Times some work of both implementations, with a number of repeats.
Work: TypeAlias = Callable[[int], Comparison]


def compare(
    case: str,
    contestants: Mapping[str, Callable[[], Any]],
    *,
    check: Callable[[Any], bool],
    items: int = 1,
    unit: str = "call",
    repeats: int = 7,
) -> Comparison:
    """Time contestants alternately on the same work, after checking the answer of each.

    Raises
    ------
    WrongAnswer
        If an answer is wrong.
    """
    for name, contestant in contestants.items():
        require(check(contestant()), f"{case}: the answer of {name}")
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(repeats):
        for name, contestant in contestants.items():
            start = time.perf_counter()
            contestant()
            seconds[name].append(time.perf_counter() - start)
    return Comparison(case, unit, items, seconds)


def duration(seconds: float) -> str:
    """Format a time with three digits and a suitable unit.

    >>> duration(0.00000123)
    '1.23 µs'
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if abs(seconds) >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
