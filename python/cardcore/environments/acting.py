"""What the adapters for other packages share: a game that is played by numbered actions."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Game
from cardcore.environments.encoding import Actions, Encoding
from cardcore.sheet import shown

__all__ = ["Acting", "encode", "largest_reward", "rewards"]


def encode(game: str, actions: Actions, rules: Mapping[str, Any]) -> Encoding:
    """Make the encoding of an environment, whose seed is given with every series of games.

    Raises
    ------
    TypeError
        If there is a seed among the rules.
    ValueError
        If there is no such game, its rules make none, or nothing is ever decided under them.
    """
    if "seed" in rules:
        raise TypeError("seed: expected it in reset(seed=…), not among the rules")
    encoding = Encoding(game, actions=actions, **rules)
    if encoding.template.is_over:
        raise ValueError(
            "rules: expected a game with a decision, this one is over as soon as it begins"
        )
    return encoding


class Acting:
    """A game under way, and the actions that its next move begins with.

    Parameters
    ----------
    game
        The game; it is played on in place.
    encoding
        How its moves and views are numbers.
    """

    def __init__(self, game: Game, encoding: Encoding) -> None:
        self.game = game
        self.encoding = encoding
        self._picked: tuple[int, ...] = ()

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Give what a seat may know; what another has picked is nobody's business yet."""
        picked = self._picked if seat == self.game.to_move else ()
        return self.encoding.observation(self.game.view(seat), picked)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Give a 1 for every legal action; a seat that is not to move has none."""
        picked = self._picked if seat == self.game.to_move else ()
        return self.encoding.mask(self.game.view(seat), picked).astype(np.int8)

    def act(self, action: int) -> bool:
        """Let the seat to move take a legal action; tells whether it completed a move.

        Raises
        ------
        ValueError
            If it is not legal. Nothing has changed then.
        """
        move = self.encoding.move(self.game.view(self.game.to_move), self._picked, action)
        if move is None:
            self._picked = (*self._picked, action)
            return False
        self.game.play(move)
        self._picked = ()
        return True

    def text(self) -> str:
        """Write the game down, with the hands of all seats where they are hidden."""
        if self.game.is_open:
            return str(self.game)
        # A game may hide something and yet have no hands.
        hands = [getattr(self.game.view(seat), "hand", None) for seat in range(self.game.seats)]
        lines = [
            f"seat {seat}: {shown(hand)}" for seat, hand in enumerate(hands) if hand is not None
        ]
        return "\n".join([str(self.game), *lines])


def rewards(game: Game) -> list[float]:
    """Tell by how much every seat is better than the mean of all: they add up to zero.

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
    """Give the most by which a seat can be better or worse than the mean of all.

    Raises
    ------
    ValueError
        If the scores of the game have no limit.

    >>> from cardcore import hearts, president
    >>> largest_reward(hearts.new(seed=1, target=None)), largest_reward(president.new(rounds=1))
    (19.5, 1.5)
    """
    bounds, seats = game.bounds, game.seats
    if bounds.score is None or bounds.margin is None:
        raise ValueError("rules: expected a game whose scores have a limit")
    if bounds.total is None:
        return bounds.margin * (seats - 1) / seats
    low, high = bounds.score
    return max(seats * high - bounds.total, bounds.total - seats * low) / seats
