"""Options for the rules of a game, read off the fields and the documentation of its ``Rules``.

So a game that is added, or a rule that a game gains, has its option without a line here.
"""

from collections.abc import Callable
from typing import Any

import click

import cardcore
from cardcore import Game
from cardcore.cli.names import meant
from cardcore.registry import game_module, games, presentation, rule_names
from cardcore.rules import Rule, describe

_TYPES = {"switch": click.BOOL, "number": click.INT, "word": click.STRING}

#: What is typed for a rule that may be off, to turn it off.
_OFF = "none"


def rule_options(game: str) -> list[click.Option]:
    """Make the options for presets of rules, if there are any, and for all single rules."""
    options = [
        click.Option([_flag(rule)], type=_type(rule), default=None, help=_help(rule))
        for rule in describe(game_module(game).Rules)
    ]
    presets = presentation(game).presets
    if not presets:
        return options
    meanings = "; ".join(f"{preset.name}: {preset.summary}" for preset in presets)
    named = click.Option(
        ["--rules"],
        type=click.Choice([preset.name for preset in presets]),
        default=None,
        help=f"Rules by name, which the options below change. {meanings}",
    )
    return [named, *options]


def _type(rule: Rule) -> "click.ParamType[Any]":
    if rule.kind == "choice":
        return click.Choice([*map(str, rule.choices), *([_OFF] if rule.optional else [])])
    # Lists are typed with commas.
    return _TYPES.get(rule.kind, click.STRING)


def _flag(rule: Rule) -> str:
    words = rule.name.replace("_", "-")
    return f"--{words}/--no-{words}" if rule.kind == "switch" else f"--{words}"


def game_by_rules(
    game: str, players: int | None, rules: dict[str, Any], *, seed: int | None
) -> Game:
    """Set a game up from the options that were given."""
    typed = {name: value for name, value in rules.items() if value is not None}
    named = typed.pop("rules", None)
    presets = {preset.name: preset.rules for preset in presentation(game).presets}
    can_be_off = {rule.name for rule in describe(game_module(game).Rules) if rule.optional}
    given = dict(presets[named]) if named is not None else {}
    for name, value in typed.items():
        given[name] = None if value == _OFF and name in can_be_off else value
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
        return list(games())

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Make the command for a game."""
        return self._make(name) if name in games() else None


def _help(rule: Rule) -> str:
    default, words = rule.default, rule.name.replace("_", "-")
    if isinstance(default, bool):
        default = words if default else f"no-{words}"
    if isinstance(default, tuple):
        default = "all" if default == rule.choices else ",".join(map(str, default))
    return rule.meaning if default is None else f"{rule.meaning}  [default: {default}]"
