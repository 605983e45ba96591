import re

from click.testing import CliRunner, Result

from cardcore import president
from cardcore.cli.app import main
from cardcore.cli.games.president import PAGE


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


def test_a_seat_that_the_person_does_not_have_keeps_its_trade_to_itself() -> None:
    heard = set()
    for seed in range(4):
        shown = run("president", "--rounds", "3", "--seed", str(seed), typed="1\n" * 200).stdout
        heard.update(re.findall(r"^shortest \d: ((?:request|give).*)", shown, re.MULTILINE))
    assert heard == {"request a rank", "give a card"}


def test_the_end_of_every_round_is_told() -> None:
    shown = run("president", "--rounds", "2", "--seed", "3", typed="1\n" * 90).stdout
    assert "round 1 is over" in shown
    assert "round 2 is over" in shown
    assert "you gave" in shown
    assert shown.rstrip().endswith("lower is better")


def test_several_kinds_of_moves_have_headings_and_one_has_none() -> None:
    deal = ["3d 3c 4h", "5d 5c 6h", "7d 7c 8h"]
    game = president.new(deal=deal, rounds=1)
    assert PAGE.groups(game.legal_moves()) == [("pair", ["3d 3c"]), ("one card", ["3d"])]
    game.play("3d 3c")
    assert PAGE.groups(game.legal_moves()) == [("pair", ["5d 5c"]), ("", ["pass"])]
    shown = run("president", "--rounds", "1", "--players", "5", "--seed", "1", typed="1\n").stdout
    lists = [line.split(". ")[0] for line in shown.splitlines() if " 1. " in line]
    assert [line.split() for line in lists] == [["1"], ["pair", "1"]]
