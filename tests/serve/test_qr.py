"""QR codes, read back module by module as a scanner would."""

import pytest

from cardcore.serve.qr import QrCode, encode

#: What the modules say where no data is, seen by a scanner: the format words of level M, by mask.
FORMATS = {
    0b101010000010010: 0,
    0b101000100100101: 1,
    0b101111001111100: 2,
    0b101101101001011: 3,
    0b100010111111001: 4,
    0b100000011001110: 5,
    0b100111110010111: 6,
    0b100101010100000: 7,
}

#: By version: words of error correction per block, and the number of blocks (level M).
BLOCKS = {
    **{1: (10, 1), 2: (16, 1), 3: (26, 1), 4: (18, 2), 5: (24, 2), 6: (16, 4), 7: (18, 4)},
    **{8: (22, 4), 9: (22, 5), 10: (26, 5)},
}

ALIGNED = {7: (6, 22, 38), 8: (6, 24, 42), 9: (6, 26, 46), 10: (6, 28, 50)}

#: Powers of 2 in the field that the error correction is computed in.
POWERS = [1]
for _ in range(254):
    doubled = POWERS[-1] << 1
    POWERS.append(doubled ^ 0x11D if doubled > 255 else doubled)


def is_flipped(mask: int, i: int, j: int) -> bool:
    return [
        (i + j) % 2 == 0,
        i % 2 == 0,
        j % 3 == 0,
        (i + j) % 3 == 0,
        (i // 2 + j // 3) % 2 == 0,
        (i * j) % 2 + (i * j) % 3 == 0,
        ((i * j) % 2 + (i * j) % 3) % 2 == 0,
        ((i + j) % 2 + (i * j) % 3) % 2 == 0,
    ][mask]


def is_reserved(version: int, i: int, j: int) -> bool:
    """Tell whether a module holds no data."""
    size = 17 + 4 * version
    if (i < 9 and (j < 9 or j >= size - 8)) or (i >= size - 8 and j < 9) or 6 in (i, j):
        return True
    if version >= 7 and ((i < 6 and j >= size - 11) or (j < 6 and i >= size - 11)):
        return True
    last = 10 + 4 * version
    centers = ALIGNED.get(version, (6, last) if version > 1 else ())
    corners = {(6, 6), (6, last), (last, 6)}
    found = ((row, column) for row in centers for column in centers)
    return any(
        abs(i - row) <= 2 and abs(j - column) <= 2
        for row, column in found
        if (row, column) not in corners
    )


def read(code: QrCode) -> str:
    """Read a code, and check its error correction."""
    rows, size = code.rows, code.size
    version = (size - 17) // 4
    places = [(8, j) for j in (0, 1, 2, 3, 4, 5, 7)] + [(i, 8) for i in (8, 7, 5, 4, 3, 2, 1, 0)]
    mask = FORMATS[int("".join(str(int(rows[i][j])) for i, j in places), 2)]
    bits, upward = "", True
    for right in [*range(size - 1, 6, -2), 5, 3, 1]:
        for i in reversed(range(size)) if upward else range(size):
            for j in (right, right - 1):
                if not is_reserved(version, i, j):
                    bits += str(int(rows[i][j] ^ is_flipped(mask, i, j)))
        upward = not upward
    words = [int(bits[start : start + 8], 2) for start in range(0, len(bits) // 8 * 8, 8)]
    correction, count = BLOCKS[version]
    data = len(words) - correction * count
    short = data // count
    longer = data % count
    blocks: list[list[int]] = [[] for _ in range(count)]
    for place in range(data - longer):
        blocks[place % count].append(words[place])
    for place in range(longer):
        blocks[count - longer + place].append(words[short * count + place])
    for place in range(correction * count):
        blocks[place % count].append(words[data + place])
    for block in blocks:
        for power in range(correction):
            syndrome = 0
            for word in block:
                # Horner's rule at the power of 2.
                syndrome = word ^ (
                    POWERS[(POWERS.index(syndrome) + power) % 255] if syndrome else 0
                )
            assert syndrome == 0, "the error correction is wrong"
    stream = "".join(f"{word:08b}" for block in blocks for word in block[:-correction])
    assert stream.startswith("0100"), "expected bytes"
    width = 8 if version < 10 else 16
    length = int(stream[4 : 4 + width], 2)
    start = 4 + width
    found = bytes(int(stream[start + 8 * n : start + 8 * n + 8], 2) for n in range(length))
    return found.decode()


@pytest.mark.parametrize("length", [1, 14, 15, 26, 42, 62, 84, 106, 107, 122, 152, 180, 181, 213])
def test_what_is_encoded_is_read_back(length: int) -> None:
    text = ("http://192.168.178.23:8000/r/K7PX" * 7)[:length]
    assert read(encode(text)) == text


def test_other_alphabets_are_read_back() -> None:
    assert read(encode("Grüße ♠")) == "Grüße ♠"


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^text: expected at most 213 bytes, found 214"):
        encode("x" * 214)


def test_the_path_and_the_lines_draw_the_same_modules() -> None:
    code = encode("cardcore")
    drawn = set()
    for run in code.path.removesuffix("z").split("z"):
        place, _, rest = run.removeprefix("M").partition("h")
        column, row = map(int, place.split())
        drawn |= {(row, column + step) for step in range(int(rest.partition("v")[0]))}
    dark = {(i, j) for i, row in enumerate(code.rows) for j, dark in enumerate(row) if dark}
    assert drawn == dark
    lines = code.lines(quiet=2)
    assert {len(line) for line in lines} == {code.size + 4}
    # A dark module is where nothing is drawn, in the upper or the lower half of a sign.
    halves = {"█": (), " ": (0, 1), "▀": (1,), "▄": (0,)}
    shown = {
        (2 * i + half - 2, j - 2)
        for i, line in enumerate(lines)
        for j, sign in enumerate(line)
        for half in halves[sign]
    }
    assert {place for place in shown if place[0] < code.size} == dark
