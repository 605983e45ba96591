"""What a viewer is sent. It is made in this one place, from the view of its seat and nothing else.

It holds no seed, no record and no card that the viewer may not know. People without a seat and
spectators get the public view.
"""

from collections.abc import Collection
from typing import Any

from cardcore import Game, View, characters
from cardcore.registry import presentation
from cardcore.serve import catalog
from cardcore.serve.room import Room, Seat

__all__ = ["Snapshots"]


class Snapshots:
    """Snapshots of a room for its viewers.

    Parameters
    ----------
    room
        The room.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        # By seat; all spectators see the same.
        self._views: dict[int | None, View] = {}
        self._tables: dict[int | None, dict[str, Any]] = {}

    def clear(self) -> None:
        """Forget all snapshots, because the room has changed."""
        self._views.clear()
        self._tables.clear()

    def state(
        self, person: str | None, present: Collection[str], away: Collection[str], heard: int
    ) -> dict[str, Any]:
        """Make the message that shows the room to a viewer.

        Parameters
        ----------
        person
            The viewer; ``None`` for a spectator.
        present
            The people who are connected.
        away
            The people for whom a bot plays.
        heard
            How many moves of the history the viewer has been sent.
        """
        room = self._room
        seat = room.seat_of(person)
        game = None
        if room.game is not None:
            table = self._table(seat)
            heard = min(heard, table["count"])
            # A match has thousands of moves: only what is new is read.
            moves = self._views[seat].history_from(heard)
            game = {**table, "history": {"from": heard, "moves": moves}}
        return {
            "type": "state",
            "version": room.events,
            "game": room.name,
            "title": catalog.title(room.name),
            "settings": vars(room.settings),
            "seats": [self._seat(shown, present, away) for shown in room.seats],
            "host": room.seat_of(room.host),
            "you": {
                "seat": seat,
                "name": None if person is None else room.people.get(person),
                "host": person is not None and person == room.host,
            },
            # Only those without a seat: the others are shown at theirs.
            "people": [
                {"name": name, "present": known in present}
                for known, name in room.people.items()
                if room.seat_of(known) is None
            ],
            "paused": room.paused,
            "undo_asked": room.undo_asked,
            # People in the room may invite spectators.
            "watch": None if person is None else room.watch,
            "table": game,
        }

    def _seat(self, seat: Seat, present: Collection[str], away: Collection[str]) -> dict[str, Any]:
        character = characters.find(seat.name) if seat.kind == "bot" else None
        return {
            "kind": seat.kind,
            "name": seat.name,
            "character": None if character is None else character.id,
            "level": seat.level,
            "present": seat.kind == "bot" or seat.person in present,
            "away": seat.person in away,
        }

    def _table(self, seat: int | None) -> dict[str, Any]:
        if seat not in self._tables:
            assert self._room.game is not None
            self._views[seat] = self._room.game.view(seat)
            self._tables[seat] = self._look(self._room.game, self._views[seat])
        return self._tables[seat]

    def _look(self, game: Game[Any, Any], view: View) -> dict[str, Any]:
        """Make what a seat sees of the game, but for its history."""
        room, seat = self._room, view.seat
        told = presentation(room.name)
        choices = None
        deciders = room.deciders()
        if seat in deciders:
            choices = told.move_facts(room.turn_of(seat).view(seat))
        return {
            "number": room.number,
            "count": view.move_count,
            "view": view.to_dict(),
            "remark": told.view_facts(view),
            "to_move": game.to_move,
            "deciders": deciders,
            "decided": sorted(room.early),
            "choices": choices,
            "scores": game.scores(),
            "low_score_wins": game.low_score_wins,
            "is_open": game.is_open,
            "is_over": game.is_over,
            "replay": room.replay if game.is_over else None,
        }
