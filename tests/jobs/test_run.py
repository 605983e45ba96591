"""How jobs are divided into chunks and run, and what can go wrong."""

import pickle
import random
from collections import deque
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cardcore import CardcoreError
from cardcore.jobs import Checkpoint, LostExecutor, identity, run_chunks
from cardcore.jobs.chunking import Chunking
from tests.jobs.sample_jobs import Forgetful, Squares

TOTAL = 1000
SUM = sum(number * number for number in range(TOTAL))


class Shuffling(Executor):
    """Run tasks in random order, once as many as fit are in flight."""

    def __init__(self) -> None:
        self._max_workers = 3
        self._random = random.Random(1)
        self._waiting: list[tuple[Future[Any], Any, tuple[Any, ...]]] = []

    def submit(self, function: Any, /, *arguments: Any, **_: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        self._waiting.append((future, function, arguments))
        if len(self._waiting) == 2 * self._max_workers:
            self._random.shuffle(self._waiting)
            while self._waiting:
                waiting, task, given = self._waiting.pop()
                waiting.set_result(task(*given))
        return future


def check_whole(chunks: list[range], total: int = TOTAL) -> None:
    assert [chunk.start for chunk in chunks[:1]] == [0]
    assert all(left.stop == right.start for left, right in pairwise(chunks))
    assert chunks[-1].stop == total


def test_chunks_come_in_order_without_gaps() -> None:
    for executor in (None, ThreadPoolExecutor(3), lambda: ThreadPoolExecutor(2)):
        done = list(run_chunks(Squares(), TOTAL, executor=executor))
        check_whole([chunk for chunk, _ in done])
        assert sum(result for _, result in done) == SUM


def test_chunks_that_finish_in_any_order_are_sorted() -> None:
    # A multiple of six chunks: that executor waits until it has six.
    done = list(run_chunks(Squares(), 600, size=10, executor=Shuffling()))
    check_whole([chunk for chunk, _ in done], 600)
    assert sum(result for _, result in done) == sum(number**2 for number in range(600))


def test_a_given_size_is_used_and_a_job_may_be_empty() -> None:
    done = list(run_chunks(Squares(), 25, size=10))
    assert [chunk for chunk, _ in done] == [range(10), range(10, 20), range(20, 25)]
    assert list(run_chunks(Squares(), 0)) == []
    assert list(run_chunks(Squares(), 0, executor=ThreadPoolExecutor(1))) == []


def test_chunks_grow_until_they_take_a_second() -> None:
    chunking, lengths = Chunking(10**9), []
    for _ in range(12):
        chunk = chunking.next(2)
        assert chunk is not None
        chunking.record(chunk, len(chunk) / 1000)
        lengths.append(len(chunk))
    assert lengths == [1, 8, 64, 512, *[1000] * 8]
    # If chunks turn out to be slow, they get shorter.
    chunking.record(range(1000), 10.0)
    chunk = chunking.next(2)
    assert chunk is not None and len(chunk) == 100


def test_the_last_chunks_are_shared_among_the_workers() -> None:
    chunking, lengths = Chunking(400), []
    chunking.record(range(100_000), 1.0)
    while (chunk := chunking.next(2)) is not None:
        lengths.append(len(chunk))
    assert lengths[:4] == [100, 75, 56, 42] and lengths[-3:] == [1, 1, 1]
    assert sum(lengths) == 400


def test_finished_chunks_are_skipped() -> None:
    chunking, chunks = Chunking(30, [range(12, 18), range(3)], size=5), []
    while (chunk := chunking.next(1)) is not None:
        chunks.append(chunk)
    assert chunks == [
        range(3, 5),
        range(5, 10),
        range(10, 12),
        range(18, 20),
        *(range(20, 25), range(25, 30)),
    ]


def test_progress_counts_units() -> None:
    for executor in (None, ThreadPoolExecutor(2)):
        calls: list[tuple[int, int]] = []

        def progress(done: int, total: int, calls: list[tuple[int, int]] = calls) -> None:
            calls.append((done, total))

        list(run_chunks(Squares(), 100, size=7, executor=executor, progress=progress))
        assert [done for done, _ in calls] == sorted(done for done, _ in calls)
        assert calls[-1] == (100, 100) and len(calls) == 15


def test_exceptions_of_chunks_are_raised() -> None:
    # Of an exception that cannot be pickled, its text is raised.
    for executor, error in ((None, Exception), (ThreadPoolExecutor(2), CardcoreError)):
        with pytest.raises(error, match="13 is unlucky"):
            list(run_chunks(Squares(fails=13), 100, executor=executor))


def test_finished_chunks_are_stored_when_another_fails(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    with pytest.raises(CardcoreError, match="Unlucky"):
        list(run_chunks(Squares(fails=95), 120, size=10, executor=Shuffling(), checkpoint=path))
    with Checkpoint(path, {"job": "squares", "size": 10}, 120) as store:
        starts = [chunk.start for chunk, _ in store.chunks()]
    assert starts == [start for start in range(0, 120, 10) if start != 90]


def test_closing_the_generator_stores_finished_chunks(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    chunks = run_chunks(Squares(), 100, size=10, executor=Shuffling(), checkpoint=path)
    assert next(chunks) == (range(10), 285)
    chunks.close()
    calls: list[tuple[int, int]] = []
    done = run_chunks(
        Squares(), 100, size=10, checkpoint=path, progress=lambda *call: calls.append(call)
    )
    assert sum(result for _, result in done) == sum(number**2 for number in range(100))
    assert calls[0] == (60, 100)


def test_an_interrupt_cancels_pending_chunks_and_stores_finished_ones(tmp_path: Path) -> None:
    class Interrupted(Shuffling):
        submitted: list[Future[Any]]

        def submit(self, function: Any, /, *arguments: Any, **options: Any) -> "Future[Any]":
            self.submitted.append(super().submit(function, *arguments, **options))
            if len(self.submitted) == 9:
                raise KeyboardInterrupt
            return self.submitted[-1]

    executor, path = Interrupted(), tmp_path / "checkpoint"
    executor.submitted = []
    with pytest.raises(KeyboardInterrupt):
        list(run_chunks(Squares(), 100, size=10, executor=executor, checkpoint=path))
    assert [future.cancelled() for future in executor.submitted] == [
        *[False] * 6,
        True,
        True,
        False,
    ]
    with Checkpoint(path, {"job": "squares", "size": 10}, 100) as store:
        assert len(store.chunks()) == 6


def test_an_executor_that_cancels_is_an_error() -> None:
    class Gone(Shuffling):
        def submit(self, function: Any, /, *arguments: Any, **options: Any) -> "Future[Any]":
            future: Future[Any] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with pytest.raises(LostExecutor, match="canceled numbers 0 to 0: it was shut down or"):
        list(run_chunks(Squares(), 100, executor=Gone()))
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(RuntimeError, match="after shutdown"):
        list(run_chunks(Squares(), 100, executor=pool))


def test_bad_executors_and_jobs_are_refused() -> None:
    executors: list[Any] = ["pool", lambda: "pool"]
    for executor in executors:
        with pytest.raises(TypeError, match=r"executor: expected an executor .*, found 'pool'"):
            list(run_chunks(Squares(), 100, executor=executor))
    with pytest.raises(ValueError, match="size: expected a whole number from 1 to"):
        list(run_chunks(Squares(), 100, size=0))
    with pytest.raises(ValueError, match="total: expected a whole number from 0 to"):
        list(run_chunks(Squares(), -1))
    job = Squares(name=(number for number in range(3)))  # type: ignore[arg-type]
    with pytest.raises(
        TypeError, match="can be sent to other processes: cannot pickle 'generator' object"
    ):
        list(run_chunks(job, 100, executor=ThreadPoolExecutor(1)))


def test_workers_of_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardcore.jobs import dispatcher, payload

    monkeypatch.setattr(dispatcher, "cardcore", type("Package", (), {"__version__": "0.0.7"}))
    assert payload.pack(Squares()) == payload.pack(Squares())
    with pytest.raises(CardcoreError, match=r"expected workers with cardcore 0\.0\.7, found one"):
        list(run_chunks(Squares(), 100, executor=ThreadPoolExecutor(1)))


def test_players_are_distinguished_by_their_state() -> None:
    player, other = Forgetful(), Forgetful()
    assert identity(player) == identity(other) == identity(pickle.loads(pickle.dumps(player)))
    assert identity(player)["class"].endswith(":Forgetful")
    other.count = 3
    assert identity(player) != identity(other)
    assert identity(deque([1])) == identity(deque([1])) != identity(deque([2]))
    assert identity(Fraction(1, 2)) != identity(Fraction(1, 3))
    holding: Any = Forgetful()
    holding.itself = holding
    assert identity(holding) != identity(player)
