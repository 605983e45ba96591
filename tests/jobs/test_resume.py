"""A job whose process is killed at any moment resumes from its checkpoint."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cardcore import arena
from tests.jobs.sample_jobs import ARENAS, content

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

#: Play an arena with a checkpoint, print the progress after every stored chunk, and kill this
#: process when a number of games are finished; 0 for never.
PROGRAM = """
import multiprocessing, os, signal, sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from cardcore import arena
from tests.jobs.sample_jobs import ARENAS, content

@contextmanager
def cluster():
    from distributed import Client, LocalCluster
    local = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1",
                         dashboard_address="127.0.0.1:0", silence_logs=50)
    with local, Client(local) as client:
        yield client.get_executor()

EXECUTORS = {
    "none": nullcontext,
    "pool": lambda: ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")),
    "dask": cluster,
}

def progress(done, total):
    print(done, flush=True)
    if kill and done >= kill:
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    name, executor, path, kill = *sys.argv[1:4], int(sys.argv[4])
    with EXECUTORS[executor]() as used:
        result = arena.run(**ARENAS[name], executor=used, checkpoint=path, progress=progress)
    sys.stdout.buffer.write(content(result))
"""


def play(name: str, executor: str, path: Path, kill: int) -> tuple[int, list[bytes]]:
    """Run the program; return its exit status and the lines it printed."""
    root = Path(__file__).parents[2]
    program = path.parent / "program.py"
    program.write_text(PROGRAM)
    paths = os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, str(program), name, executor, str(path), str(kill)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
        start_new_session=True,
    )
    assert process.stdout is not None
    with process.stdout:
        status = process.wait(300)
        # The workers of a killed process would stay.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        return status, process.stdout.read().splitlines()


@pytest.mark.parametrize("executor", ["none", "pool", "dask"])
def test_a_killed_run_resumes(executor: str, tmp_path: Path) -> None:
    if executor == "dask":
        pytest.importorskip("distributed")
    path = tmp_path / "checkpoint"
    given = ARENAS["python"]
    status, told = play("python", executor, path, given["games"] // 3)
    assert status == -signal.SIGKILL
    kept = int(told[-1])
    assert given["games"] // 3 <= kept < given["games"]
    status, told = play("python", executor, path, 0)
    assert status == 0
    # Games that were reported finished are not played again.
    assert int(told[0]) >= kept
    assert told[-1] == content(arena.run(**given))


def test_a_run_may_be_killed_repeatedly(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    given: dict[str, Any] = ARENAS["python"]
    kept, kills = 0, 0
    while True:
        status, told = play("python", "none", path, kept + 20 if kept < 60 else 0)
        assert int(told[0]) >= kept
        if status == 0:
            break
        kept, kills = int(told[-1]), kills + 1
    assert kills >= 2
    assert told[-1] == content(arena.run(**given))
    # Without an executor, the checkpoint has the whole result.
    assert content(arena.run(**given, checkpoint=path)) == told[-1]
