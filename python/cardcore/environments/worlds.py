"""A whole course of a game that a seat cannot tell from the one it is in: all cards, all moves.

What is hidden now comes from the view's own ``sample``. How it came to be there is made up to fit:
of the cards that others may have passed or thrown away, all are equally likely.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from cardcore.environments.dealing import Group
from cardcore.environments.recall import card_text
from cardcore.environments.tree import tree

__all__ = ["imagine"]


def imagine(
    view: Any, deck: Sequence[str], drawn: Sequence[Group], random: Random
) -> tuple[list[Group], list[str]]:
    """Make up a course of the game that the viewer cannot tell from the real one.

    Parameters
    ----------
    view
        What a seat may know, in a game with hidden cards that are all left to chance.
    deck
        The cards.
    drawn
        The groups of cards that were drawn since the game began; those of others are not looked at,
        but for their number.
    random
        Where chances come from.

    Returns
    -------
    list of Group, list of str
        The groups of cards that are dealt, in order, and the moves in full.
    """
    sampled = view.sample(seed=random.getrandbits(63))
    hands = [{*map(card_text, sampled.view(seat).hand)} for seat in range(sampled.seats)]
    moves = [heard for _, heard in view.history]
    groups = tree(view.name).undo(view, deck, drawn, hands, moves, random)
    dealt = [tuple(sorted(map(deck.index, hand))) for hand in hands]
    return [*dealt, *groups], moves
