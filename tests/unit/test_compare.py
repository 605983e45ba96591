"""What can be compared, and how differences in lockstep are told."""

import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

import cardcore
from cardcore import Game, compare, ends
from cardcore.compare import Case
from cardcore.compare.lockstep import lockstep
from cardcore.reference import ends as reference

ROW = [3, 10, 3, 9]


def test_every_game_is_compared() -> None:
    assert set(cardcore.games()) < set(compare.SUBJECTS)


def test_a_game_without_checks_is_not_a_subject() -> None:
    code = """
from cardcore import registry
registry._GAMES += ("whist",)
from cardcore import compare
print(*compare.SUBJECTS)
list(compare.run("whist"))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.split() == list(compare.SUBJECTS)
    assert "ValueError: unknown subject 'whist', expected one of poker, discard" in done.stderr


def test_lockstep_compares_every_position() -> None:
    def cards_left(native: Game, slow: reference.Game) -> Iterator[Case]:
        yield Case({"cards": len(slow.cards)}, native.view(0).cards, slow.cards)

    games = ends.new(ROW), reference.Game(ROW)
    found = []
    for case in lockstep(*games, Random(1), also=[cards_left], choose=lambda *_: "L"):
        assert case.native == case.reference
        found.append(case)
    # Every other case is whose turn it is and the like; the last ones are of the end.
    assert [case.case["cards"] for case in found[1::2]] == [4, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("legal_moves", lambda game: ["R", "L"] if game.cards else []),
        ("scores", lambda game: [0, 0]),
        ("to_move", property(lambda game: 0 if game.cards else None)),
    ],
)
def test_lockstep_sees_a_difference(
    name: str, wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reference.Game, name, wrong)
    found = lockstep(ends.new(ROW), reference.Game(ROW), Random(1))
    different = [case.case for case in found if case.native != case.reference]
    # The record of the game reproduces a difference.
    assert different and all({"game", "rules", "moves"} <= {*case} for case in different)


def test_the_record_of_a_difference_ends_there() -> None:
    def short(_: Game, slow: reference.Game) -> Iterator[Case]:
        yield Case({}, len(slow.cards) < 3, False)

    found = lockstep(
        ends.new(ROW), reference.Game(ROW), Random(1), also=[short], choose=lambda *_: "L"
    )
    different = [case.case for case in found if case.native != case.reference]
    assert [len(case["moves"]) for case in different] == [2, 3, 4]
