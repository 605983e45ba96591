"""Strategy charts of video poker, followed by their words alone.

The first line that speaks of cards which are in the hand decides. Wild cards are always held, and a
number of cards in a line counts them. Of several holds on a line the one with the highest cards is
meant, or the lowest where the line says so; holds that differ in nothing but suits are equal here.

>>> game = Game(high="JQKA", payouts=[("no win", 0), ("straight", 4), ("flush", 6)])
>>> chart = ["pat straight or better", "four to a flush", "pair of jacks or better", "pair"]
>>> follow(chart, [0, 4, 8, 28, 51], "no win", game)  # 2c 3c 4c 9c As
(1, [(0, 1, 2, 3)])
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from cardcore.reference.cards import JOKER, RANKS

#: The indices of the held cards.
Hold: TypeAlias = tuple[int, ...]

#: The condition of a line on the ranks and suits held besides wild cards.
Test: TypeAlias = Callable[["Held"], bool]

NUMBERS = ("no", "one", "two", "three", "four", "five")
NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)

#: The ranks of all straights.
STRAIGHTS = [{(low + place) % 13 for place in range(5)} for low in range(-1, 9)]


@dataclass(frozen=True)
class Game:
    """The context of the words of a chart."""

    high: str
    """The ranks of which a pair pays."""
    payouts: Sequence[tuple[str, Fraction | int]]
    """The lines of the paytable from the lowest up, and their payouts."""
    wild: Collection[int] = field(default_factory=frozenset)
    """The wild cards except the joker, which is always wild."""

    def is_wild(self, card: int) -> bool:
        """Return whether a card is wild."""
        return card == JOKER or card in self.wild


@dataclass(frozen=True)
class Held:
    """A hold: the number of cards, and the ranks and suits of the natural ones."""

    count: int
    ranks: list[int]
    suits: set[int]
    game: Game

    @property
    def kinds(self) -> set[int]:
        """The distinct ranks."""
        return set(self.ranks)

    @property
    def distinct(self) -> bool:
        """Whether there are two or more cards, of different ranks."""
        return len(self.ranks) > 1 and len(self.kinds) == len(self.ranks)

    @property
    def high(self) -> int:
        """The number of high cards."""
        return sum(RANKS[rank] in self.game.high for rank in self.ranks)

    @property
    def gaps(self) -> int:
        """How many fewer straights the cards can become than the maximum."""
        all_wild = {
            rank for rank in range(13) if all(4 * rank + s in self.game.wild for s in range(4))
        }
        ways = sum(self.kinds <= straight and not straight & all_wild for straight in STRAIGHTS)
        return 6 - len(self.ranks) - ways if self.in_a_row else 0

    @property
    def in_a_row(self) -> bool:
        """Whether they could become a straight."""
        return any(self.kinds <= straight for straight in STRAIGHTS)

    @property
    def draw(self) -> str:
        """The name of cards of different ranks: the best hand that they could become."""
        if len(self.suits) == 1:
            if min(self.ranks) >= RANKS.index("T"):
                return "royal flush"
            return "straight flush" if self.in_a_row else "flush"
        if self.high == len(self.ranks) and not (len(self.ranks) == 4 and self.in_a_row):
            return "high cards"
        return "straight" if self.in_a_row else "nothing"


def follow(
    chart: Sequence[str], hand: Sequence[int], dealt: str, game: Game
) -> tuple[int, list[Hold]]:
    """Follow a chart with a hand that is dealt as some line of the paytable.

    Returns the index of the line that decides, and the holds that it means.
    """
    for place, words in enumerate(chart):
        found = meant(words, hand, dealt, game)
        if found:
            return place, found
    raise ValueError("no line of the chart decides the hand")


def meant(words: str, hand: Sequence[int], dealt: str, game: Game) -> list[Hold]:
    """List the holds of a hand that a line means; none if it does not apply."""
    wild = [place for place, card in enumerate(hand) if game.is_wild(card)]
    others = [place for place in range(5) if place not in wild]
    if words.startswith("nothing") or words.endswith("alone, or nothing"):
        return [tuple(wild)]
    prefix = re.match(r"(\w+) (?:deuce|joker|wild card)s?: ", words)
    if prefix:
        if len(wild) != NUMBERS.index(prefix[1]):
            return []
        words = words[prefix.end() :]
    words, lowest = re.subn(r", the lowest$", "", words)
    if words.startswith("pat "):
        return [(0, 1, 2, 3, 4)] if dealt in _paying(words[4:], game) else []
    test = _test(words)
    found: dict[Hold, tuple[list[int], list[int]]] = {}
    for size in range(len(others) + 1):
        for chosen in combinations(others, size):
            if size + len(wild) == 5:
                continue
            ranks = [hand[place] // 4 for place in chosen]
            held = Held(size + len(wild), ranks, {hand[place] % 4 for place in chosen}, game)
            if test(held):
                several = sorted({r for r in ranks if ranks.count(r) > 1}, reverse=True)
                found[tuple(sorted([*wild, *chosen]))] = (several, sorted(set(ranks), reverse=True))
    best = (min if lowest else max)(found.values(), default=None)
    return [hold for hold, height in found.items() if height == best]


def _paying(words: str, game: Game) -> set[str]:
    """List the lines of the paytable that a line about pat hands covers."""
    names = [name for name, _ in game.payouts]
    pays = dict(game.payouts)
    if words in names:
        return {words}
    amount = re.match(r"hand that pays (\S+) or more$", words)
    if amount:
        return {name for name in names if pays[name] >= Fraction(amount[1])}
    least = words.removesuffix(" or better")
    if least != words and least in names:
        return set(names[names.index(least) :])
    return set(words.split(" or "))


def _test(words: str) -> Test:
    """Read the condition of a line on the held cards."""
    first, *rest = words.split(", ")
    if first == "one card":
        return lambda held: len(held.ranks) == 1 and all(_rank(w)(held.ranks[0]) for w in rest)
    pair = re.match(r"pair(?: of (.+))?$", words)
    if pair:
        return _of_a_kind(2, [pair[1]] if pair[1] else [])
    alike = re.match(r"(\w+) of a kind$", first)
    if alike:
        return _of_a_kind(NUMBERS.index(alike[1]), rest)
    if first in ("two pair", "two pairs"):
        return lambda held: (
            sorted(map(held.ranks.count, held.kinds)) == [2, 2]
            and all(_rank(word)(max(held.ranks)) for word in rest)
        )
    if first == "three aces and a two to a four":
        return lambda held: _with_kicker(held, {12}, {0, 1, 2})
    if first == "three twos to fours and an ace to a four":
        return lambda held: _with_kicker(held, {0, 1, 2}, {12, 0, 1, 2})
    high = re.match(r"(\w+) unsuited high cards$", first)
    if high:
        size = NUMBERS.index(high[1])
        return lambda held: (
            held.distinct
            and len(held.ranks) == size
            and held.draw == "high cards"
            and all(_condition(word)(held) for word in rest)
        )
    draw = re.match(r"(\w+) to a (.+)$", first)
    if draw is None:
        raise ValueError(f"'{words}' is not a line of a chart")
    count, goal = NUMBERS.index(draw[1]), draw[2]
    return lambda held: (
        held.distinct
        and held.count == count
        and held.draw == goal
        and all(_condition(word)(held) for word in rest)
    )


def _of_a_kind(count: int, rest: Sequence[str]) -> Test:
    return lambda held: (
        held.count == count
        and len(held.ranks) > 1
        and len(held.kinds) == 1
        and all(_rank(word)(held.ranks[0]) for word in rest)
    )


def _with_kicker(held: Held, three: set[int], kicker: set[int]) -> bool:
    if sorted(map(held.ranks.count, held.kinds)) != [1, 3]:
        return False
    alike = max(held.kinds, key=held.ranks.count)
    return alike in three and held.kinds - {alike} <= kicker


def _rank(words: str) -> Callable[[int], bool]:
    """Read a rank, or the lowest of several."""
    name = words.removesuffix(" or better")
    singular = {"sixes": "six"}.get(name, name.removesuffix("s"))
    wanted = NAMES.index(singular)
    return lambda rank: rank >= wanted if name != words else rank == wanted


def _condition(words: str) -> Test:
    """Read the condition on cards that could become a straight or a flush."""
    if words in ("open at both ends", "open-ended", "no gap"):
        return lambda held: held.gaps == 0
    if words == "no ace":
        return lambda held: 12 not in held.ranks
    if words == "no more gaps than high cards":
        return lambda held: held.gaps <= held.high
    if words == "more high cards than gaps":
        return lambda held: held.high > held.gaps
    for pattern, test in _COUNTED.items():
        match = re.match(pattern + "$", words)
        if match:
            number = NUMBERS.index(match[1])
            return lambda held, test=test, number=number: test(held, number)  # type: ignore[misc]
    ranks = {NAMES.index(name) for name in words.split(" and ")}
    return lambda held: held.kinds == ranks


_COUNTED: dict[str, Callable[[Held, int], bool]] = {
    r"at most (\w+) gaps?": lambda held, number: held.gaps <= number,
    r"at least (\w+) high cards?": lambda held, number: held.high >= number,
    r"at least (\w+) high cards more than gaps": lambda held, n: held.high - held.gaps >= n,
    r"at most (\w+) gaps? more than high cards": lambda held, n: held.gaps - held.high <= n,
}
