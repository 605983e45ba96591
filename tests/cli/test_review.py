import json
from pathlib import Path

from click.testing import CliRunner

import cardcore
from cardcore import ends, hearts
from cardcore.cli.app import main


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
