"""The sources of the page: short lines, games in their own tables alone, text in the catalog."""

import os
import re
import shutil
import subprocess
import sys
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
LANGUAGES = ("en", "de")
TABLES = {
    f"{folder}/{game}.js"
    for game in cardcore.games()
    for folder in ("tables", *(f"strings/{language}" for language in LANGUAGES))
}

#: Words that are a game elsewhere: here it is the suit.
MEANT_OTHERWISE = {"strings/en/page.js": {"hearts"}}

_COMMENT = re.compile(r"(?m)^\s*//.*$|(?s:/\*.*?\*/)")


def games_named(source: str) -> set[str]:
    """Find the games that a program names in texts, keys or identifiers, or a style in classes."""
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+", _COMMENT.sub("", source))
    return {word.lower() for word in words} & set(cardcore.games())


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


def test_the_catalog_says_which_games_have_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_one() -> dict[str, PageFile]:
        return {path: file for path, file in page_files().items() if path != "tables/draw.js"}

    monkeypatch.setattr(catalog, "page_files", without_one)
    described = catalog.describe.__wrapped__()
    assert {game["game"] for game in described if not game["table"]} == {"draw"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_text_of_every_game(language: str) -> None:
    found = {path.rpartition("/")[2] for path in SOURCES if path.startswith(f"strings/{language}/")}
    tables = {f"{game}.js" for game in cardcore.games() if f"tables/{game}.js" in SOURCES}
    assert found == {"page.js", *tables}


@pytest.mark.parametrize("game", cardcore.games())
def test_tables_read_only_what_views_have(game: str) -> None:
    """What a table believes a view to have is there, also for a spectator."""
    source = SOURCES[f"tables/{game}.js"]
    described = re.search(r"@typedef {object} View\n(.*?)\n \*(?:/|\n)", source, re.S)
    assert described is not None
    believed = set(re.findall(r"@property {.*} (\w+)", described[1]))
    assert len(believed) > 2
    made = cardcore.new(game, seed=0)
    for seat in (0, None):
        assert believed - made.view(seat).to_dict().keys() == set()


def test_a_text_that_a_language_lacks_is_an_error(tmp_path: Path) -> None:
    deno = Path(sys.executable).parent / "deno"
    if not deno.exists():
        pytest.skip("Deno is not installed")
    page = tmp_path / "page"
    shutil.copytree(PAGE, page)
    german = page / "strings" / "de" / "ends.js"
    complete = german.read_text(encoding="utf-8")
    german.write_text(complete.replace('  you: "Du",\n', ""), encoding="utf-8")
    assert german.read_text(encoding="utf-8") != complete
    config = PAGE.parents[3] / "deno.json"
    options = ["--quiet", "--no-remote", "--config", str(config)]
    environment = {**os.environ, "DENO_DIR": str(tmp_path / "deno"), "NO_COLOR": "1"}
    checked = subprocess.run(
        [deno, "check", *options, str(german)],
        capture_output=True,
        text=True,
        env={**environment, "DENO_NO_UPDATE_CHECK": "1"},
    )
    assert checked.returncode != 0
    assert "Property 'you' is missing" in checked.stderr


def test_text_for_people_is_in_the_catalog_alone() -> None:
    """No program has a sentence or a label of its own: words with a capital, or several words."""
    label = re.compile(r'"(?:[A-Z][a-z]{2,}(?: [a-z]+)*[.!?…]?|[a-z]+ [a-z]+ [a-z]+[^"]*)"')
    # Keys of the keyboard, moves of the server, errors of programmers and the like.
    known = re.compile(
        r"English|Deutsch|Arrow|Home|End|Enter|Escape|Notification|content-type"
        r"|no element|not there"
    )
    found = [
        (path, text)
        for path, source in SOURCES.items()
        if path.endswith(".js") and not path.startswith("strings/")
        for text in label.findall(_COMMENT.sub("", source))
        if not known.search(text)
    ]
    assert found == []
