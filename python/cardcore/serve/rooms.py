"""All rooms that somebody is in: loaded when somebody comes, left to the file afterwards."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TypeVar

from cardcore.serve.decisions import open_room
from cardcore.serve.errors import RequestError
from cardcore.serve.events import Decided, Event, Moved, Started
from cardcore.serve.limits import Limits, RateLimiter
from cardcore.serve.live_room import LiveRoom
from cardcore.serve.replays import Replay, ReplayCache
from cardcore.serve.room import Room
from cardcore.serve.store import Store
from cardcore.serve.thinking import ThinkingPool
from cardcore.serve.tokens import digest, new_token

__all__ = ["Rooms"]

_T = TypeVar("_T")

_LOG = logging.getLogger(__name__)

#: How often rooms are looked through for those that have expired, in seconds.
_TIDY_EVERY = 3600.0


class Rooms:
    """The rooms of a server.

    Parameters
    ----------
    store
        The file that keeps them.
    limits
        How much anybody may ask for.
    """

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._limits = limits
        self.thinkers = ThinkingPool()
        self._live: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._replays = ReplayCache()
        self._tidying: asyncio.Task[None] | None = None
        self.chat = RateLimiter(limits.chat, "lines of chat")
        self.thoughts = RateLimiter(limits.thoughts, "questions")

    def begin(self) -> None:
        """Look through the rooms from now on."""
        self._tidying = asyncio.create_task(self._tidy())

    async def open(self, game: Any, rules: Any, settings: Any, name: Any) -> dict[str, str]:
        """Open a room; gives its links, and the token of its host.

        Raises
        ------
        RequestError
            If the rules make no game, or there are too many rooms.
        """
        token = new_token()
        room, events = open_room(game, rules, settings, name, digest(token))
        if await self._store.count() >= self._limits.rooms:
            most = self._limits.rooms
            raise RequestError("full", f"the server has {most} rooms, which is the most it keeps")
        await self._store.append(room.id, 0, events)
        return {"room": room.id, "watch": room.watch, "token": token}

    async def enter(self, room: str) -> LiveRoom:
        """Give a room by its link.

        Raises
        ------
        RequestError
            If there is none.
        """
        if room in self._live:
            return self._live[room]
        # Two who come at once must find the same room.
        lock = self._loading.setdefault(room, asyncio.Lock())
        async with lock:
            try:
                if room not in self._live:
                    made = await self._load(room)
                    self._live[room] = LiveRoom(made, self._store, self)
            finally:
                self._loading.pop(room, None)
        return self._live[room]

    async def watch(self, link: str) -> LiveRoom:
        """Give a room by the link of its spectators.

        Raises
        ------
        RequestError
            If there is none.
        """
        found = await self._store.find("watch", link)
        if found is None:
            raise RequestError("not-found", "there is no such room: it may have expired")
        return await self.enter(found[0])

    def abandon(self, live_room: LiveRoom) -> None:
        """Leave a room to the file: nobody is there any more."""
        if self._live.get(live_room.room.id) is live_room and not live_room.is_used:
            del self._live[live_room.room.id]

    async def replay(self, link: str) -> Replay:
        """Give a game that is over, by the link to its replay.

        Raises
        ------
        RequestError
            If there is none, or it is not over.
        """
        known = self._replays.get(link)
        if known is not None:
            return known
        found = await self._store.find("replay", link)
        if found is None:
            raise RequestError("not-found", "there is no such replay: it may have expired")
        room, number = found
        made = await self._read(room, lambda events: _replay(room, events, number))
        self._replays.add(link, made)
        return made

    async def close(self) -> None:
        """Stop everything that goes on."""
        if self._tidying is not None:
            self._tidying.cancel()
            with suppress(asyncio.CancelledError):
                await self._tidying
        for live_room in list(self._live.values()):
            await live_room.close()
        self.thinkers.close()

    async def _load(self, room: str) -> Room:
        return await self._read(room, lambda events: _fold(room, events))

    async def _read(self, room: str, make: Callable[[list[Event]], _T]) -> _T:
        """Make something of the stored events of a room."""
        try:
            events = await self._store.load(room)
            # A long match takes a while to replay, and must not wait for bots that think.
            made = await asyncio.to_thread(make, events) if events else None
        except RequestError:
            raise
        except Exception as error:
            # Stored events that can't be read or applied fail in as many ways as there are events.
            _LOG.error("a stored room is damaged: %s", type(error).__name__)
            message = "This room can't be opened: its saved data is damaged."
            raise RequestError("damaged", message) from error
        if made is None:
            raise RequestError("not-found", "there is no such room: it may have expired")
        return made

    async def _tidy(self) -> None:
        while True:
            await self._store.forget(self._limits.expires, self._limits.unused, list(self._live))
            await asyncio.sleep(_TIDY_EVERY)

    @property
    def limits(self) -> Limits:
        """How much anybody may ask for."""
        return self._limits


def _fold(room: str, events: Iterable[Event]) -> Room:
    """Make a room of its events."""
    made = Room(room)
    for event in events:
        made.apply(event)
    return made


def _replay(room: str, events: list[Event], number: int) -> Replay:
    """Make the replay of a game from the events of its room."""
    return Replay(_fold(room, _until(events, number)).record())


def _until(events: list[Event], number: int) -> list[Event]:
    """Give the events up to the beginning of the game after one of this number.

    Whoever changes seats after a game has not played it, so what follows its last move is left out.
    """
    next_starts = [
        place
        for place, event in enumerate(events)
        if isinstance(event, Started) and event.number == number + 1
    ]
    kept = events[: next_starts[0]] if next_starts else events
    last = max(
        place for place, event in enumerate(kept) if isinstance(event, Moved | Decided | Started)
    )
    return kept[: last + 1]
