"""The walk over a recorded game: the decisions of a seat, and how every part of the game ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardcore._core import Game, View
from cardcore.records import replay, replay_positions

__all__ = ["Part", "Position", "Walk", "walk"]


@dataclass(frozen=True)
class Position:
    """A decision of the seat: what it knew, and the move it made."""

    number: int
    """The number of the move in the game, from 1."""
    view: View
    """What the seat knew."""
    made: str
    """The move made."""


@dataclass
class Part:
    """A hand, round or deal, or the whole game if it has no such parts."""

    number: int
    """Its number, from 1; 0 if it is the whole game."""
    opening: View
    """What everybody saw when it began."""
    positions: list[Position] = field(default_factory=list)
    """The decisions of the seat in which it had a choice."""
    scores: Sequence[int] | None = None
    """The scores of every seat in this part; ``None`` if it is not over."""


@dataclass(frozen=True)
class Walk:
    """A recorded game as a seat played it."""

    game: Game
    """The game after the last move."""
    parts: tuple[Part, ...]
    """Its parts, in order."""

    @property
    def decisions(self) -> int:
        """The number of decisions in which the seat had a choice."""
        return sum(len(part.positions) for part in self.parts)


def walk(record: Mapping[str, Any], seat: int) -> Walk:
    """Replay a recorded game and collect the decisions of a seat.

    Forced moves are no decisions.

    Raises
    ------
    ParseError
        If the record is invalid; the message says where.
    ValueError
        If there is no such seat.

    Examples
    --------
    >>> from cardcore import ends
    >>> game = ends.new([3, 10, 3, 9])
    >>> for move in "RLLL":
    ...     game.play(move)
    >>> [(position.number, position.made) for position in walk(game.record(), 0).parts[0].positions]
    [(1, 'R'), (3, 'L')]
    """
    game = replay(record)
    if type(seat) is not int or not 0 <= seat < game.seats:
        raise ValueError(f"seat: expected 0 to {game.seats - 1}, found {seat!r}")
    parts: dict[int, Part] = {}
    # The texts as the game writes them: a record may have others for the same moves.
    texts = game.moves
    for number, (position, mover, _) in enumerate(replay_positions(record), start=1):
        seen = position.view(None)
        part = parts.setdefault(_number(seen), Part(_number(seen), seen))
        _score(parts, seen)
        if mover == seat and len(position.legal_moves()) > 1:
            part.positions.append(Position(number, position.view(seat), texts[number - 1]))
    final = game.view(None)
    if not parts:
        parts[_number(final)] = Part(_number(final), final)
    _score(parts, final)
    if game.is_over and 0 in parts:
        parts[0].scores = game.scores()
    return Walk(game, tuple(parts.values()))


def _number(view: View) -> int:
    """Return the number of the part in progress."""
    return 0 if view.part is None else int(view.part["number"])


def _score(parts: dict[int, Part], seen: View) -> None:
    """Note how the last part ended."""
    last = seen.last
    if last is not None and (ended := parts.get(last["number"])) is not None:
        ended.scores = list(last["scores"])
