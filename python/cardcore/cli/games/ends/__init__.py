"""Ends at the terminal."""

from collections.abc import Mapping, Sequence

import click
from rich.text import Text

from cardcore import ends
from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.render import Lines


class Ends(Page[ends.View, str]):
    """Ends as the terminal shows it."""

    words: Mapping[str, str] = {"left": "L", "first": "L", "right": "R", "last": "R"}

    def meant(self, view: ends.View, answer: str) -> str:
        """Let the number on a card at one end stand for that end."""
        ends_of_row = {str(view.cards[-1]): "R", str(view.cards[0]): "L"} if view.cards else {}
        return ends_of_row.get(answer) or super().meant(view, answer)

    def screen(self, view: ends.View, names: Sequence[str]) -> Lines:
        """Show what is left of the row."""
        first, *middle = map(str, view.cards)
        row = render.line((first, "bold cyan"))
        if middle:
            row = render.line(row, "  ", "  ".join(middle[:-1]), "  " if middle[:-1] else "")
            row = render.line(row, (middle[-1], "bold cyan"))
        return [
            ("scores", render.by_name(names, view.scores)),
            ("row", row),
        ]

    def key(self, move: str) -> str:
        """Let either end be its own letter: a number may be taken for a card."""
        return move

    def choice(self, move: str) -> Text:
        """Say which end it is."""
        return render.line("take the left card" if move == "L" else "take the right card")

    def told(self, before: ends.View, name: str, move: str) -> Text:
        """Say which card is taken."""
        card, place = (before.cards[0], "left") if move == "L" else (before.cards[-1], "right")
        return render.line((name, "bold"), f": takes {card} from the {place} ({move})")

    @property
    def solve(self) -> click.Command:
        """``cardcore solve ends``."""
        from cardcore.cli.games.ends.solve import solve

        return solve


PAGE = Ends()
