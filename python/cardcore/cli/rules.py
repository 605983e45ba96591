"""Options for the rules of a game, read off the fields and the documentation of its ``Rules``.

So a game that is added, or a rule that a game gains, has its option without a line here.
"""

import re
import types
from collections.abc import Callable
from dataclasses import Field, fields
from inspect import getdoc
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import click

import cardcore
from cardcore import Game
from cardcore.cli.names import meant
from cardcore.registry import game_module, games, rule_names

_TYPES: "dict[type, click.ParamType[Any]]" = {bool: click.BOOL, int: click.INT, str: click.STRING}


def rule_options(game: str) -> list[click.Option]:
    """Make the options for all rules that are numbers, words or switches."""
    rules = game_module(game).Rules
    annotations, known = get_type_hints(rules), meanings(rules)
    return [
        click.Option(
            [_flag(rule.name, kind)],
            type=kind,
            default=None,
            help=_help(rule, known.get(rule.name, "")),
        )
        for rule in fields(rules)
        if (kind := _kind(annotations[rule.name])) is not None
    ]


def _flag(name: str, kind: "click.ParamType[Any]") -> str:
    words = name.replace("_", "-")
    return f"--{words}/--no-{words}" if kind is click.BOOL else f"--{words}"


def game_by_rules(
    game: str, players: int | None, rules: dict[str, Any], *, seed: int | None
) -> Game:
    """Set a game up from the options that were given."""
    given = {name: value for name, value in rules.items() if value is not None}
    if players is not None and "players" in rule_names(game):
        given.setdefault("players", players)
    return cardcore.new(game, seed=seed, **given)


class Games(click.Group):
    """A verb with one sub-command per game."""

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command for a game, or say which games there are."""
        name, games = arguments[0], self.list_commands(context)
        known = name in games or name.startswith("-")
        if not known and not context.resilient_parsing:
            expected = f"expected one of {', '.join(games)}, found '{name}'"
            raise click.UsageError(expected + meant(name, games), context)
        return super().resolve_command(context, arguments)


class PerGame(Games):
    """A verb that makes the sub-command of a game when it is asked for."""

    def __init__(
        self, *arguments: Any, make: Callable[[str], click.Command], **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self._make = make

    def list_commands(self, context: click.Context) -> list[str]:
        """Name the games."""
        return games()

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Make the command for a game."""
        return self._make(name) if name in games() else None


def _kind(annotation: Any) -> "click.ParamType[Any] | None":
    """Give the type of an option; none for what a word on a command line cannot say."""
    if get_origin(annotation) in (Union, types.UnionType):
        choices = [choice for choice in get_args(annotation) if choice is not type(None)]
        annotation = choices[0] if len(choices) == 1 else None
    if get_origin(annotation) is Literal:
        return click.Choice([str(choice) for choice in get_args(annotation)])
    return _TYPES.get(annotation)


def meanings(rules: type) -> dict[str, str]:
    """Read in the documentation of rules what they mean."""
    text = getdoc(rules) or ""
    section = re.search(r"^Parameters\n-+\n(.*?)(?=^\S+\n-+$|\Z)", text, re.M | re.S)
    entries = re.findall(r"^(\S.*)\n((?: .*\n?|\n)+)", section[1] if section else "", re.M)
    return {name: " ".join(meaning.replace("``", "").split()) for name, meaning in entries}


def _help(rule: "Field[Any]", meaning: str) -> str:
    default, words = rule.default, rule.name.replace("_", "-")
    if isinstance(default, bool):
        default = words if default else f"no-{words}"
    return meaning if default is None else f"{meaning}  [default: {default}]"
