"""The discard table, many hands, the whole game and showdowns of five-card draw."""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from statistics import median
from typing import Any

import numpy as np

from bench.peers import Peer, peers
from cardcore import draw
from cardcore.benchmark.measure import CARDCORE, Comparison, Figure, Skipped, compare
from cardcore.reference import draw as reference
from cardcore.reference.cards import parse_cards

HAND = "9d Td 6c Qc 8h"


def run() -> Iterator[Comparison | Figure | Skipped]:
    """Measure what the analysis has to reach."""
    yield from first_hand()
    yield from loops_over_peers()
    yield from many_hands()
    yield from whole_game()
    yield from cold_showdown()


def fresh(statement: str, repeats: int = 7) -> dict[str, Any]:
    """Run a statement in new processes: median seconds, and peak memory in megabytes.

    The memory is ``None`` where the system does not tell it.

    What counts begins after the imports; the statement leaves its answer in ``answer``.
    """
    code = f"""
import json, time
from pathlib import Path
from cardcore import draw

def memory():
    # Not what getrusage tells: that begins with the memory of the process that started this one.
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    sizes = [int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")]
    return sizes[0] if sizes else None

begin = time.perf_counter()
answer = {statement}
seconds = time.perf_counter() - begin
print(json.dumps({{"seconds": seconds, "memory": memory(), "answer": str(answer)}}))
"""
    runs = []
    for _ in range(repeats):
        output = subprocess.check_output([sys.executable, "-c", code], text=True)
        runs.append(json.loads(output))
    if len({run["answer"] for run in runs}) != 1:
        raise AssertionError(f"{statement}: the answers differ")
    memories = [run["memory"] for run in runs]
    return {
        "seconds": median(run["seconds"] for run in runs),
        "memory": None if None in memories else max(memories),
        "answer": runs[0]["answer"],
    }


def first_hand() -> Iterator[Figure]:
    """Measure the first hand of a process, against the reference on the same hand."""
    begin = time.perf_counter()
    rows = reference.analyze(parse_cards(HAND))
    slow = time.perf_counter() - begin
    if rows != draw.analyze(HAND).counts.tolist():
        raise AssertionError("the reference has another table")
    found = fresh(f'draw.analyze("{HAND}").counts[28].tolist()')
    if found["answer"] != str(rows[28]):
        raise AssertionError("a new process has another table")
    first = found["seconds"]
    yield Figure("first table of a process", first * 1e3, "ms", "at most 10 ms", first <= 0.01)
    ratio = slow / first
    yield Figure(
        "reference over first table", ratio, "times", "at least 1,000 times", ratio >= 1000
    )
    yield Figure("reference, one table", slow, "s")


def loops_over_peers(most: int = 3) -> Iterator[Comparison | Skipped]:
    """Fill the rows of at most so many discarded cards by loops over peers.

    These are 173,261 hands of the table's 2,598,960; this library always fills the whole table.
    """
    hand = parse_cards(HAND)
    masks = [mask for mask in range(32) if mask.bit_count() <= most]
    expected = [reference.class_counts(hand, mask) for mask in masks]
    contestants: dict[str, Callable[[], list[list[int]]]] = {
        f"{CARDCORE}, all 32 discards": lambda: draw.analyze(hand).counts[masks].tolist()
    }
    for peer in peers():
        if isinstance(peer, Skipped):
            yield peer
        else:
            contestants[peer.name] = partial(loop, peer, hand, masks)
    yield compare(
        f"discards of at most {most} cards of one hand, by loops over peers",
        contestants,
        check=lambda rows: rows == expected,
        unit="hand",
        repeats=3,
    )


def loop(peer: Peer, hand: list[int], masks: list[int]) -> list[list[int]]:
    """Count the final hands of discards by class with a peer."""
    unseen = [peer.cards[number] for number in range(52) if number not in hand]
    rows = []
    for mask in masks:
        kept = [peer.cards[number] for place, number in enumerate(hand) if not mask >> place & 1]
        draws = combinations(unseen, mask.bit_count())
        row = [0] * 9
        ranks = Counter(peer.rank_all([[*kept, *drawn] for drawn in draws]))
        for rank, count in ranks.items():
            row[peer.category(rank)] += count
        rows.append(row)
    return rows


def many_hands() -> Iterator[Comparison | Figure]:
    """Measure many hands on one thread, and what a second thread brings."""
    generator = np.random.default_rng(1)
    decks = np.tile(np.arange(52, dtype=np.uint8), (50_000, 1))
    hands = generator.permuted(decks, axis=1)[:, :5].copy()
    singles = [draw.analyze(hand).counts for hand in hands[:50]]
    one, two = f"{CARDCORE}, one thread", f"{CARDCORE}, two threads"
    times = compare(
        "tables of 50,000 hands",
        {
            one: lambda: draw.analyze_many(hands, threads=1),
            two: lambda: draw.analyze_many(hands, threads=2),
        },
        check=lambda tables: np.array_equal(tables[:50], singles),
        items=len(hands),
        unit="hand",
        repeats=21,
        limit=0.5e-6,
    )
    yield times
    gain = 1 / times.ratio(two)
    yield Figure("two threads over one", gain, "times", "at least 1.7 times", gain >= 1.7)


def whole_game() -> Iterator[Figure | Skipped]:
    """Measure the whole game in a new process, tables included."""
    found = fresh('draw.solve("jacks-or-better-9-6").exact')
    if found["answer"] != "1653526326983/1661102543100":
        raise AssertionError("the whole game has another value")
    seconds, memory = found["seconds"], found["memory"]
    goal = "at most 0.25 s"
    yield Figure("whole game in a new process", seconds, "s", goal, seconds <= 0.25)
    yield peak("peak memory of the whole game", memory)


def cold_showdown() -> Iterator[Figure | Skipped]:
    """Measure a showdown against a pat opponent in a new process."""
    found = fresh('draw.showdown("Ah Ad Kc 7s 2d").wins[24]')
    if found["answer"] != "1236592274":
        raise AssertionError("the showdown has another result")
    seconds, memory = found["seconds"], found["memory"]
    goal = "at most 0.4 s"
    yield Figure("first showdown against pat", seconds, "s", goal, seconds <= 0.4)
    yield peak("peak memory of a showdown", memory)


def peak(case: str, memory: float | None) -> Figure | Skipped:
    """Judge the peak memory of a process."""
    if memory is None:
        return Skipped(case, "this system does not tell the largest memory of a process")
    return Figure(case, memory, "MB", "under 200 MB", memory < 200)
