"""Five-card draw at tables of three to five: blueprints, strategies near equilibrium."""

from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any

from cardcore import _core
from cardcore.atomic_files import write
from cardcore.draw.match import Rules, View
from cardcore.rules import gather

__all__ = ["Blueprint", "blueprint"]

#: Deals between two checkpoints.
_STEP = 1 << 20


class Blueprint:
    """A strategy for every seat of a table, near equilibrium.

    Made by :func:`blueprint`, learned by :func:`responder`, or read from a file by :meth:`load`. It
    is good for all stakes with the ratios of its own. Where somebody is all in, it plays as if that
    player checked and called.
    """

    def __init__(self, native: _core.DrawBlueprint) -> None:
        if not isinstance(native, _core.DrawBlueprint):
            raise TypeError(f"native: expected a blueprint of the core, found {native!r}")
        self._native = native

    @property
    def native(self) -> _core.DrawBlueprint:
        """The blueprint of the core."""
        return self._native

    @property
    def players(self) -> int:
        """The number of players at the table."""
        return self._native.players

    @property
    def rules(self) -> dict[str, int]:
        """The rules it was made for: the players, the ante, both bets and the raises."""
        names = ("ante", "small_bet", "big_bet", "raises")
        return {"players": self.players, **dict(zip(names, self._native.stakes, strict=True))}

    @property
    def buckets(self) -> tuple[int, int]:
        """The number of buckets of hands before the draw, and after it."""
        return self._native.buckets

    @property
    def deals(self) -> int:
        """The number of deals it was made from."""
        return self._native.deals

    @property
    def model(self) -> str:
        """A description of how it was made."""
        before, after = self.buckets
        return (
            f"blueprint for {self.players} players: {self.deals:,} deals, {before} buckets of "
            f"hands before the draw and {after} after it"
        )

    def probabilities(self, view: View) -> dict[str, float]:
        """Return the probability of each move in a view.

        There is at most one discard each for no card, one, two, and three or more.

        Parameters
        ----------
        view
            The view of a seat to move.

        Raises
        ------
        ValueError
            If the blueprint does not cover the view: other stakes, a hand dealt to another number
            of players, or another seat's turn.
        TypeError
            If it is not a view of a draw game.

        Examples
        --------
        >>> from cardcore import draw
        >>> chances = draw.blueprint(players=3).probabilities(draw.new(players=3, seed=1).view(0))
        >>> list(chances), round(sum(chances.values()), 6)
        (['check', 'bet'], 1.0)
        """
        chances = self._native.chances(view)
        if chances is None:
            raise ValueError(self._not_covered(view))
        return dict(chances)

    def explain(self, view: View) -> str:
        """Describe the blueprint, the bucket of a hand and the moves it makes with it.

        Parameters
        ----------
        view
            The view of a seat to move.

        Raises
        ------
        ValueError
            If the blueprint does not cover the view, as for :meth:`probabilities`.
        TypeError
            If it is not a view of a draw game.
        """
        chances = self.probabilities(view)
        played = [(move, chance) for move, chance in chances.items() if chance > 0]
        played.sort(key=lambda entry: -entry[1])
        lines = [self.model, f"bucket: {self._native.describe(view)}"]
        lines += [f"{chance:6.1%}  {move}" for move, chance in played]
        return "\n".join(lines)

    def player(self, seed: int = 0) -> "BlueprintPlayer":
        """Return a player who plays by it, for :func:`cardcore.play` and :mod:`cardcore.arena`.

        Parameters
        ----------
        seed
            The seed of its choices.

        Examples
        --------
        >>> from cardcore import arena, draw
        >>> learning = {"deals": 200, "hands": 30, "strengths": 12, "held_out": 300}
        >>> found = draw.responder("random", players=3, **learning)
        >>> seats = [found.strategy.player(), "random", "random"]
        >>> arena.run("draw", seats, games=300, seed=1, hands=1, players=3).bots[0].mean > 0
        True
        """
        return BlueprintPlayer(self, seed)

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file that :meth:`load` reads.

        An existing file is replaced atomically.
        """
        write(Path(path), self._native.to_bytes())

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Blueprint":
        """Read one from a file.

        Raises
        ------
        ParseError
            If the file is not a blueprint, is damaged, or is of another version.
        """
        return cls(_core.DrawBlueprint(Path(path).read_bytes()))

    def _not_covered(self, view: View) -> str:
        """Explain why the blueprint does not cover a view."""
        if view.seat is None or view.seat != view.to_move:
            return "it is not the turn of the seat whose view this is"
        rules = ", ".join(f"{name} = {value}" for name, value in self.rules.items())
        return f"expected a hand with {rules}, or a multiple of these stakes"

    def __repr__(self) -> str:
        rules = ", ".join(f"{name}={value}" for name, value in self.rules.items())
        return f"<draw blueprint: {rules}, {self.deals:,} deals>"


class BlueprintPlayer:
    """A player who plays by a blueprint."""

    def __init__(self, blueprint: Blueprint, seed: int = 0) -> None:
        self._blueprint, self._random = blueprint, Random(seed)

    def choose(self, view: View, /) -> str:
        """Choose a move by the probabilities of the blueprint."""
        chances = self._blueprint.probabilities(view)
        return self._random.choices(list(chances), list(chances.values()))[0]


def blueprint(
    rules: Rules | Mapping[str, Any] | None = None,
    *,
    deals: int | None = None,
    hands: int = 90,
    strengths: int = 50,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    checkpoint: str | PathLike[str] | None = None,
    **options: Any,
) -> Blueprint:
    """Find a strategy near equilibrium for a table of three to five players.

    Parameters
    ----------
    rules
        The rules: five-card draw with one draw at limit without blinds, up to 5 raises. Rules can
        be given by name instead.
    deals
        The number of deals to sample. By default, the blueprint is that of the bot ``nash``, which
        is part of the package for the default stakes and their multiples. The arguments that follow
        are then ignored.
    hands, strengths
        The approximate number of buckets before the draw, 20 to 500, and after it, 10 to 200.
    seed
        The seed of the deals.
    threads
        The number of threads; by default, one per core. The result does not depend on it.
    progress
        Called with the number of deals done and the total.
    checkpoint
        A file to continue from if it exists, which is written again every million deals.
    **options
        Rules by name.

    Raises
    ------
    ValueError
        If there is no blueprint for the rules, the game cannot be solved, or a number is out of
        range.
    ParseError
        If the checkpoint is not one of this work.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    >>> from cardcore import draw
    >>> draw.blueprint(players=4).rules
    {'players': 4, 'ante': 1, 'small_bet': 2, 'big_bet': 4, 'raises': 3}
    >>> draw.blueprint(players=3, raises=0, deals=2_000, hands=30, strengths=12).deals
    2048
    """
    in_force = gather("draw", Rules, rules, None, options)
    if deals is None:
        _core.check_run(threads, progress)
        found = _core.DrawBlueprint.of_rules(in_force)
        if found is None:
            raise ValueError(
                "no blueprint is part of the package for these rules; expected ante = 1, "
                "small_bet = 2, big_bet = 4, or a multiple, and raises = 3, or deals to make "
                "one from"
            )
        return Blueprint(found)
    deals = _core.whole_number("deals", deals, 1, _core.MAX_GAMES)
    path = None if checkpoint is None else Path(checkpoint)
    content = path.read_bytes() if path is not None and path.exists() else None
    training = _core.DrawTraining(
        in_force, hands=hands, strengths=strengths, seed=seed, checkpoint=content
    )
    while (before := training.deals) < deals:

        def report(done: int, _: int, before: int = before) -> None:
            if progress is not None:
                progress(min(before + done, deals), deals)

        training.advance(min(before + _STEP, deals), threads=threads, progress=report)
        if path is not None:
            write(path, training.checkpoint())
    return Blueprint(training.blueprint())
