"""Levels of difficulty: how well a bot plays against people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardcore._core import View
from cardcore.reference.random import Random

__all__ = [
    "DEFAULT_LEVEL",
    "LEVELS",
    "MEANINGS",
    "TITLES",
    "Level",
    "LevelPlayer",
    "default_levels",
]

#: The levels of difficulty, easiest first.
LEVELS = ("easy", "medium", "hard", "best")

#: The level of opponents if none is chosen, in every game: people can beat it, but not by luck.
DEFAULT_LEVEL = "medium"

#: What people call the levels.
TITLES = {"easy": "Easy", "medium": "Medium", "hard": "Hard", "best": "Expert"}

#: What people can expect of them.
MEANINGS = {
    "easy": "Makes mistakes all the time. Good for learning the game.",
    "medium": "Plays sensibly and can be beaten.",
    "hard": "Plays well. You need a plan.",
    "best": "The strongest we have.",
}

_COUNTS = {2: "two", 3: "three", 4: "four", 10: "ten"}


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

    def choose(self, view: View, random: Random) -> Any:
        """Choose a move."""
        if self.random_every and random.below(self.random_every) == 0:
            moves = view.legal_moves()
            return moves[random.below(len(moves))]
        return view.choose(self.bot, seed=random.word())


def default_levels(bots: Sequence[str]) -> Mapping[str, Level]:
    """Return the levels of a game that names none: the strongest bot, with random moves.

    >>> [str(level) for level in default_levels(["random", "greedy"]).values()][:2]
    ['greedy, but one move in two is random', 'greedy, but one move in four is random']
    """
    found = (Level(bots[-1], every) for every in (2, 4, 10, 0))
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
        return self._level.choose(view, Random(self._seed, view.move_count))
