"""What people see: the only place that formats output.

Tables and colors are for terminals; output that goes elsewhere is plain. Progress and errors go
to standard error, so that standard output holds the answer alone.
"""

import codecs
import io
import json
import re
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import click
from rich import box
from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.containers import Lines as Rows
from rich.table import Table
from rich.text import Text

from cardcore import Card
from cardcore.cli.interrupts import INTERRUPTED as INTERRUPTED
from cardcore.plural import count as count

_SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
#: Columns of output that no terminal limits.
_WIDE = 160
#: More columns than anything takes.
_UNLIMITED = 10_000
_COLORS = {"c": "green", "d": "blue", "h": "red", "s": "bold"}

#: A card in running text. The word *As* at the beginning of a sentence would be one, too.
_CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jk)\b")

#: What stands for the signs in use where the output cannot show them.
_STAND_INS = {
    **{"♣": "c", "♦": "d", "♥": "h", "♠": "s", "★": "Jk"},
    **{"►": ">", "–": "-", "…": "...", "×": "x"},
}

_PLACES = {1: "first", 2: "second", 3: "third"}

#: Labels and what stands beside them.
Lines: TypeAlias = list[tuple[str, Text]]


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    """Replace what an encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_STAND_INS.get(sign, "?") for sign in lacking), error.end


codecs.register_error("cardcore", _stand_in)


def adapt_streams() -> None:
    """Let output in an encoding without card suits, as on many pipes, have letters for them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="cardcore")


def console(*, stderr: bool = False) -> Console:
    """Make a console for the stream as it is now; plain unless it is a terminal."""
    return Console(stderr=stderr, highlight=False, soft_wrap=False)


def card(value: Card) -> Text:
    """Show a card with its suit symbol and color; the joker is a star."""
    if not value.suit:
        return Text("★", style="magenta")
    rank = "10" if value.rank == "T" else value.rank
    return Text(rank + _SYMBOLS[value.suit], style=_COLORS[value.suit])


def cards(values: Iterable[Card]) -> Text:
    """Show cards side by side."""
    return Text(" ").join(card(value) for value in values)


def move(text: str) -> Text:
    """Show a move with its cards, if it has any, in color."""
    return Text(" ").join(_word(word) for word in text.split(" "))


def _word(word: str) -> Text:
    if word == "Jk" or (len(word) == 2 and word[1] in _SYMBOLS and word[0] in "23456789TJQKA"):
        return card(Card(word))
    return Text(word)


def prose(text: str) -> Text:
    """Show a sentence with its cards in color."""
    parts: list[Text | str] = []
    end = 0
    for found in _CARD.finditer(text):
        parts += [text[end : found.start()], card(Card(found[0]))]
        end = found.end()
    return Text.assemble(*parts, text[end:])


def heading(text: str) -> Text:
    """Show what a screen is about."""
    return Text(text, style="bold cyan")


def does(name: str, verb: str) -> Text:
    """Say who does something: ``Ann takes``, but ``you take``."""
    return Text.assemble((name, "bold"), f" {verb}" if name == "you" else f" {verb}s")


def play(name: str, text: str) -> Text:
    """Show who makes which move."""
    return Text.assemble((name, "bold"), ": ", move(text))


def facts(lines: Iterable[tuple[str, RenderableType]]) -> Table:
    """Show labels with what stands beside them."""
    made = Table(box=None, show_header=False, pad_edge=False)
    made.add_column(style="dim")
    made.add_column(overflow="fold")
    for label, value in lines:
        made.add_row(label, value)
    return made


def fact(value: object) -> Text:
    """Show any value, by its type."""
    if isinstance(value, Card):
        return card(value)
    if isinstance(value, str):
        return move(value)
    if isinstance(value, bool):
        return Text("yes" if value else "no")
    if isinstance(value, Mapping):
        named = (Text.assemble(f"{name}: ", fact(part)) for name, part in value.items())
        return Text(", ").join(named)
    if isinstance(value, (list, tuple)) and value:
        parts = (
            Text.assemble("(", fact(part), ")") if isinstance(part, (list, tuple)) else fact(part)
            for part in value
        )
        return Text(" ").join(parts)
    return Text("–" if value in (None, [], ()) else str(value))


