"""Options for the rules of a game, read off the fields and the documentation of its ``Rules``.

So a game that is added, or a rule that a game gains, has its option without a line here.
"""

from collections.abc import Callable
from typing import Any

import click

import cardcore
from cardcore import Game
from cardcore.cli.names import meant
from cardcore.registry import game_module, games, rule_names
from cardcore.rules import Rule, describe

_TYPES = {"switch": click.BOOL, "number": click.INT, "word": click.STRING}


def rule_options(game: str) -> list[click.Option]:
    """Make the options for all rules that are numbers, words or switches."""
    return [
        click.Option(
            [_flag(rule)],
            type=click.Choice([str(choice) for choice in rule.choices])
            if rule.kind == "choice"
            else _TYPES[rule.kind],
            default=None,
            help=_help(rule),
        )
        for rule in describe(game_module(game).Rules)
    ]


def _flag(rule: Rule) -> str:
    words = rule.name.replace("_", "-")
    return f"--{words}/--no-{words}" if rule.kind == "switch" else f"--{words}"


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


def _help(rule: Rule) -> str:
    default, words = rule.default, rule.name.replace("_", "-")
    if isinstance(default, bool):
        default = words if default else f"no-{words}"
    return rule.meaning if default is None else f"{rule.meaning}  [default: {default}]"
