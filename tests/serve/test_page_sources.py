"""The sources of the page: short lines, and each game named in its own table alone."""

import re
from pathlib import Path

import pytest

import cardcore
from cardcore import serve
from cardcore.serve import catalogue
from cardcore.serve.files import page_files

PAGE = Path(serve.__file__).parent / "page"
SOURCES = sorted(file for file in PAGE.rglob("*") if file.is_file())
TABLES = {PAGE / "tables" / f"{game}.js" for game in cardcore.games()}

_COMMENT = re.compile(r"//.*|/\*.*?\*/", re.DOTALL | re.MULTILINE)
_LINE_COMMENT = re.compile(r"(?m)^\s*//.*$|/\*.*?\*/", re.DOTALL)


def names_of_games(source: str) -> list[str]:
    """Find the games that a program names in a text, as a key or as an identifier."""
    words = re.findall(r"[A-Za-z]+", _LINE_COMMENT.sub("", source))
    return sorted(set(cardcore.games()) & set(words))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(PAGE).as_posix())
def test_no_line_is_longer_than_100_columns(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > 100] == []
