"""Ends at the terminal."""

from collections.abc import Sequence

import click
from rich.text import Text

from cardcore import ends
from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.render import Lines


class Ends(Page[ends.View, str]):
    """Ends as the terminal shows it."""

    def screen(self, view: ends.View, names: Sequence[str]) -> Lines:
        """Show what is left of the row."""
        return [
            ("scores", render.by_name(names, view.scores)),
            ("row", render.line("  ".join(map(str, view.cards)))),
        ]

    def key(self, move: str) -> str:
        """Let either end be its own letter: a number may be taken for a card."""
        return move

    def choice(self, move: str) -> Text:
        """Say which end it is."""
        return render.line("take the first" if move == "L" else "take the last")

    def told(self, before: ends.View, name: str, move: str) -> Text:
        """Say which card is taken."""
        card, place = (before.cards[0], "first") if move == "L" else (before.cards[-1], "last")
        return render.line((name, "bold"), f": takes {card}, the {place} ({move})")

    @property
    def solve(self) -> click.Command:
        """``cardcore solve ends``."""
        from cardcore.cli.games.ends.solve import solve

        return solve


PAGE = Ends()
