"""How right tournaments are that stop early: ``python -m bench.stopping``.

Four things are counted, over many seeds: how often anything is decided between bots that are equal,
which is always wrong; how often different bots are told apart when one is given the true margin
between them, which is wrong as well, and where results are lopsided; how often the interval of a
margin has the true margin in it when the tournament stopped because the interval was narrow enough,
or because a decision was reached; and how often the interval of a rating has the true rating in it.
What is true is known from a long tournament with a seed of its own.

    python -m bench.stopping --seeds 2000 > bench/stopping.md
"""

import argparse
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from bench.report import section
from bench.results import Table
from cardcore import Game, new
from cardcore._core import arena_scores
from cardcore.tournament import Tournament, tournament
from cardcore.tournament.books import Books
from cardcore.tournament.result import read
from cardcore.tournament.schedule import schedule
from cardcore.tournament.stopping import bound, looks

#: The seed of the long tournaments. The short ones have all seeds from 0 on.
LONG_RUN = 2**63

#: Games of every line-up in a tournament that may decide, at most.
MOST_GAMES = 1024

#: Bots that are equal, and not so much alike that every deal comes out even.
EQUAL: dict[str, tuple[str, list[str], dict[str, Any]]] = {
    "draw, matches of ten hands, 2 bots": ("draw", ["random"] * 2, {}),
    "draw, single hands, 2 bots": ("draw", ["random"] * 2, {"hands": 1}),
    "draw, single hands, 4 bots": ("draw", ["random"] * 4, {"hands": 1}),
    "Hearts, single deals, 2 bots": ("hearts", ["random"] * 2, {"target": None}),
    "Hearts, single deals, 4 bots": ("hearts", ["random"] * 4, {"target": None}),
    "Ends, 3 bots": ("ends", ["random"] * 3, {"count": 8}),
}

#: Two different bots, the half width to reach, and the games of the long tournament.
PAIRS: dict[str, tuple[str, list[str], dict[str, Any], tuple[float, float], int]] = {
    "draw, matches of ten hands": ("draw", ["random", "pattern"], {}, (3.0, 1.5), 400_000),
    "draw, single hands": ("draw", ["random", "pattern"], {"hands": 1}, (1.5, 0.75), 2_000_000),
    "Hearts, single deals": (
        "hearts",
        ["greedy", "random"],
        {"target": None},
        (2.0, 1.0),
        1_000_000,
    ),
    "Ends": ("ends", ["greedy", "perfect"], {"count": 8}, (1.0, 0.5), 400_000),
}

#: Deals of the tournaments whose ratings are looked at.
DEALS = (2, 5, 10, 50, 200)


def shares(counts: Sequence[int], seeds: int) -> list[str]:
    """Write counts as shares of all seeds."""
    return [f"{100 * count / seeds:.1f}%" for count in counts]


def false_decisions(seeds: int) -> Table:
    """Count tournaments of equal bots in which anything is decided."""
    rows = []
    for name, (game, bots, rules) in EQUAL.items():
        counts = []
        for error in (0.05, 0.01):
            found = (
                tournament(game, bots, MOST_GAMES, seed, decide=error, **rules)
                for seed in range(seeds)
            )
            counts.append(sum(bool(one.decisions) for one in found))
        rows.append([name, *shares(counts, seeds)])
    case = "tournaments of equal bots that decided anything"
    return Table(case, ["bots", "allowed: 5%", "allowed: 1%"], rows)


def handicapped(seeds: int) -> Table:
    """Count tournaments in which two different bots are told from their true margin."""
    rows = []
    deals = MOST_GAMES // 2
    at = looks(deals)
    for name, (game, bots, rules, _, games) in PAIRS.items():
        truth = _margin(tournament(game, bots, games, LONG_RUN, **rules))
        template = new(game, seed=0, **rules)
        counts = [0, 0]
        for seed in range(seeds):
            books = _Play(template, bots, deals, seed)
            wrong = [False, False]
            for look in at:
                found = books.at(look)
                for place, error in enumerate((0.05, 0.01)):
                    level = math.erf(bound(tuple(at), error) / math.sqrt(2))
                    meeting = read(found, bots, level).meetings[0][1]
                    assert meeting is not None and meeting.interval is not None
                    low, high = meeting.interval
                    wrong[place] |= not low <= truth <= high
            counts = [count + one for count, one in zip(counts, wrong, strict=True)]
        rows.append([name, *shares(counts, seeds)])
    case = "different bots with the true margin as a handicap, told apart"
    return Table(case, ["bots", "allowed: 5%", "allowed: 1%"], rows)


