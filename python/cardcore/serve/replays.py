"""Games that are over: every position with all cards open, and what a decision there was worth."""

from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any

import cardcore
from cardcore import Game, View
from cardcore.records import replay_moves
from cardcore.registry import presentation
from cardcore.serve import catalog
from cardcore.serve.errors import RequestError
from cardcore.serve.thinking import advise

__all__ = ["Replay"]


class Replay:
    """A game that is over.

    Parameters
    ----------
    record
        The record of the game.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = dict(record)
        self._moves = list(replay_moves(record))
        self._step = lru_cache(maxsize=200)(self._look)

    def about(self) -> dict[str, Any]:
        """Give what is the same at every step."""
        game = cardcore.replay(self.record)
        return {
            "game": game.name,
            "title": catalog.title(game.name),
            "names": self.record["seats"],
            "players": self.record["players"],
            "moves": [list(move) for move in self._moves],
            "scores": game.scores(),
            "low_score_wins": game.low_score_wins,
        }

    def step(self, count: int) -> dict[str, Any]:
        """Give the position after so many moves: what a bystander sees, and everybody's hand.

        Raises
        ------
        RequestError
            If there are not so many moves.
        """
        if not 0 <= count <= len(self._moves):
            expected = f"expected a move from 0 to {len(self._moves)}"
            raise RequestError("not-found", f"{expected}, found {count}")
        return self._step(count)

    def _game(self, count: int) -> Game:
        moves = self.record["moves"][:count]
        result = self.record["result"] if count == len(self._moves) else None
        return cardcore.replay({**self.record, "moves": moves, "result": result})

    def _look(self, count: int) -> dict[str, Any]:
        game = self._game(count)
        views: list[View] = [game.view(seat) for seat in range(game.seats)]
        return {
            "count": count,
            "to_move": game.to_move,
            "scores": game.scores(),
            "is_over": game.is_over,
            "views": [view.to_dict() for view in views],
            "remarks": [presentation(game.name).remark(view) for view in views],
        }

    def advice(self, count: int) -> dict[str, Any]:
        """Tell what the strongest bot would have done after so many moves, and what was done.

        Raises
        ------
        RequestError
            If nothing was decided there.
        """
        if not 0 <= count < len(self._moves):
            expected = f"expected a decision from 0 to {len(self._moves) - 1}"
            raise RequestError("not-found", f"{expected}, found {count}")
        game = self._game(count)
        seat, text = self._moves[count]
        cost = presentation(game.name).cost(game, text)
        advice = {"seat": seat, "made": text, **advise(game.view(seat))}
        return {**advice, "cost": None if cost is None else asdict(cost)}
