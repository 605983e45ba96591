"""What somebody types who plays a whole game at the terminal with given moves."""

from collections.abc import Callable, Sequence
from typing import Any

import cardcore
from cardcore import View
from cardcore.difficulty import Level, LevelPlayer
from cardcore.registry import presentation


def typed(
    name: str,
    seed: int,
    bots: Sequence[str] = (),
    pick: Callable[[list[str]], str] = lambda moves: moves[0],
    **rules: Any,
) -> str:
    """Play a game in the first seat, as the terminal would with this seed; gives the lines."""
    game = cardcore.new(name, seed=seed, **rules)
    chosen: list[str] = []

    class Person:
        def choose(self, view: View) -> str:
            chosen.append(pick([str(move) for move in view.legal_moves()]))
            return chosen[-1]

    usual = presentation(name).levels()[presentation(name).default_level]
    levels = [Level(bot) for bot in bots] or [usual] * (game.seats - 1)
    cardcore.play(game, [Person(), *(LevelPlayer(level, seed) for level in levels)])
    return "".join(f"{move}\n" for move in chosen)


def stay(moves: list[str]) -> str:
    """Check or call where that is possible, and make the first move otherwise."""
    return next((move for move in moves if move in ("check", "call")), moves[0])
