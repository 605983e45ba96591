"""The figures of the pages, taken from the report whenever the site is built."""

import json
import re
from pathlib import Path
from typing import Any

BENCH = Path(__file__).parent.parent / "bench"

#: Where a page has the section of a subject, the head of the report, or the counts.
PLACE = re.compile(r"<!-- bench/(report\.md: (\w+)|instructions\.json) -->")


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Put the figures into a page; MkDocs calls this for every page."""
    up = "../" * page.file.src_uri.count("/")
    filled = PLACE.sub(lambda place: section(place[2]) if place[2] else instructions(), markdown)
    return filled.replace("../docs/", up)


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
