"""Playing without a terminal: what is typed comes from elsewhere."""

import pytest
from click.testing import CliRunner, Result

from cardcore.cli.app import main
from cardcore.registry import games


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


@pytest.mark.parametrize("game", games())
def test_the_end_of_input_leaves_cleanly(game: str) -> None:
    result = run(game, "--seed", "1")
    assert result.exit_code == 0
    assert "you left after" in result.stdout
    assert "\x1b[" not in result.stdout


def test_undo_where_it_is_fair() -> None:
    result = run("ends", "--count", "8", "--seed", "2", typed="undo\n1\nundo\n2\nquit\n")
    assert "no undo: you have not moved yet" in result.stdout
    assert result.stdout.count("you: 0  perfect: 0") == 2
    unfair = run("hearts", "--seed", "2", typed="undo\nquit\n")
    assert "no undo: in hearts you may have seen what is hidden" in unfair.stdout


def test_watching_bots() -> None:
    result = run("ends", "--watch", "--seats", "greedy,random", "--count", "6", "--delay", "0")
    assert result.exit_code == 0
    assert result.stdout.count("greedy: ") == 3
    assert result.stdout.count("random: ") == 3


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
        (["--resume", "game.json", "ends"], "expected a game, or --resume FILE, found both"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_two_people_at_one_terminal_are_told_whose_turn_it_is() -> None:
    shown = run("ends", "--seats", "you,you", "--names", "Ann,Bob", typed="1\n").stdout
    assert shown.index("to move  Ann") < shown.index("to move  Bob")


def test_an_empty_line_is_answered_with_the_words_that_there_are() -> None:
    assert "expected a move or its number (or type" in run("ends", typed="\n").stdout
