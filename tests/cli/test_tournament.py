import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from cardcore import arena
from cardcore.cli.app import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["tournament", *arguments])


def test_the_tables_have_ratings_and_margins() -> None:
    result = run("ends", "--bots", "random,perfect,greedy", "--games", "200", "--seed", "1")
    assert result.exit_code == 0, result.output
    assert "round robin, 3 line-ups on 100 deals, 600 games, seed 1" in result.stdout
    assert "1 perfect" in result.stdout and "3 random" in result.stdout
    assert "margins in points per game, positive is better, with 95% intervals" in result.stdout


def test_json_is_the_result_of_the_library() -> None:
    options = ["--bots", "random,greedy,shortest", "--games", "30", "--seed", "4", "--json"]
    options += ["--players", "3", "--rounds", "1", "--schedule", "round-robin"]
    found = json.loads(run("president", *options).stdout)
    expected = arena.tournament(
        "president",
        ["random", "greedy", "shortest"],
        30,
        4,
        schedule="round robin",
        players=3,
        rounds=1,
    ).to_dict()
    for values in (found, expected):
        del values["seconds"], values["games_per_second"]
    assert found == json.loads(json.dumps(expected))


def test_it_stops_when_told_to() -> None:
    bots = ("ends", "--bots", "random,perfect", "--games", "100000", "--json")
    decided = json.loads(run(*bots, "--decide").stdout)
    assert (decided["decide"], decided["reached"], decided["decisions"]) == (0.05, True, [[1, 0]])
    assert decided["deals"] < 50_000
    known = json.loads(run(*bots, "--until", "2", "--decide", "0.01").stdout)
    assert (known["decide"], known["until"], known["reached"]) == (0.01, 2, True)


def test_files(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    common = ("ends", "--bots", "greedy,random", "--games", "10", "--count", "6")
    paths = {kind: tmp_path / f"scores.{kind}" for kind in ("csv", "npy", "parquet")}
    for path in paths.values():
        result = run(*common, "--scores", str(path))
        assert result.exit_code == 0, result.output
    rows = list(csv.DictReader(paths["csv"].read_text().splitlines()))
    assert [int(row["score"]) for row in rows] == np.load(paths["npy"])["score"].tolist()
    assert paths["parquet"].read_bytes().startswith(b"PAR1")
    table = tmp_path / "result.csv"
    assert run(*common, "--csv", str(table)).exit_code == 0
    assert [row["name"] for row in csv.DictReader(table.read_text().splitlines())] == [
        "greedy",
        "random",
    ]


def test_plot(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "ratings.svg"
    result = run("ends", "--bots", "greedy,random", "--games", "10", "--plot", str(path))
    assert result.exit_code == 0, result.output
    assert path.read_text().startswith("<?xml")


def test_own_players_go_by_the_name_of_their_class(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text(
        "class First:\n    def choose(self, view):\n        return view.legal_moves()[0]\n"
    )
    scores = tmp_path / "scores.csv"
    bots = f"random,{bot}:First"
    result = run("ends", "--bots", bots, "--games", "10", "--json", "--scores", str(scores))
    assert [bot["name"] for bot in json.loads(result.stdout)["bots"]] == ["random", "First"]
    assert ",First," in scores.read_text()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--bots", "random"), "Error: bots: expected at least 2, found 1\n"),
        (("--bots", "random,gredy"), "Error: unknown bot 'gredy' for ends"),
        (("--bots", "random,greedy", "--until", "0"), "expected a number above 0, found '0'"),
        (("--bots", "random,greedy", "--decide", "1"), "above 0 and below 0.5, found '1'"),
        (("--bots", "random,greedy", "--decide", "x"), "above 0 and below 0.5, found 'x'"),
        (("--bots", "random,greedy", "--scores", "a.txt"), "ends in .csv, .npy or .parquet"),
        (("--bots", "random,greedy", "--plot", "a.txt"), "ends in .png or .svg, found 'a.txt'"),
        (("--bots", "random,greedy", "--csv", "no/such/file"), "cannot write 'no/such/file'"),
        (("--bots", "random,greedy", "--scores", "no/such/file.csv"), "cannot write 'no/such/"),
        (("--bots", "random,greedy", "--plot", "no/such/file.svg"), "cannot write 'no/such/"),
    ],
)
def test_bad_input_is_one_clear_line_before_the_work(
    options: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "no/such" in message:
        monkeypatch.setattr(arena, "tournament", lambda *_, **__: pytest.fail("it was played"))
    result = run("ends", *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_without_pyarrow_it_is_told_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setattr(arena, "tournament", lambda *_, **__: pytest.fail("it was played"))
    result = run("ends", "--bots", "random,greedy", "--scores", "a.parquet")
    assert result.exit_code == 2
    assert result.stderr == 'Error: Parquet needs pyarrow: pip install "cardcore[parquet]"\n'


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signal")
def test_an_interrupt_leaves_one_line_and_what_was_kept(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    command = [sys.executable, "-m", "cardcore", "tournament", "ends", "--bots", "random,greedy"]
    command += ["--games", "1000000000", "--checkpoint", str(kept)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests that run in the background ignore what is to be tried here.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        while not kept.exists() or kept.stat().st_size == 0:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate()
    assert (process.returncode, stdout) == (130, "")
    assert stderr.strip() == "interrupted"
