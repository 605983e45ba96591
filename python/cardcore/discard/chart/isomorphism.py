"""Hands that differ only in the names of their suits, or in which of equal wild cards they have."""

from collections.abc import Sequence

__all__ = ["class_key"]

#: The first card from which on the suit of a wild card matters, in natural royal flushes.
_TEN = 32

_JOKER = 52

_DEUCES = frozenset(range(4))

_SUIT_NAMES = [
    (a, b, c, 6 - a - b - c)
    for a in range(4)
    for b in range(4)
    for c in range(4)
    if len({a, b, c, 6 - a - b - c}) == 4
]


def class_key(hand: Sequence[int], wild: frozenset[int]) -> tuple[int, ...]:
    """Return the same for all hands of a class.

    All that matters of wild cards below the ten and of the joker is their number, and, if all
    deuces are wild, that of the deuces.

    >>> wild = frozenset({4, 5, 38, 39})  # 3c, 3d and the one-eyed jacks
    >>> class_key([4, 9, 20, 38, 51], wild) == class_key([5, 8, 21, 39, 50], wild)
    True
    """
    deuces = wild >= _DEUCES

    def shown(card: int) -> int:
        if card in wild and (card < _TEN or card == _JOKER):
            return -2 if deuces and card in _DEUCES else -1
        return card

    def renamed(card: int, names: tuple[int, int, int, int]) -> int:
        return card if card < 0 or card == _JOKER else card - card % 4 + names[card % 4]

    cards = [shown(card) for card in hand]
    symmetries = [names for names in _SUIT_NAMES if {renamed(card, names) for card in wild} == wild]
    return min(tuple(sorted(renamed(card, names) for card in cards)) for names in symmetries)
