"""Run many seeds, or one with a trace: ``python -m tests.serve.simulation --seeds 100000``.

``--planted "split room"`` plants a bug that the server once had and tells which seed finds it.
"""

import argparse
import sys
import time
import traceback
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor

from tests.serve.simulation.planted import PLANTED, planted
from tests.serve.simulation.world import simulate

#: How many seeds a process runs before it reports.
_CHUNK = 50


def run_seeds(seeds: range) -> tuple[int, dict[int, str]]:
    """Run seeds; returns the number of frames, and what failed by seed."""
    frames, failures = 0, {}
    for seed in seeds:
        try:
            frames += simulate(seed)
        except Exception as error:
            failures[seed] = f"{type(error).__name__}: {error}"
    return frames, failures


def find_planted(name: str, seeds: range) -> tuple[int, str] | None:
    """Plant a bug; returns the first seed that fails and what failed, or ``None`` if all pass."""
    with planted(name):
        for seed in seeds:
            _, failures = run_seeds(range(seed, seed + 1))
            if failures:
                return seed, failures[seed]
    return None


def main(arguments: Iterable[str] | None = None) -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.serve.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, help="one seed, with a trace of what goes wrong")
    parser.add_argument("--seeds", type=int, default=1_000, help="how many seeds (1000)")
    parser.add_argument("--first", type=int, default=0, help="the first of them (0)")
    parser.add_argument("--processes", type=int, default=2, help="how many processes (2)")
    parser.add_argument("--planted", choices=PLANTED, help="look for a bug planted again")
    chosen = parser.parse_args(None if arguments is None else list(arguments))
    if chosen.seed is not None:
        try:
            simulate(chosen.seed, print)
        except Exception:
            traceback.print_exc()
            return 1
        return 0
    last = chosen.first + chosen.seeds
    if chosen.planted is not None:
        found = find_planted(chosen.planted, range(chosen.first, last))
        spent = f"{time.process_time():.1f} s of CPU time"
        if found is None:
            print(f"not found by {chosen.seeds} seeds, {spent}")
            return 1
        seed, error = found
        print(f"found by seed {seed}, number {seed - chosen.first + 1}, {spent}: {error}")
        return 0
    chunks = [
        range(start, min(start + _CHUNK, last)) for start in range(chosen.first, last, _CHUNK)
    ]
    began, done, frames, failed = time.monotonic(), 0, 0, 0
    with ProcessPoolExecutor(chosen.processes) as pool:
        for chunk, (seen, failures) in zip(chunks, pool.map(run_seeds, chunks), strict=True):
            done, frames, failed = done + len(chunk), frames + seen, failed + len(failures)
            for seed, error in failures.items():
                print(f"seed {seed}: {error}", flush=True)
            minutes = (time.monotonic() - began) / 60
            print(
                f"\r{done:,} seeds, {frames:,} frames, {minutes:.1f} min", end="", file=sys.stderr
            )
    print(f"\n{done - failed} passed, {failed} failed")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
