"""Native hand ranking against the reference."""

import itertools

import numpy as np

from cardcore import poker
from cardcore.compare.poker import hands as random_hands
from cardcore.reference import poker as reference


def test_tens_of_thousands_of_random_hands_have_the_same_strength() -> None:
    hands = random_hands(40_000)
    expected = [reference.strength(hand) for hand in hands.tolist()]
    assert poker.rank_many(hands).tolist() == expected


def test_all_hands_have_the_known_class_counts() -> None:
    numbers = itertools.chain.from_iterable(itertools.combinations(range(52), 5))
    hands = np.fromiter(numbers, np.uint8, 5 * 2_598_960).reshape(-1, 5)
    strengths = poker.rank_many(hands)
    ends = [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]
    classes = np.searchsorted(np.cumsum(ends), strengths, side="right")
    counts = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
    assert np.bincount(classes).tolist() == counts
    assert len(np.unique(strengths)) == 7462
