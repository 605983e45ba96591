"""Names and chat messages: short plain text that can be displayed and can't disturb the page."""

import unicodedata
from typing import Any

from cardcore.phrases import Phrase
from cardcore.serve.errors import RequestError

__all__ = ["LONGEST_LINE", "LONGEST_NAME", "clean_line", "clean_name"]

#: The most characters of a name.
LONGEST_NAME = 24

#: The most characters of a chat message.
LONGEST_LINE = 200


def clean_name(text: Any) -> str:
    """Read a name, with single spaces between its words.

    Raises
    ------
    RequestError
        If it is empty, too long, or can't be displayed.

    Examples
    --------
    >>> clean_name("  Ann   Bo ")
    'Ann Bo'
    """
    return _clean("name", text, LONGEST_NAME)


def clean_line(text: Any) -> str:
    """Read a chat message.

    Raises
    ------
    RequestError
        If it is empty, too long, or can't be displayed.
    """
    return _clean("message", text, LONGEST_LINE)


def _clean(what: str, text: Any, longest: int) -> str:
    if not isinstance(text, str):
        raise RequestError("malformed", f"{what}: expected text, found {type(text).__name__}")
    named = Phrase(what)
    too_long = Phrase(
        "This {what} is too long: use at most {longest} characters.", what=named, longest=longest
    )
    # Spaces don't count, but text that is mostly spaces isn't worth normalizing.
    if len(text) > 4 * longest:
        raise RequestError("malformed", too_long)
    cleaned = " ".join(unicodedata.normalize("NFC", text).split())
    if not cleaned:
        raise RequestError("malformed", Phrase("Please enter a {what}.", what=named))
    if len(cleaned) > longest:
        raise RequestError("malformed", too_long)
    # Category C has control characters and marks that change the direction of the text around.
    if any(unicodedata.category(character).startswith("C") for character in cleaned):
        message = Phrase("This {what} has characters that can't be displayed.", what=named)
        raise RequestError("malformed", message)
    return cleaned
