"""What the views of all games have in common, for type checkers and editors."""

from typing import TypedDict

__all__ = ["Last", "Part"]


class Part(TypedDict):
    """A hand, round or deal of a match."""

    kind: str
    """What it is called: ``hand``, ``round`` or ``deal``."""
    number: int
    """Its number, from 1."""
    of: int | None
    """How many there are in all, if that is known."""


class Last(TypedDict):
    """How the last hand, round or deal of a match ended."""

    number: int
    """Its number, from 1."""
    scores: list[int]
    """What it added to every seat's score."""
