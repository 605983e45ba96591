"""The time by which a job waits for its executor, so that tests can simulate it."""

import time
from collections.abc import Collection
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any, Protocol

__all__ = ["Clock", "SystemClock"]


class Clock(Protocol):
    """Tell the time, and wait for futures."""

    def now(self) -> float:
        """Return the time in seconds since any fixed moment; it never goes back."""
        ...

    def wait(self, futures: Collection["Future[Any]"], seconds: float, /) -> None:
        """Return as soon as one of the futures is done, or after some seconds."""
        ...


class SystemClock:
    """The clock of this machine."""

    def now(self) -> float:
        """Return the monotonic time."""
        return time.monotonic()

    def wait(self, futures: Collection["Future[Any]"], seconds: float, /) -> None:
        """Wait for a future; Ctrl-C ends the wait."""
        wait(futures, seconds, FIRST_COMPLETED)
