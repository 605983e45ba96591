import itertools
import pickle
from typing import Any

import numpy as np
import pytest

from cardcore import Card, ParseError, deal_many, parse_cards
from cardcore.reference import cards as reference


def test_every_card_has_its_number_and_text() -> None:
    for number in range(52):
        card = Card(number)
        assert card.number == int(card) == number
        assert str(card) == card.rank + card.suit == reference.card_text(number)
        assert Card(str(card)) == card
        assert eval(repr(card)) == card
        assert pickle.loads(pickle.dumps(card)) == card
    assert (str(Card(0)), str(Card(51))) == ("2c", "As")


def test_cards_are_ordered_and_hashed_by_number() -> None:
    cards = [Card(number) for number in range(52)]
    assert all(low < high for low, high in itertools.pairwise(cards))
    assert len(set(cards) | set(cards)) == 52
    assert Card(1) != 1
    with pytest.raises(TypeError):
        _ = Card(1) < 1  # type: ignore[operator]


def test_an_array_of_cards_holds_their_numbers() -> None:
    cards = parse_cards("As 2c Td")
    assert np.array([int(card) for card in cards], dtype=np.uint8).tolist() == [51, 0, 33]


@pytest.mark.parametrize(
    "text",
    ["As Ks", "As,Ks", "AsKs", "as ks", "AS,KS", " As , Ks ", "A♠ K♠", "A♠️K♠️", "A♤\tK♤\n"],
)
def test_all_ways_to_write_a_list(text: str) -> None:
    assert parse_cards(text) == [Card("As"), Card("Ks")]


def test_tens_are_read_both_ways() -> None:
    assert parse_cards("10s Js10h") == parse_cards("Ts Js Th")


def test_lists_are_made_of_anything_card_like() -> None:
    numpy_integer: Any = np.uint8(1)
    assert parse_cards([Card("As"), "Ks", 0, numpy_integer]) == parse_cards("As Ks 2c 2d")
    assert parse_cards(np.array([51, 47])) == parse_cards("As Ks")
    assert parse_cards([]) == parse_cards("") == []


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("As Kd Xs 2c 3c", "card 3 of 5, 'Xs': unknown rank 'X', expected one of 23456789TJQKA"),
        ("As Kx", "card 2 of 2, 'Kx': unknown suit 'x', expected one of cdhs"),
        ("As K", "card 2 of 2, 'K': the suit is missing, expected one of cdhs"),
        ("10", "card 1 of 1, '10': the suit is missing, expected one of cdhs"),
        ("1s", "card 1 of 1, '1s': unknown rank '1', expected one of 23456789TJQKA"),
        ("As Kd As", "card 3 of 3, 'As': duplicate of card 1"),
        ("AsK♠10xx", "card 3 of 4, '10x': unknown suit 'x', expected one of cdhs"),
        ("🂡", "card 1 of 1, '🂡': unknown rank '🂡', expected one of 23456789TJQKA"),
        (["As", "Xs"], "card 2 of 2, 'Xs': unknown rank 'X', expected one of 23456789TJQKA"),
        (["As", "KsQs"], "card 2 of 2, 'KsQs': expected one card, found 2"),
        (["As", ""], "card 2 of 2, '': expected one card, found 0"),
        ([0, 53], "card 2 of 2, number 53: expected 0 to 52"),
        ([-1], "card 1 of 1, number -1: expected 0 to 52"),
        ([0, 1, 0], "card 3 of 3, '2c': duplicate of card 1"),
        ("\ud800s", "card 1 of 1, '?s': unknown rank '?', expected one of 23456789TJQKA"),
    ],
)
def test_bad_cards_are_named_with_their_place(cards: object, message: str) -> None:
    with pytest.raises(ParseError) as error:
        parse_cards(cards)  # type: ignore[arg-type]
    assert str(error.value) == message


@pytest.mark.parametrize("cards", [None, 3.5, [None], [1.0], [True], object()])
def test_other_types_than_cards_are_a_type_error(cards: object) -> None:
    with pytest.raises(TypeError, match="expected cards as text, cards or numbers, found"):
        parse_cards(cards)  # type: ignore[arg-type]


def test_rows_are_dealt_without_repeats() -> None:
    dealt = deal_many(10_000, cards=7, seed=3)
    assert (dealt.shape, dealt.dtype, dealt.flags.c_contiguous) == ((10_000, 7), np.uint8, True)
    assert dealt.max() == 51
    assert (np.diff(np.sort(dealt, axis=1), axis=1) > 0).all()
    decks = deal_many(2_000, cards=52)
    assert (np.sort(decks, axis=1) == np.arange(52)).all()
    assert deal_many(0).shape == (0, 5)


def test_dealt_rows_depend_on_the_seed_alone() -> None:
    dealt = deal_many(5_000, seed=9)
    for threads in (1, 2, 3):
        assert (deal_many(5_000, seed=9, threads=threads) == dealt).all()
    for fewer in (1, 1_024, 1_025, 3_000):
        assert (deal_many(fewer, seed=9) == dealt[:fewer]).all()
    assert (deal_many(5_000, seed=10) != dealt).any()
    assert (deal_many(5_000) == deal_many(5_000, 5, 0)).all()


def test_more_hands_than_fit_into_memory_are_an_error() -> None:
    with pytest.raises(MemoryError):
        deal_many(10**15, 52)
