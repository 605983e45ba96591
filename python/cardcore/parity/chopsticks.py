"""Chopsticks: the table, the tablebase and whole games under house rules."""

from collections.abc import Iterator
from dataclasses import asdict
from random import Random

from cardcore import chopsticks
from cardcore.parity import Case, Check
from cardcore.parity.lockstep import lockstep
from cardcore.reference import chopsticks as reference


def _rules(random: Random) -> chopsticks.Rules:
    def flip() -> bool:
        return random.random() < 0.5

    return chopsticks.Rules(
        fingers=random.randint(2, 5),
        hands=random.randint(1, 2),
        rollover=flip(),
        splits=flip(),
        swaps=flip(),
        revive=flip(),
        split_to_zero=flip(),
    )


def tables(random: Random) -> Iterator[Case]:
    """Compare one level of the table to a random depth."""
    depth = random.randrange(8)
    table, expected = chopsticks.solve(depth), reference.best_move_dp(depth)
    level = random.randint(0, depth)
    for (a, b, at), (value, _) in expected.items():
        if at == level:
            native = int(table.values[(level, *a, *b)])
            yield Case({"depth": depth, "a": a, "b": b, "level": level}, native, value)


def games(random: Random) -> Iterator[Case]:
    """Play one random game under random rules in both."""
    rules = _rules(random)
    moves = random.randint(1, 20)
    slow = reference.Game(moves, reference.Rules(**asdict(rules)))
    return lockstep(chopsticks.new(moves, rules), slow, random)


CHECKS: dict[str, Check] = {"tables": tables, "games in lockstep": games}
