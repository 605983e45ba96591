"""Strategy charts of video poker, followed by their printed words alone.

The first line that speaks of cards which are in the hand decides. Wild cards are always held, and a
number of cards in a line counts them. Of several holds on a line the one with the highest cards is
meant, or the lowest where the line says so; of holds that differ in nothing but suits, the better.

>>> game = Game(high="JQKA", payouts=[("no win", 0), ("straight", 4), ("flush", 6)])
>>> chart = ["pat straight or better", "4 to a flush", "high pair", "low pair"]
>>> follow(chart, [0, 4, 8, 28, 51], "no win", game)  # 2c 3c 4c 9c As
(1, [(0, 1, 2, 3)])
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from typing import TypeAlias

from cardcore.reference.cards import JOKER, RANKS

#: The indices of the held cards.
Hold: TypeAlias = tuple[int, ...]

NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)

#: The ranks of all straights.
STRAIGHTS = [frozenset((low + place) % 13 for place in range(5)) for low in range(-1, 9)]

_TEN = 8


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

    @property
    def high_ranks(self) -> frozenset[int]:
        """The ranks of which a pair pays, as numbers."""
        return frozenset(RANKS.index(rank) for rank in self.high)

    @property
    def natural_straights(self) -> list[frozenset[int]]:
        """The straights without a rank that occurs only as wild cards."""
        wild = {rank for rank in range(13) if all(4 * rank + s in self.wild for s in range(4))}
        return [straight for straight in STRAIGHTS if not straight & wild]


@dataclass(frozen=True)
class Held:
    """A hold: its natural cards, the number of wild ones, and what is discarded."""

    wilds: int
    ranks: tuple[int, ...]
    one_suit: bool
    flush_penalty: bool
    straight_penalty: bool

    @property
    def count(self) -> int:
        """The number of cards, wild ones included."""
        return self.wilds + len(self.ranks)

    @property
    def kinds(self) -> frozenset[int]:
        """The distinct ranks."""
        return frozenset(self.ranks)

    @property
    def distinct(self) -> bool:
        """Whether there are two or more natural cards, all of different ranks."""
        return len(self.ranks) > 1 and len(self.kinds) == len(self.ranks)

    @property
    def connected(self) -> bool:
        """Whether they could become a straight."""
        return any(self.kinds <= straight for straight in STRAIGHTS)

    def high(self, game: Game) -> int:
        """Count the high cards."""
        return sum(rank in game.high_ranks for rank in self.ranks)

    def gaps(self, game: Game) -> int:
        """Count the straights they can become fewer than cards in the middle of the order."""
        ways = sum(self.kinds <= straight for straight in game.natural_straights)
        return 6 - len(self.ranks) - ways if self.connected else 0

    def draw(self, game: Game) -> str:
        """Name cards of different ranks by the best hand that they could become."""
        if self.one_suit:
            if min(self.ranks) >= _TEN:
                return "royal"
            return "straight flush" if self.connected else "flush"
        # Two or three high cards are called that, even if they could become a straight.
        if self.high(game) == len(self.ranks) and not (len(self.ranks) == 4 and self.connected):
            return "high cards"
        return "straight" if self.connected else "nothing"


#: The condition of a line on a hold.
Test: TypeAlias = Callable[[Held], bool]


def follow(
    chart: Sequence[str], hand: Sequence[int], dealt: str, game: Game
) -> tuple[int, list[Hold]]:
    """Follow a chart with a hand that is dealt as some line of the paytable.

    Returns the index of the line that decides, and the holds that it means.
    """
    return Reader(chart, game).follow(hand, dealt)


class Reader:
    """A chart that was read once, to be followed with many hands."""

    def __init__(self, chart: Sequence[str], game: Game) -> None:
        self._game = game
        self._lowest = [words.endswith(", the lowest") for words in chart]
        self._lines = [_line(words.removesuffix(", the lowest"), game) for words in chart]
        # What a line says depends only on how a hold looks, and few holds look different.
        self._first = lru_cache(maxsize=None)(self._first_line)
        self._pat = lru_cache(maxsize=None)(self._pat_line)
        self._straights = game.natural_straights
        self._penalties = any("penalty" in words for words in chart)
        # Without penalty cards, a hold is the same in all hands: there are 294,203 of them.
        self._decide = self._line_of if self._penalties else lru_cache(300_000)(self._line_of)

    def follow(self, hand: Sequence[int], dealt: str) -> tuple[int, list[Hold]]:
        """Return the index of the line that decides a hand, and the holds that it means."""
        wild = tuple([place for place, card in enumerate(hand) if self._game.is_wild(card)])
        found: dict[int, list[tuple[tuple[int, ...], Hold]]] = {}
        for chosen, others, kept in _holds(wild):
            cards = tuple([hand[place] for place in chosen])
            if len(kept) == 5 and chosen:
                line = self._pat(dealt, len(wild))
            elif len(kept) == 5:
                # Five wild cards are a pat hand, and wild cards alone.
                pat = self._pat(dealt, 5)
                line = len(self._lines) - 1 if pat is None else pat
            else:
                rest = tuple([hand[place] for place in others]) if self._penalties else ()
                line = self._decide(len(wild), cards, rest)
            if line is not None:
                found.setdefault(line, []).append((cards, kept))
        line = min(found)
        # A line of several parts may mean holds of different sizes: the largest come first.
        most = max(len(hold) for _, hold in found[line])
        largest = [(_height(cards), hold) for cards, hold in found[line] if len(hold) == most]
        best = (min if self._lowest[line] else max)(height for height, _ in largest)
        return line, [hold for height, hold in largest if height == best]

    def _line_of(self, wilds: int, cards: tuple[int, ...], rest: tuple[int, ...]) -> int | None:
        return self._first(*self._look(wilds, cards, rest))

    def _pat_line(self, dealt: str, wilds: int) -> int | None:
        for place, (_, pat) in enumerate(self._lines):
            if pat(dealt, wilds):
                return place
        return None

    def _first_line(
        self, wilds: int, ranks: tuple[int, ...], one_suit: bool, flush: bool, straight: bool
    ) -> int | None:
        held = Held(wilds, ranks, one_suit, flush, straight)
        for place, (test, _) in enumerate(self._lines):
            if test(held):
                return place
        return None

    def _look(
        self, wilds: int, cards: tuple[int, ...], rest: tuple[int, ...]
    ) -> tuple[int, tuple[int, ...], bool, bool, bool]:
        """Return all that a line can look at: the fields of a hold."""
        ranks = tuple(sorted([card // 4 for card in cards]))
        suits = {card % 4 for card in cards}
        one_suit = len(suits) == 1
        if not self._penalties:
            return wilds, ranks, one_suit, False, False
        kinds = frozenset(ranks)
        flush = one_suit and any(card % 4 in suits for card in rest)
        straight = any(
            card // 4 not in kinds and kinds | {card // 4} <= straight
            for card in rest
            for straight in self._straights
        )
        return wilds, ranks, one_suit, flush, straight


@cache
def _holds(wild: tuple[int, ...]) -> list[tuple[Hold, Hold, Hold]]:
    """List all holds of a hand: the natural cards, those that are discarded, and all held ones."""
    natural = [place for place in range(5) if place not in wild]
    found = []
    for size in range(len(natural) + 1):
        for chosen in combinations(natural, size):
            others = tuple(place for place in natural if place not in chosen)
            found.append((chosen, others, tuple(sorted((*wild, *chosen)))))
    return found


def total(
    chart: Sequence[str],
    game: Game,
    hands: Iterable[tuple[Sequence[int], int, str, Sequence[int]]],
) -> int:
    """Add up what following a chart is worth.

    Every hand comes with its weight, its line as it is dealt, and the value of each of its 32
    discards, by mask.
    """
    reader = Reader(chart, game)
    worth = 0
    for hand, weight, dealt, values in hands:
        _, holds = reader.follow(hand, dealt)
        worth += weight * max(values[31 - sum(1 << card for card in hold)] for hold in holds)
    return worth


def _height(cards: Sequence[int]) -> tuple[list[int], list[int]]:
    ranks = [card // 4 for card in cards]
    several = sorted({rank for rank in ranks if ranks.count(rank) > 1}, reverse=True)
    return several, sorted(set(ranks), reverse=True)


def _line(words: str, game: Game) -> tuple[Test, Callable[[str, int], bool]]:
    """Read a line: its condition on holds, and the one on pat hands and their wild cards."""
    parts = [_part(part, game) for part in words.split(" / ")]
    return (
        lambda held: any(test(held) for test, _ in parts),
        lambda dealt, wilds: any(pat(dealt, wilds) for _, pat in parts),
    )


def _part(words: str, game: Game) -> tuple[Test, Callable[[str, int], bool]]:
    prefix = re.match(r"(no|\d) (?:deuce|joker|wild card)s?: ", words)
    wilds = None
    if prefix:
        wilds = 0 if prefix[1] == "no" else int(prefix[1])
        words = words[prefix.end() :]
    if words.startswith("pat "):
        names = _paying(words[4:], game)
        return (
            lambda held: False,
            lambda dealt, count: dealt in names and wilds in (None, count),
        )
    test = _test(words, game)
    return lambda held: wilds in (None, held.wilds) and test(held), lambda dealt, count: False


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
    found = set(words.split(" or "))
    if not found <= set(names):
        raise ValueError(f"'{words}' is not a line of the paytable")
    return found


def _test(words: str, game: Game) -> Test:
    """Read the condition of a line on the held cards."""
    if words.startswith("nothing") or words.endswith("alone, or nothing"):
        return lambda held: not held.ranks
    for pattern, read in _FORMS:
        match = re.match(pattern + r"((?:, .+)?)$", words)
        if match:
            conditions = [
                _condition(part, game) for part in match[match.lastindex or 0].split(", ")[1:]
            ]
            test = read(match, game)
            return lambda held: test(held) and all(condition(held) for condition in conditions)
    raise ValueError(f"'{words}' is not a line of a chart")


def _alike(count: int, ranks: Collection[int]) -> Test:
    return lambda held: (
        held.count == count
        and len(held.ranks) > 1
        and len(held.kinds) == 1
        and held.ranks[0] in ranks
    )


def _two_pair(ranks: Collection[int]) -> Test:
    return lambda held: (
        not held.wilds
        and sorted(map(held.ranks.count, held.kinds)) == [2, 2]
        and max(held.ranks) in ranks
    )


def _with_kicker(three: Collection[int], kicker: Collection[int]) -> Test:
    def test(held: Held) -> bool:
        if held.wilds or sorted(map(held.ranks.count, held.kinds)) != [1, 3]:
            return False
        alike = max(held.kinds, key=held.ranks.count)
        return alike in three and held.kinds - {alike} <= set(kicker)

    return test


def _single(ranks: Collection[int]) -> Test:
    return lambda held: len(held.ranks) == 1 and held.ranks[0] in ranks


def _named(lists: str, suited: bool) -> Test:
    wanted = {frozenset(RANKS.index(letter) for letter in ranks) for ranks in lists.split(", ")}
    return lambda held: held.distinct and held.kinds in wanted and held.one_suit == suited


def _to(count: int, goal: str, game: Game) -> Test:
    open_ended = {"outside straight": 0, "inside straight": 1}.get(goal)
    name = goal if open_ended is None else "straight"
    return lambda held: (
        held.distinct
        and held.count == count
        and held.draw(game) == name
        and (open_ended is None or held.gaps(game) == open_ended)
    )


def _high_cards(count: int, game: Game) -> Test:
    return lambda held: (
        held.distinct and len(held.ranks) == count and held.draw(game) == "high cards"
    )


def _suited_high(count: int, game: Game) -> Test:
    return lambda held: (
        held.distinct and held.one_suit and len(held.ranks) == count == held.high(game)
    )


def _ranks(words: str | None) -> set[int]:
    """Read ranks: one, several with *or* between them, a range, or all from one up or down."""
    if not words:
        return set(range(13))
    if words.endswith(" or better"):
        return set(range(_rank(words.removesuffix(" or better")), 13))
    if words.endswith(" or lower"):
        return set(range(_rank(words.removesuffix(" or lower")) + 1))
    if " to " in words:
        first, last = map(_rank, words.split(" to "))
        return set(range(first, last + 1))
    return {_rank(name) for name in words.split(" or ")}


def _rank(name: str) -> int:
    return NAMES.index({"sixes": "six"}.get(name, name.removesuffix("s")))


_WORD = r"(?:two|three|four|five|six(?:es)?|seven|eight|nine|ten|jack|queen|king|ace)s?"
_SOME = rf"({_WORD}(?: to {_WORD}|(?: or (?:better|lower|{_WORD}))*))"

#: The forms of a line, and how each is read; the last group of a pattern has the conditions.
_FORMS: list[tuple[str, Callable[[re.Match[str], Game], Test]]] = [
    (r"high pair", lambda match, game: _alike(2, game.high_ranks)),
    (r"low pair", lambda match, game: _alike(2, set(range(13)) - game.high_ranks)),
    (rf"pair(?: of {_SOME})?", lambda match, game: _alike(2, _ranks(match[1]))),
    (rf"(\d) of a kind(?:, {_SOME})?", lambda match, game: _alike(int(match[1]), _ranks(match[2]))),
    (rf"two pair(?:, {_SOME})?", lambda match, game: _two_pair(_ranks(match[1]))),
    (r"3 aces and a 2 to 4", lambda match, game: _with_kicker({12}, {0, 1, 2})),
    (
        r"3 twos to fours and an ace to 4",
        lambda match, game: _with_kicker({0, 1, 2}, {12, 0, 1, 2}),
    ),
    (r"1 high card", lambda match, game: _single(game.high_ranks)),
    (rf"one card(?:, {_SOME})?", lambda match, game: _single(_ranks(match[1]))),
    (
        r"((?:[2-9TJQKA]{2,4}, )*[2-9TJQKA]{2,4}) (suited|unsuited)",
        lambda match, game: _named(match[1], match[2] == "suited"),
    ),
    (
        r"(\d) to an? (royal|straight flush|flush|straight|outside straight|inside straight)",
        lambda match, game: _to(int(match[1]), match[2], game),
    ),
    (r"(\d) unsuited high cards", lambda match, game: _high_cards(int(match[1]), game)),
    (r"(\d) suited high cards", lambda match, game: _suited_high(int(match[1]), game)),
]


def _condition(words: str, game: Game) -> Test:
    """Read a condition on the held cards."""
    for pattern, test in _CONDITIONS:
        match = re.match(pattern + "$", words)
        if match:
            numbers = [int(number) for number in match.groups()]
            return lambda held: test(held, game, *numbers)
    absent = re.match(rf"no ({_WORD}(?: or {_WORD})*)$", words)
    if absent:
        ranks = _ranks(absent[1])
        return lambda held: not ranks & held.kinds
    top = re.match(r"([2-9TJQKA]) high or lower$", words)
    if top is None:
        raise ValueError(f"'{words}' is not a condition of a chart")
    highest = RANKS.index(top[1])
    return lambda held: max(held.ranks) <= highest


_CONDITIONS: list[tuple[str, Callable[..., bool]]] = [
    (r"no flush penalty", lambda held, game: not held.flush_penalty),
    (r"no straight penalty", lambda held, game: not held.straight_penalty),
    (r"(\d) gaps?", lambda held, game, n: held.gaps(game) == n),
    (r"at most (\d) gaps?", lambda held, game, n: held.gaps(game) <= n),
    (r"at least (\d) gaps?", lambda held, game, n: held.gaps(game) >= n),
    (r"(\d) high cards?", lambda held, game, n: held.high(game) == n),
    (r"at most (\d) high cards?", lambda held, game, n: held.high(game) <= n),
    (r"at least (\d) high cards?", lambda held, game, n: held.high(game) >= n),
    (r"(\d) to (\d) high cards?", lambda held, game, a, b: a <= held.high(game) <= b),
    (r"no more gaps than high cards", lambda held, game: held.gaps(game) <= held.high(game)),
    (r"more high cards than gaps", lambda held, game: held.high(game) > held.gaps(game)),
    (
        r"at least (\d) high cards more than gaps",
        lambda held, game, n: held.high(game) - held.gaps(game) >= n,
    ),
    (
        r"at most (\d) gaps? more than high cards",
        lambda held, game, n: held.gaps(game) - held.high(game) <= n,
    ),
    (
        r"high cards minus gaps (-?\d)",
        lambda held, game, n: held.high(game) - held.gaps(game) == n,
    ),
    (
        r"high cards minus gaps at most (-?\d)",
        lambda held, game, n: held.high(game) - held.gaps(game) <= n,
    ),
    (
        r"high cards minus gaps (-?\d) to (-?\d)",
        lambda held, game, a, b: a <= held.high(game) - held.gaps(game) <= b,
    ),
]
