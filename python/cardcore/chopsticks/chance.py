"""Chance nodes of Chopsticks: there are none."""

from collections.abc import Mapping, Sequence
from typing import Any

from cardcore._core import Game
from cardcore.chance import Chance
from cardcore.dealing import Dealing, Group, no_replacements, reject_deck
from cardcore.registry import game_module, new

__all__ = ["CHANCE"]


class Chopsticks(Chance):
    """The chance nodes of Chopsticks."""

    def dealing(self, rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
        """Return the chance events."""
        reject_deck(self.game, deck)
        made = game_module(self.game).Rules(**rules)
        state = " ".join(",".join(hand.split()) for hand in deal.split("/")) or None

        def start(_dealt: Sequence[Group]) -> Game:
            return new(self.game, made, deal=state)

        start(())
        return Dealing(vars(made), (), 0, 0, False, (), 0, start, no_replacements)

    def vocabulary(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Return the tokens of moves, and the maximum number of tokens in a game."""
        fingers = map(str, range(rules["fingers"]))
        longest = 1 + max(rules["hands"], 2)
        return ["tap", "split", "L", "M", "R", *fingers], 2 * rules["moves"] * longest


CHANCE = Chopsticks("chopsticks")
