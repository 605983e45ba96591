"""Schedules: the lineups of a tournament.

A lineup assigns a bot, given by its number, to every seat. With two seats there is no choice: the
schedule has all pairings of two bots. With more seats there are two schedules.

- *All against all*: every choice of as many different bots as there are seats. All pairs of bots
  play in the same games as others. It needs as many bots as seats, and the number of lineups soon
  becomes very large.
- *Round robin*: for every two bots, the first against the second in all other seats, and vice
  versa. It needs two bots, measures which of them is better against uniform opponents, and has two
  lineups for every pair, whatever the number of seats.

The default is all against all as long as that takes no more lineups than a round robin.
"""

import math
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Final, TypeAlias

__all__ = [
    "ALL_AGAINST_ALL",
    "MAX_LINE_UPS",
    "ROUND_ROBIN",
    "SCHEDULES",
    "LineUp",
    "choose_line_ups",
]

#: The bot of every seat, by its number.
LineUp: TypeAlias = tuple[int, ...]

ROUND_ROBIN: Final = "round robin"
ALL_AGAINST_ALL: Final = "all against all"

#: The schedules.
SCHEDULES: Final = (ROUND_ROBIN, ALL_AGAINST_ALL)

#: The maximum number of lineups.
MAX_LINE_UPS: Final = 10_000


def choose_line_ups(
    bots: int, seats: int, schedule: str | None = None
) -> tuple[str, Sequence[LineUp]]:
    """Choose the lineups of a tournament.

    Parameters
    ----------
    bots
        The number of bots.
    seats
        The number of seats in a game.
    schedule
        One of `SCHEDULES`; by default, the one with fewer lineups.

    Returns
    -------
    tuple[str, Sequence[LineUp]]
        The schedule, and the lineups.

    Raises
    ------
    ValueError
        If the schedule is unknown, or not possible with this many bots.

    Examples
    --------
    >>> choose_line_ups(3, 2)
    ('round robin', [(0, 1), (0, 2), (1, 2)])
    >>> choose_line_ups(2, 4)
    ('round robin', [(0, 1, 1, 1), (1, 0, 0, 0)])
    >>> choose_line_ups(4, 3)
    ('all against all', [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)])
    """
    if schedule is not None and schedule not in SCHEDULES:
        raise ValueError(f"schedule: expected one of {', '.join(SCHEDULES)}, found {schedule!r}")
    if bots < 2:
        raise ValueError(f"bots: expected at least 2, found {bots}")
    if schedule == ALL_AGAINST_ALL and bots < seats:
        raise ValueError(
            f"bots: expected at least {seats} for all against all, one per seat, found {bots}"
        )
    if seats == 2:
        schedule = schedule or ROUND_ROBIN
        count = math.comb(bots, 2)
    else:
        tables = math.comb(bots, seats)
        if schedule is None:
            few = 0 < tables <= bots * (bots - 1)
            schedule = ALL_AGAINST_ALL if few else ROUND_ROBIN
        count = tables if schedule == ALL_AGAINST_ALL else bots * (bots - 1)
    if count > MAX_LINE_UPS:
        raise ValueError(
            f"bots: {bots} of them make {count:,} line-ups, expected at most {MAX_LINE_UPS:,}"
        )
    if seats == 2 or schedule == ALL_AGAINST_ALL:
        return schedule, list(combinations(range(bots), seats))
    return schedule, [(one, *[other] * (seats - 1)) for one, other in permutations(range(bots), 2)]
