"""Reviews of finished games: made decision by decision in the thinking queue, and stored.

A review takes seconds, so each decision is a thought of its own: other rooms get their turn in
between, and the time counts as that of the person who asked. Anyone who wants it asks for its
progress again and again; one that nobody asks about any more is given up. The finished review is
stored with the replay of the game. Its link is that of the replay, which shows every card anyway,
so everyone who has the link may see the review of every seat.
"""

import asyncio
import json
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cardcore.phrases import LANGUAGES, Phrase, translate_all
from cardcore.registry import reviewer
from cardcore.reviews import Reviewing
from cardcore.serve.errors import RequestError
from cardcore.serve.replays import Replay
from cardcore.serve.store import Store
from cardcore.serve.thinking import Thinking

__all__ = ["Reviews"]

#: The most reviews in progress.
_MOST = 16

#: The share of the deals that `cardcore review` samples: people wait, and others do too.
_SHARE = 0.25

#: Seconds without anybody who asks until a review is given up.
_PATIENCE = 10.0


@dataclass(eq=False)
class _Run:
    """A review in progress."""

    person: str
    asked: float
    """When somebody last asked about it."""
    done: int = 0
    total: int = 0
    failed: Exception | None = None
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)


class Reviews:
    """The reviews of a server.

    Parameters
    ----------
    store
        Where finished reviews are stored.
    thinking
        Runs the evaluation of decisions.
    clock
        Gives the time in seconds.
    """

    def __init__(
        self, store: Store, thinking: Thinking, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._thinking = thinking
        self._clock = clock
        self._runs: dict[tuple[str, int], _Run] = {}

    async def get(
        self, link: str, replay: Replay, seat: int, *, person: str, language: str
    ) -> dict[str, Any]:
        """Return a review as JSON values, or how far it is; begins it if nobody has.

        Raises
        ------
        RequestError
            If there is no such seat, or too many reviews are in progress.
        """
        seats = len(replay.record()["seats"])
        if not 0 <= seat < seats:
            message = Phrase(
                "expected a seat from 0 to {last}, found {seat}", last=seats - 1, seat=seat
            )
            raise RequestError("not-found", message)
        run = self._runs.get((link, seat))
        if run is None:
            stored = await self._store.find_review(link, seat)
            if stored is not None:
                found = json.loads(zlib.decompress(stored))
                review = found.get(language, found["en"])
                count = len(review["decisions"])
                return {"done": count, "total": count, "review": review}
            run = self._runs.get((link, seat)) or self._begin(link, replay, seat, person)
        run.asked = self._clock()
        if run.failed is not None:
            del self._runs[link, seat]
            raise run.failed
        return {"done": run.done, "total": run.total, "review": None}

    @property
    def running(self) -> int:
        """How many reviews are in progress."""
        return len(self._runs)

    def close(self) -> None:
        """Give up all reviews in progress."""
        for run in self._runs.values():
            if run.task is not None:
                run.task.cancel()
        self._runs.clear()

    def _is_forgotten(self, run: _Run) -> bool:
        return self._clock() > run.asked + _PATIENCE

    def _begin(self, link: str, replay: Replay, seat: int, person: str) -> _Run:
        for key, other in list(self._runs.items()):
            if other.failed is not None and self._is_forgotten(other):
                del self._runs[key]
        if any(run.person == person for run in self._runs.values()):
            raise RequestError("rate-limited", "wait until your other review is done")
        if len(self._runs) >= _MOST:
            raise RequestError("rate-limited", "too many games are being reviewed: try again later")
        run = self._runs[link, seat] = _Run(person, self._clock())
        run.task = asyncio.create_task(self._run(run, link, replay, seat))
        return run

    async def _run(self, run: _Run, link: str, replay: Replay, seat: int) -> None:
        """Review decision after decision while somebody waits, then store the result."""
        key = link, seat

        async def think(work: Callable[[float], Any]) -> Any:
            return await self._thinking.run(work, room=f"review {link}", person=run.person)

        try:
            reviewing = await think(lambda _effort: _start(replay, seat))
            run.total = reviewing.total
            while await think(lambda _effort: reviewing.advance()):
                run.done = reviewing.done
                if self._is_forgotten(run):
                    return
            packed = await think(lambda _effort: _pack(reviewing))
            await self._store.save_review(link, seat, packed)
        except RequestError as error:
            # The next one to ask is told.
            run.failed = error
        finally:
            if run.failed is None and self._runs.get(key) is run:
                del self._runs[key]


def _start(replay: Replay, seat: int) -> Reviewing:
    record = replay.record()
    # The number of decisions decides the number of deals.
    total = Reviewing(record, seat).total
    budget = reviewer(record["game"]).budget
    deals = max(budget.least, round(_SHARE * budget.deals(total)))
    return Reviewing(record, seat, deals=deals, threads=1)


def _pack(reviewing: Reviewing) -> bytes:
    """Write a review in all languages."""
    told = reviewing.result().to_dict()
    found = {language: translate_all(told, language) for language in ("en", *LANGUAGES)}
    return zlib.compress(json.dumps(found, ensure_ascii=False).encode())
