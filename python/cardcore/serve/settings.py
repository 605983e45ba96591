"""What the host of a room decides besides the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardcore.serve.errors import RequestError

__all__ = ["Settings", "read_settings"]


@dataclass(frozen=True)
class Settings:
    """What the host of a room decides besides the rules."""

    away: int = 60
    """After so many seconds without a connection a bot plays for somebody; 0 for never."""
    pace: int = 700
    """So many milliseconds a bot takes for a move, so that people can follow."""
    hints: bool = True
    """Whether players may ask for hints."""

    def __post_init__(self) -> None:
        _check_number("away", self.away, 0, 3600)
        _check_number("pace", self.pace, 0, 5000)
        if not isinstance(self.hints, bool):
            raise RequestError("malformed", f"hints: expected true or false, found {self.hints!r:.40}")


def read_settings(given: Any) -> Settings:
    """Read settings that somebody sent."""
    if not isinstance(given, Mapping):
        raise RequestError("malformed", f"settings: expected named values, found {type(given).__name__}")
    known = vars(Settings())
    for name in given:
        if name not in known:
            expected = f"expected one of {', '.join(known)}"
            raise RequestError("malformed", f"'{name:.40}' is not a setting, {expected}")
    return Settings(**given)


def _check_number(name: str, number: Any, low: int, high: int) -> None:
    if type(number) is not int or not low <= number <= high:
        expected = f"expected a whole number from {low} to {high}"
        raise RequestError("malformed", f"{name}: {expected}, found {number!r:.40}")
