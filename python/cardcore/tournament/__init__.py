"""Tournaments: every line-up of some bots plays the same deals, and all of them are rated.

Every deal is played from every seat by every line-up (`line_ups`), so what is compared are bots and
not their luck. The games are a job that can run in chunks (`job`) on an executor (`engine`).
Results are counted by batches of deals (`counts`), rated (`ratings`) and read with intervals
(`result`); a tournament may stop when a wanted precision or a decision is reached (`stopping`).
:mod:`cardcore.arena` plays a single line-up with the same engine.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore.jobs import ExecutorLike
from cardcore.players import Seated
from cardcore.tournament.counts import Counts
from cardcore.tournament.engine import enter, start
from cardcore.tournament.job import ScoresJob
from cardcore.tournament.line_ups import SCHEDULES, choose_line_ups
from cardcore.tournament.result import LEVEL, BotRating, Meeting, Tournament, read
from cardcore.tournament.scores import MOST_ROWS, Scores
from cardcore.tournament.stopping import NARROW_LEVEL, looks

__all__ = ["SCHEDULES", "BotRating", "Meeting", "Scores", "Tournament", "tournament"]


def tournament(
    game: str,
    bots: Sequence[Seated],
    games: int = 1000,
    seed: int = 0,
    *,
    schedule: str | None = None,
    until: float | None = None,
    decide: float | None = None,
    scores: bool = False,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | PathLike[str] | None = None,
    **options: Any,
) -> Tournament:
    """Let bots or players of your own meet in all line-ups, and rate them.

    Parameters
    ----------
    game
        The name of the game.
    bots
        At least two: names of native bots, or objects with ``choose(view)``. Names may be followed
        by parameters: ``search:worlds=50``.
    games
        How many games every line-up plays, at most; rounded up to whole deals, each played from
        every seat.
    seed
        The seed of everything random. All line-ups play the same deals.
    schedule
        ``"round robin"``: every two bots meet, in games of more seats one of them against the other
        in all other seats. ``"all against all"``: every choice of as many different bots as there
        are seats. If not given, all play against all unless that takes more line-ups than a round
        robin.
    until
        Stop when the 95% interval of every margin is at most so far to either side of it, in points
        per game.
    decide
        Stop when it is decided of every two bots which is better, with this chance, 0.05 say, of
        any wrong decision. With ``until`` as well, a margin that is known so well needs no
        decision.
    scores
        Whether to keep the scores of all games.
    threads
        How many threads to use, 1 to 1024; all cores if not given. Players written in Python take
        turns on one.
    progress
        Called with the games done and the most games there will be, about once a second.
    executor
        Where the games are played, in chunks of about a second on one thread each: a process pool,
        ``dask.distributed.Client(…).get_executor()``, any :class:`concurrent.futures.Executor`, or
        a function that makes one. The result is the same to the last digit.
    checkpoint
        A file that stores finished games. A tournament that was stopped or killed resumes from it;
        the file is not deleted.
    **options
        Passed on to the game's ``new``: its rules, or deals that all games begin with.

    Returns
    -------
    Tournament
        Ratings, means, margins between all bots, and what was decided.

    Raises
    ------
    ValueError
        If there is no such game, bot or schedule, too few bots, or a number is out of its range.
    TypeError
        If an argument has the wrong type, or a player cannot be pickled for the executor.
    CheckpointError
        If the checkpoint belongs to another tournament, is damaged or in use.
    LostWorkers
        If games killed the worker that played them three times.

    Examples
    --------
    >>> found = tournament("ends", ["random", "greedy", "perfect"], games=400, seed=1, count=10)
    >>> [found.bots[bot].name for bot in found.ranking]
    ['perfect', 'greedy', 'random']
    >>> found.meetings[2][0].margin > 0
    True
    """
    _check_number("until", until, math.inf)
    _check_number("decide", decide, 0.5)
    entry = enter(
        game, bots, games, seed, threads, progress, options, least_games=1, one_per_seat=False
    )
    template, names, seats = entry.template, entry.names, entry.template.seats
    way, line_ups = choose_line_ups(len(bots), seats, schedule)
    deals = -(-entry.games // seats)
    rows = deals * seats * seats * len(line_ups)
    if scores and rows > MOST_ROWS:
        raise ValueError(f"scores: expected at most {MOST_ROWS:,} to be kept, found {rows:,}")
    kept = Scores(line_ups, names) if scores else None
    counts = Counts(line_ups, len(bots), template.low_score_wins)
    # Without a reason to stop the only look is the last.
    asked = until is not None or decide is not None
    at = looks(deals) if asked else [deals]
    levels = _levels(at, until, decide, len(bots))
    on = threads if executor is None else 1
    job = ScoresJob(template, bots, line_ups, deals * seats, entry.seed, on)
    with start(job, executor, checkpoint, progress) as run:
        ahead = _Ahead(run.chunks, len(line_ups))
        for look in at:
            counts.make_room(look)
            for number, first, found in ahead.until(look):
                counts.count(number, first, found)
                if kept is not None:
                    kept.add(number, first, found)
            counts.deals = look
            reading = read(counts, names, *levels)
            reached = reading.widest <= (until or 0.0) if asked else None
            if reached:
                break
        seconds = run.seconds()
    return Tournament(
        game=template.name,
        low_score_wins=template.low_score_wins,
        schedule=way,
        line_ups=tuple(line_ups),
        seed=entry.seed,
        deals=counts.deals,
        games=counts.deals * len(line_ups) * seats,
        seconds=seconds,
        bots=reading.bots,
        meetings=reading.meetings,
        until=until,
        decide=decide,
        reached=reached,
        reproducible=entry.reproducible,
        scores=kept,
    )


def _check_number(name: str, value: object, most: float) -> None:
    """Refuse what is not a number above 0 and below a limit."""
    if value is None:
        return
    limit = "" if most == math.inf else f" and below {most:g}"
    expected = f"{name}: expected a number above 0{limit}, found {value!r}"
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(expected)
    if not 0 < value < most:
        raise ValueError(expected)


def _levels(
    at: Sequence[int], until: float | None, decide: float | None, bots: int
) -> tuple[float, float | None]:
    """Give the level of intervals at every look, and that at which a margin decides."""
    if decide is None:
        return (LEVEL if until is None else NARROW_LEVEL), None
    # All looks share the error; and so do all pairs, of which none is to be wrong.
    pairs = bots * (bots - 1) // 2
    return 1 - (1 - LEVEL) / len(at), 1 - decide / (pairs * len(at))


class _Ahead:
    """Scores as they come, given up to a deal at a time.

    Parameters
    ----------
    chunks
        Ranges of units, in order and without gaps, and their scores.
    line_ups
        How many line-ups take turns.
    """

    def __init__(self, chunks: Iterator[tuple[range, NDArray[np.int64]]], line_ups: int) -> None:
        self._chunks, self._line_ups = chunks, line_ups
        self._units, self._scores = range(0), np.empty((0, 1, 1), dtype=np.int64)

    def until(self, deal: int) -> Iterator[tuple[int, int, NDArray[np.int64]]]:
        """Give what was played before a deal: the line-up, its first deal, a row per game."""
        end = deal * self._line_ups
        while self._units.start < end:
            if not self._units:
                self._units, self._scores = next(self._chunks)
            count = min(end, self._units.stop) - self._units.start
            now, scores = self._units[:count], self._scores[:count]
            self._units, self._scores = self._units[count:], self._scores[count:]
            for number in range(self._line_ups):
                place = (number - now.start) % self._line_ups
                if place < len(now):
                    found = scores[place :: self._line_ups]
                    first = now[place] // self._line_ups
                    yield number, first, found.reshape(-1, found.shape[2])