class _Play:
    """The deals of a tournament of two bots, to be looked at more than once."""

    def __init__(self, template: Game, bots: Sequence[str], deals: int, seed: int) -> None:
        self.seats = template.seats
        _, line_ups = schedule(len(bots), self.seats)
        self.books = Books(line_ups, len(bots), template.low_score_wins)
        self.scores = [
            np.frombuffer(
                arena_scores(template, [bots[bot] for bot in line_up], 0, deals * self.seats, seed),
                dtype=np.int64,
            ).reshape(-1, self.seats)
            for line_up in line_ups
        ]

    def at(self, look: int) -> Books:
        """Give the books after so many deals."""
        self.books.make_room(look)
        for number, scores in enumerate(self.scores):
            more = scores[self.books.deals * self.seats : look * self.seats]
            self.books.count(number, self.books.deals, more)
        self.books.deals = look
        return self.books


def _margin(found: Tournament) -> float:
    meeting = found.meetings[0][1]
    assert meeting is not None
    return meeting.margin


def _covers(found: Tournament, margin: float) -> bool:
    meeting = found.meetings[0][1]
    assert meeting is not None and meeting.interval is not None
    return meeting.interval[0] <= margin <= meeting.interval[1]


def stopped(seeds: int) -> Table:
    """Count margins within their interval when a tournament has stopped."""
    rows = []
    for name, (game, bots, rules, widths, games) in PAIRS.items():
        truth = _margin(tournament(game, bots, games, LONG_RUN, **rules))
        row = [name]
        reasons: list[dict[str, Any]] = [{"until": width} for width in widths]
        for reason in [*reasons, {"decide": 0.05}]:
            covered = deals = 0
            for seed in range(seeds):
                found = tournament(game, bots, 100_000, seed, **reason, **rules)
                covered += _covers(found, truth)
                deals += found.deals
            [(word, value)] = reason.items()
            row.append(
                f"{100 * covered / seeds:.1f}% (`{word}={value:g}`, {deals / seeds:.0f} deals)"
            )
        rows.append(row)
    case = "stopped tournaments with the true margin in its interval"
    headings = ["bots", "by a wide interval", "by a narrow one", "by a decision"]
    return Table(case, headings, rows)


def ratings(seeds: int) -> Table:
    """Count ratings within their interval."""
    rows = []
    cases: dict[str, tuple[str, list[str], dict[str, Any], int]] = {
        "draw, matches of ten hands": ("draw", ["random", "pattern", "class"], {}, 200_000),
        "Hearts, single deals": ("hearts", ["random", "greedy", "rule"], {"target": None}, 200_000),
        "Ends": ("ends", ["random", "greedy", "perfect"], {"count": 8}, 200_000),
    }
    for name, (game, bots, rules, games) in cases.items():
        truth = tournament(game, bots, games, LONG_RUN, **rules)
        counts = []
        for deals in DEALS:
            covered = 0
            for seed in range(seeds):
                found = tournament(game, bots, deals * len(truth.line_ups[0]), seed, **rules)
                for bot, true in zip(found.bots, truth.bots, strict=True):
                    assert bot.rating_interval is not None
                    low, high = bot.rating_interval
                    covered += low <= true.rating <= high
            counts.append(covered)
        rows.append([name, *shares(counts, seeds * len(bots))])
    headings = ["bots", *(f"{deals} deals" for deals in DEALS)]
    return Table("95% intervals of ratings with the true rating, of all bots", headings, rows)


_INTRODUCTION = """\
# How right tournaments are that stop early

`python -m bench.stopping --seeds {seeds} > bench/stopping.md` made this: {seeds:,} tournaments of
every kind, each with another seed. A share of {seeds:,} is itself uncertain by {uncertain:.1f}%. It
counts and does not time, so it does not matter what else the machine did.

Equal bots play up to {games:,} games a line-up and are looked at after 32, 48, 64, … deals; among
four bots there are six decisions to get wrong, and the chance that is allowed is that of any. Where
a decision is allowed to be wrong 5% of the time, intervals are those that hold at all looks, so
more than 95% of them hold at the last.
"""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=2000, help="tournaments of every kind")
    asked = parser.parse_args()
    uncertain = 200 * (0.05 * 0.95 / asked.seeds) ** 0.5
    print(_INTRODUCTION.format(seeds=asked.seeds, games=MOST_GAMES, uncertain=uncertain))
    for measure in (false_decisions, handicapped, stopped, ratings):
        table = measure(asked.seeds)
        print(section([{"kind": "Table", **table.to_dict()}]), flush=True)
