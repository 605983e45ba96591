import re

from click.testing import CliRunner, Result

from cardcore import president
from cardcore.cli import render
from cardcore.cli.app import main
from cardcore.cli.games.president import PAGE
from cardcore.cli.menu import Menu
from tests.cli.typing import typed as moves_of


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


def test_a_seat_that_the_person_does_not_have_keeps_its_trade_to_itself() -> None:
    heard = set()
    for seed in range(3):
        lines = moves_of("president", seed, rounds=2)
        shown = run("president", "--rounds", "2", "--seed", str(seed), typed=lines).stdout
        assert shown.rstrip().endswith("lower is better")
        heard.update(re.findall(r"^\w+: ((?:asks|gives).*)", shown, re.MULTILINE))
    assert heard == {"asks for a rank", "gives a card"}


def test_the_end_of_every_round_is_told() -> None:
    lines = moves_of("president", 3, rounds=2)
    shown = run("president", "--rounds", "2", "--seed", "3", typed=lines).stdout
    assert "Round 1 is over" in shown
    assert "Round 2 is over" in shown
    assert re.search(r"You got .+ and gave .+\.", shown)
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


def test_a_long_list_has_suits_folded_and_then_whole_kinds() -> None:
    moves = president.legal_moves("3d 3c 3h 3s 4d 4c 4h 4s 5d")
    shown = [
        (heading, [entry.label.plain for entry in entries])
        for heading, entries in Menu(PAGE, moves, 20).groups
    ]
    assert shown[0] == (
        "four of a kind plus one",
        ["4♦ 4♣ 4♥ 4♠ 5♦", "3 4 4 4 4 (4 ways)", "3♦ 3♣ 3♥ 3♠ 5♦", "3 3 3 3 4 (4 ways)"],
    )
    assert ("pair", ["pair of 4s (6 ways)", "pair of 3s (6 ways)"]) in shown
    assert ("one card", ["5♦", "a 4 (4 ways)", "a 3 (4 ways)"]) in shown
    menu = Menu(PAGE, moves, 20)
    assert sorted(str(move) for entry in menu.numbered for move in entry.moves) == sorted(
        map(str, moves)
    )
    hand = "3d 3c 3h 4d 4c 4h 5d 5c 5h 6d 6c 6h 7d 7c 7h 8d 9d"
    long = Menu(PAGE, president.legal_moves(hand), 12)
    headings = [heading for heading, _ in long.groups]
    assert headings[0] == "straight flush" and headings[-1] == "one card"
    assert render.rows(long.shown()) <= 12
    whole = next(entry for entry in long.numbered if entry.label.plain.startswith("any"))
    below = Menu.below(PAGE, whole, 12)
    assert len(below.numbered) > 1
    assert sum(len(entry.moves) for entry in below.numbered) == len(whole.moves)


def test_a_trade_is_told_in_words_to_its_sides_alone() -> None:
    for seat in range(4):
        game = president.new(rounds=2, seed=8)
        names = ["Ann", "Bob", "Cid", "Dan"]
        told = []
        while (mover := game.to_move) is not None:
            before = game.view(seat)
            game.play(game.view(mover).choose("shortest", seed=1))
            after = game.view(seat)
            if before.phase == "trade":
                heard = after.history[-1][1]
                told += PAGE.events(before, after, mover, heard, names)
        assert len(told) == 2
        own = [event.plain for event in told if "gave" in event.plain]
        assert len(own) == 1
        assert re.fullmatch(
            r"You got [^.]+ and gave [^.]+\.(?: (?:There were|You had) no [^.]+\.)?", own[0]
        )
        [other] = [event.plain for event in told if "gave" not in event.plain]
        assert names[seat] not in other and other.endswith("have traded")
