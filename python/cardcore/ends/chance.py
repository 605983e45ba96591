"""Ends: a row of values, drawn place by place."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardcore._core import Game
from cardcore.chance import Chance
from cardcore.dealing import Dealing, Group, nothing, refuse_deck
from cardcore.registry import game_module, new

__all__ = ["CHANCE"]

#: The most values that a card of the row may have.
_MOST_VALUES = 4096


class Ends(Chance):
    """How Ends is dealt."""

    def dealing(self, rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
        """Find what chance decides."""
        refuse_deck(self.game, deck)
        made = game_module(self.game).Rules(**rules)
        if deal:
            # A lone card stands in brackets, as OpenSpiel would read a number.
            row = new(self.game, deal=deal.strip("[]")).view(None).row
            made = replace(made, count=len(row), low=min(row), high=max(row))
        elif made.high - made.low >= _MOST_VALUES:
            raise ValueError(
                f"high: expected at most {_MOST_VALUES:,} values from low to high, "
                f"found {made.high - made.low + 1:,}"
            )
        elif made.count == 0:
            raise ValueError("count: expected at least one card, found 0")
        values = sorted(set(row)) if deal else range(made.low, made.high + 1)
        given = (tuple(values.index(card) for card in row),) if deal else ()

        def begin(dealt: Sequence[Group]) -> Game:
            return new(self.game, deal=[values[place] for place in dealt[0]], ties=made.ties)

        cards, most = tuple(map(str, values)), 0 if deal else made.count
        return Dealing(vars(made), cards, 1, made.count, True, given, most, begin, nothing)

    def vocabulary(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Give the words of moves, and the most words that a game has."""
        return ["L", "R"], 2 * size


CHANCE = Ends("ends")
