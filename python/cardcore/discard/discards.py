"""The discards of one hand, each with its value."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Card
from cardcore.result_table import ResultTable

__all__ = [
    "ROWS_SHOWN",
    "Discard",
    "cards_text",
    "discard_columns",
    "discard_result_table",
    "make_discard",
    "rank_discards",
]

#: How many of the 32 discards a printed table shows.
ROWS_SHOWN = 8


@dataclass(frozen=True)
class Discard:
    """A discard and its value."""

    mask: int
    """Bit i: the i-th card of the hand is discarded."""
    discard: tuple[Card, ...]
    """The cards discarded."""
    keep: tuple[Card, ...]
    """The cards kept."""
    value: float
    """The value under the objective: EV, equity or mean hand category."""


def make_discard(hand: Sequence[Card], mask: int, value: float) -> Discard:
    """Return the discard of a mask."""
    discarded = tuple(card for index, card in enumerate(hand) if mask >> index & 1)
    held = tuple(card for index, card in enumerate(hand) if not mask >> index & 1)
    return Discard(mask, discarded, held, float(value))


def rank_discards(hand: Sequence[Card], values: Sequence[float], best: int) -> list[Discard]:
    """List the 32 discards by value, best first; among equals, fewer cards, then the mask."""
    masks = sorted(range(32), key=lambda m: (m != best, -values[m], m.bit_count(), m))
    return [make_discard(hand, mask, values[mask]) for mask in masks]


def discard_columns(hand: Sequence[Card]) -> dict[str, list[Any]]:
    """Return the 32 discards as columns: the mask, and the hold and the discard as text."""
    discards = [make_discard(hand, mask, 0.0) for mask in range(32)]
    return {
        "mask": [discard.mask for discard in discards],
        "hold": [cards_text(discard.keep) for discard in discards],
        "discard": [cards_text(discard.discard) for discard in discards],
    }


def discard_result_table(
    title: str,
    headings: Sequence[str],
    ranking: Sequence[Discard],
    numbers: NDArray[np.float64],
) -> ResultTable:
    """Make a table of the best discards, with a row of numbers for each mask."""
    rows = [
        (
            cards_text(discard.keep) or "–",
            cards_text(discard.discard) or "–",
            *numbers[discard.mask].tolist(),
        )
        for discard in ranking[:ROWS_SHOWN]
    ]
    return ResultTable(title, ["hold", "discard", *headings], rows)


def cards_text(cards: Sequence[Card]) -> str:
    """Write cards separated by spaces."""
    return " ".join(map(str, cards))
