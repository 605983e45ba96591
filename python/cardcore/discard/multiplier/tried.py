"""The discards of all hands that are worth trying in a multiplier game."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cardcore.discard.multiplier.model import Model
from cardcore.discard.showdown_equity import Progress

__all__ = ["Tried"]


@dataclass(frozen=True, eq=False)
class Tried:
    """Discards of all hands that are worth trying, hand by hand."""

    starts: NDArray[np.int64]
    """The first row of each hand."""
    masks: NDArray[np.uint8]
    ev: NDArray[np.float64]
    next: NDArray[np.float64]
    slope: float = 1.0
    """What a multiplier of 1 is worth, about."""
    sums: NDArray[np.complex128] | None = None

    @classmethod
    def all(cls, model: Model, hands: NDArray[np.uint8], progress: Progress | None) -> "Tried":
        """Value all discards, by fewest cards first: of equal ones the first is taken."""
        order = sorted(range(32), key=lambda mask: (mask.bit_count(), mask))
        count, kinds = len(hands), len(model.kinds)
        ev = np.empty((count, 32))
        later = np.empty((count, 32, kinds))
        for place, mask in enumerate(order):
            if progress is not None:
                progress(place, 32)
            found = model.value(hands, mask)
            ev[:, place], later[:, place] = found.ev, found.next
        return cls(
            np.arange(count, dtype=np.int64) * 32,
            np.tile(np.array(order, np.uint8), count),
            ev.reshape(-1),
            later.reshape(-1, kinds),
        )

    def steeper(self, slope: float) -> "Tried":
        """Return the same with another value of a multiplier."""
        return Tried(self.starts, self.masks, self.ev, self.next, slope)

    def pruned(self, model: Model, margin: float) -> "Tried":
        """Keep the discards that are nearly the best for some multiplier, if states were linear."""
        later = self.slope * (self.next @ model.kinds)
        keep = np.zeros(len(self.ev), bool)
        count = np.diff(np.append(self.starts, len(self.ev)))
        for multiplier in np.arange(1, float(model.kinds[-1]) + 0.01, 0.5):
            worth = multiplier * self.ev + later
            best = np.maximum.reduceat(worth, self.starts)
            keep |= worth >= np.repeat(best, count) - margin
        kept = np.add.reduceat(keep.astype(np.int64), self.starts)
        starts = np.concatenate([[0], np.cumsum(kept)[:-1]])
        rows = np.flatnonzero(keep)
        next_kept = self.next[rows]
        return Tried(
            starts, self.masks[rows], self.ev[rows], next_kept, self.slope, model.sums(next_kept)
        )

    def expected(self, model: Model, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the mean value of the next state after each discard."""
        if self.sums is None:
            return model.later(self.next, values)
        return model.expected(self.sums, values)
