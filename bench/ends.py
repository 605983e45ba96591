"""Ends: 20,000 cards against the dog, millions of cards between perfect sides, and growth."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore import ends
from cardcore.benchmark import cases
from cardcore.benchmark.measure import CARDCORE, Comparison, Figure, Skipped, compare
from cardcore.reference import ends as reference


def run() -> Iterator[Comparison | Figure | Skipped]:
    """Measure lines against the dog, values, their growth, and the memory they take."""
    yield from against_the_dog(20_000)
    yield from both_perfect(5_000_000)
    yield growth("against the dog, longer and longer", (5_000, 10_000, 20_000, 40_000), "optimal")
    yield growth("both perfect, the whole line", (5_000, 10_000, 20_000, 40_000), "minimax")
    yield growth("both perfect, the value", (1_250_000, 2_500_000, 5_000_000, 10_000_000), None)
    yield memory(20_000)
    yield cases.ends_line(400)


def row(count: int, high: int = 100) -> NDArray[np.int64]:
    """Draw a row."""
    return np.random.default_rng(count).integers(1, high, count)


def against_the_dog(count: int) -> Iterator[Comparison]:
    """Solve a long row, with sums of 32 and of 64 bits, beside a NumPy programme."""
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
            limit=0.3,
        )


def diagonals(cards: NDArray[np.int64]) -> int:
    """Give the best sum against the dog, by a programme on whole diagonals of the table."""
    count = len(cards)
    best = np.zeros(count + 1, np.int64) if count % 2 == 0 else cards.copy()
    for length in range(count % 2 + 2, count + 1, 2):
        starts = count - length + 1
        dog_left = cards[: starts + 1] >= cards[length - 2 : length - 1 + starts]
        after_dog = np.where(dog_left, best[1 : starts + 2], best[: starts + 1])
        left = cards[:starts] + after_dog[1:]
        best = np.maximum(left, cards[length - 1 :] + after_dog[:starts])
    return int(best[0])


def both_perfect(count: int) -> Iterator[Comparison]:
    """Value a very long row, in place, as it lies and with a stride."""
    cards = row(count, 10**6)
    spread = np.zeros((count, 2), np.int32)
    spread[:, 0] = cards
    mirrored = ends.value(cards[::-1])
    yield compare(
        f"{count:,} cards, both perfect",
        {
            CARDCORE: lambda: ends.value(cards),
            "cardcore, every other int32": lambda: ends.value(spread[:, 0]),
        },
        check=lambda margin: margin == mirrored,
        unit="row",
        limit=0.3,
    )


def growth(case: str, counts: tuple[int, ...], policy: ends.Policy | None) -> Comparison:
    """Time whole lines by a policy, or values alone, on longer and longer rows."""
    rows = {f"{count:,} cards": row(count) for count in counts}
    perfect = {name: ends.value(cards[::-1]) for name, cards in rows.items()}

    def work(name: str) -> tuple[str, int]:
        if policy is None:
            return name, ends.value(rows[name])
        return name, ends.solve(rows[name], policy).margin

    def check(answer: tuple[str, int]) -> bool:
        name, margin = answer
        return margin >= perfect[name] if policy == "optimal" else margin == perfect[name]

    contestants = {name: partial(work, name) for name in rows}
    return compare(case, contestants, check=check, unit="row", repeats=5)


def memory(count: int) -> Figure | Skipped:
    """Measure what solving a long row adds to the largest memory a process has had."""
    case = f"memory for {count:,} cards against the dog"
    if not Path("/proc/self/status").exists():
        return Skipped(case, "this system does not tell the largest memory of a process")
    code = f"""
import numpy as np
from pathlib import Path
from cardcore import ends

def largest():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))

cards = np.random.default_rng({count}).integers(1, 2**40, {count})
before = largest()
ends.solve(cards)
print(before, largest())
"""
    output = subprocess.check_output([sys.executable, "-c", code], text=True)
    before, after = (int(number) / 1024 for number in output.split())
    goal = f"{after:.0f} MB with Python and NumPy, at most 100 MB"
    return Figure(case, after - before, "MB", goal, after <= 100)
