"""Ranking all 2,598,960 five-card hands, hands of seven cards, and peers; dealing."""

import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

import cardcore
from bench.growth import grow
from bench.peers import Peer, peers
from bench.results import Figure, Growth, Result, Skipped, judge
from bench.rust import cargo_bench
from cardcore import poker
from cardcore.compare.measure import CARDCORE, Comparison, compare, require
from cardcore.compare.poker import hands, time_strengths
from cardcore.reference import cards as reference_cards
from cardcore.reference import poker as reference

#: All hands of five cards, and the sum of their strengths.
HANDS = 2_598_960
SUM = 4_790_174_220


def run() -> Iterator[Result]:
    """Measure hand ranking and what importing the package costs."""
    shuffled = all_hands()
    yield judge(every_hand(shuffled), limit=10e-9)
    yield time_strengths(count=100_000)
    yield from against_peers(shuffled)
    yield judge(many_of_seven(), limit=15e-9)
    yield from seven_against_peers()
    yield judge(dealing(), limit=50e-9)
    yield inside_rust()
    yield import_cost()
    yield growth(shuffled)


def all_hands() -> NDArray[np.uint8]:
    """Give all hands in random order."""
    numbers = itertools.chain.from_iterable(itertools.combinations(range(52), 5))
    hands = np.fromiter(numbers, np.uint8, 5 * HANDS).reshape(-1, 5)
    return np.random.default_rng(1).permutation(hands)


def right(shuffled: NDArray[np.uint8], strengths: NDArray[np.uint16]) -> bool:
    """Tell whether these can be the strengths of all hands: by their sum and many of them."""
    some = slice(None, None, 100)
    plain = [reference.strength(row) for row in shuffled[some].tolist()]
    total = int(strengths.sum(dtype=np.int64))
    return len(strengths) == HANDS and total == SUM and strengths[some].tolist() == plain


def every_hand(shuffled: NDArray[np.uint8]) -> Comparison:
    """Rank all hands on one thread."""
    return compare(
        "rank all hands, shuffled array, one thread",
        {CARDCORE: lambda: poker.rank_many(shuffled, threads=1)},
        check=partial(right, shuffled),
        items=HANDS,
        unit="hand",
        repeats=15,
    )


def many_of_seven(count: int = 2_000_000) -> Comparison:
    """Rank hands of seven cards on one thread."""
    dealt = hands(count, size=7)
    some = slice(None, None, count // 5_000)
    plain = [reference.strength(row) for row in dealt[some].tolist()]
    best = best_sixes(dealt)

    def check(strengths: NDArray[np.uint16]) -> bool:
        return strengths[some].tolist() == plain and np.array_equal(strengths, best)

    return compare(
        f"rank {count:,} hands of seven cards, shuffled array, one thread",
        {CARDCORE: lambda: poker.rank_many(dealt, threads=1)},
        check=check,
        items=count,
        unit="hand",
        repeats=15,
    )


def best_sixes(dealt: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Find the strengths another way: the best that is left after taking one card away."""
    left = [poker.rank_many(np.delete(dealt, place, axis=1)) for place in range(dealt.shape[1])]
    best: NDArray[np.uint16] = np.max(left, axis=0)
    return best


def seven_against_peers(count: int = 200_000) -> Iterator[Comparison]:
    """Rank hands of seven cards with every peer that takes as many in the same call."""
    group = [peer for peer in peers() if isinstance(peer, Peer) and peer.seven]
    if group:
        yield judge(beside(hands(count, size=7), group), {"phevaluator": 100})


def dealing(count: int = 1_000_000) -> Comparison:
    """Deal hands of five cards on one thread."""
    sample = reference_cards.deal_many(3_000, seed=1)

    def check(dealt: NDArray[np.uint8]) -> bool:
        return dealt.shape == (count, 5) and dealt[: len(sample)].tolist() == sample

    return compare(
        f"deal {count:,} hands, one thread",
        {CARDCORE: lambda: cardcore.deal_many(count, seed=1, threads=1)},
        check=check,
        items=count,
        unit="hand",
        repeats=15,
    )


def against_peers(shuffled: NDArray[np.uint8]) -> Iterator[Comparison | Skipped]:
    """Rank the same hands in the same order with every peer that is installed."""
    by_sample: dict[int, list[Peer]] = {}
    for peer in peers():
        if isinstance(peer, Skipped):
            yield peer
        else:
            by_sample.setdefault(peer.sample, []).append(peer)
    for sample, group in by_sample.items():
        yield judge(beside(shuffled[:sample], group), {"phevaluator": 100})


def beside(dealt: NDArray[np.uint8], group: list[Peer]) -> Comparison:
    """Rank hands beside peers that are about as fast as each other."""
    rows = dealt.tolist()
    strengths = [reference.strength(row) for row in rows]
    require(poker.rank_many(dealt).tolist() == strengths, f"the strength of {CARDCORE}")
    expected = places(strengths)
    contestants: dict[str, Callable[[], Any]] = {
        CARDCORE: lambda: poker.rank_many(dealt, threads=1)
    }
    for peer in group:
        theirs: list[Sequence[Any]] = [[peer.cards[number] for number in row] for row in rows]
        contestants[peer.name] = partial(peer.rank_all, theirs)

    def check(numbers: Any) -> bool:
        found = places(numbers)
        # Some peers count up from the weakest hand, some from the strongest.
        return np.array_equal(found, expected) or np.array_equal(found.max() - found, expected)

    cards = "" if dealt.shape[1] == 5 else f" of {dealt.shape[1]} cards"
    names = ", ".join(peer.name for peer in group)
    return compare(
        f"rank {len(dealt):,} hands{cards}, one thread, beside {names}",
        contestants,
        check=check,
        items=len(dealt),
        unit="hand",
        repeats=5,
    )


def places(numbers: Any) -> NDArray[np.intp]:
    """Give every number's place among the different numbers, from the smallest."""
    return np.unique(numbers, return_inverse=True)[1]


def inside_rust(repeats: int = 5) -> Comparison | Skipped:
    """Rank all hands inside Rust, beside a public crate; whole runs take turns."""
    case = "rank all hands in Rust, shuffled"
    contestants = {
        f"{CARDCORE}, from card numbers": "shuffled",
        "aya_poker, from cards": "aya_poker_from_cards",
        "aya_poker, from hands made before": "aya_poker_from_hands",
    }
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(repeats):
        for name, row in contestants.items():
            rows = cargo_bench("poker", row)
            if rows is None:
                return Skipped(case, "cargo is not installed")
            seconds[name].append(rows[row]["median"])
    return Comparison(case, "hand", HANDS, seconds)


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
    extra = sorted(ours - numpy for ours, numpy in both)[repeats // 2]
    return Figure("import over numpy", extra, "s", "at most 60 ms", extra <= 0.06)


def growth(shuffled: NDArray[np.uint8]) -> Growth:
    """Rank ever more hands."""
    few = [reference.strength(row) for row in shuffled[:100].tolist()]

    def prepare(count: int) -> dict[str, Callable[[], Any]]:
        return {
            name: partial(poker.rank_many, shuffled[:count], threads=threads)
            for name, threads in (("one thread", 1), ("two threads", 2))
        }

    def check(count: int, strengths: Any) -> bool:
        return len(strengths) == count and strengths[:100].tolist() == few

    return grow("rank_many", "hands", (1_000, 10_000, 100_000, 1_000_000), prepare, check)
