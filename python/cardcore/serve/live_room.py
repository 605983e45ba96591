"""A room that is in use: it handles requests, plays its bots and tells its viewers."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from cardcore.registry import presentation
from cardcore.serve import catalog, decisions, thinking
from cardcore.serve.errors import RequestError
from cardcore.serve.events import Checkpointed, Event, Joined, Left, Moved, Started
from cardcore.serve.lease import Lease
from cardcore.serve.protocol import write_message
from cardcore.serve.room import STAND_IN, Room
from cardcore.serve.snapshots import Snapshots
from cardcore.serve.store import Store
from cardcore.serve.tokens import digest, new_token
from cardcore.serve.viewers import Viewer, Viewers

_LOG = logging.getLogger(__name__)

_T = TypeVar("_T")

if TYPE_CHECKING:
    from cardcore.serve.rooms import Rooms

__all__ = ["LiveRoom"]

#: How long to wait before a bot's move that could not be stored is tried again, in seconds.
_RETRY_SECONDS = 1.0


class LiveRoom:
    """A room that is in use.

    Parameters
    ----------
    room
        The room.
    store
        Where it is stored.
    rooms
        The server's rooms, with the limits and threads that they share.
    lease
        Keeps this the only copy of the room while it is in use.
    """

    def __init__(self, room: Room, store: Store, rooms: "Rooms", lease: Lease) -> None:
        self.room = room
        self.viewers: Viewers = Viewers(room, rooms.limits)
        self._snapshots = Snapshots(room)
        #: What people who are nobody in the room are sent now, by what they have been sent.
        self._public_snapshots: dict[tuple[int, int], str] = {}
        self._store = store
        self._rooms = rooms
        self._lease = lease
        self._lock = asyncio.Lock()
        self._clock = asyncio.get_running_loop().time
        #: When people disconnected, by the digests of their tokens.
        self._gone: dict[str, float] = {}
        #: The people for whom a bot plays.
        self._absent: list[str] = []
        self._news = asyncio.Event()
        self._bots: asyncio.Task[None] | None = None
        self._commits: set[asyncio.Task[Any]] = set()
        #: Bots and hints that are being thought about, each with whether it is still wanted.
        self._thoughts: dict[asyncio.Task[Any], Callable[[], bool]] = {}

    # Viewers.

    def attach(self, viewer: Viewer) -> None:
        """Let a viewer in.

        Raises
        ------
        RequestError
            If there are too many.
        """
        if not self.viewers:
            # Nobody could come back before: people are absent from now on only.
            self._gone = dict.fromkeys(self.room.people, self._clock())
        self.viewers.add(viewer)
        self.identify(viewer)
        if self._bots is None:
            self._bots = asyncio.create_task(self._play_bots())
            self._bots.add_done_callback(_report)

    def identify(self, viewer: Viewer) -> None:
        """Note which person a viewer is."""
        if viewer.person is not None:
            self._gone.pop(viewer.person, None)
            # A bot that is thinking for them must not move any more.
            self._absent = [person for person in self._absent if person != viewer.person]
        viewer.notify()
        self._tell_of(viewer)

    def detach(self, viewer: Viewer) -> None:
        """Let a viewer go."""
        self.viewers.remove(viewer)
        person = viewer.person
        if person in self.room.people and person not in self.viewers.present:
            self._gone[person] = self._clock()
        self._tell_of(viewer)
        if not self.viewers:
            self.stop()

    def stop(self) -> None:
        """Stop the bots: nobody is watching."""
        if self._bots is not None:
            self._bots.cancel()
            self._bots = None

    async def close(self) -> None:
        """Stop the bots, and wait for what is being stored."""
        self.stop()
        if self._commits:
            await asyncio.wait(self._commits)

    def snapshot(self, viewer: Viewer, moves: int, lines: int) -> str:
        """Write the message that shows the room to a viewer.

        All who are nobody in the room see the same, so it is written once for them: a crowd costs
        little more than one viewer.

        Parameters
        ----------
        viewer
            The viewer.
        moves
            How many moves of the game they have been sent.
        lines
            How many lines of chat they have been sent.
        """
        if viewer.person is not None:
            return self._write_snapshot(viewer.person, moves, lines)
        sent = (moves, lines)
        if sent not in self._public_snapshots:
            self._public_snapshots[sent] = self._write_snapshot(None, moves, lines)
        return self._public_snapshots[sent]

    def _write_snapshot(self, person: str | None, moves: int, lines: int) -> str:
        state = self._snapshots.state(person, self.viewers.present, self._absent, moves)
        chat = [line for line in self.room.chat if line["number"] >= lines]
        return write_message({**state, "spectators": self.viewers.spectators, "chat": chat})

    def _tell_of(self, viewer: Viewer) -> None:
        """Let everyone know that somebody has come or gone."""
        if self.viewers.is_privileged(viewer):
            self._broadcast()
        else:
            # A crowd that comes and goes must not keep the players' browsers busy.
            self._public_snapshots.clear()
            self.viewers.notify_later()

    def _broadcast(self) -> None:
        self._public_snapshots.clear()
        self._news.set()
        for thought, is_wanted in self._thoughts.items():
            if not is_wanted():
                thought.cancel()
        self.viewers.notify()

    # Events.

    async def commit(
        self,
        decide: Callable[[], Sequence[Event]],
        *,
        person: str | None = None,
        farewell: str | None = None,
    ) -> None:
        """Let events happen: decided, persisted, then applied and broadcast.

        Parameters
        ----------
        decide
            Returns the events, or refuses.
        person
            Who asks for them, if anybody; refused if they have left meanwhile.
        farewell
            What people who leave are told, if they must.

        Raises
        ------
        RequestError
            If they may not happen, or cannot be stored. Then nothing has changed.
        """
        # The client may disconnect meanwhile; what was persisted must be applied all the same, by
        # this copy of the room.
        self._lease.acquire()
        task = asyncio.create_task(self._commit(decide, person, farewell))
        self._commits.add(task)
        task.add_done_callback(self._committed)
        try:
            await asyncio.shield(task)
        finally:
            # The traceback of a refusal has this frame: without the task in it, that is no cycle.
            del task

    async def _commit(
        self, decide: Callable[[], Sequence[Event]], person: str | None, farewell: str | None
    ) -> None:
        async with self._lock:
            room = self.room
            if person is not None:
                self._check_joined(person)
            events = list(decide())
            if not events:
                return
            if room.events - room.checkpointed >= self._rooms.limits.checkpoint_every:
                events.insert(0, Checkpointed(room.checkpoint()))
            finished = None
            if room.finished is not None and any(isinstance(event, Started) for event in events):
                finished = (room.replay, room.finished)
            await self._store.append(room.id, room.events, events, finished)
            for event in events:
                room.apply(event)
                if isinstance(event, Joined):
                    # Gone until their connection is known, as it may have been lost meanwhile.
                    self._gone[event.person] = self._clock()
                elif isinstance(event, Left):
                    self._gone.pop(event.person, None)
                    if farewell is not None:
                        self.viewers.disconnect(event.person, farewell)
            self._snapshots.clear()
            self._broadcast()

    def _committed(self, task: "asyncio.Task[Any]") -> None:
        self._commits.discard(task)
        # The client gets the error, if it is still there.
        if not task.cancelled():
            task.exception()
        self._lease.release()

    # Requests.

    async def handle(self, viewer: Viewer, message: dict[str, Any]) -> dict[str, Any] | None:
        """Handle a message of a viewer; returns the reply that is for them alone, if any.

        Raises
        ------
        RequestError
            If the request is refused.
        """
        kind = message["type"]
        room = self.room
        if kind == "join":
            return await self._join(viewer, message)
        person = self._check_joined(viewer.person)
        if kind in ("try", "hint", "odds"):
            return await self._answer(kind, person, message)
        if kind == "say":
            self._rooms.chat.take(person)
        if kind == "remove":
            await self._remove(person, message)
            return None
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
            "say": lambda: decisions.say(room, person, message["text"]),
        }
        if kind not in requests:
            raise RequestError("malformed", f"{kind}: expected it as the first message only")
        await self.commit(requests[kind], person=person)
        return None

    def _check_joined(self, person: str | None) -> str:
        """Return the person, who must be in the room: in another tab they may have left it."""
        if person is None or person not in self.room.people:
            raise RequestError("forbidden", "join the room first")
        return person

    async def _join(self, viewer: Viewer, message: dict[str, Any]) -> dict[str, Any]:
        """Let a viewer become a person, with a seat if there is one.

        A client that chooses its token may join again with it: if the reply was lost with the
        connection, it finds its seat instead of a stranger's.
        """
        if viewer.person is not None and viewer.person in self.room.people:
            raise RequestError("illegal", "you are already in this room")
        seat: int | None = message.get("seat")
        token = message.get("token") or new_token()
        person = digest(token)

        def decide() -> Sequence[Event]:
            if person in self.room.people:
                return []
            most, present = self._rooms.limits.people, self.viewers.present
            events = decisions.join(self.room, person, message["name"], present, most)
            try:
                return [*events, *decisions.sit(self.room, person, seat)]
            except RequestError:
                # Those who come too late for a seat can still watch and chat.
                if seat is not None:
                    raise
                return events

        await self.commit(decide)
        viewer.person = person
        self.identify(viewer)
        return {"type": "token", "token": token}

    async def _remove(self, person: str, message: dict[str, Any]) -> None:
        """Let the host remove a person, or everyone who is only watching."""
        if message.get("spectators"):
            decisions.check_host(self.room, person)
            self.viewers.disconnect_spectators("the host has asked all spectators to leave")
            self._broadcast()
            return
        seat, name = message.get("seat"), message.get("name")
        await self.commit(
            lambda: decisions.remove(self.room, person, seat, name),
            person=person,
            farewell="the host has removed you from this room",
        )

    async def _answer(self, kind: str, person: str, message: dict[str, Any]) -> dict[str, Any]:
        """Answer a question, which changes nothing."""
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
            # Before the hand is over, the odds would be a hint.
            if part is not None and not room.settings.hints:
                is_over = room.game.is_over or part["number"] > remembered.part
                if not is_over:
                    raise RequestError("illegal", "the odds are shown after the hand")
            found = await self._rooms.thinking.run(
                lambda _effort: told.odds(remembered), room=room.id, person=person
            )
            return {"type": "odds", **found}
        if seat not in room.deciders():
            raise RequestError("illegal", "it is not your turn")
        view = room.turn_of(seat).view(seat)
        if kind == "try":
            text, answer = message["text"], told.selection_facts(view, message["text"])
            try:
                legal = decisions.read(room, seat, text)
            except RequestError as error:
                reason = error.message
                return {"type": "tried", "text": text, "legal": None, "reason": reason, **answer}
            return {"type": "tried", "text": text, "legal": legal, "reason": None, **answer}
        if not room.settings.hints:
            raise RequestError("illegal", "the host has switched hints off")
        self._rooms.thoughts.take(person)
        position, count = self._position(), view.move_count

        def is_wanted() -> bool:
            is_same = self._position() == position and seat in room.deciders()
            return is_same and person in self.viewers.present

        rules = room.game.rules
        levels = [seated.level or None for seated in room.seats]
        advice = await self._think(
            is_wanted,
            self._rooms.thinking.run(
                thinking.advise, view, rules, levels, room=room.id, person=person
            ),
        )
        if advice is None:
            raise RequestError("stale", "the game has moved on: ask again")
        return {"type": "hint", "game": position[0], "count": count, **advice}

    # Bots.

    async def _play_bots(self) -> None:
        """Make the moves of bots, and of absent people, for as long as somebody watches."""
        while True:
            self._news.clear()
            self._note_absence()
            seat = self._bot_to_move()
            if seat is None:
                # Not wait_for, which can lose a cancellation if the news came first.
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._until_absence()):
                        await self._news.wait()
                continue
            await self._play_bot(seat)

    def _note_absence(self) -> None:
        """Find out who has been gone for too long, and broadcast it if that has changed."""
        now = self._clock()
        absent = [person for person, since in self._deadlines() if since <= now]
        if absent != self._absent:
            self._absent = absent
            self._broadcast()
            self._news.clear()

    def _deadlines(self) -> list[tuple[str, float]]:
        """List the seated people who are gone, and when a bot begins to play for each."""
        seated = [seat.person for seat in self.room.seats if seat.kind == "person"]
        away = self.room.settings.away
        # If everybody is gone, nobody is kept waiting.
        if not away or not any(person in seated for person in self.viewers.present):
            return []
        return [(person, self._gone[person] + away) for person in seated if person in self._gone]

    def _until_absence(self) -> float | None:
        """Return the seconds until a bot begins to play for somebody."""
        now = self._clock()
        times = [time - now for _, time in self._deadlines() if time > now]
        return min(times) + 0.01 if times else None

    def _bot_to_move(self) -> int | None:
        """Return the seat to move, if a bot plays there."""
        room = self.room
        if not room.is_playing or room.paused or room.game is None:
            return None
        seat = room.game.to_move
        if seat is None:
            return None
        taken = room.seats[seat]
        return seat if taken.kind == "bot" or taken.person in self._absent else None

    async def _play_bot(self, seat: int) -> None:
        """Think for a seat, and move unless the room has changed meanwhile."""
        room = self.room
        assert room.game is not None
        position, person = self._position(), room.seats[seat].person
        view, rules = room.game.view(seat), room.game.rules
        is_bot = room.seats[seat].kind == "bot"
        level = room.seats[seat].level if is_bot else STAND_IN
        began = self._clock()

        def is_wanted() -> bool:
            is_same = self._position() == position and room.seats[seat].person == person
            return is_same and self._bot_to_move() == seat

        text = await self._think(
            is_wanted,
            self._rooms.thinking.run(
                thinking.choose,
                view,
                rules,
                level,
                room.bots_seed,
                room=room.id,
                waiting=self._is_awaited,
            ),
        )
        if text is None:
            return
        rest = room.settings.pace / 1000 - (self._clock() - began)
        if rest > 0:
            await asyncio.sleep(rest)

        def decide() -> Sequence[Event]:
            if not is_wanted():
                raise RequestError("stale", "the room has changed")
            return [Moved(seat, text, "bot" if is_bot else "stand-in")]

        try:
            await self.commit(decide)
        except RequestError as error:
            if error.code != "stale":
                # The disk may be full for a while.
                await asyncio.sleep(_RETRY_SECONDS)

    async def _think(
        self, is_wanted: Callable[[], bool], thought: Coroutine[Any, Any, _T]
    ) -> _T | None:
        """Wait for a thought; drops it and returns ``None`` once nobody wants it any more."""
        task = asyncio.create_task(thought)
        self._thoughts[task] = is_wanted
        try:
            await asyncio.wait([task])
            return None if task.cancelled() else task.result()
        finally:
            task.cancel()
            del self._thoughts[task]

    def _position(self) -> tuple[int, int, int]:
        """Return the point that the room's game is at."""
        room = self.room
        return room.number, room.rewinds, 0 if room.game is None else room.game.move_count

    @property
    def _is_awaited(self) -> bool:
        """Whether a player waits for the bots, rather than spectators alone."""
        present = self.viewers.present
        return any(seat.kind == "person" and seat.person in present for seat in self.room.seats)

    def about(self) -> dict[str, Any]:
        """Describe what never changes: the rules in words, and the levels of bots."""
        rules = catalog.begin(self.room.name, self.room.rules, seed=0).rules
        return {
            "rules": presentation(self.room.name).rules(rules),
            "levels": catalog.describe_levels(self.room.name, rules),
            "usual_level": presentation(self.room.name).default_level,
        }

    def describe_publicly(self) -> dict[str, Any] | None:
        """Describe the room for the lobby: nothing unless its host is there and wants that."""
        room = self.room
        if not room.settings.listed or room.host not in self.viewers.present:
            return None
        taken = sum(seat.kind != "open" for seat in room.seats)
        may_join = not room.settings.locked and not room.is_playing and taken < len(room.seats)
        return {
            "game": room.name,
            "title": catalog.title(room.name),
            "host": room.people[room.host],
            "taken": taken,
            "seats": len(room.seats),
            "playing": room.is_playing,
            "room": room.id if may_join else None,
            "watch": room.watch,
        }


def _report(bots: "asyncio.Task[None]") -> None:
    """Log that the bots of a room have failed, without anything they saw."""
    if not bots.cancelled() and (error := bots.exception()) is not None:
        _LOG.error("the bots of a room have stopped: %s", type(error).__name__)