def by_name(names: Iterable[str], values: Iterable[object]) -> Text:
    """Show what belongs to each of some players; those of whom it is ``None`` are left out."""
    return _Items(
        Text.assemble((name, "bold"), ": ", value if isinstance(value, Text) else str(value))
        for name, value in zip(names, values, strict=True)
        if value is not None
    )


class _Items(Text):
    """Texts side by side, of which none is broken unless it is wider than the line."""

    def __init__(self, items: Iterable[Text]) -> None:
        self.items = list(items)
        super().__init__()
        self.append_text(Text("  ").join(self.items))

    def wrap(self, console: Console, width: int, **options: Any) -> Rows:
        """Begin a new row before whatever does not fit."""
        rows: list[Text] = []
        for item in self.items:
            if rows and rows[-1].cell_len + 2 + item.cell_len <= width:
                rows[-1] = Text.assemble(rows[-1], "  ", item)
            else:
                rows.append(item)
        return Rows(part for row in rows for part in row.wrap(console, width, **options))


def choices(groups: Sequence[tuple[str, Sequence[tuple[str, Text]]]]) -> RenderableType:
    """Show moves behind their numbers or letters, under headings if there are several."""
    rows = [
        (heading, [Text.assemble((f"{mark:>3}. ", "dim"), label) for mark, label in items])
        for heading, items in groups
    ]
    if sum(bool(heading) for heading, _ in groups) < 2:
        return Columns([text for _, shown in rows for text in shown])
    return facts((heading, Columns(shown)) for heading, shown in rows)


def rows(item: RenderableType) -> int:
    """Count the rows that something takes."""
    return len(console().render_lines(item, pad=False))


def height() -> int:
    """Give the number of rows of the terminal."""
    return console().height


def printable(text: str) -> str:
    """Replace what would move the cursor or change colors in a text from elsewhere."""
    return "".join(sign if sign.isprintable() else "�" for sign in text)


def tell(text: str, *, whole: bool = False) -> None:
    """Print a line as it is; a whole one is left to the terminal to break, to be copied from it."""
    console().print(Text(text), soft_wrap=whole)


def tell_list(label: str, items: Iterable[str]) -> None:
    """Print items with commas between them, in lines that break no item."""
    # Whatever stands for the blanks within items must not be a blank to the wrapping.
    joined = ", ".join(item.replace(" ", "\0") for item in items)
    wrapped = textwrap.fill(f"{label}: {joined}", console().width, break_on_hyphens=False)
    tell(wrapped.replace("\0", " "))


def complain(text: str) -> None:
    """Print a line on standard error."""
    click.echo(text, err=True)


def is_interactive() -> bool:
    """Tell whether a person sits at a terminal, who can be kept waiting."""
    return sys.stdin is not None and sys.stdin.isatty() and console().is_terminal


def clear() -> None:
    """Begin an empty screen, if this is a terminal."""
    if is_interactive():
        console().clear()


def wait() -> str:
    """Let a person look until they press Enter, and give what they typed; nothing elsewhere."""
    return ask("Enter to go on: ").strip().lower() if is_interactive() else ""


def ask(prompt: str) -> str:
    """Ask for a line; end of input, or none at all, is an ``EOFError``."""
    if sys.stdin is None:
        raise EOFError
    return console().input(Text(prompt, style="bold"))


def table(
    columns: Sequence[str | tuple[str, str]], title: str | None = None, *, dense: bool = False
) -> Table:
    """Make an empty table; a column is a heading, or a heading and ``left`` or ``right``.

    A dense one has many columns, close to each other.
    """
    made = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False)
    if dense:
        made.padding = (0, 0)
    for column in columns:
        heading, justify = (column, "left") if isinstance(column, str) else column
        made.add_column(heading, justify="right" if justify == "right" else "left")
    return made


