"""Phrases and their catalogs: nothing is missing, nothing is left over, and names agree."""

import ast
import pickle
from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import cardcore
from cardcore import characters
from cardcore.languages import de
from cardcore.phrases import LANGUAGES, Count, Number, Phrase, Share, translate, translate_all
from cardcore.registry import games, presentation
from cardcore.rules import describe as describe_rules
from cardcore.serve.catalog import begin
from cardcore.serve.errors import RequestError
from cardcore.serve.refusals import RULES, move_error, rules_error

PACKAGE = Path(cardcore.__file__).parent


def sources() -> Iterator[ast.AST]:
    """Parse all modules but the catalogs."""
    for file in sorted(PACKAGE.rglob("*.py")):
        if file.parent.name != "languages":
            yield from ast.walk(ast.parse(file.read_text(encoding="utf-8")))


def names(pattern: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(pattern) if name is not None}


def literals(function: str, place: int) -> set[str]:
    """Find the texts that are given to a function in the sources."""
    calls = (
        node
        for node in sources()
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == function
        and len(node.args) > place
    )
    found = (call.args[place] for call in calls)
    return {
        node.value
        for node in found
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_phrase_has_a_translation() -> None:
    patterns = literals("Phrase", 0)
    assert len(patterns) > 150
    assert patterns - de.PHRASES.keys() == set()
    assert literals("Count", 1) - de.NOUNS.keys() == set()
    assert {character.about for character in characters.CHARACTERS} <= de.PHRASES.keys()


#: Errors whose English reason is left out in other languages.
SAYS_LESS = {"{rules_error}", "{move_error}", "{hand_error}"}


def test_a_translation_has_the_same_names() -> None:
    for pattern, translated in de.PHRASES.items():
        assert names(pattern) == names(translated) or pattern in SAYS_LESS, pattern


def refusals() -> Iterator[tuple[str, ast.expr]]:
    """Find the code and the message of every error that the server tells people."""
    for file in sorted((PACKAGE / "serve").glob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for scope in ast.walk(tree):
            if not isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            assigned = {
                target.id: node.value
                for node in ast.walk(scope)
                if isinstance(node, ast.Assign)
                for target in node.targets
                if isinstance(target, ast.Name)
            }
            for node in ast.walk(scope):
                match node:
                    case ast.Call(
                        func=ast.Name(id="RequestError"),
                        args=[ast.Constant(value=str(code)), message],
                    ):
                        if isinstance(message, ast.Name):
                            message = assigned.get(message.id, message)
                        yield code, message


def test_every_error_that_a_visitor_can_meet_has_a_translation() -> None:
    """What is malformed or too large comes from programs: the page sends no such requests."""
    found = [message for code, message in refusals() if code not in ("malformed", "too-large")]
    assert len(found) > 60
    makers = {"Phrase", "move_error", "rules_error", "hand_error"}
    for message in found:
        match message:
            case ast.Constant(value=str(text)):
                assert text in de.PHRASES
            case ast.Call(func=ast.Name(id=maker)):
                assert maker in makers
            case ast.Name(id="message" | "too_long"):
                pass
            case _:
                pytest.fail(ast.unparse(message))


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("chopsticks", {"swaps": True, "splits": False}),
        ("chopsticks", {"halves_only": True, "revive": False}),
        ("chopsticks", {"fingers": 17}),
        ("chopsticks", {"start": 5}),
        ("draw", {"players": 6}),
        ("draw", {"ante": -1}),
        ("hearts", {"players": 7}),
        ("hearts", {"target": 10**7}),
        ("president", {"players": 1}),
        ("president", {"kinds": ["pair"]}),
        ("president", {"exchanged": [0, 0]}),
        ("ends", {"low": 5, "high": 2}),
        ("ends", {"count": 10**6}),
    ],
)
def test_rules_that_cannot_be_played_are_refused_in_german(game: str, rules: Any) -> None:
    with pytest.raises(RequestError) as caught:
        begin(game, rules, seed=0)
    message = caught.value.to_dict()["message"]
    assert message.pattern in RULES, message
    assert is_german(message), message
    assert translate(message, "de") != message


