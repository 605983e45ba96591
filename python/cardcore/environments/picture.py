"""Pictures of a table, for ``render_mode="rgb_array"``: drawn with NumPy alone.

The facts of a view are lines of text on green felt, and cards of the standard deck are cards. It
names no game: whatever a view tells is drawn.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Card, View
from cardcore.environments.font import HEIGHT, WIDTH, glyph

__all__ = ["render_table"]

_FELT, _INK, _DIM = (24, 88, 60), (240, 240, 230), (168, 200, 180)
_PAPER, _BLACK, _RED = (252, 252, 248), (20, 20, 24), (196, 24, 32)
_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

#: The picture is this large, unless there is more to draw: videos need pictures of one size.
_COLUMNS, _ROWS = 80, 30

_LINE = HEIGHT + 4
_MARGIN = 8

#: A text or a card, and its color.
_Piece = tuple[str | Card, tuple[int, int, int]]


def render_table(view: View, open_views: Sequence[View] = ()) -> NDArray[np.uint8]:
    """Draw what a view shows.

    Parameters
    ----------
    view
        The view of a seat, or of a spectator.
    open_views
        Views whose hands are drawn as well.

    Returns
    -------
    ndarray
        Red, green and blue by row and column: ``uint8``, shape (height, width, 3).

    Examples
    --------
    >>> import cardcore
    >>> render_table(cardcore.new("hearts", seed=7).view(0)).shape
    (556, 656, 3)
    """
    lines = list(_lines(view, open_views))
    rows = max(_ROWS, len(lines))
    columns = max(_COLUMNS, *(sum(_width(piece) for piece, _ in line) for line in lines))
    height, width = rows * _LINE + 2 * _MARGIN, columns * WIDTH + 2 * _MARGIN
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = _FELT
    for row, line in enumerate(lines):
        top, left = _MARGIN + row * _LINE, _MARGIN
        for piece, color in line:
            put = _place if isinstance(piece, Card) else _write
            put(picture, top, left, piece, color)
            left += _width(piece) * WIDTH
    return picture


def _lines(view: View, open_views: Sequence[View]) -> Iterator[list[_Piece]]:
    turn = "game over" if view.to_move is None else f"seat {view.to_move} to move"
    who = "open" if open_views else "a spectator" if view.seat is None else f"seat {view.seat}"
    yield [(f"{view.name}, {turn}, seen by {who}", _INK)]
    for seen in open_views:
        if (hand := getattr(seen, "hand", None)) is not None:
            yield from _fact(f"seat {seen.seat}", hand)
    for name in view.to_dict():
        if name == "rules" or (open_views and name == "hand"):
            continue
        value = getattr(view, name)
        if value is not None and value != [] and value != {}:
            yield from _fact(name, value)


def _fact(name: str, value: Any) -> Iterator[list[_Piece]]:
    """Break the pieces of a fact into lines."""
    line: list[_Piece] = [(f"{name.replace('_', ' '):<15} ", _DIM)]
    used = 16
    for piece in _pieces(value):
        size = _width(piece[0])
        if used + size > _COLUMNS and used > 16:
            yield line
            line, used = [(" " * 16, _DIM)], 16
        line.append(piece)
        used += size
    yield line


def _pieces(value: Any) -> Iterator[_Piece]:
    if isinstance(value, Card):
        yield value, _RED if value.suit in "dh" else _BLACK
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield f"{name}: ", _DIM
            yield from _pieces(part)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        is_group = any(isinstance(part, list | tuple | Mapping) for part in value)
        for part in value:
            yield from _pieces(part)
            if is_group:
                yield "| ", _DIM
    else:
        yield f"{'-' if value is None else value} ", _INK


def _width(piece: str | Card) -> int:
    """Return the width of a piece in characters: a card has a space after it."""
    return 4 if isinstance(piece, Card) else len(piece)


def _write(
    picture: NDArray[np.uint8], top: int, left: int, text: Any, color: tuple[int, int, int]
) -> None:
    for index, character in enumerate(text):
        column = left + index * WIDTH
        picture[top : top + HEIGHT, column : column + WIDTH][glyph(character)] = color


def _place(
    picture: NDArray[np.uint8], top: int, left: int, card: Any, color: tuple[int, int, int]
) -> None:
    picture[top - 1 : top + HEIGHT + 1, left : left + 3 * WIDTH - 2] = _PAPER
    rank = "10" if card.rank == "T" else card.rank
    _write(picture, top, left + (0 if rank == "10" else 2), rank[0], color)
    if rank == "10":
        _write(picture, top, left + 6, "0", color)
    _write(picture, top, left + 13, _SUITS[card.suit], color)
