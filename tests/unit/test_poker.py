import pickle

import numpy as np
import pytest

from cardcore import ParseError, poker

ROYAL = [51, 47, 43, 39, 35]


@pytest.mark.parametrize(
    ("hand", "category", "text"),
    [
        ("As Ks Qs Js Ts", poker.Category.STRAIGHT_FLUSH, "straight flush, ace high"),
        ("5d 4d 3d 2d Ad", poker.Category.STRAIGHT_FLUSH, "straight flush, five high"),
        ("7c 5d 4h 3s 2c", poker.Category.HIGH_CARD, "high card, 7-5-4-3-2"),
        ("As Ad 2h 2s Kc", poker.Category.TWO_PAIRS, "two pairs, aces and twos"),
    ],
)
def test_rank(hand: str, category: poker.Category, text: str) -> None:
    rank = poker.rank(hand)
    assert rank.category is category
    assert str(rank) == text


def test_ranks_are_values() -> None:
    low, high = poker.rank("7c 5d 4h 3s 2c"), poker.rank(ROYAL)
    assert (low.strength, high.strength) == (0, 7461)
    assert low < high and low != high and max(low, high) is high
    assert eval(repr(high), {"HandRank": poker.HandRank}) == high
    assert pickle.loads(pickle.dumps(high)) == high
    assert len({low, high, poker.rank(ROYAL)}) == 2


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("As Ks Qs Js", "expected 5 cards, found 4"),
        ("", "expected 5 cards, found 0"),
        ("As Ks Qs Js Ts 9s", "expected 5 cards, found 6: card 6, '9s', is one too many"),
        ([0, 1, 2, 3, 3], "card 5 of 5, '2s': duplicate of card 4"),
    ],
)
def test_what_is_not_five_cards_is_refused(hand: object, message: str) -> None:
    with pytest.raises(ParseError) as error:
        poker.rank(hand)  # type: ignore[arg-type]
    assert str(error.value) == message


def test_strengths_have_a_range() -> None:
    for strength in (-1, 7462, 65536):
        with pytest.raises(ValueError, match="strength: expected a whole number from 0 to 7461"):
            poker.HandRank(strength)


@pytest.mark.parametrize("empty", [[], np.empty((0, 5), np.uint8), np.empty((0, 5), np.int64)])
def test_no_hands_have_no_strengths(empty: object) -> None:
    strengths = poker.rank_many(empty)  # type: ignore[arg-type]
    assert strengths.shape == (0,)
    assert strengths.dtype == np.uint16


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([ROYAL, [0, 1, 2, 3, 52]], "row 1: card 5 of 5, number 52: expected 0 to 51"),
        ([ROYAL, [0, 1, -2, 3, 52]], "row 1: card 3 of 5, number -2: expected 0 to 51"),
        ([ROYAL, ROYAL, [0, 1, 2, 1, 5]], "row 2: card 4 of 5, '2d': duplicate of card 2"),
        ([[0, 1, 2, 3]], "expected an array of shape (N, 5), found (1, 4)"),
        (ROYAL, "expected an array of shape (N, 5), found (5,)"),
        (7, "expected an array of shape (N, 5), found ()"),
        ([[ROYAL]], "expected an array of shape (N, 5), found (1, 1, 5)"),
    ],
)
def test_bad_rows_are_named(rows: object, message: str) -> None:
    with pytest.raises(ParseError) as error:
        poker.rank_many(np.array(rows))
    assert str(error.value) == message


def test_the_first_bad_row_is_named_however_many_threads_there_are() -> None:
    hands = np.tile(np.array(ROYAL, np.uint8), (100_000, 1))
    hands[[31_234, 31_235, 99_999], 0] = 77
    for threads in (None, 1, 2):
        with pytest.raises(ParseError, match=r"^row 31234: card 1 of 5, number 77"):
            poker.rank_many(hands, threads=threads)


@pytest.mark.parametrize("dtype", [np.float64, np.bool_, np.complex64, "datetime64[s]", object])
def test_only_integers_are_cards(dtype: object) -> None:
    with pytest.raises(TypeError, match="expected an array of integers, found dtype"):
        poker.rank_many(np.zeros((2, 5), dtype))  # type: ignore[call-overload]


def test_threads_have_a_range() -> None:
    with pytest.raises(
        ValueError, match="threads: expected a whole number from 1 to 1024, found 0"
    ):
        poker.rank_many([ROYAL], threads=0)
