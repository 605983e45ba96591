"""Ends: 20,000 cards against the dog, millions of cards between perfect sides, and growth."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

import cardcore
from bench import dog
from bench.growth import grow
from bench.process import fresh
from bench.results import Figure, Growth, Result, Skipped, judge
from bench.strength import strength
from cardcore import ends
from cardcore.compare import ends as compared
from cardcore.compare.measure import CARDCORE, REFERENCE, Comparison, compare
from cardcore.reference import ends as reference


def run() -> Iterator[Result]:
    """Measure lines against the dog, values, their growth, memory, and who beats whom."""
    for found in against_the_dog(20_000):
        yield judge(found, limit=0.3)
    yield judge(both_perfect(5_000_000), limit=0.3)
    yield memory(20_000)
    yield compared.time_lines(repeats=3, count=400)
    yield small_value(400)
    yield growth_of_lines()
    yield growth_of_values()
    yield strength("ends", cardcore.bots("ends"), games=20_000, seats=2, points="sum of the cards")
    yield dog.table()


def row(count: int, high: int = 100) -> NDArray[np.int64]:
    """Draw a row."""
    return np.random.default_rng(count).integers(1, high, count)


def against_the_dog(count: int) -> Iterator[Comparison]:
    """Solve a long row, with sums of 32 and of 64 bits, beside a NumPy program."""
    for name, cards in (("small", row(count)), ("large", row(count, 2**40))):
        best = diagonals(cards)

        def check(answer: Any, best: int = best, cards: Any = cards) -> bool:
            if not isinstance(answer, ends.Line):
                return bool(answer == best)
            path = iter(answer.path)
            replayed = reference.simulate(cards.tolist(), lambda _: next(path))
            return replayed == (answer.score, answer.opponent_score, answer.path) and (
                answer.score == best
            )

        contestants: dict[str, Callable[[], Any]] = {
            CARDCORE: partial(ends.solve, cards),
            "cardcore, one thread": partial(ends.solve, cards, threads=1),
            "NumPy by diagonals, score only": partial(diagonals, cards),
        }
        yield compare(
            f"{count:,} cards with {name} values against the dog",
            contestants,
            check=check,
            unit="row",
            repeats=5,
        )


def diagonals(cards: NDArray[np.int64]) -> int:
    """Compute the best sum against the dog with NumPy, one diagonal of the table at a time."""
    count = len(cards)
    best = np.zeros(count + 1, np.int64) if count % 2 == 0 else cards.copy()
    for length in range(count % 2 + 2, count + 1, 2):
        starts = count - length + 1
        dog_left = cards[: starts + 1] >= cards[length - 2 : length - 1 + starts]
        after_dog = np.where(dog_left, best[1 : starts + 2], best[: starts + 1])
        left = cards[:starts] + after_dog[1:]
        best = np.maximum(left, cards[length - 1 :] + after_dog[:starts])
    return int(best[0])


def both_perfect(count: int) -> Comparison:
    """Value a very long row, in place, as it lies and with a stride."""
    cards = row(count, 10**6)
    spread = np.zeros((count, 2), np.int32)
    spread[:, 0] = cards
    expected = margin(cards.tolist())
    return compare(
        f"{count:,} cards, both perfect",
        {
            CARDCORE: lambda: ends.value(cards),
            "cardcore, every other int32": lambda: ends.value(spread[:, 0]),
        },
        check=lambda found: found == expected,
        unit="row",
    )


def margin(cards: list[int]) -> int:
    """Give the first side's margin between perfect sides, in plain Python.

    Three cards with the highest in the middle are worth one card: the outer two less the middle
    one. A row without such three falls and then rises, so that its higher end is its highest card
    left, and both sides take that.
    """
    left: list[int] = []
    for card in cards:
        while len(left) >= 2 and left[-2] <= left[-1] >= card:
            card += left.pop(-2) - left.pop()
        left.append(card)
    left.sort(reverse=True)
    return sum(left[::2]) - sum(left[1::2])


def small_value(count: int) -> Comparison:
    """Value a row beside the plain Python program."""
    cards = row(count).tolist()
    expected = margin(cards)
    return compare(
        f"{count} cards, both perfect",
        {CARDCORE: partial(ends.value, cards), REFERENCE: partial(reference.margin, cards)},
        check=lambda found: bool(found == expected),
        unit="row",
    )


def memory(count: int) -> Figure | Skipped:
    """Measure what solving a long row adds to the largest memory a process has had."""
    case = f"memory for {count:,} cards with large values against the dog"
    setup = f"""
import numpy as np
from cardcore import ends
cards = np.random.default_rng({count}).integers(1, 2**40, {count})
"""
    found = fresh(setup, "ends.solve(cards).score", str(diagonals(row(count, 2**40))), repeats=3)
    if found["memory"] is None:
        return Skipped(case, "this system does not tell the largest memory of a process")
    after = found["memory"]
    goal = f"with Python and NumPy {after:.0f} MB, at most 100 MB"
    return Figure(case, after - found["before"], "MB", goal, after <= 100)


def growth_of_lines() -> Growth:
    """Solve ever longer rows, against the dog and between perfect sides."""
    best = cache(lambda count: diagonals(row(count)))

    def prepare(count: int) -> dict[str, Callable[[], Any]]:
        cards = row(count)

        def solve(policy: ends.Policy, threads: int) -> tuple[ends.Policy, ends.Line]:
            return policy, ends.solve(cards, policy, threads=threads)

        return {
            "against the dog, one thread": partial(solve, "optimal", 1),
            "against the dog, two threads": partial(solve, "optimal", 2),
            "both perfect, two threads": partial(solve, "minimax", 2),
        }

    def check(count: int, answer: tuple[ends.Policy, ends.Line]) -> bool:
        policy, line = answer
        cards = row(count)
        if line.score + line.opponent_score != cards.sum():
            return False
        if policy == "minimax":
            return line.margin == margin(cards.tolist())
        return line.score == best(count)

    sizes = (1_250, 2_500, 5_000, 10_000, 20_000, 40_000)
    return grow("ends.solve", "cards", sizes, prepare, check)


def growth_of_values() -> Growth:
    """Value ever longer rows between perfect sides."""

    def prepare(count: int) -> dict[str, Callable[[], Any]]:
        return {"one thread": partial(ends.value, row(count))}

    def check(count: int, found: int) -> bool:
        return found == margin(row(count).tolist())

    sizes = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
    return grow("ends.value", "cards", sizes, prepare, check)
