"""Whole numbers as options, with errors in the words of the library."""

import math
from typing import Any

from cardcore._core import MAX_GAMES, MAX_THREADS
from cardcore.cli.parameter_type import ParamType


class Number(ParamType[int]):
    """A whole number that is not too small and not too large."""

    name = "number"

    def __init__(self, least: int, most: int) -> None:
        """Accept numbers from the least to the most."""
        self.least: int = least
        self.most: int = most

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Read a number."""
        try:
            number = int(value)
        except ValueError:
            number = None
        if number is None or not self.least <= number <= self.most:
            expected = f"a whole number, {self.least} to {self.most:,}"
            self.fail(f"expected {expected}, found '{value}'", param, ctx)
        return number


class Seconds(ParamType[float]):
    """A time to wait, of an hour at most."""

    name = "seconds"

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """Read a time."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= 3600:
            self.fail(f"expected seconds, 0 to 3,600, found '{value}'", param, ctx)
        return seconds


class Amount(ParamType[float]):
    """A number above 0, and below a limit."""

    name = "number"

    def __init__(self, limit: float = math.inf) -> None:
        """Accept numbers below the limit."""
        self.limit = limit

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """Read a number."""
        try:
            number = float(value)
        except ValueError:
            number = 0.0
        if not 0 < number < self.limit:
            below = "" if self.limit == math.inf else f" and below {self.limit:g}"
            self.fail(f"expected a number above 0{below}, found '{value}'", param, ctx)
        return number


#: The seed of anything random.
SEED = Number(0, 2**64 - 1)

#: How many threads may work.
THREADS = Number(1, MAX_THREADS)

#: How many games, deals or repeats may be asked for: more than anyone can wait for.
MANY = Number(1, MAX_GAMES)
