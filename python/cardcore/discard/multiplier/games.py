"""The games of Ultimate X: their names, and the multipliers of the machines.

The multipliers are those that the Wizard of Odds has published.

>>> name = multiplier_name("ultimate-x-jacks-or-better-8-6-10-play")
>>> name.paytable, name.hands
('jacks-or-better-8-6', 10)
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast, get_args

from cardcore.discard.names import PAYTABLES, MultiplierGameName, PaytableName, canonical

__all__ = ["MULTIPLIER_GAMES", "MultiplierName", "multiplier_name", "multiplier_of", "title"]

#: The games by number of lines: multipliers of the hands, and of four of a kind by rank.
_COMMON = {"full house": 12, "three of a kind": 4, "two pair": 3, "pair": 2}
_LINES = (1, 3, 5, 10)


def _jacks(hands: int) -> dict[str, int]:
    top = {1: 2, 3: 2, 5: 2, 10: 7}[hands]
    four = {1: 2, 3: 2, 5: 3, 10: 3}[hands]
    flush = 10 if hands == 1 else 11
    return _COMMON | {"flush": flush, "straight": 7, "four": four, "straight flush": top}


def _bonus(hands: int, flush: int) -> dict[str, int]:
    top = {3: 2, 5: 2, 10: 4}[hands]
    four = {3: 2, 5: 3, 10: 3}[hands]
    return _COMMON | {
        "flush": flush,
        "straight": 8,
        "four": four,
        "four twos to fours": top,
        "four aces": top,
        "straight flush": top,
    }


def _triple(hands: int) -> dict[str, int]:
    return _COMMON | {"flush": 10, "straight": 8, "four": 2, "straight flush": 2}


def _deuces(hands: int) -> dict[str, int]:
    top = {3: 2, 5: 2, 10: 4}[hands]
    return {
        "three of a kind": 2,
        "straight": 3,
        "flush": 5,
        "full house": 5,
        "four of a kind": 7,
        "straight flush": 12,
        "five of a kind": {3: 2, 5: 3, 10: 3}[hands],
        "wild royal": top,
        "four deuces": top,
        "natural royal": top,
    }


def _table(paytable: str, hands: int) -> dict[str, int] | None:
    """Return the multipliers of a game, or ``None`` if it is not known for this number of lines."""
    if hands not in _LINES:
        return None
    if paytable.startswith(("jacks", "tens", "bonus-deluxe", "all-american")):
        return _jacks(hands)
    if hands == 1:
        return None
    if paytable.startswith("bonus"):
        return _bonus(hands, 11)
    if paytable.startswith("double"):
        return _bonus(hands, 10)
    if paytable.startswith("triple-double"):
        return _triple(hands)
    if paytable.startswith("deuces-wild"):
        return _deuces(hands)
    return None


@dataclass(frozen=True)
class MultiplierName:
    """The parts of the name of a multiplier game."""

    paytable: PaytableName
    hands: int
    multipliers: Mapping[str, int]


#: The names of the multiplier games that :func:`solve` knows.
MULTIPLIER_GAMES: tuple[MultiplierGameName, ...] = get_args(MultiplierGameName)


def multiplier_name(name: str) -> MultiplierName | None:
    """Read the name of a multiplier game; ``None`` if it does not look like one.

    Raises
    ------
    ValueError
        If there is no such game.
    """
    match = re.fullmatch(r"ultimate[- ]?x[- ](.+?)(?:[- ](\d+)[- ]play)?", name.strip().lower())
    if match is None:
        return None
    paytable, hands = canonical(match[1]), int(match[2] or 1)
    table = _table(paytable, hands) if paytable in PAYTABLES else None
    if table is None:
        raise ValueError(
            f"unknown multiplier game '{name}', expected ultimate-x- with the name of a paytable, "
            "and -3-play, -5-play or -10-play for several lines"
        )
    return MultiplierName(cast(PaytableName, paytable), hands, table)


def multiplier_of(outcome: str, table: Mapping[str, int], pays: bool) -> int:
    """Return the multiplier that an outcome gives: the entry with the longest matching name."""
    if not pays:
        return 1
    name = "straight flush" if outcome == "royal flush" else outcome
    if "pair of" in name or name.endswith("or better"):
        return table["pair"]
    found = [
        key
        for key in table
        if name == key or name.startswith(key + " ") or name.startswith(key + ",")
    ]
    return table[max(found, key=len)]


def title(game: MultiplierName) -> str:
    """Return the name of a game."""
    lines_text = "" if game.hands == 1 else f"-{game.hands}-play"
    return f"ultimate-x-{game.paytable}{lines_text}"
