"""Ends at the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

import click

from cardcore import ends
from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.render import Lines


class Ends(Page[ends.View, str]):
    """What a person sees of Ends."""

    def screen(self, view: ends.View, names: Sequence[str]) -> Lines:
        """Show what is left of the row."""
        return [
            ("scores", render.by_name(names, view.scores)),
            ("row", render.line("  ".join(map(str, view.cards)))),
        ]

    def reasons(self, view: ends.View, chosen: str) -> list[str]:
        """Say what either end comes to against perfect play."""
        row = view.cards
        margins = {"L": row[0] - ends.value(row[1:]), "R": row[-1] - ends.value(row[:-1])}
        return [
            f"{move}: takes {row[0] if move == 'L' else row[-1]}, "
            f"then {margin:+d} in all against perfect play"
            for move, margin in margins.items()
        ]

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        return "L takes the first card of the row, R the last"

    @property
    def solve(self) -> click.Command:
        """``cardcore solve ends``."""
        from cardcore.cli.games.ends.solve import solve

        return solve


PAGE = Ends("ends")
