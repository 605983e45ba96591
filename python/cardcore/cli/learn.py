"""``cardcore learn``: bots that learn by self-play, one sub-command per game that has some."""

import click

from cardcore.cli.games import page
from cardcore.cli.rules import Games
from cardcore.registry import games


class Learners(Games):
    """The games that can be learned."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Name the games."""
        return sorted(game for game in games() if page(game).learn is not None)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Find the command of a game."""
        return page(name).learn if name in games() else None


@click.group(cls=Learners)
def learn() -> None:
    """Learn to play a game by self-play."""
