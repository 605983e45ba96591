"""Results as people look at them: a title and a small table, as lines of text or as HTML.

``print`` shows the text and notebooks the HTML of whatever has a sheet. Nothing else is needed for
either, and everything that comes from elsewhere is escaped.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from html import escape
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TypeAlias

from cardcore.plural import count

if TYPE_CHECKING:
    from cardcore._core import Game, View

__all__ = ["Cell", "Sheet", "Sheeted", "game_html", "game_text", "shown", "view_html", "view_text"]

#: What may stand in a table. Numbers are at the right of their column; a decimal has the digits it
#: was given.
Cell: TypeAlias = str | int | float | Decimal | Fraction | None

#: Rows beyond these are counted instead of shown, unless told otherwise.
_MOST_ROWS = 40

#: Facts that the title tells, or that are longer than what lies on the table.
_UNSEEN = {"rules", "history", "part", "last"}


@dataclass(frozen=True)
class Sheet:
    """A title over a table."""

    title: str
    """What is shown, and in which unit."""
    headings: Sequence[str]
    """A heading per column; none at all if the first column says what the second is."""
    rows: Sequence[Sequence[Cell]]
    """The cells, row by row."""
    most_rows: int = _MOST_ROWS
    """Rows beyond these are counted instead of shown."""

    def text(self) -> str:
        """Write it as lines of text.

        >>> print(Sheet("a pair", ["card", "value"], [("As", 14), ("Ad", 14)]).text())
        a pair
        card  value
        As       14
        Ad       14
        """
        rows = [[shown(cell) for cell in row] for row in self.rows[: self.most_rows]]
        lines = [list(self.headings), *rows] if self.headings else rows
        widths = [max(map(len, column)) for column in zip_longest(*lines, fillvalue="")]
        right = self._right()
        written = [
            "  ".join(
                text.rjust(width) if numbers else text.ljust(width)
                for text, width, numbers in zip(line, widths, right, strict=True)
            ).rstrip()
            for line in lines
        ]
        return "\n".join([self.title, *written, *self._rest()])

    def html(self) -> str:
        """Write it as an HTML table.

        >>> Sheet("1 < 2", [], [("yes", 1)]).html()
        '<table><caption>1 &lt; 2</caption><tr><th>yes</th><td style="text-align: right">1</td></tr></table>'
        """  # noqa: E501
        right = self._right()
        made = [f"<caption>{escape(self.title)}</caption>"]
        if self.headings:
            cells = (_cell("th", *pair) for pair in zip(self.headings, right, strict=True))
            made.append(f"<tr>{''.join(cells)}</tr>")
        for row in self.rows[: self.most_rows]:
            tags = ["td" if self.headings else "th", *("td" for _ in row[1:])]
            cells = (
                _cell(tag, shown(cell), numbers)
                for tag, cell, numbers in zip(tags, row, right, strict=True)
            )
            made.append(f"<tr>{''.join(cells)}</tr>")
        for rest in self._rest():
            made.append(f'<tr><td colspan="{len(right)}">{escape(rest)}</td></tr>')
        return f"<table>{''.join(made)}</table>"

    def _right(self) -> list[bool]:
        """Tell which columns hold numbers."""
        columns = zip(*self.rows, strict=True) if self.rows else ((),) * len(self.headings)
        return [
            any(isinstance(cell, int | float | Decimal | Fraction) for cell in column)
            for column in columns
        ]

    def _rest(self) -> list[str]:
        rest = len(self.rows) - self.most_rows
        return [f"… and {rest:,} more"] if rest > 0 else []


class Sheeted(ABC):
    """What is shown as a sheet: as text when it is printed, and as HTML in notebooks."""

    @abstractmethod
    def _sheet(self) -> Sheet:
        """Give what is shown."""

    def __str__(self) -> str:
        return self._sheet().text()

    def _repr_html_(self) -> str:
        return self._sheet().html()


def _cell(tag: str, text: str, right: bool) -> str:
    style = ' style="text-align: right"' if right else ""
    return f"<{tag}{style}>{escape(text)}</{tag}>"


def shown(value: object) -> str:
    """Write a value of which nothing is known but its type.

    >>> shown([(0, "3d"), (1, "pass")]), shown({"a": 1.5}), shown(None)
    ('(0 3d) (1 pass)', 'a: 1.50000', '–')
    """
    if value is None or value in ([], ()):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, Decimal):
        return f"{value:,f}"
    if isinstance(value, float):
        return f"{value:,.5f}"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {shown(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        nested = any(isinstance(part, (list, tuple)) for part in value)
        parts = [f"({shown(part)})" if nested else shown(part) for part in value]
        return (", " if any(" " in part for part in parts) and not nested else " ").join(parts)
    return str(value)


def _view_sheet(view: "View") -> Sheet:
    who = "a spectator" if view.seat is None else f"seat {view.seat}"
    title = f"{view.name}{_part(view)}, seen by {who}, {_turn(view.to_move)}"
    return Sheet(title, (), [(name, shown(value)) for name, value in _facts(view)])


def _game_sheet(game: "Game[Any, Any]") -> Sheet:
    view = game.view(None)
    made = count(len(game.moves), "move")
    better = "lower is better" if game.low_score_wins else "higher is better"
    rows = [(f"scores, {better}", shown(game.scores()))]
    # A bystander has no cards, and much is not there yet.
    rows += [
        (name, shown(value))
        for name, value in _facts(view)
        if name not in ("hand", "scores") and value not in (None, [])
    ]
    return Sheet(f"{game.name}{_part(view)}, {made}, {_turn(game.to_move)}", (), rows)


def _turn(seat: int | None) -> str:
    return "over" if seat is None else f"seat {seat} to move"


def _part(view: "View") -> str:
    part = view.part
    if part is None:
        return ""
    of = "" if part["of"] is None else f" of {part['of']}"
    return f", {part['kind']} {part['number']}{of}"


def _facts(view: "View") -> list[tuple[str, object]]:
    facts = view.to_dict().items()
    return [(name.replace("_", " "), value) for name, value in facts if name not in _UNSEEN]


def view_text(view: "View") -> str:
    """Write what a viewer may know, a line per fact."""
    return _view_sheet(view).text()


def view_html(view: "View") -> str:
    """Write what a viewer may know as a table."""
    return _view_sheet(view).html()


def game_text(game: "Game[Any, Any]") -> str:
    """Write the scores of a game and what a spectator may know of it."""
    return _game_sheet(game).text()


def game_html(game: "Game[Any, Any]") -> str:
    """Write the same as a table."""
    return _game_sheet(game).html()
