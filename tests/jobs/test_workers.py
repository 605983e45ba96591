"""Worker processes on this machine: ``--workers`` and the pool behind it."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardcore.cli.app import main

#: How long anything may take that a test waits for, in seconds.
PATIENCE = 120

BOT = """
class Careful:
    def choose(self, view):
        return view.legal_moves()[0]
"""

#: A bot that takes a few seconds for a few hundred games.
SLOW = """
import time

class Slow:
    def choose(self, view):
        time.sleep(0.001)
        return view.legal_moves()[0]
"""

#: A bot that never finishes a game.
STUCK = """
import time
from pathlib import Path

class Stuck:
    def choose(self, view):
        Path(__file__).with_name("stuck").touch()
        time.sleep(1_000_000)
"""

needs_proc = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")


def arguments(bot: str, games: int) -> list[str]:
    bots = f"{bot},random,random,random"
    return ["arena", "hearts", "--bots", bots, "--games", str(games), "--seed", "3", "--json"]


@contextmanager
def command(*given: str) -> Iterator["subprocess.Popen[str]"]:
    """Start a command in a process group of its own; kill the group afterward."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cardcore", *given],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
        # A test session in the background ignores interrupts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def wait_until(happens: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.02)


def descendants(pid: int) -> list[int]:
    """Return the processes that a process started, and those that they started."""
    children: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*"):
        with suppress(FileNotFoundError, ProcessLookupError):
            children += map(int, (task / "children").read_text().split())
    return children + [below for child in children for below in descendants(child)]


def workers(pid: int) -> list[int]:
    """Return the worker processes of a command."""

    def is_worker(child: int) -> bool:
        with suppress(FileNotFoundError, ProcessLookupError):
            return b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
        return False

    return [child for child in descendants(pid) if is_worker(child)]


def sockets(pid: int) -> list[str]:
    found = []
    for descriptor in Path(f"/proc/{pid}/fd").glob("*"):
        with suppress(FileNotFoundError):
            found.append(str(descriptor.readlink()))
    return [target for target in found if target.startswith("socket:")]


def test_workers_play_without_dask(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text(BOT)
    without = "import sys; sys.modules['distributed'] = sys.modules['dask'] = None"
    code = f"{without}\nfrom cardcore.cli.app import main\nmain()"
    given = arguments(f"{bot}:Careful", 40)
    split = subprocess.run(
        [sys.executable, "-c", code, *given, "--workers", "2"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (split.returncode, split.stderr) == (0, "")
    alone = CliRunner().invoke(main, given)
    assert json.loads(split.stdout)["bots"] == json.loads(alone.stdout)["bots"]


@needs_proc
def test_workers_open_no_socket(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text(BOT)
    with closing(socket.create_server(("127.0.0.1", 0))):
        assert sockets(os.getpid()), "the check itself sees sockets"
    checkpoint = tmp_path / "checkpoint"
    given = [*arguments(f"{bot}:Careful", 1_000_000), "--checkpoint", str(checkpoint)]
    with command(*given, "--workers", "2") as process:
        # Look when both workers have played.
        wait_until(lambda: process.poll() is not None or is_growing(checkpoint))
        tree = [process.pid, *descendants(process.pid)]
        assert len(workers(process.pid)) == 2, process.poll()
        assert {pid: sockets(pid) for pid in tree} == {pid: [] for pid in tree}


def is_growing(checkpoint: Path, chunks: int = 6) -> bool:
    """Return whether a checkpoint has some chunks; its log grows by a page or more with each."""
    log = checkpoint.with_name(f"{checkpoint.name}-wal")
    return log.exists() and log.stat().st_size > 4096 * (8 + chunks)


@needs_signals
def test_ctrl_c_stops_the_workers_and_stores_finished_chunks(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text(BOT)
    path = tmp_path / "checkpoint"
    given = [*arguments(f"{bot}:Careful", 1_000_000), "--checkpoint", str(path)]
    with command(*given, "--workers", "2") as process:
        wait_until(lambda: process.poll() is not None or is_growing(path))
        # At a terminal, Ctrl-C reaches the whole process group.
        os.killpg(process.pid, signal.SIGINT)
        printed, told = process.communicate(timeout=PATIENCE)
    assert (process.returncode, printed, told) == (130, "", "\ninterrupted\n")
    with closing(sqlite3.connect(path)) as connection:
        (done,) = connection.execute("SELECT sum(stop - start) FROM chunks").fetchone()
    assert 0 < done < 250_000


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_the_command_whatever_they_do(number: int, tmp_path: Path) -> None:
    bot = tmp_path / "stuck.py"
    bot.write_text(STUCK)
    with command(*arguments(f"{bot}:Stuck", 4), "--workers", "2") as process:
        wait_until((tmp_path / "stuck").exists)
        started = descendants(process.pid)
        assert workers(process.pid)
        process.send_signal(number)
        process.wait(PATIENCE)
        wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started))


@needs_proc
def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text(SLOW)
    path = tmp_path / "checkpoint"
    given = ["arena", "ends", "--bots", f"{bot}:Slow,random", "--games", "400", "--json"]
    with command(*given, "--workers", "2", "--checkpoint", str(path)) as process:
        wait_until(lambda: process.poll() is not None or is_growing(path, 2))
        killed = workers(process.pid)[0]
        os.kill(killed, signal.SIGKILL)
        printed, told = process.communicate(timeout=PATIENCE)
    assert (process.returncode, told) == (0, "")
    alone = CliRunner().invoke(main, given)
    assert json.loads(printed)["bots"] == json.loads(alone.stdout)["bots"]
