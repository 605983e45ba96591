"""The strength of five cards under the standard high ranking.

There are 7,462 distinct strengths, from 0 (7-5-4-3-2 of mixed suits) to 7461 (the royal flush):
higher is better, equal is a tie. The wheel, A-5, is the lowest straight.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardcore import _core
from cardcore._core import Card, HandRank

_core.load_numpy()

__all__ = ["Cards", "Category", "HandRank", "rank", "rank_many"]

#: Whatever can stand for cards: text, or an iterable of cards, texts and card numbers.
Cards: TypeAlias = str | Iterable[Card | str | int]


class Category(IntEnum):
    """The nine classes of hands, lowest first.

    >>> Category.FULL_HOUSE.label
    'full house'
    """

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    @property
    def label(self) -> str:
        """The name of the class in words."""
        return self.name.lower().replace("_", " ")


def rank(hand: Cards) -> HandRank:
    """Rank five cards.

    Parameters
    ----------
    hand
        Five distinct cards: text such as ``"As Ks Qs Js Ts"``, or an iterable of cards, texts
        and card numbers.

    Returns
    -------
    HandRank
        With ``strength``, ``category`` and a text; ordered, the greater one wins.

    Raises
    ------
    ParseError
        If these are not five distinct cards; the message names the card and its place.

    Examples
    --------
    >>> kings = rank("Kd Kh 9s 5c 2d")
    >>> print(kings, kings.strength, kings.category.label, sep=" | ")
    one pair, kings | 3735 | one pair
    >>> kings > rank("Qd Qh As Kc Jd")
    True
    """
    return _core.rank(hand)


def rank_many(hands: ArrayLike, *, threads: int | None = None) -> NDArray[np.uint16]:
    """Rank many hands at once.

    Parameters
    ----------
    hands
        An array of card numbers of shape (N, 5), of any integer type and memory order. A
        C-ordered ``uint8`` array is read in place.
    threads
        How many threads to use; all cores if not given.

    Returns
    -------
    numpy.ndarray
        The strengths, shape (N,), ``uint16``; higher is better.

    Raises
    ------
    ParseError
        If a row is not five distinct cards (the message names the row), or for another shape.
    TypeError
        If the array does not hold integers.

    Examples
    --------
    >>> rank_many([[51, 47, 43, 39, 35], [0, 5, 10, 15, 20]])
    array([7461,    0], dtype=uint16)
    """
    return _core.rank_many(hands, threads=threads)
