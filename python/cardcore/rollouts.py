"""Rollouts: what moves bring at a table, if the players who sit there play the hand to its end.

Every move is tried in the same sampled deals, so the luck of the cards cancels when moves are
compared. A rollout ends with the hand, round or deal in progress, or with the game if it has no
such parts.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Bots, Game, View, student
from cardcore.difficulty import Level
from cardcore.reference.random import Random

__all__ = ["Rollouts", "finish", "roll_out"]

#: A rollout looks this often whether the hand is over; no hand is as short as this.
_MOVES_AT_ONCE = 8


@dataclass(frozen=True)
class Rollouts:
    """What moves brought in sampled deals."""

    moves: tuple[str, ...]
    """The moves, in the order in which they were given."""
    scores: NDArray[np.float64]
    """By move and deal: the score of the hand."""

    @property
    def deals(self) -> int:
        """The number of sampled deals."""
        return int(self.scores.shape[1])

    def mean(self, move: str) -> float:
        """Return the mean score of a move."""
        return float(self.scores[self.moves.index(move)].mean())

    def margin(self, move: str) -> float:
        """Return half the width of the 95% interval of that mean."""
        return _half_width(self.scores[self.moves.index(move)])

    def difference(self, move: str, other: str) -> tuple[float, float]:
        """Return how much more a move brings than another, with half the width of its interval.

        The deals are the same for both, so this is known better than either mean.
        """
        paired = self.scores[self.moves.index(move)] - self.scores[self.moves.index(other)]
        return float(paired.mean()), _half_width(paired)


def roll_out(
    games: Iterable[Game],
    moves: Sequence[Any],
    levels: Sequence[Level],
    *,
    score: Callable[[Game], float],
    seed: int = 0,
) -> Rollouts:
    """Try moves in sampled deals.

    Parameters
    ----------
    games
        The sampled deals, in which the same seat is to move.
    moves
        The moves to try.
    levels
        By seat: what plays there from then on. That seat's own is what continues after the move.
    score
        Reads the result off a game whose hand is over.
    seed
        The seed of the players' choices.
    """
    rows: list[list[float]] = [[] for _ in moves]
    for number, game in enumerate(games):
        for row, move in zip(rows, moves, strict=True):
            attempt = game.copy()
            attempt.play(move)
            # The same choices after every move, as far as the same decisions come up.
            finish(attempt, levels, seed=seed + number)
            row.append(score(attempt))
    return Rollouts(tuple(map(str, moves)), np.array(rows, dtype=np.float64))


def finish(game: Game, levels: Sequence[Level], *, seed: int) -> None:
    """Play the hand, round or deal in progress to its end, or the game if it has no parts."""
    random = Random(seed)
    names = [None if level.random_every else level.bot for level in levels]
    native = Bots(game, names, random.word())
    ended = _ended_parts(game.view(None))
    while (seat := game.to_move) is not None and _ended_parts(game.view(None)) == ended:
        if levels[seat].random_every:
            game.play(levels[seat].choose(game.view(seat), random))
        else:
            native.advance(game, _MOVES_AT_ONCE)


def _ended_parts(view: View) -> int:
    return 0 if view.last is None else view.last["number"]


def _half_width(values: NDArray[np.float64]) -> float:
    count = len(values)
    if count < 2:
        return float("inf")
    return float(student(0.95, count - 1) * values.std(ddof=1) / sqrt(count))
