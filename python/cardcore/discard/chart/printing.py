"""Charts in print: words, notes, tables, strategy cards."""

from collections.abc import Iterator
from decimal import Decimal
from html import escape
from typing import TYPE_CHECKING, Any

from cardcore.discard.chart.card import Card
from cardcore.discard.chart.parts import bets_text
from cardcore.result_table import ResultTable

if TYPE_CHECKING:
    from cardcore.discard.chart.strategy import Strategy

__all__ = [
    "as_dict",
    "card",
    "exception_words",
    "html",
    "markdown",
    "notes",
    "result_table",
]

_RANKS = "23456789TJQKA"

_SEVERAL = (
    "if a hand has several holds of one line, take the one with the highest cards, unless the line "
    "says lowest; a draw is named after the best hand that it can become"
)


def exception_words(chart: "Strategy") -> Iterator[str]:
    """Say what to hold in each exception of a complete chart."""
    for mistake in chart.exceptions:
        hand, keep = (" ".join(map(str, cards)) for cards in (mistake.hand, mistake.best.keep))
        yield f"in {hand}: hold {keep or 'nothing'}"


def notes(chart: "Strategy") -> tuple[str, ...]:
    """Explain the terms that a chart uses."""
    words = " ".join(line.hold for line in chart.lines)
    found = [_SEVERAL]
    if chart.exceptions:
        found.append("in …: for this hand, or the same with other names of the suits")
    if "high" in words.replace(" high or lower", ""):
        found.append(f"high cards: {' '.join(chart.high_cards)}, of which a pair pays")
    if "2 to a straight" in words or "3 to a straight" in words:
        found.append("two or three unsuited high cards are not called a draw to a straight")
    if "gap" in words:
        found.append(_gaps(chart))
    if "suited" in words:
        found.append("suited: all of one suit; unsuited: not all of one suit")
    if "penalty" in words:
        found.append(
            "flush penalty: a discarded card is of the suit of the held ones; straight "
            "penalty: a discarded card fits into a straight with the held ones"
        )
    if "alone, or nothing" in words:
        found.append(
            "wild cards are always held, and are counted among the cards of a line; a hand with "
            "none of the lines above holds them alone"
        )
    if " / " in words:
        found.append("if several holds of a line with / apply, take the one of most cards first")
    if "pat " in words:
        found.append("pat: all five cards")
    return tuple(found)


def _gaps(chart: "Strategy") -> str:
    """Define gaps by examples for as many cards as they are used with."""
    all_wild = {
        rank for rank in range(13) if all(4 * rank + suit in chart._wild for suit in range(4))
    }
    without = ""
    if all_wild:
        names = " and ".join(_RANKS[rank] for rank in sorted(all_wild))
        without = f"; straights with a {names} do not count, as it is wild"
    examples = "456 has one, 345 two" if 0 in all_wild else "234 has one, A23 and AKQ two"
    return (
        "gaps: how many straights fewer the natural cards can become than 78, 678 or 6789, "
        "which can become 4, 3 and 2: one for each rank missing inside, more at the ends of "
        f"the order, so that {examples}{without}"
    )


def as_dict(chart: "Strategy") -> dict[str, Any]:
    """Return the chart as JSON values: numbers, and exact fractions as text."""
    return {
        "objective": chart.objective,
        "value": chart.value,
        "exact": str(chart.exact),
        "best": float(chart.best),
        "exact_best": str(chart.best),
        "cost": float(chart.cost),
        "exact_cost": str(chart.cost),
        "bound": None if chart.bound is None else float(chart.bound),
        "notes": list(notes(chart)),
        "exceptions": list(exception_words(chart)),
        "lines": [
            {
                "hold": line.hold,
                "share": float(line.share),
                "exact_share": str(line.share),
                "cost": float(line.cost),
                "exact_cost": str(line.cost),
                "saves": float(line.saves),
                "exact_saves": str(line.saves),
            }
            for line in chart.lines
        ],
    }


def markdown(chart: "Strategy") -> str:
    """Write the chart as Markdown: a table, and explanations of its terms."""
    rows = [
        f"| {number} | {line.hold} | {float(line.share):.4%} | {bets_text(line.cost)} "
        f"| {bets_text(line.saves)} |"
        for number, line in enumerate(chart.lines, 1)
    ]
    return "\n".join(
        [
            f"# {chart.objective}",
            "",
            f"{_summary(chart)}",
            "",
            *(f"- {words}" for words in exception_words(chart)),
            *([""] if chart.exceptions else []),
            "| | hold | hands | costs | saves |",
            "|---:|---|---:|---:|---:|",
            *rows,
            "",
            *(f"- {note}" for note in notes(chart)),
            "",
        ]
    )


def html(chart: "Strategy") -> str:
    """Write the chart as HTML: a table, and explanations of its terms."""
    terms = "".join(f"<li>{escape(note)}</li>" for note in notes(chart))
    exceptions = "".join(f"<li>{escape(words)}</li>" for words in exception_words(chart))
    above = f"<ul>{exceptions}</ul>" if exceptions else ""
    return f"{above}{result_table(chart).html()}<ul>{terms}</ul>"


def card(chart: "Strategy") -> Card:
    """Lay out a strategy card."""
    rows = [("", words, "", "", "") for words in exception_words(chart)]
    rows += [
        (
            str(number),
            line.hold,
            f"{float(line.share):.6f}",
            bets_text(line.cost),
            bets_text(line.saves),
        )
        for number, line in enumerate(chart.lines, 1)
    ]
    return Card(chart.objective, _summary(chart), rows, notes(chart))


def _summary(chart: "Strategy") -> str:
    return (
        f"return {chart.value:.8f} if followed literally, {bets_text(chart.cost)} below optimal "
        f"play ({float(chart.best):.8f})"
    )


def result_table(chart: "Strategy") -> ResultTable:
    """Make the table of the lines."""
    rows = [
        (
            number,
            line.hold,
            Decimal(f"{float(line.share):.6f}"),
            Decimal(bets_text(line.cost)),
            Decimal(bets_text(line.saves)),
        )
        for number, line in enumerate(chart.lines, 1)
    ]
    headings = ["", "hold", "hands", "costs", "saves"]
    return ResultTable(f"{chart.objective}: {_summary(chart)}", headings, rows, len(rows))
