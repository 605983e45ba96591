"""A simulated disk: slow, sometimes full, and all that a crash leaves."""

import asyncio
import sqlite3
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from cardcore.serve.database import Database, Outcome, Work

__all__ = ["Disk", "SimulatedWriter"]

_T = TypeVar("_T")


class Disk:
    """What is stored: a real database in memory, which outlives the server's crashes."""

    def __init__(self) -> None:
        self.database = Database(":memory:")
        self.is_full = False
        self.commits = 0

    def commit(self, jobs: list[Work[Any]]) -> list[Outcome]:
        """Run jobs as the server does, on a disk that may be full."""
        if self.is_full:
            jobs = [_failing(job) for job in jobs]
        self.commits += 1
        return self.database.commit(jobs)

    def query(self, statement: str, *arguments: Any) -> list[tuple[Any, ...]]:
        """Look at what is stored."""
        [(rows, error)] = self.database.commit(
            [lambda connection: connection.execute(statement, arguments).fetchall()]
        )
        assert error is None, error
        return list(rows)


def _failing(job: Work[_T]) -> Work[_T]:
    """Let a job fail if it writes."""

    def run(connection: sqlite3.Connection) -> _T:
        before = connection.total_changes
        result = job(connection)
        if connection.total_changes != before:
            raise sqlite3.OperationalError("database or disk is full")
        return result

    return run


class SimulatedWriter:
    """The server's writer, without a thread.

    Parameters
    ----------
    disk
        The disk.
    random
        Decides how long it takes.
    committed
        Called after every commit, before anyone learns of it; returns whether the server lives on.
    """

    def __init__(self, disk: Disk, random: Random, committed: Callable[[], bool]) -> None:
        self._disk = disk
        self._random = random
        self._committed = committed
        self._jobs: list[tuple[Work[Any], asyncio.Future[Any]]] = []
        self._is_alive = True
        self._is_busy = False

    def die(self) -> None:
        """Lose everything that is not on disk."""
        self._is_alive = False
        self._jobs.clear()

    async def run(self, work: Work[_T]) -> _T:
        """Run work in a transaction; returns once that is committed."""
        future: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        if self._is_alive:
            self._jobs.append((work, future))
            self._schedule()
        return await future

    def close(self) -> None:
        """Do nothing: the disk outlives the server."""

    def _schedule(self) -> None:
        if self._jobs and not self._is_busy:
            self._is_busy = True
            asyncio.get_running_loop().call_later(self._delay(), self._commit)

    def _delay(self) -> float:
        return self._random.choice((0.0, 0.001, 0.02, 0.5)) * self._random.random()

    def _commit(self) -> None:
        if not self._is_alive:
            return
        count = self._random.randint(1, len(self._jobs))
        batch, self._jobs = self._jobs[:count], self._jobs[count:]
        outcomes = self._disk.commit([work for work, _ in batch])
        if self._committed():
            asyncio.get_running_loop().call_later(self._delay(), self._tell, batch, outcomes)

    def _tell(
        self,
        batch: list[tuple[Work[Any], asyncio.Future[Any]]],
        outcomes: list[Outcome],
    ) -> None:
        self._is_busy = False
        if not self._is_alive:
            return
        for (_, future), (result, error) in zip(batch, outcomes, strict=True):
            if not future.done():
                if error is None:
                    future.set_result(result)
                else:
                    future.set_exception(error)
        self._schedule()
