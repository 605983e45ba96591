"""How right tournaments are that stop early: ``python -m bench.stopping``.

Four things are counted, over many seeds: how often two bots that are equal are told apart, which is
always wrong; how often different bots are told apart when each is given its true margin over the
other, which is wrong as well, and where results are lopsided; how often the interval of a margin
has the true margin in it when the tournament stopped because the interval was narrow enough, or
because a decision was reached; and how often the interval of a rating has the true rating in it.
What is true is known from a long tournament with a seed of its own.

    python -m bench.stopping --seeds 2000 > bench/stopping.md
"""

import argparse
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any

from bench.report import section
from bench.results import Table
from cardcore import new
from cardcore._core import student
from cardcore.tournament import Tournament, tournament
from cardcore.tournament.books import Books
from cardcore.tournament.job import TournamentJob
from cardcore.tournament.line_ups import choose_line_ups
from cardcore.tournament.stopping import is_clear, looks

#: The seed of the long tournaments. The short ones have all seeds from 0 on.
LONG_RUN = 2**63

#: Deals of a tournament that may decide, at most.
MOST_DEALS = 256

#: Games of every line-up in a tournament that stops when it knows enough, at most.
LONGEST = 4096

#: The chances of a wrong decision that are allowed.
ERRORS = (0.05, 0.01)

#: Bots that are equal, and not so much alike that every deal comes out even.
EQUAL: dict[str, tuple[str, dict[str, Any]]] = {
    "draw, matches of ten hands": ("draw", {}),
    "draw, single hands": ("draw", {"hands": 1}),
    "Ends, eight cards": ("ends", {"count": 8}),
}

#: Different bots, and the games of the long tournament.
DIFFERENT: dict[str, tuple[str, list[str], dict[str, Any], int]] = {
    "draw, matches of ten hands": ("draw", ["random", "pattern", "class"], {}, 200_000),
    "draw, single hands": ("draw", ["random", "pattern", "class"], {"hands": 1}, 1_000_000),
    "Hearts, single deals": ("hearts", ["random", "greedy", "rule"], {"target": None}, 200_000),
    "Ends, eight cards": ("ends", ["random", "greedy", "perfect"], {"count": 8}, 400_000),
}

#: The half widths of margins to reach in each of them.
WIDTHS = {
    "draw, matches of ten hands": 2.0,
    "draw, single hands": 1.0,
    "Hearts, single deals": 1.0,
    "Ends, eight cards": 0.75,
}

#: Deals of the tournaments whose ratings are looked at.
DEALS = (2, 5, 10, 50)


def shares(counts: Sequence[int], seeds: int) -> list[str]:
    """Write counts as shares of all seeds."""
    return [f"{100 * count / seeds:.1f}%" for count in counts]


@cache
def truth(name: str) -> Tournament:
    """Play long enough to know what is true."""
    game, bots, rules, games = DIFFERENT[name]
    return tournament(game, bots, games, LONG_RUN, **rules)


def equal(seeds: int) -> Table:
    """Count tournaments of two equal bots that told them apart."""
    rows = []
    for name, (game, rules) in EQUAL.items():
        counts = []
        for error in ERRORS:
            found = (
                tournament(game, ["random"] * 2, 2 * MOST_DEALS, seed, decide=error, **rules)
                for seed in range(seeds)
            )
            counts.append(sum(bool(one.decisions) for one in found))
        rows.append([name, *shares(counts, seeds)])
    case = f"two equal bots that were told apart, of {seeds:,} tournaments"
    return Table(case, ["bots", *_allowed()], rows)


def handicapped(seeds: int) -> Table:
    """Count tournaments in which any of three bots with handicaps were told apart."""
    rows = []
    for name, (game, bots, rules, _) in DIFFERENT.items():
        true, template = truth(name), new(game, seed=0, **rules)
        _, line_ups = choose_line_ups(len(bots), template.seats)
        counts = [0] * len(ERRORS)
        for seed in range(seeds):
            books = Books(line_ups, len(bots), template.low_score_wins)
            job = TournamentJob(template, bots, line_ups, seed)
            scores = job.run(range(MOST_DEALS * len(line_ups)))
            wrong = [False] * len(ERRORS)
            for look in looks(MOST_DEALS):
                books.make_room(look)
                for number in range(len(line_ups)):
                    more = scores[number :: len(line_ups)][books.deals : look]
                    books.count(number, books.deals, more.reshape(-1, template.seats))
                books.deals = look
                for place, error in enumerate(ERRORS):
                    wrong[place] |= _is_wrong(books, true, error)
            counts = [count + one for count, one in zip(counts, wrong, strict=True)]
        rows.append([name, *shares(counts, seeds)])
    case = f"three bots with handicaps, any of which were told apart, of {seeds:,} tournaments"
    return Table(case, ["bots", *_allowed()], rows)


