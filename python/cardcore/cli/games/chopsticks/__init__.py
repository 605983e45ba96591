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

_SIDES = {"L": "left", "M": "middle", "R": "right"}


class Chopsticks(Page[chopsticks.View, str]):
    """Chopsticks as the terminal shows it."""

    def meant(self, view: chopsticks.View, answer: str) -> str:
        """Let hands be called by their whole names."""
        sides = {"left": "L", "middle": "M", "right": "R"}
        return " ".join(sides.get(word.lower(), word) for word in answer.split())

    def screen(self, view: chopsticks.View, names: Sequence[str]) -> Lines:
        """Show the hands of both players."""
        hands = (_show_hands(hand) for hand in view.hands)
        left = -(-view.plies_left // 2)
        return [*zip(names, hands, strict=True), ("moves left", render.line(str(left)))]

    def choice(self, move: str) -> Text:
        """Say a move in words."""
        verb, *rest = move.split()
        if verb == "tap":
            own, other = (_SIDES.get(side, side) for side in rest)
            return render.line(f"{move}: your {own} on their {other}")
        return render.line(f"{move}: have {' and '.join(rest)}")

    def told(self, before: chopsticks.View, name: str, move: str) -> Text:
        """Tell a move in words."""
        verb, *rest = move.split()
        if verb != "tap":
            return render.line((name, "bold"), f": splits into {' and '.join(rest)}")
        own, other = (_SIDES.get(side, side) for side in rest)
        whose = "the" if before.seat is None else "your"
        return render.line((name, "bold"), f": taps {whose} {other} with the {own}")

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


def _show_hands(hand: Sequence[int]) -> Text:
    """Show the fingers of every hand; a hand without any is out."""
    shown = (
        render.line((f"{fingers} ", "bold"), ("|" * fingers, "cyan"))
        if fingers
        else render.line(("0 out", "dim"))
        for fingers in hand
    )
    return Text("   ").join(shown)


PAGE = Chopsticks()
