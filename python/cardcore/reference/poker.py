"""The ranking of five cards, and of the best five of more, directly from the rules of poker."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT = range(5)
FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH = range(5, 9)

#: The category by the multiplicities of ranks, highest first.
_CLASSES = {
    (4, 1): FOUR_OF_A_KIND,
    (3, 2): FULL_HOUSE,
    (3, 1, 1): THREE_OF_A_KIND,
    (2, 2, 1): TWO_PAIR,
    (2, 1, 1, 1): ONE_PAIR,
}

#: The ranks of the wheel, A-5.
_WHEEL = (12, 3, 2, 1, 0)


def hand_key(hand: Sequence[int]) -> tuple[int, ...]:
    """Return the category of five cards and then the ranks that break ties: the greater key wins.

    >>> hand_key([51, 47, 43, 39, 35])
    (8, 12)
    >>> hand_key([0, 1, 4, 5, 51])
    (2, 1, 0, 12)
    """
    return key_of_ranks([card // 4 for card in hand], len({card % 4 for card in hand}) == 1)


def best_key(hand: Sequence[int]) -> tuple[int, ...]:
    """Return the key of the best five cards of a hand.

    >>> best_key([0, 1, 51, 47, 43, 39, 35])
    (8, 12)
    """
    return max(hand_key(five) for five in combinations(hand, 5))


def key_of_ranks(ranks: Sequence[int], flush: bool) -> tuple[int, ...]:
    """Return the key of five ranks, suited or not."""
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    ordered = tuple(rank for _, rank in groups)
    if len(groups) < 5:
        return (_CLASSES[tuple(count for count, _ in groups)], *ordered)
    if ordered == _WHEEL:
        ordered = (3,)
    elif ordered[0] - ordered[4] == 4:
        ordered = ordered[:1]
    else:
        return (FLUSH if flush else HIGH_CARD, *ordered)
    return (STRAIGHT_FLUSH if flush else STRAIGHT, *ordered)


def category(hand: Sequence[int]) -> int:
    """Return the category of a hand, 0 to 8; of more than five cards, that of the best five."""
    return best_key(hand)[0]


def strength(hand: Sequence[int]) -> int:
    """Return the index of a hand's key among all 7,462 keys, 0 to 7461.

    Of more than five cards, the best five count.

    >>> strength([51, 47, 43, 39, 35])
    7461
    """
    return _strengths()[best_key(hand)]


@cache
def _strengths() -> dict[tuple[int, ...], int]:
    keys = {key_of_ranks(ranks, True) for ranks in combinations(range(13), 5)}
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            keys.add(key_of_ranks(ranks, False))
    return {key: place for place, key in enumerate(sorted(keys))}
