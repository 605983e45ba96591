"""Advantages by seat, against the definition."""

import numpy as np
import pytest

from cardcore.environments import Batch, advantages_by_seat


def rollout(steps: int) -> tuple[np.ndarray, ...]:
    batch = Batch("hearts", 12, seed=3, suits=3, values=4, players=3)
    generator = np.random.default_rng(1)
    seats, rewards, done = [], [], []
    for _ in range(steps):
        seats.append(batch.seats.copy())
        batch.step_random()
        rewards.append(batch.rewards.copy())
        done.append(batch.done.copy())
    values = generator.normal(size=(steps, 12))
    return np.stack(seats), values, np.stack(rewards), np.stack(done)


def by_definition(
    seats: np.ndarray,
    values: np.ndarray,
    rewards: np.ndarray,
    done: np.ndarray,
    row: int,
    step: int,
) -> float | None:
    """Follow one seat through one game; None if the rollout ends before it is heard of again."""
    discount, trace = 0.9, 0.8
    seat, reward = seats[step, row], 0.0
    for later in range(step, len(seats)):
        if later > step and seats[later, row] == seat:
            error = reward + discount * values[later, row] - values[step, row]
            rest = by_definition(seats, values, rewards, done, row, later)
            return error + (0.0 if rest is None else discount * trace * rest)
        reward += rewards[later, row, seat]
        if done[later, row]:
            return float(reward - values[step, row])
    return None


def test_a_decision_is_followed_by_the_next_of_its_seat() -> None:
    given = rollout(40)
    found = advantages_by_seat(*given, discount=0.9, trace=0.8)
    incomplete = 0
    for step in range(40):
        for row in range(12):
            expected = by_definition(*given, row, step)  # type: ignore[call-arg, arg-type]
            assert found.complete[step, row] == (expected is not None)
            incomplete += expected is None
            assert found.advantages[step, row] == pytest.approx(expected or 0.0, abs=1e-5)
    assert 0 < incomplete <= 3 * 12
    assert np.allclose(found.returns, found.advantages + given[1], atol=1e-5)


def test_without_values_and_decay_returns_are_the_rewards_of_the_game() -> None:
    seats, values, rewards, done = rollout(60)
    found = advantages_by_seat(seats, np.zeros_like(values), rewards, done, trace=1)
    for row in range(12):
        ends = np.flatnonzero(done[:, row])
        for step in range(ends[-1] + 1):
            end = ends[ends >= step][0]
            assert found.returns[step, row] == rewards[end, row, seats[step, row]]


def test_shapes_are_checked() -> None:
    seats, values, rewards, done = rollout(5)
    with pytest.raises(ValueError, match="expected values and done of shape"):
        advantages_by_seat(seats, values[:4], rewards, done)
