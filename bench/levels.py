"""How far apart the levels of every game are: ``python -m bench levels``.

Neighboring levels play the same deals, each of them in every seat: one of them against the other in
all other seats, and the other way round. All games have fixed seeds, so that anyone can repeat it.
Every figure is kept in ``levels.json`` with the number of its games, and the report has all figures
whose bots are still those of the ladder; so a step can be measured by itself.

    python -m bench levels --games 4000 chopsticks ends
    python -m bench levels --games 3000 --table "5 players" --level 6 --level 7 hearts
"""

import argparse
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cardcore
from cardcore import arena
from cardcore.registry import games

REPORT = Path(__file__).with_suffix(".md")
FIGURES = Path(__file__).with_suffix(".json")

#: By game: the tables, the usual one first. A deal or a round by itself has less luck to average
#: out than a match.
TABLES: dict[str, dict[str, dict[str, Any]]] = {
    "draw": {f"{players} players": {"players": players, "hands": 10} for players in (2, 3, 4, 5)},
    "president": {
        f"{players} players": {"players": players, "rounds": 2}
        for players in (4, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13)
    },
    "chopsticks": {"2 players": {}, "rollover": {"rollover": True}},
    "hearts": {
        f"{players} players": {"players": players, "target": None} for players in (4, 3, 5, 6)
    },
    "ends": {f"{count} cards": {"count": count} for count in (20, 10, 50)},
}

#: The highest level where it searches: here it samples fewer deals than in play, which makes it
#: weaker, so that it can be measured at tables of any size.
CHEAPER = {"hearts": "search:worlds=40", "president": "search:worlds=20"}

#: What a margin counts.
UNITS = {
    "draw": "chips in ten hands",
    "president": "places in two rounds",
    "chopsticks": "points, of which a win is 1 and a loss -1",
    "hearts": "points in a deal",
    "ends": "points",
}

HEADER = """# Levels

Written by `python -m bench levels`. A margin is how much better the level scores than the one
below it, on the same deals and in the same seats, with its 95% confidence interval and the number
of games of either line-up; the first row is against random moves. A rating is the sum of the
differences in Elo up to a level: 400 log10(p / (1 - p)), where p is the share of games in which the
level scored better than the one below it; ties count half.

The highest level of Hearts and President is measured with 40 and 20 sampled deals instead of 400.

"""


@dataclass(frozen=True)
class Step:
    """How much better a level is than the one below it."""

    game: str
    table: str
    level: int
    """Its number, from 1."""
    bot: str
    below: str
    games: int
    """The games of either line-up."""
    seed: int
    margin: float
    half: float
    """Half the width of the interval of the margin."""
    share: float | None
    """The share of games in which it scored better; ``None`` if it was not kept."""

    @property
    def elo(self) -> float:
        """The difference of the ratings."""
        if self.share is None:
            raise ValueError(f"{self.game}, {self.table}: no share for level {self.level}")
        share = min(max(self.share, 1e-4), 1 - 1e-4)
        return 400 * math.log10(share / (1 - share))

    @property
    def elo_half(self) -> float:
        """Half the width of its interval, with the relative error of the margin."""
        return abs(self.elo * self.half / self.margin) if self.margin else math.inf

    @property
    def is_current(self) -> bool:
        """Whether the ladder still has these bots."""
        return _bots(self.game)[self.level - 1 : self.level + 1] == [self.below, self.bot]

    def __str__(self) -> str:
        return f"{self.margin:+.2f} ± {self.half:.2f} ({self.games:,})"


def _bots(game: str) -> list[str]:
    """List random moves and the bots of all levels, as they are measured."""
    *lower, highest = [level.bot for level in cardcore.levels(game)]
    return ["random", *lower, CHEAPER.get(game, highest)]


def measure(
    game: str, table: str, level: int, count: int, seed: int, threads: int | None = None
) -> Step:
    """Play a level against the one below it; level 1 against random moves."""
    below, bot = _bots(game)[level - 1 : level + 1]
    played = arena.tournament(
        game,
        [below, bot],
        games=count,
        seed=seed + level,
        schedule="round robin",
        threads=threads,
        **TABLES[game][table],
    )
    found = played.cross_table[1][0]
    assert found is not None and found.half is not None
    return Step(
        game, table, level, bot, below, count, seed + level, found.margin, found.half, found.share
    )


def read() -> list[Step]:
    """Read the figures whose bots are those of the ladder."""
    rows = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else []
    return [step for step in (Step(**row) for row in rows) if step.is_current]


def keep(step: Step) -> None:
    """Write a figure in the place of an older one, in the order of the report."""
    place = (step.game, step.table, step.level)
    found = {(one.game, one.table, one.level): one for one in read()} | {place: step}
    order = {
        (game, table, level): number
        for number, (game, table, level) in enumerate(
            (game, table, level)
            for game, tables in TABLES.items()
            for table in tables
            for level in range(1, 9)
        )
    }
    rows = [json.dumps(asdict(found[key])) for key in sorted(found, key=lambda key: order[key])]
    FIGURES.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


def written(game: str, steps: Sequence[Step]) -> str:
    """Write the figures of a game, one column for each table; what was not measured is empty."""
    found = {(step.table, step.level): step for step in steps}
    tables = [name for name in TABLES[game] if any(step.table == name for step in steps)]
    lines = [
        f"## {game}: {UNITS[game]}",
        "",
        f"| level | bot | rating | {' | '.join(tables)} |",
        "|---|---|---|" + "---|" * len(tables),
    ]
    rating, error = 0.0, 0.0
    usual = next(iter(TABLES[game]))
    for level in cardcore.levels(game):
        step = found.get((usual, level.number))
        if level.number > 1 and step is not None:
            rating, error = rating + step.elo, math.hypot(error, step.elo_half)
        shown = "" if step is None else "0" if level.number == 1 else f"{rating:.0f} ± {error:.0f}"
        margins = " | ".join(str(found.get((name, level.number), "")) for name in tables)
        lines.append(f"| {level.number} {level.title} | `{level.bot}` | {shown} | {margins} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure levels, keep the figures and write the report."""
    parser = argparse.ArgumentParser(prog="python -m bench levels", description=__doc__)
    parser.add_argument("game", nargs="*", help="all games if not given")
    parser.add_argument("--games", type=int, default=4000, help="games for each step of the ladder")
    parser.add_argument("--table", action="append", help="all tables of a game if not given")
    parser.add_argument("--level", action="append", type=int, help="all levels if not given")
    parser.add_argument("--seed", type=int, default=0, help="a seed less the number of the level")
    parser.add_argument("--threads", type=int, help="all cores if not given")
    options = parser.parse_args(arguments)
    for game in options.game or games():
        for table in options.table or TABLES[game]:
            for level in options.level or range(1, 9):
                step = measure(game, table, level, options.games, options.seed, options.threads)
                keep(step)
                print(f"{game}, {table}: level {level} {step}", flush=True)
    steps = read()
    parts = [written(game, [step for step in steps if step.game == game]) for game in games()]
    REPORT.write_text(HEADER + "\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
