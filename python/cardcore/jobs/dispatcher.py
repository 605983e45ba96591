"""Submit chunks to an executor, and resubmit those that get lost.

A few more chunks than workers are in flight at a time, so that no worker waits and there is little
to cancel.

A dead worker costs only its chunks, which are submitted again. A standard process pool then loses
everything in flight without saying which chunk was to blame, and Dask blames every chunk that was
on the worker; so a chunk that was lost twice runs alone, and is named in an error if it was lost
three times, the last time alone.

A chunk can also vanish without an exception, for example when the result was on a worker that died
before sending it. A chunk that takes much longer than any before is therefore submitted once more,
and then again after twice that time. Chunks are pure functions, so the first result wins.
"""

from collections import deque
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass, field
from typing import Any

import cardcore
from cardcore.errors import CardcoreError
from cardcore.jobs.chunking import Chunking
from cardcore.jobs.executor_source import ExecutorLike, LiveExecutor, LostExecutor, deaths
from cardcore.jobs.job import Job
from cardcore.jobs.payload import Answer, open_answer, pack, run_payload

__all__ = ["Dispatcher", "LostWorkers"]

#: A chunk that failed this many times runs alone.
ISOLATE_AFTER = 2

#: A chunk that failed this many times, the last time alone, is to blame.
MAX_ATTEMPTS = 3

#: How many chunks are in flight for every worker.
CHUNKS_PER_WORKER = 2

#: How long to wait for a chunk before looking at the executor, in seconds.
POLL_SECONDS = 1.0

#: How long a broken executor may take to fail everything in flight, in seconds.
BREAK_SECONDS = 10.0

#: The least time before a chunk is submitted once more, in seconds.
RESUBMIT_SECONDS = 30.0

#: A chunk is submitted once more after this many times the longest time a chunk has taken so far.
RESUBMIT_FACTOR = 4

#: The most of the timeout to wait before that, so that there is time for several copies.
RESUBMIT_SHARE = 0.1


class LostWorkers(CardcoreError):
    """A chunk whose workers died again and again."""


@dataclass(eq=False)
class _Task:
    """A chunk that is in flight or has to be submitted again."""

    chunk: range
    failures: int = 0
    deaths: int = 0
    """How many workers it has lost; the other failures have other reasons."""
    submissions: int = 0
    is_alone: bool = False
    begin: float = 0.0
    """When it was submitted, for the first time since it last failed."""
    resubmit_at: float = 0.0
    """When to submit another copy."""
    copies: dict["Future[Answer]", float] = field(default_factory=dict)
    """The futures of its copies, and when they were submitted."""


