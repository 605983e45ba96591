"""Native Ends against the reference: exhaustive search, programmes and the game in lockstep."""

import itertools
import random

import numpy as np
import pytest

from cardcore import CardcoreError, ends
from cardcore.reference import ends as reference

SIDES = ("player", "dog")
TIES = ("left", "right")
POLICIES = ("optimal", "greedy", "lookahead", "minimax")

#: Ranges with many ties, with zeros, with negatives, and of a deck.
RANGES = ((-1, 1), (0, 3), (2, 14), (-50, 50), (-9, -1))


def rows(count: int, longest: int, seed: int) -> list[list[int]]:
    generator = random.Random(seed)
    return [
        [generator.randint(*RANGES[number % 5]) for _ in range(generator.randint(0, longest))]
        for number in range(count)
    ]


@pytest.mark.parametrize("first", SIDES)
@pytest.mark.parametrize("ties", TIES)
def test_optimal_is_what_exhaustive_search_finds(first: ends.Side, ties: ends.Ties) -> None:
    short = [list(row) for count in range(5) for row in itertools.product((-1, 0, 2), repeat=count)]
    for row in short + rows(600, 13, 1) + rows(40, 16, 2):
        line = ends.solve(row, first=first, ties=ties)
        assert (line.score, line.path) == reference.exhaustive(row, first, ties), row


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("first", SIDES)
@pytest.mark.parametrize("ties", TIES)
def test_every_policy_plays_as_in_the_reference(
    policy: ends.Policy, first: ends.Side, ties: ends.Ties
) -> None:
    for row in rows(150, 30, 3):
        line = ends.solve(row, policy, first, ties)
        found = line.score, line.opponent_score, line.path
        assert found == reference.solve(row, policy, first, ties), row


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
        native, plain = ends.new(row), reference.Game(row)
        while True:
            assert native.to_move == plain.to_move
            assert native.is_over == plain.is_over
            assert native.legal_moves() == plain.legal_moves()
            assert native.scores() == plain.scores()
            if plain.is_over:
                break
            move = generator.choice([*plain.legal_moves(), "l", " R "])
            native.play(move)
            plain.play(move)


def test_both_games_refuse_alike() -> None:
    for row, move in [([1, 2], "X"), ([1, 2], ""), ([], "L"), ([], "r"), ([], "?")]:
        messages = []
        for game in (ends.new(row), reference.Game(row)):
            with pytest.raises(CardcoreError) as error:
                game.play(move)
            messages.append((type(error.value), str(error.value)))
            assert game.scores() == [0, 0]
        assert messages[0] == messages[1]
