import pickle
from typing import Any

import numpy as np
import pytest

from cardcore import ParseError, discard, parse_cards, poker

ROYAL = [51, 47, 43, 39, 35]
SHAPE = "expected an array of shape (N, 5), (N, 6) or (N, 7)"


@pytest.mark.parametrize(
    ("hand", "category", "text"),
    [
        ("As Ks Qs Js Ts", poker.Category.STRAIGHT_FLUSH, "straight flush, ace high"),
        ("5d 4d 3d 2d Ad", poker.Category.STRAIGHT_FLUSH, "straight flush, five high"),
        ("7c 5d 4h 3s 2c", poker.Category.HIGH_CARD, "high card, 7-5-4-3-2"),
        ("As Ad 2h 2s Kc", poker.Category.TWO_PAIR, "two pair, aces and twos"),
        ("2c 2d 2h 3s 3c 9d", poker.Category.FULL_HOUSE, "full house, twos over threes"),
        ("As Ks Qs Js Ts 2c 2d", poker.Category.STRAIGHT_FLUSH, "straight flush, ace high"),
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
        ("As Ks Qs Js", "expected 5 to 7 cards, found 4"),
        ("", "expected 5 to 7 cards, found 0"),
        (range(8), "expected 5 to 7 cards, found 8: card 8, '3s', is one too many"),
        ([0, 1, 2, 3, 3], "card 5 of 5, '2s': duplicate of card 4"),
        ([0, 1, 2, 3, 4, 5, 1], "card 7 of 7, '2d': duplicate of card 2"),
    ],
)
def test_what_is_not_five_to_seven_cards_is_refused(hand: object, message: str) -> None:
    with pytest.raises(ParseError) as error:
        poker.rank(hand)  # type: ignore[arg-type]
    assert str(error.value) == message


def test_strengths_have_a_range() -> None:
    for strength in (-1, 7462, 65536):
        with pytest.raises(ValueError, match="strength: expected a whole number from 0 to 7461"):
            poker.HandRank(strength)


@pytest.mark.parametrize(
    "empty",
    [
        [],
        (),
        np.empty((0, 5), np.uint8),
        np.empty((0, 6), np.int64),
        np.empty((0, 7), np.uint16),
        np.empty(0, "U20"),
        np.empty(0, object),
        np.empty((0, 7), "U2"),
    ],
)
def test_no_hands_have_no_strengths(empty: Any) -> None:
    strengths, categories = poker.rank_many(empty), poker.categories_many(empty)
    assert (strengths.shape, categories.shape) == ((0,), (0,))
    assert (strengths.dtype, categories.dtype) == (np.uint16, np.uint8)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([ROYAL, [0, 1, 2, 3, 52]], "row 1: card 5 of 5, number 52: expected 0 to 51"),
        ([ROYAL, [0, 1, -2, 3, 52]], "row 1: card 3 of 5, number -2: expected 0 to 51"),
        ([ROYAL, ROYAL, [0, 1, 2, 1, 5]], "row 2: card 4 of 5, '2d': duplicate of card 2"),
        (
            [[*ROYAL, 0, 1], [0, 1, 2, 3, 4, 5, 99]],
            "row 1: card 7 of 7, number 99: expected 0 to 51",
        ),
        ([[*ROYAL, 0], [0, 1, 2, 3, 4, 0]], "row 1: card 6 of 6, '2c': duplicate of card 1"),
        ([list(range(8))], f"{SHAPE}, found (1, 8)"),
        ([[0, 1, 2, 3]], f"{SHAPE}, found (1, 4)"),
        (ROYAL, f"{SHAPE}, found (5,)"),
        (7, f"{SHAPE}, found ()"),
        ([[ROYAL]], f"{SHAPE}, found (1, 1, 5)"),
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


@pytest.mark.parametrize("dtype", [np.float64, np.bool_, np.complex64, "datetime64[s]", "S2"])
def test_only_integers_text_and_cards_are_cards(dtype: object) -> None:
    expected = "expected an array of integers, text or cards, found dtype"
    with pytest.raises(TypeError, match=expected):
        poker.rank_many(np.zeros((2, 5), dtype))  # type: ignore[call-overload]


