"""How often simple and optimal play beat the greedy dog: ``python -m bench.ends_experiment``.

Rows are drawn at random; every policy plays the same rows, once with the player and once with the
dog moving first. What is counted are games won outright; ties are shown apart. Options: the number
of rows per cell and the seed.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cardcore import ends

POLICIES: tuple[ends.Policy, ...] = ("greedy", "lookahead", "optimal")
SIDES: tuple[ends.Side, ...] = ("player", "dog")
COUNTS = (6, 7, 10, 20, 21, 52, 100, 101)

#: The values of a deck, aces high.
DECK = np.repeat(np.arange(2, 15), 4)


def rows(values: str, count: int, games: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Draw rows: cards of a shuffled deck, small numbers, or numbers that are never equal."""
    generator = np.random.default_rng([seed, count])
    for _ in range(games):
        if values == "deck":
            yield generator.permutation(DECK)[:count].astype(np.int64)
        elif values == "1 to 6":
            yield generator.integers(1, 7, count)
        else:
            yield generator.permutation(1_000 * count)[:count]


@dataclass
class Cell:
    """The games of one policy under one setting."""

    games: int = 0
    wins: int = 0
    ties: int = 0
    margin: int = 0

    def count(self, margin: int) -> None:
        """Count one game."""
        self.games += 1
        self.wins += margin > 0
        self.ties += margin == 0
        self.margin += margin

    def __str__(self) -> str:
        return f"{self.wins / self.games:.3f} ({self.ties / self.games:.3f})"


def measure(values: str, count: int, first: ends.Side, games: int, seed: int) -> list[Cell]:
    """Play one setting; one cell per policy."""
    cells = [Cell() for _ in POLICIES]
    for row in rows(values, count, games, seed):
        for cell, policy in zip(cells, POLICIES, strict=True):
            cell.count(ends.solve(row, policy, first).margin)
    return cells


def main(games: int = 10_000, seed: int = 1) -> None:
    """Measure every setting and print the table."""
    print(f"{games:,} rows per cell, seed {seed}; share won outright (share tied)\n")
    print(f"| values | cards | first | {' | '.join(POLICIES)} |")
    print("|---|---|---|" + "---|" * len(POLICIES))
    for values in ("deck", "1 to 6", "all different"):
        for count in COUNTS:
            if values == "deck" and count > len(DECK):
                continue
            for first in SIDES:
                cells = measure(values, count, first, games, seed)
                print(
                    f"| {values} | {count} | {first} | {' | '.join(map(str, cells))} |", flush=True
                )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
