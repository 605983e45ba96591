"""The best discard of every hand against an opponent who stands pat."""

from cardcore._core import PatShowdowns, PatStrategy

__all__ = ["strategy"]

#: Up to this many hands, counting each showdown is faster than solving for all hands.
_MAX_SEPARATE_HANDS = 8

#: The strategy once it is solved: three megabytes.
_solved: list[PatStrategy] = []


def strategy(hands: int, threads: int | None) -> PatStrategy | None:
    """Return the best discards of all hands; ``None`` if solving isn't worth it for so few hands.

    Parameters
    ----------
    hands
        The number of hands to be looked up.
    threads
        The number of threads; by default, one per core.
    """
    if not _solved and hands > _MAX_SEPARATE_HANDS:
        _solved.append(PatShowdowns(threads=threads).strategy())
    return _solved[0] if _solved else None
