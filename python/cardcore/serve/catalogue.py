"""The games that can be played here: their rules, bots and levels, read off the package.

A game that is added, or a rule that a game gains, is offered without a line here. What stands here
are the numbers beyond which a table is too large for people at a browser.
"""

import types
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import cardcore
from cardcore import Game
from cardcore.cli.games import page
from cardcore.cli.levels import Level
from cardcore.cli.rules import meanings
from cardcore.registry import game_module, games
from cardcore.serve.files import page_files
from cardcore.serve.refusals import Refusal

__all__ = ["begin", "describe", "levels", "title"]

#: The largest number of a rule that is not named below.
_LARGEST = 1_000

#: The largest numbers of rules that make games long or large, or are chips.
_LARGEST_OF: Mapping[str, int] = {
    "ante": 10_000,
    "big_bet": 10_000,
    "count": 60,
    "fingers": 9,
    "hands": 200,
    "moves": 100,
    "rounds": 50,
    "small_bet": 10_000,
    "stack": 100_000,
    "suits": 8,
    "values": 20,
}

#: The most seats of a table.
_MOST_SEATS = 13


@cache
def title(game: str) -> str:
    """Give what people call a game.

    >>> title("draw")
    'Five-card draw'
    """
    name = page(game).title
    return name[0].upper() + name[1:]


@cache
def levels(game: str) -> Mapping[str, Level]:
    """Give the opponents of a game: levels of difficulty first, then bots by name."""
    named = {name: Level(name) for name in cardcore.bots(game)}
    return {**page(game).levels(), **named}


@cache
def describe() -> list[dict[str, Any]]:
    """Describe all games as JSON values, for the page that opens rooms."""
    files = page_files()
    return [
        {
            "game": game,
            "title": title(game),
            "rules": _rules(game),
            "levels": [
                {"name": name, "meaning": str(level)} for name, level in levels(game).items()
            ],
            "usual_level": page(game).usual_level,
            "about": page(game).rules(cardcore.new(game, seed=0).rules),
            # Whether the page has a table of its own for it.
            "table": f"tables/{game}.js" in files,
        }
        for game in games()
    ]


def begin(game: str, rules: Mapping[str, Any], *, seed: int) -> Game:
    """Begin a game by rules that somebody sent.

    Raises
    ------
    Refusal
        If there is no such game, or these rules make none that can be played here.
    """
    if game not in games():
        raise Refusal("malformed", f"unknown game '{game}', expected one of {', '.join(games())}")
    known = {rule["name"]: rule for rule in _rules(game)}
    for name, value in rules.items():
        if name not in known:
            expected = f"expected one of {', '.join(known)}"
            raise Refusal("malformed", f"'{name}' is not a rule of {game}, {expected}")
        largest = known[name].get("largest")
        if isinstance(value, int) and largest is not None and value > largest:
            raise Refusal("malformed", f"{name}: expected at most {largest} here, found {value}")
        if not isinstance(value, bool | int | str | None):
            found = type(value).__name__
            raise Refusal(
                "malformed", f"{name}: expected a number, a word or nothing, found {found}"
            )
    try:
        made = cardcore.new(game, rules=dict(rules), seed=seed)
    except (TypeError, ValueError) as error:
        raise Refusal("malformed", str(error)) from error
    if made.seats > _MOST_SEATS:
        raise Refusal("malformed", f"expected at most {_MOST_SEATS} seats, found {made.seats}")
    return made


@cache
def _rules(game: str) -> list[dict[str, Any]]:
    """Describe the rules of a game: name, kind, default, choices and meaning."""
    kind = game_module(game).Rules
    annotations, known = get_type_hints(kind), meanings(kind)
    found = []
    for rule in fields(kind):
        described = _describe(annotations[rule.name])
        if described is None:
            continue
        if described["kind"] == "number":
            described["largest"] = _LARGEST_OF.get(rule.name, _LARGEST)
        meaning = known.get(rule.name, "")
        found.append({"name": rule.name, "default": rule.default, "meaning": meaning, **described})
    return found


def _describe(annotation: Any) -> dict[str, Any] | None:
    """Tell what may be entered for a rule; ``None`` for what no field of a page can hold."""
    optional = False
    if get_origin(annotation) in (Union, types.UnionType):
        choices = [choice for choice in get_args(annotation) if choice is not type(None)]
        optional = len(choices) < len(get_args(annotation))
        annotation = choices[0] if len(choices) == 1 else None
    if get_origin(annotation) is Literal:
        return {"kind": "choice", "choices": list(get_args(annotation)), "optional": optional}
    kinds = {bool: "switch", int: "number", str: "word"}
    if annotation not in kinds:
        return None
    return {"kind": kinds[annotation], "optional": optional}
