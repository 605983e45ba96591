"""Luck, skill and EV loss: they sum, luck is zero on average, and better players lose less."""

from statistics import fmean
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
    "draw": "pattern",
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


def _losses(name: str, count: int, deals: int) -> list[float]:
    """Return the mean EV lost at a decision by every level, on the same deals."""
    found = []
    for level in cardcore.levels(name):
        lost: list[float] = []
        for seed in range(count):
            _, review = _reviewed(name, level.bot, seed, deals)
            lost += [made.loss for made in review.decisions]
        found.append(fmean(lost))
        print(f"{name}: level {level.number} loses {found[-1]:.4f} a decision", flush=True)
    return found


@pytest.mark.parametrize(("name", "count"), [("ends", 40), ("chopsticks", 40)])
def test_the_lost_ev_orders_the_levels_where_it_is_exact(name: str, count: int) -> None:
    losses = _losses(name, count, deals=2)
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] == 0 < losses[-2]


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", ["hearts", "president", "draw"])
def test_the_lost_ev_orders_the_levels(name: str) -> None:
    losses = _losses(name, 60, deals=100)
    # Neighbors are close to each other, levels that are two apart are not.
    assert all(one > other for one, other in zip(losses, losses[2:], strict=False))
