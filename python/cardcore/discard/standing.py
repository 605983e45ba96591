"""The best discards of all hands against an opponent who stands pat."""

from cardcore._core import PatShowdowns, PatStrategy

__all__ = ["strategy"]

#: So many showdowns are counted one by one sooner than all there are.
_FEW = 8

#: The strategy, once it is found: three megabytes.
_found: list[PatStrategy] = []


def strategy(hands: int, threads: int | None) -> PatStrategy | None:
    """Give the best discards of all hands, or nothing: for a few hands they are not sought."""
    if not _found and hands > _FEW:
        _found.append(PatShowdowns(threads=threads).strategy())
    return _found[0] if _found else None
