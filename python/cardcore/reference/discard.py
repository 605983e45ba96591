"""Discard analysis of five-card draw by enumerating every draw.

The report's algorithm: list all discards, for each of them all final hands, count their categories,
turn the counts into values, take the best.

>>> from cardcore.reference.cards import parse_cards
>>> hand = parse_cards("9d Td 6c Qc 8h")
>>> class_counts(hand, 4)
[31, 12, 0, 0, 4, 0, 0, 0, 0]
>>> expected_class(class_counts(hand, 4))
Fraction(28, 47)
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

from cardcore.reference.cards import DECK
from cardcore.reference.poker import (
    FOUR_OF_A_KIND,
    HIGH_CARD,
    ONE_PAIR,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    category,
    hand_key,
    key_of_ranks,
)

__all__ = [
    "analyze",
    "best_discard",
    "class_counts",
    "discard_sets",
    "expected_class",
    "final_hands",
    "pattern_discard",
    "payout_of",
    "showdown_by_sampling",
    "showdown_counts",
]


def discard_sets(hand: Sequence[int]) -> list[list[int]]:
    """List all 32 sets of cards to discard, in the order of their masks.

    Each card doubles the list: every set so far comes once without and once with it.

    >>> discard_sets([7, 9])
    [[], [7], [9], [7, 9]]
    """
    discards: list[list[int]] = [[]]
    for card in hand:
        discards += [[*discarded, card] for discarded in discards]
    return discards


def final_hands(hand: Sequence[int], mask: int) -> Iterator[tuple[int, ...]]:
    """Return every hand that discarding the cards of a mask and drawing can lead to."""
    discarded = discard_sets(hand)[mask]
    kept = tuple(card for card in hand if card not in discarded)
    unseen = [card for card in DECK if card not in hand]
    for drawn in combinations(unseen, len(discarded)):
        yield kept + drawn


@cache
def _category_of_ranks(ranks: tuple[int, ...], flush: bool) -> int:
    return key_of_ranks(ranks, flush)[0]


def class_counts(hand: Sequence[int], mask: int) -> list[int]:
    """Count the final hands of a discard by category."""
    counts = [0] * 9
    for final in final_hands(hand, mask):
        # Hands that differ only in the order of their ranks are ranked once.
        ranks = tuple(sorted([card // 4 for card in final]))
        counts[_category_of_ranks(ranks, len({card % 4 for card in final}) == 1)] += 1
    return counts


def analyze(hand: Sequence[int]) -> list[list[int]]:
    """Count the final hands of all 32 discards by category."""
    return [class_counts(hand, mask) for mask in range(32)]


def expected_class(counts: Sequence[int]) -> Fraction:
    """Return the mean of the category numbers."""
    return Fraction(sum(number * count for number, count in enumerate(counts)), sum(counts))


def best_discard(values: Sequence[Fraction]) -> int:
    """Return the mask of the highest value: among equals the fewest cards, then the smallest mask.

    >>> best_discard([Fraction(0), Fraction(1), Fraction(1), Fraction(1)])
    1
    """
    return min(range(len(values)), key=lambda mask: (-values[mask], bin(mask).count("1"), mask))


def expected_payout(hand: Sequence[int], mask: int, paytable: Callable[..., int]) -> Fraction:
    """Return the mean payout over all final hands of a discard."""
    payouts = [paytable(final) for final in final_hands(hand, mask)]
    return Fraction(sum(payouts), len(payouts))


#: Payouts of 9/6 jacks or better by category; pairs and the royal flush are treated separately.
_NINE_SIX = (0, 1, 2, 3, 4, 6, 9, 25, 50)


def payout_of(hand: Sequence[int], payouts: Sequence[int] = _NINE_SIX) -> int:
    """Return the payout of a hand: by category, for pairs only jacks or better, royal flush 800.

    >>> payout_of([51, 47, 43, 39, 35]), payout_of([0, 1, 10, 20, 30])
    (800, 0)
    """
    key = hand_key(hand)
    if key == (STRAIGHT_FLUSH, 12):
        return 800
    if key[0] == ONE_PAIR and key[1] < 9:
        return 0
    return payouts[key[0]]


def pattern_discard(hand: Sequence[int]) -> int:
    """Return the mask that holds the made pattern, otherwise the highest card.

    >>> bin(pattern_discard([29, 28, 16, 40, 26]))
    '0b11100'
    """
    ranks = [card // 4 for card in hand]
    counts = Counter(ranks)
    made = category(hand)
    if made == HIGH_CARD:
        keep = [rank == max(ranks) for rank in ranks]
    elif made in (ONE_PAIR, TWO_PAIR, THREE_OF_A_KIND, FOUR_OF_A_KIND):
        keep = [counts[rank] > 1 for rank in ranks]
    else:
        keep = [True] * 5
    return sum(1 << place for place, kept in enumerate(keep) if not kept)


def showdown_counts(hand: Sequence[int], mask: int) -> tuple[int, int, int]:
    """Count wins, ties and all pairs of a draw and an opponent's pat hand."""
    wins = ties = total = 0
    for final in final_hands(hand, mask):
        key = hand_key(final)
        seen = {*hand, *final}
        for other in combinations([card for card in DECK if card not in seen], 5):
            theirs = hand_key(other)
            wins += key > theirs
            ties += key == theirs
            total += 1
    return wins, ties, total


def showdown_by_sampling(
    hand: Sequence[int],
    mask: int,
    policy: Callable[[Sequence[int]], int],
    samples: int,
    seed: int,
) -> Fraction:
    """Estimate the equity of a discard against an opponent who discards by a policy."""
    random = Random(seed)
    points = 0
    unseen = [card for card in DECK if card not in hand]
    for _ in range(samples):
        deck = random.sample(unseen, 15)
        theirs = _exchange(deck[:5], policy(deck[:5]), deck[5:10])
        ours = _exchange(hand, mask, deck[10:])
        difference = (hand_key(ours) > hand_key(theirs)) - (hand_key(ours) < hand_key(theirs))
        points += 1 + difference
    return Fraction(points, 2 * samples)


def _exchange(hand: Sequence[int], mask: int, drawn: Sequence[int]) -> list[int]:
    new = iter(drawn)
    return [next(new) if mask >> place & 1 else card for place, card in enumerate(hand)]
