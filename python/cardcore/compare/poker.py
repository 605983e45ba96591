"""Hand ranking: the strengths of random hands, and how they are dealt."""

from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

import cardcore
from cardcore import poker
from cardcore.compare import Case, Check
from cardcore.compare.measure import CARDCORE, REFERENCE, Comparison, Work, compare
from cardcore.reference import cards
from cardcore.reference import poker as reference

#: The numbers of cards in a hand.
SIZES = (5, 6, 7)


def hands(count: int, seed: int = 1, size: int = 5) -> NDArray[np.uint8]:
    """Draw random hands."""
    decks = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    return np.random.default_rng(seed).permuted(decks, axis=1)[:, :size].copy()


def strengths(random: Random) -> Iterator[Case]:
    """Compare one random hand of each size."""
    for size in SIZES:
        hand = random.sample(cards.DECK, size)
        yield Case(
            {"hand": cards.cards_text(hand)}, poker.rank(hand).strength, reference.strength(hand)
        )


def deals(random: Random) -> Iterator[Case]:
    """Compare some dealt hands."""
    asked = {
        "n": random.randint(1, 20),
        "cards": random.randint(1, 52),
        "seed": random.getrandbits(64),
    }
    yield Case(asked, cardcore.deal_many(**asked).tolist(), cards.deal_many(**asked))


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


CHECKS: dict[str, Check] = {"strengths": strengths, "deals": deals}

WORK: tuple[Work, ...] = (time_strengths,)
