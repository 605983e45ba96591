"""What the words of a chart mean: ranks, numbers, and the rule of a hold."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from cardcore import _core

__all__ = [
    "ALL_RANKS",
    "NAMES",
    "RANKS",
    "RANK_NAMES",
    "Game",
    "Spec",
    "Unknown",
    "bits_of",
    "count_of",
    "number_of",
    "rank_bits",
    "ranks_from",
]

RANKS = "23456789tjqka"
ALL_RANKS = 0x1FFF
NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
#: The name of a rank, or several names.
RANK_NAMES = rf"(?:{'|'.join(NAMES)})(?: or (?:{'|'.join(NAMES)}))*"
_NUMBERS = {"no": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "a": 1}


class Spec(NamedTuple):
    """The rule of a hold, before the number of wild cards is known."""

    form: str
    natural: int
    """The number of cards besides wild ones; -1 if ``kept`` counts."""
    kept: int = -1
    high: tuple[int, int] | None = None
    gaps: tuple[int, int] | None = None
    margin: tuple[int, int] | None = None
    without: int = 0
    ranks: int | None = None
    tops: int = ALL_RANKS
    kickers: int = ALL_RANKS
    lines: int = 0xFFFFFFFF
    no_flush_penalty: bool = False
    no_straight_penalty: bool = False

    def rule(self, wilds: int | None) -> _core.ChartRule:
        """Make the rule for hands with this many wild cards."""
        kept = self.kept if self.kept >= 0 else self.natural + (wilds or 0)
        fields = self._asdict()
        for name in ("form", "natural", "kept"):
            del fields[name]
        return _core.ChartRule(self.form, kept, wilds, **fields)


@dataclass(frozen=True)
class Game:
    """What the words of a chart depend on."""

    lines: list[tuple[str, Fraction]]
    """The names of the lines of the paytable from the lowest up, and their payouts."""
    high: int
    """The ranks of which a pair pays, as bits."""
    wild: bool
    """Whether there are wild cards."""


class Unknown(Exception):
    """Something that cannot be read, with the reason."""


def count_of(word: str) -> int | None:
    """Read a number as a digit or a word."""
    return int(word) if word.isdigit() else _NUMBERS.get(word)


def number_of(word: str) -> int:
    """Read a number, 0 if it is none."""
    found = count_of(word)
    return 0 if found is None else found


def ranks_from(rank: int) -> int:
    """Return the ranks from this one up, as bits."""
    return ALL_RANKS & ~((1 << rank) - 1)


def bits_of(letters: str | list[str]) -> int:
    """Return the ranks of letters, as bits."""
    found = 0
    for letter in letters:
        found |= 1 << RANKS.index(letter)
    return found


def rank_bits(words: str) -> int:
    """Read ranks by name or letter: one, some, or all from one up or down."""
    match = re.fullmatch(r"(\w+) or (better|higher|lower|worse)", words)
    if match:
        rank = _rank(match[1])
        return ranks_from(rank) if match[2] in ("better", "higher") else (2 << rank) - 1
    spread = re.fullmatch(r"(\w+)(?: through | to |-)(\w+)", words)
    if spread:
        first, last = sorted((_rank(spread[1]), _rank(spread[2])))
        return (2 << last) - 1 & ranks_from(first)
    found = 0
    for word in re.split(r", or |, | or |/", words):
        found |= 1 << _rank(re.sub(r"^an? ", "", word))
    return found


def _rank(word: str) -> int:
    short = word[:1] if len(word) == 2 and word[0] == word[1] else word
    if len(short) == 1 and short in RANKS:
        return RANKS.index(short)
    if re.fullmatch(r"[2-9tjqka]s", word):
        return RANKS.index(word[0])
    singular = {"sixes": "six"}.get(word, word.removesuffix("s"))
    if singular not in NAMES:
        raise Unknown(f"'{word}' is not a rank")
    return NAMES.index(singular)
