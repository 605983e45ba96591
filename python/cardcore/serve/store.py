"""What a server stores: the event log of every room, and the records of finished games.

An event is committed before anyone is told of it. The log of a room is short: a checkpoint holds
everything before it, so the events it replaces are deleted in the same transaction.
"""

import json
import logging
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from cardcore.phrases import Phrase
from cardcore.serve.database import Work, Writer
from cardcore.serve.errors import RequestError
from cardcore.serve.events import Checkpointed, Event, Opened, Started, read_event, write_event

__all__ = ["Store"]

_LOG = logging.getLogger(__name__)

_T = TypeVar("_T")

#: How often the last use of a room is noted, in seconds.
_TOUCH_EVERY = 600.0


class Store:
    """The event logs of all rooms.

    Parameters
    ----------
    writer
        Runs transactions on the database.
    replays_of_room
        How many finished games of a room are stored.
    clock
        Gives the time of day in seconds.
    """

    def __init__(
        self,
        writer: Writer,
        *,
        replays_of_room: int = 100,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._writer = writer
        self._replays_of_room = replays_of_room
        self._clock = clock
        self._touched: dict[str, float] = {}

    async def append(
        self,
        room: str,
        number: int,
        events: Sequence[Event],
        finished: tuple[str, Mapping[str, Any]] | None = None,
    ) -> None:
        """Store events of a room; returns once they are on disk.

        Parameters
        ----------
        room
            The room.
        number
            The number of the first event.
        events
            The events.
        finished
            The link and the record of a finished game, which the log need not hold any longer.

        Raises
        ------
        RequestError
            If they cannot be stored. Then none of them is.
        """
        rows = [(room, number + place, write_event(event)) for place, event in enumerate(events)]
        started = [event for event in events if isinstance(event, Started)]
        replaced = [
            number + place for place, event in enumerate(events) if isinstance(event, Checkpointed)
        ]
        record = None if finished is None else json.dumps(finished[1], ensure_ascii=False)
        now = self._clock()
        # Rooms expire after days: their last use need not be exact to the second.
        is_touched = bool(started) or now > self._touched.get(room, 0.0) + _TOUCH_EVERY

        def write(connection: sqlite3.Connection) -> None:
            for event in events:
                if isinstance(event, Opened):
                    connection.execute(
                        "INSERT INTO rooms (id, watch, touched) VALUES (?, ?, ?)",
                        (room, event.watch, now),
                    )
            if is_touched:
                connection.execute(
                    "UPDATE rooms SET touched = ?, is_begun = is_begun OR ? WHERE id = ?",
                    (now, bool(started), room),
                )
            connection.executemany(
                "INSERT INTO events (room, number, event) VALUES (?, ?, ?)", rows
            )
            for checkpoint in replaced:
                connection.execute(
                    "DELETE FROM events WHERE room = ? AND number < ?", (room, checkpoint)
                )
            if finished is not None:
                connection.execute(
                    "UPDATE replays SET record = ? WHERE id = ?", (record, finished[0])
                )
            for event in started:
                connection.execute(
                    "INSERT INTO replays (id, room, number) VALUES (?, ?, ?)",
                    (event.replay, room, event.number),
                )
                connection.execute(
                    "DELETE FROM replays WHERE room = ? AND number <= ?",
                    (room, event.number - self._replays_of_room),
                )

        await self._run(write, "save")
        if is_touched:
            self._touched[room] = now

    async def load(self, room: str) -> list[Event]:
        """Load the log of a room, from its last checkpoint on; empty if there is no such room.

        Raises
        ------
        ParseError
            If the log is damaged.
        """
        query = "SELECT event FROM events WHERE room = ? ORDER BY number"
        rows = await self._run(lambda connection: connection.execute(query, (room,)).fetchall())
        return [read_event(text) for (text,) in rows]

    async def find_watched(self, link: str) -> str | None:
        """Find the room of a spectators' link."""
        query = "SELECT id FROM rooms WHERE watch = ?"
        row = await self._run(lambda connection: connection.execute(query, (link,)).fetchone())
        return None if row is None else str(row[0])

    async def find_replay(self, link: str) -> tuple[str, dict[str, Any] | None] | None:
        """Find the room of a replay's link, and the record of the game unless its log has it."""
        query = "SELECT room, record FROM replays WHERE id = ?"
        row = await self._run(lambda connection: connection.execute(query, (link,)).fetchone())
        if row is None:
            return None
        room, record = row
        return room, None if record is None else json.loads(record)

    async def find_review(self, link: str, seat: int) -> bytes | None:
        """Find the review of a seat in a finished game."""
        query = "SELECT review FROM reviews WHERE replay = ? AND seat = ?"
        row = await self._run(lambda connection: connection.execute(query, (link, seat)).fetchone())
        return None if row is None else bytes(row[0])

    async def save_review(self, link: str, seat: int, review: bytes) -> None:
        """Store the review of a seat in a finished game, unless the game has expired."""
        query = (
            "INSERT OR REPLACE INTO reviews (replay, seat, review) "
            "SELECT id, ?, ? FROM replays WHERE id = ?"
        )
        await self._run(
            lambda connection: connection.execute(query, (seat, review, link)).rowcount, "save"
        )

    async def invite(self, room: str, lifetime: float, make: Callable[[int], str]) -> str:
        """Return the code of a room, valid for this many seconds from now.

        Parameters
        ----------
        room
            The room.
        lifetime
            The seconds until the code expires.
        make
            Makes a new code beside this many others, if the room has none.
        """
        now = self._clock()

        def write(connection: sqlite3.Connection) -> str:
            connection.execute("DELETE FROM codes WHERE expires <= ?", (now,))
            found = connection.execute("SELECT code FROM codes WHERE room = ?", (room,)).fetchone()
            if found is not None:
                connection.execute(
                    "UPDATE codes SET expires = ? WHERE room = ?", (now + lifetime, room)
                )
                return str(found[0])
            (codes,) = connection.execute("SELECT count(*) FROM codes").fetchone()
            while True:
                code = make(codes)
                inserted = connection.execute(
                    "INSERT OR IGNORE INTO codes (code, room, expires) VALUES (?, ?, ?)",
                    (code, room, now + lifetime),
                )
                if inserted.rowcount:
                    return code

        return await self._run(write, "save")

    async def find_invited(self, code: str) -> str | None:
        """Find the room of a code that has not expired."""
        query, now = "SELECT room FROM codes WHERE code = ? AND expires > ?", self._clock()
        row = await self._run(lambda connection: connection.execute(query, (code, now)).fetchone())
        return None if row is None else str(row[0])

    async def count(self) -> int:
        """Count the rooms."""
        query = "SELECT count(*) FROM rooms"
        (found,) = await self._run(lambda connection: connection.execute(query).fetchone())
        return int(found)

    async def delete_expired(self, expires: float, unused: float, live: Sequence[str]) -> int:
        """Delete rooms that nobody has used for a while; returns how many.

        Parameters
        ----------
        expires
            The seconds for rooms in which a game was started.
        unused
            The seconds for other rooms.
        live
            Rooms that stay in any case.
        """
        now, spared = self._clock(), json.dumps(list(live))
        self._touched.clear()
        statement = (
            "DELETE FROM rooms WHERE touched < CASE WHEN is_begun THEN ? ELSE ? END "
            "AND id NOT IN (SELECT value FROM json_each(?))"
        )
        arguments = (now - expires, now - unused, spared)
        return await self._run(lambda connection: connection.execute(statement, arguments).rowcount)

    def close(self) -> None:
        """Finish what is being written, and close the database."""
        self._writer.close()

    async def _run(self, work: Work[_T], verb: str = "read") -> _T:
        try:
            return await self._writer.run(work)
        except Exception as error:
            # The text of the error may quote what was to be stored.
            _LOG.error("the storage failed: %s", type(error).__name__)
            message = Phrase(
                "The server could not {verb} this. Please try again.", verb=Phrase(verb)
            )
            raise RequestError("storage", message) from error
