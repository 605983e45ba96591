"""Chopsticks: the table, the tablebase and whole games under house rules."""

from collections.abc import Iterator
from dataclasses import asdict
from random import Random

import numpy as np

from cardcore import chopsticks
from cardcore.parity import Case, Check
from cardcore.parity.lockstep import lockstep
from cardcore.reference import chopsticks as reference


def _rules(random: Random) -> chopsticks.Rules:
    """Draw rules until they make sense together."""
    while True:
        fingers, hands = random.randint(2, 5), random.randint(1, 2)
        flags = [random.random() < 0.5 for _ in range(5)]
        rare = [random.random() < 0.2 for _ in range(3)]
        start = random.randrange(1, fingers)
        try:
            return chopsticks.Rules(fingers, hands, *flags, *rare, start)
        except ValueError:
            continue


def tables(random: Random) -> Iterator[Case]:
    """Compare one level of the table to a random depth."""
    depth = random.randrange(8)
    table, expected = chopsticks.solve(depth), reference.best_move_dp(depth)
    level = random.randint(0, depth)
    for (a, b, at), (value, _) in expected.items():
        if at == level:
            native = int(table.values[(level, *a, *b)])
            yield Case({"depth": depth, "a": a, "b": b, "level": level}, native, value)


def tablebases(random: Random) -> Iterator[Case]:
    """Compare value and distance of every position under random rules."""
    rules = _rules(random)
    native = chopsticks.tablebase(rules)
    expected = reference.solve(reference.Rules(**asdict(rules)))
    for index, value in np.ndenumerate(native.values):
        me, opponent = index[: rules.hands], index[rules.hands :]
        answer = (int(value), int(native.distances[index]))
        case = {"rules": asdict(rules), "me": me, "opponent": opponent}
        yield Case(case, answer, expected.get((me, opponent), (0, -1)))


def games(random: Random) -> Iterator[Case]:
    """Play one random game under random rules in both."""
    rules = _rules(random)
    moves = random.randint(1, 20)
    slow = reference.Game(moves, reference.Rules(**asdict(rules)))
    return lockstep(chopsticks.new(moves, rules), slow, random)


CHECKS: dict[str, Check] = {
    "tables": tables,
    "tablebases": tablebases,
    "games in lockstep": games,
}
