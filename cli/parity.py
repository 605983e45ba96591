"""``cardcore parity``: the native part against the reference."""

import click

from cardcore import parity as checks
from cardcore.cli import render
from cardcore.cli.progress import progress


@click.command()
@click.argument("subject", type=click.Choice(checks.SUBJECTS), required=False)
@click.option("--cases", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def parity(subject: str | None, cases: int, seed: int, as_json: bool) -> None:
    """Compare the native part with the plain Python reference on random cases.

    Without SUBJECT everything is compared. Ends with status 1 at the first difference, and shows
    the case that reproduces it.
    """
    subjects = [subject] if subject else checks.SUBJECTS
    reports: list[checks.Report] = []
    with progress("parity") as report:
        try:
            for name in subjects:
                reports += checks.run(
                    name, cases, seed, lambda _check, done, total: report(done, total)
                )
        except checks.DifferenceError as difference:
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
