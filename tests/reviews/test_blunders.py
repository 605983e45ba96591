"""Planted blunders are found, and reviews with different seeds agree on blunders."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import cardcore
from cardcore.registry import games
from cardcore.reviews import LABELS, Review
from tests.reviews.games import TABLES, new, plant

#: The first seeds with which a blunder can be planted, for the quick test.
_SEEDS = {
    "hearts": (2, 3),
    "president": (5, 8),
    "draw": (2,),
    "chopsticks": (0, 1),
    "ends": (0, 1),
}

#: How many of 200 planted blunders are in each game.
_SHARES = {"hearts": 60, "president": 50, "draw": 30, "chopsticks": 30, "ends": 30}

#: The sampled deals for each decision: fewer than in a usual review.
_DEALS = {"hearts": 400, "president": 400, "draw": 1000, "chopsticks": 2, "ends": 2}


def _planted(
    name: str, seeds: Sequence[int], count: int, deals: int
) -> tuple[int, list[tuple[Mapping[str, Any], Review]]]:
    """Review games with a blunder; also returns in how many it is first in the list."""
    reviews: list[tuple[Mapping[str, Any], Review]] = []
    first = 0
    for seed in seeds:
        if len(reviews) == count:
            break
        planted = plant(name, seed)
        if planted is not None:
            review = cardcore.review(planted.record, 0, deals=deals)
            reviews.append((planted.record, review))
            first += bool(review.errors) and review.errors[0].number == planted.number
    return first, reviews


def _disagreements(record: Mapping[str, Any], first: Review, deals: int) -> tuple[int, list[str]]:
    """Review a game again: the blunders by either seed, and those where the other is not sure.

    What the other review calls a mistake is no disagreement: its loss is close to the limit.
    """
    blunders, found = 0, []
    second = cardcore.review(record, first.seat, deals=deals, seed=first.seed + 1)
    for one, other in zip(first.decisions, second.decisions, strict=True):
        labels = (one.label, other.label)
        if "blunder" in labels:
            blunders += 1
            if min(map(LABELS.index, labels)) < LABELS.index("mistake"):
                found.append(f"{first.game}, move {one.number}: {one} {other}")
    return blunders, found


@pytest.mark.parametrize("name", games())
def test_a_planted_blunder_is_first_in_the_list(name: str) -> None:
    first, reviews = _planted(name, _SEEDS[name], count=2, deals=100)
    assert first == len(reviews) == len(_SEEDS[name])
    for record, review in reviews:
        assert _disagreements(record, review, deals=100)[1] == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_planted_blunders_are_first_in_190_of_200_games_and_two_seeds_agree() -> None:
    assert sum(_SHARES.values()) == 200
    found, blunders, disagreements = 0, 0, []
    for name, count in _SHARES.items():
        first, reviews = _planted(name, range(1000), count, _DEALS[name])
        assert len(reviews) == count
        found += first
        for record, review in reviews:
            number, wrong = _disagreements(record, review, _DEALS[name])
            blunders += number
            disagreements += wrong
        print(f"{name}: first in {first} of {count}, {blunders} blunders so far", flush=True)
    assert found >= 190
    assert blunders >= 100
    assert disagreements == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", ["hearts", "president", "draw"])
def test_two_seeds_agree_on_the_blunders_of_a_beginner(name: str) -> None:
    rules, _, others = TABLES[name]
    beginner = cardcore.levels(name)[0].bot
    blunders, disagreements = 0, []
    for seed in range(30):
        game = cardcore.play(new(name, seed, **rules), [beginner, *others], seed=seed)
        review = cardcore.review(game.record(), 0, deals=_DEALS[name])
        number, wrong = _disagreements(game.record(), review, _DEALS[name])
        blunders += number
        disagreements += wrong
    print(f"{name}: {blunders} blunders", flush=True)
    assert blunders > 0
    assert disagreements == []
