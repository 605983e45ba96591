"""Command-line options for long jobs: workers, clusters, checkpoints."""

import json
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cardcore import arena
from cardcore.cli.app import main
from cardcore.cli.players import OwnPlayer
from cardcore.jobs import identity

BOT = """
def first(moves):
    return moves[0]

class Careful:
    def choose(self, view):
        return first(view.legal_moves())
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def means(text: str) -> list[float]:
    return [bot["mean"] for bot in json.loads(text)["bots"]]


ENDS = ["arena", "ends", "--bots", "greedy,random", "--games", "50", "--seed", "3", "--json"]


def test_a_running_cluster_plays(client: Any, tmp_path: Path) -> None:
    address = client.scheduler.address
    bot = tmp_path / "mybot.py"
    bot.write_text(BOT)
    for bots in ("greedy,random", f"{bot}:Careful,random"):
        options = ["arena", "ends", "--bots", bots, "--games", "50", "--seed", "3", "--json"]
        alone, split = run(*options), run(*options, "--cluster", address)
        assert (alone.exit_code, split.exit_code) == (0, 0), split.output
        assert means(alone.stdout) == means(split.stdout)
        # The command closes its client, not the cluster.
        assert len(client.nthreads()) > 0


def test_workers_of_this_machine_play() -> None:
    pytest.importorskip("distributed")
    # In a process of its own, as a command is.
    split = subprocess.run(
        [sys.executable, "-m", "cardcore", *ENDS, "--workers", "2"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (split.returncode, split.stderr) == (0, "")
    assert means(split.stdout) == means(run(*ENDS).stdout)


def test_a_run_resumes_from_its_checkpoint(tmp_path: Path) -> None:
    path = str(tmp_path / "checkpoint")
    once = run(*ENDS, "--checkpoint", path)
    assert once.exit_code == 0 and means(once.stdout) == means(run(*ENDS).stdout)
    again = run(*ENDS, "--checkpoint", path)
    assert means(again.stdout) == means(once.stdout)
    other = run(*ENDS, "--checkpoint", path, "--seed", "4")
    assert other.exit_code == 2
    expected = f"Error: checkpoint '{path}': it belongs to another job: seed is 3 there, 4 here\n"
    assert other.stderr == expected


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_stops_the_workers_and_stores_finished_chunks(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    path = tmp_path / "checkpoint"
    log = tmp_path / "checkpoint-wal"
    bot = tmp_path / "mybot.py"
    bot.write_text(BOT)
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "cardcore", "arena", "hearts"),
            *("--bots", f"{bot}:Careful,random,random,random", "--games", "1000000"),
            *("--workers", "2", "--checkpoint", str(path)),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
        # A test session in the background ignores interrupts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        # The log grows with every chunk; the first writes create the tables.
        begun = 0
        while process.poll() is None and begun < 4:
            size = log.stat().st_size if log.exists() else 0
            time.sleep(0.05)
            begun += log.exists() and log.stat().st_size > size > 0
        # At a terminal, Ctrl-C reaches the whole process group.
        os.killpg(process.pid, signal.SIGINT)
        printed, told = process.communicate(timeout=300)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert (process.returncode, printed, told) == (130, "", "\ninterrupted\n")
    with closing(sqlite3.connect(path)) as connection:
        (done,) = connection.execute("SELECT sum(stop - start) FROM chunks").fetchone()
    assert 0 < done < 250_000


def test_conflicting_options_are_refused() -> None:
    for options, told in (
        (["--workers", "2", "--cluster", "tcp://127.0.0.1:1"], "expected one of them, found both"),
        (["--workers", "2", "--threads", "2"], "--threads: expected none with --workers: workers"),
        (["--workers", "0"], "expected a whole number, 1 to 1,024, found '0'"),
    ):
        refused = run(*ENDS, *options)
        assert refused.exit_code == 2 and told in refused.stderr


def test_a_bad_cluster_address_is_one_line() -> None:
    pytest.importorskip("distributed")
    refused = run(*ENDS, "--cluster", "nowhere://host")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("Error: --cluster: cannot reach 'nowhere://host': ")
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize("option", [["--workers", "2"], ["--cluster", "tcp://127.0.0.1:8786"]])
def test_a_missing_extra_is_one_clear_line(option: list[str]) -> None:
    code = (
        "import sys; sys.modules['distributed'] = None\nfrom cardcore.cli.app import main\nmain()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, *ENDS, *option], capture_output=True, text=True, timeout=300
    )
    assert ended.returncode == 2
    expected = f"{option[0]} needs Dask: install it with pip install 'cardcore[cluster]'"
    assert ended.stderr == f"Error: {expected}\n"


def test_a_player_from_a_file_runs_where_the_file_is_missing(tmp_path: Path) -> None:
    pytest.importorskip("cloudpickle")
    path = tmp_path / "travelling.py"
    path.write_text(BOT)
    sent = pickle.dumps(OwnPlayer("bot 1", f"{path}:Careful"))
    path.unlink()
    code = (
        "import pickle, sys; from cardcore import arena\n"
        "player = pickle.loads(sys.stdin.buffer.read())\n"
        "print(arena.run('ends', [player, 'greedy'], 10, 3).bots[0].mean)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], input=sent, capture_output=True, cwd=tmp_path, timeout=300
    )
    assert ended.stderr == b""
    here = arena.run("ends", [pickle.loads(sent), "greedy"], 10, 3)
    assert float(ended.stdout) == here.bots[0].mean


def test_a_changed_file_is_another_player(tmp_path: Path) -> None:
    path = tmp_path / "changing.py"
    found = []
    for text in (BOT, BOT, BOT.replace("first(view.legal_moves())", "view.legal_moves()[-1]")):
        path.write_text(text)
        # Python caches the lines of a file by its time and size.
        os.utime(path, ns=(len(found), len(found)))
        found.append(identity(OwnPlayer("bot 1", f"{path}:Careful")))
    assert found[0] == found[1] != found[2]


def test_held_out_hands_of_a_response_run_in_chunks(tmp_path: Path) -> None:
    options = ["exploit", "draw", "--bot", "pattern", "--deals", "50", "--hands", "20"]
    options += ["--strengths", "10", "--held-out", "9000", "--json"]
    path = str(tmp_path / "checkpoint")
    whole, kept = run(*options), run(*options, "--checkpoint", path)
    assert whole.exit_code == 0 and kept.exit_code == 0, kept.output
    assert kept.stdout == whole.stdout == run(*options, "--checkpoint", path).stdout
    other = run(*options, "--checkpoint", path, "--seed", "4")
    assert other.exit_code == 2 and "it belongs to another job: " in other.stderr


def test_held_out_hands_are_the_same_on_every_executor() -> None:
    from cardcore import draw
    from tests.jobs.sample_jobs import First

    given: dict[str, Any] = {"deals": 50, "hands": 20, "strengths": 10, "held_out": 5000}
    for player, find in (("pattern", draw.responder), (First(), draw.exploitability)):
        whole = find(player, **given)
        calls: list[tuple[int, int]] = []
        split = find(
            player,
            **given,
            executor=ThreadPoolExecutor(2),
            progress=lambda *call, calls=calls: calls.append(call),
        )
        assert split == whole
        assert calls[-1][0] == calls[-1][1] >= 5100 and len({total for _, total in calls}) == 1
