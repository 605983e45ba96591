"""``cardcore solve``: exact solutions, one sub-command per game."""

import click

from cardcore.cli.rules import Games
from cardcore.cli.solve_chopsticks import chopsticks
from cardcore.cli.solve_draw import draw
from cardcore.cli.solve_ends import ends


@click.group(cls=Games)
def solve() -> None:
    """Solve a game exactly."""


for game in (draw, chopsticks, ends):
    solve.add_command(game)
