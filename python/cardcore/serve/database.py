"""The SQLite file of a server, and the thread that owns its connection.

``synchronous=FULL`` makes the disk confirm every commit, so neither ``kill -9`` nor a power cut
undoes what was acknowledged. Jobs that arrive while the disk confirms share the next commit, so
the rate of moves isn't bound to the rate of disk writes. The event loop never waits for SQLite,
and the file's lock keeps a second server away.
"""

import asyncio
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

__all__ = ["Database", "DatabaseThread", "Outcome", "Work", "Writer"]

_T = TypeVar("_T")

#: Something to do within a transaction.
Work: TypeAlias = Callable[[sqlite3.Connection], _T]

#: The result of the work, or the error that prevented it.
Outcome: TypeAlias = tuple[Any, Exception | None]

#: The version of the tables; a file with another version is refused.
_VERSION = 2

_TABLES = """
CREATE TABLE rooms (
    id TEXT PRIMARY KEY,
    watch TEXT NOT NULL UNIQUE,
    touched REAL NOT NULL,
    is_begun INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE events (
    room TEXT NOT NULL REFERENCES rooms(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (room, number)
) WITHOUT ROWID;
CREATE TABLE replays (
    id TEXT PRIMARY KEY,
    room TEXT NOT NULL REFERENCES rooms(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    record TEXT
) WITHOUT ROWID;
CREATE INDEX replays_of_room ON replays(room, number);
"""

#: Tables that files of this version may lack, because they came later.
_LATER_TABLES = """
CREATE TABLE IF NOT EXISTS codes (
    code TEXT PRIMARY KEY,
    room TEXT NOT NULL UNIQUE REFERENCES rooms(id) ON DELETE CASCADE,
    expires REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reviews (
    replay TEXT NOT NULL REFERENCES replays(id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    review BLOB NOT NULL,
    PRIMARY KEY (replay, seat)
) WITHOUT ROWID
"""

#: The most jobs in one commit.
_BATCH_SIZE = 500


class Writer(Protocol):
    """Runs work in transactions, in the order in which it was asked for."""

    async def run(self, work: Work[_T]) -> _T:
        """Run work in a transaction; returns once that is committed."""

    def close(self) -> None:
        """Finish what was asked for, then close the database."""


class Database:
    """A SQLite database with the tables of a server.

    Parameters
    ----------
    path
        The file; created if missing, readable by its owner only. ``":memory:"`` for none.

    Raises
    ------
    OSError
        If the file cannot be used; the message says why.
    """

    def __init__(self, path: Path | str) -> None:
        self._connection = _open(path)

    def commit(self, jobs: Sequence[Work[Any]]) -> list[Outcome]:
        """Run jobs in one transaction; if one fails, each in its own, so that it undoes no other.

        A job that fails has changed nothing.
        """
        try:
            return [(result, None) for result in self._transact(jobs)]
        except Exception as error:
            if len(jobs) == 1:
                return [(None, error)]
        return [outcome for job in jobs for outcome in self.commit([job])]

    def _transact(self, jobs: Sequence[Work[Any]]) -> list[Any]:
        """Run all jobs in one transaction, or none of them."""
        if not jobs:
            return []
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            results = [job(self._connection) for job in jobs]
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        return results

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


class DatabaseThread:
    """A :class:`Writer` on a thread of its own.

    Parameters
    ----------
    database
        The database, which the thread owns from now on.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="database", daemon=True)
        self._thread.start()

    async def run(self, work: Work[_T]) -> _T:
        """Run work in a transaction; returns once that is committed."""
        job = _Job(work, asyncio.get_running_loop())
        self._jobs.put(job)
        result: _T = await job.future
        return result

    def close(self) -> None:
        """Finish what was asked for, then close the database."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        is_open = True
        while is_open:
            batch = [self._jobs.get()]
            while len(batch) < _BATCH_SIZE and not self._jobs.empty():
                batch.append(self._jobs.get())
            is_open = None not in batch
            jobs = [job for job in batch if job is not None]
            outcomes = self._database.commit([job.work for job in jobs])
            for job, (result, error) in zip(jobs, outcomes, strict=True):
                job.finish(result, error)
        self._database.close()


class _Job:
    """Work for the thread, and the future of its result."""

    def __init__(self, work: Work[Any], loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.future: asyncio.Future[Any] = loop.create_future()
        self._loop = loop

    def finish(self, result: Any, error: Exception | None) -> None:
        def settle() -> None:
            if self.future.done():
                return
            if error is None:
                self.future.set_result(result)
            else:
                self.future.set_exception(error)

        # At shutdown the loop may be closed by now; then nobody waits.
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(settle)


def _open(path: Path | str) -> sqlite3.Connection:
    """Open the file and create or check its tables."""
    if path != ":memory:":
        try:
            # SQLite would create it readable for everyone.
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
            for statement in filter(str.strip, _TABLES.split(";")):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {_VERSION}")
        elif version != _VERSION:
            connection.close()
            raise OSError(f"'{path}': expected a file of cardcore serve, version {_VERSION}")
        for statement in _LATER_TABLES.split(";"):
            connection.execute(statement)
        connection.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise OSError(f"'{path}': another server uses this file") from error
        raise OSError(f"'{path}': {error}") from error
    except sqlite3.DatabaseError as error:
        raise OSError(f"'{path}': {error}") from error
    return connection
