"""Native Ends against the reference: exhaustive search, dynamic programming, lockstep games."""

import itertools
import random

import numpy as np
import pytest

from cardcore import CardcoreError, ends
from cardcore.compare import ends as compare
from cardcore.compare.lockstep import lockstep
from cardcore.reference import ends as reference
from tests.cases import cases

SIDES = ("player", "dog")
TIES = ("left", "right")


def rows(count: int, longest: int, seed: int) -> list[list[int]]:
    generator = random.Random(seed)
    return [compare.row(generator, longest) for _ in range(count)]


@pytest.mark.parametrize("first", SIDES)
@pytest.mark.parametrize("ties", TIES)
def test_optimal_is_what_exhaustive_search_finds(first: ends.Side, ties: ends.Ties) -> None:
    short = [list(row) for count in range(5) for row in itertools.product((-1, 0, 2), repeat=count)]
    for row in short + rows(cases(150, slow=600), 13, 1) + rows(cases(10, slow=40), 16, 2):
        line = ends.solve(row, first=first, ties=ties)
        assert (line.score, line.path) == reference.exhaustive(row, first, ties), row


def test_every_policy_plays_as_in_the_reference() -> None:
    for row in rows(150, 30, 3):
        for case in compare.lines_of(row):
            assert case.native == case.reference, case.case


def test_value_is_what_the_recurrence_gives() -> None:
    for row in rows(300, 60, 4) + rows(8, 500, 5):
        assert ends.value(row) == ends.value(np.array(row, np.int64)) == reference.margin(row), row


def test_one_never_does_worse_against_the_dog_than_against_a_perfect_opponent() -> None:
    for row in rows(300, 60, 6):
        for first, ties in itertools.product(SIDES, TIES):
            against_dog = ends.solve(row, "optimal", first, ties)  # type: ignore[arg-type]
            against_perfect = ends.solve(row, "minimax", first, ties)  # type: ignore[arg-type]
            assert against_dog.score >= against_perfect.score, row
            sign = 1 if first == "player" else -1
            assert against_perfect.margin == sign * ends.value(row), row


def test_both_games_agree_move_by_move() -> None:
    generator = random.Random(7)
    for row in rows(200, 12, 8):
        games = ends.new(row), reference.Game(row)
        for case in lockstep(*games, generator, choose=compare.spelled):
            assert case.native == case.reference, case.case


def test_both_games_refuse_alike() -> None:
    for row, move in [([1, 2], "X"), ([1, 2], ""), ([], "L"), ([], "r"), ([], "?")]:
        messages = []
        for game in (ends.new(row), reference.Game(row)):
            with pytest.raises(CardcoreError) as error:
                game.play(move)
            messages.append((type(error.value), str(error.value)))
            assert game.scores() == [0, 0]
        assert messages[0] == messages[1]
