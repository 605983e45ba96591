"""Positions of Chopsticks as a picture: DOT for Graphviz, or an SVG laid out here.

Every position is a node with the hands of the player to move above those of the opponent, colored
by the result for the player to move: green won, red lost, gray drawn. An arrow is a move.
"""

from collections.abc import Sequence

from cardcore.chopsticks import Position

_FILLS = {1: "#b7e1a1", 0: "#e0e0e0", -1: "#f4b0a8"}
_RESULTS = {1: "won", 0: "drawn", -1: "lost"}

#: The size of a node and the steps between columns and rows, in pixels.
_WIDTH, _HEIGHT, _COLUMN, _ROW, _MARGIN = 64, 34, 220, 44, 20


def _hands(position: Position) -> tuple[str, str]:
    return " ".join(map(str, position.me)), " ".join(map(str, position.opponent))


def _title(position: Position) -> str:
    """Describe the value of a position in words."""
    me, opponent = _hands(position)
    ending = "" if position.distance is None else f" in {position.distance} plies"
    return f"{me} against {opponent}: {_RESULTS[position.value]}{ending}"


def dot(positions: Sequence[Position]) -> str:
    """Write the positions in the DOT language."""
    lines = [
        "digraph chopsticks {",
        '  node [shape=box, style="filled,rounded", fontname="monospace"];',
        "  rankdir=LR;",
    ]
    for place, position in enumerate(positions):
        label = "\\n".join(_hands(position))
        lines.append(
            f'  p{place} [label="{label}", tooltip="{_title(position)}", '
            f'fillcolor="{_FILLS[position.value]}"];'
        )
    for place, position in enumerate(positions):
        lines.extend(f"  p{place} -> p{target};" for target in position.next)
    lines.append("}")
    return "\n".join(lines) + "\n"


def svg(positions: Sequence[Position]) -> str:
    """Draw the positions: a column for each number of plies that leads there."""
    places = _layout(positions)
    width = max(x for x, _ in places) + _WIDTH + _MARGIN
    height = max(y for _, y in places) + _HEIGHT + _MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="monospace" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        '<g stroke="#888" stroke-width="0.5" stroke-opacity="0.5" fill="none">',
    ]
    for place, position in enumerate(positions):
        lines.extend(_arrow(places[place], places[target]) for target in position.next)
    lines.append("</g>")
    for (x, y), position in zip(places, positions, strict=True):
        me, opponent = _hands(position)
        middle = x + _WIDTH // 2
        lines += [
            f"<g><title>{_title(position)}</title>",
            f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="5" '
            f'fill="{_FILLS[position.value]}" stroke="#444"/>',
            f'<text x="{middle}" y="{y + 14}" text-anchor="middle">{me}</text>',
            f'<text x="{middle}" y="{y + 28}" text-anchor="middle">{opponent}</text></g>',
        ]
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def _layout(positions: Sequence[Position]) -> list[tuple[int, int]]:
    """Place positions in columns by plies, each column sorted by value and centered."""
    columns: dict[int, list[int]] = {}
    for place, position in enumerate(positions):
        columns.setdefault(position.plies, []).append(place)
    tallest = max(map(len, columns.values()))
    places = [(0, 0)] * len(positions)
    for plies, column in columns.items():
        column.sort(key=lambda place: (-positions[place].value, place))
        top = _MARGIN + (tallest - len(column)) * _ROW // 2
        for row, place in enumerate(column):
            places[place] = (_MARGIN + plies * _COLUMN, top + row * _ROW)
    return places


def _arrow(source: tuple[int, int], target: tuple[int, int]) -> str:
    """Draw a move as a curve from the right side of one node to the left side of another."""
    begin = (source[0] + _WIDTH, source[1] + _HEIGHT // 2)
    end = (target[0], target[1] + _HEIGHT // 2)
    bend = max(40, abs(end[0] - begin[0]) // 2)
    return (
        f'<path d="M{begin[0]} {begin[1]}C{begin[0] + bend} {begin[1]} '
        f'{end[0] - bend} {end[1]} {end[0]} {end[1]}"/>'
    )
