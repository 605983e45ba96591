"""``cardcore solve``: whole games, exactly."""

import click

from cardcore.cli.solve_draw import draw


@click.group()
def solve() -> None:
    """Solve a whole game."""


solve.add_command(draw)
