"""President: listing moves against the reference, and what the core does a second."""

from collections.abc import Callable, Iterator
from itertools import chain
from random import Random
from typing import Any

from bench.growth import grow
from bench.results import Figure, Growth, Result, Skipped, judge
from bench.rust import cargo_bench
from bench.strength import strength
from cardcore import president
from cardcore.compare import president as compared
from cardcore.compare.measure import REFERENCE, duration
from cardcore.reference import president as reference


def run() -> Iterator[Result]:
    """Measure moves and shortest lines from Python, then everything inside Rust."""
    yield judge(compared.time_moves(), {REFERENCE: 200})
    yield compared.time_fewest_moves()
    yield from inside_rust()
    yield growth()
    yield strength(
        "president",
        # `search` is measured by bench/searchers.py.
        ("random", "greedy", "shortest", "plan"),
        games=4_000,
        seats=4,
        points="sum of places in three rounds (7.5 is even)",
        rounds=3,
    )


def inside_rust() -> Iterator[Figure | Skipped]:
    """Run the benchmarks of the core, which check their answers themselves."""
    rows = cargo_bench("president")
    if rows is None:
        yield Skipped("inside Rust", "cargo is not installed")
        return
    yield limit("moves of a 13-card hand, in Rust", rows["legal_moves"]["median"] / 1_000, 1e-6)
    yield rate("random decisions in Rust, deals included", rows["random_rounds"]["items"], 1e6)
    for preset in ("basic", "big-two", "daihinmin"):
        yield rate(f"random decisions in Rust by the rules of {preset}", rows[preset]["items"], 1e6)
    yield rate("decisions of greedy in Rust", rows["greedy"]["items"], 3e5)
    yield rate("decisions of shortest in Rust", rows["shortest"]["items"], None)
    yield rate("decisions of plan in Rust", rows["plan"]["items"], None)
    yield limit("shortest line of 13 cards, mean of 1,000", rows["13"]["mean"], 100e-6)
    yield limit("shortest line of 26 cards, worst of 1,000", rows["26"]["slowest"], 100e-3)


def limit(case: str, seconds: float, most: float) -> Figure:
    """Judge a time by its limit."""
    return Figure(case, seconds, "s", f"at most {duration(most)}", seconds <= most)


def rate(case: str, items: float, least: float | None) -> Figure:
    """Judge a number of decisions a second."""
    goal = None if least is None else f"at least {least / 1e6:g} million"
    return Figure(case, items / 1e6, "million a second", goal, least is None or items >= least)


def growth(number: int = 1_000) -> Growth:
    """Find shortest lines of ever larger hands."""
    random = Random(1)

    def prepare(count: int) -> dict[str, Callable[[], Any]]:
        drawn = [sorted(random.sample(range(52), count)) for _ in range(number)]

        def solve() -> Any:
            return drawn, [president.moves_to_victory(hand) for hand in drawn]

        return {"random hands": solve}

    def check(count: int, found: Any) -> bool:
        hands, lines = found
        for hand, line in zip(hands, lines, strict=True):
            moves = [[card.number for card in move.cards] for move in line.moves]
            legal = all(reference.get_type(move) is not None for move in moves)
            if not legal or line.count != len(moves) or sorted(chain(*moves)) != hand:
                return False
        # The more cards, the longer the reference takes; 26 are too many.
        few = hands[: {4: 100, 8: 100, 13: 10, 18: 2, 22: 1}.get(count, 0)]
        fewest = [reference.moves_to_victory(hand) for hand in few]
        return [line.count for line in lines[: len(few)]] == fewest

    sizes = (4, 8, 13, 18, 22, 26)
    return grow("moves_to_victory", "cards", sizes, prepare, check, runs=number)
