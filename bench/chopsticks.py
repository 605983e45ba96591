"""The table and the tablebase of Chopsticks, against the reference."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

import cardcore
from bench.growth import grow
from bench.results import Figure, Growth, Result
from bench.strength import strength
from cardcore import chopsticks
from cardcore.benchmark import cases
from cardcore.benchmark.cases import REFERENCE
from cardcore.benchmark.measure import CARDCORE, Comparison, compare
from cardcore.chopsticks import Rules
from cardcore.reference import chopsticks as reference


def run() -> Iterator[Result]:
    """Measure both solvers; the answers are compared with the reference before."""
    yield cases.chopsticks_table()
    for rules, limit in (
        (Rules(), 1e-3),
        (Rules(fingers=16), 1.0),
        (Rules(hands=3), 2.0),
        (Rules(fingers=16, hands=3), None),
    ):
        yield tablebase(rules, limit)
    by_plies = plies()
    yield linear(by_plies)
    yield by_plies
    yield fingers()
    yield strength(
        "chopsticks",
        cardcore.bots("chopsticks"),
        games=2_000,
        seats=2,
        points="games won less lost",
    )


def plies() -> Growth:
    """Solve to ever greater depth, under both policies."""
    deepest = 10_000
    policies: tuple[chopsticks.Policy, ...] = ("first", "counts")
    values = chopsticks.solve(deepest).values

    def values_of(depth: int, policy: chopsticks.Policy) -> Any:
        return chopsticks.solve(depth, policy).values

    def prepare(depth: int) -> dict[str, Callable[[], Any]]:
        return {f"policy {policy}": partial(values_of, depth, policy) for policy in policies}

    def check(depth: int, found: Any) -> bool:
        # With as many plies left, a position is worth the same in any table.
        return np.array_equal(found[0], values[deepest - depth])

    return grow("chopsticks.solve", "plies", (10, 20, 100, 1_000, deepest), prepare, check)


def linear(by_plies: Growth) -> Figure:
    """Judge whether ten times as many plies take at most ten times as long."""
    before, after = (by_plies.measured[depth].median("policy first") for depth in (1_000, 10_000))
    goal = "linear: at most 10 times, with a tenth for noise"
    return Figure("10,000 plies over 1,000", after / before, "times", goal, after <= 11 * before)


def fingers() -> Growth:
    """Solve without a limit for ever more fingers, with two and three hands."""

    def prepare(count: int) -> dict[str, Callable[[], Any]]:
        return {
            f"{hands} hands": partial(chopsticks.tablebase, Rules(fingers=count, hands=hands))
            for hands in (2, 3)
        }

    def check(count: int, found: Any) -> bool:
        start = (1,) * found.rules.hands
        table = chopsticks.solve(found.longest, rules=found.rules)
        return bool(table.value(start, start, 0) == found.value(start, start))

    return grow("chopsticks.tablebase", "fingers", (4, 5, 6, 8, 10, 12, 16), prepare, check)


def tablebase(rules: Rules, limit: float | None) -> Comparison:
    """Solve the game without a limit."""
    solved = chopsticks.tablebase(rules)
    contestants: dict[str, Callable[[], Any]] = {CARDCORE: partial(chopsticks.tablebase, rules)}
    small = rules.hands * rules.fingers <= 10
    plain = reference.Rules(**vars(rules))
    expected = reference.solve(plain) if small else {}
    if small:
        contestants[REFERENCE] = partial(reference.solve, plain)

    def check(other: Any) -> bool:
        if isinstance(other, dict):
            return bool(other == expected)
        if small:
            return all(
                (other.value(*position), other.distance(*position)) == answer
                for position, answer in expected.items()
            )
        # Too much for the reference: a table past the longest distance must agree.
        if rules.hands * rules.fingers <= 32:
            deep = chopsticks.solve(other.longest, rules=rules)
            return all(
                deep.value(me, opponent, 0) == other.value(me, opponent)
                for me in np.ndindex(*[rules.fingers] * rules.hands)
                for opponent in (me, me[::-1], (1,) * rules.hands)
            )
        return np.array_equal(other.distances, solved.distances)

    return compare(
        f"tablebase, {rules.fingers} fingers and {rules.hands} hands",
        contestants,
        check=check,
        repeats=15,
        limit=limit,
    )
