"""Tiny games for tests and for comparisons with other frameworks: Kuhn and Leduc poker.

They are not among :func:`cardcore.games`; see :func:`cardcore.registry.toy_games`.
"""

from collections.abc import Sequence
from typing import Any

from cardcore import _core
from cardcore._core import Game

__all__ = ["new_toy_poker"]

_RANKS = "JQK"


def new_toy_poker(name: str, seed: int | None, deal: Any, options: dict[str, Any]) -> Game:
    """Start a hand of a toy game.

    Parameters
    ----------
    name
        ``"kuhn"`` or ``"leduc"``.
    seed
        The seed.
    deal
        The cards of both seats and, in Leduc poker, the one that is turned up: ``"K Q J"``.
    options
        Anything else, which is refused: there are no rules to choose.

    Raises
    ------
    TypeError
        If there are options, or the deal is not text or a list of texts.
    ValueError
        If there are no such cards.
    """
    for option, value in options.items():
        if value is not None and not (option == "players" and value == 2):
            raise TypeError(f"{option}: {name} has no such rule")
    if deal is None:
        return _core.new_toy_poker(name, seed=seed, deal=None)
    cards = deal.split() if isinstance(deal, str) else deal
    if not isinstance(cards, Sequence):
        raise TypeError(f"deal: expected cards, found {deal!r}")
    for card in cards:
        if card not in tuple(_RANKS):
            raise ValueError(f"deal: expected cards of {', '.join(_RANKS)}, found {card!r}")
    return _core.new_toy_poker(name, seed=seed, deal=[_RANKS.index(card) for card in cards])
