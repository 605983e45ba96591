"""The cost of playing on workers instead of threads: ``python -m bench cluster``.

The same arena is played in turn by two native threads and by two workers with one thread each: the
processes of ``--workers`` and those of a Dask cluster. Then an arena with a player written in
Python is played by this process, by one worker and by two. All results have to be identical to the
last byte. Ratios are those of interleaved runs.

    python -m bench cluster --seconds 60 --rounds 3 --write
"""

import argparse
import json
import os
import statistics
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardcore import View, arena, jobs

REPORT = Path(__file__).parent / "cluster.md"

#: The bots of the native arena, which plays single deals of Hearts.
NATIVE = ("search:worlds=50", "rule", "greedy", "random")

#: The most time that workers should take compared with threads, and the least speedup of two
#: workers compared with one.
GOALS = {"workers": 1.15, "python": 1.7}


class Lowest:
    """A player written in Python that makes the first legal move."""

    def choose(self, view: View, /) -> Any:
        """Choose a move."""
        return view.legal_moves()[0]


@contextmanager
def dask(workers: int) -> Iterator[Executor]:
    """Start a Dask cluster on this machine."""
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


@dataclass(frozen=True)
class Played:
    """The result of an arena, and the time it took."""

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
    """Return the processor time that this process and its workers have used."""
    # It comes with Dask.
    import psutil

    this = psutil.Process()
    times = (process.cpu_times() for process in (this, *this.children(recursive=True)))
    return float(sum(used.user + used.system for used in times))


def enough(bots: Sequence[Any], seconds: float, **how: Any) -> int:
    """Return how many games take about this long, four to a deal."""
    games = 40
    while (took := play(bots, games, **how).seconds) < min(1.0, seconds / 4):
        games *= 4
    return max(4, int(games * seconds / took) // 4 * 4)


def in_turn(ways: dict[str, Callable[[], Played]], rounds: int) -> dict[str, list[Played]]:
    """Run every way once in every round; all results have to be identical."""
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
    # Before any worker is busy.
    load = os.getloadavg()[0]
    with ExitStack() as stack:
        player = [Lowest(), "random", "random", "random"]
        starts = {}
        executors = {}
        for name, make in (
            ("one", lambda: jobs.process_pool(1)),
            ("two", lambda: jobs.process_pool(2)),
            ("dask", lambda: dask(2)),
        ):
            begin = time.perf_counter()
            executor = executors[name] = stack.enter_context(make())
            play(NATIVE, 40, executor=executor)
            starts[name] = time.perf_counter() - begin
            # What a worker loads and builds at first is not measured.
            play(NATIVE, 400, executor=executor)
            play(player, 400, executor=executor)
        one, two, cluster = executors.values()
        games = enough(NATIVE, seconds, threads=2)
        native = in_turn(
            {
                "two threads": lambda: play(NATIVE, games, threads=2),
                "two workers": lambda: play(NATIVE, games, executor=two),
                "Dask, two workers": lambda: play(NATIVE, games, executor=cluster),
            },
            rounds,
        )
        games_of_python = enough(player, seconds)
        python = in_turn(
            {
                "this process": lambda: play(player, games_of_python),
                "one worker": lambda: play(player, games_of_python, executor=one),
                "two workers": lambda: play(player, games_of_python, executor=two),
            },
            rounds,
        )
    return {
        "seconds": seconds,
        "rounds": rounds,
        "load": load,
        "start": starts["two"],
        "dask start": starts["dask"],
        "games": games,
        "threads": statistics.median(one.seconds for one in native["two threads"]),
        "workers": _ratio(native["two workers"], native["two threads"]),
        "workers busy": _busy(native["two workers"], native["two threads"]),
        "dask": _ratio(native["Dask, two workers"], native["two threads"]),
        "dask busy": _busy(native["Dask, two workers"], native["two threads"]),
        "games of Python": games_of_python,
        "alone": statistics.median(one.seconds for one in python["this process"]),
        "two of one": _ratio(python["one worker"], python["two workers"]),
        "two busy": _busy(python["two workers"], python["this process"]),
    }


def _ratio(left: Sequence[Played], right: Sequence[Played]) -> float:
    """Return the median ratio of runs that followed each other."""
    return statistics.median(a.seconds / b.seconds for a, b in zip(left, right, strict=True))


def _busy(left: Sequence[Played], right: Sequence[Played]) -> float:
    """Return the same for the processor time, which other work disturbs less."""
    return statistics.median(a.processor / b.processor for a, b in zip(left, right, strict=True))


def report(found: dict[str, float]) -> str:
    """Write the report."""
    command = f"python -m bench cluster --seconds {found['seconds']:g} --rounds {found['rounds']:g}"
    was = "nothing else to do" if found["load"] < 0.5 else "other work to do as well"
    how = (
        f"`{command} --write` on a virtual machine with 2 cores, which had {was}: "
        f"the load was {found['load']:.1f} before the run. Ratios are medians of "
        f"{found['rounds']:g} interleaved runs; all results were identical to the last byte. The "
        f"workers were started before. Until the first 40 games were played, two workers took "
        f"{found['start']:.1f} s and a Dask cluster took {found['dask start']:.1f} s."
    )
    return (
        f"# The cost of workers\n\n{textwrap.fill(how, 108)}\n\n"
        "| what | time | goal | processor time |\n|---|---|---|---|\n"
        f"| {found['games']:,.0f} games of Hearts by two native threads | "
        f"{found['threads']:.1f} s | | |\n"
        "| the same with `--workers 2` | "
        f"{found['workers']:.2f} times that | at most {GOALS['workers']} | "
        f"{found['workers busy']:.2f} times |\n"
        f"| the same on a Dask cluster of two workers | {found['dask']:.2f} times that | | "
        f"{found['dask busy']:.2f} times |\n"
        f"| {found['games of Python']:,.0f} games with a player in Python, without workers | "
        f"{found['alone']:.1f} s | | |\n"
        "| speedup of `--workers 2` over `--workers 1` | "
        f"{found['two of one']:.2f} | at least {GOALS['python']} | "
        f"{found['two busy']:.2f} times that without workers |\n"
    )


def main() -> None:
    """Measure, print and write the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="about how long a run takes")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is repeated")
    parser.add_argument("--write", action="store_true", help="write the report")
    given = parser.parse_args()
    text = report(measure(given.seconds, given.rounds))
    print(text)
    if given.write:
        REPORT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
