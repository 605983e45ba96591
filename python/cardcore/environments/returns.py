"""Returns and advantages by seat, for games in which several seats decide in turn.

In a batch without bots the next row of a rollout belongs to another seat, so textbook code that
bootstraps from the next step mixes the seats up: what is good for the next player is bad for this
one. Here the successor of a decision is the next decision *of the same seat* in the same game, and
a seat that does not act last still gets its reward.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Advantages", "advantages_by_seat"]


class Advantages(NamedTuple):
    """What :func:`advantages_by_seat` computes, by step and row."""

    advantages: NDArray[np.float32]
    """The generalized advantage estimates."""
    returns: NDArray[np.float32]
    """The targets of the value function: advantage plus value."""
    complete: NDArray[np.bool_]
    """Whether something follows the decision in the rollout: the next decision of its seat, or the
    end of the game. Leave out the others: their advantage is 0."""


def advantages_by_seat(
    seats: NDArray[np.integer],
    values: NDArray[np.floating],
    rewards: NDArray[np.floating],
    done: NDArray[np.bool_],
    *,
    discount: float = 1.0,
    trace: float = 0.95,
) -> Advantages:
    """Compute generalized advantage estimates (GAE) by seat.

    Parameters
    ----------
    seats
        The seat that decided: shape (steps, rows), ``batch.seats`` before each step.
    values
        The estimated value of the position for that seat, of the same shape.
    rewards
        The rewards of all seats after each step: shape (steps, rows, seats).
    done
        Whether a game ended in each step: shape (steps, rows).
    discount
        The discount per decision of a seat, *gamma*.
    trace
        The decay of the trace, *lambda*. With 1 the returns are those of Monte Carlo.

    Returns
    -------
    Advantages
        By step and row.

    Raises
    ------
    ValueError
        If the shapes do not match.

    Examples
    --------
    Seats 0 and 1 decide twice each, then seat 0 wins 1 from seat 1:

    >>> seats = np.array([[0], [1], [0], [1]])
    >>> values = np.zeros((4, 1))
    >>> rewards = np.zeros((4, 1, 2))
    >>> rewards[3] = [1, -1]
    >>> done = np.array([[False], [False], [False], [True]])
    >>> advantages_by_seat(seats, values, rewards, done, trace=1).returns[:, 0]
    array([ 1., -1.,  1., -1.], dtype=float32)
    """
    steps, rows = seats.shape
    if values.shape != seats.shape or done.shape != seats.shape or rewards.shape[:2] != seats.shape:
        raise ValueError(
            f"expected values and done of shape {seats.shape} and rewards of one more dimension, "
            f"found {values.shape}, {done.shape} and {rewards.shape}"
        )
    players = rewards.shape[2]
    every = np.arange(rows)
    advantages = np.zeros((steps, rows), np.float32)
    complete = np.zeros((steps, rows), np.bool_)
    # What follows, by row and seat: the value and advantage of the next decision, the reward until
    # then, and whether anything follows at all.
    next_value = np.zeros((rows, players))
    next_advantage = np.zeros((rows, players))
    pending = np.zeros((rows, players))
    follows = np.zeros((rows, players), np.bool_)
    for step in range(steps - 1, -1, -1):
        ended = done[step]
        next_value[ended] = next_advantage[ended] = 0
        pending[ended] = 0
        follows[ended] = True
        pending += rewards[step]
        seat, value = seats[step], values[step]
        place = every, seat
        known = follows[place]
        error = pending[place] + discount * next_value[place] - value
        advantage = np.where(known, error + discount * trace * next_advantage[place], 0)
        advantages[step], complete[step] = advantage, known
        next_value[place], next_advantage[place] = value, advantage
        pending[place], follows[place] = 0, True
    returns = (advantages + values).astype(np.float32)
    return Advantages(advantages, returns, complete)
