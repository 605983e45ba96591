"""Leagues: matchmaking, snapshots, ratings."""

from pathlib import Path

import numpy as np
import pytest

from cardcore.environments import Batch, League


def league(directory: Path, **options: float) -> League:
    return League("ends", directory, bots=["random", "perfect"], count=6, **options)


def test_harder_opponents_are_met_more_often(tmp_path: Path) -> None:
    made = league(tmp_path)
    assert made.weights() == {"random": 0.5, "perfect": 0.5}
    batch = made.batch(400, seed=1)
    games = 0
    for _ in range(9):
        made.step(batch, batch.choose("greedy"))
        games += int(batch.done.sum())
    shares = {name: made.share(name) for name in made.members}
    # Every game ended once for each opponent, and greedy beats random but never a perfect side.
    assert sum(made._games.values()) == games > 0
    assert shares["perfect"] < 0.5 < shares["random"]
    weights = made.weights()
    assert sum(weights.values()) == pytest.approx(1)
    ratio = (1 - shares["perfect"]) ** 2 / (1 - shares["random"]) ** 2
    assert weights["perfect"] / weights["random"] == pytest.approx(ratio)
    again = made.batch(4000, seed=2).line_ups()
    assert (again == 1).mean() * 2 == pytest.approx(weights["perfect"], abs=0.03)
    made.forget(0.0)
    assert made.share("perfect") == 0.5


def test_shares_are_those_of_the_games(tmp_path: Path) -> None:
    """Count wins of a batch of one opponent by hand."""
    made = League("hearts", tmp_path, bots=["rule"], values=4)
    batch = made.batch(64, seed=3)
    better = met = 0.0
    for _ in range(12):
        seats = batch.line_ups()
        made.step(batch, batch.sample_actions())
        for row in np.flatnonzero(batch.done):
            own = batch.rewards[row, seats[row] == -1].item()
            others = batch.rewards[row, seats[row] == 0]
            better += (own > others).sum() + (own == others).sum() / 2
            met += 3
    assert met > 0
    assert made.share("rule") == pytest.approx((better + 0.5) / (met + 1))


def test_snapshots_join_the_pool_and_stay(tmp_path: Path) -> None:
    made = league(tmp_path)
    size = made.encoding.observation_shape[0]
    names = [made.add([(np.zeros((2, size)), np.array(bias))]) for bias in ((1, 0), (0, 1))]
    assert made.members == ["random", "perfect", *names]
    batch = made.batch(64, seed=1)
    for _ in range(6):
        made.step(batch, batch.sample_actions())
    ratings = made.rate(games=60, seed=1)
    assert ratings.bots[ratings.ranking[0]].name == "perfect"
    assert league(tmp_path).members == made.members


def test_mistakes_are_named(tmp_path: Path) -> None:
    made = league(tmp_path)
    with pytest.raises(ValueError, match="batch: expected the latest one of this league"):
        made.step(Batch("ends", 2, count=6), [0, 0])
    with pytest.raises(ValueError, match="keep: expected 0 to 1, found 2"):
        made.forget(2)
    with pytest.raises(ValueError, match="power: expected at least 0, found -1"):
        league(tmp_path, power=-1)
    with pytest.raises(ValueError, match="bots: expected a list of at least one, found 'rule'"):
        League("hearts", tmp_path, bots="rule")
