"""Poker hand ranking: the strength of five cards, or of the best five of six or seven.

There are 7,462 distinct strengths under the standard high ranking, from 0 (7-5-4-3-2 offsuit) to
7461 (a royal flush): higher is better, equal strengths tie. The wheel, A-5, is the lowest straight.

``game`` chooses another ranking. In all of them strengths start at 0 and the higher one wins, also
where the lowest cards do:

- ``high``: the standard ranking, 5 to 7 cards
- ``2-7``: deuce-to-seven lowball, 5 cards. The worst high hand wins; aces are high
- ``a-5``: ace-to-five lowball, or razz, 5 to 7 cards. No straights or flushes, aces are low
- ``8-or-better``: ace-to-five with an eight to qualify, 5 to 7 cards. Strength 0 is no low
- ``badugi``: 4 cards, of which those of different ranks and suits count, the lower the better
- ``short-deck``: 36 cards, from the sixes up, 5 to 7 cards. A flush beats a full house
- ``short-deck-trips``: the same, and three of a kind beat a straight
- ``omaha``: the high hand of two of 4 to 6 hole cards with three of the board
- ``omaha-8-or-better``: the low hand of two of 4 to 6 hole cards with three of the board

In arrays a card is a number: four times its rank, from 0 for a two to 12 for an ace, plus its suit,
0 for clubs, 1 for diamonds, 2 for hearts and 3 for spades. So ``2c`` is 0, ``2s`` 3, ``3c`` 4 and
``As`` 51; ``Card("As").number`` is the number of a card, and ``Card(51)`` the card.

>>> from cardcore import deal_many, poker
>>> hands = deal_many(3, cards=7, seed=1)
>>> hands // 4  # their ranks: the first has three sevens and two fives
array([[ 3,  5,  0,  5,  5,  3,  4],
       [ 6,  7, 11,  6,  8,  8, 12],
       [ 1,  0,  0, 10,  5,  6,  8]], dtype=uint8)
>>> poker.rank_many(hands)
array([7203, 4521, 1387], dtype=uint16)
>>> [str(poker.HandRank(strength)) for strength in poker.rank_many(hands)[:2]]
['full house, sevens over fives', 'two pair, tens and eights']
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardcore import _core
from cardcore._core import Card, HandRank

_core.load_numpy()

__all__ = [
    "GAMES",
    "Cards",
    "Category",
    "HandArray",
    "HandRank",
    "RankedGame",
    "categories_many",
    "rank",
    "rank_many",
]

#: Anything that represents cards: text, or an iterable of cards, texts and card numbers.
Cards: TypeAlias = str | Iterable[Card | str | int]

#: Anything that represents many hands: an array with a row of card numbers, texts or cards for each
#: hand, an array with a text for each hand, or a list of hands.
HandArray: TypeAlias = ArrayLike | Sequence[Cards]


#: The games whose hands can be ranked, as a type that editors complete.
RankedGame: TypeAlias = Literal[
    "high",
    "2-7",
    "a-5",
    "8-or-better",
    "badugi",
    "short-deck",
    "short-deck-trips",
    "omaha",
    "omaha-8-or-better",
]

#: The games whose hands can be ranked.
GAMES: tuple[RankedGame, ...] = get_args(RankedGame)


class Category(IntEnum):
    """The nine hand categories, lowest first under the standard ranking.

    >>> Category.FULL_HOUSE.label
    'full house'
    """

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    @property
    def label(self) -> str:
        """The name of the category in words."""
        return self.name.lower().replace("_", " ")


def rank(hand: Cards, *, board: Cards | None = None, game: RankedGame | str = "high") -> HandRank:
    """Rank a hand: by default five cards, or the best five of six or seven.

    Parameters
    ----------
    hand
        Distinct cards, as many as the game has: text such as ``"As Ks Qs Js Ts"``, or an iterable
        of cards, texts and card numbers. In Omaha, the four to six hole cards.
    board
        In Omaha only: the three to five cards of the board.
    game
        One of :data:`GAMES`.

    Returns
    -------
    HandRank
        Has ``strength``, ``category`` and a text; ranks of a game are ordered, the greater one
        wins.

    Raises
    ------
    ParseError
        If these are not the distinct cards of a hand; the message names the card and its place.
    ValueError
        If the game is unknown, or has no board.

    Examples
    --------
    >>> kings = rank("Kd Kh 9s 5c 2d")
    >>> print(kings, kings.strength, kings.category.label, sep=" | ")
    one pair, kings | 3735 | one pair
    >>> kings > rank("Qd Qh As Kc Jd")
    True
    >>> print(rank("As Ks Qs Js Ts 2c 2d"))
    straight flush, ace high
    >>> number_one = rank("7c 5d 4h 3s 2c", game="2-7")
    >>> print(number_one, number_one.strength, sep=" | ")
    7-5-4-3-2 | 7461
    >>> print(rank("8c 4d 3h As", game="badugi"), rank("8c 8d 3h As", game="badugi"), sep=" | ")
    badugi, 8 high | three cards, 8 high
    >>> print(rank("As Ad Kc 2h", board="Ks Qs Js Ts 3d", game="omaha"))
    straight, ace high
    """
    return _core.rank(hand, board, game)


def rank_many(
    hands: HandArray,
    *,
    board: HandArray | None = None,
    game: RankedGame | str = "high",
    threads: int | None = None,
) -> NDArray[np.uint16]:
    """Rank many hands at once.

    Parameters
    ----------
    hands
        An array of card numbers with a row for each hand, of any integer type and memory order: of
        shape (N, 5), (N, 6) or (N, 7), or as many cards as the game has. Of more than five cards
        the best five count. A C-ordered ``uint8`` array is read in place. An array or list of texts
        or cards works too, but reading it takes longer than ranking.
    board
        In Omaha only: an array of three to five cards with a row for each hand, or with a single
        row or as text for all of them. One board for all hands is the fastest.
    game
        One of :data:`GAMES`.
    threads
        The number of threads; by default, one per core.

    Returns
    -------
    numpy.ndarray
        The strengths, shape (N,), ``uint16``; higher is better.

    Raises
    ------
    ParseError
        If a row is not as many distinct cards as the others (the message names the row), or the
        shape is wrong.
    TypeError
        If the array does not hold integers, text or cards.
    ValueError
        If the game is unknown, or has no board.

    Examples
    --------
    >>> rank_many([[51, 47, 43, 39, 35], [0, 5, 10, 15, 20]])
    array([7461,    0], dtype=uint16)
    >>> rank_many(["As Ks Qs Js Ts 2c 2d", "2c 3d 4h 5s 7c 8d 9h"])
    array([7461,   48], dtype=uint16)
    >>> rank_many(["5c 4c 3c 2c Ac", "6c 4d 3h 2s Ac", "Kc Kd 3h 2s Ac"], game="a-5")
    array([6174, 6173, 2247], dtype=uint16)
    >>> rank_many(["As Ad Kc 2h", "Kh Kd 8c 7c"], board="Ks Qs Js Ts 3d", game="omaha")
    array([5862, 5775], dtype=uint16)
    """
    return _core.rank_many(hands, board, game, threads=threads)


def categories_many(hands: HandArray, *, threads: int | None = None) -> NDArray[np.uint8]:
    """Return the hand categories of many hands at once.

    Parameters
    ----------
    hands, threads
        As for :func:`rank_many`, and with the same errors.

    Returns
    -------
    numpy.ndarray
        The numbers of the categories, shape (N,), ``uint8``: see :class:`Category`.

    Examples
    --------
    >>> found = categories_many(["As Ks Qs Js Ts", "2c 2d 2h 3s 3c", "2c 3d 4h 5s 7c"])
    >>> found
    array([8, 6, 0], dtype=uint8)
    >>> Category(found[1]).label
    'full house'
    """
    return _core.categories_many(hands, threads=threads)
