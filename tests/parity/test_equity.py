"""Equities of the extension against plain enumeration."""

from fractions import Fraction
from itertools import pairwise

import pytest

from cardcore import parse_cards, poker
from cardcore.reference import equity as reference


def numbers(text: str) -> list[int]:
    return [card.number for card in parse_cards(text)]


CASES = [
    (["AsKs", "QhQd"], "Qs 7s 2s Th", ""),
    (["AsKs", "QQ+, AKs"], "Qh 7s 2s 9d", ""),
    (["KsQs, JTs:0.25", "QQ, A5s:0.5"], "Qh 7s 2s 9d", "Kc"),
    (["99-88, AsKd", "KTs", "66:0.1, T9s"], "9h 8h 7s 6c 2h", ""),
    (["AA", "AA"], "2c 3d 4h 5s", ""),
    (["AsKd", "AhKc", "AdKs", "2c2d"], "Qh Jh Tc 9s", ""),
    (["76s", "54s, 33", "T9o:0.333333"], "8h 5c 2d Ks 7d", "7h"),
]


@pytest.mark.parametrize(("ranges", "board", "dead"), CASES)
def test_equities_are_equal(ranges: list[str], board: str, dead: str) -> None:
    found = poker.equity(ranges, board=board, dead=dead, exact=True)
    expected = reference.equity(
        [reference.parse_range(each) for each in ranges], numbers(board), numbers(dead)
    )
    assert found.exact
    assert found.exact_win == tuple(each.win for each in expected)
    assert found.exact_tie == tuple(each.tie for each in expected)
    assert found.exact_equity == tuple(each.equity for each in expected)
    assert sum(found.exact_equity or ()) == 1


@pytest.mark.slow
def test_flops_are_equal() -> None:
    for ranges, board in [(["AsKs", "QhQd"], "Qs 7s 2s"), (["AsKs", "QQ"], "Kh 7s 2s")]:
        found = poker.equity(ranges, board=board)
        hands = [reference.parse_range(each) for each in ranges]
        expected = reference.equity(hands, numbers(board))
        assert found.exact_equity == tuple(each.equity for each in expected)


def test_single_hands_are_equal() -> None:
    ranges, board = ["KQs:0.5, 8s8h", "QQ, A5s"], "Qh 7s 2s 9d 4c"
    found = poker.equity(ranges, board=board)
    own, other = (reference.parse_range(each) for each in ranges)
    total = Fraction(0)
    for (high, low), weight in own.items():
        name = f"{poker.Range.all_combos()[high * (high - 1) // 2 + low]}"
        if {high, low} & set(numbers(board)):
            assert name not in found.by_hand[0]
            continue
        [share, _] = reference.equity([{(high, low): weight}, other], numbers(board))
        hand = found.by_hand[0][name]
        assert hand.win == pytest.approx(float(share.win), abs=1e-15)
        assert hand.equity == pytest.approx(float(share.equity), abs=1e-15)
        total += Fraction(hand.probability)
    assert float(total) == pytest.approx(1)


def test_ranges_are_equal() -> None:
    texts = [
        "QQ+", "99-66", "66-99", "AKs", "AKo", "AK", "KTs+", "A2o+", "A5s-A2s", "JTs-54s",
        "J9o-75o", "AsKd", "76s:0.5, 72o", "random", "22", "AK+", "T9, T9s:0.25", "QJ-Q8",
    ]  # fmt: skip
    for text in texts:
        expected = {
            poker.Range.all_combos()[high * (high - 1) // 2 + low]: float(weight)
            for (high, low), weight in reference.parse_range(text).items()
        }
        found = poker.Range(text)
        assert {hand: found[hand] for hand in found} == expected, text
    for one, other in pairwise(texts):
        assert poker.Range(one) != poker.Range(other) or one == "99-66"
