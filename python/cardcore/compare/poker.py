"""Hand ranking: the strengths of random hands."""

from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardcore import poker
from cardcore.compare import Case, Check
from cardcore.compare.measure import CARDCORE, REFERENCE, Comparison, Work, compare
from cardcore.reference import cards
from cardcore.reference import poker as reference


def hands(count: int, seed: int = 1) -> NDArray[np.uint8]:
    """Draw hands of five cards."""
    decks = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    return np.random.default_rng(seed).permuted(decks, axis=1)[:, :5].copy()


def strengths(random: Random) -> Iterator[Case]:
    """Compare one random hand."""
    hand = random.sample(cards.DECK, 5)
    yield Case(
        {"hand": cards.cards_text(hand)}, poker.rank(hand).strength, reference.strength(hand)
    )


def time_strengths(repeats: int = 7, count: int = 20_000) -> Comparison:
    """Rank random hands on one thread."""
    drawn = hands(count)
    rows = drawn.tolist()
    expected = [reference.strength(row) for row in rows]
    return compare(
        f"strengths of {count:,} hands",
        {
            CARDCORE: lambda: poker.rank_many(drawn, threads=1),
            REFERENCE: lambda: [reference.strength(row) for row in rows],
        },
        check=lambda strengths: np.array_equal(strengths, expected),
        items=count,
        unit="hand",
        repeats=repeats,
    )


CHECKS: dict[str, Check] = {"strengths": strengths}

WORK: tuple[Work, ...] = (time_strengths,)
