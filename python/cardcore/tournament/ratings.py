"""Ratings of bots from pairwise results.

The model is that of Bradley and Terry (1952): the probability that one bot scores better than
another is a logistic function of the difference of their ratings, and a tie is half a win for each.
Ratings are maximum-likelihood estimates on the Elo scale: 400 points are odds of ten to one, and
the mean of all bots is 0. One tie is added for every pair of bots, so that a bot that always wins
has a finite rating.

The games of a deal depend on each other, and results on the other players, so intervals do not
assume the model: they are estimated from the variation between whole batches of deals (the
*sandwich* estimator of robust statistics).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["ELO", "Ratings", "rate"]

#: Rating points for odds of e to one.
ELO = 400 / math.log(10)

_Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Ratings:
    """Ratings and their errors."""

    ratings: _Numbers
    """By bot, in Elo points above the mean."""
    errors: _Numbers | None
    """By bot, the standard error of its rating; ``None`` with fewer than two batches."""


def rate(points: _Numbers, batches: _Numbers) -> Ratings:
    """Estimate ratings.

    Parameters
    ----------
    points
        ``points[a, b]``: the number of wins of bot a over b, with ties counted half, in all games.
    batches
        The same for every batch of equally many deals, from which the errors are estimated.

    Examples
    --------
    >>> batches = np.array([[[0, 380], [120, 0]], [[0, 370], [130, 0]]])
    >>> rate(batches.sum(axis=0), batches).ratings.round(1).tolist()
    [95.3, -95.3]
    """
    count = len(points)
    tie = 0.5 * (1 - np.eye(count))
    wins = points + tie
    played = wins + wins.T
    strengths = _fit(wins, played)
    chances = _chances(strengths)
    inverse = np.linalg.pinv(_curvature(played, chances))
    ratings = ELO * strengths
    if len(batches) < 2:
        return Ratings(ratings, None)
    surplus = (batches - (batches + batches.transpose(0, 2, 1)) * chances).sum(axis=2)
    surplus = surplus - surplus.mean(axis=0)
    spread = surplus.T @ surplus
    # One more differing result for every pair: a few equal batches should not look certain.
    spread += count * np.eye(count) - 1
    # Games beyond whole batches are as uncertain as the others.
    share = points.sum() / max(float(batches.sum()), 1.0)
    variance = share * len(batches) / (len(batches) - 1) * (inverse @ spread @ inverse)
    return Ratings(ratings, ELO * np.sqrt(np.maximum(np.diag(variance), 0)))


def _chances(strengths: _Numbers) -> _Numbers:
    difference = np.clip(strengths[:, None] - strengths[None, :], -700, 700)
    chances: _Numbers = 1 / (1 + np.exp(-difference))
    return chances


def _curvature(played: _Numbers, chances: _Numbers) -> _Numbers:
    weights = played * chances * (1 - chances)
    curvature: _Numbers = np.diag(weights.sum(axis=1)) - weights
    return curvature


def _fit(wins: _Numbers, played: _Numbers) -> _Numbers:
    """Find the maximum-likelihood strengths, with a sum of 0, by damped Newton's method."""
    strengths = np.zeros(len(wins))
    for _ in range(1000):
        chances = _chances(strengths)
        surplus = wins.sum(axis=1) - (played * chances).sum(axis=1)
        step = np.linalg.pinv(_curvature(played, chances)) @ surplus
        # Far from the maximum the curvature is small, and a full step would overshoot.
        step *= min(1.0, 1.0 / max(float(np.abs(step).max()), 1e-300))
        strengths = strengths + step - step.mean()
        if np.abs(step).max() < 1e-12:
            break
    return strengths
