"""Chopsticks at the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

import click

from cardcore import chopsticks
from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.render import Lines

_VERDICTS = {1: "wins", 0: "draws", -1: "loses"}


class Chopsticks(Page[chopsticks.View, str]):
    """What a person sees of Chopsticks."""

    def screen(self, view: chopsticks.View, names: Sequence[str]) -> Lines:
        """Show the hands of both players."""
        hands = (render.line(" ".join(map(str, hand))) for hand in view.hands)
        left = -(-view.plies_left // 2)
        return [*zip(names, hands, strict=True), ("moves left", render.line(str(left)))]

    def reasons(self, view: chopsticks.View, chosen: str) -> list[str]:
        """Say what comes of every move without a limit."""
        table = chopsticks.tablebase(chopsticks.Rules(**view.rules))
        a, b = view.hands
        moves = table.moves(a, b) if view.seat == 0 else table.moves(b, a)
        return [f"{move}: {_VERDICTS[move.value]}{_after(move.distance)}" for move in moves]

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        return (
            "tap L R taps their right hand with your left; split 2 0 moves fingers between your "
            "hands so that the left has 2 and the right none"
        )

    @property
    def solve(self) -> click.Command:
        """``cardcore solve chopsticks``."""
        from cardcore.cli.games.chopsticks.solve import solve

        return solve


def _after(plies: int | None) -> str:
    """Say how long a game takes after a move."""
    if plies is None:
        return ""
    return f" in {plies} {'ply' if plies == 1 else 'plies'}" if plies else " at once"


PAGE = Chopsticks("chopsticks")
