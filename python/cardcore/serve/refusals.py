"""Errors of rules, moves and hands as phrases.

The core and the rules write their errors in English. Those about rules that a visitor can choose in
the lobby are read back into their patterns, so that a catalog can translate them. All others become
a phrase that says less in another language, but says it.
"""

import re
from functools import cache

from cardcore.phrases import Phrase

__all__ = ["RULES", "hand_error", "move_error", "rules_error"]

#: The patterns of what can be wrong with rules; ``option`` and ``other`` are names of rules.
RULES = (
    "{option} requires {other}",
    "{option} and {other} exclude each other",
    "{option} {value}: expected {low} to {high}",
    "{option} = {value}: expected {low} to {high}",
    "{option}: expected a whole number from {low} to {high}, found {value}",
    "{option}: expected at most {high} here, found {value}",
    "{option}: expected {low} to {high}, found {value}",
    "players = {value}: expected at most one for each of the {cards} cards",
    "target = {value}: expected 1 to {high}, or none for one deal",
    "{suits} suits of {values} values: expected at most {most} cards",
    "{cards} cards from {low} to {high}: expected low <= high, fewer than 2**32 values, and sums "
    "that fit in 64 bits",
    "kinds: expected 'one card' among them, so that the leader always has a move",
    "exchanged = 0, trade = '{trade}': expected at least one card, or trade = 'none'",
    "expected at most {most} seats, found {seats}",
)


@cache
def _matchers() -> list[tuple[str, re.Pattern[str]]]:
    """Make an expression of every pattern, with a group for every name."""
    return [
        (pattern, re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[-\\w ]+?)", re.escape(pattern))))
        for pattern in RULES
    ]


def rules_error(text: str) -> Phrase:
    """Make a phrase of what is wrong with rules.

    >>> rules_error("swaps requires splits").pattern
    '{option} requires {other}'
    >>> rules_error("seven of nine")
    'seven of nine'
    """
    for pattern, matcher in _matchers():
        if found := matcher.fullmatch(text):
            values = {
                name: Phrase(value) if name in ("option", "other") else value
                for name, value in found.groupdict().items()
            }
            return Phrase(pattern, **values)
    return Phrase("{rules_error}", rules_error=text)


def move_error(text: str) -> Phrase:
    """Make a phrase of what is wrong with a move."""
    return Phrase("{move_error}", move_error=text)


def hand_error(text: str) -> Phrase:
    """Make a phrase of what is wrong with cards that somebody gave."""
    return Phrase("{hand_error}", hand_error=text)
