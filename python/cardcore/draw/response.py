"""How much can be won from a player of five-card draw: responses, measured on held-out hands."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any

from cardcore import _core
from cardcore.draw.held_out import HeldOutHands
from cardcore.draw.match import Rules
from cardcore.jobs import ExecutorLike
from cardcore.players import Player
from cardcore.rules import gather

__all__ = ["Exploitation", "exploitability", "responder"]


@dataclass(frozen=True)
class Exploitation:
    """What a response wins from a player, in chips a hand on the average of both seats."""

    response: str
    """How the response was found."""
    buckets: tuple[int, int]
    """How many buckets of hands the response tells apart, before the draw and after it."""
    deals: int
    """The deals per seat in which the player was watched, or the response learnt; 0 where the
    moves of the player were known."""
    model: float | None
    """What the response wins in the model in which it was found; ``None`` if it was learnt."""
    mean: float
    """What it won on held-out hands of the real game."""
    interval: tuple[float, float]
    """The 95% interval of that."""
    by_seat: tuple[float, float]
    """What it won when it began, and when the player began."""
    hands: int
    """How many held-out hands were played."""


def exploitability(
    player: str | Player,
    rules: Rules | Mapping[str, Any] | None = None,
    *,
    deals: int = 5_000,
    hands: int = 150,
    strengths: int = 60,
    held_out: int = 200_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | PathLike[str] | None = None,
    **options: Any,
) -> Exploitation:
    """Find out how much a best response wins from a player.

    The player is watched in real deals at both seats, against everything that the other can do,
    and what it does with each bucket of hands is taken for its strategy. The best response to that,
    in the model with card removal, then plays against the player on held-out hands. The figure of
    the model is too high where little was seen of the player. What was won on held-out hands is a
    lower bound on what can be won: the response knows no more than buckets of hands. Nothing has to
    be watched of ``nash``, whose moves are known; the response then has the same buckets.

    Parameters
    ----------
    player
        The name of a native bot, or an object with a method ``choose(view)``.
    rules
        The rules, as for :func:`equilibrium`.
    deals
        In how many deals per seat the player is watched.
    hands, strengths
        How many buckets of hands the response tells apart before the draw, and after it.
    held_out
        How many held-out hands are played.
    seed
        The seed of all deals.
    threads, progress
        As for :func:`equilibrium`.
    executor
        Where the held-out hands are played, as for :func:`cardcore.arena.run`. The response is
        found by this process.
    checkpoint
        A file that stores finished held-out hands, as for :func:`cardcore.arena.run`.
        The response is found again, the same as before.
    **options
        Rules by name.

    Raises
    ------
    ValueError
        If there is no such bot, or the game cannot be solved.
    TypeError
        If an argument is of another kind.

    Examples
    --------
    >>> from cardcore import draw
    >>> found = draw.exploitability("pattern", raises=0, deals=400, hands=40, held_out=4_000)
    >>> low, high = found.interval
    >>> 0 < low < found.mean < high < 1
    True
    """
    in_force = gather("draw", Rules, rules, None, options)
    search = _Search(deals, hands, strengths, held_out, seed)
    run = _Run(threads, progress, executor, checkpoint)
    return _respond(player, in_force, search, run, learnt=False)


def responder(
    player: str | Player,
    rules: Rules | Mapping[str, Any] | None = None,
    *,
    deals: int = 200_000,
    hands: int = 150,
    strengths: int = 60,
    held_out: int = 200_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | PathLike[str] | None = None,
    **options: Any,
) -> Exploitation:
    """Learn a response to a player in real deals, and find out how much it wins.

    No model is involved: in every deal the response tries its moves against the player, whose own
    are sampled, and keeps to those that it regrets not having made. It needs many more deals than
    :func:`exploitability`, and finds what card removal gives away. Against ``nash``, whose moves
    can be looked up, a deal takes some microseconds.

    Parameters
    ----------
    player
        The name of a native bot, or an object with a method ``choose(view)``.
    rules
        The rules, as for :func:`equilibrium`.
    deals
        How many deals per seat it learns from.
    hands, strengths
        How many buckets of hands the response tells apart before the draw, and after it.
    held_out
        How many held-out hands are played.
    seed
        The seed of all deals.
    threads, progress
        As for :func:`equilibrium`; at most two threads learn.
    executor, checkpoint
        As for :func:`exploitability`. Learning does not run in chunks: every deal builds on what
        was learned from those before.
    **options
        Rules by name.

    Raises
    ------
    ValueError
        If there is no such bot, or the game cannot be solved.
    TypeError
        If an argument is of another kind.

    Examples
    --------
    >>> from cardcore import draw
    >>> found = draw.responder("random", deals=300, hands=20, strengths=10, held_out=4_000)
    >>> found.model is None and found.mean > 1
    True
    """
    in_force = gather("draw", Rules, rules, None, options)
    search = _Search(deals, hands, strengths, held_out, seed)
    run = _Run(threads, progress, executor, checkpoint)
    return _respond(player, in_force, search, run, learnt=True)


@dataclass(frozen=True)
class _Search:
    """How a response is found and measured."""

    deals: int
    hands: int
    strengths: int
    held_out: int
    seed: int


@dataclass(frozen=True)
class _Run:
    """What does the work, and who hears of it."""

    threads: int | None
    progress: Callable[[int, int], object] | None
    executor: ExecutorLike | None
    checkpoint: str | PathLike[str] | None


def _respond(
    player: str | Player, rules: Rules, search: _Search, run: _Run, *, learnt: bool
) -> Exploitation:
    if not isinstance(player, str) and not callable(getattr(player, "choose", None)):
        raise TypeError(f"player: expected a bot's name or a player, found {player!r}")
    held_out = _core.whole_number("held_out", search.held_out, 1, _core.MAX_GAMES)
    in_chunks = run.executor is not None or run.checkpoint is not None
    _core.check_run(run.threads, run.progress)
    both = _TwoParts(run.progress, held_out)
    found = _core.respond_draw(
        player,
        rules,
        learned=learnt,
        hands=search.hands,
        strengths=search.strengths,
        deals=search.deals,
        held_out=0 if in_chunks else held_out,
        seed=search.seed,
        threads=run.threads,
        progress=both.first if in_chunks else run.progress,
    )
    won = found.winnings
    if in_chunks:
        threads = run.threads if run.executor is None else 1
        job = HeldOutHands(found.strategy.to_bytes(), player, held_out, search.seed, threads)
        won = job.winnings(run.executor, run.checkpoint, both.second)
    model = "best response in the model with card removal"
    return Exploitation(
        response="learnt in real deals" if learnt else model,
        buckets=found.strategy.buckets,
        deals=0 if player == "nash" and not learnt else search.deals,
        model=found.model,
        mean=won.mean,
        interval=(won.mean - won.half_width, won.mean + won.half_width),
        by_seat=won.by_seat,
        hands=won.hands,
    )


class _TwoParts:
    """The progress of work in two parts, of which the steps of the second are known."""

    def __init__(self, progress: Callable[[int, int], object] | None, steps: int) -> None:
        self._progress, self._steps, self._before = progress, steps, 0

    def first(self, done: int, total: int) -> None:
        self._before = total
        if self._progress is not None:
            self._progress(done, total + self._steps)

    def second(self, done: int, total: int) -> None:
        if self._progress is not None:
            self._progress(self._before + done, self._before + total)
