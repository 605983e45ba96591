"""Hearts: every card is dealt before the first trick."""

from collections.abc import Mapping
from typing import Any

from cardcore.environments.dealing import Dealing, deal_hands, refuse_deck, refuse_parts
from cardcore.registry import game_module, new

__all__ = ["dealing", "language"]


def dealing(rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
    """Find what chance decides in the game."""
    refuse_deck("hearts", deck)
    made = game_module("hearts").Rules(**rules)
    if made.is_standard:
        refuse_parts(rules, "target", None, "deals")
        first = new("hearts", made, seed=0)
        # The common game deals all of its cards, so any deal shows the deck.
        hands = [first.view(seat).hand for seat in range(made.players)]
        cards = tuple(str(card) for card in sorted(card for hand in hands for card in hand))
    else:
        suits, values = range(made.suits), range(1, made.values + 1)
        cards = tuple(f"{suit}-{value}" for suit in suits for value in values)
    size = len(cards) // made.players
    return deal_hands("hearts", made, cards, made.players, size, deal)


def language(rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
    """Give the words of moves, and how many a game has at most."""
    # A hand and three cards got; everybody plays the hand; everybody passes, in four words.
    return ["pass", "3", "cards"], size + 3 + seats * size + 4 * seats
