import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

import cardcore
from cardcore import ends, hearts
from cardcore.cli.app import main
from cardcore.records import record


def _saved(path: Path, game: cardcore.Game) -> str:
    file = path / "game.json"
    file.write_text(json.dumps(game.record()))
    return str(file)


def _blunder() -> cardcore.Game:
    game = ends.new([3, 2, 10, 4])
    for move in "RRLL":
        game.play(move)
    return game


def test_errors_come_first_and_the_result_is_split(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["review", _saved(tmp_path, _blunder())])
    assert result.exit_code == 0, result.output
    rows = [line.split() for line in result.stdout.splitlines() if line.strip()]
    assert ["1", "R", "-5", "L", "+7", "12", "exact", "blunder"] in rows
    assert ["decisions", "2:", "1", "best,", "1", "blunder"] in rows
    assert ["luck", "+0"] in rows
    assert ["skill", "-12"] in rows
    assert "EV: if both play perfectly afterwards" in result.stdout


def test_all_decisions_are_shown_on_request(tmp_path: Path) -> None:
    path = _saved(tmp_path, _blunder())
    result = CliRunner().invoke(main, ["review", path, "--seat", "1", "--all"])
    rows = [line.split() for line in result.stdout.splitlines()]
    assert ["2", "R", "+5", "R", "+5", "0", "exact", "best"] in rows
    short = CliRunner().invoke(main, ["review", path, "--seat", "1"])
    assert "no inaccuracies, mistakes or blunders" in short.stdout


def test_json_is_the_review(tmp_path: Path) -> None:
    game = cardcore.play(hearts.new(seed=1, target=None), ["greedy"] * 4)
    asked = [
        "review",
        _saved(tmp_path, game),
        "--seat",
        "2",
        "--deals",
        "6",
        "--seed",
        "9",
        "--json",
    ]
    result = CliRunner().invoke(main, asked)
    found = cardcore.review(game.record(), 2, deals=6, seed=9)
    assert json.loads(result.stdout) == json.loads(json.dumps(found.to_dict()))


def test_bad_input_is_one_line(tmp_path: Path) -> None:
    path = _saved(tmp_path, _blunder())
    result = CliRunner().invoke(main, ["review", path, "--seat", "2"])
    assert (result.exit_code, result.stderr) == (2, "Error: seat: expected 0 to 1, found 2\n")
    (tmp_path / "game.json").write_text("{}")
    result = CliRunner().invoke(main, ["review", path])
    assert (result.exit_code, result.stderr) == (2, "Error: record: the key 'format' is missing\n")


def _own(seed: int) -> cardcore.Game:
    return cardcore.play(ends.new(seed=seed, count=10), ["greedy", "perfect"], seed=seed)


def test_reviews_of_own_games_are_counted_over_time(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    nothing = CliRunner().invoke(main, ["review"])
    assert nothing.exit_code == 0
    assert "no games of yours have been reviewed" in " ".join(nothing.output.split())
    lost, decisions = 0.0, 0
    for seed in (1, 2):
        file = tmp_path / f"{seed}.json"
        played = record(_own(seed), ["Ann", "Bob"], ["you", "perfect"], bots_seed=0)
        file.write_text(json.dumps(played))
        # A game that is reviewed again counts once, and the seat of a bot does not.
        for seat in ("0", "0", "1"):
            assert CliRunner().invoke(main, ["review", str(file), "--seat", seat]).exit_code == 0
        found = cardcore.review(played, 0)
        lost, decisions = lost + found.loss, decisions + len(found.decisions)
    told = json.loads(CliRunner().invoke(main, ["review", "--json"]).stdout)
    assert told["ends"]["games"] == 2
    assert told["ends"]["decisions"] == decisions
    assert told["ends"]["phases"]["play"]["lost"] == lost
    shown = CliRunner().invoke(main, ["review"]).stdout
    assert [line.split()[:3] for line in shown.splitlines() if line.split()[:1] == ["ends"]] == [
        ["ends", "2", str(decisions)]
    ]
    # A damaged line is skipped.
    file = tmp_path / "cardcore" / "reviews.jsonl"
    file.write_text("{}\nnonsense\n" + file.read_text())
    assert json.loads(CliRunner().invoke(main, ["review", "--json"]).stdout) == told
