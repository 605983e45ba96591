"""Chopsticks: the table, the tablebase and whole games under house rules."""

from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Any

import numpy as np

from cardcore import chopsticks
from cardcore.parity import Case, Check
from cardcore.parity.lockstep import lockstep
from cardcore.reference import chopsticks as reference

#: The rules that are switches, and how often each is turned from what is usual.
_SWITCHES = {
    "rollover": 0.5,
    "splits": 0.3,
    "swaps": 0.3,
    "revive": 0.3,
    "split_to_zero": 0.3,
    "halves_only": 0.1,
    "sudden_death": 0.2,
    "misere": 0.2,
}


def _rules(random: Random) -> chopsticks.Rules:
    """Draw rules until they make sense together."""
    while True:
        house: dict[str, Any] = asdict(chopsticks.USUAL)
        house.update(fingers=random.randint(2, 5), hands=random.randint(1, 2))
        house.update(start=random.randrange(1, house["fingers"]))
        for name, share in _SWITCHES.items():
            house[name] ^= random.random() < share
        try:
            return chopsticks.Rules(**house)
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
