"""Observation and action encodings in plain Python.

Every game has a module that makes an observation of the facts of a view, as ``view.to_dict()``
gives them, and actions of the texts of moves. Seats are counted to the left of the one that looks.

In the factored space a move is a set of picks, and what may be picked next follows from the list of
legal moves: :func:`mask`.

>>> moves = [frozenset({1}), frozenset({1, 2}), frozenset({1, 3})]
>>> sorted(mask(moves, [1], done=9))
[2, 3, 9]
>>> is_complete(moves, [1, 2])
True
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

#: The parts that a move is picked from.
Picks = frozenset[int]


@dataclass(frozen=True)
class Seen:
    """The view of a seat: the rules, its facts, the seat, and the seat to move."""

    rules: dict[str, Any]
    facts: dict[str, Any]
    seat: int
    to_move: int | None

    def relative(self, by_seat: Sequence[Any]) -> list[Any]:
        """Rotate a list of facts by seat so that the observer comes first."""
        return [*by_seat[self.seat :], *by_seat[: self.seat]]

    def place(self, seat: int | None, seats: int) -> int | None:
        """Return a seat relative to the observer."""
        return None if seat is None else (seat - self.seat) % seats


def mask(moves: Collection[Picks], picked: Sequence[int], done: int | None = None) -> set[int]:
    """Return the legal next picks: those that lead to a move, and `done` if one is complete."""
    before = frozenset(picked)
    allowed: set[int] = set()
    for move in moves:
        if before <= move:
            allowed |= move - before
            if move == before and done is not None:
                allowed.add(done)
    return allowed


def is_complete(moves: Collection[Picks], picked: Sequence[int]) -> bool:
    """Return whether these picks are a move and no legal move extends them."""
    before = frozenset(picked)
    return before in moves and not any(before < move for move in moves)


def marks(size: int, places: Collection[int | None]) -> list[float]:
    """Return a multi-hot vector: 1 at these indices and 0 elsewhere."""
    marked = set(places)
    return [1.0 if place in marked else 0.0 for place in range(size)]


def part(number: int, whole: int) -> float:
    """Return a number as a fraction of a maximum, which counts as at least 1."""
    return float(number) / float(max(whole, 1))
