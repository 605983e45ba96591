"""Ends: best lines, values and whole games."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, get_args

import numpy as np

from cardcore import Game, ends
from cardcore.compare import Case, Check
from cardcore.compare.encoding import compare_encodings
from cardcore.compare.lockstep import lockstep
from cardcore.compare.measure import CARDCORE, REFERENCE, Comparison, Work, compare
from cardcore.reference import ends as reference

#: Ranges with many ties, with zeros, with negatives, and of a deck.
RANGES = ((-1, 1), (0, 3), (2, 14), (-50, 50), (-9, -1))


def row(random: Random, longest: int = 14) -> list[int]:
    """Draw a row."""
    low, high = random.choice(RANGES)
    return [random.randint(low, high) for _ in range(random.randint(0, longest))]


def lines_of(cards: list[int]) -> Iterator[Case]:
    """Compare the lines of all policies on a row, with either side first and either tie-break."""
    options = product(get_args(ends.Policy), get_args(ends.Side), get_args(ends.Ties))
    for policy, first, ties in options:
        line = ends.solve(cards, policy, first, ties)
        case = {"cards": cards, "policy": policy, "first": first, "ties": ties}
        expected = reference.solve(cards, policy, first, ties)
        yield Case(case, (line.score, line.opponent_score, line.path), expected)


def lines(random: Random) -> Iterator[Case]:
    """Compare all policies on a random row."""
    return lines_of(row(random))


def values(random: Random) -> Iterator[Case]:
    """Compare the margin of perfect play on a random row."""
    cards = row(random)
    yield Case({"cards": cards}, ends.value(cards), reference.margin(cards))


def spelled(_: Game, reference: reference.Game, random: Random) -> str:
    """Choose at random, and spell the move in any accepted way."""
    return random.choice([*reference.legal_moves(), "l", " R "])


def games(random: Random) -> Iterator[Case]:
    """Play one random game in both."""
    cards = row(random)
    return lockstep(ends.new(cards), reference.Game(cards), random, choose=spelled)


def time_lines(repeats: int = 7, count: int = 200) -> Comparison:
    """Time the solution of a row against the dog."""
    cards = np.random.default_rng(count).integers(1, 100, count).tolist()
    expected = reference.optimal(cards)

    def native() -> tuple[int, str]:
        line = ends.solve(cards)
        return line.score, line.path

    return compare(
        f"{count} cards against the dog",
        {CARDCORE: native, REFERENCE: lambda: reference.optimal(cards)},
        check=lambda answer: bool(answer == expected),
        unit="row",
        repeats=repeats,
    )


#: Rules for the comparison of encodings.
ENCODED_RULES: tuple[dict[str, Any], ...] = (
    {},
    {"count": 7, "low": -5, "high": 3},
    {"deal": (4, 4, -9, 4, 0)},
)


def numbers(random: Random) -> Iterator[Case]:
    """Compare the observation and action encodings of a random game."""
    return compare_encodings("ends", random.choice(ENCODED_RULES), random)


CHECKS: dict[str, Check] = {
    "lines": lines,
    "values": values,
    "games in lockstep": games,
    "numbers": numbers,
}

WORK: tuple[Work, ...] = (time_lines,)