TEXTS = ["As Ks Qs Js Ts 2c 2d", "2c 3d 4h 5s 7c 8d 9h", "10c10d10h4s4c4d9h"]
NUMBERS = [[card.number for card in parse_cards(text)] for text in TEXTS]
CARDS = [parse_cards(text) for text in TEXTS]
WORDS = [[str(card) for card in cards] for cards in CARDS]


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize(
    "hands",
    [
        CARDS,
        WORDS,
        np.array(CARDS, object),
        np.array(WORDS),
        np.array(WORDS, order="F"),
        np.array(WORDS, object),
        np.array(NUMBERS, object),
    ],
)
def test_rows_of_text_and_cards_are_hands(hands: Any, size: int) -> None:
    rows = hands[:, :size] if isinstance(hands, np.ndarray) else [row[:size] for row in hands]
    expected = [poker.rank(cards[:size]).strength for cards in CARDS]
    assert poker.rank_many(rows).tolist() == expected
    assert poker.categories_many(rows).tolist() == [
        poker.HandRank(strength).category for strength in expected
    ]


def test_every_text_is_a_hand() -> None:
    expected = [poker.rank(text).strength for text in TEXTS]
    one_by_one = np.empty(3, object)
    one_by_one[:] = CARDS
    variable = np.array(TEXTS, np.dtypes.StringDType())
    for hands in (TEXTS, tuple(TEXTS), np.array(TEXTS), np.array(TEXTS, object), variable):
        assert poker.rank_many(hands).tolist() == expected
    assert poker.rank_many(one_by_one).tolist() == expected
    mixed: list[Any] = [TEXTS[0], CARDS[1], [*NUMBERS[2][:6], "9h"]]
    assert poker.rank_many(mixed).tolist() == expected
    mixed = [[51, "Ks", "Qs", "Js", "Ts"]]
    assert poker.rank_many(mixed).tolist() == [7461]


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (
            ["As Ks Qs Js Ts", "As Ks Xs Js Ts"],
            "row 1: card 3 of 5, 'Xs': unknown rank 'X', expected one of 23456789TJQKA",
        ),
        (["As Ks Qs Js Ts", "As Ks As Js Ts"], "row 1: card 3 of 5, 'As': duplicate of card 1"),
        (["As Ks Qs Js"], "row 0: expected 5 to 7 cards, found 4"),
        (["As"] * 5, "row 0: expected 5 to 7 cards, found 1"),
        (
            ["As Ks Qs Js Ts", "As Ks Qs Js Ts 9s 8s"],
            "row 1: expected 5 cards, found 7: card 6, '9s', is one too many",
        ),
        ([ROYAL, NUMBERS[1]], "row 1: expected 5 cards, found 7: card 6, '8d', is one too many"),
        ([WORDS[0], [*WORDS[1][:6], "2c"]], "row 1: card 7 of 7, '2c': duplicate of card 1"),
        ([CARDS[0], [*CARDS[1][:6], 52]], "row 1: card 7 of 7, number 52: expected 0 to 51"),
        ([[0, 1, 2, 3, -1]], "row 0: card 5 of 5, number -1: expected 0 to 51"),
        ("As Ks Qs Js Ts", "expected an array of shape (N,), (N, 5), (N, 6) or (N, 7), found ()"),
        ([["As"] * 4], "expected an array of shape (N,), (N, 5), (N, 6) or (N, 7), found (1, 4)"),
    ],
)
def test_bad_rows_of_text_and_cards_are_named(hands: Any, message: str) -> None:
    for many in (poker.rank_many, poker.categories_many):
        with pytest.raises(ParseError) as error:
            many(hands)
        assert str(error.value) == message


def test_invalid_cards_in_a_row_are_named_by_type() -> None:
    expected = "row 1: expected cards as text, cards or numbers, found float"
    with pytest.raises(TypeError, match=expected):
        poker.rank_many(np.array([[0, 1, 2, 3, 4], [0, 1, 2, 3, 4.5]], object))


def test_discards_take_text_but_no_more_than_five_cards() -> None:
    hands = ["As Ks Qs Js Ts", "2c 2d 2h 2s Kd"]
    masks, values = discard.best_discards(hands, "class")
    assert (masks.tolist(), values.tolist()) == ([0, 0], [8, 7])
    assert discard.best_discards(hands, "showdown")[0].tolist() == [0, 0]
    for objective in ("class", "showdown"):
        with pytest.raises(ParseError) as error:
            discard.best_discards(np.array(NUMBERS), objective)
        assert str(error.value) == "expected an array of shape (N, 5), found (3, 7)"


def test_threads_have_a_range() -> None:
    with pytest.raises(
        ValueError, match="threads: expected a whole number from 1 to 1024, found 0"
    ):
        poker.rank_many([ROYAL], threads=0)
