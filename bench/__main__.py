"""Run the measurements: ``python -m bench [SUBJECT …]``.

Without subjects everything that ``report.md`` has is measured. A wrong answer ends the run with
exit status 1 and keeps nothing. A missed goal is told and written down; how fast a machine is today
is not an error. Only a run of all subjects with all peers and pictures is kept.

Subjects with a report or a page of their own are measured one at a time, and take options:
``python -m bench environments --help``.
"""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench import peers, plots, readme, report
from bench.results import Result
from cardcore.compare.measure import WrongAnswer

#: What is measured, in this order: each is a module here with a function ``run``.
SUBJECTS = (
    "poker",
    "discard",
    "draw",
    "president",
    "chopsticks",
    "hearts",
    "ends",
    "play",
    "threads",
)

#: What is measured the same way when asked for; the report does not have it.
ON_REQUEST = ("rankings", "equity")

#: What has a report of its own: each is a module here that is a command.
OWN_REPORTS = (
    "adaptive",
    "searchers",
    "opponents",
    "review",
    "levels",
    "house_rules",
    "intervals",
    "equilibrium",
    "multi_hand",
    "environments",
    "frameworks",
    "learners",
    "curves",
    "teachers",
    "nets",
    "cluster",
    "serve",
    "serve_load",
    "page",
    "instructions",
)


def main(arguments: list[str]) -> int:
    """Measure, show and keep; the exit status tells whether all answers were right."""
    if arguments and arguments[0] in OWN_REPORTS:
        command = [sys.executable, "-m", f"bench.{arguments[0]}", *arguments[1:]]
        return subprocess.run(command, check=False).returncode
    subjects = arguments or SUBJECTS
    if unknown := set(subjects) - {*SUBJECTS, *ON_REQUEST}:
        known = ", ".join((*SUBJECTS, *ON_REQUEST, *OWN_REPORTS))
        print(f"unknown: {', '.join(unknown)}; known: {known}", file=sys.stderr)
        return 2
    found: report.Report = {"machine": machine(), "subjects": {}}
    try:
        for subject in subjects:
            print(f"\n## {subject}", flush=True)
            found["subjects"][subject] = [keep(one) for one in measure(subject)]
    except WrongAnswer as error:
        print(f"WRONG ANSWER: {error}; nothing was kept", file=sys.stderr)
        return 1
    print(f"\n{report.summary(found)}")
    skipped = [
        one["case"]
        for results in found["subjects"].values()
        for one in results
        if one["kind"] == "Skipped"
    ]
    if not plots.available():
        skipped.append("pictures, for lack of matplotlib")
    if tuple(subjects) != SUBJECTS:
        print("not kept: only a run of all subjects is")
    elif skipped:
        print(f"not kept, because of what was skipped: {', '.join(skipped)}")
    else:
        report.save(found)
        readme.write(found)
        print("kept in bench/report.json, bench/report.md, docs/growth and README.md")
    return 0


def measure(subject: str) -> Iterator[Result]:
    """Run the measurements of a subject."""
    results: Iterator[Result] = import_module(f"bench.{subject}").run()
    return results


def keep(result: Result) -> report.Report:
    """Show a result, and give it as JSON values."""
    values = {"kind": type(result).__name__, **result.to_dict()}
    print(report.show(values), flush=True)
    return values


def machine() -> dict[str, Any]:
    """Describe the machine and what ran on it."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=report.ROOT, capture_output=True, text=True
    )
    rust = shutil.which("rustc")
    compiler = subprocess.check_output([rust, "--version"], text=True) if rust else "none"
    return {
        "date": date.today().isoformat(),
        "commit": commit.stdout.strip() or "unknown",
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "system": platform.platform(),
        "compiler": compiler.strip(),
        "python": platform.python_version(),
        "cardcore": version("cardcore"),
        "numpy": version("numpy"),
        **peers.versions(),
    }


def processor() -> str:
    """Name the processor as Linux does; elsewhere as Python does."""
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text(encoding="utf-8").splitlines() if facts.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


if __name__ == "__main__":
    try:
        status = main(sys.argv[1:])
    except KeyboardInterrupt:
        print("stopped; nothing was kept", file=sys.stderr)
        status = 130
    sys.exit(status)
