"""README and documentation say only what was measured: what stands in a report."""

import copy
import re
from pathlib import Path

import pytest

from bench import plots, readme, report
from bench.__main__ import SUBJECTS
from docs.generate import measured as figures

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "DESIGN.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]

#: Figures that are not measurements but limits, rules, or results of examples on the same page.
STATED = {
    # The jack of diamonds, and the seven of spades.
    "CHANGELOG.md": ["10 points", "7 s"],
    "CONTRIBUTING.md": ["300 seconds"],
    # Measured on one core, by `python -m bench frameworks`.
    "docs/comparison.md": ["137 times", "3.4 times", "5.6 times"],
    "docs/cookbook/playing.md": ["26 points"],
    "docs/cookbook/video-poker.md": ["1.1%", "100%"],
    # The jack of diamonds.
    "docs/games/hearts.md": ["10 points"],
    # Sizes of tables.
    "docs/how-it-works/decisions/hand-evaluation.md": ["64 KB"],
    "docs/how-it-works/perfect-hash-hand-evaluation.md": ["64 KB", "16 kB"],
    # How fast the belief returns to the prior.
    "docs/how-it-works/adaptive-play.md": ["0.2%"],
    # How often cards are dealt at random.
    "docs/how-it-works/cfr-and-exploitability.md": ["48 times", "6 times"],
    # Limits of labels, and an example of a reason.
    "docs/how-it-works/game-review.md": ["2.5 points", "13 points", "0.1%"],
    # The share of random moves, and how much the past counts.
    "docs/how-it-works/opponent-models.md": ["30%", "0.8 times"],
    # Costs of charts, as in tests/unit/test_chart_scarce_ranks.py.
    "docs/how-it-works/strategy-charts.md": [
        *("0.077%", "0.078%", "0.126%", "0.048%", "0.036%", "0.075%"),
    ],
    # Exact or published returns.
    "docs/how-it-works/whole-game-solution.md": ["98.57%", "98.5730%", "99.42%", "99.4220%"],
    "docs/video-poker/strategy.md": ["54.9%", "98.5730%", "99.46%", "99.52%"],
    # Cards and shares of ranges.
    "docs/poker/equity.md": ["7 s", "76 s", "15%", "100%"],
    "docs/poker/index.md": ["7 s"],
    "docs/play/browser.md": [
        "20 seconds",
        "10 seconds",
        "12 seconds",
        "4,096 bytes",
        "10 a second",
        "20 a second",
        "100 a second",
        "0.1 s",
        "179 kB",
        "40 a second",
        "2 a second",
    ],
    # A limit, not a measurement.
    "docs/reinforcement-learning/networks.md": ["256 MB"],
    "docs/tournaments/clusters.md": ["600 seconds", "30 seconds", "four times as long"],
    "docs/tutorials/player.md": ["50 points"],
    "docs/tutorials/poker.md": ["85%", "67%", "35%"],
    "docs/tutorials/tournaments.md": ["400 points"],
    "docs/tutorials/video-poker.md": ["2.2%", "99.54%", "97.56%", "100.76%", "100%"],
}

#: A number and what makes it a measurement.
FIGURE = re.compile(
    r"(?<![\w.,-])(\d[\d,]*(?:\.\d+)?)[ \n-]?"
    r"(%|per ?cent\b|×(?! ?10)|(?:[nµm]s|s|(?:nano|micro|milli)?seconds?|min|minutes?|hours?"
    r"|[kKMG]i?B|(?:kilo|mega|giga)?bytes?|x|times|fold|million|thousand|points|instructions|cycles|[MG]Hz"
    r"|(?:\w+[ \n]){,2}(?:a|per)[ \n](?:second|minute|hour))\b)"
)
#: What only a measurement can tell, in words that no report has.
BOAST = re.compile(
    r"\b(?:twice|thrice|(?:\w+)[ \n]times|half|a third|a quarter|a tenth)[ \n]"
    r"(?:as[ \n](?:fast|slow|long|quick|much memory)\w*|faster|slower|the[ \n](?:time|memory))"
    r"|\borders? of magnitude\b"
)
DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])")


def prose(text: str) -> str:
    """Leave out examples, which are tested by running them, and what the report fills in."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"<!-- (measured|served): `.*\1: until here -->", "", text, flags=re.DOTALL)
    # What is indented right below a line of text is a part of a list.
    return re.sub(r"(?<=\n\n)(?: {4}.*\n|\n)+", "", f"{text}\n")


def strays(text: str, measured: str) -> list[str]:
    """Give the figures of a text that do not stand in a report."""
    found = [f"{number} {unit}".replace(" %", "%") for number, unit in FIGURE.findall(prose(text))]
    found += [boast for boast in BOAST.findall(prose(text)) if not boast[0].isdigit()]
    for section in re.split(r"^## ", prose(text), flags=re.MULTILINE):
        if "<!-- bench/" in section:
            found += DECIMAL.findall(section)
    words = " ".join(measured.split())
    return [
        figure for figure in found if not re.search(rf"(?<![\w.,]){re.escape(figure)}(?!\w)", words)
    ]


@pytest.fixture(scope="module")
def measured() -> str:
    kept = sorted(report.REPORT.parent.glob("*.md"))
    return "\n".join(path.read_text(encoding="utf-8") for path in kept)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_figure_stands_in_the_report(page: Path, measured: str) -> None:
    stated = STATED.get(page.relative_to(ROOT).as_posix(), [])
    assert set(strays(page.read_text(encoding="utf-8"), measured)) == set(stated)


@pytest.mark.parametrize(
    "claim",
    [
        "It takes 12.3456 ms.",
        "It is 98,765 times as fast.",
        "It takes 123456\nmilliseconds.",
        "It plays 98,765 deals a second.",
        "It is 98.7x as fast.",
        "It is a 987-fold gain.",
        "It is 98.7× as fast.",
        "It takes 987 MiB.",
        "- Fast:\n    - 98,765 ns a hand",
        "It is ten times as fast.",
        "It takes half the time.",
        "## Measured\n\n<!-- bench/report.md: ends -->\n\nIt wins 0.98765 of them.",
    ],
)
def test_a_figure_from_elsewhere_is_found(claim: str, measured: str) -> None:
    [stray] = strays(claim, measured)
    assert strays(claim, f"{measured}\n{stray}") == []


def test_the_report_is_made_of_the_results_that_were_kept() -> None:
    kept = report.load()
    assert tuple(kept["subjects"]) == SUBJECTS
    assert report.render(kept) == report.REPORT.read_text(encoding="utf-8")


def test_the_readme_shows_the_report() -> None:
    text = readme.README.read_text(encoding="utf-8")
    kept = report.load()
    assert readme.fill(text, kept) == text
    other = copy.deepcopy(kept)
    other["subjects"]["poker"][0]["contestants"]["cardcore"]["per_item"] = 1.5
    assert "| 1.5 s |" in readme.fill(text, other)


def test_every_growth_has_its_picture(measured: str) -> None:
    pictures = re.findall(r"!\[[^]]+\]\(\.\./docs/growth/(\S+)\)", measured)
    assert len(pictures) >= 8
    assert sorted(pictures) == sorted(path.name for path in plots.FOLDER.iterdir())


def test_every_subject_is_on_one_page_of_the_site(measured: str) -> None:
    places = [
        place[2]
        for page in PAGES
        for place in figures.PLACE.finditer(page.read_text(encoding="utf-8"))
        if place[2]
    ]
    assert sorted(places) == sorted([*SUBJECTS, "head"])
    for subject in SUBJECTS:
        assert figures.section(subject) in measured
