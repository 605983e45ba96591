"""Heads-up draw games with one draw, solved: a strategy near equilibrium."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any

from cardcore import _core
from cardcore.atomic_files import write
from cardcore.draw.match import Rules, View
from cardcore.rules import gather

__all__ = ["Bounds", "Equilibrium", "StrategyPlayer", "equilibrium", "is_shipped"]


@dataclass(frozen=True)
class Bounds:
    """What a best response wins from a strategy in real deals: chips per hand, for both seats."""

    lower: float
    """An estimate whose expectation is at most the exploitability."""
    lower_interval: tuple[float, float]
    """The 95% confidence interval of that expectation."""
    upper: float
    """An estimate whose expectation is at least the exploitability."""
    upper_interval: tuple[float, float]
    """The 95% confidence interval of that expectation."""
    hands: int
    """The number of hands of the best response."""


class Equilibrium:
    """A strategy for both seats of a heads-up draw game with one draw, near equilibrium.

    Made by :func:`equilibrium`, or read from a file by :meth:`load`. It is good for all stakes with
    the ratios of its own, and for the stacks that it was solved for: those that cover every bet, or
    one with which a player can be all in.
    """

    def __init__(self, native: _core.DrawEquilibrium) -> None:
        if not isinstance(native, _core.DrawEquilibrium):
            raise TypeError(f"native: expected a solution of the core, found {native!r}")
        self._native = native

    @property
    def rules(self) -> dict[str, Any]:
        """The rules it was made for.

        They are ``ante``, ``small_bet``, ``big_bet`` and ``raises``, ``stack`` if a player can be
        all in, and ``ranking`` unless it is the high one.
        """
        limits = self._native.limits
        names = ("ante", "small_bet", "big_bet", "raises")
        rules: dict[str, Any] = {name: getattr(limits, name) for name in names}
        if limits.stack is not None:
            rules["stack"] = limits.stack
        return rules if limits.ranking == "high" else {**rules, "ranking": limits.ranking}

    @property
    def value(self) -> float:
        """The chips per hand that the first player wins when both play it, in the model."""
        return self._native.value

    @property
    def exploitability(self) -> float:
        """The chips per hand that a best response gains, averaged over both seats.

        It is the best response in the :attr:`model` that was solved. In real deals a response may
        win more: :meth:`bounds` says at least and at most how much.
        """
        return self._native.exploitability

    @property
    def model(self) -> str:
        """A description of the model that was solved."""
        before, after = self._native.buckets
        deals = self._native.deals
        corrected = f", corrected by {deals:,} deals" if deals else ""
        return (
            f"{before} buckets of hands before the draw and {after} after it, with pairs of "
            f"disjoint hands between them{corrected}; {self._native.iterations} iterations"
        )

    def probabilities(self, view: View) -> dict[str, float]:
        """Return the probability of each move in a view.

        There is one discard for each number of cards.

        Parameters
        ----------
        view
            The view of a seat to move.

        Raises
        ------
        ValueError
            If the strategy does not cover the view: other stakes, more players, another stack with
            which somebody could be all in, or another seat's turn.
        TypeError
            If it is not a view of a draw game.

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
            raise ValueError(self._not_covered(view))
        return dict(chances)

    def explain(self, view: View) -> str:
        """Describe the bucket of a hand and the moves it makes with it.

        Parameters
        ----------
        view
            The view of a seat to move.

        Raises
        ------
        ValueError
            If the strategy does not cover the view, as for :meth:`probabilities`.
        TypeError
            If it is not a view of a draw game.
        """
        chances = self.probabilities(view)
        played = [(move, chance) for move, chance in chances.items() if chance > 0]
        played.sort(key=lambda entry: -entry[1])
        lines = [f"bucket: {self._native.describe(view)}"]
        lines += [f"{chance:6.1%}  {move}" for move, chance in played]
        return "\n".join(lines)

    def bounds(
        self,
        hands: int = 100,
        *,
        seed: int = 0,
        threads: int | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> "Bounds":
        """Bound what a best response wins from it in real deals, with card removal.

        The best response knows its cards, may discard any of them, and knows the strategy. This
        takes some CPU seconds for each of its hands, which are dealt at random, and several
        hundred megabytes. Only five-card draw can be bounded.

        Parameters
        ----------
        hands
            The number of hands of the best response.
        seed
            The seed of everything that is dealt.
        threads, progress
            As for :func:`equilibrium`.

        Raises
        ------
        ValueError
            If it is not a strategy for five-card draw, or a number is out of range.
        TypeError
            If an argument has the wrong type.
        """
        lower, upper = self._native.bound(hands, seed, threads=threads, progress=progress)
        return Bounds(
            lower=lower[0],
            lower_interval=(lower[0] - lower[1], lower[0] + lower[1]),
            upper=upper[0],
            upper_interval=(upper[0] - upper[1], upper[0] + upper[1]),
            hands=hands,
        )

    def player(self, seed: int = 0) -> "StrategyPlayer":
        """Return a player for :func:`cardcore.play` and arenas, with randomness from a seed."""
        return StrategyPlayer(self, seed)

    def value_against(self, other: "Equilibrium", *, threads: int | None = None) -> float:
        """Return the chips per hand that it wins from another strategy, averaged over both seats.

        The value is exact in the model with card removal; both must have the same buckets.

        Raises
        ------
        ValueError
            If they have other stakes or buckets.
        """
        return self._native.value_against(other._native, threads=threads)

    def best_response_value(self, *, threads: int | None = None) -> float:
        """Return the chips per hand that a best response wins from it, averaged over both seats."""
        return self._native.best_response_value(threads=threads)

    def respond(
        self,
        probability: float,
        *,
        iterations: int = 200,
        threads: int | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> "Equilibrium":
        """Find a restricted Nash response to it.

        The opponent follows this strategy with the given probability, drawn once a hand, and
        otherwise plays as well as possible. The response exploits this strategy and is safe
        against others: at 0 it is an equilibrium, at 1 a best response.

        Parameters
        ----------
        probability
            The probability, 0 to 1.
        iterations
            The number of iterations.
        threads
            The number of threads; by default, one per core. The result does not depend on it.
        progress
            Called with the number of steps done and the total.

        Raises
        ------
        ValueError
            If a number is out of range.

        Examples
        --------
        >>> from cardcore import draw
        >>> size = {"iterations": 30, "hands": 30, "strengths": 15, "deals": 0}
        >>> loose = draw.equilibrium(raises=0, **size).mixed_with(
        ...     draw.exploitability("random", raises=0, deals=50, hands=30, strengths=15,
        ...         held_out=1).strategy, 0.5)
        >>> best, safe = loose.respond(1.0), loose.respond(0.3)
        >>> best.value_against(loose) > safe.value_against(loose)
        True
        >>> best.best_response_value() > safe.best_response_value()
        True
        """
        if not 0 <= probability <= 1:
            raise ValueError(f"probability: expected 0 to 1, found {probability!r}")
        found = self._native.restricted_response(
            probability, iterations=iterations, threads=threads, progress=progress
        )
        return Equilibrium(found)

    def mixed_with(
        self, other: "Equilibrium", probability: float, *, threads: int | None = None
    ) -> "Equilibrium":
        """Return the strategy that follows this one with a probability, drawn once a hand.

        Otherwise it follows the other one, which must have the same buckets.

        Raises
        ------
        ValueError
            If they have other stakes or buckets, or the probability is not 0 to 1.
        """
        if not 0 <= probability <= 1:
            raise ValueError(f"probability: expected 0 to 1, found {probability!r}")
        return Equilibrium(self._native.mixed_with(other._native, probability, threads=threads))

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file that :meth:`load` reads.

        An existing file is replaced atomically.
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

    def _not_covered(self, view: View) -> str:
        """Explain why the strategy does not cover a view."""
        if view.seat is None or view.seat != view.to_move:
            return "it is not the turn of the seat whose view this is"
        rules = ", ".join(f"{name} = {value}" for name, value in self.rules.items())
        all_in = "" if "stack" in self.rules else ", in which nobody can be all in"
        return f"expected a hand of 2 players with {rules}, or a multiple of these stakes{all_in}"

    def __repr__(self) -> str:
        rules = ", ".join(f"{name}={value}" for name, value in self.rules.items())
        return f"<draw equilibrium: {rules}, exploitability {self.exploitability:.4f}>"


class StrategyPlayer:
    """A player who follows a strategy; the seed decides among its moves.

    Parameters
    ----------
    strategy
        The strategy.
    seed
        The seed of its choices.
    """

    def __init__(self, strategy: Equilibrium, seed: int = 0) -> None:
        self._strategy = strategy
        self._random = Random(seed)

    def choose(self, view: View, /) -> str:
        """Choose a move.

        Raises
        ------
        ValueError
            If the strategy does not cover the view.
        """
        chosen = self._strategy._native.choose(view, self._random.getrandbits(64))
        if chosen is None:
            raise ValueError(self._strategy._not_covered(view))
        return chosen


def equilibrium(
    rules: Rules | Mapping[str, Any] | None = None,
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
    """Find a strategy near equilibrium for a two-player game.

    Parameters
    ----------
    rules
        The rules: any ranking, one draw at limit without blinds, up to 5 raises. ``stack`` is the
        smaller of both stacks; all that cover every bet of a hand are alike. Rules can be given by
        name instead.
    iterations
        The number of iterations to solve for. By default, the strategy is that of the bot ``nash``:
        part of the package for the default stakes and their multiples, with any stack (see
        :func:`is_shipped`);
        for others it is solved in several seconds and stored in the user's cache directory, which
        keeps the 64 solutions used last. The arguments that follow are then ignored.
    hands
        The approximate number of buckets before the draw, 20 to 2000.
    strengths
        The number of buckets after the draw, 10 to 500.
    deals
        The number of deals to measure which final hands meet; 0 to skip it.
    seed
        The seed of these deals.
    threads
        The number of threads; by default, one per core. The result does not depend on it.
    progress
        Called with the number of steps done and the total.
    **options
        Rules by name.

    Raises
    ------
    ValueError
        If the game cannot be solved, or a number is out of range.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    >>> from cardcore import draw
    >>> solved = draw.equilibrium()
    >>> solved.rules
    {'ante': 1, 'small_bet': 2, 'big_bet': 4, 'raises': 3}
    >>> -0.13 < solved.value < -0.10  # acting first is a disadvantage
    True
    >>> low = draw.equilibrium(
    ...     ranking="2-7", raises=1, iterations=40, hands=30, strengths=15, deals=0
    ... )
    >>> low.rules["ranking"], low.exploitability < 0.2
    ('2-7', True)
    >>> round(draw.equilibrium(ante=5, small_bet=10, big_bet=20, stack=500).value / solved.value, 9)
    5.0
    """
    in_force = gather("draw", Rules, rules, None, options)
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


def is_shipped(rules: Rules | Mapping[str, Any] | None = None, **options: Any) -> bool:
    """Return whether the package contains a solution for a game, so that nothing has to be solved.

    It does for the default stakes and their multiples, with any stacks: between two players and,
    as a :func:`blueprint`, at larger tables.

    Parameters
    ----------
    rules
        The rules. They can be given by name instead.
    **options
        Rules by name.

    Raises
    ------
    ValueError
        If a rule is out of range.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    >>> from cardcore import draw
    >>> draw.is_shipped(ante=5, small_bet=10, big_bet=20, stack=500), draw.is_shipped(ante=2)
    (True, False)
    """
    found = gather("draw", Rules, rules, None, options)
    return _core.DrawEquilibrium.is_shipped(found) or _core.DrawBlueprint.is_shipped(found)
