"""Chance nodes of President: hands of equal size, from the whole deck or a part of it."""

from collections.abc import Mapping
from typing import Any

from cardcore.chance import Chance
from cardcore.dealing import Dealing, deal_hands, deck_cards, reject_parts
from cardcore.registry import game_module

__all__ = ["CHANCE"]


class President(Chance):
    """The chance nodes of President."""

    parameters = {"rounds": 1, "deal": "", "deck": ""}  # noqa: RUF012  as in the base

    def dealing(self, rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
        """Return the chance events."""
        made = game_module(self.game).Rules(**rules)
        reject_parts(rules, "rounds", 1, "rounds")
        cards = deck_cards(deck)
        size = len(cards) // made.players
        if size == 0:
            raise ValueError(
                f"deck: expected a card for each of {made.players} players, found {deck!r}"
            )
        return deal_hands(self.game, made, cards, made.players, size, deal)

    def vocabulary(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Return the tokens of moves, and the maximum number of tokens in a game."""
        # After every play, all others may pass.
        return ["pass"], size + seats * size * seats


CHANCE = President("president")
