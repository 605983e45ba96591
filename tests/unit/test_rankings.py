"""Hands of other games than high poker: their words, their order, and what is refused."""

import pickle
from typing import Any

import numpy as np
import pytest

from cardcore import ParseError, poker

BOARD = "Ks Qs Js Ts 3d"


@pytest.mark.parametrize(
    ("hand", "game", "strength", "text"),
    [
        ("7c 5d 4h 3s 2c", "2-7", 7461, "7-5-4-3-2"),
        ("8c 7d 5h 4s 2c", "2-7", 7450, "8-7-5-4-2"),
        ("Ac 2d 3h 4s 5c", "2-7", 6677, "A-5-4-3-2"),
        ("2c 3d 4h 5s 6c", "2-7", 1607, "straight, six high"),
        ("As Ks Qs Js Ts", "2-7", 0, "straight flush, ace high"),
        ("5c 4c 3c 2c Ac", "a-5", 6174, "5-4-3-2-A"),
        ("5c 4c 3c 2c Ac Kd Kh", "a-5", 6174, "5-4-3-2-A"),
        ("Kc Kd Kh Ks Qc", "a-5", 0, "four of a kind, kings"),
        ("5c 4c 3c 2c Ac", "8-or-better", 56, "5-4-3-2-A"),
        ("8c 7c 6c 5c 4c 8d 8h", "8-or-better", 1, "8-7-6-5-4"),
        ("9c 7c 6c 5c 4c", "8-or-better", 0, "no low"),
        ("4c 3d 2h As", "badugi", 1091, "badugi, 4 high"),
        ("8c 4d 3h As", "badugi", 1054, "badugi, 8 high"),
        ("Kc Kd Kh Ks", "badugi", 0, "one card, K high"),
        ("Ac 6d 7h 8s 9c", "short-deck", 1128, "straight, nine high"),
        ("Ac 6d 7h 8s 9c", "short-deck-trips", 876, "straight, nine high"),
        ("As Ks Qs Js Ts 6c 6d", "short-deck", 1403, "straight flush, ace high"),
    ],
)
def test_hands_have_a_strength_and_a_text(hand: str, game: str, strength: int, text: str) -> None:
    rank = poker.rank(hand, game=game)
    assert (rank.strength, str(rank), rank.game) == (strength, text, game)
    assert poker.rank_many([hand], game=game).tolist() == [strength]
    assert poker.HandRank(strength, game) == rank
    assert eval(repr(rank), {"HandRank": poker.HandRank}) == rank
    assert pickle.loads(pickle.dumps(rank)) == rank


@pytest.mark.parametrize(
    ("hand", "game", "text"),
    [
        ("As Ad Kc 2h", "omaha", "straight, ace high"),
        ("As 9s Kc 2h", "omaha", "flush, ace high"),
        ("3c 3h Kc 2h 2d 2c", "omaha", "three of a kind, threes"),
        ("As 2d Kc Kh", "omaha-8-or-better", "no low"),
    ],
)
def test_omaha_takes_two_hole_cards_and_three_of_the_board(hand: str, game: str, text: str) -> None:
    rank = poker.rank(hand, board=BOARD, game=game)
    assert str(rank) == text
    assert rank.game == ("high" if game == "omaha" else "8-or-better")
    for board in (BOARD, [BOARD], np.array([[47, 43, 39, 35, 5]])):
        assert poker.rank_many([hand], board=board, game=game).tolist() == [rank.strength]
    low = poker.rank("As 2d Kc Kh", board="3c 4c 8d Kd Ks", game="omaha-8-or-better")
    assert str(low) == "8-4-3-2-A"


def test_every_hand_may_have_its_own_board() -> None:
    hands = ["As Ad Kc 2h", "3c 3h Kc 2h"]
    boards = [BOARD, "2d 2s 3s 9h 9d"]
    expected = [
        poker.rank(hand, board=board, game="omaha").strength
        for hand, board in zip(hands, boards, strict=True)
    ]
    assert poker.rank_many(hands, board=boards, game="omaha").tolist() == expected
    empty = poker.rank_many(np.empty((0, 4), np.uint8), board=BOARD, game="omaha")
    assert empty.shape == (0,)


def test_ranks_of_different_games_are_unequal_and_have_no_order() -> None:
    high, low = poker.HandRank(5), poker.HandRank(5, "2-7")
    assert high != low and len({high, low, poker.HandRank(5)}) == 2
    assert high != 5 and low > poker.HandRank(4, "2-7") and low >= low
    with pytest.raises(TypeError, match=r"^ranks of different games cannot be compared: high, 2-7"):
        _ = high < low
    with pytest.raises(TypeError, match="not supported between"):
        _ = high < 5  # type: ignore[operator]


