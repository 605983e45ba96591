"""Counts with nouns, for sentences."""

__all__ = ["count"]


def count(number: int, noun: str) -> str:
    """Format a count with its noun.

    >>> count(1, "move"), count(1200, "move")
    ('1 move', '1,200 moves')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
