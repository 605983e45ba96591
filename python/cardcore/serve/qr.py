"""QR codes for links (ISO/IEC 18004): bytes only, error correction M, versions 1 to 10.

That is enough for 213 bytes. The symbol is the one that the standard prescribes: the first of the
masks with the lowest penalty.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

__all__ = ["QrCode", "encode"]

#: By version: error correction words per block, then the data words of each block (level M).
_BLOCKS: tuple[tuple[int, tuple[int, ...]], ...] = (
    (10, (16,)),
    (16, (28,)),
    (26, (44,)),
    (18, (32, 32)),
    (24, (43, 43)),
    (16, (27, 27, 27, 27)),
    (18, (31, 31, 31, 31)),
    (22, (38, 38, 39, 39)),
    (22, (36, 36, 36, 37, 37)),
    (26, (43, 43, 43, 43, 44)),
)

#: By version: where the centers of alignment patterns lie, in both directions.
_CENTERS: tuple[tuple[int, ...], ...] = (
    (),
    (6, 18),
    (6, 22),
    (6, 26),
    (6, 30),
    (6, 34),
    (6, 22, 38),
    (6, 24, 42),
    (6, 26, 46),
    (6, 28, 50),
)

_MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda row, column: (row + column) % 2 == 0,
    lambda row, column: row % 2 == 0,
    lambda row, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
)

#: The rows of a finder pattern and of an alignment pattern: dark rings around a dark center.
_FINDER = (0b1111111, 0b1000001, 0b1011101, 0b1011101, 0b1011101, 0b1000001, 0b1111111)
_ALIGNMENT = (0b11111, 0b10001, 0b10101, 0b10001, 0b11111)

#: What looks like a finder pattern, with its quiet zone on one side.
_LOOKALIKES = ((1, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0), (0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1))


@dataclass(frozen=True)
class QrCode:
    """A square of modules."""

    rows: tuple[tuple[bool, ...], ...]
    """Whether each module is dark, row by row, without the quiet zone."""

    @property
    def size(self) -> int:
        """The number of modules of a side."""
        return len(self.rows)

    @property
    def path(self) -> str:
        """The dark modules as the path of an SVG, one unit a module.

        >>> encode("cardcore").path[:16]
        'M0 0h7v1h-7zM9 0'
        """
        return "".join(
            f"M{column} {row}h{length}v1h-{length}z" for row, column, length in self._runs()
        )

    def _runs(self) -> Iterator[tuple[int, int, int]]:
        """List the runs of dark modules: row, first column, length."""
        for row, modules in enumerate(self.rows):
            column = 0
            for is_dark, run in groupby(modules):
                length = len(list(run))
                if is_dark:
                    yield row, column, length
                column += length

    def lines(self, quiet: int = 2) -> list[str]:
        """Draw it with half blocks, two rows a line, for light text on a dark background.

        Light modules are drawn, dark ones left out, so that scanners see dark on light.

        Parameters
        ----------
        quiet
            The width of the light border.
        """
        width = self.size + 2 * quiet
        border = [[False] * width] * quiet
        rows = [[False] * quiet + list(row) + [False] * quiet for row in self.rows]
        drawn = [*border, *rows, *border]
        if len(drawn) % 2:
            drawn.append([True] * width)
        signs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
        return [
            "".join(signs[pair] for pair in zip(upper, lower, strict=True))
            for upper, lower in zip(drawn[::2], drawn[1::2], strict=True)
        ]


def encode(text: str) -> QrCode:
    """Make the QR code of a text, as small as possible.

    Parameters
    ----------
    text
        The text, of up to 213 bytes in UTF-8.

    Raises
    ------
    ValueError
        If the text is longer.

    Examples
    --------
    >>> encode("http://192.168.0.7:8000/r/K7PX").size
    29
    """
    content = text.encode()
    for version, (_, blocks) in enumerate(_BLOCKS, start=1):
        if _header_bits(version) + 8 * len(content) <= 8 * sum(blocks):
            break
    else:
        raise ValueError(f"text: expected at most 213 bytes, found {len(content)}")
    drawing = _Drawing(version)
    drawing.place(_words(content, version))
    return min((drawing.masked(mask) for mask in range(8)), key=_penalty)


def _header_bits(version: int) -> int:
    """Return the bits before the content: its mode and its length."""
    return 12 if version < 10 else 20


def _words(content: bytes, version: int) -> list[int]:
    """Return the words of a symbol: data, filled up, and error correction, interleaved."""
    correction, blocks = _BLOCKS[version - 1]
    capacity = sum(blocks)
    bits = f"0100{len(content):0{_header_bits(version) - 4}b}"
    bits += "".join(f"{byte:08b}" for byte in content)
    bits += "0" * min(4, 8 * capacity - len(bits))
    bits += "0" * (-len(bits) % 8)
    data = [int(bits[start : start + 8], 2) for start in range(0, len(bits), 8)]
    data += [(0xEC, 0x11)[place % 2] for place in range(capacity - len(data))]
    parts, start = [], 0
    for length in blocks:
        parts.append(data[start : start + length])
        start += length
    corrections = [_correct(part, correction) for part in parts]
    return [*_interleaved(parts), *_interleaved(corrections)]


def _interleaved(parts: list[list[int]]) -> Iterator[int]:
    for place in range(max(map(len, parts))):
        for part in parts:
            if place < len(part):
                yield part[place]


def _correct(data: list[int], count: int) -> list[int]:
    """Return the Reed-Solomon words: the remainder of the data by the generator polynomial."""
    generator = [1]
    root = 1
    for _ in range(count):
        multiplied = [_multiply(factor, root) for factor in generator]
        generator = [
            one ^ other for one, other in zip([*generator, 0], [0, *multiplied], strict=True)
        ]
        root = _multiply(root, 2)
    remainder = [*data, *[0] * count]
    for place in range(len(data)):
        factor = remainder[place]
        for offset, part in enumerate(generator):
            remainder[place + offset] ^= _multiply(part, factor)
    return remainder[len(data) :]


def _multiply(one: int, other: int) -> int:
    """Multiply in the field of 256 elements with the polynomial x^8 + x^4 + x^3 + x^2 + 1."""
    product = 0
    for bit in range(8):
        if other >> bit & 1:
            product ^= one << bit
    for bit in range(15, 7, -1):
        if product >> bit & 1:
            product ^= 0x11D << (bit - 8)
    return product


def _remainder(value: int, generator: int, bits: int) -> int:
    """Append the remainder by a polynomial of this many bits (BCH)."""
    rest = value << bits
    while rest.bit_length() > bits:
        rest ^= generator << (rest.bit_length() - bits - 1)
    return value << bits | rest


class _Drawing:
    """A symbol that is being drawn; ``None`` where data or the format belongs."""

    def __init__(self, version: int) -> None:
        self._version = version
        self._size = size = 17 + 4 * version
        self._modules: list[list[bool | None]] = [[None] * size for _ in range(size)]
        self._is_data: list[list[bool]] = [[False] * size for _ in range(size)]
        for row, column in ((0, 0), (0, size - 7), (size - 7, 0)):
            self._fill(row - 1, column - 1, (0,) * 9, 9)
            self._fill(row, column, _FINDER, 7)
        for place in range(8, size - 8):
            self._modules[6][place] = self._modules[place][6] = place % 2 == 0
        centers = _CENTERS[version - 1]
        for row in centers:
            for column in centers:
                corners = ((6, 6), (6, centers[-1]), (centers[-1], 6))
                if (row, column) not in corners:
                    self._fill(row - 2, column - 2, _ALIGNMENT, 5)
        self._format(0)
        if version >= 7:
            bits = _remainder(version, 0x1F25, 12)
            for place in range(18):
                is_dark = bool(bits >> place & 1)
                far, near = size - 11 + place % 3, place // 3
                self._modules[near][far] = self._modules[far][near] = is_dark

    def _fill(self, top: int, left: int, rows: tuple[int, ...], width: int) -> None:
        for row, pattern in enumerate(rows, start=top):
            for column in range(width):
                if 0 <= row < self._size and 0 <= left + column < self._size:
                    is_dark = bool(pattern >> (width - 1 - column) & 1)
                    self._modules[row][left + column] = is_dark

    def _format(self, mask: int) -> None:
        """Write the error correction level (M is 0) and the mask, twice."""
        bits, last = _remainder(mask, 0b10100110111, 10) ^ 0b101010000010010, self._size - 1
        around = [(row, 8) for row in (0, 1, 2, 3, 4, 5, 7, 8)]
        around += [(8, column) for column in (7, 5, 4, 3, 2, 1, 0)]
        apart = [(8, last - place) for place in range(8)]
        apart += [(last - 6 + place, 8) for place in range(7)]
        for places in (around, apart):
            for place, (row, column) in enumerate(places):
                self._modules[row][column] = bool(bits >> place & 1)
        self._modules[last - 7][8] = True

    def place(self, words: list[int]) -> None:
        """Write the words upward and downward, in pairs of columns from the right."""
        bits = [bool(word >> (7 - bit) & 1) for word in words for bit in range(8)]
        upward, number = True, 0
        # The timing pattern has a column of its own.
        for right in [*range(self._size - 1, 6, -2), *range(5, 0, -2)]:
            rows = range(self._size - 1, -1, -1) if upward else range(self._size)
            for row in rows:
                for column in (right, right - 1):
                    if self._modules[row][column] is None:
                        self._modules[row][column] = number < len(bits) and bits[number]
                        self._is_data[row][column] = True
                        number += 1
            upward = not upward

    def masked(self, mask: int) -> QrCode:
        """Return the symbol with a mask over its data."""
        self._format(mask)
        flips = _MASKS[mask]
        return QrCode(
            tuple(
                tuple(
                    bool(module) ^ (self._is_data[row][column] and flips(row, column))
                    for column, module in enumerate(modules)
                )
                for row, modules in enumerate(self._modules)
            )
        )


def _penalty(code: QrCode) -> int:
    """Add up what makes a symbol hard to scan."""
    size, points = code.size, 0
    columns = tuple(zip(*code.rows, strict=True))
    for line in (*code.rows, *columns):
        lengths = (len(list(run)) for _, run in groupby(line))
        points += sum(length - 2 for length in lengths if length >= 5)
        points += 40 * sum(line[place : place + 11] in _LOOKALIKES for place in range(size - 10))
    for upper, lower in zip(code.rows, code.rows[1:], strict=False):
        for place in range(size - 1):
            points += 3 * (upper[place] == upper[place + 1] == lower[place] == lower[place + 1])
    dark = sum(map(sum, code.rows))
    return points + 10 * (abs(20 * dark - 10 * size * size) // (size * size))