def test_badugi_and_a_missing_low_have_no_category() -> None:
    assert poker.rank("7c 5d 4h 3s 2c", game="2-7").category is poker.Category.HIGH_CARD
    assert poker.rank("7c 7d 4h 3s 2c", game="a-5").category is poker.Category.ONE_PAIR
    assert poker.rank("7c 5d 4h 3s 2c", game="8-or-better").category is poker.Category.HIGH_CARD
    for rank in (poker.rank("4c 3d 2h As", game="badugi"), poker.HandRank(0, "8-or-better")):
        with pytest.raises(AttributeError, match="has no category"):
            _ = rank.category


@pytest.mark.parametrize(
    ("hand", "options", "message"),
    [
        ("As Ks Qs", {"game": "badugi"}, "expected 4 cards, found 3"),
        (
            "2c 3c 4c 5c 7d 9s",
            {"game": "2-7"},
            "expected 5 cards, found 6: card 6, '9s', is one too many",
        ),
        (
            "As Ks Qs 2d 6c",
            {"game": "short-deck"},
            "card 4 of 5, '2d': not in a short deck, which starts at the sixes",
        ),
        ("As Ks Qs", {"game": "omaha", "board": BOARD}, "expected 4 to 6 cards, found 3"),
        (
            "As Kd Qd 2c",
            {"game": "omaha", "board": "Ks Qs"},
            "board: expected 3 to 5 cards, found 2",
        ),
        (
            "As Kd Qd 2c",
            {"game": "omaha", "board": "Ks Qx Js"},
            "board: card 2 of 3, 'Qx': unknown suit 'x', expected one of cdhs",
        ),
        (
            "As Kd Qs 2c",
            {"game": "omaha", "board": BOARD},
            "card 6 of 9, 'Qs': duplicate of card 3",
        ),
        (
            "As Ks Qs Js Ts",
            {"game": "holdem"},
            "game: expected one of high, 2-7, a-5, 8-or-better, badugi, short-deck, "
            "short-deck-trips, omaha, omaha-8-or-better, found 'holdem'",
        ),
        (
            "As Ks",
            {"board": BOARD},
            "board: only Omaha has one, found one with the game 'high'; "
            "give all cards of a hand together",
        ),
    ],
)
def test_what_is_not_a_hand_is_refused(hand: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as error:
        poker.rank(hand, **options)
    assert str(error.value) == message


def test_omaha_needs_a_board_and_a_game_is_a_name() -> None:
    with pytest.raises(TypeError, match=r"^board: expected three to five cards, found None"):
        poker.rank("As Ks Qs Js", game="omaha")
    with pytest.raises(TypeError, match=r"^board: expected three to five cards, found None"):
        poker.rank_many(["As Ks Qs Js"], game="omaha")
    with pytest.raises(TypeError, match=r"^game: expected a name, found 27"):
        poker.rank("As Ks Qs Js Ts", game=27)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hands", "options", "message"),
    [
        (
            [[0, 5, 10, 15], [0, 5, 10, 10]],
            {"game": "badugi"},
            "row 1: card 4 of 4, '4h': duplicate of card 3",
        ),
        (
            [[51, 47, 43, 39, 35], [51, 47, 43, 39, 7]],
            {"game": "short-deck"},
            "row 1: card 5 of 5, '3s': not in a short deck, which starts at the sixes",
        ),
        (
            [[51, 47, 43, 39, 35, 30], [51, 47, 43, 39, 77, 7]],
            {"game": "short-deck-trips"},
            "row 1: card 5 of 6, number 77: expected 0 to 51",
        ),
        (
            [[0, 1, 2, 3, 4, 5]],
            {"game": "2-7"},
            "expected an array of shape (N, 5), found (1, 6)",
        ),
        (
            [[0, 1, 2, 3], [4, 5, 6, 7]],
            {"game": "omaha", "board": [[8, 9, 10], [11, 12, 4]]},
            "row 1: card 7 of 7, '3c': duplicate of card 1",
        ),
        (
            [[0, 1, 2, 3], [4, 5, 6, 7]],
            {"game": "omaha", "board": [[8, 9, 5]]},
            "row 1: card 7 of 7, '3d': duplicate of card 2",
        ),
        (
            [[0, 1, 2, 3], [4, 5, 6, 7]],
            {"game": "omaha", "board": [[8, 9, 10]] * 3},
            "board: expected 1 or 2 rows, found 3",
        ),
        (
            [[0, 1, 2, 3]],
            {"game": "omaha", "board": [8, 9, 10]},
            "board: expected an array of shape (N, 3), (N, 4) or (N, 5), found (3,)",
        ),
    ],
)
def test_bad_rows_are_named(hands: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ParseError) as error:
        poker.rank_many(np.array(hands), **options)
    assert str(error.value) == message