def _allowed() -> list[str]:
    return [f"allowed: {error:.0%}" for error in ERRORS]


def _is_wrong(books: Books, true: Tournament, error: float) -> bool:
    """Tell whether anything is decided once the true margins are taken off."""
    pairs = list(combinations(range(len(true.bots)), 2))
    level = 1 - error / (len(pairs) * len(looks(MOST_DEALS)))
    quantile = student(level, books.batches - 1)
    for one, other in pairs:
        sums, per_deal = books.margins[:, one, other], int(books.meetings[one, other])
        margin = int(sums.sum()) / (per_deal * books.deals) - _margin(true, one, other)
        spread = books.error(sums, per_deal), books.skewness(sums)
        if is_clear(margin, *spread, books.batches, quantile) is not None:
            return True
    return False


def _margin(found: Tournament, one: int, other: int) -> float:
    meeting = found.meetings[one][other]
    assert meeting is not None
    return meeting.margin


def stopped(seeds: int) -> Table:
    """Count margins within their interval when a tournament has stopped."""
    rows = []
    for name, (game, bots, rules, _) in DIFFERENT.items():
        true, row = truth(name), [name]
        reasons: list[dict[str, Any]] = [{"until": WIDTHS[name]}, {"decide": ERRORS[0]}]
        for reason in reasons:
            covered = deals = 0
            for seed in range(seeds):
                found = tournament(game, bots, LONGEST, seed, **reason, **rules)
                deals += found.deals
                for one, other in combinations(range(len(bots)), 2):
                    meeting = found.meetings[one][other]
                    assert meeting is not None and meeting.interval is not None
                    low, high = meeting.interval
                    covered += low <= _margin(true, one, other) <= high
            share = f"{100 * covered / seeds / 3:.1f}%"
            [(word, value)] = reason.items()
            row.append(f"{share} (`{word}={value:g}`, {deals / seeds:.0f} deals in the mean)")
        rows.append(row)
    case = f"margins within their 95% interval when {seeds:,} tournaments had stopped"
    return Table(case, ["three bots", "by the interval", "by decisions"], rows)


def ratings(seeds: int) -> Table:
    """Count ratings within their interval."""
    rows = []
    for name, (game, bots, rules, _) in DIFFERENT.items():
        true = truth(name)
        counts = []
        for deals in DEALS:
            covered = 0
            for seed in range(seeds):
                found = tournament(game, bots, deals * len(true.line_ups[0]), seed, **rules)
                for bot, known in zip(found.bots, true.bots, strict=True):
                    assert bot.rating_interval is not None
                    low, high = bot.rating_interval
                    covered += low <= known.rating <= high
            counts.append(covered)
        rows.append([name, *shares(counts, seeds * len(bots))])
    headings = ["three bots", *(f"{deals} deals" for deals in DEALS)]
    return Table(f"ratings within their 95% interval, of {seeds:,} tournaments", headings, rows)


_INTRODUCTION = f"""\
# How right tournaments are that stop early

`python -m bench.stopping` counted this in tournaments that each had another seed. A share of 5% of
2,000 is itself uncertain by 1.0%. It counts and does not time, so it does not matter what else the
machine did.

Tournaments that may decide are looked at after 32, 48, 64, … and at most {MOST_DEALS} deals. Among
three bots there are three decisions to get wrong, and the chance that is allowed is that of any.
Handicaps are the true margins, so that whoever is told apart is told apart wrongly. Where a
tournament stops by decisions, it plays at most {LONGEST:,} games a line-up, and its intervals are
those that hold at all looks, so more than 95% of them hold at the last.
"""

TABLES = {"equal": equal, "handicapped": handicapped, "stopped": stopped, "ratings": ratings}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", default=list(TABLES), choices=list(TABLES))
    parser.add_argument("--seeds", type=int, default=2000, help="tournaments of every kind")
    asked = parser.parse_args()
    print(_INTRODUCTION)
    for name in asked.tables:
        table = TABLES[name](asked.seeds)
        print(section([{"kind": "Table", **table.to_dict()}]), flush=True)
