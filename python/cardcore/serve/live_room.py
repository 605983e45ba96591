"""A room with people in it: what they ask for, what the bots do, and who is told."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from cardcore.registry import presentation
from cardcore.serve import catalog, decisions, thinking
from cardcore.serve.events import Event, Left, Moved
from cardcore.serve.errors import RequestError
from cardcore.serve.room import STAND_IN, Room
from cardcore.serve.snapshots import Snapshots
from cardcore.serve.store import Store
from cardcore.serve.tokens import digest, new_token

_LOG = logging.getLogger(__name__)

if TYPE_CHECKING:
    from cardcore.serve.rooms import Rooms

__all__ = ["LiveRoom", "Viewer"]


class Viewer(Protocol):
    """Somebody who looks at a room, as the room knows them."""

    person: str | None
    """The digest of their token; ``None`` for a spectator or somebody who has not joined."""

    def look(self) -> None:
        """Be told that there is something to see."""


class LiveRoom:
    """A room with people in it.

    Parameters
    ----------
    room
        The room.
    store
        The file that keeps it.
    rooms
        Where it belongs.
    """

    def __init__(self, room: Room, store: Store, rooms: "Rooms") -> None:
        self.room = room
        self.sight = Snapshots(room)
        self._store = store
        self._rooms = rooms
        self._lock = asyncio.Lock()
        self._viewers: set[Viewer] = set()
        #: Since when people have been gone, by their digests.
        self._gone: dict[str, float] = {}
        self._stood_in: frozenset[str] = frozenset()
        self._news = asyncio.Event()
        self._driver: asyncio.Task[None] | None = None
        self._commits: set[asyncio.Task[Any]] = set()

    # Who is there.

    @property
    def is_used(self) -> bool:
        """Whether somebody is there, or something is still being kept."""
        return bool(self._viewers or self._commits)

    @property
    def present(self) -> set[str]:
        """The people who are connected."""
        return {viewer.person for viewer in self._viewers if viewer.person is not None}

    def arrive(self, viewer: Viewer) -> None:
        """Let a viewer in.

        Raises
        ------
        RequestError
            If there are too many.
        """
        most = self._rooms.limits.connections_of_room
        if len(self._viewers) >= most:
            raise RequestError("full", f"this room has {most} connections, which is the most it takes")
        if not self._viewers:
            # Whoever was here when the server stopped has been gone only from now on.
            now = time.monotonic()
            self._gone = dict.fromkeys(self.room.people, now)
        self._viewers.add(viewer)
        self.recognise(viewer)
        if self._driver is None:
            self._driver = asyncio.create_task(self._drive())
            self._driver.add_done_callback(_report)

    def recognise(self, viewer: Viewer) -> None:
        """Note that a viewer is somebody."""
        if viewer.person is not None:
            self._gone.pop(viewer.person, None)
            # A bot that thinks for them has thought in vain.
            self._stood_in -= {viewer.person}
        self._tell()

    def depart(self, viewer: Viewer) -> None:
        """Let a viewer go."""
        self._viewers.discard(viewer)
        if viewer.person is not None and viewer.person not in self.present:
            self._gone[viewer.person] = time.monotonic()
        self._tell()
        if not self._viewers and self._driver is not None:
            self._driver.cancel()
            self._driver = None
        if not self.is_used:
            self._rooms.abandon(self)

    async def close(self) -> None:
        """Stop the bots, and wait for what is being kept."""
        if self._driver is not None:
            self._driver.cancel()
            with suppress(asyncio.CancelledError):
                await self._driver
            self._driver = None
        if self._commits:
            await asyncio.wait(self._commits)

    def state(self, viewer: Viewer, heard: int) -> dict[str, Any]:
        """Make what a viewer is shown."""
        return self.sight.state(viewer.person, self.present, self._stood_in, heard)

    # What happens.

    async def happen(self, decide: Callable[[], Sequence[Event]]) -> None:
        """Let something happen: decided, kept, then made true and told.

        Raises
        ------
        RequestError
            If it may not happen, or cannot be kept. Then nothing has changed.
        """
        # Whoever asked may go away meanwhile; what is kept must become true all the same.
        task = asyncio.create_task(self._happen(decide))
        self._commits.add(task)
        task.add_done_callback(self._happened)
        await asyncio.shield(task)

    async def _happen(self, decide: Callable[[], Sequence[Event]]) -> None:
        async with self._lock:
            events = decide()
            most = self._rooms.limits.events
            if self.room.events + len(events) > most:
                raise RequestError(
                    "full", f"this room has seen {most} events, which is the most it keeps"
                )
            await self._store.append(self.room.id, self.room.events, events)
            for event in events:
                self.room.apply(event)
            self.sight.changed()
            self._tell()

    def _happened(self, task: "asyncio.Task[Any]") -> None:
        self._commits.discard(task)
        # Whoever asked has the error, if they are still there.
        if not task.cancelled():
            task.exception()
        if not self.is_used:
            self._rooms.abandon(self)

    def _tell(self) -> None:
        self._news.set()
        for viewer in self._viewers:
            viewer.look()

    # What viewers ask for.

    async def ask(self, viewer: Viewer, message: dict[str, Any]) -> dict[str, Any] | None:
        """Do what a viewer asks for; gives the answer that is for them alone, if there is one.

        Raises
        ------
        RequestError
            If it is not done.
        """
        kind = message["type"]
        room, person = self.room, viewer.person
        if kind == "join":
            return await self._join(viewer, message["name"], message.get("seat"))
        if person is None or person not in room.people:
            raise RequestError("forbidden", "join the room first: only its people may do that")
        if kind == "say":
            self._rooms.chat.take(person)
        elif kind in ("try", "hint", "odds"):
            return await self._answer(kind, person, message)
        requests: dict[str, Callable[[], Sequence[Event]]] = {
            "sit": lambda: decisions.sit(room, person, message.get("seat")),
            "stand": lambda: decisions.stand(room, person),
            "leave": lambda: [Left(person)],
            "rename": lambda: decisions.rename(room, person, message["name"]),
            "fill": lambda: decisions.fill(room, person, message["seats"], message["level"]),
            "settings": lambda: decisions.change_settings(room, person, message["settings"]),
            "start": lambda: decisions.start(room, person),
            "move": lambda: decisions.move(
                room, person, message["text"], message["game"], message["count"]
            ),
            "undo": lambda: decisions.undo(room, person),
            "decline": lambda: decisions.decline(room, person),
            "pause": lambda: decisions.pause(room, person, message["on"]),
            "remove": lambda: decisions.remove(room, person, message["seat"]),
            "say": lambda: decisions.say(room, person, message["text"]),
        }
        if kind not in requests:
            raise RequestError("malformed", f"{kind}: expected it as the first message alone")
        await self.happen(requests[kind])
        return None

    async def _join(self, viewer: Viewer, name: Any, seat: int | None) -> dict[str, Any]:
        """Let a viewer become a person, with a seat if one can be had."""
        if viewer.person is not None and viewer.person in self.room.people:
            raise RequestError("illegal", "you are in this room already")
        token = new_token()
        person = digest(token)

        def decide() -> Sequence[Event]:
            events = decisions.join(self.room, person, name)
            try:
                return [*events, *decisions.sit(self.room, person, seat)]
            except RequestError:
                # Whoever comes late may still look on and talk.
                if seat is not None:
                    raise
                return events

        await self.happen(decide)
        viewer.person = person
        self.recognise(viewer)
        return {"type": "token", "token": token}

    async def _answer(self, kind: str, person: str, message: dict[str, Any]) -> dict[str, Any]:
        """Answer a question that changes nothing."""
        room = self.room
        seat = room.seat_of(person)
        if seat is None or room.game is None:
            raise RequestError("illegal", "you are not playing")
        told = presentation(room.name)
        if kind == "odds":
            self._rooms.thoughts.take(person)
            remembered = room.remembered.get(seat)
            if remembered is None:
                raise RequestError("illegal", "there are no odds yet: you have not discarded")
            part = room.game.view(seat).part
            # Until the hand is over it would be a hint.
            if part is not None and not room.settings.hints:
                is_over = room.game.is_over or part["number"] > remembered.part
                if not is_over:
                    raise RequestError("illegal", "the odds are told after the hand")
            found = await self._rooms.thinkers.think(told.odds, remembered)
            return {"type": "odds", **found}
        if seat not in room.deciders():
            raise RequestError("illegal", "it is not your turn")
        view = room.turn_of(seat).view(seat)
        if kind == "try":
            text, answer = message["text"], told.remark_on_choice(view, message["text"])
            try:
                legal = decisions.read(room, seat, text)
            except RequestError as refusal:
                reason = refusal.message
                return {"type": "tried", "text": text, "legal": None, "reason": reason, **answer}
            return {"type": "tried", "text": text, "legal": legal, "reason": None, **answer}
        if not room.settings.hints:
            raise RequestError("illegal", "the host has switched hints off")
        self._rooms.thoughts.take(person)
        number, count = room.number, len(view.history)
        advice = await self._rooms.thinkers.think(thinking.advise, view)
        return {"type": "hint", "game": number, "count": count, **advice}

    # What the bots do.

    async def _drive(self) -> None:
        """Make the moves of bots, and of those who stay away, for as long as somebody looks."""
        while True:
            self._news.clear()
            self._note_absence()
            seat = self._bot_to_move()
            if seat is None:
                # Not wait_for, which forgets to be cancelled if the news came first.
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._until_absence()):
                        await self._news.wait()
                continue
            await self._play_bot(seat)

    def _note_absence(self) -> None:
        """Find out who has been gone for too long, and tell if that has changed."""
        stood_in = frozenset(person for person in self._gone if self._absence_left(person) <= 0)
        if stood_in != self._stood_in:
            self._stood_in = stood_in
            self._tell()
            self._news.clear()

    def _absence_left(self, person: str) -> float:
        """Tell for how many seconds more somebody may be gone."""
        # Nobody has to wait for those who are gone if everybody is.
        seated = {seat.person for seat in self.room.seats if seat.kind == "person"}
        if not self.room.settings.away or person not in seated or not seated & self.present:
            return float("inf")
        return self._gone[person] + self.room.settings.away - time.monotonic()

    def _until_absence(self) -> float | None:
        left = [self._absence_left(person) for person in self._gone]
        soonest = min((seconds for seconds in left if seconds > 0), default=float("inf"))
        return None if soonest == float("inf") else soonest + 0.01

    def _bot_to_move(self) -> int | None:
        """Name the seat that is to move, if a bot has it or plays for whoever has."""
        room = self.room
        if not room.is_playing or room.paused or room.game is None:
            return None
        seat = room.game.to_move
        if seat is None:
            return None
        taken = room.seats[seat]
        return seat if taken.kind == "bot" or taken.person in self._stood_in else None

    async def _play_bot(self, seat: int) -> None:
        """Think for a seat, and move unless the room has changed meanwhile."""
        room = self.room
        assert room.game is not None
        before = (room.number, room.game.moves, room.seats[seat].person)
        view = room.game.view(seat)
        is_bot = room.seats[seat].kind == "bot"
        level = room.seats[seat].level if is_bot else STAND_IN
        began = time.monotonic()
        text = await self._rooms.thinkers.think(thinking.choose, view, level, room.bots_seed)
        rest = room.settings.pace / 1000 - (time.monotonic() - began)
        if rest > 0:
            await asyncio.sleep(rest)

        def decide() -> Sequence[Event]:
            assert room.game is not None
            now = (room.number, room.game.moves, room.seats[seat].person)
            if now != before or self._bot_to_move() != seat:
                raise RequestError("stale", "the room has changed")
            return [Moved(seat, text, "bot" if is_bot else "stand-in")]

        try:
            await self.happen(decide)
        except RequestError as refusal:
            if refusal.code != "stale":
                # The disk or the room is full, perhaps for a while: not tried again at once.
                await asyncio.sleep(1.0)

    def about(self) -> dict[str, Any]:
        """Describe what stays as it is: the rules in words, and who may be asked to fill a seat."""
        rules = catalog.begin(self.room.name, self.room.rules, seed=0).rules
        return {
            "rules": presentation(self.room.name).rules(rules),
            "levels": [
                {"name": name, "meaning": str(level)}
                for name, level in catalog.levels(self.room.name).items()
            ],
            "usual_level": presentation(self.room.name).usual_level,
        }


def _report(driver: "asyncio.Task[None]") -> None:
    """Tell that the bots of a room have stopped by mistake; never what they looked at."""
    if not driver.cancelled() and (error := driver.exception()) is not None:
        _LOG.error("the bots of a room have stopped: %s", type(error).__name__)
