"""What a fixed way of playing brings, as fractions."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Valuation

__all__ = ["outcome_chances", "stationary"]


def outcome_chances(
    aim: Valuation, hands: NDArray[np.uint8], weights: NDArray[np.int64], masks: NDArray[np.uint8]
) -> list[Fraction]:
    """Return how often every outcome occurs if these discards are made, exactly."""
    counts = aim.outcomes_of(hands, masks).astype(np.int64)
    draws = counts.sum(axis=1)
    common = int(np.lcm.reduce(np.unique(draws)))
    totals = (counts * (weights * (common // draws))[:, None]).sum(axis=0)
    whole = int(weights.sum()) * common
    return [Fraction(total, whole) for total in totals.tolist()]


def stationary(moves: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    """Return the stationary distribution of a Markov chain, by elimination of fractions."""
    size = len(moves)
    rows = [[moves[j][i] - (i == j) for j in range(size)] + [Fraction()] for i in range(size - 1)]
    rows.append([Fraction(1)] * (size + 1))
    for column in range(size):
        pivot = next(row for row in range(column, size) if rows[row][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        factor = rows[column][column]
        rows[column] = [entry / factor for entry in rows[column]]
        for row in range(size):
            if row != column and rows[row][column]:
                times = rows[row][column]
                rows[row] = [a - times * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [row[-1] for row in rows]
