"""Games that are over: every position with all cards open, and what a decision was worth.

Only the records of games are kept in memory, encoded, and up to a number of bytes. To play a game
again up to any of its moves takes milliseconds, while all positions of a long game for many seats
take a hundred megabytes.
"""

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import cardcore
from cardcore import Game, View
from cardcore.phrases import Phrase
from cardcore.records import players, replay_moves
from cardcore.registry import presentation
from cardcore.serve import catalog
from cardcore.serve.errors import RequestError
from cardcore.serve.thinking import advise

__all__ = ["Replay", "ReplayCache"]


class Replay:
    """A game that is over.

    Parameters
    ----------
    record
        The record of the game.

    Raises
    ------
    ParseError
        If it can't be replayed.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        cardcore.replay(record)
        self._encoded = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()

    @property
    def size(self) -> int:
        """How many bytes it takes in memory."""
        return len(self._encoded)

    def record(self) -> dict[str, Any]:
        """Return the record of the game."""
        found: dict[str, Any] = json.loads(self._encoded)
        return found

    def about(self) -> dict[str, Any]:
        """Return what is the same at every step."""
        record = self.record()
        game = cardcore.replay(record)
        return {
            "game": game.name,
            "title": catalog.title(game.name),
            "names": record["seats"],
            "players": record["players"],
            "moves": [list(move) for move in replay_moves(record)],
            "scores": game.scores(),
            "low_score_wins": game.low_score_wins,
        }

    def step(self, count: int) -> dict[str, Any]:
        """Return the position after a number of moves, as every seat saw it.

        Raises
        ------
        RequestError
            If the game has fewer moves.
        """
        record = self.record()
        last = len(record["moves"])
        if not 0 <= count <= last:
            message = Phrase(
                "expected a move from 0 to {last}, found {count}", last=last, count=count
            )
            raise RequestError("not-found", message)
        game = _play_until(record, count)
        views: list[View] = [game.view(seat) for seat in range(game.seats)]
        return {
            "count": count,
            "to_move": game.to_move,
            "deciders": game.deciders,
            "scores": game.scores(),
            "is_over": game.is_over,
            "views": [view.to_dict() for view in views],
            "remarks": [presentation(game.name).view_facts(view) for view in views],
        }

    def advice(self, effort: float, count: int) -> dict[str, Any]:
        """Return what the strongest bot would have done after a number of moves, and what was done.

        Raises
        ------
        RequestError
            If nothing was decided there.
        """
        record = self.record()
        last = len(record["moves"]) - 1
        if not 0 <= count <= last:
            message = Phrase(
                "expected a decision from 0 to {last}, found {count}", last=last, count=count
            )
            raise RequestError("not-found", message)
        game = _play_until(record, count)
        seat, text = game.to_move, record["moves"][count]
        assert seat is not None
        cost = presentation(game.name).cost(game, text)
        levels = [None if player == "you" else player for player in players(record)]
        found = advise(effort, game.view(seat), game.rules, levels)
        advice = {"seat": seat, "made": text, **found}
        return {**advice, "cost": None if cost is None else asdict(cost)}


class ReplayCache:
    """The replays that were asked for last, by their links, up to a number of bytes.

    Parameters
    ----------
    size
        The most bytes that all of them may take.
    """

    def __init__(self, size: int = 16 * 1024 * 1024) -> None:
        self._most = size
        self._found: OrderedDict[str, Replay] = OrderedDict()
        self.size: int = 0

    def get(self, link: str) -> Replay | None:
        """Return a replay if it is there."""
        if link in self._found:
            self._found.move_to_end(link)
        return self._found.get(link)

    def add(self, link: str, replay: Replay) -> None:
        """Keep a replay, in place of those that nobody has asked for in the meantime."""
        known = self._found.pop(link, None)
        self.size += replay.size - (0 if known is None else known.size)
        self._found[link] = replay
        while self.size > self._most:
            _, oldest = self._found.popitem(last=False)
            self.size -= oldest.size


def _play_until(record: Mapping[str, Any], count: int) -> Game:
    """Play a game again up to a number of moves."""
    moves = record["moves"][:count]
    result = record["result"] if count == len(record["moves"]) else None
    return cardcore.replay({**record, "moves": moves, "result": result})
