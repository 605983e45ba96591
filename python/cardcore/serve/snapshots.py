"""What a viewer is sent: the one place that makes it, of the view of its seat and nothing else.

There is no seed here, no record and no card that the viewer may not know. A person without a seat
and a spectator see what a bystander sees.
"""

from collections.abc import Collection
from typing import Any

from cardcore import View
from cardcore.registry import presentation
from cardcore.serve import catalog
from cardcore.serve.room import Room, Seat

__all__ = ["Snapshots"]


class Snapshots:
    """What one room looks like, to any of its viewers.

    Parameters
    ----------
    room
        The room.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        # By viewer; many look at the same thing.
        self._tables: dict[int | None, dict[str, Any]] = {}

    def changed(self) -> None:
        """Look again: something has happened in the room."""
        self._tables.clear()

    def state(
        self, person: str | None, present: Collection[str], away: Collection[str], heard: int
    ) -> dict[str, Any]:
        """Make the message that shows everything to a viewer.

        Parameters
        ----------
        person
            Who looks; ``None`` for a spectator.
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
            history = table["history"]
            heard = min(heard, len(history))
            game = {**table, "history": {"from": heard, "moves": history[heard:]}}
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
            "paused": room.paused,
            "undo_asked": room.undo_asked,
            # Who may play may also invite those who watch, but not the other way round.
            "watch": None if person is None else room.watch,
            "table": game,
        }

    def _seat(self, seat: Seat, present: Collection[str], away: Collection[str]) -> dict[str, Any]:
        return {
            "kind": seat.kind,
            "name": seat.name,
            "level": seat.level,
            "present": seat.kind == "bot" or seat.person in present,
            "away": seat.person in away,
        }

    def _table(self, seat: int | None) -> dict[str, Any]:
        if seat not in self._tables:
            self._tables[seat] = self._look(seat)
        return self._tables[seat]

    def _look(self, seat: int | None) -> dict[str, Any]:
        """Make what a seat sees of the game."""
        room = self._room
        assert room.game is not None
        game = room.game
        view: View = game.view(seat)
        told = presentation(room.name)
        history = view.history
        choices = None
        deciders = room.deciders()
        if seat in deciders:
            choices = told.remark_on_moves(room.turn_of(seat).view(seat))
        return {
            "number": room.number,
            "count": len(history),
            "view": view.to_dict(),
            "remark": told.remark(view),
            "to_move": game.to_move,
            "deciders": deciders,
            "decided": sorted(room.early),
            "choices": choices,
            "history": history,
            "scores": game.scores(),
            "low_score_wins": game.low_score_wins,
            "is_open": game.is_open,
            "is_over": game.is_over,
            "replay": room.replay if game.is_over else None,
        }
