"""The games of a tournament, as a row of work that can be cut anywhere."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Game, arena_scores, arena_seating
from cardcore.pieces import identity
from cardcore.players import Seated, play
from cardcore.tournament.line_ups import LineUp

__all__ = ["TournamentJob"]


@dataclass(frozen=True)
class TournamentJob:
    """All deals of a tournament; its units are deals played by one line-up, from every seat.

    The line-ups take turns with every deal, so that whatever was played last, all of them have
    played the same deals but for the last.
    """

    template: Game
    """A game by the rules and with the deals of all games."""
    bots: Sequence[Seated]
    """All bots and players, by number."""
    line_ups: Sequence[LineUp]
    """Who plays, by number."""
    seed: int = 0
    """The seed of everything random."""
    threads: int | None = 1
    """How many threads a piece may use."""

    @property
    def unit(self) -> str:
        """What the pieces are made of."""
        return "deals of line-ups"

    def describe(self) -> dict[str, Any]:
        """Give what the result depends on."""
        return {
            "job": "tournament",
            "game": self.template.name,
            "rules": self.template.rules,
            "start": self.template.start,
            "bots": [bot if isinstance(bot, str) else identity(bot) for bot in self.bots],
            "line_ups": [list(line_up) for line_up in self.line_ups],
            "seed": self.seed,
        }

    def run(self, piece: range, /) -> NDArray[np.int64]:
        """Play some units: by unit, game and player of the line-up the score."""
        seats, line_ups = self.template.seats, len(self.line_ups)
        scores = np.empty((len(piece), seats, seats), dtype=np.int64)
        for number, line_up in enumerate(self.line_ups):
            # Its units in this piece are deals that follow each other.
            units = piece[(number - piece.start) % line_ups :: line_ups]
            if units:
                deals = range(units[0] // line_ups, units[-1] // line_ups + 1)
                seated = [self.bots[bot] for bot in line_up]
                places = slice(units[0] - piece.start, None, line_ups)
                scores[places] = self._play(seated, deals).reshape(-1, seats, seats)
        return scores

    def _play(self, seated: Sequence[Seated], deals: range) -> NDArray[np.int64]:
        """Play deals with one line-up: a row of scores per game, in the order of the line-up."""
        seats = len(seated)
        start, games = deals.start * seats, len(deals) * seats
        names = [bot for bot in seated if isinstance(bot, str)]
        if len(names) == seats:
            found = arena_scores(
                self.template, names, start, games, self.seed, threads=self.threads
            )
            return np.frombuffer(found, dtype="<i8").reshape(games, seats)
        # The same deals, seats and seeds as the native arena.
        scores = np.empty((games, seats), dtype=np.int64)
        for row in range(games):
            deal_seed, play_seed, seating = arena_seating(self.seed, start + row, seats)
            game = self.template.new_game(seed=deal_seed)
            play(game, [seated[index] for index in seating], seed=play_seed)
            scores[row, seating] = game.scores()
        return scores

    def encode(self, result: NDArray[np.int64], /) -> bytes:
        """Write scores in few bytes: most of them are small numbers."""
        return zlib.compress(result.astype("<i8").tobytes(), 1)

    def decode(self, content: bytes, /) -> NDArray[np.int64]:
        """Read scores."""
        seats = self.template.seats
        try:
            scores = np.frombuffer(zlib.decompress(content), dtype="<i8")
        except zlib.error as error:
            raise ValueError(f"expected the scores of deals: {error}") from error
        return scores.reshape(-1, seats, seats)
