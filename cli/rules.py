"""Options for the rules of a game, read off the signature and documentation of its ``new``.

So a game that is added, or a rule that a game gains, has its option without a line here.
"""

import re
import types
from collections.abc import Callable
from inspect import Parameter, getdoc, signature
from typing import Any, Literal, Union, get_args, get_origin

import click

from cardcore import Game
from cardcore.cli.names import meant
from cardcore.players import game_module, new_game
from cardcore.records import GAMES

#: Where a game begins is not a rule of it.
_NO_RULES = {"seed", "deal", "state", "cards", "rules"}

_TYPES: "dict[type, click.ParamType[Any]]" = {bool: click.BOOL, int: click.INT, str: click.STRING}


def rule_options(game: str) -> list[click.Option]:
    """Make the options for all rules that are numbers, words or switches."""
    meanings = _meanings(game)
    return [
        click.Option(
            [_flag(name, kind)],
            type=kind,
            default=None,
            help=_help(name, parameter, meanings.get(name, "")),
        )
        for name, parameter in _parameters(game).items()
        if (kind := _kind(parameter)) is not None
    ]


def _flag(name: str, kind: "click.ParamType[Any]") -> str:
    words = name.replace("_", "-")
    return f"--{words}/--no-{words}" if kind is click.BOOL else f"--{words}"


def game_by_rules(game: str, players: int | None, rules: dict[str, Any], **start: Any) -> Game:
    """Set a game up from the options that were given."""
    given = {name: value for name, value in rules.items() if value is not None}
    module = game_module(game)
    own = signature(module.new).parameters
    options: dict[str, Any] = {name: given.pop(name) for name in list(given) if name in own}
    if given and "rules" in own:
        options["rules"] = module.Rules(**given)
    return new_game(game, players, **options, **start)


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
        return list(GAMES)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Make the command for a game."""
        return self._make(name) if name in GAMES else None


def _parameters(game: str) -> dict[str, Parameter]:
    module = game_module(game)
    found = dict(signature(module.new, eval_str=True).parameters)
    if "rules" in found:
        found |= signature(module.Rules, eval_str=True).parameters
    return {name: parameter for name, parameter in found.items() if name not in _NO_RULES}


def _kind(parameter: Parameter) -> "click.ParamType[Any] | None":
    """Give the type of an option; none for what a word on a command line cannot say."""
    annotation = parameter.annotation
    if get_origin(annotation) in (Union, types.UnionType):
        choices = [choice for choice in get_args(annotation) if choice is not type(None)]
        annotation = choices[0] if len(choices) == 1 else None
    if get_origin(annotation) is Literal:
        return click.Choice([str(choice) for choice in get_args(annotation)])
    return _TYPES.get(annotation)


def _meanings(game: str) -> dict[str, str]:
    """Read in the documentation what the rules mean; what is said last is what holds."""
    module = game_module(game)
    rules = getattr(module, "Rules", None)
    found: dict[str, str] = {}
    for described in (module.new, getattr(rules, "standard", None), rules):
        text = (described and getdoc(described)) or ""
        section = re.search(r"^Parameters\n-+\n(.*?)(?=^\S+\n-+$|\Z)", text, re.M | re.S)
        entries = re.findall(r"^(\S.*)\n((?: .*\n?|\n)+)", section[1] if section else "", re.M)
        for names, meaning in entries:
            words = " ".join(meaning.replace("``", "").split())
            found |= dict.fromkeys(names.split(", "), words)
    return found


def _help(name: str, parameter: Parameter, meaning: str) -> str:
    default, words = parameter.default, name.replace("_", "-")
    if isinstance(default, bool):
        default = words if default else f"no-{words}"
    shown = "" if default in (None, Parameter.empty) else f"  [default: {default}]"
    return f"{meaning}{shown}"
