"""``cardcore solve ends``: who takes which card of a row, and when."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import click
from rich.table import Table

from cardcore import ends
from cardcore.cli import render
from cardcore.cli.files import read_input, read_text
from cardcore.cli.progress import progress
from cardcore.ends import Line, Policy, Side, Ties

#: Longer rows are summed up only: nobody reads the order of thousands of cards.
MAX_SHOWN = 400


@click.command("ends", context_settings={"ignore_unknown_options": True})
@click.argument("numbers", nargs=-1, type=click.UNPROCESSED)
@click.option("--file", "path", type=click.Path(path_type=Path), help="Read the row from a file.")
@click.option(
    "--policy",
    type=click.Choice(get_args(Policy)),
    default="optimal",
    show_default=True,
    help="How the player chooses; with minimax the opponent is perfect too.",
)
@click.option(
    "--first",
    type=click.Choice(get_args(Side)),
    default="player",
    show_default=True,
    help="Who takes the first card.",
)
@click.option(
    "--ties",
    type=click.Choice(get_args(Ties)),
    default="left",
    show_default=True,
    help="Which of two equal ends the dog takes.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def solve(
    numbers: tuple[str, ...],
    path: Path | None,
    policy: Policy,
    first: Side,
    ties: Ties,
    as_json: bool,
) -> None:
    """Take cards from the ends of a row against the greedy dog.

    NUMBERS are the cards from left to right, the name of a file that holds them, or - for
    standard input. They may be negative.
    """
    _refuse_options(numbers)
    text = _row_text(numbers, path)
    with progress("states") as report:
        line = ends.solve(text, policy, first, ties, progress=report)
    row = _row(line)
    if as_json:
        render.show_json({"row": row, "policy": policy, "ties": ties, **line.to_dict()})
        return
    opponent = "opponent" if policy == "minimax" else "dog"
    if len(row) <= MAX_SHOWN:
        render.show(*_order(row, line, opponent))
    else:
        render.show(f"{len(row):,} cards: --json tells who takes which of them, and when")
    render.show(_result(line, opponent))


def _refuse_options(numbers: tuple[str, ...]) -> None:
    """Find mistyped options among the numbers, which may begin with a dash, too."""
    known = [name for option in click.get_current_context().command.params for name in option.opts]
    for word in numbers:
        if word.startswith("--"):
            raise click.NoSuchOption(word, possibilities=known)


def _row_text(numbers: tuple[str, ...], path: Path | None) -> str:
    """Find the row: among the arguments, in a file, or in standard input."""
    if path is not None and numbers:
        raise click.UsageError("expected numbers or a file, found both")
    if path is None and not numbers:
        raise click.UsageError("expected numbers, the name of a file, or - for standard input")
    if path is None and len(numbers) == 1 and _is_file(numbers[0]):
        path = Path(numbers[0])
    if path is None:
        return " ".join(numbers)
    if str(path) == "-":
        return read_input()
    return read_text(path)


def _is_file(word: str) -> bool:
    """Tell the name of a file from a row, which has at least its first number right."""
    if word == "-":
        return True
    if re.fullmatch(r"[-+\d\s,]*", word):
        return False
    try:
        return not word.lstrip("+-")[:1].isdigit() or Path(word).is_file()
    except OSError:  # too long for a name
        return False


def _row(line: Line) -> list[int]:
    """Put the cards back into their row."""
    taken = {"player": iter(line.cards), "dog": iter(line.opponent_cards)}
    row = [0] * len(line.order)
    for turn, place in enumerate(line.order):
        row[place] = next(taken[_taker(line, turn)])
    return row


def _taker(line: Line, turn: int) -> Side:
    """Say who takes the card of a turn, counted from 0."""
    return "player" if (turn % 2 == 0) == (line.first == "player") else "dog"


def _order(row: list[int], line: Line, opponent: str) -> Iterator[Table]:
    """Show the row, and under each card its turn, in the line of the player who takes it."""
    turns = {place: turn for turn, place in enumerate(line.order)}
    # Three columns of blanks go with every column of the table.
    width = max([len(str(card)) for card in [*row, len(row)]], default=1) + 3
    most = max(1, (render.console().width - len(opponent) - 3) // width)
    for start in range(0, len(row), most):
        places = range(start, min(start + most, len(row)))
        table = render.table(["card", *((str(row[place]), "right") for place in places)])
        for side, name in (("player", "player"), ("dog", opponent)):
            mine = [
                turns[place] if _taker(line, turns[place]) == side else None for place in places
            ]
            table.add_row(name, *("" if turn is None else str(turn + 1) for turn in mine))
        yield table


def _result(line: Line, opponent: str) -> str:
    path = f", path {line.path}" if 0 < len(line.path) <= MAX_SHOWN else ""
    scores = f"player {line.score}, {opponent} {line.opponent_score}"
    if line.margin == 0:
        return f"{scores}: a tie{path}"
    winner = "player" if line.margin > 0 else opponent
    return f"{scores}: the {winner} wins by {abs(line.margin)}{path}"
