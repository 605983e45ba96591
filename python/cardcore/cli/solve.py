"""``cardcore solve``: exact solutions, one sub-command per game that has one."""

import click

from cardcore.cli.games import page
from cardcore.cli.rules import Games
from cardcore.registry import games


class Solvers(Games):
    """The games that can be solved."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Name the games."""
        return sorted(game for game in games() if page(game).solve is not None)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Find the command of a game."""
        return page(name).solve if name in games() else None


@click.group(cls=Solvers)
def solve() -> None:
    """Solve a game exactly."""
