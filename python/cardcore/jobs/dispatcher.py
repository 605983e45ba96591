"""Submit chunks to an executor, and resubmit those whose worker died.

A few more chunks than workers are in flight at a time, so that no worker waits and there is little
to cancel. A dead worker costs only its chunks, which are submitted again. A standard process pool
then loses everything in flight without saying which chunk was to blame, and Dask blames every chunk
that was on the worker; so a chunk that was lost twice runs alone, and is named in an error if it
was lost three times, the last time alone.
"""

from collections import deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import dataclass
from typing import Any

import cardcore
from cardcore.errors import CardcoreError
from cardcore.jobs.chunking import Chunking
from cardcore.jobs.executor_source import ExecutorLike, ExecutorSource, deaths
from cardcore.jobs.job import Job
from cardcore.jobs.payload import Answer, open_answer, pack, run_payload

__all__ = ["Dispatcher", "LostWorkers"]

#: A chunk that lost this many workers runs alone.
ISOLATE_AFTER = 2

#: A chunk that lost this many workers, the last one alone, is to blame.
MAX_ATTEMPTS = 3

#: How many chunks are in flight for every worker.
CHUNKS_PER_WORKER = 2

#: How long to wait for a chunk before the number of workers is looked up again, in seconds. Waiting
#: without a timeout could not be interrupted on Windows.
POLL_SECONDS = 1.0


class LostWorkers(CardcoreError):
    """A chunk whose workers died again and again."""


@dataclass
class _Attempt:
    """A chunk, and how many workers it has lost so far."""

    chunk: range
    lost: int = 0
    number: int = 0
    is_alone: bool = False


class Dispatcher:
    """The chunks in flight, and those to submit again."""

    def __init__(self, job: Job[Any], chunking: Chunking, executor: ExecutorLike) -> None:
        self._job, self._chunking = job, chunking
        self._payload = pack(job)
        self._source = ExecutorSource(executor)
        self._in_flight: dict[Future[Answer], _Attempt] = {}
        self._retries: deque[_Attempt] = deque()
        self._finished: list[tuple[range, bytes]] = []

    def submit(self) -> bool:
        """Submit chunks; return whether any are in flight."""
        workers = self._source.workers
        while len(self._in_flight) < CHUNKS_PER_WORKER * workers:
            attempt = self._next(workers)
            if attempt is None or not self._submit(attempt):
                break
        return bool(self._in_flight)

    def _next(self, workers: int) -> _Attempt | None:
        """Choose what to submit now: ``None`` if nothing is left, or a chunk has to run alone."""
        if any(attempt.is_alone for attempt in self._in_flight.values()):
            return None
        if self._retries:
            if self._retries[0].lost < ISOLATE_AFTER:
                return self._retries.popleft()
            if self._in_flight:
                return None
            attempt = self._retries.popleft()
            attempt.is_alone = True
            return attempt
        chunk = self._chunking.next(workers)
        return None if chunk is None else _Attempt(chunk)

    def _submit(self, attempt: _Attempt) -> bool:
        """Submit a chunk; return whether the executor takes more."""
        chunk, attempt.number = attempt.chunk, attempt.number + 1
        arguments = (self._payload, cardcore.__version__, chunk.start, chunk.stop, attempt.number)
        try:
            future = self._source.executor.submit(run_payload, *arguments)
        except Exception as error:
            # Treat it like a chunk that failed in flight, so that failures have one path.
            future = Future()
            future.set_exception(error)
            self._in_flight[future] = attempt
            return False
        self._in_flight[future] = attempt
        return True

    def collect(self) -> list[tuple[range, bytes]]:
        """Wait for chunks to finish, and return them with their results."""
        futures, _ = wait(self._in_flight, POLL_SECONDS, FIRST_COMPLETED)
        errors = map(_death, futures)
        reason = next((error for error in errors if isinstance(error, BrokenExecutor)), None)
        if reason is not None:
            # A broken pool fails everything in flight, but not all at once.
            futures, _ = wait(self._in_flight)
        for future in [future for future in self._in_flight if future in futures]:
            attempt = self._in_flight.pop(future)
            error = _death(future)
            if error is not None:
                self._lose(attempt, error)
            else:
                self._finished.append(self._open(attempt.chunk, future))
        if reason is not None:
            self._source.renew(reason)
        return self._take_finished()

    def _take_finished(self) -> list[tuple[range, bytes]]:
        finished, self._finished = self._finished, []
        return finished

    def _open(self, chunk: range, future: "Future[Answer]") -> tuple[range, bytes]:
        try:
            answer = future.result()
        except CancelledError as error:
            raise CardcoreError(
                f"the executor canceled {self._named(chunk)}: it was shut down, or its cluster "
                "cannot be reached"
            ) from error
        seconds, content = open_answer(answer)
        self._chunking.record(chunk, seconds)
        return chunk, content

    def _lose(self, attempt: _Attempt, error: BaseException) -> None:
        attempt.lost += deaths(error)
        if attempt.is_alone and attempt.lost >= MAX_ATTEMPTS:
            raise LostWorkers(
                f"{self._named(attempt.chunk)}: {attempt.lost} workers died in a row"
            ) from error
        attempt.is_alone = False
        # Chunks that may run beside others come first.
        if attempt.lost < ISOLATE_AFTER:
            self._retries.appendleft(attempt)
        else:
            self._retries.append(attempt)

    def _named(self, chunk: range) -> str:
        return f"{self._job.unit} {chunk.start} to {chunk.stop - 1}"

    def stop(self) -> list[tuple[range, bytes]]:
        """Cancel the chunks in flight; return those that finished since the last call."""
        for future, attempt in self._in_flight.items():
            if not future.cancel() and future.done() and future.exception() is None:
                answer = future.result()
                if isinstance(answer[0], float):
                    self._finished.append((attempt.chunk, open_answer(answer)[1]))
        self._in_flight.clear()
        self._source.close()
        return self._take_finished()


def _death(future: "Future[Answer]") -> BaseException | None:
    """Return the exception of a chunk whose worker died; ``None`` if it did not."""
    if not future.done() or future.cancelled():
        return None
    error = future.exception()
    return error if error is not None and deaths(error) else None
