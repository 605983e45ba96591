"""Levels of difficulty: how well a bot plays against people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardcore._core import View
from cardcore.reference.random import Random

__all__ = ["LEVELS", "Level", "LevelPlayer", "default_levels", "make_levels"]

#: The levels of difficulty, easiest first.
LEVELS = ("easy", "medium", "hard", "best")

_COUNTS = {3: "three", 10: "ten"}


@dataclass(frozen=True)
class Level:
    """A level of difficulty: a bot, and how often it makes a random move instead of its own."""

    bot: str
    """The name of the bot."""
    random_every: int = 0
    """On average one move in this many is random; 0 for none."""
    note: str = ""
    """A remark for the description of the level."""

    def __str__(self) -> str:
        if not self.random_every:
            return f"{self.bot}{self.note}"
        often = _COUNTS.get(self.random_every, self.random_every)
        return f"{self.bot}{self.note}, but one move in {often} is random"


def make_levels(bots: Sequence[str]) -> Mapping[str, Level]:
    """Return the levels of a game with one bot for each, easiest first."""
    return dict(zip(LEVELS, map(Level, bots), strict=True))


def default_levels(bots: Sequence[str]) -> Mapping[str, Level]:
    """Return the levels of a game without a bot for each: the strongest, with random moves.

    >>> [str(level) for level in default_levels(["random", "greedy"]).values()][:2]
    ['random', 'greedy, but one move in three is random']
    """
    weakest, *_, strongest = [*bots, bots[-1]]
    found = (Level(weakest), Level(strongest, 3), Level(strongest, 10), Level(strongest))
    return dict(zip(LEVELS, found, strict=True))


class LevelPlayer:
    """A player at some level, whose choices depend only on a seed and the number of the move.

    So a game that is interrupted and resumed continues as it would have.
    """

    def __init__(self, level: Level, seed: int) -> None:
        self._level = level
        self._seed = seed

    def choose(self, view: View, /) -> Any:
        """Choose a move."""
        random = Random(self._seed, len(view.history))
        if self._level.random_every and random.below(self._level.random_every) == 0:
            moves = view.legal_moves()
            return moves[random.below(len(moves))]
        return view.choose(self._level.bot, seed=random.word())
