"""The result of a tournament: ratings, means and a cross table."""

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from decimal import Decimal
from typing import Any

import numpy as np

from cardcore._core import FIRST_PLACE, student
from cardcore.result_table import ResultTable
from cardcore.tournament.counts import Counts
from cardcore.tournament.line_ups import LineUp
from cardcore.tournament.ratings import rate
from cardcore.tournament.scores import Scores
from cardcore.tournament.stopping import is_clear

__all__ = ["BotRating", "Pairing", "RunResult", "Tournament"]

#: The confidence level of intervals.
LEVEL = 0.95


@dataclass(frozen=True)
class BotRating:
    """The result of one bot in all its games."""

    name: str
    """The name of the bot, or of the player's class."""
    rating: float
    """Its rating, in Elo points above the mean of all bots."""
    rating_interval: tuple[float, float] | None
    """The 95% confidence interval of the rating; ``None`` with fewer than two deals."""
    mean: float
    """The mean score per game."""
    interval: tuple[float, float] | None
    """The 95% confidence interval of the mean; ``None`` with fewer than two deals."""
    firsts: float
    """The share of its games in which it came first; shared first places are split."""
    games: int
    """The number of its scores; several per game if it has several seats."""


@dataclass(frozen=True)
class Pairing:
    """The result of one bot against another in the same games."""

    margin: float
    """The mean margin of its score per game; positive is better, also if low scores win."""
    interval: tuple[float, float] | None
    """The 95% confidence interval of the margin; ``None`` with fewer than two deals."""
    share: float
    """The share of games in which it scored better; ties count half."""
    games: int
    """The number of comparisons of their scores."""
    better: bool | None = None
    """Whether it was decided that it is better, or worse; ``None`` if undecided."""

    @property
    def half(self) -> float | None:
        """The half width of the interval of the margin."""
        return None if self.interval is None else (self.interval[1] - self.interval[0]) / 2

    def __str__(self) -> str:
        half = "" if self.half is None else f" ± {self.half:.3f}"
        return f"{self.margin:+.3f}{half}{'' if self.better is None else ' *'}"


class RunResult:
    """The common part of the results of arenas and tournaments."""

    low_score_wins: bool
    seed: int
    games: int
    seconds: float
    reproducible: bool

    @property
    def games_per_second(self) -> float:
        """The number of games played per second."""
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def seed_text(self) -> str:
        """The seed, and whether it determines the result."""
        by_clock = "" if self.reproducible else " (not reproducible: a bot depends on the clock)"
        return f"seed {self.seed}{by_clock}"

    @property
    def better_text(self) -> str:
        """Which scores are better, in words."""
        return "lower is better" if self.low_score_wins else "higher is better"


