"""The exceptions of cardcore.

All of them say what was wrong, where, and what was expected, and nothing is changed by the call
that raises them.
"""

__all__ = ["CardcoreError", "IllegalMoveError", "ParseError"]


class CardcoreError(Exception):
    """Anything that cardcore itself raises."""


class ParseError(CardcoreError, ValueError):
    """Input that cannot be read: text, numbers or arrays that are not cards, moves or records."""


class IllegalMoveError(CardcoreError, ValueError):
    """A move that the rules refuse; the game is as it was before."""
