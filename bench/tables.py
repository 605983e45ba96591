"""The command of a script that measures bots: which tables, of how many games, played by whom."""

import argparse
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import nullcontext

from bench.cluster import dask
from bench.report import section
from bench.results import Table


def run(what: str | None, tables: Mapping[str, Callable[[int, Executor | None], Table]]) -> None:
    """Measure the tables that are asked for, all if none is, and print each when it is done."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("tables", nargs="*", default=list(tables), choices=list(tables))
    parser.add_argument("--games", type=int, default=4000, help="games of every figure")
    parser.add_argument(
        "--workers", type=int, help="processes to play on; what a decision costs is then not told"
    )
    asked = parser.parse_args()
    with nullcontext() if asked.workers is None else dask(asked.workers) as executor:
        for name in asked.tables:
            table = tables[name](asked.games, executor)
            print(section([{"kind": "Table", **table.to_dict()}]), flush=True)


def processor_time(executor: Executor | None) -> float:
    """Give the processor time of this process; none if others play."""
    return time.process_time() if executor is None else 0.0


def cost(milliseconds: float, digits: int) -> str:
    """Write what a decision costs, if it was measured."""
    return f"{milliseconds:.{digits}f} ms" if milliseconds else ""
