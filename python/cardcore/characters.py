"""Characters: the names, tempers and short descriptions of the bots that people play against.

Every level of difficulty has a cast of its own, so a name tells how well its bearer plays. The
same seed seats the same characters.
"""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from cardcore.difficulty import LEVELS
from cardcore.phrases import Phrase
from cardcore.reference.random import Random

__all__ = ["CHARACTERS", "TEMPERS", "Character", "cast", "describe", "find"]

#: The tempers that characters have.
TEMPERS = ("bold", "calm", "cautious", "cheerful", "dreamy", "grumpy", "patient", "sly")


@dataclass(frozen=True)
class Character:
    """Somebody to play against."""

    id: str
    """Stays the same in all versions and languages."""
    name: str
    """The name that is shown."""
    level: str
    """The level of difficulty that the character plays at, or the one below it."""
    temper: str
    """One of :data:`TEMPERS`."""
    about: str
    """A line about the character."""


#: All characters, the weakest level first.
CHARACTERS = (
    Character("pip", "Pip", "easy", "cheerful", "Learned the rules this morning."),
    Character("momo", "Momo", "easy", "dreamy", "Looks out of the window a lot."),
    Character("biscuit", "Biscuit", "easy", "cheerful", "Is mostly here for the snacks."),
    Character("juno", "Juno", "easy", "bold", "Plays the card she likes best."),
    Character("fritz", "Fritz", "easy", "grumpy", "Blames the cards."),
    Character("tilda", "Tilda", "easy", "cautious", "Asks whose turn it is."),
    Character("otto", "Otto", "medium", "patient", "Counts on his fingers, and gets it right."),
    Character("hazel", "Hazel", "medium", "calm", "Has played every Sunday for years."),
    Character("rufus", "Rufus", "medium", "bold", "Would rather lose than wait."),
    Character("wilma", "Wilma", "medium", "cautious", "Keeps her good cards for later."),
    Character("bruno", "Bruno", "medium", "grumpy", "Grumbles when he wins, too."),
    Character("lotte", "Lotte", "medium", "cheerful", "Hums while she thinks."),
    Character("ines", "Ines", "hard", "sly", "Remembers what you played."),
    Character("casper", "Casper", "hard", "calm", "Never shows what he holds."),
    Character("dora", "Dora", "hard", "patient", "Waits for your mistake."),
    Character("silas", "Silas", "hard", "bold", "Knows when to take a risk."),
    Character("edith", "Edith", "hard", "grumpy", "Won the club three years in a row."),
    Character("marlo", "Marlo", "hard", "sly", "Smiles at the wrong moment on purpose."),
    Character("ada", "Ada", "best", "calm", "Has already thought of that."),
    Character("magnus", "Magnus", "best", "patient", "Sees the end from the beginning."),
    Character("noor", "Noor", "best", "sly", "Knows what you hold better than you do."),
    Character("viktor", "Viktor", "best", "bold", "Does not guess."),
    Character("selma", "Selma", "best", "dreamy", "Looks absent, and is not."),
    Character("leo", "Leo", "best", "cautious", "Has never been surprised."),
)


def cast(levels: Sequence[str], seed: int, taken: Collection[str] = ()) -> list[tuple[str, str]]:
    """Choose who plays: a name and the id of a character for each seat of a level.

    Names differ, also from those that are taken. Where a cast is too small, names are numbered.

    Parameters
    ----------
    levels
        The level at each seat.
    seed
        The seed of the choice.
    taken
        Names that others have.

    Raises
    ------
    ValueError
        If something is not a level.

    Examples
    --------
    >>> cast(["medium", "medium", "best"], seed=1)
    [('Hazel', 'hazel'), ('Wilma', 'wilma'), ('Leo', 'leo')]
    >>> [name for name, _ in cast(["easy"] * 8, seed=1)][-2:]
    ['Fritz 2', 'Juno 2']
    >>> cast(["first"], seed=1) == cast(["easy"], seed=1)
    True
    """
    used = {name.casefold() for name in taken}
    orders = {level: _shuffled(level, seed) for level in set(levels)}
    chosen = []
    for level in levels:
        round_number, name = 1, None
        while name is None:
            suffix = "" if round_number == 1 else f" {round_number}"
            free = (
                character
                for character in orders[level]
                if f"{character.name}{suffix}".casefold() not in used
            )
            found = next(free, None)
            if found is not None:
                name = f"{found.name}{suffix}"
                used.add(name.casefold())
                chosen.append((name, found.id))
            round_number += 1
    return chosen


@lru_cache(maxsize=1024)
def find(name: str) -> Character | None:
    """Find the character of a name that :func:`cast` gave, numbered or not.

    >>> find("Otto 2").about
    'Counts on his fingers, and gets it right.'
    """
    plain = name.rpartition(" ")[0] if name.rpartition(" ")[2].isdecimal() else name
    return next((found for found in CHARACTERS if found.name == plain), None)


def describe() -> list[dict[str, Any]]:
    """Describe all characters as JSON values, for a page that shows them."""
    return [{**asdict(character), "about": Phrase(character.about)} for character in CHARACTERS]


def _shuffled(level: str, seed: int) -> list[Character]:
    """Put the cast of a level into the order in which it takes seats."""
    if level not in LEVELS:
        raise ValueError(f"level: expected one of {', '.join(LEVELS)}, found '{level}'")
    # Two levels have a cast in common, so that there are enough of them at a large table.
    pair = LEVELS.index(level) // 2
    found = [character for character in CHARACTERS if character.level in LEVELS[2 * pair :][:2]]
    Random(seed, pair).shuffle(found)
    return found
