"""The sums of a tournament, by batches of deals.

Results of whole batches are what intervals are estimated from. There are up to 63 of them: batches
hold one deal as long as there are fewer than 64 deals, and grow to twice their size when there are
as many batches. All sums are whole numbers, so they do not depend on the order in which games were
played.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Tally
from cardcore.tournament.line_ups import LineUp

__all__ = ["MOST_BATCHES", "Counts"]

#: When a tournament has as many batches, they are joined two by two.
MOST_BATCHES = 64


class Counts:
    """What has been played so far.

    Parameters
    ----------
    line_ups
        Who plays: all line-ups play every deal.
    bots
        How many bots there are.
    low_score_wins
        Whether a lower score is the better one.
    """

    def __init__(self, line_ups: Sequence[LineUp], bots: int, low_score_wins: bool) -> None:
        self.line_ups = line_ups
        self.low_score_wins = low_score_wins
        self.size = 1
        """Deals of a batch."""
        self.deals = 0
        """Deals that are played in full."""
        of_pairs, of_bots = (MOST_BATCHES, bots, bots), (MOST_BATCHES, bots)
        self.margins = np.zeros(of_pairs, dtype=object)
        """By batch and pair, by how much the first scored better, in all games."""
        self.points = np.zeros(of_pairs, dtype=object)
        """By batch and pair, 2 for every game in which the first scored better, 1 for a tie."""
        self.totals = np.zeros(of_bots, dtype=object)
        """By batch and bot, the sum of its scores."""
        self.firsts = np.zeros(of_bots, dtype=object)
        """By batch and bot, its first places in parts of ``FIRST_PLACE``; a shared one is split."""
        self.meetings = np.zeros((bots, bots), dtype=np.int64)
        """By pair, how often it is compared in a deal."""
        self.seats = np.zeros(bots, dtype=np.int64)
        """By bot, how many scores it has in a deal."""
        for line_up in line_ups:
            of_bot = np.bincount(line_up, minlength=bots)
            self.seats += len(line_up) * of_bot
            self.meetings += len(line_up) * np.outer(of_bot, of_bot)
        np.fill_diagonal(self.meetings, 0)

    @property
    def batches(self) -> int:
        """Count the whole batches."""
        return self.deals // self.size

    def make_room(self, deals: int) -> None:
        """Let batches be as large as so many deals want them."""
        while deals // self.size >= MOST_BATCHES:
            for name in ("margins", "points", "totals", "firsts"):
                sums = getattr(self, name)
                joined = sums[0::2] + sums[1::2]
                setattr(self, name, np.concatenate([joined, np.zeros_like(joined)]))
            self.size *= 2

    def count(self, number: int, first: int, scores: NDArray[np.int64]) -> None:
        """Count games of a line-up.

        Parameters
        ----------
        number
            The number of the line-up.
        first
            The number of the first deal.
        scores
            A row per game and a column per player of the line-up; all games of every deal.
        """
        line_up = self.line_ups[number]
        seats = len(line_up)
        end = first + len(scores) // seats
        for start in range(first - first % self.size, end, self.size):
            rows = scores[max(start - first, 0) * seats : (start + self.size - first) * seats]
            tally = Tally.of_scores(rows, self.low_score_wins)
            self._add(line_up, start // self.size, tally)

    def _add(self, line_up: LineUp, batch: int, tally: Tally) -> None:
        """Add the games of one line-up to a batch, by bot."""
        totals, firsts, wins = tally.totals, tally.firsts, tally.wins
        good = [-total for total in totals] if self.low_score_wins else totals
        for place, bot in enumerate(line_up):
            self.totals[batch, bot] += totals[place]
            self.firsts[batch, bot] += firsts[place]
            for at, other in enumerate(line_up):
                if other != bot:
                    points = tally.games + wins[place][at] - wins[at][place]
                    self.margins[batch, bot, other] += good[place] - good[at]
                    self.points[batch, bot, other] += points

    def error(self, sums: NDArray[Any], per_deal: int) -> float:
        """Give the standard error of the mean of what there are so many of in every deal.

        One is added to the squares of the batches, so that a few equal ones prove nothing.
        """
        variance = (self._spread(sums) / self.batches + 1) / (self.batches - 1) / self.batches
        return math.sqrt(variance) / (self.size * max(per_deal, 1))

    def skewness(self, sums: NDArray[Any]) -> float:
        """Give how lopsided the sums of batches are."""
        whole = [int(value) for value in sums[: self.batches]]
        total, count = sum(whole), self.batches
        # All distances from the mean as whole numbers: no cancellation.
        cubes = sum((count * value - total) ** 3 for value in whole)
        deviation = math.sqrt((self._spread(sums) / count + 1) / max(count - 1, 1))
        return cubes / count**4 / deviation**3

    def _spread(self, sums: NDArray[Any]) -> int:
        """Give n·Σx² − (Σx)² over the sums of whole batches."""
        whole = [int(value) for value in sums[: self.batches]]
        return self.batches * sum(value * value for value in whole) - sum(whole) ** 2
