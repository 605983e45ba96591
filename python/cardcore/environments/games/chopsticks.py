"""Chopsticks: chance decides nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from cardcore._core import Game
from cardcore.environments.dealing import Dealing, Group, nothing, refuse_deck
from cardcore.registry import game_module, new

__all__ = ["dealing", "language"]


def dealing(rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
    """Find what chance decides in the game."""
    refuse_deck("chopsticks", deck)
    made = game_module("chopsticks").Rules(**rules)
    state = " ".join(",".join(hand.split()) for hand in deal.split("/")) or None

    def begin(_dealt: Sequence[Group]) -> Game:
        return new("chopsticks", made, deal=state)

    begin(())
    return Dealing(vars(made), (), 0, 0, False, (), 0, begin, nothing)


def language(rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
    """Give the words of moves, and how many a game has at most."""
    fingers = map(str, range(rules["fingers"]))
    return ["tap", "split", "L", "M", "R", *fingers], 2 * rules["moves"] * (
        1 + max(rules["hands"], 2)
    )
