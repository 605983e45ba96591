"""The file that keeps everything: events of rooms, in SQLite.

An event is committed before anybody is told of it. ``synchronous=FULL`` has the disk confirm every
commit, so that neither ``kill -9`` nor a power cut takes back what was acknowledged; what waits
while the disk confirms goes into the next commit together, so the rate of moves is not bound to
that of the disk. One thread owns the connection: SQLite is never waited for on the event loop, and
the lock of the file keeps a second server away from it.
"""

import asyncio
import json
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from cardcore.serve.errors import RequestError
from cardcore.serve.events import Event, Opened, Started, read_event, write_event

__all__ = ["Store"]

_T = TypeVar("_T")

_LOG = logging.getLogger(__name__)

#: The version of the tables; a file of another version is refused.
_VERSION = 1

_TABLES = """
CREATE TABLE rooms (
    id TEXT PRIMARY KEY,
    touched REAL NOT NULL,
    is_begun INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE events (
    room TEXT NOT NULL REFERENCES rooms(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (room, number)
) WITHOUT ROWID;
CREATE TABLE links (
    id TEXT PRIMARY KEY,
    room TEXT NOT NULL REFERENCES rooms(id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    number INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX links_of_room ON links(room);
"""

#: How often it is noted that a room is in use, in seconds.
_TOUCH_EVERY = 600.0

#: The most that goes into one commit.
_MOST_JOBS = 500


