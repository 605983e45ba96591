"""The result is identical to the last byte on every executor, even if workers are killed."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from cardcore import arena
from cardcore.jobs import LostWorkers, run_chunks
from tests.jobs.sample_jobs import ARENAS, Forgetful, Squares, content

needs_kill = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")


@pytest.fixture
def pool() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.fixture(scope="module")
def expected() -> dict[str, bytes]:
    """Play both arenas on one thread."""
    return {name: content(arena.run(**given, threads=1)) for name, given in ARENAS.items()}


def kill_one_of(workers: Callable[[], list[int]], killed: list[int]) -> Callable[[int, int], None]:
    """Kill a worker when a quarter of the games are finished."""

    def progress(done: int, total: int) -> None:
        if not killed and total > done >= total // 4:
            killed.append(workers()[0])
            os.kill(killed[0], signal.SIGKILL)

    return progress


@pytest.mark.parametrize("name", ARENAS)
def test_threads_do_not_matter(name: str, expected: dict[str, bytes]) -> None:
    assert content(arena.run(**ARENAS[name], threads=2)) == expected[name]
    for executor in (ThreadPoolExecutor(1), ThreadPoolExecutor(2)):
        assert content(arena.run(**ARENAS[name], executor=executor)) == expected[name]


def test_processes_do_not_matter(pool: Executor, expected: dict[str, bytes]) -> None:
    for name, given in ARENAS.items():
        assert content(arena.run(**given, executor=pool)) == expected[name]


@needs_kill
def test_a_worker_of_a_pool_may_be_killed(
    pool: ProcessPoolExecutor, expected: dict[str, bytes]
) -> None:
    killed: list[int] = []
    progress = kill_one_of(lambda: list(pool._processes), killed)
    found = arena.run(**ARENAS["python"], executor=pool, progress=progress)
    assert content(found) == expected["python"] and killed
    # The pool itself stays broken; another one replaced it.
    with pytest.raises(BrokenProcessPool):
        pool.submit(os.getpid)


@needs_kill
def test_a_pool_that_is_made_by_a_function_may_break(expected: dict[str, bytes]) -> None:
    made: list[ProcessPoolExecutor] = []

    def make() -> ProcessPoolExecutor:
        made.append(ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")))
        return made[-1]

    progress = kill_one_of(lambda: list(made[-1]._processes), [])
    found = arena.run(**ARENAS["native"], executor=make, progress=progress)
    assert content(found) == expected["native"] and len(made) == 2


def test_a_cluster_does_not_matter(client: Any, expected: dict[str, bytes]) -> None:
    for name, given in ARENAS.items():
        assert content(arena.run(**given, executor=client.get_executor())) == expected[name]


@needs_kill
@pytest.mark.parametrize("name", ARENAS)
def test_a_worker_of_a_cluster_may_be_killed(
    name: str, client: Any, workers: list[int], expected: dict[str, bytes]
) -> None:
    killed: list[int] = []
    progress = kill_one_of(lambda: workers, killed)
    found = arena.run(**ARENAS[name], executor=client.get_executor(), progress=progress)
    assert content(found) == expected[name] and killed


@needs_kill
def test_a_chunk_that_kills_its_worker_once_is_retried(tmp_path: Path, pool: Executor) -> None:
    job = Squares(kills=(13, 55), times=1, notes=str(tmp_path))
    done = list(run_chunks(job, 100, size=5, executor=pool))
    assert sum(result for _, result in done) == sum(number**2 for number in range(100))
    assert sorted(note.name for note in tmp_path.iterdir()) == ["13", "55"]


@needs_kill
def test_a_chunk_that_kills_three_workers_is_named(tmp_path: Path, pool: Executor) -> None:
    job = Squares(kills=(13,), notes=str(tmp_path))
    with pytest.raises(LostWorkers) as raised:
        list(run_chunks(job, 100, size=5, executor=pool))
    assert str(raised.value) == "numbers 10 to 14: 3 workers died in a row"
    # The other chunks were not blamed, and it was not tried again.
    assert (tmp_path / "13").read_bytes() == b"xxx"


@needs_kill
def test_a_chunk_that_kills_workers_of_a_cluster_is_named(tmp_path: Path, client: Any) -> None:
    job = Squares(kills=(13,), notes=str(tmp_path))
    checkpoint = tmp_path / "checkpoint"
    with pytest.raises(LostWorkers, match="numbers 10 to 14: 3 workers died in a row"):
        list(run_chunks(job, 40, size=5, executor=client.get_executor(), checkpoint=checkpoint))
    # Finished chunks are stored, so that a fixed job resumes.
    done = list(run_chunks(Squares(), 40, size=5, checkpoint=checkpoint))
    assert sum(result for _, result in done) == sum(number**2 for number in range(40))


def test_every_chunk_starts_with_fresh_copies_of_the_players(pool: Executor) -> None:
    player = Forgetful()
    given = {**ARENAS["python"], "bots": [player, "rule", "random", "random"], "games": 4}
    first, second = (content(arena.run(**given, executor=pool)) for _ in range(2))
    assert first == second and player.count == 0
    # In this process, the player itself plays.
    arena.run(**given)
    assert player.count > 0
