"""Random hands, many at once."""

import numpy as np
from numpy.typing import NDArray

from cardcore import _core

_core.load_numpy()

__all__ = ["deal_many"]


def deal_many(
    n: int, cards: int = 5, seed: int = 0, *, threads: int | None = None
) -> NDArray[np.uint8]:
    """Deal many hands at once, each from a full deck.

    The same seed gives the same cards on any number of threads and in every version. Row ``r``
    draws from stream ``r // 1024`` of the seed, after the rows before it in that stream. Each row
    starts with the deck in the order of the card numbers and runs a Fisher–Yates shuffle: card
    ``i``, from 0, is swapped with the card at a random index from ``i`` on. So a row does not
    depend on the number of rows. ``cardcore.reference.cards.deal_many`` is the same in plain
    Python.

    Parameters
    ----------
    n
        The number of hands.
    cards
        The number of cards per hand, 1 to 52.
    seed
        A whole number from 0 to 2**64 - 1.
    threads
        The number of threads; by default, one per core.

    Returns
    -------
    numpy.ndarray
        The card numbers, shape (n, cards), ``uint8``: four times the rank (two is 0, ace 12) plus
        the suit (clubs 0, diamonds 1, hearts 2, spades 3). The cards of a row are distinct.

    Examples
    --------
    >>> deal_many(2, seed=7)
    array([[16, 17,  2, 18, 22],
           [21, 32,  6, 17, 11]], dtype=uint8)
    >>> from cardcore import poker
    >>> flushes = poker.categories_many(deal_many(1_000_000, seed=1)) == poker.Category.FLUSH
    >>> int(flushes.sum())  # the expected number is 1,965
    1981
    """
    return _core.deal_many(n, cards, seed, threads=threads)
