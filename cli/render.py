"""What people see: the only place that formats output.

Tables and colours are for terminals; output that goes elsewhere is plain. Progress and errors go
to standard error, so that standard output holds the answer alone.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardcore import Card

_SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_COLOURS = {"c": "green", "d": "blue", "h": "red", "s": "bold"}


def console(*, stderr: bool = False) -> Console:
    """Make a console for the stream as it is now; plain unless it is a terminal."""
    return Console(stderr=stderr, highlight=False, soft_wrap=False)


def card(value: Card) -> Text:
    """Show a card with its suit symbol and colour."""
    return Text(value.rank + _SYMBOLS[value.suit], style=_COLOURS[value.suit])


def cards(values: Iterable[Card]) -> Text:
    """Show cards side by side."""
    return Text(" ").join(card(value) for value in values)


def table(columns: Sequence[str | tuple[str, str]], title: str | None = None) -> Table:
    """Make an empty table; a column is a heading, or a heading and ``left`` or ``right``."""
    made = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for column in columns:
        heading, justify = (column, "left") if isinstance(column, str) else column
        made.add_column(heading, justify="right" if justify == "right" else "left")
    return made


def show(*items: Any) -> None:
    """Print items for people."""
    output = console()
    for item in items:
        output.print(item)


def show_json(value: Any) -> None:
    """Print a value for programs."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
