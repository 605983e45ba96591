import re
from types import SimpleNamespace

from click.testing import CliRunner, Result

from cardcore import hearts
from cardcore.cli.app import main
from cardcore.cli.games.hearts import PAGE
from tests.cli.typing import typed as moves_of


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


def test_tricks_and_passed_cards_are_told() -> None:
    lines = moves_of("hearts", 3, target=1)
    shown = run("hearts", "--target", "1", "--seed", "3", typed=lines).stdout
    assert "you got" not in shown.split("pass to")[0]
    assert "you got" in shown
    assert (
        len(re.findall(r"^(?:your move: )*\S.* takes? .*: (?:no|\d+) points?$", shown, re.M)) == 13
    )
    assert "deal 1 is over" in shown


def test_whoever_takes_a_trick_takes_its_points() -> None:
    """What is told adds up to what the deal cost, in both games and with any number of players."""
    for rules in (
        hearts.Rules(target=0, moon="none"),
        hearts.Rules(players=3, target=0, moon="none"),
        hearts.Rules(suits=3, values=7, players=5),
    ):
        game = hearts.new(rules, seed=5)
        names = [f"P{seat}" for seat in range(game.seats)]
        points = dict.fromkeys(names, 0)
        while (seat := game.to_move) is not None:
            before = game.view(0)
            game.play(game.view(seat).choose("random", seed=len(game.moves)))
            after = game.view(0)
            for event in PAGE.events(before, after, seat, after.history[-1][1], names):
                found = re.fullmatch(r"(P\d) takes (.+): (\w+) points?", event.plain)
                assert found is not None and len(found[2].split()) == game.seats
                points[found[1]] += 0 if found[3] == "no" else int(found[3])
        assert list(points.values()) == game.scores()


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
