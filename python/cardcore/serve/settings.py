"""The settings of a room, which its host can change at any time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardcore.serve.errors import RequestError

__all__ = ["Settings", "read_settings"]


@dataclass(frozen=True)
class Settings:
    """The settings of a room, which its host can change at any time."""

    away: int = 60
    """Seconds after which a bot plays for a disconnected person; 0 for never."""
    pace: int = 700
    """Milliseconds that a bot takes for a move at least, so that people can follow."""
    hints: bool = True
    """Whether players may ask for hints."""
    locked: bool = False
    """Whether new people are kept out; those who have joined can always come back."""
    listed: bool = False
    """Whether anyone may find the room in the lobby."""

    def __post_init__(self) -> None:
        _check_number("away", self.away, 0, 3600)
        _check_number("pace", self.pace, 0, 5000)
        _check_switch("hints", self.hints)
        _check_switch("locked", self.locked)
        _check_switch("listed", self.listed)


def read_settings(given: Any) -> Settings:
    """Read settings from a message."""
    if not isinstance(given, Mapping):
        raise RequestError(
            "malformed", f"settings: expected named values, found {type(given).__name__}"
        )
    known = vars(Settings())
    for name in given:
        if name not in known:
            expected = f"expected one of {', '.join(known)}"
            raise RequestError("malformed", f"'{name:.40}' is not a setting, {expected}")
    return Settings(**given)


def _check_switch(name: str, value: Any) -> None:
    if not isinstance(value, bool):
        raise RequestError("malformed", f"{name}: expected true or false, found {value!r:.40}")


def _check_number(name: str, number: Any, low: int, high: int) -> None:
    if type(number) is not int or not low <= number <= high:
        expected = f"expected a whole number from {low} to {high}"
        raise RequestError("malformed", f"{name}: {expected}, found {number!r:.40}")
