"""What it costs to play on workers instead of threads: ``python -m bench.cluster``.

The same arena is played in turn by two native threads and by two workers of one thread each, of
Dask and of a pool of processes, and then one with a player written in Python by one worker and by
two. What comes of them has to be equal to the last byte. Ratios are those of interleaved runs.

    python -m bench.cluster --seconds 60 --rounds 3 --write
"""

import argparse
import json
import multiprocessing
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
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


def play(bots: Sequence[Any], games: int, **how: Any) -> tuple[float, str]:
    """Play an arena; gives the seconds it took and what came of it."""
    begin = time.perf_counter()
    result = arena.run("hearts", bots, games, seed=1, target=0, **how)
    seconds = time.perf_counter() - begin
    entries = result.to_dict()
    del entries["seconds"], entries["games_per_second"]
    return seconds, json.dumps(entries)


def enough(bots: Sequence[Any], seconds: float, **how: Any) -> int:
    """Find how many games take so long, four to a deal."""
    games = 40
    while (took := play(bots, games, **how)[0]) < min(1.0, seconds / 4):
        games *= 4
    return max(4, int(games * seconds / took) // 4 * 4)


def in_turn(
    ways: dict[str, Callable[[], tuple[float, str]]], rounds: int
) -> dict[str, list[float]]:
    """Take every way once in every round; they have to come to the same."""
    found: dict[str, list[float]] = {name: [] for name in ways}
    first = None
    for _ in range(rounds):
        for name, way in ways.items():
            seconds, content = way()
            first = first or content
            if content != first:
                sys.exit(f"{name}: another result than {next(iter(ways))}")
            found[name].append(seconds)
            print(f"{name}: {seconds:.2f} s", flush=True)
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
        "threads": statistics.median(native["two threads"]),
        "dask": _ratio(native["Dask, two workers"], native["two threads"]),
        "pool": _ratio(native["pool of two processes"], native["two threads"]),
        "games of Python": games_of_python,
        "alone": statistics.median(python["this process"]),
        "two of one": _ratio(python["Dask, one worker"], python["Dask, two workers"]),
        "two of none": _ratio(python["this process"], python["Dask, two workers"]),
    }


def _ratio(left: Sequence[float], right: Sequence[float]) -> float:
    """Give the median of the ratios of runs that followed each other."""
    return statistics.median(one / other for one, other in zip(left, right, strict=True))


def report(found: dict[str, float]) -> str:
    """Write the report."""
    command = f"python -m bench.cluster --seconds {found['seconds']:g} --rounds {found['rounds']:g}"
    was = "nothing else to do" if found["load"] < 0.5 else "other work to do as well"
    return (
        "# What it costs to play on workers\n\n"
        f"`{command} --write` on a virtual machine with 2 cores, which had {was}: "
        f"{found['load']:.1f} processes\nwanted them before the run. Ratios are medians of "
        f"{found['rounds']:g} interleaved runs; all of them came to the same\nresult, to the last "
        "byte. The workers were started before; to start two took "
        f"{found['start']:.1f} s.\n\n"
        "| what | found | goal |\n|---|---|---|\n"
        f"| {found['games']:,.0f} deals of Hearts by two native threads | "
        f"{found['threads']:.1f} s | |\n"
        "| the same by two workers of Dask with one thread each | "
        f"{found['dask']:.2f} times that | at most {GOALS['workers']} |\n"
        f"| the same by a pool of two processes | {found['pool']:.2f} times that | |\n"
        f"| {found['games of Python']:,.0f} deals with a player in Python, without workers | "
        f"{found['alone']:.1f} s | |\n"
        "| two workers of Dask play them so many times as fast as one | "
        f"{found['two of one']:.2f} | at least {GOALS['python']} |\n"
        "| and so many times as fast as no worker | "
        f"{found['two of none']:.2f} | |\n"
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
