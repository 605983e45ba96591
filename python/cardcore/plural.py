"""Numbers with nouns, in sentences for people."""

__all__ = ["count"]


def count(number: int, noun: str) -> str:
    """Count things.

    >>> count(1, "move"), count(1200, "move")
    ('1 move', '1,200 moves')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
