"""Chopsticks: chance decides nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from cardcore._core import Game
from cardcore.chance import Chance
from cardcore.dealing import Dealing, Group, nothing, refuse_deck
from cardcore.registry import game_module, new

__all__ = ["CHANCE"]


class Chopsticks(Chance):
    """How Chopsticks is dealt."""

    def dealing(self, rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
        """Find what chance decides."""
        refuse_deck(self.game, deck)
        made = game_module(self.game).Rules(**rules)
        state = " ".join(",".join(hand.split()) for hand in deal.split("/")) or None

        def begin(_dealt: Sequence[Group]) -> Game:
            return new(self.game, made, deal=state)

        begin(())
        return Dealing(vars(made), (), 0, 0, False, (), 0, begin, nothing)

    def vocabulary(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Give the words of moves, and the most words that a game has."""
        fingers = map(str, range(rules["fingers"]))
        longest = 1 + max(rules["hands"], 2)
        return ["tap", "split", "L", "M", "R", *fingers], 2 * rules["moves"] * longest


CHANCE = Chopsticks("chopsticks")
