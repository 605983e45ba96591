"""Chance nodes of Ends: a row of values, dealt position by position."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardcore._core import Game
from cardcore.chance import Chance
from cardcore.dealing import Dealing, Group, no_replacements, reject_deck
from cardcore.registry import game_module, new

__all__ = ["CHANCE"]

#: The maximum number of distinct values of a card.
_MAX_VALUES = 4096


class Ends(Chance):
    """The chance nodes of Ends."""

    def dealing(self, rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
        """Return the chance events."""
        reject_deck(self.game, deck)
        made = game_module(self.game).Rules(**rules)
        if deal:
            # A lone card is in brackets, because OpenSpiel would read it as a number.
            row = new(self.game, deal=deal.strip("[]")).view(None).row
            made = replace(made, count=len(row), low=min(row), high=max(row))
        elif made.high - made.low >= _MAX_VALUES:
            raise ValueError(
                f"high: expected at most {_MAX_VALUES:,} values from low to high, "
                f"found {made.high - made.low + 1:,}"
            )
        elif made.count == 0:
            raise ValueError("count: expected at least one card, found 0")
        values = sorted(set(row)) if deal else range(made.low, made.high + 1)
        given = (tuple(values.index(card) for card in row),) if deal else ()

        def start(dealt: Sequence[Group]) -> Game:
            return new(self.game, deal=[values[index] for index in dealt[0]], ties=made.ties)

        cards, max_cards = tuple(map(str, values)), 0 if deal else made.count
        return Dealing(
            vars(made), cards, 1, made.count, True, given, max_cards, start, no_replacements
        )

    def vocabulary(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Return the tokens of moves, and the maximum number of tokens in a game."""
        return ["L", "R"], 2 * size


CHANCE = Ends("ends")
