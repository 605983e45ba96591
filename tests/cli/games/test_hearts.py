from types import SimpleNamespace

from click.testing import CliRunner, Result

from cardcore.cli.app import main
from cardcore.cli.games.hearts import PAGE


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


def test_tricks_and_passed_cards_are_told() -> None:
    shown = run("hearts", "--target", "1", "--seed", "3", typed="1\n" * 40).stdout
    assert "you got" not in shown.split("pass to")[0]
    assert "you got" in shown
    assert " took " in shown
    assert "deal 1 is over" in shown


def test_whoever_takes_every_point_is_named() -> None:
    last = {"number": 2, "scores": [26, 0, 26], "points": [0, 26, 0], "moon": 1}
    view = SimpleNamespace(part={"kind": "deal", "number": 3, "of": None}, last=last)
    shown = [(label, text.plain) for label, text in PAGE.ending(view, ["you", "Ann", "Bob"])]
    assert shown == [
        ("deal 2 is over", "you: +26  Ann: +0  Bob: +26"),
        ("moon", "Ann took every point"),
    ]
    view.last["moon"] = None
    assert len(PAGE.ending(view, ["you", "Ann", "Bob"])) == 1
