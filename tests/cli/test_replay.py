import json
from pathlib import Path

from click.testing import CliRunner

import cardcore
from cardcore import ends
from cardcore.cli.app import main


def test_a_record_is_shown_move_by_move(tmp_path: Path) -> None:
    game = cardcore.play(ends.new([3, 10, 4]), ["perfect", "greedy"])
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.record(["Ann", "Bob"])))
    result = CliRunner().invoke(main, ["replay", str(path)])
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines() if line.strip()]
    assert ["1", "Ann", game.moves[0]] in rows
    assert ["Bob", str(game.scores()[1]), "first"] in rows
    assert ["higher", "is", "better"] in rows
    again = CliRunner().invoke(main, ["replay", str(path), "--json"])
    assert json.loads(again.stdout) == game.record(["Ann", "Bob"])


def test_a_game_that_is_not_over(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(ends.new([3, 10, 4]).record(["Ann", "Bob"])))
    result = CliRunner().invoke(main, ["replay", str(path)])
    assert "not over, to move: Ann" in result.stdout
    path.write_text("{}")
    broken = CliRunner().invoke(main, ["replay", str(path)])
    assert broken.exit_code == 2
    assert broken.stderr == "Error: record: the key 'format' is missing\n"


def test_names_from_elsewhere_cannot_steer_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(ends.new([3, 10]).record(["Ann\x1b[2J", "Bob"])))
    result = CliRunner().invoke(main, ["replay", str(path)])
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    assert "Ann�[2J" in result.stdout


def test_a_record_with_rules_of_another_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**ends.new([3, 10]).record(["Ann", "Bob"]), "game": "hearts"}))
    result = CliRunner().invoke(main, ["replay", str(path)])
    assert result.exit_code == 2
    assert result.stderr.startswith(
        "Error: record: rules: 'ties' is not a rule of hearts, expected"
    )
