"""``cardcore strategy``: a chart of what to hold."""

from fractions import Fraction

import click
from rich.table import Table

from cardcore.cli import render
from cardcore.cli.numbers import THREADS, Number
from cardcore.cli.objective import PAYTABLE
from cardcore.cli.progress import progress
from cardcore.discard import Mistake, Objective, Strategy
from cardcore.discard import strategy as derive
from cardcore.discard.chart import LINES


@click.command(short_help="Derive a chart of what to hold in video poker.")
@click.argument("paytable", type=PAYTABLE, default="jacks-or-better-9-6")
@click.option(
    "--lines",
    type=Number(1, 500),
    default=LINES,
    show_default=True,
    help="How many lines the chart may have.",
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
@click.option("--json", "form", flag_value="json", help="Print JSON for programs.")
def strategy(
    paytable: Objective, lines: int, errors: int, threads: int | None, form: str | None
) -> None:
    """Derive a short list of what to hold in video poker from the exact solution.

    PAYTABLE is the name of a built-in paytable, jacks-or-better-9-6 if not given, or the file of
    one (.toml, .json).

    Hold the cards of the first line that the hand has. Beside each line stand how many of the hands
    it decides, what is lost with them against the best play, and what more would be lost without
    the line, in bets over all hands.
    """
    with progress("hands") as report:
        chart = derive(paytable, lines, threads=threads, progress=report)
    mistakes = chart.errors[:errors]
    if form == "json":
        found = {**chart.to_dict(), "errors": [_json(mistake) for mistake in mistakes]}
        found["errors_in_all"] = len(chart.errors)
        render.show_json(found)
    elif form == "markdown":
        click.echo(chart.to_markdown(), nl=False)
    elif form == "html":
        click.echo(chart.to_html())
    else:
        _show(chart, mistakes)


def _show(chart: Strategy, mistakes: tuple[Mistake, ...]) -> None:
    render.show_wide(
        f"{chart.objective}: hold the cards of the first line that the hand has",
        _table(chart),
        f"returns {chart.value:.8f}, exactly {chart.exact}",
        f"the best play returns {float(chart.best):.8f}, so the chart costs {_coins(chart.cost)} "
        f"bets, {_part(chart)} of the return",
        *(note for note in ("", *chart.notes)),
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
        costs = _coins(line.cost) if line.cost else "–"
        saves = _coins(line.saves) if line.saves else "–"
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
            render.cards(mistake.chosen.keep) or "no_replacements",
            render.cards(mistake.best.keep) or "no_replacements",
            f"{float(mistake.cost):.5f}",
        )
    table.caption = "costs: bets whenever such a hand is dealt"
    table.caption_justify = "left"
    return table


def _coins(coins: Fraction) -> str:
    return f"{float(coins):.8f}"


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
