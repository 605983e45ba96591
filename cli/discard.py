"""``cardcore discard``: which cards to throw away."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from cardcore import CardcoreError, ParseError
from cardcore.cli import render
from cardcore.cli.files import read_input
from cardcore.cli.hands import each_hand
from cardcore.cli.numbers import MANY, SEED, Number
from cardcore.cli.objective import OBJECTIVE, OPPONENT
from cardcore.cli.progress import progress
from cardcore.discard import (
    SAMPLES,
    Discard,
    DiscardTable,
    Objective,
    Showdown,
    analyze,
    showdown,
)

#: The columns it takes to show all classes, and to show the most digits.
ROOM_FOR_CLASSES, ROOM_FOR_DIGITS = 76, 100

#: The most bytes of hands in standard input: some 280,000 hands, more than anyone reads about.
LARGEST_INPUT = 4 * 1024**2

#: The headings of the nine classes.
CLASSES = ("high", "pair", "two", "three", "strt", "flush", "full", "four", "st fl")


@click.command()
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
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
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs, all 32 rows.")
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    help="Draw the rows into a PNG or SVG file (needs matplotlib).",
)
def discard(
    hands: tuple[str, ...],
    objective: Objective,
    against: Objective | None,
    samples: int,
    seed: int,
    top: int,
    show_all: bool,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Find the best discard of five-card draw hands, exactly.

    Each HAND is one argument: "9d Td 6c Qc 8h" or 9dTd6cQc8h. A single - reads hands from
    standard input, one per line. One HAND gives one JSON object, anything else a list of them.
    """
    if against is not None and objective != "showdown":
        raise CardcoreError("--against is for --objective showdown")
    tables = _tables(hands)
    if plot is not None and len(tables) != 1:
        raise CardcoreError(f"--plot takes one hand, found {len(tables)}")
    answers = []
    for table in tables:
        if objective == "showdown":
            with progress("showdown") as report:
                odds = showdown(
                    table.hand, against or "pat", samples=samples, seed=seed, progress=report
                )
            answers.append(Answer(table, objective, odds.best(), odds.equity, odds))
        else:
            best, values = table.best(objective), table.values(objective)
            answers.append(Answer(table, objective, best, values, None))
    rows = 32 if show_all else top
    if plot is not None:
        from cardcore.cli.plot import plot_discards

        answer = answers[0]
        plot_discards(plot, answer.table, answer.order()[:rows], answer.values, answer.name)
    if as_json:
        found = [answer.to_dict() for answer in answers]
        render.show_json(found[0] if len(hands) == 1 and hands != ("-",) else found)
        return
    for answer in answers:
        _show(answer, rows)


def _tables(hands: Sequence[str]) -> list[DiscardTable]:
    """Analyze hands; a - among them stands for those in standard input."""
    found = each_hand(hands, lambda hand: _read() if hand == "-" else [analyze(hand)])
    return [table for tables in found for table in tables]


def _read() -> list[DiscardTable]:
    tables = []
    for number, line in enumerate(read_input(LARGEST_INPUT).splitlines(), start=1):
        if line.strip():
            try:
                tables.append(analyze(line))
            except ParseError as error:
                raise ParseError(f"line {number}: {error}") from error
    return tables


