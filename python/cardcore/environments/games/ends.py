"""Ends: a row of values, drawn place by place."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardcore._core import Game
from cardcore.environments.dealing import Dealing, Group, nothing, refuse_deck
from cardcore.registry import game_module, new

__all__ = ["dealing", "language"]

#: The most values that a card of the row may have.
_MOST_VALUES = 4096


def dealing(rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
    """Find what chance decides in the game."""
    refuse_deck("ends", deck)
    made = game_module("ends").Rules(**rules)
    if deal:
        row = new("ends", deal=deal).view(None).row
        made = replace(made, count=len(row), low=min(row), high=max(row))
    elif made.high - made.low >= _MOST_VALUES:
        raise ValueError(
            f"high: expected at most {_MOST_VALUES:,} values from low to high, "
            f"found {made.high - made.low + 1:,}"
        )
    values = sorted(set(row)) if deal else range(made.low, made.high + 1)
    given = (tuple(values.index(card) for card in row),) if deal else ()

    def begin(dealt: Sequence[Group]) -> Game:
        return new("ends", deal=[values[place] for place in dealt[0]], ties=made.ties)

    cards, most = tuple(map(str, values)), 0 if deal else made.count
    return Dealing(vars(made), cards, 1, made.count, True, given, most, begin, nothing)


def language(rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
    """Give the words of moves, and how many a game has at most."""
    return ["L", "R"], 2 * size
