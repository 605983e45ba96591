import json

import pytest
from click.testing import CliRunner, Result

from cardcore.cli.app import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_moves_are_grouped_by_kind() -> None:
    result = run("moves", "3d 3c 4h")
    assert result.exit_code == 0
    rows = [line.strip() for line in result.stdout.splitlines() if "♦" in line or "♥" in line]
    assert rows == ["pair (1)       3♦ 3♣", "one card (3)   4♥", "3♦"]


def test_json() -> None:
    result = run("moves", "3d 3c 4h 2s", "--beat", "3H", "--containing", "4h", "--json")
    assert json.loads(result.stdout) == {
        "hand": "3d 3c 4h 2s",
        "beat": "3h",
        "containing": "4h",
        "count": 1,
        "kinds": [{"kind": "one card", "count": 1, "moves": ["4h"]}],
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [((), "no move\n"), (("--beat", "2s"), "no move: only a pass is left\n")],
)
def test_nothing_to_play(arguments: tuple[str, ...], message: str) -> None:
    hand = "3d" if arguments else ""
    assert run("moves", hand, *arguments).stdout == message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("3d Xd",), "card 2 of 2, 'Xd': unknown rank 'X'"),
        (("3d", "--beat", "3d 4d"), "2 cards played together must be of one rank"),
        (("3d", "--containing", "3d 4d"), "expected one card, found 2"),
        (("3d", "--containing", "4D"), "--containing '4D': the card is not in the hand '3d'"),
    ],
)
def test_bad_input_is_one_line_and_exit_status_2(arguments: tuple[str, ...], message: str) -> None:
    result = run("moves", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr and result.stderr.count("\n") == 1
