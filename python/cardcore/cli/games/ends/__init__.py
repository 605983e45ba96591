"""Ends at the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

import click
from rich.text import Text

from cardcore import ends
from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.levels import Level
from cardcore.cli.render import Lines

_LEVELS = {
    "easy": Level("random"),
    "medium": Level("greedy"),
    "hard": Level("lookahead"),
    "best": Level("perfect"),
}


class Ends(Page[ends.View, str]):
    """What a person sees of Ends."""

    #: Nothing beats the best but luck with the row.
    usual_level = "medium"

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
        card, place = _end(before.cards, move)
        return render.line((name, "bold"), f": takes {card}, the {place} ({move})")

    def levels(self) -> Mapping[str, Level]:
        """Give the bots by strength."""
        return _LEVELS

    def reasons(self, view: ends.View, chosen: str) -> list[str]:
        """Say what either end comes to against perfect play."""
        row = view.cards
        margins = {"L": row[0] - ends.value(row[1:]), "R": row[-1] - ends.value(row[:-1])}
        return [
            f"{move}: takes {_end(row, move)[0]}; if both play perfectly from there, "
            f"you gain {margin:+d} on the other with the cards that are left"
            for move, margin in margins.items()
        ]

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        return "L takes the first card of the row, R the last"

    def rules(self, rules: Mapping[str, Any]) -> list[str]:
        """Explain the game."""
        lines = [
            "A row of cards lies open. You take turns.",
            "Whoever is to move takes the first card of the row or the last.",
            "When the row is empty, the higher sum wins.",
        ]
        if "count" in rules:
            lines.append("This row had {count} cards of {low} to {high}.".format(**rules))
        return lines

    @property
    def solve(self) -> click.Command:
        """``cardcore solve ends``."""
        from cardcore.cli.games.ends.solve import solve

        return solve


def _end(cards: Sequence[int], move: str) -> tuple[int, str]:
    """Give the card at an end, and words for the place."""
    return (cards[0], "first") if move == "L" else (cards[-1], "last")


PAGE = Ends("ends")
