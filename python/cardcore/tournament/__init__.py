"""Tournaments: every lineup of some bots plays the same deals, and all bots are rated.

Every deal is played from every seat by every lineup (`line_ups`), so the comparison is between bots
and not their luck. The games are a job that can run in chunks (`job`) on an executor (`engine`).
Results are counted by batches of deals (`counts`), rated (`ratings`) and summarized with intervals
(`result`); a tournament may stop early once a wanted precision or a decision is reached
(`stopping`). :mod:`cardcore.arena` plays a single lineup with the same engine.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore.jobs import ExecutorLike
from cardcore.names import GameName
from cardcore.players import Seated
from cardcore.tournament.counts import Counts
from cardcore.tournament.engine import enter, start
from cardcore.tournament.job import ScoresJob
from cardcore.tournament.line_ups import SCHEDULES, choose_line_ups
from cardcore.tournament.result import LEVEL, BotRating, Pairing, Tournament, summarize
from cardcore.tournament.scores import MAX_ROWS, Scores
from cardcore.tournament.stopping import NARROW_LEVEL, interim_analyses

__all__ = ["SCHEDULES", "BotRating", "Pairing", "Scores", "Tournament", "tournament"]


def tournament(
    game: GameName | str,
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
    """Play a tournament of bots or custom players, and rate them.

    Parameters
    ----------
    game
        The name of the game.
    bots
        At least two: names of native bots, or objects with ``choose(view)``. Names may be followed
        by parameters: ``search:worlds=50``.
    games
        The maximum number of games per lineup; rounded up to whole deals, each played from every
        seat.
    seed
        The seed of everything random. All lineups play the same deals.
    schedule
        ``"round robin"``: all pairings of two bots; in games with more seats, one of them against
        the other in all other seats. ``"all against all"``: every choice of as many different bots
        as there are seats. By default, all against all unless that takes more lineups than a round
        robin.
    until
        Stop when the 95% confidence interval of every margin has at most this half width, in points
        per game.
    decide
        Stop when it is decided for every pairing which bot is better (sequential test), with this
        probability of any wrong decision, such as 0.05. With ``until`` as well, a margin that is
        known that well needs no decision.
    scores
        Whether to keep the scores of all games.
    threads
        The number of threads, 1 to 1024; by default, one per core. Players written in Python share
        one thread.
    progress
        Called about once a second with the games done and the maximum number of games.
    executor
        Where the games are played, in chunks of about a second on one thread each: a process pool,
        ``dask.distributed.Client(…).get_executor()``, any :class:`concurrent.futures.Executor`, or
        a function that makes one. The result is the same to the last digit.
    checkpoint
        A file that stores finished games. A tournament that was stopped or killed resumes from it;
        the file is not deleted.
    **options
        Passed to the game's ``new``: its rules, or the deals that all games start with.

    Returns
    -------
    Tournament
        Ratings, means, a cross table of margins, and decisions.

    Raises
    ------
    ValueError
        If a game, bot or schedule is unknown, there are too few bots, or a number is out of range.
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
    >>> found.cross_table[2][0].margin > 0
    True
    """
    _check_number("until", until, math.inf)
    _check_number("decide", decide, 0.5)
    entry = enter(
        game, bots, games, seed, threads, progress, options, least_games=1, one_per_seat=False
    )
    template, names, seats = entry.template, entry.names, entry.template.seats
    chosen_schedule, line_ups = choose_line_ups(len(bots), seats, schedule)
    deals = -(-entry.games // seats)
    rows = deals * seats * seats * len(line_ups)
    if scores and rows > MAX_ROWS:
        raise ValueError(f"scores: expected at most {MAX_ROWS:,} to be kept, found {rows:,}")
    all_scores = Scores(line_ups, names) if scores else None
    counts = Counts(line_ups, len(bots), template.low_score_wins)
    # Without a stopping rule the only analysis is the final one.
    may_stop = until is not None or decide is not None
    analyses = interim_analyses(deals) if may_stop else [deals]
    levels = _levels(analyses, until, decide, len(bots))
    on = threads if executor is None else 1
    job = ScoresJob(template, bots, line_ups, deals * seats, entry.seed, on)
    with start(job, executor, checkpoint, progress) as run:
        buffer = _DealBuffer(run.chunks, len(line_ups))
        for analysis in analyses:
            counts.make_room(analysis)
            for number, first, found in buffer.until(analysis):
                counts.count(number, first, found)
                if all_scores is not None:
                    all_scores.add(number, first, found)
            counts.deals = analysis
            summary = summarize(counts, names, *levels)
            reached = summary.widest <= (until or 0.0) if may_stop else None
            if reached:
                break
        seconds = run.seconds()
    return Tournament(
        game=template.name,
        low_score_wins=template.low_score_wins,
        schedule=chosen_schedule,
        line_ups=tuple(line_ups),
        seed=entry.seed,
        deals=counts.deals,
        games=counts.deals * len(line_ups) * seats,
        seconds=seconds,
        bots=summary.bots,
        cross_table=summary.cross_table,
        until=until,
        decide=decide,
        reached=reached,
        reproducible=entry.reproducible,
        scores=all_scores,
    )


def _check_number(name: str, value: object, limit: float) -> None:
    """Check that a value is a number above 0 and below a limit."""
    if value is None:
        return
    below = "" if limit == math.inf else f" and below {limit:g}"
    expected = f"{name}: expected a number above 0{below}, found {value!r}"
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(expected)
    if not 0 < value < limit:
        raise ValueError(expected)


def _levels(
    analyses: Sequence[int], until: float | None, decide: float | None, bots: int
) -> tuple[float, float | None]:
    """Return the confidence level at every analysis, and the level at which a margin decides."""
    if decide is None:
        return (LEVEL if until is None else NARROW_LEVEL), None
    # A Bonferroni correction over all analyses; for decisions also over all pairs.
    pairs = bots * (bots - 1) // 2
    return 1 - (1 - LEVEL) / len(analyses), 1 - decide / (pairs * len(analyses))


class _DealBuffer:
    """Buffers the scores of finished chunks, and returns them up to a given deal.

    Parameters
    ----------
    chunks
        Ranges of units, in order and without gaps, and their scores.
    line_ups
        The number of lineups that take turns.
    """

    def __init__(self, chunks: Iterator[tuple[range, NDArray[np.int64]]], line_ups: int) -> None:
        self._chunks, self._line_ups = chunks, line_ups
        self._units, self._scores = range(0), np.empty((0, 1, 1), dtype=np.int64)

    def until(self, deal: int) -> Iterator[tuple[int, int, NDArray[np.int64]]]:
        """Return the results before a deal: the lineup, its first deal, a row per game."""
        end = deal * self._line_ups
        while self._units.start < end:
            if not self._units:
                self._units, self._scores = next(self._chunks)
            count = min(end, self._units.stop) - self._units.start
            now, scores = self._units[:count], self._scores[:count]
            self._units, self._scores = self._units[count:], self._scores[count:]
            for number in range(self._line_ups):
                offset = (number - now.start) % self._line_ups
                if offset < len(now):
                    found = scores[offset :: self._line_ups]
                    first = now[offset] // self._line_ups
                    yield number, first, found.reshape(-1, found.shape[2])
