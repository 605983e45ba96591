"""What a tree of a game needs to know of it beyond its rules, for adapters that walk through one.

Every game that has such a tree has a module of its name in :mod:`cardcore.environments.games`,
which holds a :class:`Tree` under the name ``TREE``.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, ClassVar

from cardcore.environments.dealing import Dealing, Group
from cardcore.registry import game_module, games

__all__ = ["Tree", "games_with_trees", "tree"]


class Tree(ABC):
    """What is random in a game, what is said in it and what it is about.

    Parameters
    ----------
    game
        The name of the game.
    """

    #: The least and the most seats.
    seats: ClassVar[tuple[int, int]] = (2, 2)

    #: What can be chosen besides the rules, and which of these are usually chosen otherwise.
    parameters: ClassVar[Mapping[str, Any]] = {"deal": ""}

    def __init__(self, game: str) -> None:
        self.game = game

    def usual(self) -> dict[str, Any]:
        """List what can be chosen about the game, with what is chosen otherwise."""
        rules = {rule.name: rule.default for rule in fields(game_module(self.game).Rules)}
        found = {name: 0 if value is None else value for name, value in rules.items()}
        return {**found, **self.parameters, "actions": "factored"}

    def rules(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Give the rules of what was chosen, as the game takes them."""
        return {rule.name: given[rule.name] for rule in fields(game_module(self.game).Rules)}

    @abstractmethod
    def dealing(self, rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
        """Find what chance decides.

        Parameters
        ----------
        rules
            The rules by name.
        deal
            What is not left to chance: the hands of all seats, with ``/`` between them; in Ends the
            row.
        deck
            The cards that are dealt from, in the games that are played with the 52; all of them if
            not given.

        Raises
        ------
        ValueError
            If something else would be random, or these make no game.
        """

    @abstractmethod
    def language(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Give the words that moves are made of, and how many a game has at most.

        Parameters
        ----------
        rules
            All rules by name.
        seats
            How many seats there are.
        size
            How many cards a hand has.
        """

    @abstractmethod
    def stake(self, rules: Mapping[str, Any], seats: int) -> float:
        """Give the most by which a seat can be better or worse than the mean of all."""

    def undo(
        self,
        view: Any,
        deck: Sequence[str],
        drawn: Sequence[Group],
        hands: list[set[str]],
        moves: list[str],
        random: Random,
    ) -> list[Group]:
        """Go back to the deal, making up what the viewer does not know of the way.

        Parameters
        ----------
        view
            What a seat may know.
        deck
            The cards.
        drawn
            The groups of cards that were drawn since the game began.
        hands
            The cards of all seats, which may be as they are now; they become those of the deal.
        moves
            What was heard; it becomes what may have been done.
        random
            Where chances come from.

        Returns
        -------
        list of Group
            The cards that were drawn since, in order.
        """
        for seat, heard in view.history:
            hands[seat] |= {*heard.split()} & {*deck}
        return []


def games_with_trees() -> list[str]:
    """Name the games that have a tree.

    >>> games_with_trees()
    ['draw', 'president', 'chopsticks', 'hearts', 'ends']
    """
    return [game for game in games() if find_spec(f"cardcore.environments.games.{game}")]


def tree(game: str) -> Tree:
    """Give what is to be known of a game."""
    found: Tree = import_module(f"cardcore.environments.games.{game}").TREE
    return found
