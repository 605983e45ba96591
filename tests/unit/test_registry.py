"""The list of games, and what the module of every game has."""

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING, FrozenInstanceError, fields
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import cardcore
from cardcore import Game
from cardcore.registry import game_module, rule_names
from tests.random_play import VARIANTS

PACKAGE = Path(cardcore.__file__).parent
FILES = sorted(chain(PACKAGE.rglob("*.py"), PACKAGE.rglob("*.pyi")))

#: What serves all games alike: these name none outside examples.
SHARED_FILES = sorted(
    file
    for pattern in ("serve/*.py", "cli/*.py", "cli/games/__init__.py", "environments/*.py")
    for file in PACKAGE.glob(pattern)
)

#: Names of games that are words of English, too, and may stand in sentences.
WORDS = {"draw", "ends"}

#: An example in a docstring, with what it gives.
EXAMPLE = re.compile(r'^ *>>> .*\n(?:(?! *""") *\S.*\n)*', re.M)

#: What the ``new`` of every game takes, in this order and kind.
SHARED = {
    "rules": inspect.Parameter.POSITIONAL_OR_KEYWORD,
    "players": inspect.Parameter.KEYWORD_ONLY,
    "seed": inspect.Parameter.KEYWORD_ONLY,
    "deal": inspect.Parameter.KEYWORD_ONLY,
    "options": inspect.Parameter.VAR_KEYWORD,
}

#: What some take besides.
EXTRAS = {
    "draw": {"stacks"},
    "president": {"deals"},
    "chopsticks": {"state", "moves"},
    "hearts": {"deals"},
    "ends": {"cards"},
}


def lists_of_games(source: str) -> list[str]:
    """Find what lists all games in a program: texts or names side by side, or names imported."""
    found = []
    for node in ast.walk(ast.parse(source)):
        named: list[ast.AST | None] = []
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            named = [*node.elts]
        elif isinstance(node, ast.Dict):
            named = [*node.keys]
        elif isinstance(node, ast.Call):
            named = [*node.args, *(ast.Name(word.arg or "") for word in node.keywords)]
        words = {
            getattr(part, attribute, None)
            for part in named
            for attribute in ("value", "id", "attr")
            if isinstance(part, ast.Constant | ast.Name | ast.Attribute)
        }
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = set(re.split(r"[\s,|/]+", node.value))
        if set(cardcore.games()) <= {word for word in words if isinstance(word, str)}:
            found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_the_games_are_listed_in_one_place(file: Path) -> None:
    listed = lists_of_games(file.read_text(encoding="utf-8"))
    # A type has to be written out. That both agree is tested with the other names.
    places = {PACKAGE / "registry.py", PACKAGE / "names.py"}
    assert len(listed) == (file in places), listed


@pytest.mark.parametrize(
    "source",
    [
        "GAMES = ('draw', 'president', 'chopsticks', 'hearts', 'ends')",
        "GAMES = ['ends', 'hearts', 'chopsticks', 'president', 'draw', 'poker']",
        "GAMES = {'draw', 'president', 'chopsticks', 'hearts', 'ends'}",
        "SHOW = {'draw': 1, 'president': 2, 'chopsticks': 3, 'hearts': 4, 'ends': 5}",
        "SHOW = dict(draw=1, president=2, chopsticks=3, hearts=4, ends=5)",
        "ALL = [draw, president, chopsticks, hearts, ends]",
        "ALL = [cardcore.draw, c.president, c.chopsticks, c.hearts, c.ends]",
        "GAMES = 'draw president chopsticks hearts ends'.split()",
        "GAMES = 'draw|president|chopsticks|hearts|ends'",
    ],
)
def test_a_list_of_games_is_found(source: str) -> None:
    assert len(lists_of_games(source)) == 1
    assert lists_of_games(source.replace("hearts", "chess")) == []


