"""``cardcore solve``: exact solutions, one sub-command per game."""

import click

from cardcore.cli.solve_chopsticks import chopsticks


@click.group()
def solve() -> None:
    """Solve a game exactly."""


solve.add_command(chopsticks)
