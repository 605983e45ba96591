"""Hands with wild cards, by trying every card that a wild card can stand for.

A wild card stands for any card, also for one that is there already. What pays most is what the hand
is; of classes that pay the same, the higher.

>>> from cardcore.reference.cards import parse_cards
>>> deuces = parse_cards("2c 2d 2h 2s")
>>> sorted(ways(parse_cards("2c 2d As Ks Kd"), deuces))[:3]
['four fives to kings', 'full house', 'pair of kings']
>>> payouts = {"three_of_a_kind": 1, "full_house": 3, "four_of_a_kind": 5}
>>> line(parse_cards("2c 2d As Ks Kd"), payouts, deuces)
('four_of_a_kind', 5)
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

from cardcore.reference.cards import JOKER
from cardcore.reference.poker import (
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    key_of_ranks,
)

__all__ = ["CLASSES", "KINDS", "line", "ways"]

#: The kinds of hands that paytables distinguish, lowest first.
KINDS = (
    "high card",
    "pair of twos to nines",
    "pair of tens",
    "pair of jacks or queens",
    "pair of kings",
    "pair of aces",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four fives to kings",
    "four twos to fours",
    "four twos to fours, low kicker",
    "four aces",
    "four aces, low kicker",
    "straight flush",
    "five twos to fives",
    "five sixes to kings",
    "five aces",
    "wild royal",
    "four deuces",
    "four deuces with ace",
    "five wilds",
    "natural royal",
)

#: The categories that a paytable may name, and the kinds that each covers.
CLASSES: dict[str, tuple[str, ...]] = {
    "high_card": KINDS[:1],
    "one_pair": KINDS[1:6],
    "tens_or_better": KINDS[2:6],
    "jacks_or_better": KINDS[3:6],
    "kings_or_better": KINDS[4:6],
    "aces_or_better": KINDS[5:6],
    "two_pair": KINDS[6:7],
    "three_of_a_kind": KINDS[7:8],
    "straight": KINDS[8:9],
    "flush": KINDS[9:10],
    "full_house": KINDS[10:11],
    "four_of_a_kind": KINDS[11:16],
    "four_fives_to_kings": KINDS[11:12],
    "four_twos_to_fours": KINDS[12:14],
    "four_twos_to_fours_low_kicker": KINDS[13:14],
    "four_aces": KINDS[14:16],
    "four_aces_low_kicker": KINDS[15:16],
    "straight_flush": KINDS[16:17],
    "five_of_a_kind": KINDS[17:20],
    "five_twos_to_fives": KINDS[17:18],
    "five_sixes_to_kings": KINDS[18:19],
    "five_aces": KINDS[19:20],
    "wild_royal": KINDS[20:21],
    "four_deuces": KINDS[21:23],
    "four_deuces_with_ace": KINDS[22:23],
    "five_wilds": KINDS[23:24],
    "natural_royal": KINDS[24:25],
    "royal_flush": (KINDS[20], KINDS[24]),
}

_TEN, _JACK, _KING, _ACE = 8, 9, 11, 12
_TWO, _FOUR, _FIVE = 0, 2, 3

_SIMPLE = {
    HIGH_CARD: "high card",
    TWO_PAIR: "two pair",
    THREE_OF_A_KIND: "three of a kind",
    STRAIGHT: "straight",
    FLUSH: "flush",
    FULL_HOUSE: "full house",
}


@cache
def kind(ranks: tuple[int, ...], flush: bool) -> str:
    """Return the kind of five ranks, which may be all the same, suited or not.

    >>> kind((12, 12, 12, 12, 2), False), kind((8, 9, 10, 11, 12), True)
    ('four aces, low kicker', 'wild royal')
    """
    (first, most), *rest = Counter(ranks).most_common()
    if most == 5:
        return "five aces" if first == _ACE else _grouped(first, _FIVE, "five")
    if most == 4:
        kicker = rest[0][0]
        if first == _ACE:
            return "four aces, low kicker" if kicker <= _FOUR else "four aces"
        if first > _FOUR:
            return "four fives to kings"
        low = kicker <= _FOUR or kicker == _ACE
        return "four twos to fours, low kicker" if low else "four twos to fours"
    key = key_of_ranks(ranks, flush and most == 1)
    if key[0] == STRAIGHT_FLUSH:
        return "wild royal" if key[1] == _ACE else "straight flush"
    return _SIMPLE.get(key[0]) or _pair(first)


def _grouped(rank: int, last: int, word: str) -> str:
    return f"{word} twos to fives" if rank <= last else f"{word} sixes to kings"


def _pair(rank: int) -> str:
    if rank >= _KING:
        return "pair of aces" if rank == _ACE else "pair of kings"
    if rank >= _JACK:
        return "pair of jacks or queens"
    return "pair of tens" if rank == _TEN else "pair of twos to nines"


def ways(hand: Sequence[int], wild: Collection[int]) -> set[str]:
    """Return the kinds that a hand can be made into; the joker is always wild."""
    natural = [card for card in hand if card != JOKER and card not in wild]
    ranks = tuple(sorted(card // 4 for card in natural))
    found = set(_made(ranks, len({card % 4 for card in natural}) <= 1))
    lying = [card for card in hand if card != JOKER]
    if sorted(card // 4 for card in lying) == list(range(_TEN, _ACE + 1)):
        if len({card % 4 for card in lying}) == 1:
            found.add("natural royal")
        if len(natural) == 5:
            found.discard("wild royal")
    deuces = [card for card in hand if card // 4 == _TWO and card != JOKER]
    if len(deuces) == 4 and all(card in wild for card in deuces):
        ace = any(card // 4 == _ACE for card in hand)
        found.add("four deuces with ace" if ace else "four deuces")
    if not natural:
        found.add("five wilds")
    return found


@cache
def _made(natural: tuple[int, ...], one_suit: bool) -> frozenset[str]:
    """Return the kinds that natural cards of these ranks can be made into.

    The suits of wild cards matter only for flushes: all are of the suit of the others, or not.
    """
    return frozenset(_each(natural, one_suit))


def _each(natural: tuple[int, ...], one_suit: bool) -> Iterator[str]:
    for chosen in combinations_with_replacement(range(13), 5 - len(natural)):
        ranks = tuple(sorted((*natural, *chosen)))
        if chosen or not one_suit:
            yield kind(ranks, False)
        if one_suit:
            yield kind(ranks, True)


def line(
    hand: Sequence[int], payouts: Mapping[str, int | Fraction], wild: Collection[int]
) -> tuple[str | None, int | Fraction]:
    """Return the category that a hand is paid for and its payout; ``None`` if it wins nothing."""
    best: tuple[str | None, int | Fraction] = (None, 0)
    for name in sorted(ways(hand, wild), key=KINDS.index):
        covering = [key for key in payouts if name in CLASSES[key]]
        if covering:
            narrowest = min(covering, key=lambda key: len(CLASSES[key]))
            # Among categories that pay the same, the later one.
            if payouts[narrowest] >= best[1] and payouts[narrowest] > 0:
                best = (narrowest, payouts[narrowest])
    return best
