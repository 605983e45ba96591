"""How often simple and optimal play beat the greedy dog of Ends."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from bench.results import Table
from cardcore import ends
from cardcore.compare.measure import require
from cardcore.reference import ends as reference

POLICIES: tuple[ends.Policy, ...] = ("greedy", "lookahead", "optimal")
SIDES: tuple[ends.Side, ...] = ("player", "dog")
COUNTS = (6, 7, 20, 21, 52, 101)

#: The values of a deck, aces high.
DECK = np.repeat(np.arange(2, 15), 4)


def table(games: int = 5_000) -> Table:
    """Play the same random rows with each policy, either side moving first."""
    rows = [
        [values, str(count), first, *shares(values, count, first, games)]
        for values in ("deck", "1 to 6", "1 to a million")
        for count in COUNTS
        if values != "deck" or count <= len(DECK)
        for first in SIDES
    ]
    case = f"share of games won against the dog, and tied in brackets, {games:,} rows each"
    return Table(case, ["values", "cards", "first", *POLICIES], rows)


def shares(values: str, count: int, first: ends.Side, games: int) -> Iterator[str]:
    """Give the share of rows that each policy wins, and ties."""
    wins, ties = [0] * len(POLICIES), [0] * len(POLICIES)
    for number, cards in enumerate(draw(values, count, games)):
        lines = [ends.solve(cards, policy, first) for policy in POLICIES]
        require(lines[-1].score == max(line.score for line in lines), f"optimal play of {cards}")
        if number < 20:
            for policy, line in zip(POLICIES, lines, strict=True):
                plain = reference.solve(cards.tolist(), policy, first)
                found = line.score, line.opponent_score, line.path
                require(found == plain, f"the {policy} play of {cards}")
        for place, line in enumerate(lines):
            wins[place] += line.margin > 0
            ties[place] += line.margin == 0
    for won, tied in zip(wins, ties, strict=True):
        yield f"{won / games:.3f} ({tied / games:.3f})"


def draw(values: str, count: int, games: int) -> Iterator[NDArray[np.int64]]:
    """Draw rows: cards of a shuffled deck, small numbers, or numbers that hardly ever are equal."""
    generator = np.random.default_rng(count)
    for _ in range(games):
        if values == "deck":
            yield generator.permutation(DECK)[:count].astype(np.int64)
        elif values == "1 to 6":
            yield generator.integers(1, 7, count)
        else:
            yield generator.integers(1, 10**6 + 1, count)
