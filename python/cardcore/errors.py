"""The exceptions of cardcore.

Every message says what was wrong, where, and what was expected. A call that raises one of them
changes nothing.
"""

__all__ = ["CardcoreError", "IllegalMoveError", "ParseError"]


class CardcoreError(Exception):
    """Anything that cardcore itself raises."""


class ParseError(CardcoreError, ValueError):
    """Input that cannot be read: text, numbers or arrays that are not cards, moves or records."""


class IllegalMoveError(CardcoreError, ValueError):
    """A move that the rules don't allow; the game is unchanged."""
