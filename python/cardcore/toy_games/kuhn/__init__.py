"""Kuhn poker: three cards, one round, one bet.

Two players ante 1 and get one of three cards. A player calls (or checks), raises by 1 once, or
folds to a raise; the higher card wins. In equilibrium the first player loses 1/18 a hand.

>>> game = new(deal="K Q")
>>> for move in ("raise", "call"):
...     game.play(move)
>>> game.scores()
[2, -2]
"""

from dataclasses import dataclass
from typing import Any

from cardcore._core import Game
from cardcore.toy_games import new_toy_poker

__all__ = ["Rules", "new"]


@dataclass(frozen=True)
class Rules:
    """There are no rules to choose."""


def new(
    rules: Rules | None = None,
    *,
    players: int | None = None,
    seed: int | None = None,
    deal: Any = None,
    **options: Any,
) -> Game:
    """Start a hand.

    Parameters
    ----------
    rules
        There are none to choose.
    players
        Two.
    seed
        The seed of the deal.
    deal
        The cards instead, see :func:`cardcore.toy_games.new_toy_poker`.
    **options
        None.
    """
    return new_toy_poker("kuhn", seed, deal, {"players": players, **options})
