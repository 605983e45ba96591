"""Five-card draw near equilibrium, and how much can be won from any player.

All of it is part of :mod:`cardcore.draw`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardcore import _core
from cardcore.draw.held_out import FreshHands
from cardcore.pieces import ExecutorLike
from cardcore.replacement import write
from cardcore.rules import gather

if TYPE_CHECKING:
    from cardcore.draw import Rules, View
    from cardcore.players import Player

__all__ = ["Equilibrium", "Exploitation", "equilibrium", "exploitability", "responder"]


class Equilibrium:
    """A strategy for both seats of five-card draw between two players, near equilibrium.

    Made by :func:`equilibrium`, or read from a file by :meth:`load`.
    """

    def __init__(self, native: _core.DrawEquilibrium) -> None:
        if not isinstance(native, _core.DrawEquilibrium):
            raise TypeError(f"native: expected a solution of the core, found {native!r}")
        self._native = native

    @property
    def rules(self) -> dict[str, int]:
        """The rules that it depends on: ``ante``, ``small_bet``, ``big_bet`` and ``raises``."""
        names = ("ante", "small_bet", "big_bet", "raises")
        return dict(zip(names, self._native.limits, strict=True))

    @property
    def value(self) -> float:
        """The chips that the player who begins wins of a hand when both play so, in the model."""
        return self._native.value

    @property
    def exploitability(self) -> float:
        """The chips a hand that a best response wins more, on the average of both seats.

        It is the best response in the :attr:`model` that was solved. In real deals a response may
        win more: :func:`responder` measures it.
        """
        return self._native.exploitability

    @property
    def model(self) -> str:
        """What was solved, in words."""
        before, after, iterations, deals = self._native.effort
        corrected = f", corrected by {deals:,} deals" if deals else ""
        return (
            f"{before} buckets of hands before the draw and {after} after it, with pairs of "
            f"disjoint hands between them{corrected}; {iterations} iterations"
        )

    def probabilities(self, view: "View") -> dict[str, float]:
        """Give the moves it makes from a view, with how likely each is.

        Of the discards there is one for each number of cards.

        Parameters
        ----------
        view
            What a seat whose turn it is sees.

        Raises
        ------
        ValueError
            If it has no answer: other rules or players, a stack with which somebody could be all
            in, or another seat's turn.
        TypeError
            If it is not a view of five-card draw.

        Examples
        --------
        >>> from cardcore import draw
        >>> game = draw.new(deal=["As Ah Ad 7c 4s  Ks Kh 9c 7d 4h  2c 2d 2h 2s 3c 3d 4c 5c 5d 5h"])
        >>> chances = draw.equilibrium().probabilities(game.view(0))
        >>> list(chances), round(sum(chances.values()), 6)
        (['check', 'bet'], 1.0)
        """
        chances = self._native.chances(view)
        if chances is None:
            raise ValueError(self._silence(view))
        return dict(chances)

    def explain(self, view: "View") -> str:
        """Say what it takes a hand for and what it does with it.

        Parameters
        ----------
        view
            What a seat whose turn it is sees.

        Raises
        ------
        ValueError
            If it has no answer, as for :meth:`probabilities`.
        TypeError
            If it is not a view of five-card draw.
        """
        chances = self.probabilities(view)
        made = [(move, chance) for move, chance in chances.items() if chance > 0]
        made.sort(key=lambda entry: -entry[1])
        lines = [f"taken for: {self._native.describe(view)}"]
        lines += [f"{chance:6.1%}  {move}" for move, chance in made]
        return "\n".join(lines)

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file, which :meth:`load` reads.

        A file that is there is replaced as a whole: whatever happens meanwhile, it is as it was or
        complete.
        """
        write(Path(path), self._native.to_bytes())

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Equilibrium":
        """Read one from a file.

        Raises
        ------
        ParseError
            If the file is not a solution, is damaged, or is of another version.
        """
        return cls(_core.DrawEquilibrium(Path(path).read_bytes()))

    def _silence(self, view: "View") -> str:
        """Say why there is no answer."""
        if view.seat is None or view.seat != view.to_move:
            return "it is not the turn of the seat that looks"
        rules = ", ".join(f"{name} = {value}" for name, value in self.rules.items())
        return f"expected a hand of 2 players with {rules}, in which nobody can be all in"

    def __repr__(self) -> str:
        rules = ", ".join(f"{name}={value}" for name, value in self.rules.items())
        return f"<draw equilibrium: {rules}, exploitability {self.exploitability:.4f}>"


