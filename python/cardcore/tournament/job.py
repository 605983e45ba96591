"""The games of arenas and tournaments, as a job that can run in chunks.

An arena is a tournament of one lineup. They differ in what they store: a tournament needs the
scores of every deal for its interim analyses; an arena may be so long that only its sums can be
stored.
"""

import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore import _core, jobs
from cardcore._core import Game, Tally, arena_scores, arena_seating, arena_tally
from cardcore.jobs import identity
from cardcore.players import Seated, play
from cardcore.tournament.line_ups import LineUp

__all__ = ["Job", "ScoresJob", "TallyJob"]

_core.load_numpy()

#: The integers of a tally, in the order in which a checkpoint has them.
_SUMS = ("games", "blocks", "totals", "block_totals", "block_squares", "firsts", "wins")


@dataclass(frozen=True)
class Job(jobs.Job[jobs.Result]):
    """Games between lineups; a unit is a deal played by one lineup, from every seat.

    The lineups alternate with every deal, so that at any time all of them have played the same
    deals, except for the last.
    """

    template: Game
    """A game with the rules and deals of all games."""
    bots: Sequence[Seated]
    """All bots and players, by number."""
    line_ups: Sequence[LineUp]
    """The lineups, by number."""
    games: int
    """The number of games per lineup; the last deal may not be played from every seat."""
    seed: int = 0
    """The seed of everything random."""
    threads: int | None = 1
    """The number of threads of a chunk."""

    @property
    def total(self) -> int:
        """The number of units."""
        return -(-self.games // self.template.seats) * len(self.line_ups)

    def _describe(self, kind: str, **extent: Any) -> dict[str, Any]:
        return {
            "job": kind,
            "game": self.template.name,
            "rules": self.template.rules,
            "start": self.template.start,
            "bots": [bot if isinstance(bot, str) else identity(bot) for bot in self.bots],
            **extent,
            "seed": self.seed,
        }

    def _play(self, number: int, games: range) -> NDArray[np.int64]:
        """Play games of one lineup: a row of scores per game, in the order of the lineup."""
        seated = [self.bots[bot] for bot in self.line_ups[number]]
        names = [bot for bot in seated if isinstance(bot, str)]
        if len(names) == len(seated):
            start, threads = games.start, self.threads
            return arena_scores(
                self.template, names, len(games), self.seed, start=start, threads=threads
            )
        # The same deals, seats and seeds as the native arena.
        scores = np.empty((len(games), len(seated)), dtype=np.int64)
        for row, number in enumerate(games):
            seating = arena_seating(self.seed, number, len(seated))
            game = self.template.new_game(seed=seating.deal_seed)
            play(game, [seated[bot] for bot in seating.bots], seed=seating.play_seed)
            scores[row, seating.bots] = game.scores()
        return scores


class TallyJob(Job[Tally]):
    """Games of one lineup, stored as sums."""

    unit = "deals"

    def describe(self) -> dict[str, Any]:
        """Return everything that the result depends on."""
        return self._describe("arena", games=self.games)

    def run(self, chunk: range, /, progress: Callable[[int, int], object] | None = None) -> Tally:
        """Play some of the deals; native bots report progress."""
        games = self._games(chunk)
        names = [bot for bot in self.bots if isinstance(bot, str)]
        if len(names) < self.template.seats:
            return Tally.of_scores(self._play(0, games), self.template.low_score_wins)
        return arena_tally(
            self.template,
            names,
            len(games),
            self.seed,
            start=games.start,
            threads=self.threads,
            progress=progress,
        )

    def encode(self, result: Tally, /) -> bytes:
        """Write the sums of a chunk as JSON."""
        return json.dumps([getattr(result, name) for name in _SUMS]).encode()

    def decode(self, content: bytes, chunk: range, /) -> Tally:
        """Read the sums of a chunk."""
        tally = Tally(*json.loads(content))
        if len(tally.wins) != self.template.seats:
            raise ValueError(f"expected sums of {self.template.seats} bots")
        if tally.games != len(self._games(chunk)):
            raise ValueError(f"expected {len(self._games(chunk))} games, found {tally.games}")
        return tally

    def _games(self, chunk: range) -> range:
        seats = self.template.seats
        return range(chunk.start * seats, min(chunk.stop * seats, self.games))


class ScoresJob(Job[NDArray[np.int64]]):
    """Games with every score stored: by unit, game and player of the lineup."""

    unit = "deals of line-ups"

    def describe(self) -> dict[str, Any]:
        """Return everything that the result depends on."""
        line_ups = [list(line_up) for line_up in self.line_ups]
        return self._describe("tournament", line_ups=line_ups)

    def run(self, chunk: range, /) -> NDArray[np.int64]:
        """Play some units."""
        seats, line_ups = self.template.seats, len(self.line_ups)
        scores = np.empty((len(chunk), seats, seats), dtype=np.int64)
        for number in range(line_ups):
            # Its units in this chunk are consecutive deals.
            units = chunk[(number - chunk.start) % line_ups :: line_ups]
            if units:
                first, last = units[0] // line_ups, units[-1] // line_ups
                places = slice(units[0] - chunk.start, None, line_ups)
                played = self._play(number, range(first * seats, (last + 1) * seats))
                scores[places] = played.reshape(-1, seats, seats)
        return scores

    def encode(self, result: NDArray[np.int64], /) -> bytes:
        """Compress scores: most of them are small numbers."""
        return zlib.compress(result.astype("<i8").tobytes(), 1)

    def decode(self, content: bytes, chunk: range, /) -> NDArray[np.int64]:
        """Read the scores of a chunk."""
        seats = self.template.seats
        size = len(chunk) * seats * seats * 8
        try:
            # At most one byte more than expected, however much the content would expand to.
            scores = zlib.decompressobj().decompress(content, size + 1)
        except zlib.error as error:
            raise ValueError(f"expected the scores of deals: {error}") from error
        if len(scores) != size:
            raise ValueError(f"expected the scores of {len(chunk)} deals")
        return np.frombuffer(scores, dtype="<i8").reshape(-1, seats, seats)
