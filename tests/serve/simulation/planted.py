"""Bugs that the server once had, to be planted again: the simulation has to find each of them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, cast
from unittest.mock import patch

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from cardcore.serve import decisions
from cardcore.serve.errors import RequestError
from cardcore.serve.events import Event
from cardcore.serve.live_room import LiveRoom
from cardcore.serve.rooms import Rooms
from cardcore.serve.sockets import ConnectionTracker, WebSocketProtocol
from cardcore.serve.viewers import Viewers
from tests.serve.simulation import world

__all__ = ["PLANTED", "planted"]


def _drop_with_last_viewer() -> list[Any]:
    """Drop a room once nobody watches it, although somebody who is being greeted holds it."""
    detach = LiveRoom.detach

    def drop(self: LiveRoom, viewer: Any) -> None:
        detach(self, viewer)
        if not self.viewers:
            self._rooms._entries.pop(self.room.id, None)

    def expire(self: Rooms, room: str) -> None:
        entry = self._entries.get(room)
        if entry is not None and not entry.lease.users:
            del self._entries[room]
            if entry.live is not None:
                entry.live.stop()

    return [patch.object(LiveRoom, "detach", drop), patch.object(Rooms, "_drop", expire)]


def _answer_every_ping() -> list[Any]:
    """Answer pings that nobody reads, and leave the answers in memory."""

    def read_on(self: WebSocketProtocol) -> None:
        WebSocketsSansIOProtocol.pause_writing(self)

    async def receive(self: WebSocketProtocol) -> Any:
        return await WebSocketsSansIOProtocol.receive(self)

    return [
        patch.object(WebSocketProtocol, "handle_events", WebSocketsSansIOProtocol.handle_events),
        patch.object(WebSocketProtocol, "pause_writing", read_on),
        patch.object(WebSocketProtocol, "receive", receive),
        patch.object(ConnectionTracker, "drop_stalled", lambda self, now: None),
    ]


def _let_a_crowd_lock_players_out() -> list[Any]:
    """Count players among the guests, of whom a room takes a few only."""

    def add(self: Viewers, viewer: Any) -> None:
        most = self._limits.guests_of_room
        if len(self._viewers) >= most:
            raise RequestError("full", f"this room is full: it takes at most {most} guests")
        self._viewers[viewer] = None

    return [patch.object(Viewers, "add", add)]


def _remember_everybody() -> list[Any]:
    """Forget nobody, so that a room is full once enough people have come and gone."""

    def join(
        room: Any, person: str, name: Any, present: Sequence[str] = (), most: int = 64
    ) -> list[Event]:
        return original(room, person, name, list(room.people), most)

    original = decisions.join
    return [patch.object(decisions, "join", join)]


def _end_the_log() -> list[Any]:
    """Refuse what happens once the log of a room has 60 events, chat and names included."""
    commit = LiveRoom._commit

    async def refuse(self: LiveRoom, decide: Any, *arguments: Any) -> None:
        if self.room.events > 60:
            raise RequestError("full", "this room has too many events")
        await commit(self, decide, *arguments)

    return [
        patch.object(LiveRoom, "_commit", refuse),
        patch.object(world, "LIMITS", replace(world.LIMITS, checkpoint_every=1_000)),
    ]


#: What each bug is called, and the patches that plant it.
PLANTED: dict[str, Callable[[], list[Any]]] = {
    "split room": _drop_with_last_viewer,
    "ping flood": _answer_every_ping,
    "crowd": _let_a_crowd_lock_players_out,
    "joins": _remember_everybody,
    "log": _end_the_log,
}


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Plant a bug for a while."""
    patches = PLANTED[name]()
    for each in patches:
        cast(Any, each).start()
    try:
        yield
    finally:
        for each in reversed(patches):
            each.stop()
