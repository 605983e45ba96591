"""What is random in a game, and what is said in it: for adapters that walk through its tree.

Every game whose chance events can be dealt card by card has a :class:`Chance` under the name
``CHANCE`` in ``cardcore.<game>.chance``; :func:`cardcore.registry.chance` finds it. What else an
adapter needs, such as the range of scores, the game itself tells: ``game.bounds``.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar

from cardcore._core import Game
from cardcore.dealing import Dealing, Group
from cardcore.registry import game_module

__all__ = ["Chance"]


class Chance(ABC):
    """How a game is dealt by chance nodes, and the vocabulary of its moves.

    Parameters
    ----------
    game
        The name of the game.
    """

    #: What can be chosen besides the rules, and rules whose default is another one here.
    parameters: ClassVar[Mapping[str, Any]] = {"deal": ""}

    def __init__(self, game: str) -> None:
        self.game = game

    def defaults(self) -> dict[str, Any]:
        """List what can be chosen about the game, with the default of each."""
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
    def vocabulary(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Give the words that moves are made of, and the most words that a game has.

        Parameters
        ----------
        rules
            All rules by name.
        seats
            The number of seats.
        size
            The number of cards in a hand.
        """

    def dealt(self, game: Game, deck: Sequence[str]) -> list[Group]:
        """Give the groups of cards that chance has dealt in a game whose deal is given.

        Parameters
        ----------
        game
            A game that begins with a given deal, such as a resampled one.
        deck
            The cards in order.
        """
        hands = (game.start or {})["deal"]
        return [tuple(sorted(map(deck.index, hand))) for hand in hands]
