"""Thinking off the event loop: bots, hints, odds and analyses.

Threads are enough, as the native extension releases the GIL during long computations.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Protocol, TypeVar, TypeVarTuple

import cardcore
from cardcore import View
from cardcore.difficulty import Level, LevelPlayer
from cardcore.registry import presentation
from cardcore.serve import catalog
from cardcore.serve.fair_queue import FairQueue, Thought

__all__ = ["THREAD_NAME", "Thinking", "ThinkingQueue", "advise", "choose", "load", "reduce_effort"]

#: How the names of the threads begin.
THREAD_NAME = "cardcore-thinking"

#: How far the threads stand back behind the event loop, as Unix counts it: 0 not at all, 19 most.
_NICENESS = 10

_T = TypeVar("_T")
_Arguments = TypeVarTuple("_Arguments")


class Thinking(Protocol):
    """Runs what takes long. A simulation can replace the threads with its own."""

    async def run(
        self,
        work: Callable[[float, *_Arguments], _T],
        *arguments: *_Arguments,
        room: str,
        person: str | None = None,
        waiting: bool = True,
    ) -> _T:
        """Run ``work(effort, *arguments)`` when its turn comes.

        Cancel the task that awaits it to take it out of the queue.

        Parameters
        ----------
        work
            What to run. Its first argument is the share of the full effort to make, up to 1.
        *arguments
            The other arguments.
        room
            Where it belongs; a room thinks one thought at a time.
        person
            Who asked for it; the time it takes counts as theirs instead of the room's.
        waiting
            Whether a person waits for it, rather than spectators alone.

        Raises
        ------
        RequestError
            If too many thoughts of this person or room wait already.
        """
        ...

    def close(self) -> None:
        """Start nothing more."""
        ...


@dataclass(frozen=True)
class _Job:
    """A computation, and the future that waits for its result."""

    work: Callable[[float], Any]
    answer: asyncio.Future[Any]


class ThinkingQueue:
    """Threads that think, in the order of a :class:`~cardcore.serve.fair_queue.FairQueue`.

    Parameters
    ----------
    queue
        The queue, with as many slots as there are threads.
    """

    def __init__(self, queue: FairQueue[Any] | None = None) -> None:
        self._queue: FairQueue[_Job] = FairQueue() if queue is None else queue
        self._pool = ThreadPoolExecutor(
            self._queue.policy.slots, thread_name_prefix=THREAD_NAME, initializer=_yield_to_others
        )
        self._is_closed = False

    async def run(
        self,
        work: Callable[[float, *_Arguments], _T],
        *arguments: *_Arguments,
        room: str,
        person: str | None = None,
        waiting: bool = True,
    ) -> _T:
        """Run ``work(effort, *arguments)`` on a thread when its turn comes."""
        answer: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        job = _Job(lambda effort: work(effort, *arguments), answer)
        thought = self._queue.add(job, room=room, person=person, waiting=waiting)
        self._start()
        try:
            return await answer
        finally:
            self._queue.drop(thought)

    def close(self) -> None:
        """Start nothing more. A thought that runs goes on, but nobody hears of it."""
        self._is_closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> None:
        """Start what may start now."""
        loop = asyncio.get_running_loop()
        while not self._is_closed and (thought := self._queue.start()) is not None:
            running = self._pool.submit(thought.item.work, thought.effort)
            running.add_done_callback(partial(self._report, loop, thought))

    def _report(
        self, loop: asyncio.AbstractEventLoop, thought: Thought[_Job], done: Future[Any]
    ) -> None:
        """Tell the event loop that a thought has finished; called on a thread."""
        # The loop may be closed by now.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(self._finish, thought, done)

    def _finish(self, thought: Thought[_Job], done: Future[Any]) -> None:
        self._queue.finish(thought)
        answer = thought.item.answer
        if not answer.done():
            if done.cancelled():
                answer.cancel()
            elif (error := done.exception()) is not None:
                answer.set_exception(error)
            else:
                answer.set_result(done.result())
        self._start()


def _yield_to_others() -> None:
    """Let the event loop have the processor first, where a thread can have a priority of its own.

    Other systems know the priority of whole processes only.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


def choose(effort: float, view: View, rules: Mapping[str, Any], level: str, seed: int) -> str:
    """Choose a move for a bot of a level.

    With full effort, the same seed gives the same move at the same point of a game: a game that
    goes on after a restart of the server is the game it would have been. Under load, bots that
    search sample fewer deals, and may choose another move.
    """
    found = catalog.level(view.name, level, rules)
    bot = reduce_effort(view.name, found.bot, effort)
    return str(LevelPlayer(Level(bot, found.random_every), seed).choose(view))


def load(_effort: float, game: str) -> None:
    """Let the strongest bot of a game think once, so that it has loaded its tables."""
    begun = catalog.begin(game, {}, seed=0)
    seat = begun.deciders[0]
    bot = catalog.adviser(game, begun.rules)
    LevelPlayer(Level(bot), 0).choose(begun.at_turn_of(seat).view(seat))


def advise(
    effort: float,
    view: View,
    rules: Mapping[str, Any],
    levels: Sequence[str | None] | None = None,
) -> dict[str, Any]:
    """Give the hint for a seat from its view alone: a move, and what speaks for it.

    Its numbers are those of a table with these levels, ``None`` for a person; without any, everyone
    is taken to play like the adviser.
    """
    bot = reduce_effort(view.name, catalog.adviser(view.name, rules), effort)
    known = catalog.levels(view.name, rules)
    seated = None if levels is None else [known.get(level or "") for level in levels]
    hint = presentation(view.name).hint(view, adviser=bot, seated=seated, effort=effort)
    return {
        "words": hint.source,
        "move": hint.move,
        "reasons": hint.explanation,
        "details": hint.details,
    }


def reduce_effort(game: str, bot: str, effort: float) -> str:
    """Give a bot that searches fewer deals to sample; other bots stay as they are.

    Parameters
    ----------
    game
        The name of the game.
    bot
        The bot, with its parameters.
    effort
        The share of the deals to sample, up to 1.

    Examples
    --------
    >>> reduce_effort("hearts", "search", 0.25)
    'search:worlds=100'
    >>> reduce_effort("hearts", "search:worlds=200:moon=no", 0.25)
    'search:worlds=50:moon=no'
    >>> reduce_effort("hearts", "rule", 0.25)
    'rule'
    """
    name, *settings = bot.split(":")
    default = _default_deals(game, name)
    # A bot with a time limit keeps to that.
    if effort >= 1 or default is None or not all("=" in setting for setting in settings):
        return bot
    given = dict(setting.split("=", 1) for setting in settings)
    if "time" in given:
        return bot
    given["worlds"] = str(max(1, round(effort * int(given.get("worlds", default)))))
    return ":".join([name, *(f"{setting}={value}" for setting, value in given.items())])


@cache
def _default_deals(game: str, bot: str) -> int | None:
    """Give how many deals a bot samples by default; ``None`` if it does not search."""
    parameters = {known.name: known.parameters for known in cardcore.bots(game, details=True)}
    defaults = [found.default for found in parameters.get(bot, ()) if found.name == "worlds"]
    return int(defaults[0]) if defaults and defaults[0] is not None else None
