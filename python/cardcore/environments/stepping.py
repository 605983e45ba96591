"""What the adapters share: a game stepped by numbered actions, and its rewards."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Game
from cardcore.environments.encoding import Actions, Encoding
from cardcore.result_table import shown

__all__ = ["SteppedGame", "encode", "largest_reward", "rewards"]


def encode(game: str, actions: Actions, rules: Mapping[str, Any]) -> Encoding:
    """Make the encoding of an environment, whose seed is passed to ``reset``.

    Raises
    ------
    TypeError
        If there is a seed among the rules.
    ValueError
        If there is no such game, its rules are invalid, or it has no decision under them.
    """
    if "seed" in rules:
        raise TypeError("seed: expected it in reset(seed=…), not among the rules")
    encoding = Encoding(game, actions=actions, **rules)
    if encoding.template.is_over:
        raise ValueError(
            "rules: expected a game with a decision, this one is over as soon as it starts"
        )
    return encoding


class SteppedGame:
    """A game in progress, and the actions of its next move so far.

    Parameters
    ----------
    game
        The game; it is played in place.
    encoding
        The encoding of its views and moves.
    """

    def __init__(self, game: Game, encoding: Encoding) -> None:
        self.game = game
        self.encoding = encoding
        self._picked: tuple[int, ...] = ()

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Return the observation of a seat; an opponent's partial move is not visible yet."""
        picked = self._picked if seat == self.game.to_move else ()
        return self.encoding.observation(self.game.view(seat), picked)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the action mask of a seat: a 1 for every legal action, none out of turn."""
        picked = self._picked if seat == self.game.to_move else ()
        return self.encoding.mask(self.game.view(seat), picked).astype(np.int8)

    def step(self, action: int) -> bool:
        """Take a legal action for the seat to move, and return whether it completed a move.

        Raises
        ------
        ValueError
            If it is not legal. Then nothing changes.
        """
        move = self.encoding.move(self.game.view(self.game.to_move), self._picked, action)
        if move is None:
            self._picked = (*self._picked, action)
            return False
        self.game.play(move)
        self._picked = ()
        return True

    def text(self) -> str:
        """Format the game as text, with all hidden hands."""
        if self.game.is_open:
            return str(self.game)
        # A game may have hidden information without hands.
        hands = [getattr(self.game.view(seat), "hand", None) for seat in range(self.game.seats)]
        lines = [
            f"seat {seat}: {shown(hand)}" for seat, hand in enumerate(hands) if hand is not None
        ]
        return "\n".join([str(self.game), *lines])


def rewards(game: Game) -> list[float]:
    """Return the margin of each seat over the mean of all seats; the sum is zero.

    >>> from cardcore import president
    >>> game = president.new(deal=["3d 4c", "3c 2s", "3h 5s"], rounds=1)
    >>> for move in ("3d", "3c", "5s", "pass", "2s", "pass", "pass", "3h"):
    ...     game.play(move)
    >>> game.scores(), rewards(game)
    ([3, 1, 2], [-1.0, 1.0, 0.0])
    """
    scores = game.scores()
    sign, total, seats = -1 if game.low_score_wins else 1, sum(scores), len(scores)
    return [sign * (seats * score - total) / seats for score in scores]


def largest_reward(game: Game) -> float:
    """Return the largest absolute margin of a seat over the mean of all seats.

    Raises
    ------
    ValueError
        If the scores of the game are unbounded.

    >>> from cardcore import hearts, president
    >>> largest_reward(hearts.new(seed=1, target=None)), largest_reward(president.new(rounds=1))
    (19.5, 1.5)
    """
    bounds, seats = game.bounds, game.seats
    if bounds.score is None or bounds.margin is None:
        raise ValueError("rules: expected a game with bounded scores")
    if bounds.total is None:
        return bounds.margin * (seats - 1) / seats
    low, high = bounds.score
    return max(seats * high - bounds.total, bounds.total - seats * low) / seats
