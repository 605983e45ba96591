"""Thinking off the event loop: bots, hints, odds and analyses.

Threads will do: whatever takes long in the native part runs without the GIL.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from cardcore import View
from cardcore.opponents import Opponent
from cardcore.registry import presentation
from cardcore.serve import catalog

__all__ = ["ThinkingPool", "advise", "choose"]

_P = ParamSpec("_P")
_T = TypeVar("_T")


class ThinkingPool:
    """Threads that think.

    Parameters
    ----------
    count
        How many there are.
    """

    def __init__(self, count: int = 2) -> None:
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="thinker")
        #: How many questions wait or are thought about.
        self.busy = 0

    async def think(self, work: Callable[_P, _T], *arguments: _P.args, **options: _P.kwargs) -> _T:
        """Do something on a thread."""
        self.busy += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, lambda: work(*arguments, **options))
        finally:
            self.busy -= 1

    def close(self) -> None:
        """Wait for nothing: a thought that nobody hears does not matter."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def choose(view: View, level: str, seed: int) -> str:
    """Choose a move for a bot of a level.

    The same seed gives the same move at the same point of a game, so a game that goes on after the
    server was started again is the game it would have been.
    """
    return str(Opponent(catalog.levels(view.name)[level], seed).choose(view))


def advise(view: View) -> dict[str, Any]:
    """Give the hint for a seat from its view alone: a move, and what speaks for it."""
    hint = presentation(view.name).hint(view)
    return {"words": hint.words, "move": hint.move, "reasons": hint.explanation}
