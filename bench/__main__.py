"""Run the measurements: ``python -m bench [poker draw …]``."""

import json
import os
import platform
import shutil
import subprocess
import sys
from datetime import date
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench import peers, plots
from cardcore.benchmark.measure import Comparison, Figure, Growth, Skipped, duration

#: What is measured, in this order.
SUBJECTS = ("poker", "draw", "president", "chopsticks", "hearts", "ends", "play", "growth")

HERE = Path(__file__).parent


def main() -> int:
    """Measure, show and save; the exit status tells whether all goals were reached."""
    subjects = sys.argv[1:] or SUBJECTS
    if unknown := set(subjects) - set(SUBJECTS):
        print(f"unknown: {', '.join(unknown)}; known: {', '.join(SUBJECTS)}", file=sys.stderr)
        return 2
    lines, data, missed = [heading()], [], []
    for subject in subjects:
        lines.append(f"\n## {subject}\n")
        for result in import_module(f"bench.{subject}").run():
            text, good = describe(result)
            print(text, flush=True)
            lines.append(text)
            data.append({"subject": subject, "kind": type(result).__name__, **result.to_dict()})
            missed += [] if good else [f"{subject}: {result.case}"]
    if tuple(subjects) == SUBJECTS:
        (HERE / "report.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
        report = {"machine": machine(), "results": data}
        (HERE / "report.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    for case in missed:
        print(f"goal missed: {case}", file=sys.stderr)
    return 1 if missed else 0


def heading() -> str:
    """Say what was measured, where and when."""
    facts = "\n".join(f"- {name}: {value}" for name, value in machine().items())
    return (
        "# Measured\n\nContestants took turns in one process on the same work, and every answer"
        " was checked before it was timed. Times are medians; a spread is slowest minus fastest"
        f" run, over the median.\n\n{facts}"
    )


def machine() -> dict[str, Any]:
    """Describe the machine and what ran on it."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=HERE, capture_output=True, text=True
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


def describe(result: Comparison | Figure | Growth | Skipped) -> tuple[str, bool]:
    """Write a result in Markdown, and tell whether its goals were reached."""
    if isinstance(result, Growth):
        return describe_growth(result), True
    if isinstance(result, Skipped):
        return f"- {result.case}: skipped, {result.reason}", True
    if isinstance(result, Figure):
        goal = f" ({result.goal}: {mark(result.reached)})" if result.goal else ""
        return f"- {result.case}: {result.value:.3g} {result.unit}{goal}", result.reached
    lines = [
        f"\n### {result.case}\n",
        f"| contestant | per {result.unit} | run | spread | times {result.first} |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {name} | {duration(result.per_item(name))} | {duration(result.median(name))} "
        f"| {result.spread(name):.0%} | {result.ratio(name):.3g} |"
        for name in result.seconds
    ]
    verdicts = result.verdicts()
    if verdicts:
        goals = ", ".join(f"{goal}: {mark(good)}" for goal, good in verdicts)
        lines.append(f"\nGoals: {goals}")
    return "\n".join(lines), all(good for _, good in verdicts)


def describe_growth(growth: Growth) -> str:
    """Write times by size, and the power with which they grow in the end."""
    lines = [
        f"\n### {growth.case}\n",
        f"| {growth.size} | {' | '.join(growth.contestants)} |",
        "|---|" + "---|" * len(growth.contestants),
    ]
    for size, times in growth.measured.items():
        cells = (duration(times.per_item(name)) for name in growth.contestants)
        lines.append(f"| {size:,} | {' | '.join(cells)} |")
    powers = (f"{growth.exponent(name):.2f}" for name in growth.contestants)
    lines.append(f"| power of {growth.size}, last step | {' | '.join(powers)} |")
    try:
        picture = plots.plot(growth)
    except ImportError:
        lines.append("\nNo picture: matplotlib is not installed")
    else:
        name = picture.relative_to(HERE.parent).as_posix()
        lines.append(f"\n![{growth.case}: time over {growth.size}](../{name})")
    return "\n".join(lines)


def mark(reached: bool) -> str:
    """Say whether a goal was reached."""
    return "reached" if reached else "MISSED"


if __name__ == "__main__":
    sys.exit(main())
