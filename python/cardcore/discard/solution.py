"""The whole game: the best discard of every hand there is."""

import csv
import io
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Card
from cardcore.arrays import frozen
from cardcore.discard.objective import Objective, valuation
from cardcore.discard.opponent import Progress
from cardcore.discard.paytable import OUTCOMES

__all__ = ["Solution", "solve"]


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """The whole game: the best discard of every hand, and what comes of it."""

    objective: str
    """The name of the objective."""
    exact: Fraction
    """The mean value over all 2,598,960 hands, exactly."""
    hands: NDArray[np.uint8]
    """One hand for all that differ in the names of their suits, shape (134459, 5)."""
    weights: NDArray[np.int64]
    """How many hands each stands for; together 2,598,960."""
    masks: NDArray[np.uint8]
    """The best discard of each hand."""
    values: NDArray[np.float64]
    """What it is worth."""
    outcomes: dict[str, Fraction]
    """How often each of the :data:`OUTCOMES` comes up in the end, exactly."""

    @property
    def value(self) -> float:
        """The mean value over all hands."""
        return float(self.exact)

    @property
    def classes(self) -> NDArray[np.float64]:
        """How often each of the nine classes comes up in the end, shape (9,)."""
        return np.array([float(share) for share in self.exact_classes])

    @property
    def exact_classes(self) -> list[Fraction]:
        """How often each of the nine classes comes up in the end, exactly."""
        shares = list(self.outcomes.values())
        # One high card, three kinds of pairs, …, five of fours, two of straight flushes.
        ends = np.cumsum([1, 3, 1, 1, 1, 1, 1, 5, 2]).tolist()
        starts = [0, *ends[:-1]]
        return [sum(shares[a:b], Fraction()) for a, b in zip(starts, ends, strict=True)]

    def to_csv(self) -> str:
        """Write the strategy as CSV: hand, weight, mask, discard, value."""
        texts = [str(Card(number)) for number in range(52)]
        output = io.StringIO()
        writer = csv.writer(output, lineterminator="\n")
        writer.writerow(["hand", "weight", "mask", "discard", "value"])
        columns = (self.hands, self.weights, self.masks, self.values)
        for numbers, weight, mask, value in zip(*(c.tolist() for c in columns), strict=True):
            cards = [texts[number] for number in numbers]
            discarded = (card for place, card in enumerate(cards) if mask >> place & 1)
            writer.writerow([" ".join(cards), weight, mask, " ".join(discarded), repr(value)])
        return output.getvalue()

    def to_npz(self) -> bytes:
        """Write the strategy as the bytes of a compressed NumPy archive."""
        output = io.BytesIO()
        np.savez_compressed(
            output,
            objective=np.array(self.objective),
            value=np.array(self.value),
            exact=np.array(str(self.exact)),
            hands=self.hands,
            weights=self.weights,
            masks=self.masks,
            values=self.values,
            classes=self.classes,
        )
        return output.getvalue()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return (
            (self.objective, self.exact, self.outcomes)
            == (other.objective, other.exact, other.outcomes)
            and np.array_equal(self.masks, other.masks)
            and np.array_equal(self.values, other.values)
        )

    def __hash__(self) -> int:
        return hash((self.objective, self.exact))

    def __repr__(self) -> str:
        return f"<Solution for {self.objective}, value {self.value}>"


def solve(
    objective: Objective = "class",
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Solution:
    """Find the best discard of every hand, and what the whole game is worth.

    Parameters
    ----------
    objective
        ``"class"``, ``"pattern"``, or a paytable or its name.
    threads
        How many threads to use; all cores if not given.
    progress
        Called now and then with the hands done and the hands in all.

    Raises
    ------
    ValueError
        If there is no such objective, or for ``"showdown"``, which is worked out hand by hand:
        see :func:`best_discards`.

    Examples
    --------
    >>> solution = solve("jacks-or-better-9-6")
    >>> solution.exact
    Fraction(1653526326983, 1661102543100)
    >>> solution.hands.shape, int(solution.weights.sum())
    ((134459, 5), 2598960)
    """
    aim = valuation(objective)
    solved = aim.solve(threads=threads, progress=progress)
    return Solution(
        objective=aim.name,
        exact=Fraction(solved["total"], solved["denominator"]),
        hands=frozen(solved["hands"]),
        weights=frozen(solved["weights"]),
        masks=frozen(solved["masks"]),
        values=frozen(solved["values"]),
        outcomes={
            outcome: Fraction(times, solved["outcomes_in_all"])
            for outcome, times in zip(OUTCOMES, solved["outcomes"], strict=True)
        },
    )
