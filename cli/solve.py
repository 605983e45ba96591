"""``cardcore solve``: exact solutions, one sub-command per game."""

import click

from cardcore.cli.solve_chopsticks import chopsticks
from cardcore.cli.solve_ends import ends
"""``cardcore solve``: whole games, exactly."""

import click

from cardcore.cli.solve_draw import draw


@click.group()
def solve() -> None:
    """Solve a game exactly."""


solve.add_command(chopsticks)
solve.add_command(ends)
    """Solve a whole game."""


solve.add_command(draw)