class Answer:
    """The rows of one hand under one objective."""

    def __init__(
        self,
        table: DiscardTable,
        objective: Objective,
        best: Discard,
        values: Any,
        odds: Showdown | None,
    ) -> None:
        """Put together what was found."""
        self.table, self.best, self.values, self.odds = table, best, values, odds
        self.name = objective if isinstance(objective, str) else objective.name

    def order(self) -> list[int]:
        """Give the masks, the best first."""
        masks = range(32)
        preference = {mask: (mask.bit_count(), mask) for mask in masks}
        return sorted(masks, key=lambda m: (m != self.best.mask, -self.values[m], preference[m]))

    def cards(self, mask: int) -> list[Any]:
        """Give the cards of a mask."""
        return [card for place, card in enumerate(self.table.hand) if mask >> place & 1]

    def to_dict(self) -> dict[str, Any]:
        """Give everything as JSON values."""
        rows = []
        for mask in range(32):
            row = {
                "mask": mask,
                "discard": _text(self.cards(mask)),
                "draws": int(self.table.draws[mask]),
                "counts": self.table.counts[mask].tolist(),
                "value": float(self.values[mask]),
            }
            if self.odds is not None:
                row["win"] = int(self.odds.wins[mask])
                row["tie"] = int(self.odds.ties[mask])
                row["lose"] = int(self.odds.losses[mask])
                if self.odds.interval is not None:
                    row["interval"] = self.odds.interval[mask].tolist()
            rows.append(row)
        found: dict[str, Any] = {"hand": _text(self.table.hand), "objective": self.name}
        if self.odds is not None:
            found["against"] = self.odds.against
            found["samples"], found["seed"] = self.odds.samples, self.odds.seed
        found["best"] = {
            "mask": self.best.mask,
            "discard": _text(self.best.discard),
            "keep": _text(self.best.keep),
            "value": self.best.value,
        }
        return {**found, "rows": rows}


def _text(cards: Sequence[Any]) -> str:
    return " ".join(map(str, cards))


def _show(answer: Answer, rows: int) -> None:
    masks = answer.order()[:rows]
    width = render.width()
    if answer.odds is None:
        digits = 5 if width >= ROOM_FOR_DIGITS else 3
        classes = CLASSES if width >= ROOM_FOR_CLASSES else ()
        shares = answer.table.probabilities
        table = render.table(
            ["", "discard", *((heading, "right") for heading in classes), ("value", "right")],
            dense=True,
        )
        for mask in masks:
            numbers = [_share(share, digits) for share in shares[mask].tolist()] if classes else []
            _add(table, answer, mask, [*numbers, f"{answer.values[mask]:.{digits}f}"])
    else:
        odds = answer.odds
        digits = 5 if width >= ROOM_FOR_CLASSES else 3
        table = render.table(
            ["", "discard", *((h, "right") for h in ("win", "tie", "lose", "equity"))],
            dense=width < ROOM_FOR_CLASSES,
        )
        if odds.interval is not None:
            table.add_column("95% interval", justify="right")
        for mask in masks:
            counts = np.array([odds.wins[mask], odds.ties[mask], odds.losses[mask]], float)
            numbers = [f"{share:.{digits}f}" for share in counts / float(odds.totals[mask])]
            numbers.append(f"{answer.values[mask]:.{digits}f}")
            if odds.interval is not None:
                numbers.append(" … ".join(f"{end:.{digits}f}" for end in odds.interval[mask]))
            _add(table, answer, mask, numbers)
    title = render.line(render.cards(answer.table.hand), f"  {_headline(answer)}")
    render.show_wide(title, table)
    if answer.odds is None and width < ROOM_FOR_CLASSES:
        render.tell(f"the odds of the classes take {ROOM_FOR_CLASSES} columns")


def _share(share: float, digits: int) -> str:
    """Write a chance; what is possible is never shown as nothing."""
    if share == 0:
        return "–"
    least = 10**-digits
    return (
        f"{share:.{digits}f}" if share >= least / 2 else f"<{least:.{digits}f}".replace("0.", ".")
    )


def _headline(answer: Answer) -> str:
    if answer.odds is None:
        return answer.name
    odds = answer.odds
    if odds.samples is None:
        return f"{answer.name} against {odds.against}, exact"
    return f"{answer.name} against {odds.against}, {odds.samples:,} samples, seed {odds.seed}"


def _add(table: Any, answer: Answer, mask: int, numbers: Sequence[str]) -> None:
    best = mask == answer.best.mask
    cards = render.cards(answer.cards(mask)) if mask else "nothing"
    table.add_row("►" if best else "", cards, *numbers, style="bold" if best else None)
