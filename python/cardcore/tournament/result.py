"""What came of a tournament: ratings, means and a cross table."""

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from decimal import Decimal
from typing import Any

import numpy as np

from cardcore._core import FIRST_PLACE, student
from cardcore.sheet import Sheet
from cardcore.tournament.counts import Counts
from cardcore.tournament.line_ups import LineUp
from cardcore.tournament.ratings import rate
from cardcore.tournament.scores import Scores
from cardcore.tournament.stopping import is_clear

__all__ = ["BotRating", "Meeting", "Outcome", "Tournament"]

#: The level of intervals.
LEVEL = 0.95


@dataclass(frozen=True)
class BotRating:
    """How one bot fared in all its games."""

    name: str
    """The name of the bot, or of the player's class."""
    rating: float
    """Its rating, in points of Elo above the mean of all bots."""
    rating_interval: tuple[float, float] | None
    """The 95% confidence interval of the rating; ``None`` with fewer than two deals."""
    mean: float
    """Its mean score per game."""
    interval: tuple[float, float] | None
    """The 95% confidence interval of the mean; ``None`` with fewer than two deals."""
    firsts: float
    """The share of its games that it came first in; shared first places are split."""
    games: int
    """How many scores it has; several a game if it has several seats."""


@dataclass(frozen=True)
class Meeting:
    """How one bot fared against another one, at the same tables."""

    margin: float
    """By how much it scored better per game; positive is better, whatever the game calls better."""
    interval: tuple[float, float] | None
    """The 95% confidence interval of the margin; ``None`` with fewer than two deals."""
    share: float
    """The share of games in which it scored better; ties count half."""
    games: int
    """How often their scores were compared."""
    better: bool | None = None
    """Whether it was decided that it is better, or worse; ``None`` if that was not decided."""

    @property
    def half(self) -> float | None:
        """How far the interval reaches to either side of the margin."""
        return None if self.interval is None else (self.interval[1] - self.interval[0]) / 2

    def __str__(self) -> str:
        half = "" if self.half is None else f" ± {self.half:.3f}"
        return f"{self.margin:+.3f}{half}{'' if self.better is None else ' *'}"


class Outcome:
    """What the results of arenas and tournaments tell alike."""

    low_score_wins: bool
    seed: int
    games: int
    seconds: float
    reproducible: bool

    @property
    def games_per_second(self) -> float:
        """How many games were played in a second."""
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def seed_text(self) -> str:
        """The seed, and whether it says everything."""
        by_clock = "" if self.reproducible else " (not reproducible: a bot chooses by the clock)"
        return f"seed {self.seed}{by_clock}"

    @property
    def better_text(self) -> str:
        """Which scores are better, in words."""
        return "lower is better" if self.low_score_wins else "higher is better"


