"""Chopsticks at the terminal."""

from collections.abc import Sequence
from itertools import groupby

import click
from rich.text import Text

from cardcore import chopsticks
from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.render import Lines

_HANDS = {1: ("hand",), 2: ("left hand", "right hand"), 3: ("left", "middle", "right hand")}


class Chopsticks(Page[chopsticks.View, str]):
    """Chopsticks as the terminal shows it."""

    def screen(self, view: chopsticks.View, names: Sequence[str]) -> Lines:
        """Show the hands of both players."""
        hands = (render.line(" ".join(map(str, hand))) for hand in view.hands)
        left = -(-view.plies_left // 2)
        return [*zip(names, hands, strict=True), ("moves left", render.line(str(left)))]

    def groups(self, moves: Sequence[str]) -> list[tuple[str, list[str]]]:
        """Put taps and splits apart."""
        found = groupby(moves, key=lambda move: move.partition(" ")[0])
        return [(verb, list(group)) for verb, group in found]

    def events(
        self,
        before: chopsticks.View,
        after: chopsticks.View,
        seat: int,
        move: str,
        names: Sequence[str],
    ) -> list[Text]:
        """Tell which hand is out."""
        return [
            render.line((names[player], "bold"), f": the {_HANDS[len(now)][place]} is out")
            for player, (then, now) in enumerate(zip(before.hands, after.hands, strict=True))
            for place, fingers in enumerate(now)
            if player != seat and then[place] and not fingers
        ]

    @property
    def solve(self) -> click.Command:
        """``cardcore solve chopsticks``."""
        from cardcore.cli.games.chopsticks.solve import solve

        return solve


PAGE = Chopsticks()
