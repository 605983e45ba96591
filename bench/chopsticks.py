"""The table and the tablebase of Chopsticks, against the reference."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random
from typing import Any

import numpy as np

import cardcore
from bench.growth import grow
from bench.results import Figure, Growth, Result, judge
from bench.strength import strength
from cardcore import chopsticks
from cardcore.chopsticks import Rules
from cardcore.compare import chopsticks as compared
from cardcore.compare.measure import CARDCORE, REFERENCE, Comparison, compare, require
from cardcore.reference import chopsticks as reference

#: How many plies the reference solves, after which values repeat; and more than any win takes.
PLAIN = 100
HORIZON = 128


def run() -> Iterator[Result]:
    """Measure both solvers; the answers are compared with the reference before."""
    yield judge(compared.time_tables(), {REFERENCE: 500})
    for rules, limit in (
        (Rules(), 1e-3),
        (Rules(fingers=16), 1.0),
        (Rules(hands=3), 2.0),
        (Rules(fingers=16, hands=3), None),
    ):
        yield judge(tablebase(rules), limit=limit)
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
    """Solve to ever greater depth, under both policies: all values, and the best first move."""
    start = (1, 1)
    policies: tuple[chopsticks.TieBreak, ...] = ("first", "counts")
    table = reference.best_move_dp(PLAIN)
    values = compared.values(table)
    require(np.array_equal(values[0], values[2]), f"that values repeat within {PLAIN} plies")

    def solve(depth: int, policy: chopsticks.TieBreak) -> Any:
        solved = chopsticks.solve(depth, policy)
        # The lines are counted when a move is first chosen by their number.
        return policy, solved.values, solved.best_move(start, start, 0)

    def prepare(depth: int) -> dict[str, Callable[[], Any]]:
        return {f"policy {policy}": partial(solve, depth, policy) for policy in policies}

    def best(depth: int, policy: chopsticks.TieBreak) -> reference.State | None:
        """Give what the best first move leads to; nothing where counting it takes too long."""
        level = PLAIN - min(depth, PLAIN)
        if policy == "first":
            return table[start, start, level][1]
        if depth > 20:
            return None
        counts = reference.count_lines(PLAIN)
        moves = reference.next_moves((start, start, level))
        most = max(table[move][0] for move in moves)
        good = [move for move in moves if table[move][0] == most]
        return max(good, key=lambda move: counts[move][0] - counts[move][1])

    def check(depth: int, answer: Any) -> bool:
        policy, found, move = answer
        # With as many plies left a position is worth the same in any table. From some number of
        # plies on nothing changes any more, but for who is to move.
        known = np.array_equal(found[-PLAIN - 1 :], values[-len(found) :])
        same = np.array_equal(found[: -PLAIN - 1], found[2 : 1 - PLAIN])
        expected = best(depth, policy)
        chosen = move.value == found[0][(*start, *start)]
        return known and same and chosen and (expected is None or (move.a, move.b) == expected[:2])

    return grow("chopsticks.solve", "plies", (10, 20, 100, 1_000, 10_000), prepare, check)


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

    def check(_: int, found: chopsticks.Tablebase) -> bool:
        return agrees(found)

    return grow("chopsticks.tablebase", "fingers", (4, 5, 6, 8, 10, 12, 16), prepare, check)


@cache
def to_a_horizon(rules: Rules) -> chopsticks.Table:
    """Solve the game with a limit that is beyond the longest win of all rules here."""
    return chopsticks.solve(HORIZON, rules=rules)


def agrees(found: chopsticks.Tablebase, positions: int = 2_000) -> bool:
    """Tell whether a tablebase agrees with the other solver on the start and random positions.

    Within as many plies as the distance says the position must be decided, and not within less.
    """
    rules, random = found.rules, Random(1)
    table = to_a_horizon(rules)

    def worth(plies: int, me: tuple[int, ...], opponent: tuple[int, ...]) -> int:
        level = HORIZON - plies
        mine = level % 2 == 0
        return table.value(me, opponent, level) if mine else -table.value(opponent, me, level)

    def right(me: tuple[int, ...], opponent: tuple[int, ...]) -> bool:
        value, distance = found.value(me, opponent), found.distance(me, opponent)
        if distance is None:
            return value == 0 == worth(HORIZON, me, opponent)
        decided = value != 0 and value == worth(distance, me, opponent)
        return decided and (distance == 0 or worth(distance - 1, me, opponent) == 0)

    def hands() -> tuple[int, ...]:
        return tuple(random.randrange(rules.fingers) for _ in range(rules.hands))

    drawn = [(hands(), hands()) for _ in range(positions)]
    start = (1,) * rules.hands
    # Both cannot have lost.
    return all(right(*pair) for pair in [(start, start), *drawn] if any(pair[0]) or any(pair[1]))


def tablebase(rules: Rules) -> Comparison:
    """Solve the unlimited game."""
    contestants: dict[str, Callable[[], Any]] = {CARDCORE: partial(chopsticks.tablebase, rules)}
    plain = compared.plain(rules)
    # More is too much for the reference.
    small = rules.hands * rules.fingers <= 10
    expected = reference.solve(plain) if small else {}
    if small:
        contestants[REFERENCE] = partial(reference.solve, plain)

    def check(found: Any) -> bool:
        if isinstance(found, dict):
            return bool(found == expected)
        return agrees(found) and all(
            (found.value(*position), found.distance(*position)) == answer
            for position, answer in expected.items()
        )

    return compare(
        f"tablebase, {rules.fingers} fingers and {rules.hands} hands",
        contestants,
        check=check,
        repeats=15,
    )
