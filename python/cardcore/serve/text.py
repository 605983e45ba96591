"""Names and chat: plain text that is short, can be shown, and cannot disturb its surroundings."""

import unicodedata
from typing import Any

from cardcore.serve.errors import RequestError

__all__ = ["LONGEST_LINE", "LONGEST_NAME", "clean_line", "clean_name"]

#: The most characters of a name.
LONGEST_NAME = 24

#: The most characters of a line of chat.
LONGEST_LINE = 200


def clean_name(text: Any) -> str:
    """Read a name.

    Raises
    ------
    RequestError
        If it is not one.

    Examples
    --------
    >>> clean_name("  Ann   Bo ")
    'Ann Bo'
    """
    return _checked("name", text, LONGEST_NAME)


def clean_line(text: Any) -> str:
    """Read a line of chat.

    Raises
    ------
    RequestError
        If it is empty, too long, or has signs that cannot be shown.
    """
    return _checked("chat", text, LONGEST_LINE)


def _checked(what: str, text: Any, longest: int) -> str:
    if not isinstance(text, str):
        raise RequestError("malformed", f"{what}: expected text, found {type(text).__name__}")
    # Four bytes is the most that a character takes: what is longer is not looked at.
    if len(text) > 4 * longest:
        raise RequestError("malformed", f"{what}: expected at most {longest} characters")
    cleaned = " ".join(unicodedata.normalize("NFC", text).split())
    if not cleaned:
        raise RequestError("malformed", f"{what}: expected some text, found none")
    if len(cleaned) > longest:
        found = len(cleaned)
        raise RequestError(
            "malformed", f"{what}: expected at most {longest} characters, found {found}"
        )
    # Controls, and marks that turn the direction of what stands beside them.
    if any(unicodedata.category(sign).startswith("C") for sign in cleaned):
        raise RequestError("malformed", f"{what}: expected text that can be shown")
    return cleaned
