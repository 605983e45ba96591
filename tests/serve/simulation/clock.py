"""An event loop whose time is simulated: it jumps to the next timer instead of waiting."""

import asyncio
from typing import Any

__all__ = ["Deadlock", "SimulatedLoop"]


class Deadlock(AssertionError):
    """Nothing will ever happen again, although somebody waits."""


class _Selector:
    """Stands in for the operating system: no file is ever ready, and waiting takes no time."""

    def __init__(self, loop: "SimulatedLoop") -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[Any]:
        self._loop.advance(timeout)
        return []

    def close(self) -> None:
        """Close nothing."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """An event loop on simulated time."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._selector = _Selector(self)
        self.errors: list[str] = []
        self.set_exception_handler(self._note)

    def time(self) -> float:
        """Return the simulated time in seconds."""
        return self._now

    def advance(self, timeout: float | None) -> None:
        """Jump to the next timer."""
        if timeout is None:
            raise Deadlock("everyone waits for something that will never happen")
        self._now += max(0.0, timeout)

    def _process_events(self, events: list[Any]) -> None:
        """Do nothing: there are no files."""

    def _write_to_self(self) -> None:
        """Do nothing: there are no threads."""

    def _note(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Stop at what nobody handled: an error in a callback or an abandoned task."""
        self.fail(f"{context['message']}: {context.get('exception')!r}")

    def fail(self, message: str) -> None:
        """Stop at something that may not happen."""
        self.errors.append(message)
        self.stop()
