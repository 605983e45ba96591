"""``cardcore bench``: the native extension against the reference, on this machine."""

import click

from cardcore.cli import render
from cardcore.cli.numbers import MANY
from cardcore.compare import work
from cardcore.compare.measure import CARDCORE, REFERENCE, Comparison, WrongAnswer, duration


@click.command(short_help="Measure against the reference.")
@click.option(
    "--repeats", type=MANY, default=5, show_default=True, help="The more, the steadier the medians."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def bench(repeats: int, as_json: bool) -> None:
    """Measure the main functions and the plain Python reference on the same work.

    They take turns, every answer is checked before it is timed, and times are medians.
    """
    try:
        results = list(work.run(repeats))
    except WrongAnswer as error:
        raise click.ClickException(f"{error}: nothing was timed after that") from error
    if as_json:
        render.show_json([result.to_dict() for result in results])
    else:
        _show(results)


def _show(results: list[Comparison]) -> None:
    right = (CARDCORE, REFERENCE, "times as fast")
    table = render.table(["work", "per", *((heading, "right") for heading in right)])
    for result in results:
        times = (duration(result.per_item(name)) for name in (CARDCORE, REFERENCE))
        table.add_row(result.case, result.unit, *times, f"{result.ratio(REFERENCE):,.0f}")
    render.show(table)
