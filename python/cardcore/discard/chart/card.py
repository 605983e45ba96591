"""Strategy cards: a chart as CSV, and on one page as SVG or PDF."""

import csv
import io
from dataclasses import dataclass
from textwrap import wrap
from xml.sax.saxutils import escape

__all__ = ["Card", "csv_text", "pdf", "svg"]

#: The size of a page of A4 paper in points, and its margin.
_WIDTH, _HEIGHT, _MARGIN = 595.0, 842.0, 42.0

#: The largest font size, and the width of a character of Helvetica on average, in font sizes.
_LARGEST_FONT, _CHARACTER = 11.0, 0.5


@dataclass(frozen=True)
class Card:
    """What is on a strategy card."""

    title: str
    summary: str
    rows: list[tuple[str, str, str, str, str]]
    """Number, hold, share of the hands, cost, and what the line saves."""
    notes: tuple[str, ...]


def csv_text(card: Card) -> str:
    """Write a chart as CSV."""
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(["line", "hold", "hands", "cost", "saves"])
    writer.writerows(card.rows)
    return output.getvalue()


@dataclass(frozen=True)
class _Text:
    """A text at a place of the page, from its upper left corner."""

    x: float
    y: float
    size: float
    text: str
    bold: bool = False


def _layout(card: Card) -> list[_Text]:
    """Place everything on one page, in a font as large as fits."""
    size = _LARGEST_FONT
    while True:
        texts, end = _lines(card, size)
        if end <= _HEIGHT - _MARGIN or size < 2:
            return texts
        size *= 0.96


def _lines(card: Card, size: float) -> tuple[list[_Text], float]:
    width = int((_WIDTH - 2 * _MARGIN) / (_CHARACTER * size))
    y = _MARGIN + 1.5 * size
    texts = [_Text(_MARGIN, y, 1.5 * size, card.title, bold=True)]
    for line in wrap(card.summary, width):
        y += 1.5 * size
        texts.append(_Text(_MARGIN, y, size, line))
    y += 0.7 * size
    indent = 2.5 * size
    for number, hold, share, *_ in card.rows:
        shown = f"{float(share):.2%}" if share else ""
        for index, line in enumerate(wrap(hold, width - 14)):
            y += 1.45 * size
            if index == 0:
                texts.append(_Text(_MARGIN, y, size, number))
                texts.append(_Text(_WIDTH - _MARGIN - 4 * size, y, size, shown))
            texts.append(_Text(_MARGIN + indent, y, size, line, bold=bool(number)))
    y += 0.7 * size
    small = 0.85 * size
    for note in card.notes:
        for line in wrap(note, int(width / 0.87), initial_indent="- ", subsequent_indent="  "):
            y += 1.3 * small
            texts.append(_Text(_MARGIN, y, small, line))
    return texts, y


def svg(card: Card) -> str:
    """Draw a strategy card as SVG, in the size of a page."""
    shown = "\n".join(
        f'<text x="{text.x:.1f}" y="{text.y:.1f}" font-size="{text.size:.2f}"'
        f"{' font-weight=' + chr(34) + 'bold' + chr(34) if text.bold else ''} "
        f'xml:space="preserve">{escape(text.text)}</text>'
        for text in _layout(card)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" '
        f'viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" font-family="Helvetica, Arial, sans-serif" '
        f'fill="black">\n<title>{escape(card.title)}</title>\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{shown}\n</svg>\n'
    )


def pdf(card: Card) -> bytes:
    """Draw a strategy card as PDF: one page, with the fonts that every reader has."""
    drawn = "\n".join(
        f"BT /F{2 if text.bold else 1} {text.size:.2f} Tf "
        f"{text.x:.1f} {_HEIGHT - text.y:.1f} Td ({_quoted(text.text)}) Tj ET"
        for text in _layout(card)
    ).encode("cp1252", "replace")
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {_WIDTH:g} {_HEIGHT:g}] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn),
        font.format("Helvetica").encode(),
        font.format("Helvetica-Bold").encode(),
    ]
    output = io.BytesIO()
    output.write(b"%PDF-1.4\n")
    starts = []
    for number, content in enumerate(objects, 1):
        starts.append(output.tell())
        output.write(b"%d 0 obj\n%s\nendobj\n" % (number, content))
    table = output.tell()
    output.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    for start in starts:
        output.write(b"%010d 00000 n \n" % start)
    output.write(
        b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    )
    return output.getvalue()


def _quoted(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