class Store:
    """The events of all rooms.

    Parameters
    ----------
    path
        The file; made if it is not there, readable by its owner alone.

    Raises
    ------
    OSError
        If the file cannot be used; the message says why.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._connection = _open(path)
        self._touched: dict[str, float] = {}
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    async def append(self, room: str, number: int, events: Sequence[Event]) -> None:
        """Keep events of a room, the first of which has this number; returns once they are kept.

        Raises
        ------
        RequestError
            If they cannot be kept. Then none of them is.
        """
        texts = [write_event(event) for event in events]
        links = [link for event in events if (link := _link(room, event)) is not None]
        is_begun = any(isinstance(event, Started) for event in events)

        now = time.time()
        # Rooms expire after days: when they were touched need not be told to the second.
        is_touched = number == 0 or is_begun or now > self._touched.get(room, 0.0) + _TOUCH_EVERY

        def write(connection: sqlite3.Connection) -> None:
            if is_touched:
                connection.execute(
                    "INSERT INTO rooms (id, touched, is_begun) VALUES (?1, ?2, ?3) "
                    "ON CONFLICT (id) DO UPDATE SET touched = ?2, is_begun = is_begun OR ?3",
                    (room, now, is_begun),
                )
            connection.executemany(
                "INSERT INTO events (room, number, event) VALUES (?, ?, ?)",
                [(room, number + place, text) for place, text in enumerate(texts)],
            )
            connection.executemany("INSERT INTO links VALUES (?, ?, ?, ?)", links)

        await self._run(write, "save")
        if is_touched:
            self._touched[room] = now

    async def load(self, room: str) -> list[Event]:
        """Give all events of a room in their order; none if there is no such room."""
        order = "SELECT event FROM events WHERE room = ? ORDER BY number"
        rows = await self._run(lambda connection: connection.execute(order, (room,)).fetchall())
        return [read_event(text) for (text,) in rows]

    async def find(self, purpose: str, link: str) -> tuple[str, int] | None:
        """Find the room that a link to ``watch`` or ``replay`` belongs to, and its number there."""
        order = "SELECT room, number FROM links WHERE id = ? AND purpose = ?"
        row: tuple[str, int] | None = await self._run(
            lambda connection: connection.execute(order, (link, purpose)).fetchone()
        )
        return row

    async def count(self) -> int:
        """Count the rooms."""
        order = "SELECT count(*) FROM rooms"
        (found,) = await self._run(lambda connection: connection.execute(order).fetchone())
        return int(found)

    async def forget(self, expires: float, unused: float, spared: Sequence[str]) -> int:
        """Remove rooms that have not been touched for so many seconds; tells how many.

        Parameters
        ----------
        expires
            The seconds for rooms in which a game was begun.
        unused
            The same for the others.
        spared
            Rooms that stay in any case.
        """
        now, kept = time.time(), json.dumps(list(spared))
        self._touched.clear()
        order = (
            "DELETE FROM rooms WHERE touched < CASE WHEN is_begun THEN ? ELSE ? END "
            "AND id NOT IN (SELECT value FROM json_each(?))"
        )
        return await self._run(
            lambda connection: (
                connection.execute(order, (now - expires, now - unused, kept)).rowcount
            )
        )

    def close(self) -> None:
        """Keep what waits to be kept, and close the file."""
        self._jobs.put(None)
        self._thread.join()

    async def _run(self, work: Callable[[sqlite3.Connection], _T], verb: str = "read") -> _T:
        """Do something on the thread that owns the connection, within a transaction."""
        job = _Job(work, asyncio.get_running_loop())
        self._jobs.put(job)
        try:
            result: _T = await job.future
        except Exception as error:
            # The text of the error may quote what was to be stored.
            _LOG.error("the storage failed: %s", type(error).__name__)
            message = f"The server could not {verb} this. Please try again."
            raise RequestError("storage", message) from error
        return result

    def _work(self) -> None:
        is_open = True
        while is_open:
            waiting = [self._jobs.get()]
            while len(waiting) < _MOST_JOBS and not self._jobs.empty():
                waiting.append(self._jobs.get())
            is_open = None not in waiting
            self._commit([job for job in waiting if job is not None])
        self._connection.close()

    def _commit(self, jobs: Sequence["_Job"]) -> None:
        """Do jobs in one transaction; if one fails, each in its own, so that it undoes no other."""
        try:
            answers = self._do(jobs)
        except Exception as error:
            if len(jobs) > 1:
                for job in jobs:
                    self._commit([job])
            else:
                for job in jobs:
                    job.finish(None, error)
            return
        for job, answer in zip(jobs, answers, strict=True):
            job.finish(answer, None)

    def _do(self, jobs: Sequence["_Job"]) -> list[Any]:
        """Do jobs in one transaction, or none of them."""
        if not jobs:
            return []
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            answers = [job.work(self._connection) for job in jobs]
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        return answers


class _Job:
    """Work for the thread, and whoever waits for it."""

    def __init__(
        self, work: Callable[[sqlite3.Connection], Any], loop: asyncio.AbstractEventLoop
    ) -> None:
        self.work = work
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()

    def finish(self, answer: Any, failure: Exception | None) -> None:
        def tell() -> None:
            if self.future.done():
                return
            if failure is None:
                self.future.set_result(answer)
            else:
                self.future.set_exception(failure)

        # The loop may be gone by now; then nobody waits.
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(tell)


def _link(room: str, event: Event) -> tuple[str, str, str, int] | None:
    """Give the row of the link that an event made, if it made one."""
    match event:
        case Opened(watch=link):
            return link, room, "watch", 0
        case Started(number=number, replay=link):
            return link, room, "replay", number
    return None


def _open(path: Path) -> sqlite3.Connection:
    """Open the file, made ready for use."""
    try:
        # SQLite would make it readable for everyone.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise OSError(f"'{path}': {error.strerror or error}") from error
    try:
        connection = sqlite3.connect(
            path, timeout=1.0, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("BEGIN EXCLUSIVE")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if version == 0 and tables == 0:
            for order in filter(str.strip, _TABLES.split(";")):
                connection.execute(order)
            connection.execute(f"PRAGMA user_version = {_VERSION}")
        elif version != _VERSION:
            connection.close()
            raise OSError(f"'{path}': expected a file of cardcore serve, version {_VERSION}")
        connection.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise OSError(f"'{path}': another server uses this file") from error
        raise OSError(f"'{path}': {error}") from error
    except sqlite3.DatabaseError as error:
        raise OSError(f"'{path}': {error}") from error
    return connection
