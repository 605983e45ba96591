"""A discard, and what it is worth."""

from collections.abc import Sequence
from dataclasses import dataclass

from cardcore._core import Card

__all__ = ["Discard", "choice"]


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
