"""Games that are kept in a file and go on from there."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardcore.cli.app import main


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


def test_a_recorded_game_goes_on(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    left = run("ends", "--count", "8", "--seed", "2", "--record", str(record), typed="1\nquit\n")
    assert "you left after 2 moves; go on with: cardcore play --resume" in left.stdout
    assert len(json.loads(record.read_text())["moves"]) == 2
    finished = run("--resume", str(record), typed="1\n1\n1\n")
    assert finished.exit_code == 0
    assert json.loads(record.read_text())["result"] is not None
    assert run("--resume", str(record)).exit_code == 0


def test_a_damaged_record_is_told_where(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    run("ends", "--count", "8", "--seed", "2", "--record", str(record), typed="1\nquit\n")
    whole = record.read_text()
    record.write_text(whole[: len(whole) // 2])
    assert "is not JSON: line" in run("--resume", str(record)).stderr
    record.write_text(whole.replace('"seed": 2', '"seed": ' + "2" * 5000))
    said = "is not a record: a number in it has too many digits"
    assert said in run("--resume", str(record)).stderr
    record.write_text(whole.replace('"L"', '"X"', 1))
    assert "record: move 1" in run("--resume", str(record)).stderr
    record.write_bytes(b"\xff\xfe")
    assert "is not text: byte 0 is not UTF-8" in run("--resume", str(record)).stderr


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (None, "record: players: expected a list of names, found None"),
        ([1, 2], "record: players: expected a list of names, found [1, 2]"),
        (["you"], "seats: expected 2 players, found 1"),
        (["you", "gredy"], "seat 1: unknown player 'gredy', expected one of you, random, greedy"),
    ],
)
def test_a_record_with_unknown_players(players: object, message: str, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    run("ends", "--count", "8", "--seed", "2", "--record", str(record), typed="1\nquit\n")
    record.write_text(json.dumps({**json.loads(record.read_text()), "players": players}))
    result = run("--resume", str(record))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {message}")


def test_the_way_back_can_be_pasted_and_counts_have_their_plural(tmp_path: Path) -> None:
    record = tmp_path / "my game.json"
    left = run("ends", "--seats", "random,you", "--record", str(record), typed="quit\n").stdout
    assert "you left after 1 move;" in left
    assert f"--resume '{record}'" in left
