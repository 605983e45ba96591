"""Where chunks run: an executor, how long to wait for it, and how to replace it if it breaks."""

import os
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from cardcore.errors import CardcoreError
from cardcore.jobs.clock import Clock, SystemClock
from cardcore.jobs.process_pool import terminate

__all__ = ["ExecutorLike", "ExecutorSource", "LiveExecutor", "LostExecutor", "deaths"]

#: How long to wait for an executor that finishes nothing, in seconds, if nothing else is given.
TIMEOUT_SECONDS = 3600.0

#: How long to cache the number of workers, in seconds: clusters grow and shrink.
CACHE_SECONDS = 2.0

#: How long a scheduler may take to say how many workers it has, in seconds.
ANSWER_SECONDS = 5.0


class LostExecutor(CardcoreError):
    """An executor that broke, was shut down, or finished no chunk for too long."""


@dataclass(frozen=True)
class ExecutorSource:
    """An executor for long jobs, and how long to wait for it.

    Wherever an executor can be passed, a source can be passed instead.

    Parameters
    ----------
    executor
        Any :class:`concurrent.futures.Executor`, or a function that makes one. The function is
        called again if the executor breaks, and what it makes is shut down with the job.
    timeout
        Give up with :class:`LostExecutor` when no chunk has finished for this many seconds, for
        example because the workers of a cluster are gone and none come back. An hour if not given;
        the thread and process pools of the standard library report dead workers themselves and have
        no timeout unless one is given.
    clock
        The clock to wait by.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from functools import partial
    >>> from cardcore import arena
    >>> threads = ExecutorSource(partial(ThreadPoolExecutor, 2), timeout=600)
    >>> arena.run("ends", ["greedy", "random"], games=100, executor=threads).games
    100
    """

    executor: Executor | Callable[[], Executor]
    timeout: float | None = None
    clock: Clock = field(default_factory=SystemClock)

    def __post_init__(self) -> None:
        if self.timeout is not None and not self.timeout > 0:
            raise ValueError(f"timeout: expected seconds above 0, found {self.timeout!r}")
        if not callable(self.executor):
            _check(self.executor)


#: An executor, a function that makes one, or either of them with a timeout.
ExecutorLike: TypeAlias = Executor | Callable[[], Executor] | ExecutorSource


def deaths(error: BaseException) -> int:
    """Return how many workers died, judging by the exception of a task; 0 for other exceptions."""
    if isinstance(error, BrokenExecutor):
        return 1
    distributed = sys.modules.get("distributed")
    if distributed is not None and isinstance(error, distributed.KilledWorker):
        return int(error.allowed_failures) + 1
    return 0


class LiveExecutor:
    """The executor of a running job."""

    def __init__(self, given: ExecutorLike) -> None:
        source = given if isinstance(given, ExecutorSource) else ExecutorSource(given)
        self._make = source.executor if callable(source.executor) else None
        self._is_own = self._make is not None
        self.executor: Any = self._made() if self._make is not None else source.executor
        self.clock: Clock = source.clock
        self.can_lose_tasks: bool = not isinstance(
            self.executor, ThreadPoolExecutor | ProcessPoolExecutor
        )
        """Whether a submitted task may vanish without an exception."""
        default = TIMEOUT_SECONDS if self.can_lose_tasks else None
        self.timeout: float | None = default if source.timeout is None else source.timeout
        # The address is gone once the connection is lost.
        scheduler = getattr(self._client, "scheduler", None)
        self.name: str = f"the cluster at {scheduler.address}" if scheduler else "the executor"
        """What errors call it."""
        self._workers = 1
        self._counted_at: float | None = None

    @property
    def _client(self) -> Any:
        """The client of a Dask cluster; ``None`` for other executors."""
        client = getattr(self.executor, "_client", None)
        return client if hasattr(client, "nthreads") else None

    @property
    def workers(self) -> int:
        """How many tasks run at a time, as far as it can be found out."""
        now = self.clock.now()
        if self._counted_at is None or now > self._counted_at + CACHE_SECONDS:
            self._workers, self._counted_at = self._count(), now
        return self._workers

    def _count(self) -> int:
        if self.is_closed:
            return self._workers
        if self._client is not None:
            try:
                return sum(self._client.nthreads(callback_timeout=ANSWER_SECONDS).values())
            except (OSError, RuntimeError, TimeoutError):
                # A scheduler that is busy or gone. Which of them, the timeout will show.
                return self._workers
        # Standard pools have no public name for it.
        count = getattr(self.executor, "_max_workers", None)
        return (os.cpu_count() or 1) if count is None else int(count)

    @property
    def is_closed(self) -> bool:
        """Whether the connection to the cluster is lost."""
        return self._client is not None and self._client.status != "running"

    def renew(self, reason: BrokenExecutor) -> None:
        """Replace a broken executor.

        Raises
        ------
        LostExecutor
            If there is no way to make another.
        """
        broken = self.executor
        if self._make is not None:
            made = self._made()
        elif isinstance(broken, ProcessPoolExecutor):
            names = ("max_workers", "mp_context", "initializer", "initargs", "max_tasks_per_child")
            made = ProcessPoolExecutor(**{name: getattr(broken, f"_{name}") for name in names})
        else:
            raise LostExecutor(
                "the executor is broken; pass a function that makes one, so that it can be replaced"
            ) from reason
        self.close()
        self.executor, self._is_own, self._counted_at = made, True, None

    def _made(self) -> Executor:
        assert self._make is not None
        return _check(self._make())

    def close(self) -> None:
        """Shut the executor down if it was made here."""
        if not self._is_own:
            return
        if isinstance(self.executor, ProcessPoolExecutor):
            terminate(self.executor)
        else:
            self.executor.shutdown(wait=False)


def _check(executor: object) -> Executor:
    if not isinstance(executor, Executor):
        raise TypeError(
            "executor: expected an executor of concurrent.futures, or a function that makes one, "
            f"found {executor!r}"
        )
    return executor
