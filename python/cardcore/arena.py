"""Many games between players, with numbers one can trust.

Every deal is played once per seat, the players moving on by one seat each time, so that each of
them has every seat of every deal. The games of one deal form a block, and intervals are estimated
from whole blocks. The same seed gives the same result on any number of threads.
"""

import csv
import io
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from cardcore._core import (
    MOST_GAMES,
    Game,
    Tally,
    arena_seating,
    check_run,
    is_reproducible,
    run_arena,
    whole_number,
)
from cardcore.players import Seated, check_seated, play
from cardcore.registry import new, rule_names
from cardcore.sheet import Sheet

__all__ = ["BotResult", "Result", "run"]


@dataclass(frozen=True)
class BotResult:
    """How one player fared."""

    name: str
    """The name of the bot, or of the player's class."""
    mean: float
    """Its mean score per game."""
    interval: tuple[float, float] | None
    """The 95% confidence interval of the mean, by Student's distribution; ``None`` with fewer than
    two whole blocks, or with scores so large that the sum of their squares does not fit in 128
    bits."""
    firsts: float
    """The share of games it came first in; shared first places are split."""
    games: int
    """How many games it played."""
    beats: tuple[float, ...]
    """The share of games in which it scored better than each of the players; ties count half."""


@dataclass(frozen=True)
class Result:
    """What came of an arena."""

    game: str
    """The name of the game."""
    low_score_wins: bool
    """Whether a lower score is the better one."""
    seed: int
    """The seed of everything random."""
    games: int
    """How many games were played."""
    seconds: float
    """How long they took."""
    bots: tuple[BotResult, ...]
    """One entry per player, in the order they were given."""
    reproducible: bool = True
    """Whether the same seed gives the same result; not if a native bot chooses by the clock."""

    @property
    def games_per_second(self) -> float:
        """How many games were played in a second."""
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def seed_text(self) -> str:
        """The seed, and whether it says everything."""
        by_clock = "" if self.reproducible else " (not reproducible: a bot chooses by the clock)"
        return f"seed {self.seed}{by_clock}"

    def to_dict(self) -> dict[str, Any]:
        """Give everything as JSON values."""
        return {**asdict(self), "games_per_second": self.games_per_second}

    def _sheet(self) -> Sheet:
        better = "lower is better" if self.low_score_wins else "higher is better"
        title = f"{self.game}, {self.games:,} games, {self.seed_text}; {better}"
        headings = ["player", "mean", "low", "high", "firsts"]
        headings += [f"beats {number}" for number in range(len(self.bots))]
        rows = []
        for number, bot in enumerate(self.bots):
            low, high = bot.interval or (None, None)
            beats = (None if other == number else share for other, share in enumerate(bot.beats))
            rows.append((f"{number} {bot.name}", bot.mean, low, high, bot.firsts, *beats))
        return Sheet(title, headings, rows)

    def __str__(self) -> str:
        return self._sheet().text()

    def _repr_html_(self) -> str:
        return self._sheet().html()

    def to_csv(self) -> str:
        """Give one line per player, with a heading; ``beats_0`` is its share against player 0."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        beats = [f"beats_{number}" for number in range(len(self.bots))]
        writer.writerow(["name", "mean", "low", "high", "firsts", "games", *beats])
        for bot in self.bots:
            low, high = bot.interval or ("", "")
            writer.writerow([bot.name, bot.mean, low, high, bot.firsts, bot.games, *bot.beats])
        return text.getvalue()


def run(
    game: str,
    bots: Sequence[Seated],
    games: int = 1000,
    seed: int = 0,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    **options: Any,
) -> Result:
    """Play many games between bots or players of your own.

    Parameters
    ----------
    game
        The name of the game.
    bots
        One per seat: names of native bots, or objects with ``choose(view)``. Names may be followed
        by parameters: ``search:worlds=50``.
    games
        How many games to play, up to 10**12; a multiple of the number of seats gives everyone every
        seat of every deal.
    seed
        The seed of everything random.
    threads
        How many threads to use, 1 to 1024; all cores if not given. Players written in Python take
        turns on one.
    progress
        Called with the games done and the games in all, some times a second.
    **options
        Passed on to the game's ``new``: its rules, or deals that all games begin with.

    Returns
    -------
    Result
        Means, intervals, first places and who beats whom.

    Raises
    ------
    ValueError
        If there is no such game or bot, not one bot per seat, or a number is out of its range.
    TypeError
        If an argument is of another kind.

    Examples
    --------
    >>> result = run("ends", ["perfect", "random"], games=1000, seed=1, count=10)
    >>> result.bots[0].mean > result.bots[1].mean
    True
    """
    games = whole_number("games", games, 0, MOST_GAMES)
    seed = whole_number("seed", seed, 0, 2**64 - 1)
    check_run(threads, progress)
    check_seated("bots", bots)
    if options.get("rules") is None and "players" in rule_names(game):
        options.setdefault("players", len(bots))
    template = new(game, **{"seed": 0, **options})
    begin = time.perf_counter()
    names = [bot for bot in bots if isinstance(bot, str)]
    if len(names) == len(bots):
        tally = run_arena(template, names, games, seed, threads=threads, progress=progress)
    else:
        tally = _run_players(template, bots, games, seed, progress)
    seconds = time.perf_counter() - begin
    return _result(template, bots, tally, seed, seconds, is_reproducible(template, names))


def _run_players(
    template: Game,
    bots: Sequence[Seated],
    games: int,
    seed: int,
    progress: Callable[[int, int], object] | None,
) -> Tally:
    """Play with Python players: the same deals, seats and seeds as the native arena."""
    seats = template.seats
    if len(bots) != seats:
        raise ValueError(f"expected {seats} bots, one per seat, found {len(bots)}")
    tally = Tally(seats)
    for block in range(0, games, seats):
        scores = []
        for number in range(block, min(block + seats, games)):
            deal_seed, play_seed, seating = arena_seating(seed, number, seats)
            made = template.new_game(seed=deal_seed)
            play(made, [bots[index] for index in seating], seed=play_seed)
            by_bot = dict(zip(seating, made.scores(), strict=True))
            scores.append([by_bot[index] for index in range(seats)])
        tally.count_block(scores, template.low_score_wins)
        if progress is not None:
            progress(tally.games, games)
    return tally


def _result(
    template: Game,
    bots: Sequence[Seated],
    tally: Tally,
    seed: int,
    seconds: float,
    reproducible: bool,
) -> Result:
    wins, games = tally.wins, max(tally.games, 1)
    count = len(bots)

    def beats(left: int, right: int) -> float:
        if left == right:
            return 0.5
        return (games + wins[left][right] - wins[right][left]) / (2 * games)

    entries = tuple(
        BotResult(
            name=bot if isinstance(bot, str) else type(bot).__name__,
            mean=mean,
            interval=None if half is None else (mean - half, mean + half),
            firsts=firsts,
            games=tally.games,
            beats=tuple(beats(index, other) for other in range(count)),
        )
        for index, (bot, (mean, half), firsts) in enumerate(
            zip(bots, tally.means(), tally.firsts(), strict=True)
        )
    )
    return Result(
        game=template.name,
        low_score_wins=template.low_score_wins,
        seed=seed,
        games=tally.games,
        seconds=seconds,
        bots=entries,
        reproducible=reproducible,
    )