@dataclass(frozen=True)
class Tournament(RunResult):
    """The result of a tournament.

    Intervals are 95% confidence intervals from whole batches of deals, by Student's distribution.
    With ``until`` they are a little wider, since the moment of stopping favors narrow ones. With
    ``decide`` they are wider, so that they hold at all interim analyses together.
    """

    game: str
    """The name of the game."""
    low_score_wins: bool
    """Whether a lower score is better."""
    schedule: str
    """The schedule: ``"round robin"`` or ``"all against all"``."""
    line_ups: tuple[LineUp, ...]
    """The bots of every lineup, by their numbers."""
    seed: int
    """The seed of everything random."""
    deals: int
    """The number of deals that every lineup played, each from every seat."""
    games: int
    """The total number of games."""
    seconds: float
    """The duration."""
    bots: tuple[BotRating, ...]
    """One entry per bot, in the order they were given."""
    cross_table: tuple[tuple[Pairing | None, ...], ...]
    """By bot and opponent, the result of the first against the second; ``None`` against itself."""
    until: float | None = None
    """The wanted half width of the intervals of all margins."""
    decide: float | None = None
    """The allowed probability of any wrong decision."""
    reached: bool | None = None
    """Whether the goals ``until`` and ``decide`` were reached; ``None`` if there are none. If so,
    the tournament may have stopped before all games were played."""
    reproducible: bool = True
    """Whether the same seed gives the same result; false if a native bot depends on the clock."""
    scores: Scores | None = field(default=None, repr=False, compare=False)
    """The scores of every game, if they were requested."""

    @property
    def ranking(self) -> tuple[int, ...]:
        """The numbers of the bots, highest rating first."""
        return tuple(sorted(range(len(self.bots)), key=lambda bot: (-self.bots[bot].rating, bot)))

    @property
    def decisions(self) -> tuple[tuple[int, int], ...]:
        """The decided pairs: the better bot, and the worse."""
        return tuple(
            (one, other)
            for one, row in enumerate(self.cross_table)
            for other, pairing in enumerate(row)
            if pairing is not None and pairing.better
        )

    @property
    def played_text(self) -> str:
        """A description of what was played, and why it ended."""
        deals = f"{self.deals:,} deal{'' if self.deals == 1 else 's'}"
        line_ups = f"{len(self.line_ups):,} line-up{'' if len(self.line_ups) == 1 else 's'}"
        ends = {True: "; goal reached", False: "; goal not reached"}
        end = "" if self.reached is None else ends[self.reached]
        return f"{self.schedule}, {line_ups} on {deals}, {self.games:,} games{end}"

    @property
    def margins_text(self) -> str:
        """A description of the margins."""
        decided = "" if self.decide is None else f"; *: decided, wrong at most {self.decide:.2g}"
        return f"margins in points per game, positive is better, with 95% intervals{decided}"

    def to_dict(self) -> dict[str, Any]:
        """Return everything except the scores of single games as JSON values."""
        values = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "scores"}
        values["bots"] = [vars(bot) for bot in self.bots]
        values["cross_table"] = [
            [None if pairing is None else vars(pairing) for pairing in row]
            for row in self.cross_table
        ]
        ranked = {"ranking": self.ranking, "decisions": self.decisions}
        return {**values, **ranked, "games_per_second": self.games_per_second}

    def _tables(self) -> tuple[ResultTable, ResultTable]:
        title = f"{self.game}, {self.played_text}, {self.seed_text}; {self.better_text}"
        headings = ["bot", "rating", "low", "high", "mean", "low", "high", "firsts"]
        rows = []
        for number in self.ranking:
            bot = self.bots[number]
            ratings = (bot.rating, *(bot.rating_interval or (None, None)))
            means = (bot.mean, *(bot.interval or (None, None)))
            rows.append(
                (
                    f"{number} {bot.name}",
                    *(_rounded(rating, 1) for rating in ratings),
                    *(_rounded(mean, 3) for mean in means),
                    _rounded(bot.firsts, 3),
                )
            )
        others = [f"over {number}" for number in self.ranking]
        margins = [
            (f"{number} {self.bots[number].name}", *(self._cell(number, o) for o in self.ranking))
            for number in self.ranking
        ]
        return (
            ResultTable(title, headings, rows),
            ResultTable(self.margins_text, ["bot", *others], margins),
        )

    def _cell(self, one: int, other: int) -> str | None:
        pairing = self.cross_table[one][other]
        return None if pairing is None else str(pairing)

    def __str__(self) -> str:
        return "\n\n".join(table.text() for table in self._tables())

    def _repr_html_(self) -> str:
        return "".join(table.html() for table in self._tables())

    def to_csv(self) -> str:
        """Return one line per bot, with a header; ``margin_0`` is its margin over bot 0."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        numbers = range(len(self.bots))
        writer.writerow(
            [
                *("name", "rating", "rating_low", "rating_high", "mean", "low", "high"),
                *("firsts", "games"),
                *(f"{what}_{number}" for number in numbers for what in _MARGIN),
            ]
        )
        for bot, row in zip(self.bots, self.cross_table, strict=True):
            cells: list[object] = [bot.name, bot.rating, *(bot.rating_interval or ("", ""))]
            cells += [bot.mean, *(bot.interval or ("", "")), bot.firsts, bot.games]
            for pairing in row:
                if pairing is None:
                    cells += [""] * len(_MARGIN)
                else:
                    low, high = pairing.interval or ("", "")
                    cells += [pairing.margin, low, high, pairing.share]
            writer.writerow(cells)
        return text.getvalue()


def _rounded(value: float | None, digits: int) -> Decimal | None:
    return None if value is None else Decimal(f"{value:.{digits}f}")


_MARGIN = ("margin", "margin_low", "margin_high", "share")


@dataclass(frozen=True)
class Summary:
    """The results at one interim analysis."""

    bots: tuple[BotRating, ...]
    cross_table: tuple[tuple[Pairing | None, ...], ...]

    @property
    def widest(self) -> float:
        """The half width of the widest interval of an undecided margin."""
        return max(
            (
                math.inf if pairing.half is None else pairing.half
                for row in self.cross_table
                for pairing in row
                if pairing is not None and pairing.better is None
            ),
            default=0.0,
        )


def summarize(
    counts: Counts, names: Sequence[str], level: float = LEVEL, decided_at: float | None = None
) -> Summary:
    """Compute results from sums.

    Parameters
    ----------
    counts
        The sums.
    names
        The names of the bots.
    level
        The level of all intervals.
    decided_at
        The level of intervals that decide which of two bots is better by excluding 0; by default,
        nothing is decided.
    """
    batches, deals = counts.batches, max(counts.deals, 1)
    quantile = student(level, batches - 1) if batches > 1 else math.inf
    deciding = math.inf
    if decided_at is not None and batches > 1:
        deciding = student(decided_at, batches - 1)

    def interval(mean: float, error: float | None) -> tuple[float, float] | None:
        return None if error is None else (mean - quantile * error, mean + quantile * error)

    known = batches > 1
    points = counts.points.astype(np.float64) / 2
    rated = rate(points.sum(axis=0), points[:batches])
    bots = []
    for number, name in enumerate(names):
        count = int(counts.seats[number]) * counts.deals
        mean = int(counts.totals[:, number].sum()) / max(count, 1)
        per_deal = int(counts.seats[number])
        of_mean = counts.error(counts.totals[:, number], per_deal) if known else None
        of_rating = None if rated.errors is None else float(rated.errors[number])
        rating = float(rated.ratings[number])
        firsts = int(counts.firsts[:, number].sum()) / (FIRST_PLACE * max(count, 1))
        bots.append(
            BotRating(
                name,
                rating,
                interval(rating, of_rating),
                mean,
                interval(mean, of_mean),
                firsts,
                count,
            )
        )
    rows = []
    for one in range(len(names)):
        row: list[Pairing | None] = []
        for other in range(len(names)):
            per_deal = int(counts.comparisons[one, other])
            if one == other:
                row.append(None)
                continue
            count = per_deal * deals
            margin = int(counts.margins[:, one, other].sum()) / count
            share = int(counts.points[:, one, other].sum()) / (2 * count)
            of_margin = counts.error(counts.margins[:, one, other], per_deal) if known else None
            better = None
            if of_margin is not None and decided_at is not None:
                skewness = counts.skewness(counts.margins[:, one, other])
                better = is_clear(margin, of_margin, skewness, batches, deciding)
            row.append(
                Pairing(margin, interval(margin, of_margin), share, per_deal * counts.deals, better)
            )
        rows.append(tuple(row))
    return Summary(tuple(bots), tuple(rows))
