"""``cardcore bench``: the native part against the reference, on this machine."""

import click

from cardcore import benchmark
from cardcore.benchmark.cases import REFERENCE
from cardcore.benchmark.measure import CARDCORE, Comparison, duration
from cardcore.cli import render
from cardcore.cli.numbers import MANY


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
        results = list(benchmark.run(repeats))
    except benchmark.WrongAnswer as error:
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
