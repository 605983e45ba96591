"""``cardcore paytables``: what the paytables of video poker return."""

from typing import Any

import click
from rich.table import Table

from cardcore.cli import render
from cardcore.cli.numbers import THREADS
from cardcore.cli.objective import ObjectiveType
from cardcore.cli.progress import progress
from cardcore.discard import PAYTABLES, Objective, Solution, solve
from cardcore.discard import search as find
from cardcore.discard.names import meant
from cardcore.errors import ParseError


@click.command()
@click.argument("paytables", nargs=-1, type=ObjectiveType(), metavar="[PAYTABLE]...")
@click.option("--search", help="List those with these words or numbers: 9/6, NSUD, bonus 8/5.")
@click.option("--by-return", is_flag=True, help="The highest return first.")
@click.option("--threads", type=THREADS, help="All cores if not given.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def paytables(
    paytables: tuple[Objective, ...],
    search: str | None,
    by_return: bool,
    threads: int | None,
    as_json: bool,
) -> None:
    """List paytables with their exact returns under best play.

    A PAYTABLE is a built-in one, or a file (.toml, .json); without any, all built-in ones are
    listed. NAME:royal_flush=976 changes a payout, in bets, as a progressive does.

    All figures are exact, over all hands; hits are final hands that pay anything. Among
    discards of the same value, that of fewer cards is taken, then the one of the first cards: the
    variance depends on it.
    """
    found: tuple[Objective, ...] = paytables or PAYTABLES
    if search is not None:
        names = find(search)
        found = tuple(paytable for paytable in found if paytable in names)
        if not found:
            raise ParseError(f"--search: no paytable has '{search}' in its name{meant(search)}")
    wanted = found
    solutions = []
    with progress("paytables") as report:
        for done, paytable in enumerate(wanted):
            report(done, len(wanted))
            solutions.append(solve(paytable, threads=threads))
    if by_return:
        solutions.sort(key=lambda solution: -solution.exact)
    if as_json:
        render.show_json([_json(solution) for solution in solutions])
        return
    wide, narrow = (_table(solutions, exact=exact) for exact in (True, False))
    render.show_wide(wide if render.fits(wide) else narrow)


def _wild(solution: Solution) -> str:
    """Name the wild cards: those of a whole rank by it."""
    ranks = dict.fromkeys(card.rank for card in solution.wild)
    names = []
    for rank in ranks:
        cards = [str(card) for card in solution.wild if card.rank == rank]
        names.append(f"all {rank}" if len(cards) == 4 else " ".join(cards))
    return ", ".join(names + ["joker"] * solution.jokers) or "–"


def _table(solutions: list[Solution], *, exact: bool) -> Table:
    headings: list[str | tuple[str, str]] = [
        "paytable",
        "wild",
        ("return", "right"),
        ("variance", "right"),
        ("hits", "right"),
    ]
    if exact:
        headings.append("exactly")
    table = render.table(headings)
    render.keep_numbers_whole(table)
    for solution in solutions:
        table.add_row(
            solution.objective,
            _wild(solution),
            f"{solution.value:.7f}",
            f"{float(solution.variance):.4f}",
            f"{float(solution.hit_frequency):.2%}",
            *([str(solution.exact)] if exact else []),
        )
    return table


def _json(solution: Solution) -> dict[str, Any]:
    return {
        "paytable": solution.objective,
        "wild": [str(card) for card in solution.wild],
        "jokers": solution.jokers,
        "return": solution.value,
        "exact_return": str(solution.exact),
        "variance": float(solution.variance),
        "exact_variance": str(solution.variance),
        "hit_frequency": float(solution.hit_frequency),
        "exact_hit_frequency": str(solution.hit_frequency),
    }