class Dispatcher:
    """The chunks in flight, and those to submit again."""

    def __init__(self, job: Job[Any], chunking: Chunking, executor: ExecutorLike) -> None:
        self._job, self._chunking = job, chunking
        self._payload = pack(job)
        self._executor = LiveExecutor(executor)
        self._clock = self._executor.clock
        self._in_flight: list[_Task] = []
        self._retries: deque[_Task] = deque()
        self._finished: list[tuple[range, bytes]] = []
        self._longest = 0.0
        self._last_answer = self._clock.now()

    def submit(self) -> bool:
        """Submit chunks; return whether any are in flight."""
        workers = max(1, self._executor.workers)
        while len(self._in_flight) < CHUNKS_PER_WORKER * workers:
            task = self._next(workers)
            if task is None:
                break
            task.begin = self._clock.now()
            self._in_flight.append(task)
            if not self._submit(task):
                break
        return bool(self._in_flight)

    def _next(self, workers: int) -> _Task | None:
        """Choose what to submit now: ``None`` if nothing is left, or a chunk has to run alone."""
        if any(task.is_alone for task in self._in_flight):
            return None
        if self._retries:
            if self._retries[0].failures < ISOLATE_AFTER:
                return self._retries.popleft()
            if self._in_flight:
                return None
            task = self._retries.popleft()
            task.is_alone = True
            return task
        chunk = self._chunking.next(workers)
        return None if chunk is None else _Task(chunk)

    def _submit(self, task: _Task) -> bool:
        """Submit a copy of a chunk; return whether the executor accepted it."""
        now, chunk = self._clock.now(), task.chunk
        task.resubmit_at = now + self._patience() * 2 ** len(task.copies)
        task.submissions += 1
        arguments = (self._payload, cardcore.__version__, chunk.start, chunk.stop, task.submissions)
        try:
            future = self._executor.executor.submit(run_payload, *arguments)
        except Exception as error:
            # Treat it like a chunk that failed in flight, so that failures have one path.
            future = Future()
            future.set_exception(error)
            task.copies[future] = now
            return False
        task.copies[future] = now
        return True

    def _patience(self) -> float:
        """Return how long to wait for a chunk before a copy of it is submitted."""
        seconds = max(RESUBMIT_SECONDS, RESUBMIT_FACTOR * self._longest)
        timeout = self._executor.timeout
        return seconds if timeout is None else min(seconds, RESUBMIT_SHARE * timeout)

    def collect(self) -> list[tuple[range, bytes]]:
        """Wait a while for chunks to finish, and return them with their results."""
        self._clock.wait(self._pending(), POLL_SECONDS)
        broken = self._broken()
        if broken is not None:
            self._wait_for_failures()
        for task in list(self._in_flight):
            self._receive(task, broken)
        if broken is not None:
            self._executor.renew(broken)
        self._resubmit()
        self._check_timeout()
        return self._take_finished()

    def _pending(self) -> list["Future[Answer]"]:
        return [future for task in self._in_flight for future in task.copies]

    def _broken(self) -> BrokenExecutor | None:
        """Return why the executor is broken; ``None`` if it is not."""
        for future in self._pending():
            error = future.exception() if future.done() and not future.cancelled() else None
            if isinstance(error, BrokenExecutor):
                return error
        return None

    def _wait_for_failures(self) -> None:
        """Wait for a broken executor, which fails everything in flight, but not all at once."""
        deadline = self._clock.now() + BREAK_SECONDS
        while (left := deadline - self._clock.now()) > 0:
            pending = [future for future in self._pending() if not future.done()]
            if not pending:
                return
            self._clock.wait(pending, min(left, POLL_SECONDS))

    def _receive(self, task: _Task, broken: BrokenExecutor | None) -> None:
        """Look at the copies of a chunk: whether one has finished, or one has failed."""
        done = [future for future in task.copies if future.done()]
        failed: BaseException | None = broken
        for future in done:
            if future.cancelled():
                raise LostExecutor(
                    f"{self._executor.name} canceled {self._named(task)}: it was shut down or "
                    "cannot be reached"
                )
            error = future.exception()
            if error is None:
                self._finish(task, future)
                return
            failed = error
        if failed is not None:
            self._fail(task, failed)

    def _finish(self, task: _Task, future: "Future[Answer]") -> None:
        self._last_answer = self._clock.now()
        self._longest = max(self._longest, self._last_answer - task.copies[future])
        self._drop(task)
        try:
            seconds, content = open_answer(future.result())
        except Exception as error:
            error.add_note(f"raised in {self._named(task)}")
            raise
        self._chunking.record(task.chunk, seconds)
        self._finished.append((task.chunk, content))

    def _fail(self, task: _Task, error: BaseException) -> None:
        """Have a chunk submitted again, or raise if it failed too often."""
        if self._executor.is_closed:
            raise LostExecutor(
                f"{self._executor.name} cannot be reached: {self._named(task)} did not finish"
            ) from error
        self._last_answer = self._clock.now()
        self._drop(task)
        dead = deaths(error)
        task.deaths += dead
        task.failures += max(dead, 1)
        if task.is_alone and task.failures >= MAX_ATTEMPTS:
            if dead:
                raise LostWorkers(
                    f"{self._named(task)}: {task.deaths} workers died in a row"
                ) from error
            error.add_note(f"raised {task.failures} times instead of running {self._named(task)}")
            raise error
        task.is_alone = False
        # Chunks that may run beside others come first.
        if task.failures < ISOLATE_AFTER:
            self._retries.appendleft(task)
        else:
            self._retries.append(task)

    def _drop(self, task: _Task) -> None:
        """Forget the copies of a chunk."""
        self._in_flight.remove(task)
        for future in task.copies:
            future.cancel()
        task.copies = {}

    def _resubmit(self) -> None:
        """Submit copies of chunks that may be lost."""
        if not self._executor.can_lose_tasks or not self._executor.workers:
            return
        for task in self._in_flight:
            if self._clock.now() >= task.resubmit_at:
                self._submit(task)

    def _check_timeout(self) -> None:
        timeout = self._executor.timeout
        if timeout is None or not self._in_flight:
            return
        oldest = min(self._in_flight, key=lambda task: task.begin)
        if self._clock.now() - max(oldest.begin, self._last_answer) < timeout:
            return
        reason = "" if self._executor.workers else " and has no workers"
        raise LostExecutor(
            f"{self._executor.name} has not finished a chunk for {timeout:g} seconds{reason}; "
            f"waiting for {self._named(oldest)}"
        )

    def _named(self, task: _Task) -> str:
        return f"{self._job.unit} {task.chunk.start} to {task.chunk.stop - 1}"

    def _take_finished(self) -> list[tuple[range, bytes]]:
        finished, self._finished = self._finished, []
        return finished

    def stop(self) -> list[tuple[range, bytes]]:
        """Cancel the chunks in flight; return those that finished since the last call."""
        for task in list(self._in_flight):
            answers = [
                future.result()
                for future in task.copies
                if not future.cancel() and future.done() and future.exception() is None
            ]
            for answer in answers[:1]:
                if isinstance(answer[0], float):
                    self._finished.append((task.chunk, open_answer(answer)[1]))
        self._in_flight.clear()
        self._executor.close()
        return self._take_finished()
