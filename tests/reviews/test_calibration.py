"""Luck, skill and EV loss: they sum, luck is zero on average, and better players lose less."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import cardcore
from cardcore.registry import games, reviewer
from cardcore.reviews import Review
from cardcore.reviews.statistics import estimate
from tests.reviews.games import TABLES, new

#: The bots that play badly at seat 0, so that skill is far from zero.
_WEAK = {
    "hearts": "greedy",
    "president": "random",
    "draw": "random",
    "chopsticks": "random",
    "ends": "greedy",
}

#: Who plays at the other seats: the reference player of the review.
_REFERENCE = {
    "hearts": "policy",
    "president": "plan",
    "draw": "nash",
    "chopsticks": "perfect",
    "ends": "perfect",
}


def _reviewed(name: str, bot: str, seed: int, deals: int) -> tuple[Any, Review]:
    """Let a bot play a game against reference players, and review it."""
    rules, _, others = TABLES[name]
    players = [bot, *(_REFERENCE[name] for _ in others)]
    game = cardcore.play(new(name, seed, **rules), players, seed=seed)
    return game, cardcore.review(game.record(), 0, deals=deals)


def _check_luck(name: str, count: int, deals: int) -> None:
    """Check that luck and skill sum to the result, and that luck is zero on average."""
    luck, skill = [], []
    for seed in range(count):
        game, found = _reviewed(name, _WEAK[name], seed, deals)
        result = reviewer(name).value(game.scores(), 0, low_score_wins=game.low_score_wins)
        assert found.start + found.luck + found.skill == pytest.approx(result)
        luck.append(found.luck)
        skill.append(found.skill)
        if name in ("chopsticks", "ends"):
            # Nothing is hidden, and a perfect opponent leaves nothing to luck.
            assert found.luck == pytest.approx(0)
            assert found.skill == pytest.approx(-found.loss)
    found_luck, found_skill = estimate(np.array(luck)), estimate(np.array(skill))
    # A 99% interval: the seeds are fixed, and there are five games.
    assert abs(found_luck.mean) <= 1.35 * found_luck.half_width + 1e-9, (name, found_luck)
    assert found_skill.interval[1] < 0, (name, found_skill)
    print(f"{name}: luck {found_luck}, skill {found_skill}", flush=True)


@pytest.mark.parametrize(("name", "count"), [("ends", 20), ("chopsticks", 20)])
def test_nothing_is_luck_against_a_perfect_opponent(name: str, count: int) -> None:
    _check_luck(name, count, deals=2)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", games())
def test_luck_and_skill_sum_to_the_result_in_a_hundred_games_of_each(name: str) -> None:
    _check_luck(name, 100, deals=60)


def _losses(name: str, levels: Sequence[int], count: int, deals: int) -> list[float]:
    """Return the mean EV lost at a decision by some levels, on the same deals."""
    found = []
    for level in levels:
        lost: list[float] = []
        for seed in range(count):
            _, review = _reviewed(name, cardcore.levels(name)[level - 1].bot, seed, deals)
            lost += [made.loss for made in review.decisions]
        told = estimate(np.array(lost))
        print(f"{name}: level {level} loses {told.mean:.3f} ± {told.half_width:.3f}", flush=True)
        found.append(told.mean)
    return found


@pytest.mark.parametrize("name", ["ends", "chopsticks"])
def test_the_lost_ev_orders_the_levels_where_it_is_exact(name: str) -> None:
    losses = _losses(name, range(1, 9), count=40, deals=2)
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] == 0 < losses[-2]


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "count"), [("hearts", 60), ("president", 100), ("draw", 100)])
def test_the_lost_ev_orders_the_levels(name: str, count: int) -> None:
    losses = _losses(name, (1, 3, 5, 8), count, deals=100)
    assert losses == sorted(losses, reverse=True)
