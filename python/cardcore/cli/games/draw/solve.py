"""``cardcore solve draw``: the best discard of every hand."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from cardcore import CardcoreError, ParseError, discard, poker
from cardcore.cli import render
from cardcore.cli.files import check_writable, write_bytes, write_text
from cardcore.cli.numbers import THREADS, Number
from cardcore.cli.objective import ObjectiveType
from cardcore.cli.progress import progress
from cardcore.discard.multiplier import solve_multipliers
from cardcore.discard.multiplier.games import multiplier_name, title


class SolvableType(ObjectiveType):
    """An objective, or the name of a game with multipliers."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Read an objective or a name."""
        if not isinstance(value, str) or not value.lower().startswith("ultimate"):
            return super().convert(value, param, ctx)
        try:
            game = multiplier_name(value)
        except ValueError as error:
            raise ParseError(f"{param.opts[0]}: {error}") from error
        return super().convert(value, param, ctx) if game is None else title(game)


@click.command("draw", short_help="Find the best discard of all five-card draw hands.")
@click.option(
    "--objective",
    type=SolvableType("class", "showdown", "pattern"),
    default="jacks-or-better-9-6",
    show_default=True,
    help="class, showdown, pattern, a built-in paytable, a paytable file (.toml, .json), or "
    "ultimate-x-PAYTABLE, with -3-play, -5-play or -10-play.",
)
@click.option(
    "--losses",
    is_flag=True,
    help="Also tell what the objective loses in a showdown with an opponent who stands pat; for "
    "showdown, what all others lose.",
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
@click.option(
    "--hands",
    type=Number(1, 10**9),
    help="Also show the variance of playing this many hands at once from the same deal.",
)
@click.option(
    "--break-even",
    "break_even",
    metavar="LINE",
    help="Also find what a line, such as royal_flush, has to pay for a return of 1.",
)
@click.option("--threads", type=THREADS, help="All cores if not given.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def solve(
    objective: Any,
    losses: bool,
    csv_path: Path | None,
    npz_path: Path | None,
    hands: int | None,
    break_even: str | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Find the best discard of all five-card draw hands, and the value of the game.

    For showdown the opponent holds any five of the other 47 cards and stands pat, and the value of
    the game is the equity: the probability of winning, a tie counting half.
    """
    if objective in discard.MULTIPLIER_GAMES:
        options = [losses, csv_path, npz_path, hands, break_even]
        if any(option not in (None, False) for option in options):
            raise CardcoreError(f"--objective {objective}: only --threads and --json are for it")
        _solve_multipliers(objective, threads, as_json=as_json)
        return
    _refuse(objective, losses=losses, hands=hands, break_even=break_even)
    for path in (csv_path, npz_path):
        if path is not None:
            check_writable(path)
    with progress("hands") as report:
        solution = discard.solve(objective, threads=threads, progress=report)
        jackpot = None
        if break_even is not None:
            jackpot = discard.break_even(objective, break_even, threads=threads, progress=report)
    if csv_path is not None:
        write_text(csv_path, solution.to_csv())
    if npz_path is not None:
        write_bytes(npz_path, solution.to_npz())
    lost = None
    if losses:
        with progress("showdowns") as report:
            lost = discard.equity_losses(
                None if objective == "showdown" else [objective], threads=threads, progress=report
            )
    if as_json:
        found = _json(solution)
        if lost is not None:
            found["losses"] = _losses_json(lost)
        if hands is not None:
            variance = solution.multi_hand_variance(hands)
            found["multi_hand"] = {"hands": hands, **_both("variance", variance)}
        if jackpot is not None:
            found["break_even"] = {"line": break_even, **_both("payout", jackpot)}
        render.show_json(found)
        return
    table = _table(solution, dense=False)
    if not render.fits(table):
        table = _table(solution, dense=True)
    render.show_wide(
        f"{solution.objective}: {_value(solution)}",
        f"exactly {solution.exact}, over {int(solution.weights.sum()):,} hands "
        f"({len(solution.hands):,} up to suit isomorphism)",
        *_risk(solution, hands),
        *(
            []
            if jackpot is None
            else [f"a return of 1 if {break_even} pays {render.exactly(jackpot)}"]
        ),
        table,
    )
    if lost is not None:
        tables = [_losses_table(lost, dense=dense) for dense in (False, True)]
        brief = _losses_table(lost, ("equity", "loss", "mistakes"), dense=True)
        render.show_wide(next((table for table in tables if render.fits(table)), brief))


def _solve_multipliers(name: str, threads: int | None, *, as_json: bool) -> None:
    """Answer for a game with multipliers: its return, and how often each sum of them occurs."""
    with progress("hands") as report:
        solution = solve_multipliers(name, threads=threads, progress=report)
    if as_json:
        render.show_json(
            {
                "objective": solution.objective,
                "lines": solution.lines,
                "value": solution.value,
                "error": solution.error,
                "exact": None if solution.exact is None else str(solution.exact),
                "mean_multiplier": solution.multiplier,
                "states": [
                    {"multipliers": state.multiplier, "share": state.share, "value": state.value}
                    for state in solution.states
                ],
            }
        )
        return
    table = render.table([("multipliers", "right"), ("share", "right"), ("return", "right")])
    for state in solution.states:
        if state.share:
            table.add_row(str(state.multiplier), f"{state.share:.6%}", f"{state.value:.6f}")
    sure = f"± {solution.error:.0e}" if solution.exact is None else f"exactly {solution.exact}"
    render.show_wide(
        f"{solution.objective}: return (RTP) {solution.value:.10f}, {sure}",
        f"mean multiplier {solution.multiplier:.6f} a line, {render.count(solution.lines, 'line')}",
        table,
    )


def _refuse(
    objective: discard.Objective, *, losses: bool, hands: int | None, break_even: str | None
) -> None:
    """Refuse options that mean nothing for an objective."""
    if break_even is not None and objective in ("class", "pattern", "showdown"):
        raise CardcoreError(f"--break-even is for paytables, found --objective {objective}")
    if hands is not None and objective == "showdown":
        raise CardcoreError("--hands is for games of one player, found --objective showdown")
    if not losses or objective in ("class", "pattern", "showdown"):
        return
    paytable = discard.Paytable(objective) if isinstance(objective, str) else objective
    if paytable.wild or paytable.jokers:
        found = f"found --objective {paytable.name}"
        raise CardcoreError(f"--losses is for games without wild cards, {found}")


def _risk(solution: discard.Solution, hands: int | None) -> list[str]:
    """Tell how far results are spread, of one hand and of many at once."""
    if solution.results:
        return []
    found = [f"variance {float(solution.variance):.4f} a hand"]
    if solution.unit != "hand category":
        found[0] += f", {float(solution.hit_frequency):.2%} of hands win"
    if hands is not None:
        variance = float(solution.multi_hand_variance(hands))
        found.append(f"variance {variance:.4f} per bet of {hands:,} hands at once")
    return found


def _both(name: str, number: Fraction) -> dict[str, Any]:
    """Give a number, and the same exactly as text."""
    return {name: float(number), f"exact_{name}": str(number)}


def _value(solution: discard.Solution) -> str:
    """Name the value of the game in the terms of its objective."""
    value = f"{solution.value:.10f}"
    if solution.unit == "hand category":
        return f"mean class {value}, from 0 (high card) to 8 (straight flush)"
    if solution.results:
        return f"equity {value} against an opponent who stands pat (a tie counts half)"
    return f"return (RTP) {value}, house edge {float(1 - solution.exact):.4%}"


def _table(solution: discard.Solution, *, dense: bool) -> Table:
    """Make a table of the lines: their probability and contribution to the value of the game."""
    pays = not solution.results and solution.unit != "hand category"
    worth = "counts" if solution.results else "pays" if pays else "class"
    whole = "equity" if solution.results else "return" if pays else "mean class"
    table = render.table(
        [
            "result" if solution.results else "final hand",
            (worth, "right"),
            ("probability", "right"),
            ("one in", "right"),
            (whole, "right"),
            ("share", "right"),
        ],
        dense=dense,
    )
    render.keep_numbers_whole(table)
    for line in solution.lines:
        share = solution.probability(line)
        contribution = line.value * share
        table.add_row(
            line.name,
            str(line.value),
            f"{float(share):.8f}",
            f"{float(1 / share):,.2f}" if share else "–",
            f"{float(contribution):.5f}" if contribution else "–",
            f"{float(contribution / solution.exact):.2%}" if contribution else "–",
        )
    table.add_section()
    table.add_row("all", "", "1", "", f"{solution.value:.5f}", "100%" if solution.exact else "–")
    unit = f", in {solution.unit}" if pays else ""
    table.caption = f"{whole}: {worth} × probability{unit}; share: of the {whole} of the game"
    table.caption_justify = "left"
    return table


#: What is told of the discards of an objective.
_OF_LOSSES = ("win", "tie", "equity", "loss", "mistakes")


def _losses_table(
    losses: discard.EquityLosses, told: Sequence[str] = _OF_LOSSES, *, dense: bool
) -> Table:
    """Make a table of what objectives lose in showdowns."""
    table = render.table(["objective", *((heading, "right") for heading in told)], dense=dense)
    render.keep_numbers_whole(table)
    for row in losses.rows:
        shares = ((name, float(getattr(row, name))) for name in told)
        texts = (f"{share:.2%}" if name == "mistakes" else f"{share:.6f}" for name, share in shares)
        table.add_row(row.objective, *texts)
    table.caption = (
        "against an opponent who stands pat; loss: of equity, against the best discards; "
        "mistakes: hands for which there is a better discard"
    )
    table.caption_justify = "left"
    return table


def _losses_json(losses: discard.EquityLosses) -> list[dict[str, Any]]:
    """Give the rows: numbers, and the same exactly as text."""
    return [
        {
            "objective": row.objective,
            **{name: float(getattr(row, name)) for name in _OF_LOSSES},
            **{f"exact_{name}": str(getattr(row, name)) for name in _OF_LOSSES},
        }
        for row in losses.rows
    ]


def _json(solution: discard.Solution) -> dict[str, Any]:
    names = [category.label for category in poker.Category]
    if solution.wild or solution.jokers:
        names = list(solution.outcomes)
    classes = dict(zip(names, solution.exact_classes, strict=True))
    return {
        "objective": solution.objective,
        "unit": solution.unit,
        "value": solution.value,
        "exact": str(solution.exact),
        **_both("variance", solution.variance),
        **_both("hit_frequency", solution.hit_frequency),
        "wild": [str(card) for card in solution.wild],
        "jokers": solution.jokers,
        "hands": len(solution.hands),
        "classes": {name: float(share) for name, share in classes.items()},
        "exact_classes": {name: str(share) for name, share in classes.items()},
        "outcomes": {name: float(share) for name, share in solution.outcomes.items()},
        "exact_outcomes": {name: str(share) for name, share in solution.outcomes.items()},
        "lines": [_line_json(solution, line) for line in solution.lines],
    }


def _line_json(solution: discard.Solution, line: discard.Line) -> dict[str, Any]:
    """Give one line: numbers, and the same exactly as text."""
    share = solution.probability(line)
    contribution = line.value * share
    exact = {
        "worth": line.value,
        "share": share,
        "one_in": 1 / share if share else None,
        "return": contribution,
        "share_of_return": contribution / solution.exact if solution.exact else None,
    }
    return {
        "name": line.name,
        "outcomes": list(line.outcomes),
        **{key: None if value is None else float(value) for key, value in exact.items()},
        **{f"exact_{key}": None if value is None else str(value) for key, value in exact.items()},
    }
