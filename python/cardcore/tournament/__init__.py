"""Tournaments: every line-up of some bots plays the same deals, and all of them are rated.

Every deal is played from every seat by every line-up (`schedule`), so what is compared are bots and
not their luck. Results are counted by batches of deals (`books`), rated (`ratings`) and read with
intervals (`result`); a tournament may stop when a wanted precision or a decision is reached
(`stopping`).
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import (
    MOST_GAMES,
    Game,
    arena_scores,
    arena_seating,
    check_run,
    is_reproducible,
    whole_number,
)
from cardcore.players import Seated, check_seated, play
from cardcore.registry import new
from cardcore.tournament.books import Books
from cardcore.tournament.result import LEVEL, BotRating, Meeting, Tournament, read
from cardcore.tournament.schedule import SCHEDULES, LineUp, schedule
from cardcore.tournament.scores import MOST_ROWS, Scores
from cardcore.tournament.stopping import bound, looks

__all__ = ["SCHEDULES", "BotRating", "Meeting", "Scores", "Tournament", "tournament"]

#: Scores that are played at a time, so that they need little memory.
_PIECE = 2**21


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
        Called with the games done and the most games there will be, some times a second.
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
        If an argument is of another kind.

    Examples
    --------
    >>> found = tournament("ends", ["random", "greedy", "perfect"], games=400, seed=1, count=10)
    >>> [found.bots[bot].name for bot in found.ranking]
    ['perfect', 'greedy', 'random']
    >>> found.meetings[2][0].margin > 0
    True
    """
    games = whole_number("games", games, 1, MOST_GAMES)
    seed = whole_number("seed", seed, 0, 2**64 - 1)
    check_run(threads, progress)
    check_seated("bots", bots)
    _check_number("until", until, math.inf)
    _check_number("decide", decide, 0.5)
    template = new(game, **{"seed": 0, **options})
    native = [bot for bot in bots if isinstance(bot, str)]
    reproducible = is_reproducible(template, native)
    seats = template.seats
    way, line_ups = _schedule(len(bots), seats, schedule)
    deals = -(-games // seats)
    rows = deals * seats * seats * len(line_ups)
    if scores and rows > MOST_ROWS:
        raise ValueError(f"scores: expected at most {MOST_ROWS:,} to be kept, found {rows:,}")
    names = [bot if isinstance(bot, str) else type(bot).__name__ for bot in bots]
    kept = Scores(line_ups, names) if scores else None
    books = Books(line_ups, len(bots), template.low_score_wins)
    # Without a reason to stop the only look is the last.
    at = looks(deals) if until is not None or decide is not None else [deals]
    levels = _levels(at, decide, len(bots))
    begin = time.perf_counter()
    total = deals * seats * len(line_ups)
    done = 0

    def report(more: int, _: int) -> None:
        if progress is not None:
            progress(done + more, total)

    reading, stopped = read(books, names), False
    for look in at:
        books.make_room(look)
        pieces = _pieces(line_ups, seats, books.deals, look)
        for number, first, count in pieces:
            seated = [bots[bot] for bot in line_ups[number]]
            found = _play(template, seated, first, count, seed, threads, report)
            done += len(found)
            books.count(number, first, found)
            if kept is not None:
                kept.add(number, first, found)
        books.deals = look
        reading = read(books, names, *levels)
        settled = 0.0 if until is None else until
        if look < deals and reading.widest <= settled:
            stopped = True
            break
    return Tournament(
        game=template.name,
        low_score_wins=template.low_score_wins,
        schedule=way,
        line_ups=tuple(line_ups),
        seed=seed,
        deals=books.deals,
        games=done,
        seconds=time.perf_counter() - begin,
        bots=reading.bots,
        meetings=reading.meetings,
        until=until,
        decide=decide,
        stopped=stopped,
        reproducible=reproducible,
        scores=kept,
    )


#: The parameter of the same name hides the function.
_schedule = schedule


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


def _levels(at: Sequence[int], decide: float | None, bots: int) -> tuple[float, float | None]:
    """Give the level of intervals at every look, and that at which a margin decides."""
    if decide is None:
        return LEVEL, None
    # An interval holds at all looks; that no pair is wrong takes a share of the error for each of
    # them.
    pairs = bots * (bots - 1) // 2
    every, family = bound(tuple(at), 1 - LEVEL), bound(tuple(at), decide / pairs)
    return math.erf(every / math.sqrt(2)), math.erf(family / math.sqrt(2))


def _pieces(
    line_ups: Sequence[LineUp], seats: int, begin: int, end: int
) -> Iterator[tuple[int, int, int]]:
    """Cut deals into pieces that need little memory: the line-up, the first deal, and how many."""
    size = max(_PIECE // seats**2, 1)
    for first in range(begin, end, size):
        for number in range(len(line_ups)):
            yield number, first, min(size, end - first)


def _play(
    template: Game,
    seated: Sequence[Seated],
    first: int,
    deals: int,
    seed: int,
    threads: int | None,
    report: Callable[[int, int], object],
) -> NDArray[np.int64]:
    """Play deals with one line-up: a row of scores per game, in the order of the line-up."""
    seats = len(seated)
    start, games = first * seats, deals * seats
    names = [bot for bot in seated if isinstance(bot, str)]
    if len(names) == seats:
        found = arena_scores(template, names, start, games, seed, threads=threads, progress=report)
        return np.frombuffer(found, dtype=np.int64).reshape(games, seats)
    scores = np.empty((games, seats), dtype=np.int64)
    for row in range(games):
        deal_seed, play_seed, seating = arena_seating(seed, start + row, seats)
        made = template.new_game(seed=deal_seed)
        play(made, [seated[index] for index in seating], seed=play_seed)
        scores[row, seating] = made.scores()
        report(row + 1, games)
    return scores
