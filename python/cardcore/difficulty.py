"""Levels of difficulty: how well a bot plays against people.

Every game has a ladder of eight levels, ``Presentation.ladder``. They are weakenings of one strong
bot: it draws its moves at a temperature, so that a mistake is the likelier the less it costs. What
costs too much is cut off at every level.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
    "find_level",
    "named_levels",
]

#: The levels of difficulty, easiest first.
LEVELS = ("first", "easy", "casual", "medium", "club", "hard", "master", "best")

#: The level of opponents if none is chosen, in every game: people can beat it, but not by luck.
DEFAULT_LEVEL = "medium"

#: What people call the levels.
TITLES = {
    "first": "First game",
    "easy": "Easy",
    "casual": "Casual",
    "medium": "Medium",
    "club": "Club player",
    "hard": "Hard",
    "master": "Master",
    "best": "Expert",
}

#: What people can expect of them.
MEANINGS = {
    "first": "Knows the rules and little else.",
    "easy": "Makes mistakes all the time. Good for learning the game.",
    "casual": "Sees what is obvious.",
    "medium": "Plays sensibly and can be beaten.",
    "club": "Plays often, and it shows.",
    "hard": "Plays well. You need a plan.",
    "master": "Makes few mistakes, and small ones.",
    "best": "The strongest we have.",
}

#: How often the moves of each level are random in a game that has no ladder: one in this many.
_RANDOM_EVERY = (2, 3, 4, 5, 7, 10, 20, 0)

_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five", 7: "seven", 10: "ten", 20: "twenty"}


@dataclass(frozen=True)
class Level:
    """A level of difficulty: a bot, and how often it makes a random move instead of its own."""

    bot: str
    """The name of the bot, with its parameters."""
    random_every: int = 0
    """On average one move in this many is random; 0 for none."""
    note: str = ""
    """A remark for the description of the level."""
    name: str = field(default="", compare=False)
    """The name of the level, one of :data:`LEVELS`; empty for a bot that is none."""

    @property
    def number(self) -> int:
        """The number of the level, from 1; 0 for a bot that is none."""
        return LEVELS.index(self.name) + 1 if self.name else 0

    @property
    def title(self) -> str:
        """What people call it."""
        return TITLES.get(self.name, self.bot)

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


def find_level(text: str) -> str | None:
    """Return the name of a level that is given by its name or its number; ``None`` if it is none.

    >>> find_level("medium"), find_level("8"), find_level("9"), find_level("greedy")
    ('medium', 'best', None, None)
    """
    if text in LEVELS:
        return text
    numbers = {str(number): name for number, name in enumerate(LEVELS, start=1)}
    return numbers.get(text)


def named_levels(ladder: Sequence[Level]) -> Mapping[str, Level]:
    """Give the levels of a ladder, easiest first, their names."""
    return {
        name: Level(level.bot, level.random_every, level.note, name)
        for name, level in zip(LEVELS, ladder, strict=True)
    }


def default_levels(bots: Sequence[str]) -> Mapping[str, Level]:
    """Return the levels of a game that names none: the strongest bot, with random moves.

    >>> [str(level) for level in default_levels(["random", "greedy"]).values()][:2]
    ['greedy, but one move in two is random', 'greedy, but one move in three is random']
    """
    return named_levels([Level(bots[-1], every) for every in _RANDOM_EVERY])


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
