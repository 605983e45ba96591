"""Where a job is cut, how it is put together again, and what goes wrong on the way."""

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
from cardcore.pieces import Checkpoint, identity, run_pieces
from cardcore.pieces.cut import Cut
from tests.pieces.piecework import Forgetful, Squares

TOTAL = 1000
SUM = sum(number * number for number in range(TOTAL))


class Contrary(Executor):
    """Does what it is given once the window is full, in any order."""

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
                waiting, does, given = self._waiting.pop()
                waiting.set_result(does(*given))
        return future


def check_whole(pieces: list[range], total: int = TOTAL) -> None:
    assert [piece.start for piece in pieces[:1]] == [0]
    assert all(left.stop == right.start for left, right in pairwise(pieces))
    assert pieces[-1].stop == total


def test_pieces_come_in_their_order_without_a_gap() -> None:
    for executor in (None, ThreadPoolExecutor(3), lambda: ThreadPoolExecutor(2)):
        done = list(run_pieces(Squares(), TOTAL, executor=executor))
        check_whole([piece for piece, _ in done])
        assert sum(result for _, result in done) == SUM


def test_pieces_that_are_done_in_any_order_come_in_their_own() -> None:
    # Six pieces at a time: none is left over, since that executor would keep them waiting.
    done = list(run_pieces(Squares(), 600, size=10, executor=Contrary()))
    check_whole([piece for piece, _ in done], 600)
    assert sum(result for _, result in done) == sum(number**2 for number in range(600))


def test_a_size_is_kept_to_and_a_job_may_be_empty() -> None:
    done = list(run_pieces(Squares(), 25, size=10))
    assert [piece for piece, _ in done] == [range(10), range(10, 20), range(20, 25)]
    assert list(run_pieces(Squares(), 0)) == []
    assert list(run_pieces(Squares(), 0, executor=ThreadPoolExecutor(1))) == []


def test_pieces_grow_until_they_take_a_second() -> None:
    cut, lengths = Cut(10**9), []
    for _ in range(12):
        piece = cut.next(2)
        assert piece is not None
        cut.took(piece, len(piece) / 1000)
        lengths.append(len(piece))
    assert lengths == [1, 8, 64, 512, *[1000] * 8]
    # What turns out to be slow is cut shorter.
    cut.took(range(1000), 10.0)
    piece = cut.next(2)
    assert piece is not None and len(piece) == 100


def test_the_last_pieces_are_shared_among_the_workers() -> None:
    cut, lengths = Cut(400), []
    cut.took(range(100_000), 1.0)
    while (piece := cut.next(2)) is not None:
        lengths.append(len(piece))
    assert lengths[:4] == [100, 75, 56, 42] and lengths[-3:] == [1, 1, 1]
    assert sum(lengths) == 400


def test_what_is_done_is_cut_around() -> None:
    cut, pieces = Cut(30, [range(12, 18), range(3)], size=5), []
    while (piece := cut.next(1)) is not None:
        pieces.append(piece)
    assert pieces == [
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

        list(run_pieces(Squares(), 100, size=7, executor=executor, progress=progress))
        assert [done for done, _ in calls] == sorted(done for done, _ in calls)
        assert calls[-1] == (100, 100) and len(calls) == 15


def test_what_a_piece_raises_is_raised() -> None:
    # An error that cannot be sent is told in words.
    for executor, error in ((None, Exception), (ThreadPoolExecutor(2), CardcoreError)):
        with pytest.raises(error, match="13 is unlucky"):
            list(run_pieces(Squares(fails=13), 100, executor=executor))


def test_what_is_done_when_another_piece_fails_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    with pytest.raises(CardcoreError, match="Unlucky"):
        list(run_pieces(Squares(fails=95), 120, size=10, executor=Contrary(), checkpoint=path))
    with Checkpoint(path, {"job": "squares", "size": 10}, 120) as kept:
        starts = [piece.start for piece, _ in kept.pieces()]
    assert starts == [start for start in range(0, 120, 10) if start != 90]


def test_whoever_asks_for_no_more_keeps_what_is_done(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    pieces = run_pieces(Squares(), 100, size=10, executor=Contrary(), checkpoint=path)
    assert next(pieces) == (range(10), 285)
    pieces.close()
    calls: list[tuple[int, int]] = []
    done = run_pieces(
        Squares(), 100, size=10, checkpoint=path, progress=lambda *call: calls.append(call)
    )
    assert sum(result for _, result in done) == sum(number**2 for number in range(100))
    assert calls[0] == (60, 100)


def test_an_interrupt_cancels_what_waits_and_keeps_what_is_done(tmp_path: Path) -> None:
    class Interrupted(Contrary):
        submitted: list[Future[Any]]

        def submit(self, function: Any, /, *arguments: Any, **options: Any) -> "Future[Any]":
            self.submitted.append(super().submit(function, *arguments, **options))
            if len(self.submitted) == 9:
                raise KeyboardInterrupt
            return self.submitted[-1]

    executor, path = Interrupted(), tmp_path / "checkpoint"
    executor.submitted = []
    with pytest.raises(KeyboardInterrupt):
        list(run_pieces(Squares(), 100, size=10, executor=executor, checkpoint=path))
    assert [future.cancelled() for future in executor.submitted] == [
        *[False] * 6,
        True,
        True,
        False,
    ]
    with Checkpoint(path, {"job": "squares", "size": 10}, 100) as kept:
        assert len(kept.pieces()) == 6


def test_an_executor_that_gives_up_is_told() -> None:
    class Gone(Contrary):
        def submit(self, function: Any, /, *arguments: Any, **options: Any) -> "Future[Any]":
            future: Future[Any] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with pytest.raises(CardcoreError, match="gave up numbers 0 to 0: it was shut down, or its"):
        list(run_pieces(Squares(), 100, executor=Gone()))
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(RuntimeError, match="after shutdown"):
        list(run_pieces(Squares(), 100, executor=pool))


def test_bad_executors_and_jobs_are_told() -> None:
    executors: list[Any] = ["pool", lambda: "pool"]
    for executor in executors:
        with pytest.raises(TypeError, match=r"executor: expected an executor .*, found 'pool'"):
            list(run_pieces(Squares(), 100, executor=executor))
    with pytest.raises(ValueError, match="size: expected a whole number from 1 to"):
        list(run_pieces(Squares(), 100, size=0))
    with pytest.raises(ValueError, match="total: expected a whole number from 0 to"):
        list(run_pieces(Squares(), -1))
    job = Squares(name=(number for number in range(3)))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="what cannot be pickled: cannot pickle 'generator' object"):
        list(run_pieces(job, 100, executor=ThreadPoolExecutor(1)))


def test_workers_of_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardcore.pieces import parcel, run

    monkeypatch.setattr(run, "cardcore", type("Package", (), {"__version__": "0.0.7"}))
    assert parcel.pack(Squares()) == parcel.pack(Squares())
    with pytest.raises(CardcoreError, match=r"expected workers with cardcore 0\.0\.7, found one"):
        list(run_pieces(Squares(), 100, executor=ThreadPoolExecutor(1)))


def test_players_are_told_apart_by_what_they_hold() -> None:
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
