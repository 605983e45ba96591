"""Measurements in the pages, inserted from the benchmark report."""

import json
import re

from docs.generate.links import ROOT, rebase

BENCH = ROOT / "bench"

#: Placeholders for a section of the report, for its head, and for the instruction counts.
PLACE = re.compile(r"<!-- bench/(report\.md: (\w+)|instructions\.json) -->")


def fill(text: str, page: str) -> str:
    """Replace the placeholders of a page."""
    return PLACE.sub(
        lambda place: (
            rebase(section(place[2]), "bench/report.md", page) if place[2] else instructions()
        ),
        text,
    )


def section(subject: str) -> str:
    """Return the report's section on a subject; ``head`` is the part before the first one."""
    report = (BENCH / "report.md").read_text(encoding="utf-8")
    head, *sections = re.split(r"^## ", report, flags=re.MULTILINE)
    found = {title: body for title, _, body in (part.partition("\n") for part in sections)}
    found["head"] = head.partition("\n")[2]
    return found[subject].strip()


def instructions() -> str:
    """Return the table of instruction counts."""
    kept = json.loads((BENCH / "instructions.json").read_text(encoding="utf-8"))
    rows = "".join(f"| {work} | {count:,} |\n" for work, count in kept["counts"].items())
    return f"| work, by {kept['compiler']} | instructions |\n| --- | --- |\n{rows}"
