"""How often the 95% intervals hold, and how often equal bots are distinguished.

The true mean is that of a long run with a seed of its own. Then many short arenas are played, one
a seed, and it is counted how many of their intervals cover it. Tournaments of two equal bots that
may stop early should hardly ever name a better one.

    python -m bench intervals --seeds 2000
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bench.report import section
from bench.results import Table
from cardcore import arena

#: How many blocks an arena has: the games of one deal, from every seat.
BLOCKS = (2, 3, 5, 10, 50)

#: The seed of the long runs. The short ones have all seeds from 0 on.
LONG_RUN = 2**63

#: The chance of a wrong decision that a tournament is allowed, and its deals at most.
ALLOWED, MAX_DEALS = 0.05, 256


@dataclass(frozen=True)
class Case:
    """An arena whose intervals are looked at."""

    name: str
    game: str
    bots: tuple[str, ...]
    games: int
    """Games of the long run."""
    rules: dict[str, Any]


DRAW = ("random", "pattern")
HEARTS = ("greedy", "random", "random", "random")

CASES = (
    Case("draw, matches of ten hands", "draw", DRAW, 1_000_000, {}),
    Case("Hearts, matches to 100", "hearts", HEARTS, 400_000, {}),
    Case("draw, single hands", "draw", DRAW, 4_000_000, {"hands": 1}),
    Case("Hearts, single deals", "hearts", HEARTS, 4_000_000, {"target": None}),
)

#: Games in which two random bots are equal, but not every deal is a tie.
EQUAL = (
    Case("draw, matches of ten hands", "draw", ("random",) * 2, 0, {}),
    Case("draw, single hands", "draw", ("random",) * 2, 0, {"hands": 1}),
    Case("Ends, eight cards", "ends", ("random",) * 2, 0, {"count": 8}),
)


def coverage(case: Case, seeds: int) -> Iterator[list[str]]:
    """Give for every bot which share of the arenas covers its true mean, by blocks."""
    long_run = arena.run(case.game, case.bots, case.games, LONG_RUN, **case.rules).bots
    counts = {seat: [0] * len(BLOCKS) for seat in map(case.bots.index, dict.fromkeys(case.bots))}
    for column, blocks in enumerate(BLOCKS):
        for seed in range(seeds):
            games = blocks * len(case.bots)
            bots = arena.run(case.game, case.bots, games, seed, **case.rules).bots
            for seat, count in counts.items():
                low, high = bots[seat].interval or (0.0, 0.0)
                count[column] += low <= long_run[seat].mean <= high
    for seat, count in counts.items():
        shares = [f"{100 * covered / seeds:.1f}%" for covered in count]
        yield [case.name, f"`{case.bots[seat]}`", *shares]


def decided(case: Case, seeds: int) -> list[str]:
    """Give the share of tournaments of equal bots that named a better one."""
    wrong = 0
    for seed in range(seeds):
        played = arena.tournament(
            case.game, case.bots, 2 * MAX_DEALS, seed, decide=ALLOWED, **case.rules
        )
        wrong += bool(played.decisions)
    return [case.name, f"{100 * wrong / seeds:.1f}%"]


def tables(seeds: int) -> Iterator[Table]:
    """Measure both."""
    rows = [row for case in CASES for row in coverage(case, seeds)]
    headings = ["game", "bot", *(f"{blocks} blocks" for blocks in BLOCKS)]
    yield Table("share of 95% intervals with the true mean", headings, rows)
    rows = [decided(case, seeds) for case in EQUAL]
    case = f"two equal bots: wrong decisions in {seeds:,} tournaments"
    yield Table(case, ["bots", f"allowed: {ALLOWED:.0%}"], rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=2000, help="arenas and tournaments of a kind")
    for table in tables(parser.parse_args().seeds):
        print(section([{"kind": "Table", **table.to_dict()}]), flush=True)