def test_errors_that_are_not_known_say_less_in_german() -> None:
    assert rules_error("no such thing") == "no such thing"
    assert translate(rules_error("no such thing"), "de").startswith("Mit diesen Regeln")
    assert translate(move_error("no such thing"), "de") == "Dieser Zug geht hier nicht."


def test_nothing_is_translated_that_nobody_says() -> None:
    said = {
        node.value
        for node in sources()
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    # The kinds of hands, and what rules lack, come from the core.
    computed = {"Four of a kind", "Four of a kind plus one", "one pair", "a second hand"}
    assert de.PHRASES.keys() - said - computed == set()
    assert de.NOUNS.keys() - literals("Count", 1) == set()


def is_german(text: str) -> bool:
    """Whether the whole of a text is translated; cards and names are not."""
    if not isinstance(text, Phrase):
        return True
    parts = [part for value in text.values.values() for part in _parts(value)]
    return text.pattern in de.PHRASES and all(map(is_german, parts))


def _parts(value: Any) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [one for one in values if isinstance(one, str)]


@pytest.mark.parametrize("game", games())
def test_the_rules_are_told_in_german_under_all_options(game: str) -> None:
    told = presentation(game)
    module = getattr(cardcore, game)
    default = cardcore.new(game, seed=0).rules
    found = [told.rules(default), *(told.rules({**default, **p.rules}) for p in told.presets)]
    for rule in describe_rules(module.Rules):
        values = {"switch": [True, False], "choice": rule.choices}.get(rule.kind, [])
        for value in values:
            try:
                rules = cardcore.new(game, seed=0, rules={rule.name: value}).rules
            except ValueError:
                continue
            found.append(told.rules(rules))
    assert len(found) > 1 or game == "draw"
    for line in (line for lines in found for line in lines):
        assert isinstance(line, Phrase) and is_german(line), line


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("draw", {"players": 2, "hands": 2}),
        ("draw", {"players": 3, "hands": 1, "stack": 5}),
        ("president", {"players": 3, "rounds": 2}),
        ("chopsticks", {}),
        ("hearts", {"target": None, "jack": True}),
        ("hearts", {"suits": 3, "values": 5}),
        ("ends", {"count": 6}),
    ],
)
def test_hints_are_given_in_german(game: str, options: dict[str, Any]) -> None:
    told = presentation(game)
    position = cardcore.new(game, seed=4, **options)
    advisers = {"draw": "equity", "president": "plan", "hearts": "rule"}
    moves = 0
    while (seat := position.to_move) is not None and moves < 40:
        hint = told.hint(position.view(seat), adviser=advisers.get(game), effort=0.1)
        for line in (hint.source, *hint.explanation, *hint.details):
            assert isinstance(line, Phrase) and is_german(line), line
            translate(line, "de")
        position.play(hint.move)
        moves += 1
    assert moves > 3


def test_numbers_are_written_as_in_german() -> None:
    assert translate(Phrase("{value} points", value=Number(1234.56, 1)), "de") == "1.234,6 Punkte"
    text = Phrase("{move} {share}", move=Phrase("bet"), share=Share(0.25))
    assert text == "bet 25%"
    assert translate(text, "de") == "setzen 25\N{NO-BREAK SPACE}%"
    assert translate(Phrase("costs {points}", points=Count(1, "point")), "de") == "1 Punkt kostet"


def test_a_phrase_is_text_and_stays_a_phrase() -> None:
    text = Phrase("{move} {share}", move=Phrase("bet"), share=Share(0.25))
    for copied in (pickle.loads(pickle.dumps(text)), deepcopy(text)):
        assert copied == "bet 25%" and copied.pattern == text.pattern
        assert copied.values == text.values
    # Without values, braces are text.
    assert Phrase("{") == "{"


def test_unknown_patterns_and_languages_stay_english() -> None:
    for language, text in product((*LANGUAGES, "xx", ""), ("no such text", Phrase("no such text"))):
        assert translate(text, language) == "no such text"
    assert translate_all([Phrase("Try"), {"a": ("Qs", 3)}], "en") == ["Try", {"a": ("Qs", 3)}]
