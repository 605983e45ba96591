"""Chunks that get lost without an exception, in simulated time."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

from cardcore.jobs import ExecutorSource, LostExecutor, process_pool, run_chunks
from cardcore.jobs.executor_source import LiveExecutor
from tests.jobs.sample_jobs import Squares
from tests.jobs.simulation import SimulatedClock


class Scripted(Executor):
    """An executor that asks a function how long each submission takes: ``None`` for ever."""

    def __init__(self, clock: SimulatedClock, seconds: Callable[[range, int], float | None]):
        self._max_workers = 1
        self._clock, self._seconds = clock, seconds
        self.submitted: list[tuple[float, range]] = []

    def submit(self, function: Any, /, *arguments: Any, **_: Any) -> "Future[Any]":
        chunk, future = range(arguments[2], arguments[3]), Future[Any]()
        copy = sum(other == chunk for _, other in self.submitted)
        self.submitted.append((self._clock.now(), chunk))
        seconds = self._seconds(chunk, copy)
        if seconds is not None:
            self._clock.after(seconds, lambda: self.finish(future, function(*arguments)))
        return future

    def finish(self, future: "Future[Any]", answer: Any) -> None:
        if not future.done():
            future.set_result(answer)

    def times(self, start: int) -> list[float]:
        """Return when the chunk with a start was submitted."""
        return [time for time, chunk in self.submitted if chunk.start == start]


def run(
    seconds: Callable[[range, int], float | None], total: int = 60, timeout: float | None = None
) -> Scripted:
    """Run a job with chunks of ten on a scripted executor."""
    clock = SimulatedClock()
    executor = Scripted(clock, seconds)
    source = ExecutorSource(executor, timeout, clock)
    done = list(run_chunks(Squares(), total, size=10, executor=source))
    assert sum(result for _, result in done) == sum(number**2 for number in range(total))
    return executor


def test_a_lost_task_is_submitted_again_and_again() -> None:
    executor = run(lambda chunk, copy: None if chunk.start == 20 and copy < 3 else 1.0)
    begin, *copies = executor.times(20)
    waits = [copy - begin for copy in copies]
    assert waits == pytest.approx([30, 30 + 60, 30 + 60 + 120], abs=2)
    # Nothing else was submitted twice.
    assert len(executor.submitted) == 6 + 3


def test_a_task_may_take_as_long_as_those_before() -> None:
    executor = run(lambda chunk, copy: 100.0 if chunk.start < 50 else None if not copy else 1.0)
    # The first two, for which there is no measure yet, were submitted twice.
    assert [len(executor.times(start)) for start in range(0, 60, 10)] == [3, 3, 1, 1, 1, 2]
    begin, again = executor.times(50)
    # Four times as long, but early enough for several copies within an hour.
    assert again - begin == pytest.approx(360, abs=2)


def test_the_first_copy_that_finishes_counts() -> None:
    executor = run(lambda chunk, copy: 50.0 if chunk.start == 0 and not copy else 1.0, total=10)
    assert executor.times(0) == pytest.approx([0, 30], abs=2)


def test_an_executor_that_never_answers_is_given_up() -> None:
    for timeout, told in ((None, "3600"), (90.0, "90")):
        message = (
            f"^the executor has not finished a chunk for {told} seconds; waiting for numbers 0"
        )
        with pytest.raises(LostExecutor, match=message):
            run(lambda chunk, copy: None, timeout=timeout)


def test_tasks_wait_for_workers_and_are_not_submitted_again() -> None:
    clock = SimulatedClock()
    executor = Scripted(clock, lambda chunk, copy: 1000.0)
    executor._max_workers = 0
    with pytest.raises(LostExecutor, match="for 100 seconds and has no workers; waiting for"):
        list(run_chunks(Squares(), 60, size=10, executor=ExecutorSource(executor, 100, clock)))
    assert len(executor.submitted) == 2


def test_a_consumer_may_take_longer_than_the_timeout() -> None:
    clock = SimulatedClock()
    source = ExecutorSource(Scripted(clock, lambda chunk, copy: 1.0), 100, clock)
    for _ in run_chunks(Squares(), 60, size=10, executor=source):
        clock.wait([], 500)


def test_standard_pools_lose_nothing_and_have_no_timeout() -> None:
    for pool in (ThreadPoolExecutor(1), ProcessPoolExecutor(1), process_pool(1)):
        with pool:
            live = LiveExecutor(pool)
            assert not live.can_lose_tasks and live.timeout is None and live.workers == 1
            assert LiveExecutor(ExecutorSource(pool, timeout=7)).timeout == 7


def test_an_executor_that_fails_is_tried_three_times() -> None:
    class Failing(Scripted):
        left = 2

        def finish(self, future: "Future[Any]", answer: Any) -> None:
            if self.left:
                self.left -= 1
                future.set_exception(ValueError("not enough values to unpack"))
            else:
                super().finish(future, answer)

    for failures in (2, 3):
        clock = SimulatedClock()
        executor = Failing(clock, lambda chunk, copy: 1.0)
        executor.left = failures
        results = run_chunks(Squares(), 10, size=10, executor=ExecutorSource(executor, 60, clock))
        if failures == 2:
            assert list(results) == [(range(10), 285)]
        else:
            with pytest.raises(ValueError, match="not enough values") as raised:
                list(results)
            assert raised.value.__notes__ == ["raised 3 times instead of running numbers 0 to 9"]
