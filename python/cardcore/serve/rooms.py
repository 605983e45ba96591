"""The rooms of a server: loaded when somebody enters, dropped when the last one is gone."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

from cardcore.phrases import Phrase
from cardcore.registry import games
from cardcore.serve.decisions import open_room
from cardcore.serve.errors import RequestError
from cardcore.serve.events import Event
from cardcore.serve.lease import Lease
from cardcore.serve.limits import Limits, RateLimiter
from cardcore.serve.live_room import LiveRoom
from cardcore.serve.replays import Replay, ReplayCache
from cardcore.serve.reviews import Reviews
from cardcore.serve.room import Room
from cardcore.serve.store import Store
from cardcore.serve.thinking import Thinking, ThinkingQueue, load
from cardcore.serve.tokens import digest, new_token

__all__ = ["Rooms"]

_LOG = logging.getLogger(__name__)

#: The most rooms that the lobby lists.
_MAX_LISTED = 50

#: How often expired rooms are deleted, in seconds.
_CLEANUP_EVERY = 3600.0


class _Entry:
    """A room that is in use, or being loaded for those who wait."""

    def __init__(self, expire: Callable[[], object], load: Awaitable[Room]) -> None:
        self.lease = Lease(expire)
        self.loading = asyncio.ensure_future(load)
        self.live: LiveRoom | None = None


class Rooms:
    """The rooms of a server.

    Parameters
    ----------
    store
        Where they are stored.
    limits
        How much anybody may use.
    clock
        Gives the time in seconds, for rate limits.
    offload
        Runs a function that takes long off the event loop.
    thinking
        Runs bots, hints and analyses; by default a queue with threads of its own.
    """

    def __init__(
        self,
        store: Store,
        limits: Limits,
        *,
        clock: Callable[[], float] = time.monotonic,
        offload: Callable[..., Awaitable[Any]] = asyncio.to_thread,
        thinking: Thinking | None = None,
    ) -> None:
        self.store = store
        self._offload = offload
        self._entries: dict[str, _Entry] = {}
        self._replays = ReplayCache()
        self._cleaning: asyncio.Task[None] | None = None
        self._loading: list[asyncio.Task[None]] = []
        self.limits = limits
        self.thinking: Thinking = ThinkingQueue() if thinking is None else thinking
        self.reviews: Reviews = Reviews(store, self.thinking, clock=clock)
        self.chat: RateLimiter = RateLimiter(limits.chat, "chat messages", clock=clock)
        self.thoughts: RateLimiter = RateLimiter(limits.thoughts, "questions", clock=clock)

    def begin(self) -> None:
        """Delete expired rooms from now on."""
        self._cleaning = asyncio.create_task(self._clean())

    def load_bots(self) -> None:
        """Let the strongest bots load their tables now, rather than while somebody waits."""
        self._loading = [
            asyncio.create_task(self.thinking.run(load, name, room=f"load {name}", waiting=False))
            for name in games()
        ]

    @property
    def live(self) -> list[LiveRoom]:
        """The rooms in memory."""
        return [entry.live for entry in self._entries.values() if entry.live is not None]

    def listed(self) -> list[dict[str, Any]]:
        """Describe the rooms that their hosts let anyone find, those with an open seat first."""
        found = [
            described for live in self.live if (described := live.describe_publicly()) is not None
        ]
        found.sort(key=lambda one: one["room"] is None)
        return found[:_MAX_LISTED]

    async def open(self, game: Any, rules: Any, settings: Any, name: Any) -> dict[str, str]:
        """Open a room; returns its links, and the token of its host.

        Raises
        ------
        RequestError
            If the rules are not valid, or there are too many rooms.
        """
        token = new_token()
        room, events = open_room(game, rules, settings, name, digest(token))
        if await self.store.count() >= self.limits.rooms:
            rooms = self.limits.rooms
            message = Phrase("this server is full: it has {rooms} rooms", rooms=rooms)
            raise RequestError("full", message)
        await self.store.append(room.id, 0, events)
        return {"room": room.id, "watch": room.watch, "token": token}

    @asynccontextmanager
    async def enter(self, room: str) -> AsyncIterator[LiveRoom]:
        """Use a room by its link, as a context; it is live until the context is left.

        Raises
        ------
        RequestError
            If there is no such room.
        """
        entry = self._entries.get(room)
        if entry is None:
            entry = _Entry(lambda: self._drop(room), self._load(room))
            self._entries[room] = entry
        entry.lease.acquire()
        try:
            # Shielded: one caller who gives up waiting must not cancel loading for the others.
            loaded = await asyncio.shield(entry.loading)
            if entry.live is None:
                entry.live = LiveRoom(loaded, self.store, self, entry.lease)
            yield entry.live
        finally:
            entry.lease.release()

    @asynccontextmanager
    async def watch(self, link: str) -> AsyncIterator[LiveRoom]:
        """Use a room by its spectators' link, as a context.

        Raises
        ------
        RequestError
            If there is no such room.
        """
        room = await self.store.find_watched(link)
        if room is None:
            raise _no_such_room()
        async with self.enter(room) as live:
            yield live

    def _drop(self, room: str) -> None:
        """Drop a room that nobody uses any more."""
        entry = self._entries.pop(room)
        entry.loading.cancel()
        if entry.live is not None:
            entry.live.stop()

    async def replay(self, link: str) -> Replay:
        """Return a finished game by the link to its replay.

        Raises
        ------
        RequestError
            If there is none, or the game is not over.
        """
        known = self._replays.get(link)
        if known is not None:
            return known
        with _report_damage("replay"):
            record = await self._record(link)
            made: Replay = await self._offload(Replay, record)
        self._replays.add(link, made)
        return made

    async def _record(self, link: str) -> dict[str, Any]:
        """Return the record of a finished game."""
        found = await self.store.find_replay(link)
        if found is None:
            raise RequestError("not-found", "there is no such replay: it may have expired")
        room, record = found
        if record is not None:
            return record
        # It is the last game of its room, so the log has it.
        loaded = await self._load(room)
        if loaded.replay != link:
            # Another game was started in the meantime, and this one was stored.
            return await self._record(link)
        if loaded.finished is None:
            raise RequestError("forbidden", "the game is not over: its replay shows every card")
        return loaded.finished

    async def close(self) -> None:
        """Stop everything, after what is being stored."""
        if self._cleaning is not None:
            self._cleaning.cancel()
            with suppress(asyncio.CancelledError):
                await self._cleaning
        for loading in self._loading:
            loading.cancel()
        for live in self.live:
            await live.close()
        self.reviews.close()
        self.thinking.close()

    async def _load(self, room: str) -> Room:
        with _report_damage("room"):
            events = await self.store.load(room)
            # A long match takes a while to replay.
            loaded: Room | None = await self._offload(_rebuild, room, events) if events else None
        if loaded is None:
            raise _no_such_room()
        return loaded

    async def _clean(self) -> None:
        while True:
            with suppress(RequestError):
                await self.store.delete_expired(
                    self.limits.expires, self.limits.unused, list(self._entries)
                )
            await asyncio.sleep(_CLEANUP_EVERY)


def _no_such_room() -> RequestError:
    return RequestError("not-found", "there is no such room: it may have expired")


@contextmanager
def _report_damage(what: str) -> Iterator[None]:
    """Refuse what can't be read or replayed, which fails in as many ways as there are events."""
    try:
        yield
    except RequestError:
        raise
    except Exception as error:
        _LOG.error("a stored %s is damaged: %s", what, type(error).__name__)
        message = Phrase(
            "This {what} can't be opened: its saved data is damaged.", what=Phrase(what)
        )
        raise RequestError("damaged", message) from error


def _rebuild(room: str, events: Iterable[Event]) -> Room:
    """Rebuild a room from its log."""
    made = Room(room)
    for event in events:
        made.apply(event)
    return made
