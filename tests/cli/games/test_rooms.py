"""The command line knows games in one place: no file but those of a game names it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardcore.cli
from cardcore.registry import games

CLI = Path(cardcore.cli.__file__).parent
FILES = [*sorted(CLI.glob("*.py")), CLI / "games" / "__init__.py"]

#: Names that are words of English, too, and may stand in sentences.
WORDS = {"draw", "ends"}


def identifiers(node: ast.AST) -> Iterator[str]:
    """Give the words in the names that a piece of a program uses or defines."""
    for field in ("id", "attr", "arg", "name", "asname", "module"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield from re.split(r"[._]", value)


def named(source: str) -> set[str]:
    """Find the games that a program names."""
    found = {
        game
        for game in set(games()) - WORDS
        if re.search(rf"(?<![a-z]){game}(?![a-z])", source, re.IGNORECASE)
    }
    for node in ast.walk(ast.parse(source)):
        found |= set(games()).intersection(identifiers(node))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            # A text names a game if it is nothing but the name, or quotes it.
            found |= set(games()).intersection(re.split(r"""['"`./:]""", node.value))
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(CLI).as_posix())
def test_no_file_that_is_for_all_games_names_one(file: Path) -> None:
    assert named(file.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize(
    "source",
    [
        "import cardcore.draw",
        "from cardcore import draw as game",
        "from cardcore.draw import new",
        "cardcore.draw.new()",
        "def solve_draw(): pass",
        "new(draw=1)",
        "GAMES = ['draw']",
        "if game == 'draw': pass",
        "import_module('cardcore.draw')",
        "'''Give a move of ``draw`` as text.'''",
    ],
)
def test_a_name_is_found(source: str) -> None:
    assert named(source) == {"draw"}


def test_a_word_of_english_is_no_name() -> None:
    assert named("'''Draw a line that ends here.'''  # and draw another") == set()
    assert named("x = 1  # as in Hearts") == {"hearts"}
