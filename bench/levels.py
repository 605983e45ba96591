"""How far apart the levels of every game are: ``python -m bench levels``.

Neighboring levels play the same deals, each of them in every seat: one of them against the other in
all other seats, and the other way round. All games have fixed seeds, so that anyone can repeat it.

    python -m bench levels --games 4000 hearts president
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import cardcore
from cardcore import arena
from cardcore.registry import games

REPORT = Path(__file__).with_suffix(".md")

#: By game: the tables, the usual one first. A deal or a round by itself has less luck to average
#: out than a match.
TABLES: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "draw": [(f"{players} players", {"players": players, "hands": 10}) for players in (2, 3, 4, 5)],
    "president": [
        (f"{players} players", {"players": players, "rounds": 2}) for players in (4, 3, 5, 6, 7)
    ],
    "chopsticks": [("2 players", {}), ("rollover", {"rollover": True})],
    "hearts": [
        (f"{players} players", {"players": players, "target": None}) for players in (4, 3, 5, 6)
    ],
    "ends": [("20 cards", {"count": 20}), ("10 cards", {"count": 10}), ("50 cards", {"count": 50})],
}

#: What a margin counts.
UNITS = {
    "draw": "chips in ten hands",
    "president": "places in two rounds",
    "chopsticks": "points, of which a win is 1 and a loss -1",
    "hearts": "points in a deal",
    "ends": "points",
}

#: Levels that search this long play fewer games: the share by number.
SHARES = {7: 0.25, 8: 0.1}

HEADER = """# Levels

Written by `python -m bench levels`. A margin is how much better the level scores than the one
below it, on the same deals and in the same seats, with its 95% confidence interval; the first row
is against random moves. A rating is the sum of the differences in Elo up to a level:
400 log10(p / (1 - p)), where p is the share of games in which the level scored better than the one
below it; ties count half.

"""


@dataclass(frozen=True)
class Step:
    """How much better a level is than the one below it."""

    margin: float
    half: float
    """Half the width of the interval of the margin."""
    share: float

    @property
    def elo(self) -> float:
        """The difference of the ratings."""
        share = min(max(self.share, 1e-4), 1 - 1e-4)
        return 400 * math.log10(share / (1 - share))

    @property
    def elo_half(self) -> float:
        """Half the width of its interval, with the relative error of the margin."""
        return abs(self.elo * self.half / self.margin) if self.margin else math.inf

    def __str__(self) -> str:
        return f"{self.margin:+.2f} ± {self.half:.2f}"


def measure(game: str, rules: dict[str, Any], count: int) -> Iterator[Step]:
    """Play every level against the one below it; level 1 against random moves."""
    bots = ["random", *(level.bot for level in cardcore.levels(game))]
    for number, pair in enumerate(pairwise(bots), start=1):
        wanted = max(200, round(count * SHARES.get(number, 1.0)))
        played = arena.tournament(
            game, pair, games=wanted, seed=number, schedule="round robin", **rules
        )
        found = played.cross_table[1][0]
        assert found is not None and found.half is not None
        yield Step(found.margin, found.half, found.share)


def written(game: str, tables: Sequence[str], columns: Sequence[Sequence[Step | None]]) -> str:
    """Write what was measured at some tables; ``None`` is not measured."""
    lines = [
        f"## {game}: {UNITS[game]}",
        "",
        f"| level | bot | rating | {' | '.join(tables)} |",
        "|---|---|---|" + "---|" * len(tables),
    ]
    rating, error = 0.0, 0.0
    for place, level in enumerate(cardcore.levels(game)):
        step = columns[0][place]
        assert step is not None
        if place:
            rating, error = rating + step.elo, math.hypot(error, step.elo_half)
        shown = f"{rating:.0f} ± {error:.0f}" if place else "0"
        margins = " | ".join(str(column[place] or "") for column in columns)
        lines.append(f"| {level.number} {level.title} | `{level.bot}` | {shown} | {margins} |")
    return "\n".join(lines)


def report(game: str, count: int, tables: int | None = None) -> str:
    """Measure a game at its tables."""
    columns: list[list[Step]] = []
    for name, rules in TABLES[game][:tables]:
        columns.append([])
        for number, step in enumerate(measure(game, rules, count), start=1):
            columns[-1].append(step)
            print(f"{game}, {name}: level {number} {step}, {step.share:.1%}", flush=True)
    return written(game, [name for name, _ in TABLES[game][:tables]], columns)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the levels and write the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", help="all games if not given")
    parser.add_argument("--games", type=int, default=4000, help="games for each step of the ladder")
    parser.add_argument("--tables", type=int, help="only the first tables of each game")
    options = parser.parse_args(arguments)
    chosen = options.game or games()
    parts = [report(game, options.games, options.tables) for game in chosen]
    if not options.game and options.tables is None:
        REPORT.write_text(HEADER + "\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
