"""Chopsticks: chance decides nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from cardcore._core import Game
from cardcore.environments.dealing import Dealing, Group, nothing, refuse_deck
from cardcore.environments.tree import Tree
from cardcore.registry import game_module, new

__all__ = ["TREE"]


class Chopsticks(Tree):
    """What a tree of Chopsticks needs to know."""

    def dealing(self, rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
        """Find what chance decides."""
        refuse_deck(self.game, deck)
        made = game_module(self.game).Rules(**rules)
        state = " ".join(",".join(hand.split()) for hand in deal.split("/")) or None

        def begin(_dealt: Sequence[Group]) -> Game:
            return new(self.game, made, deal=state)

        begin(())
        return Dealing(vars(made), (), 0, 0, False, (), 0, begin, nothing)

    def language(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Give the words of moves, and how many a game has at most."""
        fingers = map(str, range(rules["fingers"]))
        longest = 1 + max(rules["hands"], 2)
        return ["tap", "split", "L", "M", "R", *fingers], 2 * rules["moves"] * longest

    def stake(self, rules: Mapping[str, Any], seats: int) -> float:
        """Give the most by which a seat can be better than the mean."""
        return 1.0


TREE = Chopsticks("chopsticks")