def identifiers(node: ast.AST) -> Iterator[str]:
    """Give the words in the names that a piece of a program uses, defines or imports."""
    for field in ("id", "attr", "arg", "name", "asname", "module"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield from (word.lower() for word in re.findall(r"[A-Z]?[a-z]+", value))


def games_named(source: str) -> set[str]:
    """Find the games that a program names outside its examples."""
    source = EXAMPLE.sub("", source)
    names = set(cardcore.games())
    found: set[str] = {
        game
        for game in names - WORDS
        if re.search(rf"(?<![a-z]){game}(?![a-z])", source, re.IGNORECASE)
    }
    for node in ast.walk(ast.parse(source)):
        found |= names.intersection(identifiers(node))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            # A text names a game if it is nothing but the name, or quotes it.
            found |= names.intersection(re.split(r"""['"`./:]""", node.value))
    return found


@pytest.mark.parametrize("file", SHARED_FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_no_file_that_is_for_all_games_names_one(file: Path) -> None:
    assert games_named(file.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize(
    "source",
    [
        "import cardcore.draw",
        "from cardcore import draw as game",
        "from cardcore import rules as draw",
        "from cardcore.draw import new",
        "from cardcore._core import DrawView",
        "isinstance(view, DrawView)",
        "isinstance(view, draw.View)",
        "cardcore.draw.new()",
        "game.draw_phase",
        "def solve_draw(): pass",
        "class DrawRoom: pass",
        "new(draw=1)",
        "GAMES = ['draw']",
        "if game == 'draw': pass",
        "import_module('cardcore.draw')",
        "'''Give a move of ``draw`` as text.'''",
    ],
)
def test_the_name_of_a_game_is_found(source: str) -> None:
    assert games_named(source) == {"draw"}


def test_sentences_and_examples_name_no_game() -> None:
    assert games_named("'''Draw a line that ends here.'''  # and draw another") == set()
    assert games_named("x = 1  # as in Hearts") == {"hearts"}
    example = '"""Give a title.\n\n{}>>> title("draw")\n{}{}"""\nx = 1\n'
    assert games_named(example.format("", "'hearts'\n", "\n")) == set()
    assert games_named(example.format("    ", "    'hearts'\n", "    ")) == set()
    assert games_named(example.format("", "", "\nhearts")) == {"hearts"}


def test_the_list_is_nobody_elses() -> None:
    assert len(set(cardcore.games())) == len(cardcore.games())
    cardcore.games().clear()
    assert cardcore.games()
    for name in cardcore.games():
        assert game_module(name) is getattr(cardcore, name)
        assert name in cardcore.__all__
    with pytest.raises(ValueError, match=r"^unknown game 'chess', expected one of draw, president"):
        cardcore.new("chess")


@pytest.mark.parametrize("name", cardcore.games())
def test_rules_are_a_frozen_dataclass_that_says_what_it_holds(name: str) -> None:
    kind = game_module(name).Rules
    rules = kind()
    described = re.findall(r"^(\w+)$", _section(kind, "Parameters"), re.M)
    assert described == [rule.name for rule in fields(kind)] == rule_names(name)
    assert all(rule.default is not MISSING for rule in fields(kind))
    with pytest.raises(FrozenInstanceError):
        setattr(rules, described[0], 3)
    assert rules == kind()
    assert hash(rules) == hash(kind())


def _section(documented: Any, heading: str) -> str:
    """Give a section of a docstring, with what it describes at the beginning of lines."""
    text = inspect.getdoc(documented) or ""
    found = re.search(rf"^{heading}\n-+\n(.*?)(?=^\w[^\n]*\n-+\n|\Z)", text, re.M | re.S)
    assert found is not None, documented
    return found[1]


@pytest.mark.parametrize("name", cardcore.games())
def test_every_game_begins_the_same_way(name: str) -> None:
    new = game_module(name).new
    parameters = inspect.signature(new).parameters
    shared = {key: parameters[key].kind for key in parameters if key in SHARED}
    assert shared == SHARED
    assert list(shared) == list(SHARED)
    assert set(parameters) - set(SHARED) == EXTRAS.get(name, set())
    described = re.findall(r"^\*{0,2}(\w+)$", _section(new, "Parameters"), re.M)
    assert described == list(parameters)
    for key, parameter in parameters.items():
        if key not in EXTRAS.get(name, set()) | {"options"}:
            assert parameter.default is None


@pytest.mark.parametrize("name", cardcore.games())
def test_every_game_begins_by_its_name(name: str) -> None:
    module = game_module(name)
    game = cardcore.new(name, seed=1)
    assert isinstance(game, Game)
    assert game.name == name
    assert game == module.new(seed=1) == module.new(module.Rules(), seed=1)
    assert game == cardcore.new(name, module.Rules(), seed=1)
    assert game == cardcore.new(name, rules={}, players=game.seats, seed=1)
    assert (cardcore.new(name) == cardcore.new(name)) == (name == "chopsticks")
    assert name in cardcore.new(name).record().values()


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_the_rules_of_a_game_make_it_again(name: str, options: dict[str, Any]) -> None:
    module = game_module(name)
    game = cardcore.new(name, seed=6, **options)
    rules = module.Rules(**game.rules)
    assert module.new(rules, seed=6) == game
    assert module.new(game.rules, seed=6) == game
    assert module.new(**game.rules, seed=6) == game
    assert module.new(rules, seed=6).rules == game.rules
    if options:
        assert rules != module.Rules()


@pytest.mark.parametrize("name", cardcore.games())
def test_what_no_game_has_is_refused_by_all(name: str) -> None:
    module = game_module(name)
    expected = f"'size' is not a rule of {name}, expected one of {rule_names(name)[0]}"
    with pytest.raises(TypeError, match=f"^{expected}"):
        module.new(size="red")
    with pytest.raises(ValueError, match=f"^rules: {expected}"):
        module.new({"size": "large"})
    options = [
        rule for rule in rule_names(name) if rule not in inspect.signature(module.new).parameters
    ]
    for rule in options:
        with pytest.raises(ValueError, match=f"^{rule}: expected no option together with rules"):
            module.new(module.Rules(), **{rule: getattr(module.Rules(), rule)})
    seats = cardcore.new(name, seed=1).seats
    with pytest.raises(ValueError, match=f"players.*{seats + 1}"):
        module.new(module.Rules(), players=seats + 1)
    with pytest.raises(ValueError, match=r"^seed: expected a whole number from 0 to"):
        module.new(seed=-1)
