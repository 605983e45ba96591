"""The best discards of all hands against an opponent who stands pat."""

from cardcore._core import Standing, StandingStrategy

__all__ = ["strategy"]

#: So many showdowns are counted one by one sooner than all there are.
_FEW = 8

#: The strategy, once it is found: three megabytes.
_found: list[StandingStrategy] = []


def strategy(hands: int, threads: int | None) -> StandingStrategy | None:
    """Give the best discards of all hands, or nothing: for a few hands they are not sought."""
    if not _found and hands > _FEW:
        _found.append(Standing(threads=threads).strategy())
    return _found[0] if _found else None
