"""Chance nodes of Hearts: all cards are dealt before the first trick."""

from collections.abc import Mapping
from typing import Any, ClassVar

from cardcore.chance import Chance
from cardcore.dealing import Dealing, deal_hands, reject_deck, reject_parts
from cardcore.registry import game_module, new

__all__ = ["CHANCE"]


class Hearts(Chance):
    """The chance nodes of Hearts."""

    parameters: ClassVar[Mapping[str, Any]] = {"target": 0, "deal": ""}

    def rules(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the rules among these parameters, as the game takes them."""
        chosen, defaults = super().rules(given), self.defaults()
        rules = {**chosen, "suits": chosen["suits"] or None, "values": chosen["values"] or None}
        if rules["suits"] or rules["values"]:
            # The generalized game is one deal without further options: others are rejected.
            return {
                name: value
                for name, value in rules.items()
                if name in ("suits", "values", "players") or value != defaults[name]
            }
        return {**rules, "target": rules["target"] or None}

    def dealing(self, rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
        """Return the chance events."""
        reject_deck(self.game, deck)
        made = game_module(self.game).Rules(**rules)
        if made.is_standard:
            reject_parts(rules, "target", None, "deals")
            first = new(self.game, made, seed=0)
            # The standard game deals its whole deck, so any deal contains all cards.
            hands = [first.view(seat).hand for seat in range(made.players)]
            cards = tuple(str(card) for card in sorted(card for hand in hands for card in hand))
        else:
            suits, values = range(made.suits), range(1, made.values + 1)
            cards = tuple(f"{suit}-{value}" for suit in suits for value in values)
        size = len(cards) // made.players
        return deal_hands(self.game, made, cards, made.players, size, deal)

    def vocabulary(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Return the tokens of moves, and the maximum number of tokens in a game."""
        # A hand and three received cards; everybody plays a hand, and passes, in four tokens.
        return ["pass", "3", "cards"], size + 3 + seats * size + 4 * seats


CHANCE = Hearts("hearts")
