"""Measure what the tests reach, and write `tests/report.md` from what was measured.

    python tests/report.py              writes the report from `tests/report.json`
    python tests/report.py --coverage   runs the tests under coverage before; fails below the floor

Fuzzing and the coverage of the core take hours or tools of their own: their figures in
`tests/report.json` are those of the commands that the report names.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent
ROOT = TESTS.parent
PACKAGE = ROOT / "python" / "cardcore"

#: The least share of statements that the tests have to reach, in percent, in every part.
FLOOR = 85.0

#: The least share in the whole package.
FLOOR_OF_ALL = 95.0

#: The tests that are measured. Others limit the memory or the time of what they run.
MEASURED = [
    *("tests/cli", "tests/environments", "tests/jobs", "tests/parity", "tests/presentation"),
    *("tests/property", "tests/serve", "tests/unit", "python/cardcore"),
]

_SETTINGS = """
[run]
source = cardcore
parallel = true
patch = subprocess
sigterm = true
data_file = {data}
[report]
exclude_also =
    if TYPE_CHECKING:
    @overload
    ^ *\\.\\.\\.$
"""


def part_of(path: Path) -> str:
    """Name the part of the package that a file belongs to.

    >>> part_of(PACKAGE / "serve" / "room.py"), part_of(PACKAGE / "arena.py")
    ('serve', 'the package itself')
    """
    folder, *below = path.relative_to(PACKAGE).parts
    return folder if below else "the package itself"


def parts() -> list[str]:
    """List the parts of the package: those with a row in the report."""
    found = {part_of(path) for path in PACKAGE.rglob("*.py")}
    return sorted(found, key=lambda part: (part != "the package itself", part))


def measure(arguments: list[str]) -> tuple[dict[str, dict[str, int]], bool]:
    """Run tests under coverage: the statements of every part, those reached, and if all passed."""
    with tempfile.TemporaryDirectory() as folder:
        settings, summary = Path(folder, "settings"), Path(folder, "summary.json")
        settings.write_text(_SETTINGS.format(data=Path(folder, "data")), encoding="utf-8")
        coverage = [sys.executable, "-m", "coverage"]
        named = f"--rcfile={settings}"
        tests = [*coverage, "run", named, "-m", "pytest", "-q", *arguments]
        passed = subprocess.run(tests, cwd=ROOT, check=False).returncode == 0
        subprocess.run([*coverage, "combine", "--quiet", named], cwd=ROOT, check=True)
        subprocess.run([*coverage, "json", "--quiet", named, "-o", summary], cwd=ROOT, check=True)
        files = json.loads(summary.read_text(encoding="utf-8"))["files"]
    statements: Counter[str] = Counter()
    reached: Counter[str] = Counter()
    for name, file in files.items():
        part = part_of((ROOT / name).resolve())
        statements[part] += file["summary"]["num_statements"]
        reached[part] += file["summary"]["covered_lines"]
    counts = {part: {"statements": statements[part], "reached": reached[part]} for part in parts()}
    return counts, passed


def share(counts: dict[str, int]) -> float:
    """Return the share of statements reached, in percent."""
    return 100 * counts["reached"] / max(counts["statements"], 1)


def total(found: dict[str, dict[str, int]]) -> dict[str, int]:
    """Add up all parts."""
    return {key: sum(counts[key] for counts in found.values()) for key in ("statements", "reached")}


def shortfalls(found: dict[str, dict[str, int]]) -> list[str]:
    """Return a line for every part below the floor, and for the whole."""
    lines = [
        f"{part}: {share(counts):.1f} % of the statements reached, expected {FLOOR:.0f} %"
        for part, counts in found.items()
        if share(counts) < FLOOR
    ]
    if share(total(found)) < FLOOR_OF_ALL:
        lines.append(f"all: {share(total(found)):.1f} %, expected {FLOOR_OF_ALL:.0f} %")
    return lines


def _table(headings: list[str], rows: list[list[str]]) -> str:
    rule = ["---", *["--:"] * (len(headings) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in [headings, rule, *rows])


def render(kept: dict[str, Any]) -> str:
    """Write the report."""
    fuzzed, python, rust = kept["fuzzing"], kept["python"], kept["rust"]
    inputs = sum(counts["inputs"] for counts in fuzzed["rust"].values())
    targets = _table(
        ["target", "inputs", "accepted", "inputs a second"],
        [
            [name, *(f"{counts[key]:,}" for key in ("inputs", "accepted", "per_second"))]
            for name, counts in fuzzed["rust"].items()
        ],
    )
    calls = ", ".join(f"{number:,} {what}" for what, number in fuzzed["python"].items())
    statements = _table(
        ["part", "statements", "reached"],
        [
            [part, f"{counts['statements']:,}", f"{share(counts):.1f}%"]
            for part, counts in {**python, "all": total(python)}.items()
        ],
    )
    if not python:
        statements = "Not measured yet."
    core = _table(
        ["", "all", "reached"],
        [[name, f"{counts['all']:,}", f"{counts['share']:.2f}%"] for name, counts in rust.items()],
    )
    return f"""# What the tests reach

`python tests/report.py` writes this page from `tests/report.json`. Measured once, on two cores of a
virtual machine that had much else to do: read the counts rather than the speeds.

## Fuzzing

`{fuzzed["rust_command"]}`, {inputs:,} inputs, found
nothing:

{targets}

`{fuzzed["python_command"]}` found nothing either. Its targets are for depth rather than numbers:
{calls}.

## Coverage

Python, statements reached by the tests and by the processes that they start. `make coverage`
measures this and fails if any part is below {FLOOR:.0f} %, or all of it below {FLOOR_OF_ALL:.0f} %:

{statements}

Rust, reached by the tests of the core without its documentation examples and without what only
Python calls (ranking of whole arrays, above all). With `cargo install cargo-llvm-cov` and
`rustup component add llvm-tools`, `cargo llvm-cov -p cardcore --profile quick --tests` gives the
same:

{core}
"""


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--coverage", action="store_true", help="run the tests under coverage")
    parser.add_argument("--processes", default="logical", help="how many at once")
    given = parser.parse_args()
    data = TESTS / "report.json"
    kept = json.loads(data.read_text(encoding="utf-8"))
    passed = True
    if given.coverage:
        workers = ["--numprocesses", given.processes, "--dist", "worksteal"]
        kept["python"], passed = measure([*workers, "--timeout", "1200", *MEASURED])
        data.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    (TESTS / "report.md").write_text(render(kept), encoding="utf-8")
    wrong = shortfalls(kept["python"]) if kept["python"] else []
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return bool(wrong) or not passed


if __name__ == "__main__":
    sys.exit(main())
