"""``cardcore strategy``: a chart of what to hold."""

from fractions import Fraction
from pathlib import Path

import click
from rich.table import Table

from cardcore.cli import render
from cardcore.cli.numbers import THREADS, Number
from cardcore.cli.objective import PAYTABLE
from cardcore.cli.progress import progress
from cardcore.discard import ChartEdit, Mistake, Objective, Strategy
from cardcore.discard import strategy as derive
from cardcore.discard.chart import LINES, Style
from cardcore.errors import ParseError

#: The largest file of a chart that is read.
_LARGEST = 1_000_000


@click.command(short_help="Derive a chart of what to hold in video poker.")
@click.argument("paytable", type=PAYTABLE, default="jacks-or-better-9-6")
@click.option(
    "--lines",
    type=Number(1, 500),
    help=f"How many lines the chart may have; {LINES} if not given.",
)
@click.option(
    "--style",
    type=click.Choice(["basic", "penalty", "complete"]),
    default="basic",
    show_default=True,
    help="Whether lines look at penalty cards; a complete chart costs nothing.",
)
@click.option(
    "--read",
    "chart_file",
    type=click.Path(path_type=Path),
    help="Score the chart in this text file instead, one hold a line.",
)
@click.option(
    "--mend",
    type=Number(0, 100),
    default=0,
    show_default=True,
    help="How many edits to propose that make the chart better.",
)
@click.option(
    "--errors",
    type=Number(0, 1_000_000),
    default=5,
    show_default=True,
    help="How many of the hands to show with which the chart errs, the most expensive first.",
)
@click.option("--threads", type=THREADS, help="All cores if not given.")
@click.option("--markdown", "form", flag_value="markdown", help="Print Markdown.")
@click.option("--html", "form", flag_value="html", help="Print HTML.")
@click.option("--csv", "form", flag_value="csv", help="Print CSV.")
@click.option("--json", "form", flag_value="json", help="Print JSON for programs.")
@click.option(
    "--card",
    type=click.Path(path_type=Path),
    help="Draw a strategy card of one page into a PDF or SVG file.",
)
def strategy(
    paytable: Objective,
    lines: int | None,
    style: Style,
    chart_file: Path | None,
    mend: int,
    errors: int,
    threads: int | None,
    form: str | None,
    card: Path | None,
) -> None:
    """Derive a short list of what to hold in video poker from the exact solution.

    PAYTABLE is the name of a built-in paytable, jacks-or-better-9-6 if not given, or the file of
    one (.toml, .json). NAME:royal_flush=976 changes a payout, in bets, as a progressive does.

    Hold the cards of the first line that the hand has. Beside each line stand how many of the hands
    it decides, what is lost with them against the best play, and what more would be lost without
    the line, in bets over all hands.

    With --read, a chart that you typed in is scored: what it returns exactly if it is followed to
    the letter, the hands that it plays wrong, and with --mend what to change.
    """
    if card is not None:
        _check_card(card)
    if chart_file is not None:
        chart = Strategy.parse(read_chart_file(chart_file), paytable, threads=threads)
    else:
        with progress("hands") as report:
            chart = derive(paytable, lines, style=style, threads=threads, progress=report)
    edits: tuple[ChartEdit, ...] = ()
    if mend:
        with progress("hands") as report:
            edits = chart.mend(mend, threads=threads, progress=report)
    if card is not None:
        card.write_bytes(
            chart.to_pdf() if card.suffix.lower() == ".pdf" else chart.to_svg().encode()
        )
    mistakes = chart.errors[:errors]
    if form == "json":
        found = {**chart.to_dict(), "errors": [_json(mistake) for mistake in mistakes]}
        found["errors_in_all"] = len(chart.errors)
        found["edits"] = [str(edit) for edit in edits]
        render.show_json(found)
    elif form == "markdown":
        click.echo(chart.to_markdown(), nl=False)
    elif form == "html":
        click.echo(chart.to_html())
    elif form == "csv":
        click.echo(chart.to_csv(), nl=False)
    else:
        _show(chart, mistakes, edits)


def _check_card(path: Path) -> None:
    if path.suffix.lower() not in (".pdf", ".svg"):
        raise ParseError(f"--card: expected a file that ends in .pdf or .svg, found '{path}'")
    try:
        with path.open("ab"):
            pass
    except OSError as error:
        raise ParseError(f"cannot write '{path}': {error.strerror or error}") from error


def read_chart_file(path: Path) -> str:
    """Read the text of a chart.

    Raises
    ------
    ParseError
        If the file cannot be read; the message says why.
    """
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ParseError(f"cannot read '{path}': {reason}") from error
    if len(content) > _LARGEST:
        raise ParseError(f"'{path}' is too long: expected at most {_LARGEST:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"'{path}' is not text: byte {error.start} is not UTF-8") from error


def _show(chart: Strategy, mistakes: tuple[Mistake, ...], edits: tuple[ChartEdit, ...]) -> None:
    exceptions = [f"  {words}" for words in chart.words[: len(chart.exceptions)]]
    proven = []
    if chart.bound:
        proven = [f"no chart of as many lines costs less than {_bets(chart.bound)}"]
    render.show_wide(
        f"{chart.objective}: hold the cards of the first line that the hand has",
        *exceptions,
        _table(chart),
        f"return of the chart {chart.value:.8f}, exactly {chart.exact}",
        f"return of optimal play {float(chart.best):.8f}, so the chart costs {_bets(chart.cost)} "
        f"bets, {_part(chart)} of the return",
        *proven,
        *(note for note in ("", *chart.notes)),
        *(["", *map(str, edits)] if edits else []),
    )
    if mistakes:
        render.show_wide("", _errors(chart, mistakes))


def _part(chart: Strategy) -> str:
    return f"{float(chart.cost / chart.best):.5%}" if chart.best else "nothing"


def _table(chart: Strategy) -> Table:
    table = render.table(
        [("", "right"), "hold", ("hands", "right"), ("costs", "right"), ("saves", "right")]
    )
    render.keep_numbers_whole(table)
    for place, line in enumerate(chart.lines, 1):
        costs = _bets(line.cost) if line.cost else "–"
        saves = _bets(line.saves) if line.saves else "–"
        table.add_row(str(place), line.hold, f"{float(line.share):.4%}", costs, saves)
    return table


def _errors(chart: Strategy, mistakes: tuple[Mistake, ...]) -> Table:
    table = render.table(
        ["hand", ("line", "right"), "the chart holds", "best is", ("costs", "right")],
        title=f"{render.count(len(chart.errors), 'kind')} of hands are played wrong"
        + (", the most expensive ones" if len(mistakes) < len(chart.errors) else ""),
    )
    render.keep_numbers_whole(table)
    for mistake in mistakes:
        table.add_row(
            render.cards(mistake.hand),
            str(mistake.line + 1),
            render.cards(mistake.chosen.keep) or "nothing",
            render.cards(mistake.best.keep) or "nothing",
            f"{float(mistake.cost):.5f}",
        )
    table.caption = "costs: bets whenever such a hand is dealt"
    table.caption_justify = "left"
    return table


def _bets(bets: Fraction) -> str:
    return f"{float(bets):.8f}"


def _json(mistake: Mistake) -> dict[str, object]:
    return {
        "hand": " ".join(map(str, mistake.hand)),
        "weight": mistake.weight,
        "line": mistake.line + 1,
        "chosen": " ".join(map(str, mistake.chosen.keep)),
        "best": " ".join(map(str, mistake.best.keep)),
        "cost": float(mistake.cost),
        "exact_cost": str(mistake.cost),
    }
