"""The sums of an arena: they add up, compare, and are refused if no games give them."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardcore
from cardcore._core import MAX_GAMES, Tally, arena_scores, arena_tally


def tally(name: str, games: int, start: int = 0) -> Tally:
    template = cardcore.new(name, seed=0)
    return arena_tally(template, ["random"] * template.seats, games, 7, start=start, threads=1)


def none(seats: int) -> Tally:
    return Tally.of_scores(np.empty((0, seats), dtype=np.int64), False)


@pytest.mark.parametrize("name", cardcore.games())
def test_the_tallies_of_a_split_add_up(name: str) -> None:
    seats = cardcore.new(name, seed=0).seats
    games = 5 * seats + 1
    merged = none(seats)
    for start, stop in pairwise([0, seats, 2 * seats, 4 * seats, games]):
        merged += tally(name, stop - start, start)
    assert merged == tally(name, games)
    assert merged != tally(name, games - 1)


@given(st.lists(st.integers(0, 1), min_size=9, max_size=9), st.randoms())
def test_any_split_in_any_order_adds_up(cuts: list[int], random: Any) -> None:
    edges = [0, *(2 * (place + 1) for place, cut in enumerate(cuts) if cut), 20]
    parts = [tally("ends", stop - start, start) for start, stop in pairwise(edges)]
    random.shuffle(parts)
    assert sum(parts, none(2)) == tally("ends", 20)


@pytest.mark.parametrize("name", cardcore.games())
def test_scores_are_counted_as_they_are_played(name: str) -> None:
    template = cardcore.new(name, seed=0)
    bots, games = ["random"] * template.seats, 5 * template.seats + 1
    scores = arena_scores(template, bots, games, 7, threads=1)
    assert scores.shape == (games, template.seats)
    assert Tally.of_scores(scores, template.low_score_wins) == tally(name, games)
    # However the rows lie in memory.
    spread = np.repeat(scores, 2, axis=0)[::2]
    assert Tally.of_scores(spread, template.low_score_wins) == tally(name, games)


def test_a_tally_is_a_value() -> None:
    found = tally("hearts", 9)
    assert (found.games, found.blocks) == (9, 2)
    with pytest.raises(TypeError, match="unhashable"):
        hash(found)
    with pytest.raises(AttributeError):
        found.games = 10  # type: ignore[misc]
    twice = tally("ends", 6) + tally("ends", 6)
    assert (twice.games, twice.blocks) == (12, 6)


def test_what_cannot_be_added_is_told() -> None:
    found = tally("ends", 6)
    with pytest.raises(ValueError, match="expected a tally of 2 bots, found 4"):
        found + none(4)
    most = Tally(MAX_GAMES, 0, [0, 0], [0, 0], [0, 0], [0, 0], [[0, 0], [0, 0]])
    with pytest.raises(ValueError, match="expected at most 1000000000000 games, found 100000000"):
        most + found
    with pytest.raises(TypeError):
        found + 1  # type: ignore[operator]


@pytest.mark.parametrize(
    "sums",
    [
        (MAX_GAMES + 1, 0, [], [], [], [], []),
        (1, 2, [], [], [], [], []),
        (1, 0, [2**63 + 1], [0], [0], [0], [[0]]),
        (1, 0, [0], [-(2**63) - 1], [0], [0], [[0]]),
        (1, 0, [0], [0], [-1], [0], [[0]]),
        (1, 0, [0], [0], [0], [2**60], [[0]]),
        (1, 0, [0], [0], [0], [0], [[2]]),
        (1, 0, [0], [0], [0], [0], [[0, 0]]),
        (1, 0, [0], [0], [0], [0], []),
        (1, 0, [0], [0], [0], [], [[0]]),
        (1, 0, [0], [], [0], [0], [[0]]),
    ],
)
def test_sums_that_no_games_give_are_refused(sums: Any) -> None:
    with pytest.raises(ValueError, match="expected the sums of a tally, found inconsistent ones"):
        Tally(*sums)


def test_a_start_in_the_middle_of_a_deal_is_refused() -> None:
    with pytest.raises(ValueError, match="start: expected a multiple of 2, the number of seats"):
        tally("ends", 4, start=1)
    with pytest.raises(ValueError, match="start: expected a whole number from 0 to"):
        tally("ends", 4, start=-2)
    with pytest.raises(ValueError, match="games: expected 0 to 1000000000000, found 1000000000004"):
        tally("ends", 4, start=MAX_GAMES)