@dataclass(frozen=True)
class Tournament(Outcome):
    """What came of a tournament.

    Intervals are 95% intervals, from whole batches of deals, by Student's distribution. If a
    precision was asked for, they are a little wider, since the moment to stop favours narrow ones.
    If decisions were asked for, they are wider, so that all looks at them together are right as
    often as that.
    """

    game: str
    """The name of the game."""
    low_score_wins: bool
    """Whether a lower score is the better one."""
    schedule: str
    """How the line-ups were chosen: ``"round robin"`` or ``"all against all"``."""
    line_ups: tuple[LineUp, ...]
    """The bots of every line-up, by their numbers."""
    seed: int
    """The seed of everything random."""
    deals: int
    """How many deals every line-up played, each from every seat."""
    games: int
    """How many games were played in all."""
    seconds: float
    """How long they took."""
    bots: tuple[BotRating, ...]
    """One entry per bot, in the order they were given."""
    meetings: tuple[tuple[Meeting | None, ...], ...]
    """By bot and other bot how the first fared against the second; ``None`` against itself."""
    until: float | None = None
    """The half width that the intervals of all margins were to reach."""
    decide: float | None = None
    """The chance of any wrong decision that was allowed."""
    reached: bool | None = None
    """Whether what ``until`` and ``decide`` ask for was reached; ``None`` if nothing was asked for.
    If so, the tournament may have stopped before all games were played."""
    reproducible: bool = True
    """Whether the same seed gives the same result; not if a native bot chooses by the clock."""
    scores: Scores | None = field(default=None, repr=False, compare=False)
    """The scores of every game, if they were asked for."""

    @property
    def ranking(self) -> tuple[int, ...]:
        """The numbers of the bots, those with the highest rating first."""
        return tuple(sorted(range(len(self.bots)), key=lambda bot: (-self.bots[bot].rating, bot)))

    @property
    def decisions(self) -> tuple[tuple[int, int], ...]:
        """The pairs that were decided: the better bot, and the worse."""
        return tuple(
            (one, other)
            for one, row in enumerate(self.meetings)
            for other, meeting in enumerate(row)
            if meeting is not None and meeting.better
        )

    @property
    def played_text(self) -> str:
        """What was played, in words, and why it ended."""
        deals = f"{self.deals:,} deal{'' if self.deals == 1 else 's'}"
        line_ups = f"{len(self.line_ups):,} line-up{'' if len(self.line_ups) == 1 else 's'}"
        ends = {True: "; reached what was asked for", False: "; did not reach what was asked for"}
        end = "" if self.reached is None else ends[self.reached]
        return f"{self.schedule}, {line_ups} on {deals}, {self.games:,} games{end}"

    @property
    def margins_text(self) -> str:
        """What the margins between bots mean, in words."""
        decided = "" if self.decide is None else f"; *: decided, wrong at most {self.decide:.2g}"
        return f"margins in points per game, positive is better, with 95% intervals{decided}"

    def to_dict(self) -> dict[str, Any]:
        """Give everything but the scores of single games as JSON values."""
        values = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "scores"}
        values["bots"] = [vars(bot) for bot in self.bots]
        values["meetings"] = [
            [None if meeting is None else vars(meeting) for meeting in row] for row in self.meetings
        ]
        ranked = {"ranking": self.ranking, "decisions": self.decisions}
        return {**values, **ranked, "games_per_second": self.games_per_second}

    def _sheets(self) -> tuple[Sheet, Sheet]:
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
            Sheet(title, headings, rows),
            Sheet(self.margins_text, ["bot", *others], margins),
        )

    def _cell(self, one: int, other: int) -> str | None:
        meeting = self.meetings[one][other]
        return None if meeting is None else str(meeting)

    def __str__(self) -> str:
        return "\n\n".join(sheet.text() for sheet in self._sheets())

    def _repr_html_(self) -> str:
        return "".join(sheet.html() for sheet in self._sheets())

    def to_csv(self) -> str:
        """Give one line per bot, with a heading; ``margin_0`` is its margin over bot 0."""
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
        for bot, row in zip(self.bots, self.meetings, strict=True):
            cells: list[object] = [bot.name, bot.rating, *(bot.rating_interval or ("", ""))]
            cells += [bot.mean, *(bot.interval or ("", "")), bot.firsts, bot.games]
            for meeting in row:
                if meeting is None:
                    cells += [""] * len(_MARGIN)
                else:
                    low, high = meeting.interval or ("", "")
                    cells += [meeting.margin, low, high, meeting.share]
            writer.writerow(cells)
        return text.getvalue()


def _rounded(value: float | None, digits: int) -> Decimal | None:
    return None if value is None else Decimal(f"{value:.{digits}f}")


_MARGIN = ("margin", "margin_low", "margin_high", "share")


@dataclass(frozen=True)
class Reading:
    """What the counts say at one look."""

    bots: tuple[BotRating, ...]
    meetings: tuple[tuple[Meeting | None, ...], ...]

    @property
    def widest(self) -> float:
        """The half width of the widest interval of a margin that is not decided."""
        return max(
            (
                math.inf if meeting.half is None else meeting.half
                for row in self.meetings
                for meeting in row
                if meeting is not None and meeting.better is None
            ),
            default=0.0,
        )


def read(
    counts: Counts, names: Sequence[str], level: float = LEVEL, decided_at: float | None = None
) -> Reading:
    """Make results of sums.

    Parameters
    ----------
    counts
        The sums.
    names
        The names of the bots.
    level
        The level of all intervals.
    decided_at
        The level of intervals that decide which of two bots is better by not holding 0; nothing is
        decided if it is not given.
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
        row: list[Meeting | None] = []
        for other in range(len(names)):
            per_deal = int(counts.meetings[one, other])
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
                Meeting(margin, interval(margin, of_margin), share, per_deal * counts.deals, better)
            )
        rows.append(tuple(row))
    return Reading(tuple(bots), tuple(rows))
