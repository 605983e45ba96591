"""Run all chunks of a job and return their results in order."""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from os import PathLike
from typing import Any, Generic

from cardcore._core import whole_number
from cardcore.jobs.checkpoint import Checkpoint
from cardcore.jobs.chunking import Chunking
from cardcore.jobs.dispatcher import Dispatcher
from cardcore.jobs.executor_source import ExecutorLike
from cardcore.jobs.job import Job, Result

__all__ = ["run_chunks"]

#: The most units in a job; SQLite can store this number.
MAX_UNITS = 2**63 - 1


def run_chunks(
    job: Job[Result],
    total: int,
    *,
    size: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: Checkpoint | str | PathLike[str] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Generator[tuple[range, Result], None, None]:
    """Run all chunks of a job, in this process or on an executor.

    Parameters
    ----------
    job
        The job.
    total
        The number of units in the job.
    size
        The number of units in every chunk but the last. If not given, chunks are sized to take
        about a second each; their sizes then depend on the clock, but the sum of their results does
        not.
    executor
        Where the chunks run: any :class:`concurrent.futures.Executor`, or a function that makes
        one, which is called again if the executor breaks. A broken process pool is always replaced.
        An :class:`ExecutorSource` says how long to wait for it. If not given, the chunks run in
        this process.
    checkpoint
        The file that stores finished chunks, or the open checkpoint of this job. Chunks found there
        are not run again.
    progress
        Called after every chunk with the number of finished units and the total.

    Yields
    ------
    tuple[range, Result]
        The chunks and their results, in order and without gaps. Closing the generator cancels the
        chunks in progress; finished ones are in the checkpoint.

    Raises
    ------
    LostWorkers
        If a chunk killed its worker three times.
    LostExecutor
        If the executor is broken for good, canceled a chunk, or finished none for too long.
    CheckpointError
        If the checkpoint belongs to another job, is damaged or in use.
    TypeError
        If the job cannot be pickled for the executor, or an argument has the wrong type.
    ValueError
        If a number is out of range.

    Notes
    -----
    An exception raised by a chunk is raised here, with a note that names the chunk, and ends the
    job.
    """
    total = whole_number("total", total, 0, MAX_UNITS)
    size = None if size is None else whole_number("size", size, 1, MAX_UNITS)
    with _opened(checkpoint, job, total, size) as store:
        stored = [] if store is None else store.chunks()
        chunking = Chunking(total, (chunk for chunk, _ in stored), size)
        done = sum(len(chunk) for chunk, _ in stored)
        results = _InOrder[Result]()
        for chunk, content in stored:
            try:
                result = job.decode(content, chunk)
            except Exception as error:
                assert store is not None
                raise store.damaged(chunk, error) from error
            results.add(chunk, result)
        if progress is not None and done:
            progress(done, total)
        yield from results.ready()
        if done == total:
            return
        batches = (
            _run_here(job, chunking, store)
            if executor is None
            else _run_on(executor, job, chunking, store)
        )
        try:
            for batch in batches:
                for chunk, result in batch:
                    results.add(chunk, result)
                    done += len(chunk)
                    if progress is not None:
                        progress(done, total)
                yield from results.ready()
        finally:
            batches.close()


@contextmanager
def _opened(
    given: Checkpoint | str | PathLike[str] | None, job: Job[Any], total: int, size: int | None
) -> Iterator[Checkpoint | None]:
    if given is None or isinstance(given, Checkpoint):
        yield given
        return
    sizes = {} if size is None else {"size": size}
    with Checkpoint(given, {**job.describe(), **sizes}, total) as store:
        yield store


class _InOrder(Generic[Result]):
    """Results that wait for those before them."""

    def __init__(self) -> None:
        self._start = 0
        self._waiting: dict[int, tuple[range, Result]] = {}

    def add(self, chunk: range, result: Result) -> None:
        self._waiting[chunk.start] = (chunk, result)

    def ready(self) -> Iterator[tuple[range, Result]]:
        """Yield the results that follow those yielded before."""
        while (entry := self._waiting.pop(self._start, None)) is not None:
            self._start = entry[0].stop
            yield entry


def _run_here(
    job: Job[Result], chunking: Chunking, store: Checkpoint | None
) -> Generator[list[tuple[range, Result]], None, None]:
    """Run the chunks one by one in this process."""
    while (chunk := chunking.next(1)) is not None:
        begin = time.perf_counter()
        try:
            result = job.run(chunk)
        except Exception as error:
            error.add_note(f"raised in {job.unit} {chunk.start} to {chunk.stop - 1}")
            raise
        chunking.record(chunk, time.perf_counter() - begin)
        if store is not None:
            store.add([(chunk, job.encode(result))])
        yield [(chunk, result)]


def _run_on(
    executor: ExecutorLike, job: Job[Result], chunking: Chunking, store: Checkpoint | None
) -> Generator[list[tuple[range, Result]], None, None]:
    """Run the chunks on an executor."""
    dispatcher = Dispatcher(job, chunking, executor)
    try:
        while dispatcher.submit():
            finished = dispatcher.collect()
            if store is not None and finished:
                store.add(finished)
            yield [(chunk, job.decode(content, chunk)) for chunk, content in finished]
    finally:
        finished = dispatcher.stop()
        if store is not None and finished:
            store.add(finished)
