"""The figures of the pages, taken from the benchmark report."""

import json
import re

from docs.generate.links import ROOT, rebase

BENCH = ROOT / "bench"

#: Where a page has the section of a subject, the head of the report, or the counts.
PLACE = re.compile(r"<!-- bench/(report\.md: (\w+)|instructions\.json) -->")


def fill(text: str, page: str) -> str:
    """Put the figures into a page."""
    return PLACE.sub(
        lambda place: (
            rebase(section(place[2]), "bench/report.md", page) if place[2] else instructions()
        ),
        text,
    )


def section(subject: str) -> str:
    """Give what the report says of a subject; of its head without the title, if that is asked."""
    report = (BENCH / "report.md").read_text(encoding="utf-8")
    head, *sections = re.split(r"^## ", report, flags=re.MULTILINE)
    found = {title: body for title, _, body in (part.partition("\n") for part in sections)}
    found["head"] = head.partition("\n")[2]
    return found[subject].strip()


def instructions() -> str:
    """Give the counts of instructions."""
    kept = json.loads((BENCH / "instructions.json").read_text(encoding="utf-8"))
    rows = "".join(f"| {work} | {count:,} |\n" for work, count in kept["counts"].items())
    return f"| work, by {kept['compiler']} | instructions |\n| --- | --- |\n{rows}"
