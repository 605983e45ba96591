"""Matches of five-card draw: decisions and hands a second, and how strong the bots are."""

from collections.abc import Iterator

import cardcore
from bench.results import Figure, Result, Skipped
from bench.rust import cargo_bench
from bench.strength import strength


def run() -> Iterator[Result]:
    """Measure inside Rust, then let the bots play."""
    yield from inside_rust()
    yield strength("draw", cardcore.bots("draw"), games=20_000, seats=2, points="chips")
    yield strength("draw", ("pattern", "class"), games=20_000, seats=5, points="chips", players=5)


def inside_rust() -> Iterator[Figure | Skipped]:
    """Run the benchmarks of the core, which check their answers themselves."""
    rows = cargo_bench("draw")
    if rows is None:
        yield Skipped("inside Rust", "cargo is not installed")
        return
    for players, name in (("2", "two"), ("5", "five")):
        rate = rows[players]["items"] / 1e6
        yield Figure(f"random decisions in Rust, {name} players", rate, "million a second")
    for bot in cardcore.bots("draw"):
        rate = rows[bot]["items"] / 1e6
        yield Figure(f"hands between two `{bot}` in Rust", rate, "million a second")
