"""The README says only what was measured."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?(?:e[+-]\d+)?")


def numbers(text: str) -> set[float]:
    return {float(number.replace(",", "")) for number in NUMBER.findall(text)}


def test_every_figure_of_the_readme_stands_in_the_report() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.split("## Measured\n")[1].split("\n## ")[0]
    measured = numbers((ROOT / "bench" / "report.md").read_text(encoding="utf-8"))
    rows = [line.split("|")[2:4] for line in section.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 8
    for row in rows:
        figures = numbers(" ".join(row))
        assert figures
        assert figures <= measured, row
    assert numbers(section.split("Two goals")[1]) - {50_000, 500, 1.8} <= measured
