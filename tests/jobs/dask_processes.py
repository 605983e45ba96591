"""Dask schedulers and workers in processes of their own, started as the documentation says."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

#: How long anything may take that a test waits for, in seconds.
PATIENCE = 120


@dataclass
class DaskProcesses:
    """A scheduler and its only worker."""

    address: str
    scheduler: "subprocess.Popen[bytes]"
    worker: "subprocess.Popen[bytes]"


@contextmanager
def dask_processes(
    folder: Path, *options: str, environment: Mapping[str, str] | None = None
) -> Iterator[DaskProcesses]:
    """Start a scheduler on the loopback interface, and a worker; end both afterward."""
    # Workers import the jobs of the tests.
    paths = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    found = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **(environment or {})}
    scheduler_file = folder / "scheduler.json"
    command = ["scheduler", "--port", "0", "--no-dashboard", *options]
    with _running(folder, *command, "--scheduler-file", str(scheduler_file), env=found) as first:
        address = _address(scheduler_file, first)
        command = ["worker", address, "--nworkers", "1", "--nthreads", "1", "--no-dashboard"]
        with _running(folder, *command, "--no-nanny", env=found) as second:
            yield DaskProcesses(address, first, second)


@contextmanager
def _running(
    folder: Path, name: str, *arguments: str, env: Mapping[str, str]
) -> Iterator["subprocess.Popen[bytes]"]:
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", name, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=env,
            cwd=folder,
        )
    try:
        yield process
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        process.wait()


def _address(scheduler_file: Path, scheduler: "subprocess.Popen[bytes]") -> str:
    """Wait until the scheduler is listening, and return its address."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and scheduler.poll() is None:
        # The file is there before it is complete.
        with suppress(FileNotFoundError, ValueError):
            address: str = json.loads(scheduler_file.read_text())["address"]
            return address
        time.sleep(0.05)
    raise AssertionError((scheduler_file.parent / "scheduler.log").read_text())
