"""President: hands of one size, from all cards or some of them."""

from collections.abc import Mapping
from typing import Any

from cardcore.chance import Chance
from cardcore.dealing import Dealing, cards_of, deal_hands, refuse_parts
from cardcore.registry import game_module

__all__ = ["CHANCE"]


class President(Chance):
    """How President is dealt."""

    parameters = {"rounds": 1, "deal": "", "deck": ""}  # noqa: RUF012  as in the base

    def dealing(self, rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
        """Find what chance decides."""
        made = game_module(self.game).Rules(**rules)
        refuse_parts(rules, "rounds", 1, "rounds")
        cards = cards_of(deck)
        size = len(cards) // made.players
        if size == 0:
            raise ValueError(
                f"deck: expected a card for each of {made.players} players, found {deck!r}"
            )
        return deal_hands(self.game, made, cards, made.players, size, deal)

    def vocabulary(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Give the words of moves, and the most words that a game has."""
        # Whatever is played, all others may pass.
        return ["pass"], size + seats * size * seats


CHANCE = President("president")
