"""The rankings of other poker games, directly from their rules.

A key is given to every hand, of which the greater wins; the strength of a hand is the place of its
key among all keys.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

from cardcore.reference import poker

Key = tuple[int, ...]

#: The rank of the sixes, the lowest of a short deck.
_SIX = 4


def _groups(ranks: Iterable[int]) -> list[tuple[int, int]]:
    """Return how often each rank occurs and the rank, the most frequent first, then the highest."""
    return sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)


def _low(key: Iterable[int]) -> Key:
    """Turn a key around: what was worst is best."""
    return tuple(-number for number in key)


def low_rank(rank: int) -> int:
    """Return the number of a rank with aces low, from 1 for an ace to 13 for a king."""
    return 1 if rank == 12 else rank + 2


def deuce_to_seven(ranks: Sequence[int], flush: bool) -> Key:
    """Return the key of five ranks in deuce-to-seven lowball: the worst high hand, aces high.

    >>> deuce_to_seven([5, 3, 2, 1, 0], False) > deuce_to_seven([12, 3, 2, 1, 0], False)
    True
    """
    groups = _groups(ranks)
    if len(groups) == 5:
        high = [rank for _, rank in groups]
        straight = high[0] - high[4] == 4
        if straight:
            category = poker.STRAIGHT_FLUSH if flush else poker.STRAIGHT
        else:
            category = poker.FLUSH if flush else poker.HIGH_CARD
        return _low((category, *high))
    # Pairs and their like compare as in the high ranking. Shorter keys would compare as greater.
    return _low(poker.key_of_ranks(ranks, flush))


def ace_to_five(ranks: Sequence[int], flush: bool = False) -> Key:
    """Return the key of five ranks in ace-to-five lowball: no straights or flushes, aces low.

    >>> ace_to_five([12, 0, 1, 2, 3], True) > ace_to_five([12, 0, 1, 2, 4], False)
    True
    """
    counts, numbers = zip(*_groups(map(low_rank, ranks)), strict=True)
    return _low(counts + numbers)


def eight_or_better(ranks: Sequence[int], flush: bool = False) -> Key:
    """Return the key of five ranks as a low with an eight to qualify; empty if there is none.

    >>> eight_or_better([12, 0, 1, 2, 6])
    (-8, -4, -3, -2, -1)
    >>> eight_or_better([12, 0, 1, 2, 7])
    ()
    """
    low = sorted(map(low_rank, ranks), reverse=True)
    qualifies = len(set(low)) == 5 and low[0] <= 8
    return _low(low) if qualifies else ()


def _short_deck(ranks: Sequence[int], flush: bool, order: Sequence[int]) -> Key:
    if min(ranks) < _SIX:
        return ()
    if sorted(ranks) == [4, 5, 6, 7, 12]:
        key: Key = (poker.STRAIGHT_FLUSH if flush else poker.STRAIGHT, 7)
    else:
        key = poker.key_of_ranks(ranks, flush)
    return (order.index(key[0]), *key[1:])


_STRAIGHT_OVER_TRIPS = (
    poker.HIGH_CARD,
    poker.ONE_PAIR,
    poker.TWO_PAIR,
    poker.THREE_OF_A_KIND,
    poker.STRAIGHT,
    poker.FULL_HOUSE,
    poker.FLUSH,
    poker.FOUR_OF_A_KIND,
    poker.STRAIGHT_FLUSH,
)
_TRIPS_OVER_STRAIGHT = (
    *_STRAIGHT_OVER_TRIPS[:3],
    poker.STRAIGHT,
    poker.THREE_OF_A_KIND,
    *_STRAIGHT_OVER_TRIPS[5:],
)


def short_deck(ranks: Sequence[int], flush: bool) -> Key:
    """Return the key of five ranks of a short deck where a straight beats three of a kind.

    >>> short_deck([4, 5, 6, 7, 12], False) > short_deck([12, 12, 12, 11, 10], False)
    True
    """
    return _short_deck(ranks, flush, _STRAIGHT_OVER_TRIPS)


def short_deck_trips(ranks: Sequence[int], flush: bool) -> Key:
    """Return the key of five ranks of a short deck where three of a kind beat a straight."""
    return _short_deck(ranks, flush, _TRIPS_OVER_STRAIGHT)


_OF_FIVE: dict[str, Callable[[Sequence[int], bool], Key]] = {
    "high": poker.key_of_ranks,
    "2-7": deuce_to_seven,
    "a-5": ace_to_five,
    "8-or-better": eight_or_better,
    "short-deck": short_deck,
    "short-deck-trips": short_deck_trips,
}


def badugi(hand: Iterable[int]) -> Key:
    """Return the key of the best badugi: most cards, then the lowest, the highest card first.

    >>> badugi([8, 5, 2, 51])
    (4, -4, -3, -2, -1)
    >>> badugi([8, 5, 2, 50])
    (3, -4, -3, -1)
    """
    cards = list(hand)
    return max(
        (size, *_low(sorted((low_rank(card // 4) for card in chosen), reverse=True)))
        for size in (1, 2, 3, 4)
        for chosen in combinations(cards, size)
        if len({card // 4 for card in chosen}) == len({card % 4 for card in chosen}) == size
    )


def hand_key(hand: Sequence[int], game: str) -> Key:
    """Return the key of a hand of a game without a board; of more than five cards, of the best."""
    if game == "badugi":
        return badugi(hand)
    of_five = _OF_FIVE[game]
    return max(
        of_five([card // 4 for card in five], len({card % 4 for card in five}) == 1)
        for five in combinations(hand, 5)
    )


def omaha_key(hole: Sequence[int], board: Sequence[int], game: str) -> Key:
    """Return the best key of two hole cards and three cards of the board."""
    ranking = "8-or-better" if game == "omaha-8-or-better" else "high"
    return max(
        hand_key([*two, *three], ranking)
        for two in combinations(hole, 2)
        for three in combinations(board, 3)
    )


def strength(hand: Sequence[int], game: str, board: Sequence[int] = ()) -> int:
    """Return the strength of a hand: the place of its key among all keys of the game, from 0.

    >>> strength([0, 5, 10, 15, 20], "2-7")
    7461
    >>> strength([51, 49, 44, 2], "omaha", [47, 43, 39, 35, 5])
    5862
    """
    if board:
        ranking = "8-or-better" if game == "omaha-8-or-better" else "high"
        return _strengths(ranking)[omaha_key(hand, board, game)]
    return _strengths(game)[hand_key(hand, game)]


@cache
def _strengths(game: str) -> dict[Key, int]:
    keys = set(_all_keys(game))
    if game.startswith("short-deck"):
        keys.discard(())
    return {key: place for place, key in enumerate(sorted(keys))}


def _all_keys(game: str) -> Iterable[Key]:
    if game == "badugi":
        for size in (1, 2, 3, 4):
            for ranks in combinations(range(1, 14), size):
                yield (size, *_low(reversed(ranks)))
        return
    of_five = _OF_FIVE[game]
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            yield of_five(ranks, False)
        if len(set(ranks)) == 5:
            yield of_five(ranks, True)
