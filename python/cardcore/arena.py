"""Arenas: many games between players, with confidence intervals.

Every deal is played once per seat, and the players rotate by one seat each time, so that each of
them plays every seat of every deal (duplicate deals). The games of one deal form a block, and
intervals are estimated from whole blocks. The same seed gives the same result on any number of
threads, processes and machines: the deals can run in chunks on an executor (:mod:`cardcore.jobs`).

An arena is a tournament of one lineup and is played by the same engine (``cardcore.tournament``),
which keeps only its sums.
"""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from os import PathLike
from typing import Any

from cardcore._core import Tally
from cardcore.jobs import ExecutorLike
from cardcore.names import GameName
from cardcore.players import Seated
from cardcore.result_table import HasResultTable, ResultTable
from cardcore.tournament import BotRating, Pairing, Scores, Tournament, tournament
from cardcore.tournament.engine import enter, start
from cardcore.tournament.job import TallyJob
from cardcore.tournament.result import RunResult

__all__ = [
    "BotRating",
    "BotResult",
    "Pairing",
    "Result",
    "Scores",
    "Tournament",
    "run",
    "tournament",
]


@dataclass(frozen=True)
class BotResult:
    """The result of one player."""

    name: str
    """The name of the bot, or of the player's class."""
    mean: float
    """The mean score per game."""
    interval: tuple[float, float] | None
    """The 95% confidence interval of the mean, by Student's distribution; ``None`` with fewer than
    two whole blocks, or with scores so large that the sum of their squares does not fit in 128
    bits."""
    firsts: float
    """The share of games in which it came first; shared first places are split."""
    games: int
    """The number of games it played."""
    beats: tuple[float, ...]
    """The share of games in which it scored better than each player; ties count half."""


@dataclass(frozen=True)
class Result(RunResult, HasResultTable):
    """The result of an arena."""

    game: str
    """The name of the game."""
    low_score_wins: bool
    """Whether a lower score is the better one."""
    seed: int
    """The seed of everything random."""
    games: int
    """The number of games played."""
    seconds: float
    """The duration; with a checkpoint, of all runs together."""
    bots: tuple[BotResult, ...]
    """One entry per player, in the order they were given."""
    reproducible: bool = True
    """Whether the same seed gives the same result; false if a native bot depends on the clock."""

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON values."""
        return {**asdict(self), "games_per_second": self.games_per_second}

    def _result_table(self) -> ResultTable:
        title = f"{self.game}, {self.games:,} games, {self.seed_text}; {self.better_text}"
        headings = ["player", "mean", "low", "high", "firsts"]
        headings += [f"beats {number}" for number in range(len(self.bots))]
        rows = []
        for number, bot in enumerate(self.bots):
            low, high = bot.interval or (None, None)
            beats = (None if other == number else share for other, share in enumerate(bot.beats))
            rows.append((f"{number} {bot.name}", bot.mean, low, high, bot.firsts, *beats))
        return ResultTable(title, headings, rows)

    def to_csv(self) -> str:
        """Return one line per player, with a header; ``beats_0`` is its share against player 0."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        beats = [f"beats_{number}" for number in range(len(self.bots))]
        writer.writerow(["name", "mean", "low", "high", "firsts", "games", *beats])
        for bot in self.bots:
            low, high = bot.interval or ("", "")
            writer.writerow([bot.name, bot.mean, low, high, bot.firsts, bot.games, *bot.beats])
        return text.getvalue()


def run(
    game: GameName | str,
    bots: Sequence[Seated],
    games: int = 1000,
    seed: int = 0,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | PathLike[str] | None = None,
    **options: Any,
) -> Result:
    """Play many games between bots or custom players.

    Parameters
    ----------
    game
        The name of the game.
    bots
        One per seat: names of native bots, or objects with ``choose(view)``. Names may be followed
        by parameters: ``search:worlds=50``.
    games
        The number of games, up to 10**12; with a multiple of the number of seats, everyone plays
        every seat of every deal.
    seed
        The seed of everything random.
    threads
        The number of threads, 1 to 1024; by default, one per core. Players written in Python share
        one thread.
    progress
        Called a few times a second with the games done and the total number of games.
    executor
        Where the games are played, in chunks of about a second on one thread each: a process pool,
        ``dask.distributed.Client(…).get_executor()``, any :class:`concurrent.futures.Executor`, or
        a function that makes one, so that it can be replaced if it breaks. If a worker dies, the
        games it was playing are played again. Players written in Python are pickled, and every
        chunk starts with fresh copies of them.
    checkpoint
        A file that stores finished games. A run that was stopped or killed resumes from it; the
        file is not deleted.
    **options
        Passed to the game's ``new``: its rules, or the deals that all games start with.

    Returns
    -------
    Result
        Means, intervals, first places and pairwise results.

    Raises
    ------
    ValueError
        If a game or bot is unknown, there is not one bot per seat, or a number is out of range.
    TypeError
        If an argument has the wrong type, or a player cannot be pickled for the executor.
    CheckpointError
        If the checkpoint belongs to another run, is damaged or in use.
    LostWorkers
        If games killed the worker that played them three times.

    Examples
    --------
    >>> result = run("ends", ["perfect", "random"], games=1000, seed=1, count=10)
    >>> result.bots[0].mean > result.bots[1].mean
    True
    """
    entry = enter(
        game, bots, games, seed, threads, progress, options, least_games=0, one_per_seat=True
    )
    template, seats = entry.template, entry.template.seats
    if len(bots) != seats:
        raise ValueError(f"expected {seats} bots, one per seat, found {len(bots)}")
    line_ups = [tuple(range(seats))]
    on = threads if executor is None else 1
    job = TallyJob(template, bots, line_ups, entry.games, entry.seed, on)
    with start(job, executor, checkpoint, progress) as run:
        if executor is None and checkpoint is None and entry.is_native:
            # A single native call reports progress more often than chunks would.
            tally = job.run(range(job.total), progress)
        else:
            tally = sum((part for _, part in run.chunks), job.run(range(0)))
        seconds = run.seconds()
    return Result(
        game=template.name,
        low_score_wins=template.low_score_wins,
        seed=entry.seed,
        games=tally.games,
        seconds=seconds,
        bots=_bots(entry.names, tally),
        reproducible=entry.reproducible,
    )


def _bots(names: Sequence[str], tally: Tally) -> tuple[BotResult, ...]:
    wins, games = tally.wins, max(tally.games, 1)

    def beats(left: int, right: int) -> float:
        if left == right:
            return 0.5
        return (games + wins[left][right] - wins[right][left]) / (2 * games)

    found = zip(names, tally.means(), tally.half_widths(), tally.first_shares(), strict=True)
    return tuple(
        BotResult(
            name=name,
            mean=mean,
            interval=None if half is None else (mean - half, mean + half),
            firsts=firsts,
            games=tally.games,
            beats=tuple(beats(index, other) for other in range(len(names))),
        )
        for index, (name, mean, half, firsts) in enumerate(found)
    )
