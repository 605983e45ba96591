import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardcore.cli.app import main

EXAMPLE = ["3", "10", "3", "9", "5", "2"]


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["solve", "ends", *arguments], input=stdin)


def lines(result: Result) -> list[str]:
    """Give the lines that hold something, with single blanks."""
    assert result.exit_code == 0, result.stderr
    return [" ".join(line.split()) for line in result.stdout.splitlines() if line.strip(" ─")]


def test_the_row_shows_who_takes_what_and_when() -> None:
    assert lines(run(*EXAMPLE)) == [
        "card 3 10 3 9 5 2",
        "player 5 3 1",
        "dog 4 6 2",
        "player 21, dog 11: the player wins by 10, path RRL",
    ]
    assert lines(run(*EXAMPLE, "--first", "dog"))[1:] == [
        "player 2 4 6",
        "dog 1 3 5",
        "player 21, dog 11: the player wins by 10, path LLL",
    ]
    assert lines(run("--policy", "greedy", *EXAMPLE))[-1] == (
        "player 11, dog 21: the dog wins by 10, path LLL"
    )
    assert lines(run("4", "4"))[-1] == "player 4, dog 4: a tie, path L"


def test_turns_stand_under_their_cards() -> None:
    output = run(*EXAMPLE).stdout.splitlines()
    cards = next(line for line in output if "card" in line)
    player = next(line for line in output if line.split()[:1] == ["player"])
    assert player.rindex("1") == cards.rindex("2")


def test_negative_numbers_are_no_options() -> None:
    result = run("-3", "-10", "--policy", "minimax", "4", "-12", "--ties", "right", "--json")
    answer = json.loads(result.stdout)
    assert answer["row"] == [-3, -10, 4, -12]
    assert (answer["policy"], answer["ties"], answer["first"]) == ("minimax", "right", "player")
    assert answer["score"] + answer["opponent_score"] == -21
    assert lines(run("-5"))[-1] == "player -5, dog 0: the dog wins by 5, path L"


def test_json() -> None:
    assert json.loads(run(*EXAMPLE, "--json").stdout) == {
        "row": [3, 10, 3, 9, 5, 2],
        "policy": "optimal",
        "ties": "left",
        "first": "player",
        "score": 21,
        "opponent_score": 11,
        "margin": 10,
        "path": "RRL",
        "opponent_path": "RLL",
        "cards": [2, 9, 10],
        "opponent_cards": [5, 3, 3],
        "order": [5, 4, 3, 0, 1, 2],
    }


def test_rows_come_from_files_and_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "row.txt"
    path.write_text("3, 10 3\n9 5\n2\n", encoding="utf-8")
    expected = run(*EXAMPLE).stdout
    assert run(str(path)).stdout == run("--file", str(path)).stdout == expected
    assert run("-", stdin="3 10 3 9 5 2").stdout == expected
    assert run("--file", "-", stdin="3,10,3,9,5,2\n").stdout == expected
    assert lines(run("-", stdin="")) == ["player 0, dog 0: a tie"]


def test_wide_rows_are_shown_in_parts_and_long_ones_summed_up() -> None:
    numbers = [str(number) for number in range(1, 61)]
    *shown, result = [line.split() for line in lines(run(*numbers))]
    assert [word for line in shown if line[0] == "card" for word in line[1:]] == numbers
    turns = [int(word) for line in shown if line[0] != "card" for word in line[1:]]
    assert sorted(turns) == list(range(1, 61))
    assert result[-1] == "R" * 30
    assert lines(run("-", stdin="1 " * 1001)) == [
        "1,001 cards: --json tells who takes which of them, and when",
        "player 501, dog 500: the player wins by 1",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["3", "x"], "Error: card 2, 'x': expected a whole number of 64 bits\n"),
        (["1.5"], "Error: card 1, '1.5': expected a whole number of 64 bits\n"),
        (["nowhere.txt"], "Error: cannot read 'nowhere.txt': No such file or directory\n"),
        (["1 x"], "Error: card 2, 'x': expected a whole number of 64 bits\n"),
        (["1 x " * 200], "Error: card 2, 'x': expected a whole number of 64 bits\n"),
        (
            ["--file", "nowhere.txt"],
            "Error: cannot read 'nowhere.txt': No such file or directory\n",
        ),
    ],
)
def test_bad_input_is_one_line_and_exit_status_2(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", message)


def test_nothing_and_too_much_are_refused() -> None:
    assert "expected numbers, the name of a file, or -" in run().stderr
    assert "expected numbers or a file, found both" in run("3", "--file", "-").stderr
    assert run("3", "--first", "cat").exit_code == run().exit_code == 2


def test_a_mistyped_option_is_not_read_as_a_number() -> None:
    result = run("3", "--frist", "dog")
    assert result.exit_code == 2
    assert "--frist" in result.stderr
    assert "'--first'" in result.stderr


def test_standard_input_that_is_not_text() -> None:
    result = CliRunner().invoke(main, ["solve", "ends", "-"], input=b"3 \xff")
    assert result.exit_code == 2
    assert result.stderr == "Error: standard input is not text: byte 2 is not UTF-8\n"
