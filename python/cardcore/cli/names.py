"""Names that people type, and what they may have meant."""

from collections.abc import Sequence
from difflib import get_close_matches

from cardcore import ParseError


def meant(name: str, known: Sequence[str]) -> str:
    """Ask for the closest known name, to be put after a message; nothing if none is close.

    >>> meant("gredy", ["random", "greedy"])
    "; did you mean 'greedy'?"
    """
    close = get_close_matches(name, known, n=1)
    return f"; did you mean '{close[0]}'?" if close else ""


def split_names(option: str, text: str) -> list[str]:
    """Read names with commas between them.

    Raises
    ------
    ParseError
        If one is empty or cannot be shown; the message says which.
    """
    names = [name.strip() for name in text.split(",")]
    for place, name in enumerate(names, start=1):
        if not name or not name.isprintable():
            raise ParseError(
                f"{option}, name {place} of {len(names)}: expected a name, found {name!r}"
            )
    return names
