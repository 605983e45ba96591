"""The discards of a hand as ``cardcore discard`` answers them: as tables, or for programs."""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from rich.table import Table
from rich.text import Text

from cardcore import Card
from cardcore.cli import render
from cardcore.discard import (
    OUTCOMES,
    Discard,
    DiscardTable,
    Line,
    Objective,
    Showdown,
    lines,
    unit,
)


class Odds:
    """The 32 discards of one hand under one objective.

    Parameters
    ----------
    table
        The draws of the hand.
    objective
        What discards are valued by.
    met
        The showdown, if that is what they are valued by.
    """

    def __init__(self, table: DiscardTable, objective: Objective, met: Showdown | None) -> None:
        self.table: DiscardTable = table
        self.met: Showdown | None = met
        self.name: str = objective if isinstance(objective, str) else objective.name
        self.unit: str = unit(objective)
        #: All discards, the best first.
        self.ranking: list[Discard] = table.ranking(objective) if met is None else met.ranking()
        self.best: Discard = self.ranking[0]
        self.by_mask: dict[int, Discard] = {chosen.mask: chosen for chosen in self.ranking}
        self.exact: list[Fraction] | None = table.exact_values(objective) if met is None else None
        # A showdown has no lines of its own: its final hands are counted by category.
        counted = objective if met is None else "class"
        self.lines: tuple[Line, ...] = lines(counted)
        self.outcomes: tuple[str, ...] = (
            OUTCOMES if table.paytable is None else tuple(table.paytable.payouts)
        )
        self.counts: list[list[int]] = table.line_counts(counted).tolist()

    @property
    def pays(self) -> bool:
        """Whether values are payouts."""
        return self.unit not in ("hand category", "equity")

    def to_dict(self) -> dict[str, Any]:
        """Give everything as JSON values."""
        found: dict[str, Any] = {
            "hand": text(self.table.hand),
            "objective": self.name,
            "unit": self.unit,
        }
        if self.met is None:
            found["lines"] = [
                {
                    "name": line.name,
                    "worth": float(line.value),
                    "exact_worth": str(line.value),
                    "outcomes": list(line.outcomes),
                }
                for line in self.lines
            ]
        else:
            found["against"] = self.met.against
            found["samples"], found["seed"] = self.met.samples, self.met.seed
        found["best"] = {
            "mask": self.best.mask,
            "discard": text(self.best.discard),
            "keep": text(self.best.keep),
            "value": self.best.value,
        }
        return {**found, "rows": [self._row(mask) for mask in range(32)]}

    def _row(self, mask: int) -> dict[str, Any]:
        counts = self.table.outcomes[mask].tolist()
        chosen = self.by_mask[mask]
        row = {
            "mask": mask,
            "discard": text(chosen.discard),
            "keep": text(chosen.keep),
            "draws": int(self.table.draws[mask]),
            "counts": self.table.counts[mask].tolist(),
            "outcomes": dict(zip(self.outcomes, counts, strict=True)),
            "value": chosen.value,
        }
        if self.exact is not None:
            row["exact"] = str(self.exact[mask])
        if self.met is not None:
            row["win"] = int(self.met.wins[mask])
            row["tie"] = int(self.met.ties[mask])
            row["lose"] = int(self.met.losses[mask])
            if self.met.interval is not None:
                row["interval"] = self.met.interval[mask].tolist()
        return row

    def show(self, rows: int) -> None:
        """Print what to hold, then the best discards in that many rows."""
        shown = self.ranking[:rows]
        hold, thrown = _shown(self.best.keep), _shown(self.best.discard)
        render.show_wide(
            render.line(render.cards(self.table.hand), f"  {self._headline()}"),
            render.line("hold ", hold, ", discard ", thrown, f": {self._value()}"),
        )
        tables = self._by_line(shown) if self.met is None else self._by_result(self.met, shown)
        fitting = next((made for made in tables if render.fits(made)), None)
        if fitting is None:
            if self.met is None:
                loose, dense = (self._best_by_line(dense=dense) for dense in (False, True))
                render.show_wide(loose if render.fits(loose) else dense)
            fitting = self._table(True, ["value"], shown, lambda chosen: [f"{chosen.value:.5f}"])
        render.show_wide(fitting)

    def _headline(self) -> str:
        if self.met is None:
            return self.name
        against = f"{self.name} against {self.met.against}"
        if self.met.samples is None:
            return f"{against}, exact"
        return f"{against}, {self.met.samples:,} samples, seed {self.met.seed}"

    def _value(self) -> str:
        """Say what the best discard is worth, and in which unit."""
        value = f"{self.best.value:.5f}"
        if self.pays:
            return f"{value} {self.unit}"
        if self.unit == "equity":
            return f"equity {value} (a tie counts half)"
        return f"mean class {value}, from 0 (high card) to 8 (straight flush)"

    def _by_line(self, shown: Sequence[Discard]) -> Iterator[Table]:
        """Make tables with a column for every line, from the widest to the narrowest.

        What pays is counted, so that a value follows from its row to the last digit.
        """
        headings = [_narrow(line.name) for line in self.lines]
        draws = ["draws"] if self.pays else []
        payouts = ["pays" if self.pays else "class", *(str(line.value) for line in self.lines)]
        for digits in (0,) if self.pays else (5, 3):

            def numbers(chosen: Discard, digits: int = digits) -> list[str]:
                counts, total = self.counts[chosen.mask], int(self.table.draws[chosen.mask])
                value = f"{chosen.value:.5f}"
                if self.pays:
                    return [*(str(count) if count else "–" for count in counts), str(total), value]
                return [*(_share(count / total, digits) for count in counts), value]

            for both in (True, False):
                table = self._table(both, [*headings, *draws, "value"], shown, numbers, payouts)
                caption = (
                    "how many of the draws end there; value: bets, the sum of what "
                    "they pay divided by all draws"
                    if self.pays
                    else "the chance to end there; value: the mean class"
                )
                _explain(table, caption)
                yield table

    def _by_result(self, met: Showdown, shown: Sequence[Discard]) -> Iterator[Table]:
        """Make tables of wins, ties and losses, from the widest to the narrowest."""
        interval = met.interval
        headings = ["win", "tie", "lose", "equity", *([] if interval is None else ["95% interval"])]
        for digits in (5, 3):

            def numbers(chosen: Discard, digits: int = digits) -> list[str]:
                mask = chosen.mask
                counts = np.array([met.wins[mask], met.ties[mask], met.losses[mask]], float)
                shares = [*(counts / float(met.totals[mask])), chosen.value]
                found = [f"{share:.{digits}f}" for share in shares]
                if interval is not None:
                    found.append(" … ".join(f"{end:.{digits}f}" for end in interval[mask]))
                return found

            for both in (True, False):
                yield self._table(both, headings, shown, numbers, dense=digits == 3)

    def _best_by_line(self, *, dense: bool) -> Table:
        """Make a table of the best discard with a row for every line."""
        mask = self.best.mask
        whole = "EV" if self.pays else "mean class"
        total = int(self.table.draws[mask])
        table = render.table(
            [
                "final hand",
                ("pays" if self.pays else "class", "right"),
                ("draws", "right"),
                ("chance", "right"),
                (whole, "right"),
            ],
            dense=dense,
        )
        render.keep_numbers_whole(table)
        for line, count in zip(self.lines, self.counts[mask], strict=True):
            contribution = f"{float(line.value * count / total):.5f}" if line.value * count else "–"
            numbers = (f"{count:,}" if count else "–", _share(count / total, 5))
            table.add_row(line.name, str(line.value), *numbers, contribution)
        table.add_section()
        table.add_row("all", "", f"{total:,}", "1", f"{self.best.value:.5f}")
        _explain(table, f"the best discard; {whole}: in {self.unit}")
        return table

    def _table(
        self,
        both: bool,
        headings: Sequence[str],
        shown: Sequence[Discard],
        numbers: Callable[[Discard], list[str]],
        first: Sequence[str] = (),
        *,
        dense: bool = True,
    ) -> Table:
        """Make a table of discards and their numbers.

        It has what is held, if there is room (``both``) what is thrown, and the numbers under their
        headings; ``first`` is a row above all discards that begins with a label.
        """
        right = ((heading, "right") for heading in headings)
        columns: list[str | tuple[str, str]] = ["", "hold", *(["discard"] if both else []), *right]
        table = render.table(columns, dense=dense)
        if first:
            label, *cells = first
            rest = [""] * (len(headings) - len(cells))
            table.add_row("", label, *([""] if both else []), *cells, *rest, style="dim")
        for chosen in shown:
            best = chosen.mask == self.best.mask
            cards = [chosen.keep, *([chosen.discard] if both else [])]
            mark, style = ("►", "bold") if best else ("", None)
            table.add_row(mark, *map(_shown, cards), *numbers(chosen), style=style)
        return table


def _explain(table: Table, words: str) -> None:
    table.caption, table.caption_justify = words, "left"


def text(cards: Sequence[Card]) -> str:
    """Write cards side by side."""
    return " ".join(map(str, cards))


def _shown(cards: Sequence[Card]) -> Text:
    return render.cards(cards) if cards else Text("nothing")


def _narrow(name: str) -> str:
    """Break a heading into lines that are as long as its longest word."""
    name = name.replace("straight", "strt")
    return textwrap.fill(name, max(map(len, name.split())))


def _share(share: float, digits: int) -> str:
    """Write a chance; what is possible is never shown as nothing."""
    if share == 0:
        return "–"
    least = 10**-digits
    return (
        f"{share:.{digits}f}" if share >= least / 2 else f"<{least:.{digits}f}".replace("0.", ".")
    )
