"""The benchmarks inside Rust, which check their answers themselves."""

import re
import shutil
import subprocess
from pathlib import Path

from cardcore.compare.measure import WrongAnswer

ROOT = Path(__file__).parent.parent

_SECONDS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}


def cargo_bench(name: str, *rows: str) -> dict[str, dict[str, float]] | None:
    """Run a benchmark of the core, or some rows of it; nothing if cargo is not installed.

    Gives the table that it prints.

    Raises
    ------
    WrongAnswer
        If it fails, as it does when an answer is wrong.
    """
    cargo = shutil.which("cargo")
    if cargo is None:
        return None
    command = [cargo, "bench", "--quiet", "-p", "cardcore", "--bench", name]
    if rows:
        command += ["--", "--exact", *(f"{name}::{row}" for row in rows)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise WrongAnswer(f"{' '.join(command[1:])} failed:\n{done.stderr}")
    return read_table(done.stdout)


def read_table(output: str) -> dict[str, dict[str, float]]:
    """Read the times, and the items a second of the median run, from the table that divan prints.

    >>> table = '''
    ... ├─ legal_moves    1.5 ms       │ 3 ms         │ 2 ms         │ 2.1 ms       │ 100 │ 100
    ... │                 6.6 Mitem/s  │ 3 Mitem/s    │ 5 Mitem/s    │ 4.7 Mitem/s  │     │
    ... '''
    >>> read_table(table)["legal_moves"]["median"], read_table(table)["legal_moves"]["items"]
    (0.002, 5000000.0)
    """
    rows: dict[str, dict[str, float]] = {}
    row: dict[str, float] = {}
    factors = {"": 1.0, "K": 1e3, "M": 1e6, "G": 1e9}
    for line in output.splitlines():
        times = re.findall(r"([\d.]+) (s|ms|µs|ns)\b", line)
        rates = re.findall(r"([\d.]+) ([KMG]?)item/s", line)
        name = re.search(r"[├╰]─ (\S+)", line)
        if name and len(times) == 4:
            columns = ("fastest", "slowest", "median", "mean")
            seconds = [float(number) * _SECONDS[unit] for number, unit in times]
            row = rows[name[1]] = dict(zip(columns, seconds, strict=True))
        elif len(rates) == 4:
            number, factor = rates[2]
            row["items"] = float(number) * factors[factor]
    return rows
