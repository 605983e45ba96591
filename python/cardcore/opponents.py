"""Opponents of people: bots by name, and levels of difficulty."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardcore._core import View
from cardcore.reference.random import Random

__all__ = ["LEVELS", "Level", "Opponent", "make_levels", "usual_levels"]

#: The levels of difficulty, easiest first.
LEVELS = ("easy", "medium", "hard", "best")

_COUNTS = {3: "three", 10: "ten"}


@dataclass(frozen=True)
class Level:
    """How well an opponent plays: a bot, and how often it makes any move instead of its own."""

    bot: str
    """The name of the bot."""
    slips: int = 0
    """One move in so many is any legal one; 0 if none is."""
    note: str = ""
    """What to add when the level is described."""

    def __str__(self) -> str:
        if not self.slips:
            return f"{self.bot}{self.note}"
        often = _COUNTS.get(self.slips, self.slips)
        return f"{self.bot}{self.note}, but one move in {often} is any legal move"


def make_levels(bots: Sequence[str]) -> Mapping[str, Level]:
    """Give the levels of a game that has a bot for each, easiest first."""
    return dict(zip(LEVELS, map(Level, bots), strict=True))


def usual_levels(bots: Sequence[str]) -> Mapping[str, Level]:
    """Give the levels of a game whose bots are no ladder: the strongest, with fewer slips.

    >>> [str(level) for level in usual_levels(["random", "greedy"]).values()][:2]
    ['random', 'greedy, but one move in three is any legal move']
    """
    weakest, *_, strongest = [*bots, bots[-1]]
    found = (Level(weakest), Level(strongest, 3), Level(strongest, 10), Level(strongest))
    return dict(zip(LEVELS, found, strict=True))


class Opponent:
    """A bot whose choices depend on a seed and the number of the move alone.

    So a game that is left and goes on later is the game that it would have been.
    """

    def __init__(self, level: Level, seed: int) -> None:
        self._level = level
        self._seed = seed

    def choose(self, view: View, /) -> Any:
        """Choose a move."""
        random = Random(self._seed, len(view.history))
        if self._level.slips and random.below(self._level.slips) == 0:
            moves = view.legal_moves()
            return moves[random.below(len(moves))]
        return view.choose(self._level.bot, seed=random.word())