def equilibrium(
    rules: "Rules | Mapping[str, Any] | None" = None,
    *,
    iterations: int | None = None,
    hands: int = 202,
    strengths: int = 100,
    deals: int = 4_000_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    **options: Any,
) -> Equilibrium:
    """Find a strategy near equilibrium for a game of two players.

    Parameters
    ----------
    rules
        The rules; up to 5 raises, and stacks with which nobody can be all in. Without them, what
        they are made of can be given by name instead.
    iterations
        How often both strategies are improved. If not given, the strategy is that of the bot
        ``nash``: it comes with the package for the default rules; for others it is solved quickly
        once and kept in the user's cache directory. The arguments that follow are then of no
        account.
    hands
        About how many buckets of hands are told apart before the draw, 20 to 2000.
    strengths
        How many are told apart after it, 10 to 500.
    deals
        How many hands are dealt to measure which final hands meet; 0 to go without.
    seed
        The seed of these deals.
    threads
        How many threads to use; one per core if not given. The result does not depend on it.
    progress
        Called with the steps done and the steps in all.
    **options
        Rules by name.

    Raises
    ------
    ValueError
        If the game cannot be solved, or a number is out of its range.
    TypeError
        If an argument is of another kind.

    Examples
    --------
    >>> from cardcore import draw
    >>> solved = draw.equilibrium()
    >>> solved.rules
    {'ante': 1, 'small_bet': 2, 'big_bet': 4, 'raises': 3}
    >>> -0.13 < solved.value < -0.10  # who begins is at a disadvantage
    True
    """
    in_force = _rules(rules, options)
    if iterations is None:
        _core.check_run(threads, progress)
        return Equilibrium(_core.DrawEquilibrium.of_rules(in_force))
    return Equilibrium(
        _core.DrawEquilibrium.solve(
            in_force,
            hands=hands,
            strengths=strengths,
            iterations=iterations,
            deals=deals,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    )


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
    """What it won on fresh deals of the real game."""
    interval: tuple[float, float]
    """The 95% interval of that."""
    by_seat: tuple[float, float]
    """What it won when it began, and when the player began."""
    hands: int
    """How many fresh hands were played."""
    independent: float | None = None
    """What the best response of all wins in the independent game, in which each player is dealt
    from a deck of its own; ``None`` where the response was learnt, or a player of one's own was
    watched in fewer than 16 deals."""
    independent_error: float | None = None
    """How far that may be off: 0 of native bots, whose chances are read off."""
    independent_by_seat: tuple[float, float] | None = None
    """What that response wins when it begins, and when the player begins."""


def exploitability(
    player: "str | Player",
    rules: "Rules | Mapping[str, Any] | None" = None,
    *,
    deals: int = 5_000,
    hands: int = 150,
    strengths: int = 60,
    fresh: int = 200_000,
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
    in the model with card removal, then plays against the player on fresh deals. The figure of the
    model is too high where little was seen of the player; what was won on fresh deals can be won
    from it. Nothing has to be watched of ``nash``, whose moves are known; the response then has the
    same buckets.

    One more figure is without buckets: what the best response wins in the *independent* game, in
    which each player is dealt from a deck of its own, so that the cards of one say nothing about
    those of the other. The response plays all 134,459 hands before the draw, all 32 discards and
    all 7,462 strengths after it as best it can. The chances of a native bot are read off for each
    of these, and the figure is exact. Another player is taken for what it did in up to 10,000 of
    the deals: the response to one half of them wins too much there, and too little in the other
    half, and the error says how far apart that is, with the 95% interval.

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
    fresh
        How many fresh hands are played.
    seed
        The seed of all deals.
    threads, progress
        As for :func:`equilibrium`.
    executor
        Who plays the fresh hands, as for :func:`cardcore.arena.run`. The response is looked for by
        this process.
    checkpoint
        A file that keeps what was played of the fresh hands, as for :func:`cardcore.arena.run`. The
        response is looked for again, and found as it was.
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
    >>> found = draw.exploitability("pattern", raises=0, deals=400, hands=40, fresh=4_000)
    >>> found.independent is not None and round(found.independent, 3)
    0.622
    """
    arguments = (deals, hands, strengths, fresh, seed, threads, progress, executor, checkpoint)
    words = "best response in the model with card removal"
    return _respond(player, _rules(rules, options), words, False, arguments)


def responder(
    player: "str | Player",
    rules: "Rules | Mapping[str, Any] | None" = None,
    *,
    deals: int = 200_000,
    hands: int = 150,
    strengths: int = 60,
    fresh: int = 200_000,
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
    fresh
        How many fresh hands are played.
    seed
        The seed of all deals.
    threads, progress
        As for :func:`equilibrium`; at most two threads learn.
    executor, checkpoint
        As for :func:`exploitability`. Learning is not cut into pieces: every deal builds on what
        was learnt from those before.
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
    >>> found = draw.responder("random", deals=300, hands=20, strengths=10, fresh=4_000)
    >>> found.model is None and found.mean > 1
    True
    """
    arguments = (deals, hands, strengths, fresh, seed, threads, progress, executor, checkpoint)
    return _respond(player, _rules(rules, options), "learnt in real deals", True, arguments)


def _respond(
    player: "str | Player", rules: "Rules", words: str, learnt: bool, arguments: tuple[Any, ...]
) -> Exploitation:
    deals, hands, strengths, fresh, seed, threads, progress, executor, checkpoint = arguments
    if not isinstance(player, str) and not callable(getattr(player, "choose", None)):
        raise TypeError(f"player: expected a bot's name or a player, found {player!r}")
    fresh = _core.whole_number("fresh", fresh, 1, _core.MOST_GAMES)
    in_pieces = executor is not None or checkpoint is not None
    _core.check_run(threads, progress)
    both = _TwoParts(progress, fresh)
    strategy, model, won, independent = _core.respond_draw(
        player,
        rules,
        learnt=learnt,
        hands=hands,
        strengths=strengths,
        deals=deals,
        fresh=0 if in_pieces else fresh,
        seed=seed,
        threads=threads,
        progress=both.first if in_pieces else progress,
    )
    exact, error, seats = independent or (None, None, None)
    if in_pieces:
        used = threads if executor is None else 1
        job = FreshHands(strategy.to_bytes(), player, fresh, seed, used)
        won = job.winnings(executor, checkpoint, both.second)
    played, mean, half_width, by_seat = won
    buckets = strategy.effort[:2]
    return Exploitation(
        response=words,
        buckets=buckets,
        deals=0 if player == "nash" and not learnt else deals,
        model=model,
        mean=mean,
        interval=(mean - half_width, mean + half_width),
        by_seat=(by_seat[0], by_seat[1]),
        hands=played,
        independent=exact,
        independent_error=error,
        independent_by_seat=None if seats is None else (seats[0], seats[1]),
    )


class _TwoParts:
    """The progress of work that is done in two parts, of which the second has so many steps."""

    def __init__(self, progress: Callable[[int, int], object] | None, steps: int) -> None:
        self._progress, self._steps, self._before = progress, steps, 0

    def first(self, done: int, total: int) -> None:
        self._before = total
        if self._progress is not None:
            self._progress(done, total + self._steps)

    def second(self, done: int, total: int) -> None:
        if self._progress is not None:
            self._progress(self._before + done, self._before + total)


def _rules(rules: "Rules | Mapping[str, Any] | None", options: Mapping[str, Any]) -> "Rules":
    # The rules are defined in the module that offers what is here.
    from cardcore.draw import Rules

    return gather("draw", Rules, rules, None, options)
