"""The command of a script that measures bots: which tables, of how many games, played by whom."""

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from typing import Any

from bench.report import section
from bench.results import Table
from cardcore import arena, jobs

#: Who plays, if it is not this process.
_executors: list[Executor] = []


def run(what: str | None, tables: Mapping[str, Callable[[int], Table]], games: int = 4000) -> None:
    """Measure the tables that are asked for, all if none is, and print each when it is done.

    Every figure is measured in ``games`` games unless the command line says otherwise.
    """
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("tables", nargs="*", default=list(tables), choices=list(tables))
    parser.add_argument("--games", type=int, default=games, help="games of every figure")
    parser.add_argument(
        "--workers", type=int, help="processes that play; what a decision costs is then not told"
    )
    asked = parser.parse_args()
    with nullcontext() if asked.workers is None else jobs.process_pool(asked.workers) as executor:
        _executors[:] = [] if executor is None else [executor]
        for name in asked.tables:
            table = tables[name](asked.games)
            print(section([{"kind": "Table", **table.to_dict()}]), flush=True)


def play(game: str, bots: Sequence[str], games: int, seed: int, **options: Any) -> arena.Result:
    """Play an arena on the workers that were asked for, or else here."""
    executor = _executors[0] if _executors else None
    return arena.run(game, bots, games, seed, executor=executor, **options)


def processor_time() -> float:
    """Give the processor time that was used so far; always 0 if workers play."""
    return 0.0 if _executors else time.process_time()


def cost(milliseconds: float, digits: int) -> str:
    """Write what a decision costs, if it was measured."""
    return f"{milliseconds:.{digits}f} ms" if milliseconds else ""
