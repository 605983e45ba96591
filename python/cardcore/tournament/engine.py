"""The common part of arenas and tournaments: validation, and running the games."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from os import PathLike
from typing import Any, Generic

from cardcore._core import MAX_GAMES, Game, check_run, is_reproducible, whole_number
from cardcore.jobs import Checkpoint, ExecutorLike, Result, run_chunks
from cardcore.players import Seated, check_seated
from cardcore.registry import new, rule_names
from cardcore.tournament.job import Job

__all__ = ["Entry", "Progress", "Run", "enter", "start"]

#: Called with the games done and the total number of games.
Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Entry:
    """The validated arguments of an arena or tournament."""

    template: Game
    """A game with the rules and deals of all games."""
    names: list[str]
    """The names of the bots, or of the players' classes."""
    games: int
    """The number of games per lineup."""
    seed: int
    """The seed of everything random."""
    is_native: bool
    """Whether all of them are native bots."""
    reproducible: bool
    """Whether the same seed gives the same result; false if a native bot depends on the clock."""


def enter(
    game: str,
    bots: Sequence[Seated],
    games: int,
    seed: int,
    threads: int | None,
    progress: Progress | None,
    options: Mapping[str, Any],
    *,
    least_games: int,
    one_per_seat: bool,
) -> Entry:
    """Validate the arguments, and set up a game."""
    games = whole_number("games", games, least_games, MAX_GAMES)
    seed = whole_number("seed", seed, 0, 2**64 - 1)
    check_run(threads, progress)
    check_seated("bots", bots)
    chosen = {"seed": 0, **options}
    if one_per_seat and chosen.get("rules") is None and "players" in rule_names(game):
        chosen.setdefault("players", len(bots))
    template = new(game, **chosen)
    names = [bot if isinstance(bot, str) else type(bot).__name__ for bot in bots]
    native = [bot for bot in bots if isinstance(bot, str)]
    reproducible = is_reproducible(template, native)
    return Entry(template, names, games, seed, len(native) == len(bots), reproducible)


@dataclass(frozen=True)
class Run(Generic[Result]):
    """A running job."""

    chunks: Iterator[tuple[range, Result]]
    """The finished chunks and their results, in order and without gaps."""
    seconds: Callable[[], float]
    """Returns the duration of the job so far; with a checkpoint, of all runs together."""


@contextmanager
def start(
    job: Job[Result],
    executor: ExecutorLike | None,
    checkpoint: str | PathLike[str] | None,
    progress: Progress | None,
) -> Iterator[Run[Result]]:
    """Run a job in chunks, here or on an executor, with or without a checkpoint."""
    seats, games = job.template.seats, job.games * len(job.line_ups)

    def report(done: int, _: int) -> None:
        if progress is not None:
            progress(min(done * seats, games), games)

    started, total = time.perf_counter(), job.total
    with (
        nullcontext()
        if checkpoint is None
        else Checkpoint(checkpoint, job.describe(), total) as store,
        closing(
            run_chunks(job, total, executor=executor, checkpoint=store, progress=report)
        ) as chunks,
    ):
        yield Run(chunks, lambda: time.perf_counter() - started if store is None else store.seconds)
