"""Games that are saved to a file and resumed from it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import cardcore
from cardcore.cli import saved_games
from cardcore.cli.app import main
from cardcore.registry import games
from tests.cli.typing import typed


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


def test_a_recorded_game_goes_on(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    left = run("ends", "--count", "8", "--seed", "2", "--record", str(record), typed="L\nquit\n")
    assert "You left after 2 moves. Go on with: cardcore play --resume" in left.stdout
    assert len(json.loads(record.read_text())["moves"]) == 2
    finished = run("--resume", str(record), typed="L\nL\nL\n")
    assert finished.exit_code == 0
    assert json.loads(record.read_text())["result"] is not None
    assert run("--resume", str(record)).exit_code == 0


def test_a_damaged_record_is_told_where(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    run("ends", "--count", "8", "--seed", "2", "--record", str(record), typed="L\nquit\n")
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
        (None, "record: players: expected a list, found None"),
        ([1, 2], "record: players: expected a list of names, found [1, 2]"),
        (["you"], "seats: expected 2 players, found 1"),
        (["you", "gredy"], "seat 1: unknown player 'gredy', expected one of you, random, greedy"),
    ],
)
def test_a_record_with_unknown_players(players: object, message: str, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    run("ends", "--count", "8", "--seed", "2", "--record", str(record), typed="L\nquit\n")
    record.write_text(json.dumps({**json.loads(record.read_text()), "players": players}))
    result = run("--resume", str(record))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {message}")


@pytest.mark.parametrize("game", games())
def test_a_game_that_was_left_often_is_the_game_that_was_not(game: str, tmp_path: Path) -> None:
    """The person answers the same; bots choose at random, but by seed and number of the move."""
    one, many = tmp_path / "one.json", tmp_path / "many.json"
    seats = cardcore.new(game, seed=1).seats
    bots = ["random"] * (seats - 1)
    lines = typed(game, 5, bots).splitlines()[:12]
    options = [game, "--seed", "5", "--seats", ",".join(["you", *bots])]
    run(*options, "--record", str(one), typed="\n".join(lines) + "\nquit\n")
    run(*options, "--record", str(many), typed=f"{lines[0]}\nquit\n")
    for line in lines[1:]:
        run("--resume", str(many), typed=f"{line}\nquit\n")
    played = json.loads(one.read_text())
    assert len(played["moves"]) >= len(lines)
    assert json.loads(many.read_text()) == played
    assert played["bots_seed"] == 5


def test_undo_leads_to_the_same_game(tmp_path: Path) -> None:
    straight, back = tmp_path / "straight.json", tmp_path / "back.json"
    options = ["ends", "--seed", "3", "--seats", "you,random"]
    run(*options, "--record", str(straight), typed="L\nL\nL\nquit\n")
    run(*options, "--record", str(back), typed="L\nR\nundo\nL\nL\nundo\nL\nquit\n")
    assert json.loads(back.read_text()) == json.loads(straight.read_text())


def test_a_record_without_the_seed_of_its_bots_is_read(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    run("ends", "--seed", "2", "--record", str(record), typed="L\nquit\n")
    old = json.loads(record.read_text())
    del old["bots_seed"]
    record.write_text(json.dumps(old))
    assert run("--resume", str(record), typed="L\nquit\n").exit_code == 0
    went_on = json.loads(record.read_text())
    assert went_on["moves"][:3] == [*old["moves"], "L"]
    assert 0 <= went_on["bots_seed"] < 2**64


@pytest.mark.parametrize("seed", [-1, 2**64, "1", 1.5, True, []])
def test_a_seed_that_is_none_is_told(seed: object, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    run("ends", "--seed", "2", "--record", str(record), typed="L\nquit\n")
    record.write_text(json.dumps({**json.loads(record.read_text()), "bots_seed": seed}))
    result = run("--resume", str(record))
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: record: bots_seed: expected")


def test_what_is_kept_unasked_is_limited_and_never_stops_a_game(
    state_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(saved_games.MAX_GAMES + 3):
        monkeypatch.setattr("cardcore.cli.saved_games.os.getpid", lambda number=number: number)
        run("ends", typed="L\nquit\n")
    assert len(list(state_folder.iterdir())) == saved_games.MAX_GAMES
    # A file where the folder should be.
    blocked = state_folder.parent / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    left = run("ends", typed="L\nquit\n")
    assert left.exit_code == 0
    assert left.stdout.endswith("You left after 2 moves.\n")


def test_damaged_and_finished_games_are_not_offered(state_folder: Path) -> None:
    run("ends", "--count", "8", typed="L\nquit\n")
    [whole] = state_folder.iterdir()
    record = json.loads(whole.read_text())
    for name, content in {
        "half": whole.read_text()[:50],
        "over": json.dumps({**record, "result": [1, 2]}),
        "list": "[]",
        "seats": json.dumps({**record, "seats": 1}),
    }.items():
        (state_folder / f"{name}.json").write_text(content)
    offered = run("--resume", typed="quit\n").stdout
    assert "1   ends" in offered and "2 " not in offered.split("1   ends")[0]
    finished = run("--resume", typed="\nL\nL\nL\n")
    assert finished.exit_code == 0
    assert not whole.exists()
    assert run("--resume").exit_code == 2


def test_the_way_back_can_be_pasted_and_counts_have_their_plural(tmp_path: Path) -> None:
    record = tmp_path / "my game.json"
    left = run("ends", "--seats", "random,you", "--record", str(record), typed="quit\n").stdout
    assert "You left after 1 move." in left
    assert f"--resume '{record}'" in left
