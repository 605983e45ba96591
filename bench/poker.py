"""Ranking all 2,598,960 five-card hands, against phevaluator and the reference."""

import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from bench.measure import CARDCORE, Comparison, Figure, Skipped, compare
from cardcore import poker
from cardcore.reference import poker as reference

#: The sum of all strengths, and of the first hundred thousand in the order of enumeration.
SUM = 4_790_174_220


def run() -> Iterator[Comparison | Figure | Skipped]:
    """Measure hand ranking and what importing the package costs."""
    numbers = itertools.chain.from_iterable(itertools.combinations(range(52), 5))
    hands = np.fromiter(numbers, np.uint8, 5 * 2_598_960).reshape(-1, 5)
    shuffled = np.random.default_rng(1).permutation(hands)

    def rank_all(threads: int) -> Callable[[], Any]:
        return lambda: poker.rank_many(shuffled, threads=threads)

    yield compare(
        "rank all hands, shuffled array",
        {"cardcore, two threads": rank_all(2), "cardcore, one thread": rank_all(1)},
        check=lambda strengths: int(strengths.sum(dtype=np.int64)) == SUM,
        items=len(hands),
        unit="hand",
        repeats=15,
        goals={"cardcore, one thread": 1.7},
    )
    few = shuffled[:100_000]
    expected = poker.rank_many(few)
    rows = few.tolist()
    contestants: dict[str, Callable[[], Any]] = {
        CARDCORE: lambda: poker.rank_many(few, threads=1),
        "reference": lambda: [reference.strength(row) for row in rows],
    }
    yield compare(
        "rank 100,000 hands, one thread",
        contestants,
        check=lambda strengths: np.array_equal(strengths, expected),
        items=len(few),
        unit="hand",
        limit=10e-9,
    )
    try:
        from phevaluator import evaluate_cards
    except ImportError:
        yield Skipped("rank all hands", "phevaluator is not installed")
    else:
        every = shuffled.tolist()
        # phevaluator counts down from 7462, the worst hand, to 1.
        yield compare(
            "rank all hands, one thread",
            {
                CARDCORE: rank_all(1),
                "phevaluator": lambda: [evaluate_cards(*row) for row in every],
            },
            check=lambda ranks: (
                int(np.sum(ranks, dtype=np.int64)) in (SUM, 7462 * len(hands) - SUM)
            ),
            items=len(hands),
            unit="hand",
            repeats=3,
            goals={"phevaluator": 100},
            limit=10e-9,
        )
    yield import_cost()


def import_cost(repeats: int = 11) -> Figure:
    """Measure what `import cardcore.poker` costs over a bare `import numpy`."""

    def seconds(statement: str) -> float:
        code = f"import time; b = time.perf_counter(); {statement}; print(time.perf_counter() - b)"
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-c", code]
        return float(subprocess.check_output(command, env=environment))

    both = [
        (seconds("import numpy, cardcore.poker"), seconds("import numpy")) for _ in range(repeats)
    ]
    extra = sorted(ours - numpy for ours, numpy in both)[repeats // 2] * 1000
    return Figure("import over numpy", extra, "ms", "at most 60 ms", extra <= 60)
