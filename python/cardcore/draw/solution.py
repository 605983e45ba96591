"""Five-card draw between two players, solved: a strategy near equilibrium."""

from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from cardcore import _core
from cardcore.draw.match import Rules, View
from cardcore.replacement import write
from cardcore.rules import gather

__all__ = ["Equilibrium", "equilibrium"]


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
        limits = self._native.limits
        names = ("ante", "small_bet", "big_bet", "raises")
        return {name: getattr(limits, name) for name in names}

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
        before, after = self._native.buckets
        deals = self._native.deals
        corrected = f", corrected by {deals:,} deals" if deals else ""
        return (
            f"{before} buckets of hands before the draw and {after} after it, with pairs of "
            f"disjoint hands between them{corrected}; {self._native.iterations} iterations"
        )

    def probabilities(self, view: View) -> dict[str, float]:
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

    def explain(self, view: View) -> str:
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

    def _silence(self, view: View) -> str:
        """Say why there is no answer."""
        if view.seat is None or view.seat != view.to_move:
            return "it is not the turn of the seat that looks"
        rules = ", ".join(f"{name} = {value}" for name, value in self.rules.items())
        return f"expected a hand of 2 players with {rules}, in which nobody can be all in"

    def __repr__(self) -> str:
        rules = ", ".join(f"{name}={value}" for name, value in self.rules.items())
        return f"<draw equilibrium: {rules}, exploitability {self.exploitability:.4f}>"


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
    """Find a strategy near equilibrium for a game of two players.

    Parameters
    ----------
    rules
        The rules; up to 5 raises, and stacks with which nobody can be all in. Without them, what
        they are made of can be given by name instead.
    iterations
        How often both strategies are improved. If not given, the strategy is that of the bot
        ``nash``: it comes with the package for the default rules; for others it is solved quickly
        once and kept in the user's cache directory. The arguments that follow are then ignored.
    hands
        About how many buckets of hands are distinguished before the draw, 20 to 2000.
    strengths
        How many are distinguished after it, 10 to 500.
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
