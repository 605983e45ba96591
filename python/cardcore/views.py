"""Types that the views of all games share, for type checkers and editors."""

from typing import TypedDict

__all__ = ["Last", "Part"]


class Part(TypedDict):
    """A hand, round or deal of a match."""

    kind: str
    """Its kind: ``hand``, ``round`` or ``deal``."""
    number: int
    """Its number, from 1."""
    of: int | None
    """The total number, if it is known."""


class Last(TypedDict):
    """The result of the last hand, round or deal of a match."""

    number: int
    """Its number, from 1."""
    scores: list[int]
    """The points that each seat scored."""
