"""What must hold at every step, whatever happens to clients, network, disk and server."""

import json
from typing import TYPE_CHECKING, Any

from cardcore import Game
from cardcore.serve.events import Checkpointed, read_event
from cardcore.serve.room import Room

if TYPE_CHECKING:
    from tests.serve.simulation.world import World

__all__ = ["Invariants"]

#: The most bytes that the server buffers for one connection.
_BUFFERED = 256 * 1024

#: The versions of a room that frames are compared with.
_VERSIONS = 300


class Invariants:
    """Watches a simulated server from outside.

    A model of every room is built from the stored events alone; whatever the server sends is
    compared with it.

    Parameters
    ----------
    world
        The simulation.
    """

    def __init__(self, world: "World") -> None:
        self._world = world
        self.models: dict[str, Room] = {}
        self._versions: dict[str, dict[int, tuple[Game | None, list[str]]]] = {}
        self._links: dict[str, str] = {}
        self._seen: dict[tuple[str, str | None], int] = {}
        self.frames = 0

    # What is stored.

    def check_disk(self) -> None:
        """Follow the log of every room after a commit."""
        disk = self._world.disk
        query = (
            "SELECT rooms.id, watch, min(number), max(number), count(*) FROM rooms "
            "JOIN events ON events.room = rooms.id GROUP BY rooms.id"
        )
        for room, watch, low, high, count in disk.query(query):
            self._links[f"rooms/{room}"] = self._links[f"watch/{watch}"] = room
            assert high - low + 1 == count, f"event numbers {low} to {high}, but {count} events"
            limit = self._world.limits.checkpoint_every + 3
            assert count <= limit, f"a log of {count} events is longer than {limit}"
            self._follow(room, high)

    def _follow(self, room: str, high: int) -> None:
        model = self.models.setdefault(room, Room(room))
        assert high + 1 >= model.events, f"stored events were lost: {model.events} before"
        query = "SELECT number, event FROM events WHERE room = ? AND number >= ? ORDER BY number"
        for number, text in self._world.disk.query(query, room, model.events):
            assert number == model.events, f"event {number} follows {model.events - 1}"
            event = read_event(text)
            if isinstance(event, Checkpointed):
                # It must say the same as all events before it, which the model was built from.
                assert event.state == json.loads(json.dumps(model.checkpoint()))
            model.apply(event)
            versions = self._versions.setdefault(room, {})
            game = None if model.game is None else model.game.copy()
            versions[model.events] = (game, [seat.person for seat in model.seats])
            if len(versions) > _VERSIONS:
                del versions[next(iter(versions))]
            limits = self._world.limits
            assert len(model.people) <= limits.people + len(model.seats)

    # What is sent.

    def check_frame(self, path: str, person: str | None, frame: dict[str, Any]) -> None:
        """Check what a client has received."""
        self.frames += 1
        if frame["type"] == "error":
            assert frame["code"] != "storage" or self._world.disk_was_full, frame
            assert "UNIQUE" not in frame["message"] and "SQL" not in frame["message"], frame
            return
        if frame["type"] != "state":
            return
        room, version = self._links[path], frame["version"]
        model = self.models[room]
        assert version <= model.events, f"{version} was sent, but {model.events} are stored"
        key = (path, person)
        before = self._seen.get(key, 0)
        # Frames of two tabs may cross; the newest state of each is at most a reload behind.
        self._seen[key] = max(before, version)
        entry = self._versions[room].get(version)
        seat_is_new = version > before and frame["you"]["seat"] is not None
        # Making a view takes most of the time.
        if entry is not None and (seat_is_new or self.frames % 3 == 0):
            self._check_view(frame, person, *entry)

    def _check_view(
        self, frame: dict[str, Any], person: str | None, game: Game | None, seats: list[str]
    ) -> None:
        seat = frame["you"]["seat"]
        if seat is not None:
            assert person is not None and seats[seat] == person, "another person's seat was shown"
        if game is None:
            assert frame["table"] is None
            return
        assert frame["table"]["count"] == len(game.moves)
        shown = json.loads(json.dumps(game.view(seat).to_dict()))
        assert frame["table"]["view"] == shown, "a view was sent that is not the seat's"
        if not game.is_over:
            assert frame["table"]["replay"] is None

    # What is in memory.

    def check_memory(self) -> None:
        """Check that there is one copy of every room, and that buffers are bounded."""
        world = self._world
        copies: dict[str, int] = {}
        for live in world.live_rooms:
            if live.viewers or live._commits:
                copies[live.room.id] = copies.get(live.room.id, 0) + 1
        for room, count in copies.items():
            assert count == 1, f"there are {count} live copies of room {room}"
        for wire in world.wires:
            size = wire.transport.get_write_buffer_size()
            assert size <= _BUFFERED, f"{size} bytes are buffered for one connection"
        limits = world.limits
        for live in world.rooms.live:
            most = limits.guests_of_room + limits.spectators_of_room
            most += (len(live.room.seats) + 1) * limits.connections_of_person
            assert len(live.viewers) <= most, f"{len(live.viewers)} viewers of one room"
            assert len(live._gone) <= len(live.room.people), "strangers are remembered"

    def check_idle(self) -> None:
        """Check that nothing is left once everyone has gone."""
        world = self._world
        assert not world.rooms.live, "a room is live although nobody is there"
        left = [wire for wire in world.wires if not wire.transport.is_lost]
        assert not left, f"{len(left)} connections are open although all clients are gone"
        world.wires.clear()
        world.live_rooms.clear()
        assert not world.server_tasks(), f"tasks are left: {world.server_tasks()}"
        kept = len(world.connections)
        assert not kept, f"{kept} connections are in memory although they are closed"
