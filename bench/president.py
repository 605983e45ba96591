"""President: listing moves against the reference, and what the core does a second."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.measure import CARDCORE, Comparison, Figure, Skipped, compare
from cardcore import president
from cardcore.reference import president as reference
from cardcore.reference.cards import cards_text

ROOT = Path(__file__).parent.parent

_SECONDS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}


def run() -> Iterator[Comparison | Figure | Skipped]:
    """Measure moves and shortest lines from Python, then everything inside Rust."""
    yield legal_moves()
    yield shortest_lines()
    yield from inside_rust()


def legal_moves() -> Comparison:
    """List the moves of random 13-card hands."""
    random = Random(1)
    hands = [tuple(random.sample(range(52), 13)) for _ in range(100)]
    expected = [[cards_text(m) for m in reference.get_valid_moves(hand)] for hand in hands]

    def check(answers: list[list[object]]) -> bool:
        texts = [
            [cards_text(move) if isinstance(move, tuple) else str(move) for move in moves]
            for moves in answers
        ]
        return texts == expected

    return compare(
        "moves of a random 13-card hand",
        {
            CARDCORE: lambda: [president.legal_moves(hand) for hand in hands],
            "reference": lambda: [reference.get_valid_moves(hand) for hand in hands],
        },
        check=check,
        items=len(hands),
        unit="hand",
        goals={"reference": 200},
    )


def shortest_lines() -> Comparison:
    """Find shortest lines of random hands: 8 cards, which the reference can still search."""
    random = Random(2)
    hands = [tuple(random.sample(range(52), 8)) for _ in range(60)]
    expected = [reference.moves_to_victory(hand) for hand in hands]

    def search() -> list[int]:
        reference.forget()
        return [reference.moves_to_victory(hand) for hand in hands]

    return compare(
        "shortest line of a random 8-card hand",
        {
            CARDCORE: lambda: [president.moves_to_victory(hand).count for hand in hands],
            "reference": search,
        },
        check=lambda counts: counts == expected,
        items=len(hands),
        unit="hand",
    )


def inside_rust() -> Iterator[Figure | Skipped]:
    """Run the benchmarks of the core, which check their answers themselves."""
    cargo = shutil.which("cargo")
    if cargo is None:
        yield Skipped("inside Rust", "cargo is not installed")
        return
    command = [cargo, "bench", "--quiet", "-p", "cardcore", "--bench", "president"]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    rows = read_table(output)
    yield limit("moves of a 13-card hand, in Rust", rows["legal_moves"]["median"] / 1_000, 1e-6)
    yield rate("random decisions in Rust, deals included", rows["random_rounds"]["items"], 1e6)
    yield rate("decisions of greedy in Rust", rows["greedy"]["items"], 3e5)
    yield rate("decisions of shortest in Rust", rows["shortest"]["items"], None)
    yield limit("shortest line of 13 cards, mean of 1,000", rows["13"]["mean"], 100e-6)
    yield limit("shortest line of 26 cards, worst of 1,000", rows["26"]["slowest"], 100e-3)


def limit(case: str, seconds: float, most: float) -> Figure:
    """Judge a time by its limit."""
    return Figure(case, seconds * 1e6, "µs", f"at most {most * 1e6:g} µs", seconds <= most)


def rate(case: str, items: float, least: float | None) -> Figure:
    """Judge a number of decisions a second."""
    goal = None if least is None else f"at least {least / 1e6:g} million"
    return Figure(case, items / 1e6, "million a second", goal, least is None or items >= least)


def read_table(output: str) -> dict[str, dict[str, float]]:
    """Read the times, and the items a second of the median run, from the table that divan prints.

    >>> table = '''
    ... ├─ legal_moves    1.5 ms       │ 3 ms         │ 2 ms         │ 2.1 ms       │ 100 │ 100
    ... │                 6.6 Mitem/s  │ 3 Mitem/s    │ 5 Mitem/s    │ 4.7 Mitem/s  │     │
    ... '''
    >>> read_table(table)["legal_moves"]["median"], read_table(table)["legal_moves"]["items"]
    (0.002, 5000000.0)
    """
    rows: dict[str, dict[str, float]] = {}
    row: dict[str, float] = {}
    factors = {"": 1.0, "K": 1e3, "M": 1e6, "G": 1e9}
    for line in output.splitlines():
        times = re.findall(r"([\d.]+) (s|ms|µs|ns)\b", line)
        rates = re.findall(r"([\d.]+) ([KMG]?)item/s", line)
        name = re.search(r"[├╰]─ (\S+)", line)
        if name and len(times) == 4:
            columns = ("fastest", "slowest", "median", "mean")
            seconds = [float(number) * _SECONDS[unit] for number, unit in times]
            row = rows[name[1]] = dict(zip(columns, seconds, strict=True))
        elif len(rates) == 4:
            number, factor = rates[2]
            row["items"] = float(number) * factors[factor]
    return rows
