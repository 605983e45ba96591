"""``cardcore parity``: the native extension against the reference."""

import click

from cardcore import compare
from cardcore.cli import render
from cardcore.cli.numbers import SEED, Number
from cardcore.cli.progress import progress


@click.command(short_help="Compare the native extension with the reference.")
@click.argument("subject", type=click.Choice(compare.SUBJECTS), required=False, metavar="[SUBJECT]")
@click.option(
    "--cases",
    type=Number(1, compare.MAX_CASES),
    default=100,
    show_default=True,
    help="Of each check.",
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="Same seed, same cases.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def parity(subject: str | None, cases: int, seed: int, as_json: bool) -> None:
    """Compare the native extension with the plain Python reference on random cases.

    SUBJECT is poker, discard or a game; without it everything is compared. Ends with status 1 at
    the first difference, and shows the case that reproduces it.
    """
    subjects = [subject] if subject else compare.SUBJECTS
    reports: list[compare.Report] = []
    with progress("parity") as report:
        try:
            for name in subjects:
                reports += compare.run(
                    name, cases, seed, lambda _check, done, total: report(done, total)
                )
        except compare.DifferenceError as difference:
            render.complain(f"difference: {difference}")
            render.show_json(difference.case)
            raise click.exceptions.Exit(1) from difference
    if as_json:
        render.show_json([vars(report) for report in reports])
        return
    table = render.table(["subject", "check", ("cases", "right"), ("compared", "right")])
    for passed in reports:
        table.add_row(passed.subject, passed.check, f"{passed.cases:,}", f"{passed.compared:,}")
    render.show(table, "no difference")
