import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardcore import arena
from cardcore.cli.app import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["arena", *arguments])


def test_the_table_has_every_bot_and_who_beats_whom() -> None:
    result = run("ends", "--bots", "perfect,random", "--games", "200", "--seed", "1")
    assert result.exit_code == 0
    assert "200 games, seed 1, higher is better" in result.stdout
    assert result.stdout.count("perfect") == 3


def test_json_is_the_result_of_the_library() -> None:
    options = ["--bots", "greedy,random,random", "--games", "90", "--seed", "4", "--json"]
    found = json.loads(run("president", *options, "--rounds", "1").stdout)
    expected = arena.run("president", ["greedy", "random", "random"], 90, 4, rounds=1).to_dict()
    for key in ("games", "seed", "game", "low_score_wins"):
        assert found[key] == expected[key]
    assert [bot["mean"] for bot in found["bots"]] == [bot["mean"] for bot in expected["bots"]]


def test_csv(tmp_path: Path) -> None:
    path = tmp_path / "result.csv"
    assert run("ends", "--bots", "perfect,random", "--csv", str(path)).exit_code == 0
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert [row["name"] for row in rows] == ["perfect", "random"]


def test_bad_input_is_one_clear_line(tmp_path: Path) -> None:
    assert run("ends", "--bots", "perfect,nobody").stderr.startswith("Error: unknown bot 'nobody'")
    assert run("ends", "--bots", "perfect").exit_code == 2
    assert run("ends").exit_code == 2
    missing = run("ends", "--bots", "greedy,greedy", "--csv", str(tmp_path / "no" / "file.csv"))
    assert missing.exit_code == 2
    assert "cannot write" in missing.stderr
    for option in ("--games", "--threads"):
        result = run("ends", "--bots", "greedy,greedy", option, "9" * 30)
        assert result.exit_code == 2
        assert f"Invalid value for '{option}': expected a whole number, 1 to" in result.stderr
    assert "--bots, name 2 of 2: expected a name" in run("ends", "--bots", "greedy,").stderr
    assert "1 game, seed 0" in run("ends", "--bots", "greedy,greedy", "--games", "1").stdout


def test_a_file_that_cannot_be_written_is_told_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "run", lambda *_, **__: pytest.fail("the games were played"))
    for path in (tmp_path, Path("/"), tmp_path / "no" / "file.csv"):
        result = run("ends", "--bots", "greedy,greedy", "--csv", str(path))
        assert result.exit_code == 2
        assert result.stderr.startswith(f"Error: cannot write '{path}': ")
    assert list(tmp_path.iterdir()) == []


def test_bots_have_parameters() -> None:
    bots = "search:worlds=2,rule,shooter,search:1ms"
    result = run("hearts", "--bots", bots, "--games", "4", "--target", "0")
    assert result.exit_code == 0, result.output
    assert "search:worlds=2" in result.stdout and "search:1ms" in result.stdout
    assert "not reproducible" in result.stdout
    wrong = run("hearts", "--bots", "search:world=2,rule,rule,rule")
    assert wrong.exit_code == 2
    assert "unknown parameter 'world', expected one of worlds" in wrong.stderr
