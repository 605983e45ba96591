"""Options for the rules of a game, read off the signature of its ``new``.

So a game that is added, or a rule that a game gains, has its option without a line here.
"""

import types
from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any, Literal, Union, get_args, get_origin

import click

from cardcore import Game
from cardcore.players import game_module, new_game
from cardcore.records import GAMES

#: Where a game begins is not a rule of it.
_NO_RULES = {"seed", "deal", "state", "cards", "rules"}

_TYPES: "dict[type, click.ParamType[Any]]" = {bool: click.BOOL, int: click.INT, str: click.STRING}


def rule_options(game: str) -> list[click.Option]:
    """Make the options for all rules that are numbers, words or switches."""
    return [
        click.Option([_flag(name, kind)], type=kind, default=None, help=_help(name, parameter))
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


class PerGame(click.Group):
    """A verb with one sub-command per game, made when it is asked for."""

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


def _help(name: str, parameter: Parameter) -> str:
    words = name.replace("_", " ")
    if parameter.default in (None, Parameter.empty):
        return f"Rule: {words}."
    return f"Rule: {words}; {parameter.default} if not given."
