"""The pieces of a job, done by whoever can.

Some pieces more than there are workers are under way at a time, so that nobody waits and there is
little to cancel. A worker that dies costs its pieces alone: they are handed out again. A standard
pool of processes then loses all that is under way and does not say which piece was to blame, and
Dask blames all pieces that were with the worker; so a piece that was lost twice is done with
nothing else under way, and is named if it was lost three times, the last time alone.
"""

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from typing import Any, Generic

import cardcore
from cardcore._core import whole_number
from cardcore.errors import CardcoreError
from cardcore.pieces.checkpoint import Checkpoint
from cardcore.pieces.cut import Cut
from cardcore.pieces.job import Job, Result
from cardcore.pieces.parcel import Answer, open_answer, pack, run_parcel
from cardcore.pieces.supply import ExecutorLike, Supply, deaths

__all__ = ["LostWorkers", "run_pieces"]

#: A piece that lost so many workers is done alone.
_SUSPECT = 2

#: A piece that lost so many workers, the last of them alone, is to blame.
_GUILTY = 3

#: Under way are so many pieces for every worker.
_WINDOW = 2

#: No job has more units; a file can hold that number.
_MOST = 2**63 - 1

#: How long to wait for a piece before looking at the number of workers again, in seconds. Without
#: an end, a wait could not be interrupted on Windows.
_PATIENCE = 1.0


class LostWorkers(CardcoreError):
    """A piece of a job whose workers died again and again."""


