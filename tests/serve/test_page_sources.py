"""The sources of the page: short lines, and every game named in its own table alone."""

import re
from pathlib import Path

import pytest

import cardcore
from cardcore import serve
from cardcore.serve import catalog
from cardcore.serve.files import PageFile, page_files

PAGE = Path(serve.__file__).parent / "page"
SOURCES = {
    file.relative_to(PAGE).as_posix(): file.read_text(encoding="utf-8")
    for file in sorted(PAGE.rglob("*"))
    if file.is_file()
}
TABLES = {f"tables/{game}.js" for game in cardcore.games()}

#: Words that are a game elsewhere: here it is the suit.
MEANT_OTHERWISE = {"cards.js": {"hearts"}}

_COMMENT = re.compile(r"(?m)^\s*//.*$|(?s:/\*.*?\*/)")


def games_named(source: str) -> set[str]:
    """Find the games that a program names in texts, keys or identifiers, or a style in classes."""
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+", _COMMENT.sub("", source))
    return set(cardcore.games()) & {word.lower() for word in words}


@pytest.mark.parametrize("path", SOURCES)
def test_no_line_is_longer_than_100_columns(path: str) -> None:
    lines = SOURCES[path].splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > 100] == []


@pytest.mark.parametrize("path", sorted(SOURCES.keys() - TABLES))
def test_no_game_is_named_outside_its_table(path: str) -> None:
    assert games_named(SOURCES[path]) - MEANT_OTHERWISE.get(path, set()) == set()


@pytest.mark.parametrize(
    ("source", "games"),
    [
        ('const first = "ends";', {"ends"}),
        ("const TABLES = { hearts, president };", {"hearts", "president"}),
        ("import { show } from './tables/draw.js';", {"draw"}),
        ("function drawHearts() {}", {"draw", "hearts"}),
        (".game-chopsticks .one-hand { color: red; }", {"chopsticks"}),
        ("  // The draw ends.\nconst drawn = 1; /* hearts\n president */", set()),
    ],
)
def test_a_game_that_is_named_is_found(source: str, games: set[str]) -> None:
    assert games_named(source) == games


def test_the_catalogue_tells_which_games_have_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_one() -> dict[str, PageFile]:
        return {path: file for path, file in page_files().items() if path != "tables/draw.js"}

    monkeypatch.setattr(catalog, "page_files", without_one)
    described = catalog.describe.__wrapped__()
    assert {game["game"] for game in described if not game["table"]} == {"draw"}
