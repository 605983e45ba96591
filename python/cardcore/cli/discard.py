"""``cardcore discard``: the best discard of a hand."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import click
from click.core import ParameterSource

from cardcore import CardcoreError
from cardcore.cli import low_odds, render
from cardcore.cli.files import read_input
from cardcore.cli.hands import each_hand, each_line
from cardcore.cli.numbers import MANY, SEED, Number
from cardcore.cli.objective import OBJECTIVE, OPPONENT
from cardcore.cli.odds import Odds
from cardcore.cli.progress import progress
from cardcore.discard import (
    LOW_GAMES,
    SAMPLES,
    DiscardTable,
    LowGame,
    Objective,
    Opponent,
    analyze,
    showdown,
)

#: The most bytes of hands in standard input: some 280,000 hands, more than anyone reads about.
LARGEST_INPUT = 4 * 1024**2


@click.command()
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
@click.option(
    "--game",
    type=click.Choice(LOW_GAMES),
    help="A game in which low hands win: deuce-to-seven, ace-to-five, or badugi with four cards.",
)
@click.option(
    "--objective",
    type=OBJECTIVE,
    default="class",
    show_default=True,
    help="class, showdown, pattern, a built-in paytable, or a paytable file (.toml, .json).",
)
@click.option(
    "--against",
    type=OPPONENT,
    help="The opponent of a showdown: pat (exact), or how they discard: class, pattern, a "
    "paytable (sampled).  [default: pat]",
)
@click.option(
    "--samples",
    type=MANY,
    default=SAMPLES,
    show_default=True,
    help="Deals to sample against an opponent who draws.",
)
@click.option(
    "--seed",
    type=SEED,
    default=0,
    show_default=True,
    help="The seed of the samples.",
)
@click.option(
    "--top", type=Number(1, 32), default=8, show_default=True, help="How many rows, 1 to 32."
)
@click.option("--all", "show_all", is_flag=True, help="All 32 rows.")
@click.option(
    "--break-even",
    "holds",
    nargs=2,
    metavar="HOLD HOLD",
    help="Also find what --line has to pay for these two holds to have the same value.",
)
@click.option(
    "--line",
    default="royal_flush",
    show_default=True,
    help="The line of the paytable whose payout changes, for --break-even.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs, all 32 rows.")
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    help="Draw the rows into a PNG or SVG file (needs matplotlib).",
)
def discard(
    hands: tuple[str, ...],
    game: LowGame | None,
    objective: Objective,
    against: Opponent | None,
    samples: int,
    seed: int,
    top: int,
    show_all: bool,
    holds: tuple[str, str] | None,
    line: str,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Find the best discard of five-card draw hands, exactly.

    Each HAND is one argument: "9d Td 6c Qc 8h" or 9dTd6cQc8h. A single - reads hands from
    standard input, one per line: empty lines and anything after a # are skipped, and a line that is
    not a hand is reported and skipped too. With --json, one HAND prints one object, anything else
    a list of them.

    The objective decides the unit of the values: mean hand category, bets, or equity. A paytable
    has a column, or a row, for each of its lines. Cards are wild as the paytable says, and Jk is
    its joker, if it has one.

    With --game, low hands win, and discards are valued by their equity against an opponent who
    stands pat.
    """
    if game is not None:
        _low(hands, game, 32 if show_all else top, as_json=as_json)
        return
    if against is not None and objective != "showdown":
        raise CardcoreError("--against is for --objective showdown")
    tables, mistakes = _tables(hands, None if objective == "showdown" else objective)
    for mistake in mistakes:
        render.complain(f"Error: {mistake}")
    for option, wanted in (("--plot", plot), ("--break-even", holds)):
        if wanted is not None and len(tables) != 1:
            raise CardcoreError(f"{option} takes one hand, found {len(tables)}")
    jackpot = None
    if holds is not None:
        if objective in ("class", "pattern", "showdown"):
            raise CardcoreError(f"--break-even is for paytables, found --objective {objective}")
        jackpot = tables[0].break_even(*holds, objective, line=line)
    answers = []
    for table in tables:
        met = None
        if objective == "showdown":
            with progress("showdown") as report:
                met = showdown(
                    table.hand, against or "pat", samples=samples, seed=seed, progress=report
                )
        answers.append(Odds(table, objective, met))
    rows = 32 if show_all else top
    if plot is not None:
        from cardcore.cli.plot import plot_discards

        plot_discards(plot, answers[0], rows)
    if as_json:
        found = [answer.to_dict() for answer in answers]
        if holds is not None:
            found[0]["break_even"] = {
                "holds": list(holds),
                "line": line,
                "payout": None if jackpot is None else float(jackpot),
                "exact_payout": None if jackpot is None else str(jackpot),
            }
        render.show_json(found[0] if len(hands) == 1 and hands != ("-",) else found)
    else:
        for answer in answers:
            answer.show(rows)
        if holds is not None:
            render.tell(_break_even(holds, line, jackpot))
    if mistakes:
        raise click.exceptions.Exit(2)


def _break_even(holds: tuple[str, str], line: str, jackpot: Fraction | None) -> str:
    """Tell at which payout two holds have the same value."""
    first, second = holds
    if jackpot is None or jackpot < 0:
        return f"'{first}' and '{second}' never have the same value, whatever {line} pays"
    payout = render.exactly(jackpot)
    return f"'{first}' and '{second}' have the same value if {line} pays {payout} bets"


def _low(hands: Sequence[str], game: LowGame, rows: int, *, as_json: bool) -> None:
    """Answer for a game in which low hands win; options of other games make no difference."""
    context = click.get_current_context()
    for name in ("objective", "against", "samples", "seed", "break-even", "line", "plot"):
        parameter = "holds" if name == "break-even" else name
        if context.get_parameter_source(parameter) is ParameterSource.COMMANDLINE:
            raise CardcoreError(f"--{name} is not for --game {game}")
    tables = each_hand(hands, lambda hand: analyze(hand, game=game))
    if as_json:
        found = [low_odds.to_dict(table) for table in tables]
        render.show_json(found[0] if len(hands) == 1 else found)
        return
    for table in tables:
        low_odds.show(table, rows)


def _tables(
    hands: Sequence[str], objective: Objective | None
) -> tuple[list[DiscardTable], list[str]]:
    """Analyze hands; a - among them stands for those in standard input.

    Also returns an error message for each line of standard input that is not a hand.
    """
    mistakes: list[str] = []

    def table(hand: str) -> DiscardTable:
        return analyze(hand, objective)

    def tables(hand: str) -> list[DiscardTable]:
        if hand != "-":
            return [table(hand)]
        found, wrong = each_line(read_input(LARGEST_INPUT), table)
        mistakes.extend(wrong)
        return found

    found = each_hand(hands, tables)
    return [table for tables in found for table in tables], mistakes