def scores(
    names: Sequence[str], values: Sequence[int], *, low_wins: bool, is_over: bool = True
) -> Table:
    """Show the scores of a game; once it is over, in order, with who is first or shares that."""
    best = min(values) if low_wins else max(values)
    mark = "first" if list(values).count(best) == 1 else "tie"
    made = table(["player", ("score", "right"), ""])
    made.caption = "lower is better" if low_wins else "higher is better"
    made.caption_justify = "left"
    rows = list(zip(names, values, strict=True))
    if is_over:
        rows.sort(key=lambda row: row[1] if low_wins else -row[1])
    for name, score in rows:
        is_best = is_over and score == best
        style = "bold" if name == "you" else None
        made.add_row(name, f"{score:,}", mark if is_best else "", style=style)
    return made


def verdict(names: Sequence[str], values: Sequence[int], *, low_wins: bool) -> Text:
    """Say in one line who has won."""
    best = min(values) if low_wins else max(values)
    winners = [name for name, value in zip(names, values, strict=True) if value == best]
    if winners == ["you"]:
        return Text("You win!", style="bold green")
    if len(winners) == len(names):
        return Text("It is a tie.", style="bold")
    if "you" in winners:
        others = [name for name in winners if name != "you"]
        return Text(f"You share first place with {listed(others)}.", style="bold green")
    won = f"{winners[0]} wins." if len(winners) == 1 else f"{listed(winners)} share first place."
    if "you" not in names:
        return Text(won, style="bold")
    own = values[list(names).index("you")]
    place = 1 + sum(value < own if low_wins else value > own for value in values)
    yours = "You lost." if len(names) == 2 else f"You came {_PLACES.get(place, f'{place}th')}."
    return Text(f"{won} {yours}", style="bold")


def listed(items: Sequence[str]) -> str:
    """Put items into a sentence.

    >>> listed(["Ann"]), listed(["Ann", "Bob", "Cid"])
    ('Ann', 'Ann, Bob and Cid')
    """
    *others, last = items
    return f"{', '.join(others)} and {last}" if others else last


def show(*items: Any) -> None:
    """Print items for people."""
    output = console()
    for item in items:
        output.print(item)


def show_code(lines: Iterable[str]) -> None:
    """Print a QR code, light on dark whatever the terminal's colors; nowhere else but there."""
    output = console()
    if output.is_terminal and output.encoding.lower().startswith("utf"):
        for drawn in lines:
            output.print(Text(drawn, style="#ffffff on #000000"), no_wrap=True, overflow="ignore")


def width() -> int:
    """Give the number of columns there is room for: many unless the output is a terminal."""
    output = console()
    return output.width if output.is_terminal else max(output.width, _WIDE)


def keep_numbers_whole(made: Table) -> None:
    """Let only what stands at the left of its column be broken where there is too little room."""
    for column in made.columns:
        column.no_wrap = column.justify == "right"


def fits(item: RenderableType) -> bool:
    """Tell whether an item can be shown with nothing broken or cut."""
    output = console()
    room = output.options.update(width=_UNLIMITED)
    return output.measure(item, options=room).maximum <= width()


def show_wide(*items: Any) -> None:
    """Print items for people, in full width where the output is not a terminal."""
    output = console()
    output.width = width()
    for item in items:
        output.print(item)


def exactly(number: Fraction) -> str:
    """Write a number and, if it is not whole, the same exactly."""
    if number.denominator == 1:
        return f"{number}"
    return f"{float(number):.4f}, exactly {number}"


def line(*parts: Any) -> Text:
    """Put texts side by side."""
    return Text.assemble(*parts)


def show_json(value: Any) -> None:
    """Print a value for programs."""
    plain = not console().encoding.lower().startswith("utf")
    click.echo(json.dumps(value, ensure_ascii=plain, indent=2))


def show_json_line(value: Any) -> None:
    """Print a value on one line, at once, for programs that wait for it."""
    click.echo(json.dumps(value))
