"""Which bots meet.

A line-up says who plays one arena, a bot per seat; bots are named by their number. Two seats leave
no choice: every two bots meet. With more seats there are two ways.

- *All against all*: every choice of as many different bots as there are seats. All pairs meet at
  the same tables, in company. It needs as many bots as seats, and the line-ups soon are very many.
- *Round robin*: for every two bots, one of the first against the second in all other seats, and the
  other way round. It needs two bots, asks who is better in a uniform company, and has two line-ups
  for every pair, however many seats there are.

Unless told otherwise, all play against all as long as that takes no more line-ups than a round
robin.
"""

import math
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Final, TypeAlias

__all__ = [
    "ALL_AGAINST_ALL",
    "MOST_LINE_UPS",
    "ROUND_ROBIN",
    "SCHEDULES",
    "LineUp",
    "choose_line_ups",
]

#: The bot of every seat, by its number.
LineUp: TypeAlias = tuple[int, ...]

ROUND_ROBIN: Final = "round robin"
ALL_AGAINST_ALL: Final = "all against all"

#: The ways to choose line-ups.
SCHEDULES: Final = (ROUND_ROBIN, ALL_AGAINST_ALL)

#: More line-ups than this are nobody's intention.
MOST_LINE_UPS: Final = 10_000


def choose_line_ups(bots: int, seats: int, way: str | None = None) -> tuple[str, Sequence[LineUp]]:
    """Choose the line-ups of a tournament.

    Parameters
    ----------
    bots
        How many bots there are.
    seats
        How many of them, the same or different ones, play a game.
    way
        One of `SCHEDULES`; chosen by their numbers of line-ups if not given.

    Returns
    -------
    tuple[str, Sequence[LineUp]]
        The way, and the line-ups.

    Raises
    ------
    ValueError
        If there is no such way, or not with so many bots.

    Examples
    --------
    >>> choose_line_ups(3, 2)
    ('round robin', [(0, 1), (0, 2), (1, 2)])
    >>> choose_line_ups(2, 4)
    ('round robin', [(0, 1, 1, 1), (1, 0, 0, 0)])
    >>> choose_line_ups(4, 3)
    ('all against all', [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)])
    """
    if way is not None and way not in SCHEDULES:
        raise ValueError(f"schedule: expected one of {', '.join(SCHEDULES)}, found {way!r}")
    if bots < 2:
        raise ValueError(f"bots: expected at least 2, found {bots}")
    if way == ALL_AGAINST_ALL and bots < seats:
        raise ValueError(
            f"bots: expected at least {seats} for all against all, one per seat, found {bots}"
        )
    if seats == 2:
        way = way or ROUND_ROBIN
        count = math.comb(bots, 2)
    else:
        tables = math.comb(bots, seats)
        if way is None:
            few = 0 < tables <= bots * (bots - 1)
            way = ALL_AGAINST_ALL if few else ROUND_ROBIN
        count = tables if way == ALL_AGAINST_ALL else bots * (bots - 1)
    if count > MOST_LINE_UPS:
        raise ValueError(
            f"bots: {bots} of them make {count:,} line-ups, expected at most {MOST_LINE_UPS:,}"
        )
    if seats == 2 or way == ALL_AGAINST_ALL:
        return way, list(combinations(range(bots), seats))
    return way, [(one, *[other] * (seats - 1)) for one, other in permutations(range(bots), 2)]
