"""Rules arguments of every game's ``new``, and rules as front ends can offer them."""

import re
import types
from collections.abc import Mapping
from dataclasses import dataclass, fields
from inspect import getdoc
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from cardcore._core import whole_number

__all__ = ["Rule", "describe", "gather"]

_KINDS: Mapping[Any, Literal["switch", "number", "word"]] = {
    bool: "switch",
    int: "number",
    str: "word",
}

R = TypeVar("R")


def gather(
    game: str,
    kind: type[R],
    rules: R | Mapping[str, Any] | None,
    players: int | None,
    options: Mapping[str, Any],
) -> R:
    """Make the rules from the arguments of a ``new``.

    Parameters
    ----------
    game
        The name of the game.
    kind
        The class of its rules.
    rules
        The rules, also as a mapping of their names; not together with options.
    players
        The number of seats; must agree with the rules if both are given.
    options
        Rules by name; the others have their defaults.

    Raises
    ------
    TypeError
        If the rules have the wrong type, or an option is not a rule of the game.
    ValueError
        If there are both rules and options, an unknown name, or invalid rules.
    """
    known = [rule.name for rule in fields(kind)]  # type: ignore[arg-type]

    def unknown(names: Mapping[str, Any]) -> str | None:
        wrong = next((name for name in names if name not in known), None)
        expected = f"expected one of {', '.join(known)}"
        return None if wrong is None else f"{wrong!r} is not a rule of {game}, {expected}"

    if message := unknown(options):
        raise TypeError(message)
    if players is not None and "players" not in known:
        whole_number("players", players, 2, 2)
        players = None
    if rules is None:
        return kind(**options, **({} if players is None else {"players": players}))
    if options:
        name = next(iter(options))
        raise ValueError(f"{name}: expected no option together with rules, which include it")
    if isinstance(rules, Mapping):
        if message := unknown(rules):
            raise ValueError(f"rules: {message}")
        rules = kind(**rules)
    if not isinstance(rules, kind):
        raise TypeError(f"rules: expected {game}.Rules, found {rules!r}")
    if players is not None and players != (has := vars(rules)["players"]):
        raise ValueError(f"players = {players}: the rules are for {has}")
    return rules


@dataclass(frozen=True)
class Rule:
    """A rule that people can set: a switch, a number, a word, one of some choices, or a list."""

    name: str
    default: Any
    meaning: str
    """Its description in the documentation of the rules."""
    kind: Literal["switch", "number", "word", "choice", "choices", "numbers"]
    """``choices`` and ``numbers`` are lists, which may also be given as text with commas."""
    choices: tuple[Any, ...]
    """The allowed values, if they are limited."""
    optional: bool
    """Whether it may be ``None``."""


def describe(rules: type) -> list[Rule]:
    """Describe the rules of a game that a form or a command-line option can set, in order.

    >>> from cardcore import president
    >>> [(rule.name, rule.kind, rule.choices) for rule in describe(president.Rules)][1:3]
    [('rounds', 'number', ()), ('trade', 'choice', ('request', 'best', 'none'))]
    """
    annotations, meanings = get_type_hints(rules), _meanings(rules)
    found = []
    for rule in fields(rules):
        annotation, optional = annotations[rule.name], False
        if get_origin(annotation) in (Union, types.UnionType):
            kinds = [kind for kind in get_args(annotation) if kind is not type(None)]
            optional = len(kinds) < len(get_args(annotation))
            annotation = kinds[0] if len(kinds) == 1 else None
        kind, choices = _kind(annotation)
        if kind is not None:
            meaning = meanings.get(rule.name, "")
            found.append(Rule(rule.name, rule.default, meaning, kind, choices, optional))
    return found


def _kind(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the kind of a rule with this annotation, if it has one, and its choices."""
    if get_origin(annotation) is Literal:
        return "choice", get_args(annotation)
    if get_origin(annotation) is tuple:
        part = get_args(annotation)[0]
        if get_origin(part) is Literal:
            return "choices", get_args(part)
        return "numbers" if part is int else None, ()
    return _KINDS.get(annotation), ()


def _meanings(rules: type) -> dict[str, str]:
    """Read the meanings of rules from their documentation."""
    text = getdoc(rules) or ""
    section = re.search(r"^Parameters\n-+\n(.*?)(?=^\S+\n-+$|\Z)", text, re.M | re.S)
    entries = re.findall(r"^(\S.*)\n((?: .*\n?|\n)+)", section[1] if section else "", re.M)
    return {name: " ".join(meaning.replace("``", "").split()) for name, meaning in entries}
