"""Count the instructions of the hottest functions: ``python -m bench.instructions [--update]``.

Times on a busy machine say little about a change of a few per cent; instructions hardly vary. The
work is in ``rust/core/examples/instructions.rs`` and is counted under callgrind: once and twice
done, so that the difference is the work alone. The counts are compared with those kept in
``instructions.json``, and the exit status is 1 if one has grown by more than the tolerance.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
KEPT = Path(__file__).parent / "instructions.json"

#: The share by which a count may differ. Another compiler may need an update.
TOLERANCE = 0.02


def main() -> int:
    """Count, compare, and keep the counts if asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.instructions", description=__doc__)
    parser.add_argument("--update", action="store_true", help="keep the counts of this run")
    update = parser.parse_args().update
    for tool in ("valgrind", "cargo", "rustc"):
        if shutil.which(tool) is None:
            print(f"{tool} not found: instructions are counted with it", file=sys.stderr)
            return 1
    program = build()
    names = subprocess.check_output([program], text=True).splitlines()
    counts = {}
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {"counts": {}}
    for name in names:
        counts[name] = instructions(program, name)
        print(line(name, counts[name], kept["counts"].get(name)), flush=True)
    if update:
        found = {"compiler": compiler(), "counts": counts}
        KEPT.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return 0
    return judge(counts, kept)


def build() -> Path:
    """Build the workloads as the extension is built."""
    command = ["cargo", "build", "--release", "--quiet", "--message-format=json"]
    command += ["-p", "cardcore", "--example", "instructions"]
    lines = subprocess.check_output(command, cwd=ROOT, text=True).splitlines()
    programs = [json.loads(line).get("executable") for line in lines]
    return next(Path(program) for program in programs if program)


def compiler() -> str:
    """Name the compiler: another one makes other instructions."""
    return subprocess.check_output(["rustc", "--version"], text=True).strip()


def instructions(program: Path, name: str) -> int:
    """Count the instructions of a workload, without its preparation."""
    return total(program, name, 2) - total(program, name, 1)


def total(program: Path, name: str, times: int) -> int:
    """Count the instructions of a whole process."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out"]
        done = subprocess.run(
            [*command, program, name, str(times)],
            capture_output=True,
            text=True,
            env={**os.environ, "RAYON_NUM_THREADS": "1"},
        )
    if done.returncode:
        raise RuntimeError(f"{name}: counting failed:\n{done.stderr}")
    return read_total(done.stderr)


def read_total(output: str) -> int:
    r"""Read the count from what callgrind says.

    >>> read_total("==7== Events    : Ir\n==7== Collected : 123456\n")
    123456
    """
    found = re.search(r"Collected : (\d+)", output)
    if found is None:
        raise RuntimeError(f"callgrind told no count:\n{output}")
    return int(found[1])


def change(count: int, before: int) -> float:
    """Give the share by which a count has grown."""
    return count / before - 1


def line(name: str, count: int, before: int | None) -> str:
    """Write a count and how it compares with the kept one.

    >>> line("work", 103, 100)
    'work                                                 103    +3.00%  MORE'
    """
    if before is None:
        return f"{name:<42} {count:>13,}      new"
    grown = change(count, before)
    verdict = "MORE" if grown > TOLERANCE else "less" if grown < -TOLERANCE else ""
    return f"{name:<42} {count:>13,}  {grown:>+8.2%}  {verdict}".rstrip()


def judge(counts: dict[str, int], kept: dict[str, Any]) -> int:
    """Tell whether nothing has grown, and everything is kept."""
    if kept.get("compiler") != compiler():
        print(f"the kept counts are of {kept.get('compiler')}; this is {compiler()}")
    if counts.keys() != kept["counts"].keys():
        print("the workloads have changed: keep their counts with --update", file=sys.stderr)
        return 1
    grown = [name for name in counts if change(counts[name], kept["counts"][name]) > TOLERANCE]
    if grown:
        share = f"{TOLERANCE:.0%}"
        print(f"more than {share} above the kept count: {', '.join(grown)}", file=sys.stderr)
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
