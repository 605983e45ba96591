"""Result tables: a title and a small table, as text for ``print`` and as HTML for notebooks.

HTML is escaped.
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

__all__ = [
    "Cell",
    "HasResultTable",
    "ResultTable",
    "game_html",
    "game_text",
    "shown",
    "view_html",
    "view_text",
]

#: The types of a cell. Numbers are right-aligned; a decimal shows exactly its digits.
Cell: TypeAlias = str | int | float | Decimal | Fraction | None

#: The default of the maximum number of rows.
_MAX_ROWS = 40

#: Facts that are in the title, or too long for a table.
_OMITTED = {"rules", "history", "part", "last"}


@dataclass(frozen=True)
class ResultTable:
    """A title over a table."""

    title: str
    """The title, with the unit of the numbers."""
    headings: Sequence[str]
    """A heading per column; empty if the first column names the second."""
    rows: Sequence[Sequence[Cell]]
    """The cells, row by row."""
    max_rows: int = _MAX_ROWS
    """The maximum number of rows; the others are only counted."""

    def text(self) -> str:
        """Format it as text.

        >>> print(ResultTable("a pair", ["card", "value"], [("As", 14), ("Ad", 14)]).text())
        a pair
        card  value
        As       14
        Ad       14
        """
        rows = [[shown(cell) for cell in row] for row in self.rows[: self.max_rows]]
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
        """Format it as an HTML table.

        >>> ResultTable("1 < 2", [], [("yes", 1)]).html()
        '<table><caption>1 &lt; 2</caption><tr><th>yes</th><td style="text-align: right">1</td></tr></table>'
        """  # noqa: E501
        right = self._right()
        made = [f"<caption>{escape(self.title)}</caption>"]
        if self.headings:
            cells = (_cell("th", *pair) for pair in zip(self.headings, right, strict=True))
            made.append(f"<tr>{''.join(cells)}</tr>")
        for row in self.rows[: self.max_rows]:
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
        """Return which columns hold numbers."""
        columns = zip(*self.rows, strict=True) if self.rows else ((),) * len(self.headings)
        return [
            any(isinstance(cell, int | float | Decimal | Fraction) for cell in column)
            for column in columns
        ]

    def _rest(self) -> list[str]:
        rest = len(self.rows) - self.max_rows
        return [f"… and {rest:,} more"] if rest > 0 else []


class HasResultTable(ABC):
    """Base of results that are shown as a table: text when printed, HTML in notebooks."""

    @abstractmethod
    def _result_table(self) -> ResultTable:
        """Return the table to show."""

    def __str__(self) -> str:
        return self._result_table().text()

    def _repr_html_(self) -> str:
        return self._result_table().html()


def _cell(tag: str, text: str, right: bool) -> str:
    style = ' style="text-align: right"' if right else ""
    return f"<{tag}{style}>{escape(text)}</{tag}>"


def shown(value: object) -> str:
    """Format any value.

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


def _view_table(view: "View") -> ResultTable:
    who = "a spectator" if view.seat is None else f"seat {view.seat}"
    title = f"{view.name}{_part(view)}, seen by {who}, {_turn(view.to_move)}"
    return ResultTable(title, (), [(name, shown(value)) for name, value in _facts(view)])


def _game_table(game: "Game[Any, Any]") -> ResultTable:
    view = game.view(None)
    made = count(game.move_count, "move")
    better = "lower is better" if game.low_score_wins else "higher is better"
    rows = [(f"scores, {better}", shown(game.scores()))]
    # A spectator has no hand, and many facts are still empty.
    rows += [
        (name, shown(value))
        for name, value in _facts(view)
        if name not in ("hand", "scores") and value not in (None, [])
    ]
    return ResultTable(f"{game.name}{_part(view)}, {made}, {_turn(game.to_move)}", (), rows)


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
    return [(name.replace("_", " "), value) for name, value in facts if name not in _OMITTED]


def view_text(view: "View") -> str:
    """Format a view as text, one line per fact."""
    return _view_table(view).text()


def view_html(view: "View") -> str:
    """Format a view as an HTML table."""
    return _view_table(view).html()


def game_text(game: "Game[Any, Any]") -> str:
    """Format the scores of a game and its public facts as text."""
    return _game_table(game).text()


def game_html(game: "Game[Any, Any]") -> str:
    """Format the scores of a game and its public facts as an HTML table."""
    return _game_table(game).html()
