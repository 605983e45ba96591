"""President: hands of one size, from all cards or some of them."""

from collections.abc import Mapping
from typing import Any

from cardcore.environments.dealing import Dealing, cards_of, deal_hands, refuse_parts
from cardcore.registry import game_module

__all__ = ["dealing", "language"]


def dealing(rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
    """Find what chance decides in the game."""
    made = game_module("president").Rules(**rules)
    refuse_parts(rules, "rounds", 1, "rounds")
    cards = cards_of(deck)
    size = len(cards) // made.players
    if size == 0:
        raise ValueError(
            f"deck: expected a card for each of {made.players} players, found {deck!r}"
        )
    return deal_hands("president", made, cards, made.players, size, deal)


def language(rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
    """Give the words of moves, and how many a game has at most."""
    # Whatever is played, all others may pass.
    return ["pass"], size + seats * size * seats
