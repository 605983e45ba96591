"""Many games between players, with numbers one can trust.

Every deal is played once per seat, the players moving on by one seat each time, so that each of
them has every seat of every deal. The games of one deal form a block, and intervals are estimated
from whole blocks. The same seed gives the same result on any number of threads, and of processes on
any number of machines: the deals can be cut into pieces for an executor (:mod:`cardcore.pieces`).
"""

import csv
import io
import json
import time
from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass
from os import PathLike
from typing import Any

from cardcore._core import (
    MOST_GAMES,
    Game,
    Tally,
    arena_seating,
    check_run,
    is_reproducible,
    run_arena,
    whole_number,
)
from cardcore.pieces import Checkpoint, ExecutorLike, identity, run_pieces
from cardcore.players import Seated, check_seated, play
from cardcore.registry import new, rule_names
from cardcore.sheet import Sheet
from cardcore.tournament import BotRating, Meeting, Scores, Tournament, tournament

__all__ = [
    "ArenaJob",
    "BotRating",
    "BotResult",
    "Meeting",
    "Result",
    "Scores",
    "Tournament",
    "run",
    "tournament",
]


@dataclass(frozen=True)
class BotResult:
    """How one player fared."""

    name: str
    """The name of the bot, or of the player's class."""
    mean: float
    """Its mean score per game."""
    interval: tuple[float, float] | None
    """The 95% confidence interval of the mean, by Student's distribution; ``None`` with fewer than
    two whole blocks, or with scores so large that the sum of their squares does not fit in 128
    bits."""
    firsts: float
    """The share of games it came first in; shared first places are split."""
    games: int
    """How many games it played."""
    beats: tuple[float, ...]
    """The share of games in which it scored better than each of the players; ties count half."""


