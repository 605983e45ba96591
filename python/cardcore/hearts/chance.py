"""Hearts: every card is dealt before the first trick."""

from collections.abc import Mapping
from typing import Any

from cardcore.chance import Chance
from cardcore.dealing import Dealing, deal_hands, refuse_deck, refuse_parts
from cardcore.registry import game_module, new

__all__ = ["CHANCE"]


class Hearts(Chance):
    """How Hearts is dealt."""

    parameters = {"target": 0, "deal": ""}  # noqa: RUF012  as in the base

    def rules(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Give the rules of what was chosen, as the game takes them."""
        chosen, defaults = super().rules(given), self.defaults()
        rules = {**chosen, "suits": chosen["suits"] or None, "values": chosen["values"] or None}
        if rules["suits"] or rules["values"]:
            # The generalised game is one deal and has no further options: those given are refused.
            return {
                name: value
                for name, value in rules.items()
                if name in ("suits", "values", "players") or value != defaults[name]
            }
        return {**rules, "target": rules["target"] or None}

    def dealing(self, rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
        """Find what chance decides."""
        refuse_deck(self.game, deck)
        made = game_module(self.game).Rules(**rules)
        if made.is_standard:
            refuse_parts(rules, "target", None, "deals")
            first = new(self.game, made, seed=0)
            # The common game deals all of its cards, so any deal shows the deck.
            hands = [first.view(seat).hand for seat in range(made.players)]
            cards = tuple(str(card) for card in sorted(card for hand in hands for card in hand))
        else:
            suits, values = range(made.suits), range(1, made.values + 1)
            cards = tuple(f"{suit}-{value}" for suit in suits for value in values)
        size = len(cards) // made.players
        return deal_hands(self.game, made, cards, made.players, size, deal)

    def vocabulary(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Give the words of moves, and the most words that a game has."""
        # A hand and three cards got; everybody plays the hand; everybody passes, in four words.
        return ["pass", "3", "cards"], size + 3 + seats * size + 4 * seats


CHANCE = Hearts("hearts")
