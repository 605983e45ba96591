"""Ends: best lines, values and whole games."""

from collections.abc import Iterator
from random import Random

from cardcore import ends
from cardcore.parity import Case, Check
from cardcore.parity.lockstep import lockstep
from cardcore.reference import ends as reference


def _row(random: Random) -> list[int]:
    return [random.randint(-3, 12) for _ in range(random.randrange(15))]


def lines(random: Random) -> Iterator[Case]:
    """Compare all policies on a random row."""
    row = _row(random)
    for policy in ("optimal", "greedy", "lookahead", "minimax"):
        for first in ("player", "dog"):
            for ties in ("left", "right"):
                line = ends.solve(row, policy=policy, first=first, ties=ties)
                case = {"cards": row, "policy": policy, "first": first, "ties": ties}
                expected = reference.solve(row, policy, first, ties)
                yield Case(case, (line.score, line.opponent_score, line.path), expected)


def values(random: Random) -> Iterator[Case]:
    """Compare the margin of perfect play on a random row."""
    row = _row(random)
    yield Case({"cards": row}, ends.value(row), reference.margin(row))


def games(random: Random) -> Iterator[Case]:
    """Play one random game in both."""
    row = _row(random)
    return lockstep(ends.new(row), reference.Game(row), random)


CHECKS: dict[str, Check] = {"lines": lines, "values": values, "games in lockstep": games}
