"""The table and the tablebase of Chopsticks, against the reference."""

from collections.abc import Iterator

import numpy as np

from cardcore import chopsticks
from cardcore.benchmark import cases
from cardcore.benchmark.measure import CARDCORE, Comparison, Figure, Skipped, compare
from cardcore.chopsticks import Rules
from cardcore.reference import chopsticks as reference


def run() -> Iterator[Comparison | Figure | Skipped]:
    """Measure both solvers; the answers are compared with the reference before."""
    yield cases.chopsticks_table()
    yield from depths()
    for rules, limit in (
        (Rules(), 1e-3),
        (Rules(fingers=16), 1.0),
        (Rules(hands=3), 2.0),
        (Rules(fingers=16, hands=3), None),
    ):
        yield tablebase(rules, limit)


def depths() -> Iterator[Comparison | Figure]:
    """Solve ever deeper: the time per level must not grow."""
    last = chopsticks.tablebase().values
    medians = {}
    for depth in (1_000, 10_000):
        comparison = compare(
            f"table of {depth:,} plies",
            {CARDCORE: lambda depth=depth: chopsticks.solve(depth).values},
            check=lambda values: np.array_equal(values[0], last),
            items=depth,
            unit="level",
            repeats=31,
        )
        medians[depth] = comparison.median(CARDCORE)
        yield comparison
    growth = medians[10_000] / medians[1_000]
    goal = "linear: at most 10 times, with a tenth for noise"
    yield Figure("10,000 plies over 1,000", growth, "times as long", goal, growth <= 11)


def tablebase(rules: Rules, limit: float | None) -> Comparison:
    """Solve the game without a limit."""
    solved = chopsticks.tablebase(rules)

    def check(other: chopsticks.Tablebase) -> bool:
        if rules.hands * rules.fingers <= 10:
            expected = reference.solve(reference.Rules(**vars(rules)))
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
        {CARDCORE: lambda: chopsticks.tablebase(rules)},
        check=check,
        repeats=15,
        limit=limit,
    )
