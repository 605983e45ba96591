"""Chance events and move vocabulary of a game, for adapters that traverse its tree.

A game whose chance events can be dealt card by card has a :class:`Chance` named ``CHANCE`` in
``cardcore.<game>.chance``; :func:`cardcore.registry.chance` finds it. Everything else that an
adapter needs, such as the range of scores, is in ``game.bounds``.
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
    """The chance nodes of a game, and the vocabulary of its moves.

    Parameters
    ----------
    game
        The name of the game.
    """

    #: Parameters besides the rules, and rules whose default differs here.
    parameters: ClassVar[Mapping[str, Any]] = {"deal": ""}

    def __init__(self, game: str) -> None:
        self.game = game

    def defaults(self) -> dict[str, Any]:
        """Return the parameters of the game with their defaults."""
        rules = {rule.name: rule.default for rule in fields(game_module(self.game).Rules)}
        found = {name: 0 if value is None else value for name, value in rules.items()}
        return {**found, **self.parameters, "actions": "factored"}

    def rules(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the rules among these parameters, as the game takes them."""
        return {rule.name: given[rule.name] for rule in fields(game_module(self.game).Rules)}

    @abstractmethod
    def dealing(self, rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
        """Return the chance events.

        Parameters
        ----------
        rules
            The rules by name.
        deal
            The fixed part of the deal: the hands of all seats, separated by ``/``; in Ends the row.
            Empty if everything is random.
        deck
            The cards to deal from, in games with a 52-card deck; all of them if empty.

        Raises
        ------
        ValueError
            If something else would be random, or the arguments are not a valid game.
        """

    @abstractmethod
    def vocabulary(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Return the tokens that moves are made of, and the maximum number of tokens in a game.

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
        """Return the groups of cards that chance dealt in a game with a fixed deal.

        Parameters
        ----------
        game
            A game that starts from a given deal, such as a resampled one.
        deck
            The cards in order.
        """
        hands = (game.start or {})["deal"]
        return [tuple(sorted(map(deck.index, hand))) for hand in hands]
