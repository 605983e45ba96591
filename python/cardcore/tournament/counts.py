"""The sums of a tournament, by batches of deals.

Intervals are estimated from the results of whole batches (batch means). There are up to 63 batches:
they have one deal each for fewer than 64 deals, and double in size whenever there are 64. All sums
are integers, so they do not depend on the order in which games were played.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Tally
from cardcore.tournament.line_ups import LineUp

__all__ = ["MAX_BATCHES", "Counts"]

#: When there are this many batches, they are merged in pairs.
MAX_BATCHES = 64


class Counts:
    """The results so far.

    Parameters
    ----------
    line_ups
        The lineups: all of them play every deal.
    bots
        The number of bots.
    low_score_wins
        Whether a lower score is better.
    """

    def __init__(self, line_ups: Sequence[LineUp], bots: int, low_score_wins: bool) -> None:
        self.line_ups = line_ups
        self.low_score_wins = low_score_wins
        self.size: int = 1
        """The number of deals in a batch."""
        self.deals = 0
        """The number of complete deals."""
        of_pairs, of_bots = (MAX_BATCHES, bots, bots), (MAX_BATCHES, bots)
        self.margins: NDArray[Any] = np.zeros(of_pairs, dtype=object)
        """By batch and pair, the total margin of the first bot over the second."""
        self.points: NDArray[Any] = np.zeros(of_pairs, dtype=object)
        """By batch and pair, 2 for every game that the first bot won, 1 for every tie."""
        self.totals: NDArray[Any] = np.zeros(of_bots, dtype=object)
        """By batch and bot, the sum of its scores."""
        self.firsts: NDArray[Any] = np.zeros(of_bots, dtype=object)
        """By batch and bot, its first places in parts of ``FIRST_PLACE``; a shared one is split."""
        self.comparisons: NDArray[np.int64] = np.zeros((bots, bots), dtype=np.int64)
        """By pair, the number of comparisons per deal."""
        self.seats: NDArray[np.int64] = np.zeros(bots, dtype=np.int64)
        """By bot, the number of scores per deal."""
        for line_up in line_ups:
            of_bot = np.bincount(line_up, minlength=bots)
            self.seats += len(line_up) * of_bot
            self.comparisons += len(line_up) * np.outer(of_bot, of_bot)
        np.fill_diagonal(self.comparisons, 0)

    @property
    def batches(self) -> int:
        """The number of whole batches."""
        return self.deals // self.size

    def make_room(self, deals: int) -> None:
        """Enlarge the batches so that they can hold this many deals."""
        while deals // self.size >= MAX_BATCHES:
            for name in ("margins", "points", "totals", "firsts"):
                sums = getattr(self, name)
                joined = sums[0::2] + sums[1::2]
                setattr(self, name, np.concatenate([joined, np.zeros_like(joined)]))
            self.size *= 2

    def count(self, number: int, first: int, scores: NDArray[np.int64]) -> None:
        """Count games of a lineup.

        Parameters
        ----------
        number
            The number of the lineup.
        first
            The number of the first deal.
        scores
            A row per game and a column per player of the lineup; all games of every deal.
        """
        line_up = self.line_ups[number]
        seats = len(line_up)
        end = first + len(scores) // seats
        for start in range(first - first % self.size, end, self.size):
            rows = scores[max(start - first, 0) * seats : (start + self.size - first) * seats]
            tally = Tally.of_scores(rows, self.low_score_wins)
            self._add(line_up, start // self.size, tally)

    def _add(self, line_up: LineUp, batch: int, tally: Tally) -> None:
        """Add the games of one lineup to a batch, by bot."""
        totals, firsts, wins = tally.totals, tally.firsts, tally.wins
        good = [-total for total in totals] if self.low_score_wins else totals
        for index, bot in enumerate(line_up):
            self.totals[batch, bot] += totals[index]
            self.firsts[batch, bot] += firsts[index]
            for other_index, other in enumerate(line_up):
                if other != bot:
                    points = tally.games + wins[index][other_index] - wins[other_index][index]
                    self.margins[batch, bot, other] += good[index] - good[other_index]
                    self.points[batch, bot, other] += points

    def error(self, sums: NDArray[Any], per_deal: int) -> float:
        """Return the standard error of a mean, with this many values in every deal.

        One is added to the squared deviations, so that a few equal batches don't look certain.
        """
        variance = (self._spread(sums) / self.batches + 1) / (self.batches - 1) / self.batches
        return math.sqrt(variance) / (self.size * max(per_deal, 1))

    def skewness(self, sums: NDArray[Any]) -> float:
        """Return the skewness of the sums of batches."""
        whole = [int(value) for value in sums[: self.batches]]
        total, count = sum(whole), self.batches
        # Integer deviations from the mean avoid cancellation.
        cubes = sum((count * value - total) ** 3 for value in whole)
        deviation = math.sqrt((self._spread(sums) / count + 1) / max(count - 1, 1))
        return cubes / count**4 / deviation**3

    def _spread(self, sums: NDArray[Any]) -> int:
        """Return n·Σx² − (Σx)² over the sums of whole batches."""
        whole = [int(value) for value in sums[: self.batches]]
        return self.batches * sum(value * value for value in whole) - sum(whole) ** 2
