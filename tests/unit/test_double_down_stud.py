"""Double Down Stud: the published return and counts, and one hand by its fifth cards."""

from fractions import Fraction
from functools import cache

import pytest

from cardcore import discard
from cardcore.reference.poker import ONE_PAIR, hand_key


@cache
def solution() -> discard.DoubleDownStudSolution:
    return discard.double_down_stud()


def test_the_published_counts_and_return() -> None:
    published = {
        "no win": (8_035_992, 166_308),
        "sixes or better": (816_480, 1_295_520),
        "jacks or better": (657_720, 1_031_880),
        "two pair": (152_064, 465_696),
        "three of a kind": (50_688, 223_872),
        "straight": (31_248, 19_752),
        "flush": (0, 25_540),
        "full house": (0, 18_720),
        "four of a kind": (0, 3_120),
        "straight flush": (0, 180),
        "royal flush": (0, 20),
    }
    assert dict(solution().counts) == published
    assert round(solution().value - 1, 6) == -0.021033
    doubled = sum(count for _, count in published.values())
    assert solution().doubled == Fraction(doubled, 12_994_800)
    payouts = {"no win": 0, **discard.DOUBLE_DOWN_STUD}
    gains = (
        (int(payouts[line]) - 1) * (single + 2 * double)
        for line, (single, double) in published.items()
    )
    assert solution().exact == 1 + Fraction(sum(gains), 12_994_800)


@pytest.mark.parametrize(
    ("hand", "is_doubled"),
    [("6c 6d 7h 8s", True), ("5c 5d 7h 8s", False), ("2c 3d 4h 5s", True), ("Jc Qd Kh As", True)],
)
def test_a_hand_by_its_fifth_cards(hand: str, is_doubled: bool) -> None:
    cards = [card.number for card in discard.analyze(hand + " Ts").hand][:4]
    payouts = [int(payout) for payout in discard.DOUBLE_DOWN_STUD.values()]
    total = 0
    for fifth in set(range(52)) - set(cards):
        category, high, *_ = hand_key([*cards, fifth])
        if category > ONE_PAIR:
            total += payouts[category]
        elif category == ONE_PAIR and high >= 4:
            total += payouts[0] if high < 9 else payouts[1]
    assert solution().ev(hand) == Fraction(total, 48)
    assert solution().should_double(hand) == is_doubled


def test_other_payouts() -> None:
    richer = discard.double_down_stud({**discard.DOUBLE_DOWN_STUD, "flush": "10.5"})
    assert richer.exact - solution().exact >= Fraction(3, 2) * 2 * Fraction(25_540, 12_994_800)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="payouts: expected exactly sixes or better"):
        discard.double_down_stud({"two pair": 1})
    for wrong in (-1, "much", float("nan"), "1/0"):
        with pytest.raises(ValueError, match="'flush': expected a number of 0 or more, found"):
            discard.double_down_stud({**discard.DOUBLE_DOWN_STUD, "flush": wrong})
    for hand in ("6c 6d 7h", "6c 6c 7h 8h", "6c 6d 7h 8h 9h", "Jk 6d 7h 8h"):
        with pytest.raises(ValueError, match=r"expected four different cards|duplicate"):
            solution().ev(hand)
