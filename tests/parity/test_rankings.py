"""Every ranking against the reference: on samples, and on all hands in slow runs."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from cardcore import poker
from cardcore.compare.poker import hands as random_hands
from cardcore.reference import rankings as reference

#: The games without a board, and the numbers of cards of their hands.
SIZES = {
    "2-7": (5,),
    "a-5": (5, 6, 7),
    "8-or-better": (5, 6, 7),
    "badugi": (4,),
    "short-deck": (5, 6, 7),
    "short-deck-trips": (5, 6, 7),
}

#: The lowest card of a game's deck.
FIRST = {"short-deck": 16, "short-deck-trips": 16}


def every_hand(cards: int, first: int) -> NDArray[np.uint8]:
    numbers = itertools.chain.from_iterable(itertools.combinations(range(first, 52), cards))
    return np.fromiter(numbers, np.uint8).reshape(-1, cards)


@pytest.mark.parametrize(("game", "size"), [(g, size) for g in SIZES for size in SIZES[g]])
def test_random_hands_have_the_same_strength(game: str, size: int) -> None:
    hands = random_hands(30_000, size=size)
    hands = hands[(hands >= FIRST.get(game, 0)).all(axis=1)][:2_000]
    assert len(hands) >= 1_000
    expected = [reference.strength(hand, game) for hand in hands.tolist()]
    assert poker.rank_many(hands, game=game).tolist() == expected
    assert poker.rank_many(hands[:, ::-1], game=game).tolist() == expected
    some = hands[:200].tolist()
    assert [poker.rank(hand, game=game).strength for hand in some] == expected[:200]


@pytest.mark.parametrize("game", ["omaha", "omaha-8-or-better"])
@pytest.mark.parametrize(("hole", "board"), [(4, 5), (4, 4), (4, 3), (5, 5), (6, 5)])
def test_random_hands_of_omaha_have_the_same_strength(game: str, hole: int, board: int) -> None:
    cards = random_hands(200, seed=hole * board, size=hole + board)
    holes, boards = cards[:, :hole], cards[:, hole:]
    expected = [
        reference.strength(hand, game, on_board)
        for hand, on_board in zip(holes.tolist(), boards.tolist(), strict=True)
    ]
    assert poker.rank_many(holes, board=boards, game=game).tolist() == expected
    assert [
        poker.rank(hand, board=on_board, game=game).strength
        for hand, on_board in zip(holes.tolist(), boards.tolist(), strict=True)
    ] == expected


def test_rows_are_ranked_alike_on_any_number_of_threads() -> None:
    cards = random_hands(50_000, size=9)
    holes, boards = cards[:, :4], cards[:, 4:]
    by_row = poker.rank_many(holes, board=boards, game="omaha", threads=1)
    assert np.array_equal(poker.rank_many(holes, board=boards, game="omaha", threads=2), by_row)
    free = (holes[:, :, None] != boards[0]).all(axis=(1, 2))
    shared = poker.rank_many(holes[free], board=boards[:1], game="omaha")
    repeated = np.repeat(boards[:1], int(free.sum()), axis=0)
    assert np.array_equal(poker.rank_many(holes[free], board=repeated, game="omaha"), shared)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", SIZES)
def test_all_hands_have_the_same_strength(game: str) -> None:
    hands = every_hand(SIZES[game][0], FIRST.get(game, 0))
    expected = [reference.strength(hand, game) for hand in hands.tolist()]
    strengths = poker.rank_many(hands, game=game)
    assert strengths.tolist() == expected
    assert np.array_equal(np.unique(strengths), np.arange(strengths.max() + 1))
