"""A discard, and what it is worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Card
from cardcore.sheet import Sheet

__all__ = ["SHOWN", "Discard", "choice", "columns", "ranking", "sheet", "text"]

#: How many of the 32 discards are printed.
SHOWN = 8


@dataclass(frozen=True)
class Discard:
    """A discard and what it is worth."""

    mask: int
    """Bit i: the i-th card of the hand is discarded."""
    discard: tuple[Card, ...]
    """The cards discarded."""
    keep: tuple[Card, ...]
    """The cards kept."""
    value: float
    """The value under the objective."""


def choice(hand: Sequence[Card], mask: int, value: float) -> Discard:
    """Give the discard of a mask."""
    discarded = tuple(card for place, card in enumerate(hand) if mask >> place & 1)
    kept = tuple(card for place, card in enumerate(hand) if not mask >> place & 1)
    return Discard(mask, discarded, kept, float(value))


def ranking(hand: Sequence[Card], values: Sequence[float], best: int) -> list[Discard]:
    """List the 32 discards by value, the best first; of equals the fewer cards, then the mask."""
    masks = sorted(range(32), key=lambda m: (m != best, -values[m], m.bit_count(), m))
    return [choice(hand, mask, values[mask]) for mask in masks]


def columns(hand: Sequence[Card]) -> dict[str, list[Any]]:
    """Give the 32 discards as columns: the mask, and what is held and discarded as text."""
    choices = [choice(hand, mask, 0.0) for mask in range(32)]
    return {
        "mask": [chosen.mask for chosen in choices],
        "hold": [text(chosen.keep) for chosen in choices],
        "discard": [text(chosen.discard) for chosen in choices],
    }


def sheet(
    title: str,
    headings: Sequence[str],
    ranking: Sequence[Discard],
    numbers: NDArray[np.float64],
) -> Sheet:
    """Show the best discards: what is held and discarded, and the numbers of each by its mask."""
    rows = [
        (text(chosen.keep) or "–", text(chosen.discard) or "–", *numbers[chosen.mask].tolist())
        for chosen in ranking[:SHOWN]
    ]
    return Sheet(title, ["hold", "discard", *headings], rows)


def text(cards: Sequence[Card]) -> str:
    """Write cards side by side."""
    return " ".join(map(str, cards))
