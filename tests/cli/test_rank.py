import json

from click.testing import CliRunner, Result

from cardcore.cli.app import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_hands_are_shown_best_first() -> None:
    result = run("rank", "7c 5d 4h 3s 2c", "AsKsQsJsTs")
    assert result.exit_code == 0
    rows = [line for line in result.stdout.splitlines() if "♠" in line]
    assert rows[0].split() == [
        "A♠",
        "K♠",
        "Q♠",
        "J♠",
        "10♠",
        "straight",
        "flush,",
        "ace",
        "high",
        "7461",
    ]
    assert rows[1].split() == ["7♣", "5♦", "4♥", "3♠", "2♣", "high", "card,", "7-5-4-3-2", "0"]


def test_json() -> None:
    result = run("rank", "--json", "As Ks Qs Js Ts")
    assert json.loads(result.stdout) == [
        {
            "hand": "As Ks Qs Js Ts",
            "strength": 7461,
            "category": "straight flush",
            "text": "straight flush, ace high",
        }
    ]


def test_of_seven_cards_the_best_five_count() -> None:
    result = run("rank", "--json", "As Ks Qs Js Ts", "2c 2d 2h 3s 3c 9d Kh", "AcKcQcJcTc2c")
    found = [(entry["hand"], entry["text"]) for entry in json.loads(result.stdout)]
    assert found == [
        ("As Ks Qs Js Ts", "straight flush, ace high"),
        ("Ac Kc Qc Jc Tc 2c", "straight flush, ace high"),
        ("2c 2d 2h 3s 3c 9d Kh", "full house, twos over threes"),
    ]
    too_many = run("rank", "As Ks Qs Js Ts 9s 8s 7s")
    assert too_many.exit_code == 2
    expected = "expected 5 to 7 cards, found 8: card 8, '7s', is one too many"
    assert too_many.stderr == f"Error: {expected}\n"


def test_bad_input_is_one_line_and_exit_status_2() -> None:
    result = run("rank", "As Ks Qs Js")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == "Error: expected 5 to 7 cards, found 4\n"
    second = run("rank", "As Ks Qs Js Ts", "2c 2d 2h 2x 3c")
    expected = "card 4 of 5, '2x': unknown suit 'x', expected one of cdhs"
    assert second.stderr == f"Error: hand 2 of 2, '2c 2d 2h 2x 3c': {expected}\n"
    assert run("rank").exit_code == 2
    assert run("rnak").exit_code == 2


def test_version_and_help() -> None:
    assert run("--version").stdout.startswith("cardcore, version ")
    for arguments in (["--help"], ["-h"], ["rank", "--help"]):
        assert "Usage:" in run(*arguments).stdout


def test_a_hand_that_the_shell_took_apart() -> None:
    for verb in ("rank", "discard", "moves"):
        result = run(verb, "As", "Ks", "Qs", "Js", "10s")
        assert result.exit_code == 2
        expected = 'expected a hand as one argument, in quotes: "As Ks Qs Js 10s"'
        assert result.stderr == f"Error: {expected}\n"
    assert "expected one hand, found 2" in run("moves", "3d 3c", "4d 4c").stderr


def test_the_ranking_of_another_game() -> None:
    result = run("rank", "--game", "2-7", "--json", "8c 7d 5h 4s 2c", "7c 5d 4h 3s 2c")
    ranked = json.loads(result.stdout)
    assert [entry["text"] for entry in ranked] == ["7-5-4-3-2", "8-7-5-4-2"]
    assert ranked[0]["strength"] == 7461
    result = run("rank", "--game", "badugi", "--json", "Ac 2d 3h 4s")
    assert json.loads(result.stdout)[0]["text"] == "badugi, 4 high"
    result = run("rank", "--game", "omaha", "--board", "Ks Qs Js 2d 2c", "As Ts 9d 9c")
    assert "straight flush" in result.stdout


def test_a_game_that_cannot_be_ranked_or_the_wrong_cards_are_one_line() -> None:
    for arguments in (("--game", "stud", "As"), ("--game", "badugi", "As Ks Qs Js Ts")):
        result = run("rank", *arguments)
        assert (result.exit_code, "Traceback" in result.output) == (2, False)
        assert "stud" in result.output or "expected" in result.output
