"""A game that is played by numbered actions, one at a time, as the adapters for other packages do."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Game
from cardcore.environments import Encoding
from cardcore.sheet import shown

__all__ = ["Acting", "rewards"]


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

    def observation(self, seat: int) -> NDArray[Any]:
        """Give what a seat may know."""
        return self.encoding.observation(self.game.view(seat), self._picks_of(seat))

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Give a 1 for every legal action; a seat that is not to move has none."""
        if seat != self.game.to_move:
            return np.zeros(self.encoding.action_count, np.int8)
        return self.encoding.mask(self.game.view(seat), self._picked).astype(np.int8)

    def act(self, action: int) -> bool:
        """Let the seat to move take a legal action; tells whether it completed a move.

        Raises
        ------
        ValueError
            If it is not legal. Nothing has changed then.
        """
        view = self.game.view(self.game.to_move)
        move = self.encoding.move(view, self._picked, action)
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
        hands = [shown(self.game.view(seat).hand) for seat in range(self.game.seats)]
        return "\n".join([str(self.game), *(f"seat {seat}: {hand}" for seat, hand in enumerate(hands))])

    def _picks_of(self, seat: int) -> tuple[int, ...]:
        """Give the picks of a move under way, which are nobody else's business."""
        return self._picked if seat == self.game.to_move else ()


def rewards(game: Game) -> list[float]:
    """Tell by how much every seat is better than the mean of all: they add up to zero.

    >>> from cardcore import president
    >>> game = president.new(deal=["3d 4c", "3c 2s", "3h 5s"], rounds=1)
    >>> for move in ("3d", "3c", "5s", "2s", "pass", "3h"):
    ...     game.play(move)
    >>> game.scores(), rewards(game)
    ([3, 1, 2], [-1.0, 1.0, 0.0])
    """
    scores = game.scores()
    mean = sum(scores) / len(scores)
    return [mean - score if game.low_score_wins else score - mean for score in scores]
