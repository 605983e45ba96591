"""Leduc poker: six cards, two rounds, two raises in each.

Two players ante 1 and get one of six cards, two each of three ranks. A player calls (or checks),
raises by 2 in the first round and 4 in the second, or folds to a raise. Between the rounds a card
is turned up. A pair with it wins, otherwise the higher card.

>>> game = new(deal="Q K Q")
>>> for move in ("call", "raise", "call", "raise", "call"):
...     game.play(move)
>>> game.scores()
[7, -7]
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
    return new_toy_poker("leduc", seed, deal, {"players": players, **options})
