"""Native hand ranking against the reference."""

import itertools

import numpy as np
import pytest

import cardcore
from cardcore import poker
from cardcore.compare.poker import hands as random_hands
from cardcore.reference import cards
from cardcore.reference import poker as reference
from tests.cases import cases


@pytest.mark.parametrize(("size", "count"), [(5, 40_000), (6, 20_000), (7, 20_000)])
def test_thousands_of_random_hands_have_the_same_strength(size: int, count: int) -> None:
    hands = random_hands(cases(count // 5, slow=count), size=size)
    keys = [reference.strength(hand) for hand in hands.tolist()]
    assert poker.rank_many(hands).tolist() == keys
    assert poker.rank_many(hands[:, ::-1]).tolist() == keys
    few = hands[:1_000].tolist()
    assert [poker.rank(hand).strength for hand in few] == keys[:1_000]
    assert poker.categories_many(few).tolist() == [reference.category(hand) for hand in few]


@pytest.mark.parametrize(("count", "size"), [(3_000, 5), (2_049, 7), (1_025, 52), (1_500, 1)])
def test_a_seed_deals_the_same_hands(count: int, size: int) -> None:
    for seed in (0, 7, 2**64 - 1):
        dealt = cardcore.deal_many(count, size, seed)
        assert dealt.tolist() == cards.deal_many(count, size, seed)


def test_all_hands_have_the_known_class_counts() -> None:
    numbers = itertools.chain.from_iterable(itertools.combinations(range(52), 5))
    hands = np.fromiter(numbers, np.uint8, 5 * 2_598_960).reshape(-1, 5)
    strengths = poker.rank_many(hands)
    ends = [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]
    classes = np.searchsorted(np.cumsum(ends), strengths, side="right")
    counts = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
    assert np.bincount(classes).tolist() == counts
    assert len(np.unique(strengths)) == 7462
