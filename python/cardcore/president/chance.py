"""Chance nodes of President: hands of equal size, from the whole deck or a part of it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from cardcore.chance import Chance
from cardcore.dealing import Dealing, deal_hands, deck_cards, reject_parts
from cardcore.president import Kind
from cardcore.registry import game_module

__all__ = ["CHANCE"]

#: The values of the rule ``deal``.
_DEALS = ("equal", "all")


class President(Chance):
    """The chance nodes of President."""

    #: Lists are text with commas, and ``deal`` may also be the rule of that name.
    parameters: ClassVar[Mapping[str, Any]] = {
        "rounds": 1,
        "deal": "",
        "deck": "",
        "kinds": ",".join(kind.label for kind in Kind),
        "exchanged": "2,1",
        "clears": "",
    }

    def rules(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the rules among these parameters, as the game takes them."""
        deal = given["deal"]
        rule = deal if deal in _DEALS else "equal"
        return {**super().rules(given), "clears": given["clears"] or None, "deal": rule}

    def dealing(self, rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
        """Return the chance events."""
        made = game_module(self.game).Rules(**rules)
        reject_parts(rules, "rounds", 1, "rounds")
        cards = deck_cards(deck)
        deal = "" if deal in _DEALS else deal
        if made.deal == "all" and len(cards) % made.players:
            raise ValueError(
                f"deal = 'all', players = {made.players}: expected a deck that makes hands of one "
                f"size, found {len(cards)} cards"
            )
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
