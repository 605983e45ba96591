"""Commands that write, killed at any moment or on a disk that is full, damage no file."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cardcore import records
from tests.cases import cases
from tests.nursery import Nursery

COMMAND = [sys.executable, "-m", "cardcore"]

#: How often each command is killed.
KILLS = cases(2, slow=8)

#: What the file of each command holds before.
OLD = b"what was there before\n"

#: Every command that writes, but for the file, and how that is called.
WRITERS = {
    "results": (
        ["arena", "ends", "--bots", "greedy,random", "--games", "20", "--seed", "1", "--csv"],
        "results.csv",
    ),
    "record": (
        ["play", "ends", "--watch", "--delay", "0", "--count", "8", "--seed", "1", "--record"],
        "game.json",
    ),
    "strategy": (["solve", "draw", "--csv"], "strategy.csv"),
    "arrays": (["solve", "draw", "--npz"], "strategy.npz"),
    "graph": (["solve", "chopsticks", "--graph"], "positions.svg"),
    "plot": (["discard", "9dTd6cQc8h", "--plot"], "odds.svg"),
}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


#: What all of the commands load, which takes most of their time.
SETTING = """
import sys
import matplotlib.backends.backend_svg, matplotlib.figure
import cardcore.arena, cardcore.chopsticks, cardcore.draw, cardcore.ends
from cardcore.cli import app, arena, discard, play, solve
from cardcore.cli.start import main
"""


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery(SETTING) as nursery:
        yield nursery


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Give the games that are kept a place of their own."""
    return {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}


def is_whole(kind: str, content: bytes, written: bytes) -> bool:
    """Whether a file holds what was there before or all that the command writes."""
    if content in (OLD, written):
        return True
    if kind == "plot":
        # No two are alike: they tell when they were drawn.
        return content.startswith(b"<?xml") and content.endswith(b"</svg>\n")
    if kind == "record":
        # A record is written after every move.
        moves = moves_of(content)
        return bool(json.loads(written)["moves"][: len(moves)] == moves)
    return False


def moves_of(content: bytes) -> list[object]:
    """Replay a record, which checks all of it, and give its moves."""
    record = json.loads(content)
    records.replay(record)
    return list(record["moves"])


@pytest.mark.parametrize("kind", WRITERS)
def test_a_killed_command_leaves_its_file_whole(
    kind: str, tmp_path: Path, environment: dict[str, str], nursery: Nursery
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    arguments, name = WRITERS[kind]
    path = folder / name
    code = f"sys.argv[1:] = {[*arguments, str(path)]}; main()"

    def end(after: float | None) -> int:
        """Run the command, and kill it after a while."""
        process = nursery.begin(code, environment=environment)
        if after is not None:
            time.sleep(after)
            os.kill(process, signal.SIGKILL)
        return nursery.wait()

    began = time.monotonic()
    assert end(None) == 0
    took = time.monotonic() - began
    written = path.read_bytes()
    chance = random.Random(kind)
    statuses = set()
    for kill in range(KILLS):
        path.write_bytes(OLD)
        # The first at once, since on a busy machine the first run may take longer than all others.
        statuses.add(end(took * (kill + chance.random()) / KILLS if kill else 0.0))
        assert is_whole(kind, path.read_bytes(), written)
    assert -signal.SIGKILL in statuses
    # Whatever was left behind is removed by the next that writes there.
    assert end(None) == 0
    assert is_whole(kind, path.read_bytes(), written)
    assert [left.name for left in folder.iterdir()] == [name]
    for kept in (tmp_path / "state").rglob("*.json"):
        moves_of(kept.read_bytes())


@pytest.fixture(scope="module")
def on_a_full_disk() -> Callable[[Path, str, str], "subprocess.CompletedProcess[str]"]:
    """Run a line of the shell in a folder that is a small disk, filled up after another line."""
    private = ["unshare", "--map-root-user", "--mount"]
    small = "mount -t tmpfs -o size=16k cardcore"
    if (
        shutil.which("unshare") is None
        or subprocess.run(
            [*private, "sh", "-c", f"{small} /mnt"], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("this system allows no private disk")

    def run(folder: Path, before: str, line: str) -> "subprocess.CompletedProcess[str]":
        fill = "cat /dev/zero >filler 2>&-"
        script = f'{small} "$1" && cd "$1" && {before}; {fill}; {line}'
        return subprocess.run(
            [*private, "sh", "-c", script, "sh", str(folder)],
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.mark.parametrize("kind", WRITERS)
def test_a_full_disk_is_one_line_and_keeps_the_file(
    kind: str,
    tmp_path: Path,
    environment: dict[str, str],
    on_a_full_disk: Callable[[Path, str, str], "subprocess.CompletedProcess[str]"],
) -> None:
    arguments, name = WRITERS[kind]
    disk = tmp_path / "disk"
    disk.mkdir()
    command = " ".join([*COMMAND, *arguments, name])
    state = environment["XDG_STATE_HOME"]
    line = f"XDG_STATE_HOME={state} {command} >&2; echo $?; cat {name}; ls -A"
    done = on_a_full_disk(disk, f"printf 'old\n' >{name}", line)
    assert done.stdout.split() == ["2", "old", "filler", name], done.stderr
    assert "Traceback" not in done.stderr
    (said,) = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert said == f"Error: cannot write '{name}': No space left on device"
