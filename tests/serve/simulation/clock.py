"""An event loop whose time is simulated: it jumps to the next timer instead of waiting."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context
from heapq import heappop, heappush
from itertools import count
from typing import Any, TypeVarTuple

__all__ = ["Deadlock", "SimulatedLoop"]

_Ts = TypeVarTuple("_Ts")


class Deadlock(AssertionError):
    """Nothing will ever happen again, although somebody waits."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """An event loop on simulated time, without files and threads.

    Timers of the same time run in the order in which they were set. asyncio's own loop would spend
    a fifth of a simulation's time on comparing timers and on asking for files.
    """

    _ready: deque[asyncio.Handle]
    _stopping: bool

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._numbers = count()
        self.errors: list[str] = []
        self.set_exception_handler(self._note)

    def time(self) -> float:
        """Return the simulated time in seconds."""
        return self._now

    def call_at(
        self,
        when: float,
        callback: Callable[[*_Ts], object],
        *args: *_Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Set a timer."""
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        heappush(self._timers, (when, next(self._numbers), timer))
        return timer

    def _run_once(self) -> None:
        """Run what is due, after jumping to the next timer if nothing is."""
        timers, ready = self._timers, self._ready
        if not ready and not self._stopping:
            while timers and timers[0][2].cancelled():
                heappop(timers)
            if not timers:
                raise Deadlock("everyone waits for something that will never happen")
            self._now = max(self._now, timers[0][0])
        while timers and timers[0][0] <= self._now:
            ready.append(heappop(timers)[2])
        for _ in range(len(ready)):
            handle = ready.popleft()
            if not handle.cancelled():
                handle._run()

    def _write_to_self(self) -> None:
        """Do nothing: there are no threads."""

    def _note(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Stop at what nobody handled: an error in a callback or an abandoned task."""
        self.fail(f"{context['message']}: {context.get('exception')!r}")

    def fail(self, message: str) -> None:
        """Stop at something that may not happen."""
        self.errors.append(message)
        self.stop()
