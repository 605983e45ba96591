"""Playing without a terminal: what is typed comes from elsewhere."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import cardcore
from cardcore.cli.app import main
from cardcore.difficulty import Level, LevelPlayer
from cardcore.registry import games, presentation


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


@pytest.mark.parametrize("game", games())
def test_the_end_of_input_leaves_cleanly(game: str) -> None:
    result = run(game, "--seed", "1")
    assert result.exit_code == 0
    assert "you left after" in result.stdout
    assert "\x1b[" not in result.stdout


def test_undo_where_it_is_fair() -> None:
    result = run("ends", "--count", "8", "--seed", "2", typed="undo\nL\nundo\nR\nquit\n")
    assert "no undo: you have not moved yet" in result.stdout
    # At the start, again after the undo that came too early, and after the one that did not.
    assert result.stdout.count("you: 0  greedy: 0") == 3
    unfair = run("hearts", "--seed", "2", typed="undo\nquit\n")
    assert "no undo: in hearts you may have seen what is hidden" in unfair.stdout


def test_watching_bots() -> None:
    result = run("ends", "--watch", "--seats", "greedy,random", "--count", "6", "--delay", "0")
    assert result.exit_code == 0
    assert result.stdout.count("greedy: takes ") == 3
    assert result.stdout.count("random: takes ") == 3
    # The table before every move of the first.
    assert result.stdout.count("row ") == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ends", "--seats", "you,gredy"], "seat 1: unknown player 'gredy', expected one of you, "),
        (["ends", "--seats", "you"], "expected 2"),
        (["ends", "--names", "Ann"], "names: expected 2 names, found 1"),
        (["ends", "--watch", "--seats", "you,random"], "--watch is for bots only"),
        (["president", "--players", "14"], "14"),
        (["--resume", "/no/such/file"], "cannot read '/no/such/file'"),
        ([], "expected a game, or --resume FILE"),
        (["chess"], "expected one of draw, president, chopsticks, hearts, ends, found 'chess'"),
        (["ends", "--watch", "--delay", "inf"], "expected seconds, 0 to 3,600, found 'inf'"),
        (["ends", "--watch", "--delay", "nan"], "expected seconds, 0 to 3,600, found 'nan'"),
        (["hearst"], "found 'hearst'; did you mean 'hearts'?"),
        (["ends", "--seats", "you,,greedy"], "--seats, name 2 of 3: expected a name, found ''"),
        (["ends", "--names", "Ann,\x1b[31m"], "name 2 of 2: expected a name, found '\\x1b[31m'"),
        (["ends", "--seats", "you,random", "--level", "easy"], "expected --seats or --level"),
        (["--resume"], "no game was left; expected a game, or --resume FILE"),
        (["--resume", "game.json", "ends"], "expected a game, or --resume FILE, found both"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_two_people_at_one_terminal_are_told_whose_turn_it_is() -> None:
    shown = run("ends", "--seats", "you,you", "--names", "Ann,Bob", typed="L\n").stdout
    assert shown.index("to move  Ann") < shown.index("to move  Bob")


def test_an_empty_line_is_answered_with_the_words_that_there_are() -> None:
    assert "expected L or R (or type help, hint, moves" in run("ends", typed="\n").stdout
    assert "'hitn' is not a move here; expected L or R; did you mean 'hint'?" in (
        run("ends", typed="hitn\n").stdout.replace("\n", " ")
    )


def test_the_same_seed_is_the_same_game_and_no_seed_another(tmp_path: Path) -> None:
    def moves(*options: str) -> list[str]:
        record = tmp_path / "game.json"
        run(
            "ends",
            "--watch",
            "--seats",
            "random,random",
            "--delay",
            "0",
            *options,
            "--record",
            str(record),
        )
        return list(json.loads(record.read_text())["moves"])

    assert moves("--seed", "7") == moves("--seed", "7")
    assert moves("--seed", "7") != moves("--seed", "8")
    # Twenty choices of two: the same by chance once in a million.
    assert moves() != moves()


def test_bots_of_a_game_that_deals_nothing_follow_the_seed_too(tmp_path: Path) -> None:
    def moves(seed: str) -> list[str]:
        record = tmp_path / "game.json"
        run(
            "chopsticks",
            "--watch",
            "--seats",
            "random,random",
            "--delay",
            "0",
            "--seed",
            seed,
            "--record",
            str(record),
        )
        return list(json.loads(record.read_text())["moves"])

    assert moves("1") == moves("1")
    assert len({tuple(moves(str(seed))) for seed in range(5)}) > 1


@pytest.mark.parametrize("game", games())
def test_every_level_says_which_bot_it_is(game: str) -> None:
    levels = presentation(game).levels()
    assert list(levels) == ["easy", "medium", "hard", "best"]
    assert levels["easy"].bot == cardcore.bots(game)[0]
    assert levels["best"] == Level(cardcore.bots(game)[-1])
    shown = " ".join(run(game, "--help").stdout.split())
    for name, level in levels.items():
        assert f"{name}: {level}" in shown
        assert run(game, "--level", name, "--seed", "1").exit_code == 0


@pytest.mark.parametrize("game", ["chopsticks", "ends"])
def test_the_usual_opponent_can_be_beaten_where_the_best_cannot(game: str) -> None:
    chosen = presentation(game)
    best, usual = chosen.levels()["best"], chosen.levels()[chosen.default_level]
    assert usual != best
    won = 0
    for seed in range(40):
        made = cardcore.new(game, seed=seed)
        cardcore.play(made, [LevelPlayer(best, seed), LevelPlayer(usual, seed)])
        won += made.scores()[0] > made.scores()[1]
    assert won > 10


def test_a_bot_at_the_table_has_parameters() -> None:
    seats = "search:worlds=2:passes=5,rule,shooter,greedy"
    result = run("hearts", "--watch", "--delay", "0", "--seats", seats, "--target", "0")
    assert result.exit_code == 0, result.output
    wrong = run("hearts", "--seats", "you,search:worlds=x,rule,rule")
    assert wrong.exit_code == 2
    assert "worlds = 'x': expected 1 to 200000" in wrong.stderr
    nameless = run("hearts", "--seats", "you,search:fast,rule,rule")
    assert "bot 'search:fast': 'fast' is not a parameter" in nameless.stderr
