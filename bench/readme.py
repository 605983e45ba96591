"""The few figures that the README shows, out of the report."""

from collections.abc import Iterator

from bench.report import ROOT, Report, figure, number, summary, table
from cardcore.compare.measure import duration

README = ROOT / "README.md"

#: Between these lines the README has what is written here.
_BEGIN = "<!-- measured: `make bench` writes what follows -->\n"
_END = "<!-- measured: until here -->\n"

#: What the README says, the subject and the case in the report, and another contestant if the
#: README compares with it: its name here and there.
_ROWS = (
    (
        "rank a five-card hand in a shuffled array, one thread",
        ("poker", "rank all hands, shuffled array, one thread"),
        None,
    ),
    (
        "the same, 500,000 hands",
        ("poker", "rank 500,000 hands, one thread, beside phevaluator, treys, eval7"),
        ("phevaluator from Python", "phevaluator"),
    ),
    (
        "all 32 discards of a hand",
        ("discard", "tables of 10 hands, one call each"),
        ("looking at every final hand, in Rust", "cardcore, by enumeration"),
    ),
    (
        "the same once, with cold caches",
        ("discard", "discards of at most 3 cards of one hand, by loops over peers"),
        ("a loop over eval7 for 26 of them", "eval7"),
    ),
    (
        "all 32 discards of each of 50,000 hands, one thread",
        ("discard", "tables of 50,000 hands, one thread"),
        None,
    ),
    (
        "a whole video poker game solved, in a new process",
        ("discard", "whole game in a new process"),
        None,
    ),
    (
        "equity of all 32 discards against a pat hand, in a new process",
        ("discard", "first showdown against pat"),
        None,
    ),
    (
        "President: the moves of 13 cards, from Python",
        ("president", "moves of a random 13-card hand"),
        ("reference", "reference"),
    ),
    (
        "President: fewest moves of 26 cards, worst of 1,000 hands",
        ("president", "shortest line of 26 cards, worst of 1,000"),
        None,
    ),
    (
        "Chopsticks: the table of 20 plies",
        ("chopsticks", "table of 20 plies"),
        ("reference", "reference"),
    ),
    (
        "Hearts: a random deal, one thread",
        ("hearts", "random deals against OpenSpiel, one thread"),
        ("OpenSpiel", "OpenSpiel"),
    ),
    (
        "Ends: 20,000 cards against the greedy dog",
        ("ends", "20,000 cards with small values against the dog"),
        ("NumPy by diagonals", "NumPy by diagonals, score only"),
    ),
    ("Ends: 5,000,000 cards, both sides perfect", ("ends", "5,000,000 cards, both perfect"), None),
)


def write(report: Report) -> None:
    """Put the figures of a report into the README."""
    README.write_text(fill(README.read_text(encoding="utf-8"), report), encoding="utf-8")


def fill(readme: str, report: Report) -> str:
    """Give a README with the figures of a report."""
    before, _, rest = readme.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    found = table(("work", "cardcore", "others"), rows(report))
    return f"{before}{_BEGIN}\n{found}\n{summary(report)}\n{_END}{after}"


def rows(report: Report) -> Iterator[tuple[str, str, str]]:
    """Write the rows of the table."""
    for work, (subject, case), other in _ROWS:
        results = {result["case"]: result for result in report["subjects"][subject]}
        result = results[case]
        if result["kind"] == "Figure":
            yield work, figure(result), ""
            continue
        times = result["contestants"]
        compared = f"{other[0]}: {number(times[other[1]]['ratio'])} times as long" if other else ""
        yield work, duration(next(iter(times.values()))["per_item"]), compared