@dataclass(frozen=True)
class Result:
    """What came of an arena."""

    game: str
    """The name of the game."""
    low_score_wins: bool
    """Whether a lower score is the better one."""
    seed: int
    """The seed of everything random."""
    games: int
    """How many games were played."""
    seconds: float
    """How long they took; if they were gone on with from a checkpoint, in all runs together."""
    bots: tuple[BotResult, ...]
    """One entry per player, in the order they were given."""
    reproducible: bool = True
    """Whether the same seed gives the same result; not if a native bot chooses by the clock."""

    @property
    def games_per_second(self) -> float:
        """How many games were played in a second."""
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def seed_text(self) -> str:
        """The seed, and whether it says everything."""
        by_clock = "" if self.reproducible else " (not reproducible: a bot chooses by the clock)"
        return f"seed {self.seed}{by_clock}"

    def to_dict(self) -> dict[str, Any]:
        """Give everything as JSON values."""
        return {**asdict(self), "games_per_second": self.games_per_second}

    def _sheet(self) -> Sheet:
        better = "lower is better" if self.low_score_wins else "higher is better"
        title = f"{self.game}, {self.games:,} games, {self.seed_text}; {better}"
        headings = ["player", "mean", "low", "high", "firsts"]
        headings += [f"beats {number}" for number in range(len(self.bots))]
        rows = []
        for number, bot in enumerate(self.bots):
            low, high = bot.interval or (None, None)
            beats = (None if other == number else share for other, share in enumerate(bot.beats))
            rows.append((f"{number} {bot.name}", bot.mean, low, high, bot.firsts, *beats))
        return Sheet(title, headings, rows)

    def __str__(self) -> str:
        return self._sheet().text()

    def _repr_html_(self) -> str:
        return self._sheet().html()

    def to_csv(self) -> str:
        """Give one line per player, with a heading; ``beats_0`` is its share against player 0."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        beats = [f"beats_{number}" for number in range(len(self.bots))]
        writer.writerow(["name", "mean", "low", "high", "firsts", "games", *beats])
        for bot in self.bots:
            low, high = bot.interval or ("", "")
            writer.writerow([bot.name, bot.mean, low, high, bot.firsts, bot.games, *bot.beats])
        return text.getvalue()


def run(
    game: str,
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
    """Play many games between bots or players of your own.

    Parameters
    ----------
    game
        The name of the game.
    bots
        One per seat: names of native bots, or objects with ``choose(view)``. Names may be followed
        by parameters: ``search:worlds=50``.
    games
        How many games to play, up to 10**12; a multiple of the number of seats gives everyone every
        seat of every deal.
    seed
        The seed of everything random.
    threads
        How many threads to use, 1 to 1024; all cores if not given. Players written in Python take
        turns on one.
    progress
        Called with the games done and the games in all, some times a second.
    executor
        Who plays the games, in pieces of about a second on one thread each: a pool of processes,
        ``dask.distributed.Client(…).get_executor()``, any :class:`concurrent.futures.Executor`, or
        a function that makes one, so that it can be replaced if it breaks. Workers that die cost
        the games they were playing, which are played again. Players written in Python are pickled,
        and every piece begins with them as they were given.
    checkpoint
        A file that keeps what was played. A run that was stopped or killed goes on with it where it
        was; the file stays.
    **options
        Passed on to the game's ``new``: its rules, or deals that all games begin with.

    Returns
    -------
    Result
        Means, intervals, first places and who beats whom.

    Raises
    ------
    ValueError
        If there is no such game or bot, not one bot per seat, or a number is out of its range.
    TypeError
        If an argument is of another kind, or a player cannot be pickled for the executor.
    CheckpointError
        If the checkpoint is of another run, damaged or in use.
    LostWorkers
        If games killed whoever played them three times.

    Examples
    --------
    >>> result = run("ends", ["perfect", "random"], games=1000, seed=1, count=10)
    >>> result.bots[0].mean > result.bots[1].mean
    True
    """
    games = whole_number("games", games, 0, MOST_GAMES)
    seed = whole_number("seed", seed, 0, 2**64 - 1)
    check_run(threads, progress)
    check_seated("bots", bots)
    if options.get("rules") is None and "players" in rule_names(game):
        options.setdefault("players", len(bots))
    template = new(game, **{"seed": 0, **options})
    names = [bot for bot in bots if isinstance(bot, str)]
    reproducible = is_reproducible(template, names)
    begin = time.perf_counter()
    if executor is None and checkpoint is None and len(names) == len(bots):
        tally = run_arena(template, names, games, seed, threads=threads, progress=progress)
        return _result(template, bots, tally, seed, time.perf_counter() - begin, reproducible)
    job = ArenaJob(template, bots, games, seed, threads if executor is None else 1)
    with (
        nullcontext() if checkpoint is None else Checkpoint(checkpoint, job.describe(), job.total)
    ) as kept:
        tally = _add_up(job, executor, kept, progress)
        seconds = time.perf_counter() - begin if kept is None else kept.seconds
    return _result(template, bots, tally, seed, seconds, reproducible)


@dataclass(frozen=True)
class ArenaJob:
    """An arena that can be cut into pieces; its units are deals, each played from every seat."""

    template: Game
    """A game by the rules and with the deals of all games."""
    bots: Sequence[Seated]
    """One per seat."""
    games: int
    """How many games to play; the last deal may not be played from every seat."""
    seed: int = 0
    """The seed of everything random."""
    threads: int | None = 1
    """How many threads a piece may use."""

    def __post_init__(self) -> None:
        seats, found = self.template.seats, len(self.bots)
        if found != seats:
            raise ValueError(f"expected {seats} bots, one per seat, found {found}")

    @property
    def unit(self) -> str:
        """What the pieces are made of."""
        return "deals"

    @property
    def total(self) -> int:
        """How many deals there are."""
        return -(-self.games // self.template.seats)

    def describe(self) -> dict[str, Any]:
        """Give what the result depends on."""
        return {
            "job": "arena",
            "game": self.template.name,
            "rules": self.template.rules,
            "start": self.template.start,
            "bots": [bot if isinstance(bot, str) else identity(bot) for bot in self.bots],
            "games": self.games,
            "seed": self.seed,
        }

    def run(self, piece: range, /) -> Tally:
        """Play some of the deals."""
        seats = self.template.seats
        start, stop = piece.start * seats, min(piece.stop * seats, self.games)
        names = [bot for bot in self.bots if isinstance(bot, str)]
        if len(names) == seats:
            return run_arena(
                self.template, names, stop - start, self.seed, start=start, threads=self.threads
            )
        # The same deals, seats and seeds as the native arena.
        tally = Tally(seats)
        for first in range(start, stop, seats):
            scores = [self._play(number) for number in range(first, min(first + seats, self.games))]
            tally.count_block(scores, self.template.low_score_wins)
        return tally

    def _play(self, number: int) -> list[int]:
        """Play one game; gives the scores in the order of the bots."""
        seats = self.template.seats
        deal_seed, play_seed, seating = arena_seating(self.seed, number, seats)
        game = self.template.new_game(seed=deal_seed)
        play(game, [self.bots[index] for index in seating], seed=play_seed)
        by_bot = dict(zip(seating, game.scores(), strict=True))
        return [by_bot[index] for index in range(seats)]

    def encode(self, result: Tally, /) -> bytes:
        """Write the sums of a piece as JSON."""
        return json.dumps(result.sums).encode()

    def decode(self, content: bytes, /) -> Tally:
        """Read the sums of a piece."""
        tally = Tally.of(tuple(json.loads(content)))
        if len(tally.wins) != self.template.seats:
            raise ValueError(f"expected sums of {self.template.seats} bots")
        return tally


def _add_up(
    job: ArenaJob,
    executor: ExecutorLike | None,
    kept: Checkpoint | None,
    progress: Callable[[int, int], object] | None,
) -> Tally:
    seats = job.template.seats

    def report(done: int, total: int) -> None:
        if progress is not None:
            progress(min(done * seats, job.games), job.games)

    tally = Tally(seats)
    pieces = run_pieces(job, job.total, executor=executor, checkpoint=kept, progress=report)
    with closing(pieces):
        for _, part in pieces:
            tally.merge(part)
    return tally


def _result(
    template: Game,
    bots: Sequence[Seated],
    tally: Tally,
    seed: int,
    seconds: float,
    reproducible: bool,
) -> Result:
    wins, games = tally.wins, max(tally.games, 1)
    count = len(bots)

    def beats(left: int, right: int) -> float:
        if left == right:
            return 0.5
        return (games + wins[left][right] - wins[right][left]) / (2 * games)

    entries = tuple(
        BotResult(
            name=bot if isinstance(bot, str) else type(bot).__name__,
            mean=mean,
            interval=None if half is None else (mean - half, mean + half),
            firsts=firsts,
            games=tally.games,
            beats=tuple(beats(index, other) for other in range(count)),
        )
        for index, (bot, (mean, half), firsts) in enumerate(
            zip(bots, tally.means(), tally.firsts(), strict=True)
        )
    )
    return Result(
        game=template.name,
        low_score_wins=template.low_score_wins,
        seed=seed,
        games=tally.games,
        seconds=seconds,
        bots=entries,
        reproducible=reproducible,
    )
