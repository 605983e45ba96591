"""Executors: how many workers one has, whether it lost any, and how to replace it."""

import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from typing import Any, TypeAlias

from cardcore.errors import CardcoreError

__all__ = ["ExecutorLike", "ExecutorSource", "deaths"]

#: An executor, or a function that makes one, and another if it breaks.
ExecutorLike: TypeAlias = Executor | Callable[[], Executor]

#: How long to cache the number of workers, in seconds: clusters grow and shrink.
CACHE_SECONDS = 2.0


def deaths(error: BaseException) -> int:
    """Return how many workers died, judging by the exception of a task; 0 for other exceptions."""
    if isinstance(error, BrokenExecutor):
        return 1
    distributed = sys.modules.get("distributed")
    if distributed is not None and isinstance(error, distributed.KilledWorker):
        return int(error.allowed_failures) + 1
    return 0


class ExecutorSource:
    """An executor that can be replaced.

    Parameters
    ----------
    given
        An executor, or a function that makes one. An executor made here is shut down here.
    """

    def __init__(self, given: ExecutorLike) -> None:
        self._make = given if callable(given) else None
        self._is_own = self._make is not None
        self.executor: Any = _checked(given() if callable(given) else given)
        self._workers, self._asked = 0, 0.0

    @property
    def workers(self) -> int:
        """How many tasks run at a time, as far as it can be found out; at least 1."""
        now = time.monotonic()
        if not self._workers or now > self._asked + CACHE_SECONDS:
            self._workers, self._asked = max(1, self._count()), now
        return self._workers

    def _count(self) -> int:
        client = getattr(self.executor, "_client", None)
        if client is not None and hasattr(client, "nthreads"):
            return sum(client.nthreads().values())
        # Standard pools have no public name for it.
        return getattr(self.executor, "_max_workers", None) or os.cpu_count() or 1

    def renew(self, reason: BrokenExecutor) -> None:
        """Replace a broken executor.

        Raises
        ------
        CardcoreError
            If there is no way to make another.
        """
        broken = self.executor
        if self._make is not None:
            made = _checked(self._make())
        elif isinstance(broken, ProcessPoolExecutor):
            names = ("max_workers", "mp_context", "initializer", "initargs", "max_tasks_per_child")
            made = ProcessPoolExecutor(**{name: getattr(broken, f"_{name}") for name in names})
        else:
            raise CardcoreError(
                "the executor is broken; pass a function that makes one, so that it can be replaced"
            ) from reason
        self.close()
        self.executor, self._is_own, self._workers = made, True, 0

    def close(self) -> None:
        """Shut the executor down if it was made here."""
        if self._is_own:
            self.executor.shutdown(wait=False)


def _checked(executor: object) -> Executor:
    if not isinstance(executor, Executor):
        raise TypeError(
            "executor: expected an executor of concurrent.futures, or a function that makes one, "
            f"found {executor!r}"
        )
    return executor
