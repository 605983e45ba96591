"""Command-line options for long jobs: workers, clusters, checkpoints."""

import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

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


def test_conflicting_options_are_refused() -> None:
    for options, told in (
        (
            ["--workers", "2", "--cluster", "tcp://127.0.0.1:1"],
            "--workers and --cluster cannot be used together",
        ),
        (
            ["--workers", "2", "--threads", "2"],
            "--threads and --workers cannot be used together: every worker has one thread",
        ),
        (
            ["--cluster", "tcp://127.0.0.1:1", "--threads", "2"],
            "--threads and --cluster cannot be used together: every worker has one thread",
        ),
        (["--workers", "2", "--cluster-timeout", "60"], "--cluster-timeout needs --cluster"),
        (["--cluster-timeout", "0"], "expected a whole number, 1 to 1,000,000,000, found '0'"),
        (["--workers", "0"], "expected a whole number, 1 to 1,024, found '0'"),
    ):
        refused = run(*ENDS, *options)
        assert refused.exit_code == 2 and told in refused.stderr


def test_a_missing_extra_is_one_clear_line() -> None:
    code = (
        "import sys; sys.modules['distributed'] = None\nfrom cardcore.cli.app import main\nmain()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, *ENDS, "--cluster", "tcp://127.0.0.1:8786"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ended.returncode == 2
    assert ended.stderr == 'Error: --cluster needs Dask: pip install "cardcore[cluster]"\n'


def test_a_player_from_a_file_runs_where_the_file_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "careful.py"
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
    found: list[Any] = []
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
