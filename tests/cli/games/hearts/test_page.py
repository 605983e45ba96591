import re
from types import SimpleNamespace
from typing import Any

from click.testing import CliRunner, Result
from rich.table import Table

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
    assert "Deal 1 is over" in shown


def test_the_winner_of_a_trick_takes_its_points() -> None:
    """The points reported trick by trick add up to the score of the deal, whatever the rules."""
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


def test_a_player_who_takes_every_point_is_named() -> None:
    last = {"number": 2, "scores": [26, 0, 26], "points": [0, 26, 0], "moon": 1}
    view: Any = SimpleNamespace(part={"kind": "deal", "number": 3, "of": None}, last=last)
    heading, table, moon = PAGE.ending(view, ["you", "Ann", "Bob"], [30, 2, 40])
    assert (str(heading), str(moon)) == (
        "Deal 2 is over",
        "Ann shot the moon: all points to one hand!",
    )
    assert isinstance(table, Table)
    assert [list(column.cells) for column in table.columns] == [
        ["you", "Ann", "Bob"],
        ["+26", "+0", "+26"],
        ["30", "2", "40"],
    ]
    view.last["moon"] = None
    assert len(PAGE.ending(view, ["you", "Ann", "Bob"], [30, 2, 40])) == 2
