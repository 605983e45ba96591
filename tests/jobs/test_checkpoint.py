"""Checkpoint files: what they refuse, and which damage they detect."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import cardcore
from cardcore import arena
from cardcore.draw.held_out import HeldOutHands
from cardcore.jobs import Checkpoint, CheckpointError, Job, run_chunks
from cardcore.tournament.job import ScoresJob, TallyJob
from tests.jobs.sample_jobs import ARENAS, Squares, content


def made(path: Path, total: int = 100) -> Path:
    """Create the checkpoint of a finished job."""
    for _ in run_chunks(Squares(), total, size=10, checkpoint=path):
        pass
    return path


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


def refusal(path: Path, job: Squares | None = None, total: int = 100, size: int = 10) -> str:
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(CheckpointError) as raised:
        list(run_chunks(job or Squares(), total, size=size, checkpoint=path))
    assert (path.read_bytes() if path.is_file() else b"") == before
    told = str(raised.value)
    assert told.startswith(f"checkpoint '{path}': ")
    return told.removeprefix(f"checkpoint '{path}': ")


def test_finished_chunks_do_not_run_again(tmp_path: Path) -> None:
    path = made(tmp_path / "checkpoint")
    # This job would fail if it ran.
    done = list(run_chunks(Squares(fails=5), 100, size=10, checkpoint=path))
    assert sum(result for _, result in done) == sum(number**2 for number in range(100))


def test_another_job_is_refused(tmp_path: Path) -> None:
    path = made(tmp_path / "checkpoint")
    another = "it belongs to another job: "
    assert refusal(path, Squares(name="x")) == f'{another}job is "squares" there, "x" here'
    assert refusal(path, total=99) == f"{another}total is 100 there, 99 here"
    assert refusal(path, size=9) == f"{another}size is 10 there, 9 here"


def test_another_arena_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    given = {**ARENAS["native"], "games": 8}
    once = arena.run(**given, checkpoint=path)
    assert content(arena.run(**given, checkpoint=path)) == content(once)
    assert arena.run(**given, checkpoint=path).seconds >= once.seconds / 2
    for name, value, told in (
        ("seed", 6, "seed is 5 there, 6 here"),
        ("games", 12, "total is 2 there, 3 here"),
        ("games", 7, "games is 8 there, 7 here"),
        ("bots", ["rule"] * 4, 'bots is \\["search:worlds=2", "rule", "random", "random"\\] there'),
        ("target", 50, "rules is .* there, .* here"),
    ):
        with pytest.raises(CheckpointError, match=f"it belongs to another job: {told}"):
            arena.run(**{**given, name: value}, checkpoint=path)


def test_other_files_are_refused_and_not_changed(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("my notes")
    assert refusal(text) == "it is not a checkpoint"
    foreign = tmp_path / "foreign"
    change(foreign, "CREATE TABLE mine (number)")
    assert refusal(foreign) == "it is not a checkpoint"
    assert refusal(tmp_path) == "it is a directory"
    assert refusal(tmp_path / "none" / "checkpoint") == "unable to open database file"


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE chunks SET result = '99' WHERE start = 20", "the chunk at 20 is not what was"),
        ("UPDATE chunks SET result = x'39' WHERE start = 20", "the chunk at 20 is not what was"),
        ("UPDATE chunks SET stop = 31 WHERE start = 20", "the chunk at 20 is not what was"),
        ("UPDATE chunks SET start = 21 WHERE start = 20", "the chunk at 21 is not what was"),
        ("DELETE FROM job", "the description of its job is missing"),
        ("UPDATE chunks SET start = 'two' WHERE start = 20", "the chunk at 'two' is not what was"),
        ("UPDATE chunks SET start = 2.5 WHERE start = 20", "the chunk at 2.5 is not what was"),
        ("UPDATE chunks SET stop = 1e9 WHERE start = 20", "the chunk at 20 is not what was"),
        ("UPDATE chunks SET digest = 7 WHERE start = 20", "the chunk at 20 is not what was"),
        ("UPDATE job SET description = '{'", "the description of its job cannot be read"),
        ("UPDATE job SET description = '7'", "the description of its job cannot be read"),
        ("UPDATE job SET description = x'7b7d'", "the description of its job is missing"),
        ("UPDATE job SET description = CAST(x'ff' AS TEXT)", "its text is not UTF-8"),
        ("UPDATE job SET seconds = 9e999", "expected the seconds it took, found inf"),
        ("UPDATE job SET seconds = -1", "expected the seconds it took, found -1.0"),
        ("UPDATE job SET seconds = 'long'", "expected the seconds it took, found 'long'"),
        ("DROP TABLE chunks", "it has other tables"),
        (
            "CREATE TRIGGER mine AFTER UPDATE ON job BEGIN DELETE FROM chunks; END",
            "it has other tables",
        ),
        ("PRAGMA user_version = 7", "expected format version 1, found 7"),
    ],
)
def test_changed_files_are_refused(tmp_path: Path, statement: str, told: str) -> None:
    path = made(tmp_path / "checkpoint")
    change(path, statement)
    with pytest.raises(CheckpointError, match=told):
        list(run_chunks(Squares(), 100, size=10, checkpoint=path))


#: Results that are stored with a valid digest but cannot be decoded, by the jobs that find them.
UNREADABLE = [
    ("squares", b"9" * 5_000),
    ("squares", b"\xff"),
    ("arena", b"[" * 100_000),
    ("arena", b'{"games": 8}'),
    ("arena", b"[" + b"9" * 5_000 + b"]"),
    ("arena", b"[4, 1, [1e400, 0, 0, 0]]"),
    ("arena", b"\xff\xfe"),
    ("tournament", b"[[]]"),
    ("held-out", b"[" * 100_000),
    ("held-out", b"[[1024, 0, 0], [1024, 0, %d]]" % 2**126),
    ("held-out", b"[[0, 0, 0], [0, 0, 0]]"),
]


@pytest.mark.parametrize(("name", "stored"), UNREADABLE)
def test_results_that_cannot_be_decoded_are_refused(
    name: str, stored: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "checkpoint"
    game = cardcore.new("hearts", seed=0)
    jobs: dict[str, tuple[Job[Any], int]] = {
        "squares": (Squares(), 100),
        "arena": (TallyJob(game, ["random"] * 4, [(0, 1, 2, 3)], 40), 10),
        "tournament": (ScoresJob(game, ["random"] * 4, [(0, 1, 2, 3)], 40), 10),
        "held-out": (HeldOutHands(b"", "random", 20_480, 0), 10),
    }
    job, total = jobs[name]
    with Checkpoint(path, job.describe(), total) as checkpoint:
        checkpoint.add([(range(1), stored)])
    with pytest.raises(CheckpointError) as raised:
        list(run_chunks(job, total, checkpoint=path))
    told = str(raised.value)
    assert told.startswith(f"checkpoint '{path}': it is damaged (the chunk at 0: ")
    assert told.endswith("); delete it to start over")
    assert "\n" not in told and len(told) < 400


def test_a_deeply_nested_description_is_refused(tmp_path: Path) -> None:
    path = made(tmp_path / "checkpoint")
    for nested in ("[" * 100_000, '{"job": ' * 100_000, '{"job": ' + "[" * 900 + "]" * 900 + "}"):
        change(path, f"UPDATE job SET description = '{nested}'")
        with pytest.raises(CheckpointError, match=r"job cannot be read|another job"):
            list(run_chunks(Squares(), 100, size=10, checkpoint=path))


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")
def test_a_pipe_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert refusal(path) == "it is not a regular file"


def cut_short(content: bytes) -> bytes:
    return content[: len(content) // 2]


def emptied(content: bytes) -> bytes:
    return content[:100] + bytes(len(content) - 100)


@pytest.mark.parametrize("damage", [cut_short, emptied])
def test_damaged_files_are_refused(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    path = made(tmp_path / "checkpoint", 1_000)
    path.write_bytes(damage(path.read_bytes()))
    assert "damaged" in refusal(path, total=1_000)


def test_any_changed_byte_is_detected_or_harmless(tmp_path: Path) -> None:
    path = made(tmp_path / "checkpoint")
    whole = path.read_bytes()
    expected = list(run_chunks(Squares(), 100, size=10, checkpoint=path))
    found = 0
    for place in range(0, len(whole), 41):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            assert list(run_chunks(Squares(), 100, size=10, checkpoint=path)) == expected
        except CheckpointError:
            found += 1
        for beside in tmp_path.iterdir():
            beside.unlink()
    assert found


def test_a_file_in_use_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    with Checkpoint(path, {}, 100):
        code = "import sys; from cardcore.jobs import Checkpoint\nCheckpoint(sys.argv[1], {}, 100)"
        ended = subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True, timeout=300
        )
    expected = f"CheckpointError: checkpoint '{path}': another process is using it"
    assert ended.stderr.rstrip().endswith(expected)
