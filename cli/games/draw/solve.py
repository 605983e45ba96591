"""``cardcore solve draw``: the best discard of every hand."""

from pathlib import Path

import click

from cardcore import discard, poker
from cardcore.cli import render
from cardcore.cli.files import check_writable, write_bytes, write_text
from cardcore.cli.numbers import THREADS
from cardcore.cli.objective import SOLVABLE
from cardcore.cli.progress import progress


@click.command("draw", short_help="Find the best discard of all five-card draw hands.")
@click.option(
    "--objective",
    type=SOLVABLE,
    default="jacks-or-better-9-6",
    show_default=True,
    help="class, pattern, a built-in paytable, or a paytable file (.toml, .json).",
)
@click.option(
    "--csv", "csv_path", type=click.Path(path_type=Path), help="Write the strategy to a file."
)
@click.option(
    "--npz",
    "npz_path",
    type=click.Path(path_type=Path),
    help="Write the strategy to a file of NumPy arrays.",
)
@click.option("--threads", type=THREADS, help="All cores if not given.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def solve(
    objective: discard.Objective,
    csv_path: Path | None,
    npz_path: Path | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Find the best discard of all five-card draw hands, and what the game is worth."""
    for path in (csv_path, npz_path):
        if path is not None:
            check_writable(path)
    with progress("hands") as report:
        solution = discard.solve(objective, threads=threads, progress=report)
    if csv_path is not None:
        write_text(csv_path, solution.to_csv())
    if npz_path is not None:
        write_bytes(npz_path, solution.to_npz())
    classes = zip(poker.Category, solution.exact_classes, strict=True)
    if as_json:
        render.show_json(
            {
                "objective": solution.objective,
                "value": solution.value,
                "exact": str(solution.exact),
                "hands": len(solution.hands),
                "classes": {category.label: float(share) for category, share in classes},
                "outcomes": {name: float(share) for name, share in solution.outcomes.items()},
            }
        )
        return
    table = render.table(["final class", ("how often", "right"), ("one in", "right")])
    for category, share in classes:
        one_in = f"{float(1 / share):,.2f}" if share else ""
        table.add_row(category.label, f"{float(share):.8f}", one_in)
    render.show(
        f"{solution.objective}: mean value {solution.value:.10f}",
        f"exactly {solution.exact}, over 2,598,960 hands in {len(solution.hands):,} kinds",
        table,
    )
