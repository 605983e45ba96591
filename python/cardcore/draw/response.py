"""Exploitability of five-card draw players: responses, evaluated on held-out hands."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import Any

from cardcore import _core
from cardcore.draw.blueprint import Blueprint
from cardcore.draw.held_out import HeldOutHands
from cardcore.draw.match import Rules
from cardcore.draw.solution import Equilibrium
from cardcore.jobs import ExecutorLike
from cardcore.players import Player
from cardcore.rules import gather

__all__ = ["Exploitation", "exploitability", "responder"]


@dataclass(frozen=True)
class Exploitation:
    """The winnings of a response against a player, in chips per hand, averaged over all seats."""

    response: str
    """How the response was found."""
    buckets: tuple[int, int]
    """The number of buckets of hands that the response distinguishes, before and after the draw."""
    deals: int
    """The deals per seat in which the player was observed, or from which the response learned; 0 if
    the strategy of the player is known."""
    model: float | None
    """The winnings of the response in the model in which it was found; ``None`` if learned."""
    mean: float
    """Its winnings on held-out hands of the real game: a lower bound on exploitability."""
    interval: tuple[float, float]
    """The 95% confidence interval of the mean."""
    by_seat: tuple[float, ...]
    """Its winnings by position: when it acts first, second, and so on."""
    hands: int
    """The number of held-out hands played."""
    strategy: Equilibrium | Blueprint = field(repr=False, compare=False)
    """The response itself: it can be saved, seated (:meth:`Blueprint.player`) and evaluated."""


def exploitability(
    player: str | Player,
    rules: Rules | Mapping[str, Any] | None = None,
    *,
    stacks: Iterable[int] | None = None,
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
    """Measure the exploitability of a player with a best response.

    The player is observed in real deals at both seats, against every possible move of the opponent,
    and its frequencies in each bucket of hands are taken as its strategy. The best response to that
    strategy, in the model with card removal, then plays against the player on held-out hands. The
    model overestimates its winnings where there are few observations. The winnings on held-out
    hands are a lower bound on the exploitability: the response distinguishes only buckets of hands.
    ``nash`` need not be observed, since its strategy is known; the response then has the same
    buckets.

    Parameters
    ----------
    player
        The name of a native bot, or an object with a method ``choose(view)``.
    rules
        The rules, as for :func:`equilibrium`.
    stacks
        The chips of both players; by default, those of the rules. All hands are played with the
        smaller of them: what the other has beyond it is returned.
    deals
        The number of deals per seat in which the player is observed.
    hands, strengths
        The number of buckets of hands of the response before the draw, and after it.
    held_out
        The number of held-out hands to play.
    seed
        The seed of all deals.
    threads, progress
        As for :func:`equilibrium`.
    executor
        Where the held-out hands are played, as for :func:`cardcore.arena.run`. The response is
        found in this process.
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
        If an argument has the wrong type.

    Examples
    --------
    >>> from cardcore import draw
    >>> found = draw.exploitability("pattern", raises=0, deals=400, hands=40, held_out=4_000)
    >>> low, high = found.interval
    >>> 0 < low < found.mean < high < 1
    True
    """
    gathered = _with_stacks(gather("draw", Rules, rules, None, options), stacks)
    search = _Search(deals, hands, strengths, held_out, seed)
    run = _Run(threads, progress, executor, checkpoint)
    return _respond(player, gathered, search, run, learned=False)


def responder(
    player: str | Player | Blueprint,
    rules: Rules | Mapping[str, Any] | None = None,
    *,
    stacks: Iterable[int] | None = None,
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
    """Learn a best response to a player from real deals, and measure its winnings.

    This uses no model: in every deal the response tries its moves against the player, whose moves
    are sampled, and updates its strategy by regret matching. It needs many more deals than
    :func:`exploitability`, and also exploits card removal. Against ``nash``, whose moves can be
    looked up, a deal takes some microseconds.

    At a table of three or more the player has all other seats, and the response learns from all
    positions. What it wins there is a lower bound on what can be won from that table.

    Parameters
    ----------
    player
        The name of a native bot, an object with a method ``choose(view)``, or a :class:`Blueprint`.
    rules
        The rules, as for :func:`equilibrium` or, with three to five players, for :func:`blueprint`.
    stacks
        The chips of the players; by default, those of the rules. Between two players all hands are
        played with the smaller of them: what the other has beyond it is returned.
    deals
        The number of deals per seat to learn from.
    hands, strengths
        The number of buckets of hands of the response before the draw, and after it.
    held_out
        The number of held-out hands to play.
    seed
        The seed of all deals.
    threads, progress
        As for :func:`equilibrium`; at most two threads learn.
    executor, checkpoint
        As for :func:`exploitability`, between two players. Learning does not run in chunks: every
        deal builds on what was learned from those before.
    **options
        Rules by name.

    Raises
    ------
    ValueError
        If there is no such bot, or the game cannot be solved.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    >>> from cardcore import draw
    >>> found = draw.responder("random", deals=300, hands=20, strengths=10, held_out=4_000)
    >>> found.model is None and found.mean > 1
    True
    >>> found = draw.responder(
    ...     "random", players=3, deals=300, hands=20, strengths=10, held_out=3_000
    ... )
    >>> len(found.by_seat), found.mean > 0.5
    (3, True)
    """
    gathered = gather("draw", Rules, rules, None, options)
    search = _Search(deals, hands, strengths, held_out, seed)
    run = _Run(threads, progress, executor, checkpoint)
    if gathered.players > 2:
        return _respond_at_table(player, gathered, stacks, search, run)
    if isinstance(player, Blueprint):
        raise ValueError(f"player: expected another one between two players, found {player!r}")
    return _respond(player, _with_stacks(gathered, stacks), search, run, learned=True)


def _with_stacks(rules: Rules, stacks: Iterable[int] | None) -> Rules:
    """Return the rules with the smaller of these stacks."""
    if stacks is None:
        return rules
    found = list(stacks)
    if len(found) != rules.players:
        raise ValueError(
            f"stacks: expected {rules.players} stacks, one per player, found {len(found)}"
        )
    least = min(_core.whole_number("stacks", stack, 1, rules.stack) for stack in found)
    return replace(rules, stack=least)


@dataclass(frozen=True)
class _Search:
    """The parameters of a response."""

    deals: int
    hands: int
    strengths: int
    held_out: int
    seed: int


@dataclass(frozen=True)
class _Run:
    """Where a response runs, and who is notified."""

    threads: int | None
    progress: Callable[[int, int], object] | None
    executor: ExecutorLike | None
    checkpoint: str | PathLike[str] | None


def _check_player(player: object) -> None:
    if not isinstance(player, str) and not callable(getattr(player, "choose", None)):
        raise TypeError(f"player: expected a bot's name or a player, found {player!r}")


def _respond_at_table(
    player: str | Player | Blueprint,
    rules: Rules,
    stacks: Iterable[int] | None,
    search: _Search,
    run: _Run,
) -> Exploitation:
    native: object = player
    if isinstance(player, Blueprint):
        native = player.native
    else:
        _check_player(player)
    if run.executor is not None or run.checkpoint is not None:
        raise ValueError("executor, checkpoint: expected none at a table of three or more")
    found = _core.respond_draw_table(
        native,
        rules,
        stacks=None if stacks is None else list(stacks),
        hands=search.hands,
        strengths=search.strengths,
        deals=search.deals,
        held_out=search.held_out,
        seed=search.seed,
        threads=run.threads,
        progress=run.progress,
    )
    strategy = Blueprint(found.strategy)
    return Exploitation(
        response="learned from real deals",
        buckets=strategy.buckets,
        deals=search.deals,
        model=None,
        mean=found.mean,
        interval=(found.mean - found.half_width, found.mean + found.half_width),
        by_seat=tuple(found.by_seat),
        hands=found.deals * rules.players,
        strategy=strategy,
    )


def _respond(
    player: str | Player, rules: Rules, search: _Search, run: _Run, *, learned: bool
) -> Exploitation:
    _check_player(player)
    held_out = _core.whole_number("held_out", search.held_out, 1, _core.MAX_GAMES)
    in_chunks = run.executor is not None or run.checkpoint is not None
    _core.check_run(run.threads, run.progress)
    both = _TwoParts(run.progress, held_out)
    found = _core.respond_draw(
        player,
        rules,
        learned=learned,
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
        response="learned from real deals" if learned else model,
        buckets=found.strategy.buckets,
        deals=0 if player == "nash" and not learned else search.deals,
        model=found.model,
        mean=won.mean,
        interval=(won.mean - won.half_width, won.mean + won.half_width),
        by_seat=won.by_seat,
        hands=won.hands,
        strategy=Equilibrium(found.strategy),
    )


class _TwoParts:
    """The progress of work in two parts; the number of steps of the second is known."""

    def __init__(self, progress: Callable[[int, int], object] | None, steps: int) -> None:
        self._progress, self._steps, self._before = progress, steps, 0

    def first(self, done: int, total: int) -> None:
        self._before = total
        if self._progress is not None:
            self._progress(done, total + self._steps)

    def second(self, done: int, total: int) -> None:
        if self._progress is not None:
            self._progress(self._before + done, self._before + total)