def run_pieces(
    job: Job[Result],
    total: int,
    *,
    size: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: Checkpoint | str | PathLike[str] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Generator[tuple[range, Result], None, None]:
    """Do all pieces of a job, here or by an executor.

    Parameters
    ----------
    job
        The job.
    total
        How many units it has.
    size
        How many units every piece but the last has. If not given, pieces are cut such that one
        takes about a second; where they are cut then depends on the clock, what they add up to does
        not.
    executor
        What does the pieces: any :class:`concurrent.futures.Executor`, or a function that makes
        one, which is then made again if it breaks. A pool of processes is made again in any case.
        Without one, the pieces are done by the caller.
    checkpoint
        The file that keeps what is done, or the open checkpoint of this job. Pieces found there are
        not done again.
    progress
        Called with the units done and the units in all, after every piece.

    Yields
    ------
    tuple[range, Result]
        The pieces in the order of their units, without a gap, and their results. Whoever asks for
        no more cancels what is under way; what is done by then is in the checkpoint.

    Raises
    ------
    LostWorkers
        If a piece killed its worker three times.
    CheckpointError
        If the checkpoint is of another job, damaged or in use.
    TypeError
        If the job cannot be pickled for the executor, or an argument is of another kind.
    ValueError
        If a number is out of its range.

    Notes
    -----
    What a piece raises is raised here, and ends the job.
    """
    total = whole_number("total", total, 0, _MOST)
    size = None if size is None else whole_number("size", size, 1, _MOST)
    with _opened(checkpoint, job, total, size) as kept:
        found = [] if kept is None else kept.pieces()
        cut = Cut(total, (piece for piece, _ in found), size)
        done = sum(len(piece) for piece, _ in found)
        order = _Order[Result]()
        for piece, content in found:
            order.add(piece, _decoded(job, content, kept))
        if progress is not None and done:
            progress(done, total)
        yield from order.next()
        results = _here(job, cut, kept) if executor is None else _there(job, cut, kept, executor)
        try:
            for finished in results:
                for piece, result in finished:
                    order.add(piece, result)
                    done += len(piece)
                    if progress is not None:
                        progress(done, total)
                yield from order.next()
        finally:
            results.close()


@contextmanager
def _opened(
    given: Checkpoint | str | PathLike[str] | None, job: Job[Any], total: int, size: int | None
) -> Iterator[Checkpoint | None]:
    if given is None or isinstance(given, Checkpoint):
        yield given
        return
    cut = {} if size is None else {"size": size}
    with Checkpoint(given, {**job.describe(), **cut}, total) as kept:
        yield kept


def _decoded(job: Job[Result], content: bytes, kept: Checkpoint | None) -> Result:
    try:
        return job.decode(content)
    except (TypeError, ValueError) as error:
        raise error if kept is None else kept.damaged(error) from error


class _Order(Generic[Result]):
    """Results that wait until those before them are there."""

    def __init__(self) -> None:
        self._start = 0
        self._waiting: dict[int, tuple[range, Result]] = {}

    def add(self, piece: range, result: Result) -> None:
        self._waiting[piece.start] = (piece, result)

    def next(self) -> Iterator[tuple[range, Result]]:
        """Give the results whose turn it is."""
        while (entry := self._waiting.pop(self._start, None)) is not None:
            self._start = entry[0].stop
            yield entry


def _here(
    job: Job[Result], cut: Cut, kept: Checkpoint | None
) -> Generator[list[tuple[range, Result]], None, None]:
    """Do the pieces in turn."""
    while (piece := cut.next(1)) is not None:
        begin = time.perf_counter()
        result = job.run(piece)
        cut.took(piece, time.perf_counter() - begin)
        if kept is not None:
            kept.keep([(piece, job.encode(result))])
        yield [(piece, result)]


@dataclass
class _Attempt:
    """A piece, and how many workers it has lost so far."""

    piece: range
    lost: int = 0
    number: int = 0
    is_alone: bool = False


def _there(
    job: Job[Result], cut: Cut, kept: Checkpoint | None, executor: ExecutorLike
) -> Generator[list[tuple[range, Result]], None, None]:
    """Have the pieces done by an executor."""
    dispatch = _Dispatch(job, cut, executor)
    try:
        while dispatch.submit():
            finished = dispatch.collect()
            if kept is not None and finished:
                kept.keep(finished)
            yield [(piece, job.decode(content)) for piece, content in finished]
    finally:
        finished = dispatch.stop()
        if kept is not None and finished:
            kept.keep(finished)


class _Dispatch:
    """What is under way, and what has to be done again."""

    def __init__(self, job: Job[Any], cut: Cut, executor: ExecutorLike) -> None:
        self._job, self._cut = job, cut
        self._parcel = pack(job)
        self._supply = Supply(executor)
        self._under_way: dict[Future[Answer], _Attempt] = {}
        self._again: deque[_Attempt] = deque()
        self._finished: list[tuple[range, bytes]] = []

    def submit(self) -> bool:
        """Hand out pieces; tells whether any are under way."""
        workers = self._supply.workers
        while len(self._under_way) < _WINDOW * workers:
            attempt = self._next(workers)
            if attempt is None or not self._hand_out(attempt):
                break
        return bool(self._under_way)

    def _next(self, workers: int) -> _Attempt | None:
        """Choose what to hand out now; nothing if all is handed out or somebody has to be alone."""
        if any(attempt.is_alone for attempt in self._under_way.values()):
            return None
        if self._again:
            if self._again[0].lost < _SUSPECT:
                return self._again.popleft()
            if self._under_way:
                return None
            attempt = self._again.popleft()
            attempt.is_alone = True
            return attempt
        piece = self._cut.next(workers)
        return None if piece is None else _Attempt(piece)

    def _hand_out(self, attempt: _Attempt) -> bool:
        """Submit a piece; tells whether more can be."""
        piece, attempt.number = attempt.piece, attempt.number + 1
        arguments = (self._parcel, cardcore.__version__, piece.start, piece.stop, attempt.number)
        try:
            future = self._supply.executor.submit(run_parcel, *arguments)
        except Exception as error:
            # As if it had been handed out and failed, which is looked after in one place.
            future = Future()
            future.set_exception(error)
            self._under_way[future] = attempt
            return False
        self._under_way[future] = attempt
        return True

    def collect(self) -> list[tuple[range, bytes]]:
        """Wait until some pieces are done, and give them with their results."""
        futures, _ = wait(self._under_way, _PATIENCE, FIRST_COMPLETED)
        errors = map(_death, futures)
        reason = next((error for error in errors if isinstance(error, BrokenExecutor)), None)
        if reason is not None:
            # A pool that breaks takes along all that is under way, but not all at once.
            futures, _ = wait(self._under_way)
        for future in [future for future in self._under_way if future in futures]:
            attempt = self._under_way.pop(future)
            error = _death(future)
            if error is not None:
                self._lose(attempt, error)
            else:
                self._finished.append(self._open(attempt.piece, future))
        if reason is not None:
            self._supply.renew(reason)
        return self._taken()

    def _taken(self) -> list[tuple[range, bytes]]:
        finished, self._finished = self._finished, []
        return finished

    def _open(self, piece: range, future: "Future[Answer]") -> tuple[range, bytes]:
        try:
            answer = future.result()
        except CancelledError as error:
            raise CardcoreError(
                f"the executor gave up {self._named(piece)}: it was shut down, or its cluster is "
                "out of reach"
            ) from error
        seconds, content = open_answer(answer)
        self._cut.took(piece, seconds)
        return piece, content

    def _lose(self, attempt: _Attempt, error: BaseException) -> None:
        attempt.lost += deaths(error)
        if attempt.is_alone and attempt.lost >= _GUILTY:
            raise LostWorkers(
                f"{self._named(attempt.piece)}: {attempt.lost} workers died, one after the other"
            ) from error
        attempt.is_alone = False
        # Those that need not be alone come first.
        if attempt.lost < _SUSPECT:
            self._again.appendleft(attempt)
        else:
            self._again.append(attempt)

    def _named(self, piece: range) -> str:
        return f"{self._job.unit} {piece.start} to {piece.stop - 1}"

    def stop(self) -> list[tuple[range, bytes]]:
        """Cancel what is under way; gives what is done by now, and was not given before."""
        for future, attempt in self._under_way.items():
            if not future.cancel() and future.done() and future.exception() is None:
                answer = future.result()
                if isinstance(answer[0], float):
                    self._finished.append((attempt.piece, open_answer(answer)[1]))
        self._under_way.clear()
        self._supply.close()
        return self._taken()


def _death(future: "Future[Answer]") -> BaseException | None:
    """Give the error of a piece whose worker died; ``None`` if it did not."""
    if not future.done() or future.cancelled():
        return None
    error = future.exception()
    return error if error is not None and deaths(error) else None
