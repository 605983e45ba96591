"""The command of a script that measures bots: which tables, of how many games."""

import argparse
from collections.abc import Callable, Mapping

from bench.report import section
from bench.results import Table


def run(what: str | None, tables: Mapping[str, Callable[[int], Table]], games: int = 4000) -> None:
    """Measure the tables that are asked for, all if none is, and print each when it is done.

    If nothing else is asked for, every figure has so many games.
    """
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("tables", nargs="*", default=list(tables), choices=list(tables))
    parser.add_argument("--games", type=int, default=games, help="games of every figure")
    asked = parser.parse_args()
    for name in asked.tables:
        table = tables[name](asked.games)
        print(section([{"kind": "Table", **table.to_dict()}]), flush=True)
