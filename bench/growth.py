"""How cost grows with the work: hands, plies, fingers, cards, players and threads."""

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import comb
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore import arena, chopsticks, draw, ends, hearts, poker, president
from cardcore.benchmark.measure import Growth, compare
from cardcore.reference import poker as reference_poker

THREADS = {"one thread": 1, "two threads": 2}


def run() -> Iterator[Growth]:
    """Measure the growth of every game."""
    yield ranks()
    yield tables()
    yield plies()
    yield fingers()
    yield shortest_lines()
    yield rows_against_the_dog()
    yield values_of_rows()
    yield deals()


def grow(
    case: str,
    size: str,
    sizes: Iterable[int],
    prepare: Callable[[int], dict[str, Callable[[], Any]]],
    check: Callable[[int, Any], bool],
    *,
    runs: int = 1,
) -> Growth:
    """Time contestants at one size after the other; ``runs`` is how often a run does the work."""
    measured = {}
    for count in sizes:
        contestants = prepare(count)
        begin = time.perf_counter()
        for contestant in contestants.values():
            contestant()
        # Short work is repeated more often: about half a second for every size.
        repeats = min(max(round(0.5 / (time.perf_counter() - begin)), 5), 101)
        measured[count] = compare(
            f"{case}: {count:,} {size}",
            contestants,
            check=partial(check, count),
            items=runs,
            repeats=repeats,
        )
    return Growth(case, size, measured)


def hands(count: int) -> NDArray[np.uint8]:
    """Draw hands of five cards."""
    keys = np.random.default_rng(count).random((count, 52), np.float32)
    return np.argpartition(keys, 5, axis=1)[:, :5].astype(np.uint8)


def ranks() -> Growth:
    """Rank ever more hands."""
    drawn = hands(1_000_000)
    few = [reference_poker.strength(row) for row in drawn[:100].tolist()]

    def prepare(count: int) -> dict[str, Callable[[], Any]]:
        return {
            name: partial(poker.rank_many, drawn[:count], threads=threads)
            for name, threads in THREADS.items()
        }

    def check(count: int, strengths: Any) -> bool:
        return len(strengths) == count and strengths[:100].tolist() == few

    return grow("rank_many", "hands", (1_000, 10_000, 100_000, 1_000_000), prepare, check)


def tables() -> Growth:
    """Count the discards of ever more hands."""
    drawn = hands(30_000)
    totals = [comb(47, mask.bit_count()) for mask in range(32)]
    first = draw.analyze(drawn[0]).counts

    def prepare(count: int) -> dict[str, Callable[[], Any]]:
        return {
            name: partial(draw.analyze_many, drawn[:count], threads=threads)
            for name, threads in THREADS.items()
        }

    def check(count: int, found: Any) -> bool:
        sums = found.sum(axis=2)
        return sums.shape == (count, 32) and bool(
            (sums == totals).all() and np.array_equal(found[0], first)
        )

    return grow("analyze_many", "hands", (100, 1_000, 10_000, 30_000), prepare, check)


def plies() -> Growth:
    """Solve chopsticks to ever greater depth, under both policies."""
    deepest = 10_000
    policies: tuple[chopsticks.Policy, ...] = ("first", "counts")
    values = chopsticks.solve(deepest).values

    def prepare(depth: int) -> dict[str, Callable[[], Any]]:
        return {
            f"policy {policy}": lambda policy=policy: chopsticks.solve(depth, policy).values
            for policy in policies
        }

    def check(depth: int, found: Any) -> bool:
        # With as many plies left, a position is worth the same in any table.
        return np.array_equal(found[0], values[deepest - depth])

    return grow("chopsticks.solve", "plies", (10, 100, 1_000, deepest), prepare, check)


def fingers() -> Growth:
    """Solve chopsticks without a limit for ever more fingers, with two and three hands."""

    def rules(count: int, number: int) -> chopsticks.Rules:
        return chopsticks.Rules(fingers=count, hands=number)

    def prepare(count: int) -> dict[str, Callable[[], Any]]:
        return {
            f"{number} hands": partial(chopsticks.tablebase, rules(count, number))
            for number in (2, 3)
        }

    def check(count: int, found: Any) -> bool:
        start = (1,) * found.rules.hands
        table = chopsticks.solve(found.longest, rules=found.rules)
        return bool(table.value(start, start, 0) == found.value(start, start))

    return grow("chopsticks.tablebase", "fingers", (4, 5, 6, 8, 10, 12), prepare, check)


def shortest_lines() -> Growth:
    """Find shortest lines of ever larger hands of president."""
    random = Random(1)
    number = 1_000

    def prepare(count: int) -> dict[str, Callable[[], Any]]:
        drawn = [sorted(random.sample(range(52), count)) for _ in range(number)]

        def solve() -> Any:
            return drawn, [president.moves_to_victory(hand) for hand in drawn]

        return {"random hands": solve}

    def check(count: int, found: Any) -> bool:
        return all(
            sorted(card.number for move in line.moves for card in move.cards) == hand
            for hand, line in zip(*found, strict=True)
        )

    sizes = (4, 8, 13, 18, 22, 26)
    return grow("moves_to_victory", "cards", sizes, prepare, check, runs=number)


def row(count: int) -> NDArray[np.int64]:
    """Draw a row of ends."""
    return np.random.default_rng(count).integers(1, 100, count)


def rows_against_the_dog() -> Growth:
    """Solve ever longer rows against the dog."""

    def prepare(count: int) -> dict[str, Callable[[], Any]]:
        cards = row(count)
        return {
            name: partial(ends.solve, cards, threads=threads) for name, threads in THREADS.items()
        }

    def check(count: int, line: ends.Line) -> bool:
        # The whole row is shared out, and the dog is no better than a perfect opponent.
        cards = row(count)
        total = line.score + line.opponent_score
        return total == cards.sum() and line.margin >= ends.value(cards)

    sizes = (1_000, 2_000, 4_000, 8_000, 16_000)
    return grow("ends.solve", "cards", sizes, prepare, check)


def values_of_rows() -> Growth:
    """Value ever longer rows between perfect sides."""

    def prepare(count: int) -> dict[str, Callable[[], Any]]:
        return {"one thread": partial(ends.value, row(count))}

    def check(count: int, margin: int) -> bool:
        return margin == ends.value(row(count)[::-1])

    sizes = (1_000, 10_000, 100_000, 1_000_000)
    return grow("ends.value", "cards", sizes, prepare, check)


def deals(games: int = 50) -> Growth:
    """Play greedy deals of hearts with ever more values, of some suits among some players."""

    def prepare(values: int) -> dict[str, Callable[[], Any]]:
        return {
            f"{suits} suits, {players} players": partial(
                arena.run,
                "hearts",
                ["greedy"] * players,
                games,
                1,
                threads=1,
                rules=hearts.Rules(suits, values, players),
            )
            for suits, players in ((2, 4), (4, 4), (4, 10))
        }

    def check(values: int, result: arena.Result) -> bool:
        # A point for every heart, and as many for the special card.
        return round(sum(bot.mean for bot in result.bots), 6) == 2 * values

    sizes = (20, 50, 100, 250, 500, 1_000)
    return grow("hearts, greedy deals", "values", sizes, prepare, check, runs=games)
