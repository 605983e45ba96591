"""The sums of an arena: they add up, pickle, compare, and are refused if no games give them."""

import json
import pickle
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardcore
from cardcore._core import MOST_GAMES, Tally, run_arena


def tally(name: str, games: int, start: int = 0) -> Tally:
    template = cardcore.new(name, seed=0)
    return run_arena(template, ["random"] * template.seats, games, 7, start=start, threads=1)


@pytest.mark.parametrize("name", cardcore.games())
def test_the_tallies_of_a_split_add_up(name: str) -> None:
    seats = cardcore.new(name, seed=0).seats
    games = 5 * seats + 1
    merged = Tally(seats)
    for start, stop in pairwise([0, seats, 2 * seats, 4 * seats, games]):
        merged.merge(tally(name, stop - start, start))
    assert merged == tally(name, games)
    assert merged != tally(name, games - 1)


@given(st.lists(st.integers(0, 1), min_size=9, max_size=9), st.randoms())
def test_any_split_in_any_order_adds_up(cuts: list[int], random: Any) -> None:
    edges = [0, *(2 * (place + 1) for place, cut in enumerate(cuts) if cut), 20]
    parts = [tally("ends", stop - start, start) for start, stop in pairwise(edges)]
    random.shuffle(parts)
    merged = Tally(2)
    for part in parts:
        merged.merge(part)
    assert merged == tally("ends", 20)


def test_a_tally_pickles_and_is_written_as_json() -> None:
    found = tally("hearts", 9)
    assert pickle.loads(pickle.dumps(found)) == found
    assert Tally.of(tuple(json.loads(json.dumps(found.sums)))) == found
    assert found.sums[:2] == (9, 2)
    with pytest.raises(TypeError, match="unhashable"):
        hash(found)
    assert found != found.sums


def test_a_tally_may_be_merged_with_itself() -> None:
    found = tally("ends", 6)
    found.merge(found)
    assert found.games == 12 and found.sums[1] == 6


def test_what_cannot_be_merged_is_told() -> None:
    found = tally("ends", 6)
    with pytest.raises(ValueError, match="expected a tally of 2 bots, found 4"):
        found.merge(Tally(4))
    most = Tally.of((MOST_GAMES, 0, [0, 0], [0, 0], [0, 0], [0, 0], [[0, 0], [0, 0]]))
    with pytest.raises(ValueError, match="expected at most 1000000000000 games, found 100000000"):
        most.merge(found)
    assert found == tally("ends", 6) and most.games == MOST_GAMES


@pytest.mark.parametrize(
    "sums",
    [
        (MOST_GAMES + 1, 0, [], [], [], [], []),
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
    with pytest.raises(ValueError, match="expected those of a tally, found what no games give"):
        Tally.of(sums)


def test_a_start_in_the_middle_of_a_deal_is_refused() -> None:
    with pytest.raises(ValueError, match="start: expected a multiple of 2, the number of seats"):
        tally("ends", 4, start=1)
    with pytest.raises(ValueError, match="start: expected a whole number from 0 to"):
        tally("ends", 4, start=-2)
    with pytest.raises(ValueError, match="games: expected 0 to 1000000000000, found 1000000000004"):
        tally("ends", 4, start=MOST_GAMES)
