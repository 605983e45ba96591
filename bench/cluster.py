"""What it costs to play on workers instead of threads: ``python -m bench cluster``.

The same arena is played in turn by two native threads and by two workers of one thread each, of
Dask and of a pool of processes, and then one with a player written in Python by one worker and by
two. What comes of them has to be equal to the last byte. Ratios are those of interleaved runs.

    python -m bench cluster --seconds 60 --rounds 3 --write
"""

import argparse
import json
import multiprocessing
import os
import statistics
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardcore import View, arena

REPORT = Path(__file__).parent / "cluster.md"

#: The bots of the arena that is played natively; deals of Hearts without a match around them.
NATIVE = ("search:worlds=50", "rule", "greedy", "random")

#: Workers may take so many times as long as threads, and two are to be so many times as fast as
#: one.
GOALS = {"workers": 1.15, "python": 1.7}


class Lowest:
    """A player written in Python, who thinks no longer than it takes to look at the cards."""

    def choose(self, view: View, /) -> Any:
        """Choose the first legal move."""
        return view.legal_moves()[0]


@contextmanager
def dask(workers: int) -> Iterator[Executor]:
    """Give a cluster of Dask on this machine."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
        ) as cluster,
        Client(cluster) as client,
    ):
        executor: Executor = client.get_executor()
        yield executor


def pool(workers: int) -> ProcessPoolExecutor:
    """Give a pool of processes."""
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))


@dataclass(frozen=True)
class Played:
    """What came of an arena, and what it took."""

    seconds: float
    processor: float
    content: str


def play(bots: Sequence[Any], games: int, **how: Any) -> Played:
    """Play an arena of games of one deal."""
    busy, begin = processor_time(), time.perf_counter()
    result = arena.run("hearts", bots, games, seed=1, target=0, **how)
    seconds, processor = time.perf_counter() - begin, processor_time() - busy
    entries = result.to_dict()
    del entries["seconds"], entries["games_per_second"]
    return Played(seconds, processor, json.dumps(entries))


def processor_time() -> float:
    """Give the processor time that this process and its workers have used."""
    # It comes with Dask.
    import psutil

    this = psutil.Process()
    times = (process.cpu_times() for process in (this, *this.children(recursive=True)))
    return float(sum(used.user + used.system for used in times))


def enough(bots: Sequence[Any], seconds: float, **how: Any) -> int:
    """Find how many games take so long, four to a deal."""
    games = 40
    while (took := play(bots, games, **how).seconds) < min(1.0, seconds / 4):
        games *= 4
    return max(4, int(games * seconds / took) // 4 * 4)


def in_turn(ways: dict[str, Callable[[], Played]], rounds: int) -> dict[str, list[Played]]:
    """Take every way once in every round; they have to come to the same."""
    found: dict[str, list[Played]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            found[name].append(way())
            played, first = found[name][-1], next(iter(found.values()))[0]
            if played.content != first.content:
                sys.exit(f"{name}: another result than {next(iter(ways))}")
            print(f"{name}: {played.seconds:.2f} s, {played.processor:.2f} s busy", flush=True)
    return found


def measure(seconds: float, rounds: int) -> dict[str, float]:
    """Measure both arenas.

    Parameters
    ----------
    seconds
        About how long each run takes.
    rounds
        How often each is repeated.
    """
    # With no worker at work yet.
    load = os.getloadavg()[0]
    with ExitStack() as stack:
        begin = time.perf_counter()
        two = stack.enter_context(dask(2))
        start = time.perf_counter() - begin
        one, processes = stack.enter_context(dask(1)), stack.enter_context(pool(2))
        player = [Lowest(), "random", "random", "random"]
        for executor in (one, two, processes):
            # What a worker loads and builds at first is not what is measured.
            play(NATIVE, 400, executor=executor)
            play(player, 400, executor=executor)
        games = enough(NATIVE, seconds, threads=2)
        native = in_turn(
            {
                "two threads": lambda: play(NATIVE, games, threads=2),
                "Dask, two workers": lambda: play(NATIVE, games, executor=two),
                "pool of two processes": lambda: play(NATIVE, games, executor=processes),
            },
            rounds,
        )
        games_of_python = enough(player, seconds)
        python = in_turn(
            {
                "this process": lambda: play(player, games_of_python),
                "Dask, one worker": lambda: play(player, games_of_python, executor=one),
                "Dask, two workers": lambda: play(player, games_of_python, executor=two),
            },
            rounds,
        )
    return {
        "seconds": seconds,
        "rounds": rounds,
        "load": load,
        "start": start,
        "games": games,
        "threads": statistics.median(one.seconds for one in native["two threads"]),
        "dask": _ratio(native["Dask, two workers"], native["two threads"]),
        "dask busy": _busy(native["Dask, two workers"], native["two threads"]),
        "pool": _ratio(native["pool of two processes"], native["two threads"]),
        "pool busy": _busy(native["pool of two processes"], native["two threads"]),
        "games of Python": games_of_python,
        "alone": statistics.median(one.seconds for one in python["this process"]),
        "two of one": _ratio(python["Dask, one worker"], python["Dask, two workers"]),
        "two busy": _busy(python["Dask, two workers"], python["this process"]),
    }


def _ratio(left: Sequence[Played], right: Sequence[Played]) -> float:
    """Give the median of the ratios of runs that followed each other."""
    return statistics.median(a.seconds / b.seconds for a, b in zip(left, right, strict=True))


def _busy(left: Sequence[Played], right: Sequence[Played]) -> float:
    """Give the same of the processor time, which other work disturbs less."""
    return statistics.median(a.processor / b.processor for a, b in zip(left, right, strict=True))


def report(found: dict[str, float]) -> str:
    """Write the report."""
    command = f"python -m bench cluster --seconds {found['seconds']:g} --rounds {found['rounds']:g}"
    was = "nothing else to do" if found["load"] < 0.5 else "other work to do as well"
    how = (
        f"`{command} --write` on a virtual machine with 2 cores, which had {was}: "
        f"{found['load']:.1f} processes wanted them before the run. Ratios are medians of "
        f"{found['rounds']:g} interleaved runs; all of them came to the same result, to the last "
        f"byte. The workers were started before; to start two took {found['start']:.1f} s."
    )
    return (
        f"# What it costs to play on workers\n\n{textwrap.fill(how, 108)}\n\n"
        "| what | time | goal | processor time |\n|---|---|---|---|\n"
        f"| {found['games']:,.0f} games of Hearts by two native threads | "
        f"{found['threads']:.1f} s | | |\n"
        "| the same by two workers of Dask with one thread each | "
        f"{found['dask']:.2f} times that | at most {GOALS['workers']} | "
        f"{found['dask busy']:.2f} times |\n"
        f"| the same by a pool of two processes | {found['pool']:.2f} times that | | "
        f"{found['pool busy']:.2f} times |\n"
        f"| {found['games of Python']:,.0f} games with a player in Python, without workers | "
        f"{found['alone']:.1f} s | | |\n"
        "| two workers of Dask play them so many times as fast as one | "
        f"{found['two of one']:.2f} | at least {GOALS['python']} | "
        f"{found['two busy']:.2f} times that without workers |\n"
    )


def main() -> None:
    """Measure, print and keep the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="about how long a run takes")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is repeated")
    parser.add_argument("--write", action="store_true", help="keep the report")
    given = parser.parse_args()
    text = report(measure(given.seconds, given.rounds))
    print(text)
    if given.write:
        REPORT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
