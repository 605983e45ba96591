"""How everything here is measured.

The machine is noisy, so contestants take turns within one process, every answer is checked
before anything is timed, and what counts are ratios of medians.
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
    """What was to be measured gave a wrong answer."""


def require(right: bool, answer: str) -> None:
    """Raise `WrongAnswer` unless an answer is right."""
    if not right:
        raise WrongAnswer(f"{answer} is wrong")


@dataclass
class Comparison:
    """The times of several contestants for the same work."""

    case: str
    """What was done."""
    unit: str
    """What one item of the work is."""
    items: int
    """How many items one run works through."""
    seconds: dict[str, list[float]]
    """The times of all runs by contestant."""

    @property
    def first(self) -> str:
        """The contestant that the others are compared with."""
        return next(iter(self.seconds))

    def median(self, contestant: str) -> float:
        """Give the median time of a run in seconds."""
        return statistics.median(self.seconds[contestant])

    def spread(self, contestant: str) -> float:
        """Give the distance from fastest to slowest run over the median."""
        times = self.seconds[contestant]
        return (max(times) - min(times)) / self.median(contestant)

    def per_item(self, contestant: str) -> float:
        """Give the median time of one item in seconds."""
        return self.median(contestant) / self.items

    def ratio(self, contestant: str) -> float:
        """Tell how many times as long as the first contestant this one takes."""
        return self.median(contestant) / self.median(self.first)

    def to_dict(self) -> dict[str, Any]:
        """Give everything as JSON values."""
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


#: Some work of both sides, done so many times over.
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
    """Time contestants in turns on the same work, after checking the answer of each.

    Raises
    ------
    WrongAnswer
        If an answer is wrong: what is wrong is not worth timing.
    """
    for name, contestant in contestants.items():
        require(check(contestant()), f"{case}: the answer of {name}")
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(repeats):
        for name, contestant in contestants.items():
            begin = time.perf_counter()
            contestant()
            seconds[name].append(time.perf_counter() - begin)
    return Comparison(case, unit, items, seconds)


def duration(seconds: float) -> str:
    """Write a time with three digits and a unit that fits.

    >>> duration(0.00000123)
    '1.23 µs'
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if abs(seconds) >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
