"""The SQLite file that stores the finished chunks of a job.

A chunk is on disk before it counts as finished (``synchronous=FULL`` in a write-ahead log), so
neither ``kill -9`` nor a power cut loses it or leaves half of it. A digest of every result detects
damage that SQLite does not see. The file belongs to one job, and to one process at a time.
"""

import hashlib
import json
import math
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import cardcore
from cardcore.errors import CardcoreError
from cardcore.jobs.identity import difference, shortened

__all__ = ["Checkpoint", "CheckpointError"]

#: The first bytes of every SQLite file.
_SQLITE = b"SQLite format 3\0"

#: Marks checkpoints among SQLite files: "card".
_APPLICATION = 0x63617264

#: The version of the tables; files of other versions are refused.
_VERSION = 1

_TABLES = (
    """CREATE TABLE job (
    number INTEGER PRIMARY KEY CHECK (number = 1),
    description TEXT NOT NULL,
    seconds REAL NOT NULL
)""",
    """CREATE TABLE chunks (
    start INTEGER PRIMARY KEY,
    stop INTEGER NOT NULL,
    result BLOB NOT NULL,
    digest BLOB NOT NULL
) WITHOUT ROWID""",
)


class CheckpointError(CardcoreError):
    """A checkpoint that cannot be used: of another job, damaged, in use, or unreadable."""


class Checkpoint:
    """The finished chunks of a job, stored in a file.

    Parameters
    ----------
    path
        The file; created if missing.
    description
        What distinguishes the job from others, as JSON values.
    total
        The number of units in the job.

    Raises
    ------
    CheckpointError
        If the file cannot be used; the message says why. The file is not changed then.
    """

    def __init__(
        self, path: str | os.PathLike[str], description: Mapping[str, Any], total: int
    ) -> None:
        self._path, self._total = Path(path), total
        self._begin = time.perf_counter()
        text = json.dumps({"version": cardcore.__version__, "total": total, **description})
        with self._errors_named():
            self._check_kind()
            self._connection = sqlite3.connect(
                self._path, timeout=0.0, isolation_level=None, check_same_thread=False
            )
            try:
                self._open(text)
            except BaseException:
                self._connection.close()
                raise

    @property
    def seconds(self) -> float:
        """How long the job has been running, in this process and earlier ones together."""
        return self._earlier + time.perf_counter() - self._begin

    def chunks(self) -> list[tuple[range, bytes]]:
        """Return the finished chunks in order, with their results.

        Raises
        ------
        CheckpointError
            If the file is damaged.
        """
        found: list[tuple[range, bytes]] = []
        reached = 0
        with self._errors_named():
            rows = self._connection.execute(
                "SELECT start, stop, result, digest FROM chunks ORDER BY start"
            ).fetchall()
        for start, stop, result, digest in rows:
            if (
                not (isinstance(start, int) and isinstance(stop, int) and isinstance(result, bytes))
                or digest != _digest(start, stop, result)
                or not (reached <= start < stop <= self._total)
            ):
                raise self._damaged(f"the chunk at {start!r} is not what was written")
            reached = stop
            found.append((range(start, stop), result))
        return found

    def add(self, done: Sequence[tuple[range, bytes]]) -> None:
        """Store finished chunks; returns once they are on disk.

        Raises
        ------
        CheckpointError
            If they cannot be stored. Then none of them is.
        """
        rows = [
            (chunk.start, chunk.stop, result, _digest(chunk.start, chunk.stop, result))
            for chunk, result in done
        ]
        with self._errors_named(), self._transaction("IMMEDIATE"):
            self._connection.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?)", rows)
            self._connection.execute("UPDATE job SET seconds = ?", (self.seconds,))

    def damaged(self, chunk: range, error: Exception) -> CheckpointError:
        """Return the error for a result that cannot be decoded."""
        return self._damaged(f"the chunk at {chunk.start}: {type(error).__name__}: {error}")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _check_kind(self) -> None:
        """Check the file before SQLite opens it, which would change a file of another kind."""
        if self._path.is_dir():
            raise self._error("it is a directory")
        if self._path.exists():
            if not self._path.is_file():
                raise self._error("it is not a regular file")
            with self._path.open("rb") as file:
                first = file.read(len(_SQLITE))
            if first and first != _SQLITE:
                raise self._error("it is not a checkpoint")

    def _open(self, text: str) -> None:
        connection = self._connection
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != _APPLICATION:
            raise self._error("it is not a checkpoint")
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        with self._transaction("EXCLUSIVE"):
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if not tables:
                for statement in _TABLES:
                    connection.execute(statement)
                connection.execute("INSERT INTO job VALUES (1, ?, 0.0)", (text,))
                connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                connection.execute(f"PRAGMA user_version = {_VERSION}")
            elif version != _VERSION:
                raise self._error(f"expected format version {_VERSION}, found {version}")
            # Views and triggers in their place could run anything that SQLite can.
            made = connection.execute("SELECT sql FROM sqlite_master ORDER BY rowid").fetchall()
            if made != [(statement,) for statement in _TABLES]:
                raise self._damaged("it has other tables")
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise self._damaged(str(verdict))
        row = connection.execute("SELECT description, seconds FROM job").fetchone()
        if row is None or not isinstance(row[0], str):
            raise self._damaged("the description of its job is missing")
        self._check_job(row[0], text)
        if not isinstance(row[1], float) or not 0 <= row[1] < math.inf:
            raise self._damaged(f"expected the seconds it took, found {row[1]!r}")
        self._earlier: float = row[1]

    def _check_job(self, there: str, here: str) -> None:
        if there == here:
            return
        try:
            entries = json.loads(there)
            if not isinstance(entries, dict):
                raise TypeError("expected an object")
            told = difference(entries, json.loads(here))
        except (RecursionError, TypeError, ValueError) as error:
            raise self._damaged("the description of its job cannot be read") from error
        raise self._error(f"it belongs to another job: {told}")

    @contextmanager
    def _transaction(self, kind: str) -> Iterator[None]:
        self._connection.execute(f"BEGIN {kind}")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        """Turn errors of the file into a :class:`CheckpointError` that names it."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise self._error("another process is using it") from error
            if "UTF-8" in str(error):
                raise self._damaged("its text is not UTF-8") from error
            raise self._error(str(error)) from error
        except sqlite3.DatabaseError as error:
            raise self._damaged(str(error)) from error
        except OSError as error:
            raise self._error(error.strerror or str(error)) from error

    def _error(self, reason: str) -> CheckpointError:
        return CheckpointError(f"checkpoint '{self._path}': {reason}")

    def _damaged(self, reason: str) -> CheckpointError:
        line = shortened(" ".join(reason.split()), 200)
        return self._error(f"it is damaged ({line}); delete it to start over")


def _digest(start: int, stop: int, result: bytes) -> bytes:
    return hashlib.sha256(b"%d %d " % (start, stop) + result).digest()[:16]
