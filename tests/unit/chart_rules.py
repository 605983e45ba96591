"""The rules of strategy cards written out by hand, to follow printed charts in tests.

Nothing here is shared with the library's readers: holds are described by what they spell, as
players see them, and draws by the straights that they are part of.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

RANKS = "23456789TJQKA"
NAMES = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
NAMES += ["jack", "queen", "king", "ace"]
STRAIGHTS = ["A2345", *(RANKS[low : low + 5] for low in range(9))]

#: The straights of cards in the middle of the order, by number: 78, 678, 6789.
_IN_THE_MIDDLE = {2: 4, 3: 3, 4: 2}


@dataclass(frozen=True)
class Held:
    """Some cards of a hand: those that are held, without wild ones, and those that are not."""

    ranks: str
    """The ranks of the held cards, the highest first."""
    suits: str
    wilds: int
    left: tuple[tuple[str, str], ...]
    """The rank and suit of the cards that are not held."""
    high: str
    """The ranks of which a pair pays."""
    wild_ranks: str
    """The ranks of which every card is wild."""

    @property
    def size(self) -> int:
        return len(self.ranks) + self.wilds

    @property
    def is_suited(self) -> bool:
        return len(set(self.suits)) == 1

    @property
    def has_pair(self) -> bool:
        return len(set(self.ranks)) < len(self.ranks)

    @property
    def high_cards(self) -> int:
        return sum(rank in self.high for rank in self.ranks)

    @property
    def gaps(self) -> int:
        ways = [s for s in STRAIGHTS if set(self.ranks) <= set(s)]
        possible = [s for s in ways if not set(s) & set(self.wild_ranks)]
        return _IN_THE_MIDDLE[len(self.ranks)] - len(possible) if ways else 0

    @property
    def draw(self) -> str:
        """The best hand that cards of different ranks can become."""
        connected = any(set(self.ranks) <= set(s) for s in STRAIGHTS)
        if self.is_suited:
            royal = set(self.ranks) <= set("TJQKA")
            return "royal" if royal else "straight flush" if connected else "flush"
        if self.high_cards == len(self.ranks) and not (len(self.ranks) == 4 and connected):
            return "high cards"
        return "straight" if connected else "nothing"

    @property
    def has_flush_penalty(self) -> bool:
        return self.is_suited and any(suit == self.suits[0] for _, suit in self.left)

    @property
    def has_straight_penalty(self) -> bool:
        return any(
            rank not in self.ranks and {*self.ranks, rank} <= set(straight)
            for rank, _ in self.left
            for straight in STRAIGHTS
            if not set(straight) & set(self.wild_ranks)
        )


def _some(words: str) -> str:
    """Spell ranks: one, an alternative, a range, or all from one up or down."""
    numbers = [NAMES.index("six" if n == "sixes" else n.removesuffix("s")) for n in _named(words)]
    if words.endswith("better"):
        return RANKS[numbers[0] :]
    if words.endswith("lower"):
        return RANKS[: numbers[0] + 1]
    if " to " in words:
        return RANKS[numbers[0] : numbers[1] + 1]
    return "".join(RANKS[number] for number in numbers)


def _named(words: str) -> list[str]:
    return [word for word in words.split() if word not in ("or", "to", "better", "lower")]


def _meets(condition: str, held: Held) -> bool:
    """Whether held cards meet a condition after a comma."""
    if condition == "no flush penalty":
        return not held.has_flush_penalty
    if condition == "no straight penalty":
        return not held.has_straight_penalty
    if condition.startswith("no ") and condition.split()[1] in NAMES:
        return not set(_some(condition[3:])) & set(held.ranks)
    if condition.endswith("high or lower"):
        return RANKS.index(held.ranks[0]) <= RANKS.index(condition[0])
    balance = held.high_cards - held.gaps
    if condition == "no more gaps than high cards":
        return balance >= 0
    if condition == "more high cards than gaps":
        return balance > 0
    found = re.match(r"at most (\d) gaps? more than high cards", condition)
    if found:
        return -balance <= int(found[1])
    found = re.match(r"at least (\d) high cards more than gaps", condition)
    if found:
        return balance >= int(found[1])
    found = re.match(r"high cards minus gaps (at most )?(-?\d)(?: to (-?\d))?", condition)
    if found:
        most = int(found[3] or found[2])
        return balance <= most and (bool(found[1]) or balance >= int(found[2]))
    found = re.match(r"(at most |at least )?(\d)(?: to (\d))? (gap|high card)s?$", condition)
    assert found, f"unknown condition '{condition}'"
    count = held.gaps if found[4] == "gap" else held.high_cards
    number = int(found[2])
    if found[1]:
        return count <= number if found[1] == "at most " else count >= number
    return number <= count <= int(found[3] or number)


def _names_cards(words: str) -> re.Match[str] | None:
    return re.match(r"((?:[2-9TJQKA]{2,4}(?:, )?)+) (suited|unsuited)((?:, .*)?)$", words)


def _is(words: str, held: Held) -> bool:
    """Whether words name the held cards; pat hands are not among them."""
    cards = _names_cards(words)
    if cards:
        spelled = {"".join(sorted(ranks)) for ranks in cards[1].split(", ")}
        return (
            "".join(sorted(held.ranks)) in spelled
            and held.is_suited == (cards[2] == "suited")
            and all(_meets(condition, held) for condition in cards[3].split(", ")[1:])
        )
    head, *more = words.split(", ")
    # The first condition of these says which ranks are meant, unless it says which are not.
    takes_ranks = head in ("one card", "two pair") or head.endswith("of a kind")
    if takes_ranks and more and not more[0].startswith("no "):
        head = f"{head}, {more.pop(0)}"
    return _head(head, held) and all(_meets(condition, held) for condition in more)


def _head(head: str, held: Held) -> bool:
    kinds = "".join(dict.fromkeys(held.ranks))
    several = len(held.ranks) > 1 and len(kinds) == 1
    name, _, which = head.partition(", ")
    ranks = _some(which) if which else RANKS
    if head == "high pair":
        return several and held.size == 2 and kinds in held.high
    if head == "low pair":
        return several and held.size == 2 and kinds not in held.high
    if head.startswith("pair"):
        wanted = _some(head.removeprefix("pair of ")) if "of" in head else RANKS
        return several and held.size == 2 and kinds in wanted
    if name.endswith("of a kind"):
        return several and held.size == int(name[0]) and kinds in ranks
    counts = sorted(held.ranks.count(rank) for rank in kinds)
    if name == "two pair":
        return not held.wilds and counts == [2, 2] and held.ranks[0] in ranks
    if " and a" in head:
        if held.wilds or counts != [1, 3]:
            return False
        three = max(kinds, key=held.ranks.count)
        kicker = kinds.replace(three, "")
        if head == "3 aces and a 2 to 4":
            return three == "A" and kicker in "234"
        assert head == "3 twos to fours and an ace to 4"
        return three in "234" and kicker in "A234"
    if head == "1 high card":
        return len(held.ranks) == 1 and held.ranks in held.high
    if name == "one card":
        return len(held.ranks) == 1 and held.ranks in ranks
    if held.has_pair or len(held.ranks) < 2:
        return False
    found = re.match(r"(\d) (suited|unsuited) high cards$", head)
    if found:
        if found[2] == "suited":
            return held.is_suited and held.high_cards == len(held.ranks) == int(found[1])
        return held.draw == "high cards" and len(held.ranks) == int(found[1])
    found = re.match(r"(\d) to an? (outside |inside )?(.+)$", head)
    assert found, f"unknown words '{head}'"
    if found[2] and held.gaps != (found[2] == "inside "):
        return False
    return held.size == int(found[1]) and held.draw == found[3]


def follow(
    chart: Sequence[str],
    hand: Sequence[int],
    pays: Callable[[str], bool],
    high: str,
    wild: Sequence[int],
) -> tuple[int, set[tuple[int, ...]]]:
    """Follow a chart with a hand, as numbers of cards.

    ``pays`` says whether the hand as it is dealt is what a line about pat hands names. Returns the
    number of the deciding line, from 0, and the holds that it means, as places in the hand.
    """
    is_wild = [card in wild or card == 52 for card in hand]
    wild_ranks = "".join(
        RANKS[rank] for rank in range(13) if all(4 * rank + suit in wild for suit in range(4))
    )
    natural = [place for place in range(5) if not is_wild[place]]
    spelled = [("", "") if card == 52 else (RANKS[card // 4], "cdhs"[card % 4]) for card in hand]
    everything = []
    for size in range(len(natural) + 1):
        for places in combinations(natural, size):
            order = sorted(places, key=lambda place: -hand[place])
            held = Held(
                "".join(spelled[place][0] for place in order),
                "".join(spelled[place][1] for place in order),
                sum(is_wild),
                tuple(spelled[place] for place in natural if place not in places),
                high,
                wild_ranks,
            )
            whole = tuple(place for place in range(5) if place in places or is_wild[place])
            everything.append((held, whole))
    for number, line in enumerate(chart):
        words = line.removesuffix(", the lowest")
        meant = [
            (held, places)
            for held, places in everything
            if any(_part(part, held, pays) for part in words.split(" / "))
        ]
        if meant:
            largest = max(held.size for held, _ in meant)
            tall = [(_height(held), places) for held, places in meant if held.size == largest]
            chosen = (min if line.endswith("the lowest") else max)(height for height, _ in tall)
            return number, {places for height, places in tall if height == chosen}
    raise AssertionError("the last line of a chart is for all hands")


def _part(part: str, held: Held, pays: Callable[[str], bool]) -> bool:
    found = re.match(r"(no|\d) (?:deuce|joker|wild card)s?: ", part)
    if found:
        if held.wilds != (0 if found[1] == "no" else int(found[1])):
            return False
        part = part[found.end() :]
    if part.startswith("pat "):
        return held.size == 5 and pays(part[4:])
    if part.startswith("nothing") or part.endswith("alone, or nothing"):
        return not held.ranks
    return held.size < 5 and _is(part, held)


def _height(held: Held) -> tuple[list[int], list[int]]:
    """How high cards are: ranks that occur several times first."""
    numbers = [RANKS.index(rank) for rank in held.ranks]
    several = {number for number in numbers if numbers.count(number) > 1}
    return sorted(several, reverse=True), sorted(set(numbers), reverse=True)
