"""Whole numbers as options, with errors in the words of the library."""

from typing import Any

import click


class Number(click.ParamType):  # type: ignore[type-arg] # generic since click 8.4
    """A whole number that is not too small and not too large."""

    name = "number"

    def __init__(self, least: int, most: int | None = None) -> None:
        """Accept numbers from the least to the most, or without an upper end."""
        self.least, self.most = least, most

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Read a number."""
        try:
            number = int(value)
        except ValueError:
            number = None
        if number is None or number < self.least or (self.most is not None and number > self.most):
            end = " or more" if self.most is None else f" to {self.most:,}"
            self.fail(f"expected a whole number, {self.least}{end}, found '{value}'", param, ctx)
        return number


#: The seed of anything random.
SEED = Number(0, 2**64 - 1)
