"""How right tournaments are that stop early: ``python -m bench.stopping``.

Four things are counted: how often two bots that are equal are told apart, which is always wrong;
how often different bots are told apart when each is given its true margin over the others, which is
wrong as well, and where results are lopsided; how often the interval of a margin has the true
margin in it when the tournament stopped because the interval was narrow enough, or because a
decision was reached; and how often the interval of a rating has the true rating in it.

Equal bots play tournaments with seeds of their own. For the rest many deals are played once, and
the deals of every tournament are drawn from them: so what is true is known exactly, and thousands
of tournaments take minutes.

    python -m bench.stopping > bench/stopping.md
"""

import argparse
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.report import section
from bench.results import Table
from cardcore import new
from cardcore._core import student
from cardcore.tournament import tournament
from cardcore.tournament.counts import Counts
from cardcore.tournament.job import ScoresJob
from cardcore.tournament.line_ups import choose_line_ups
from cardcore.tournament.result import LEVEL, Reading, read
from cardcore.tournament.stopping import NARROW_LEVEL, is_clear, looks

#: Deals of a tournament that may decide, at most.
MOST_DEALS = 256

#: Deals of a tournament that stops when its intervals are narrow, at most.
LONGEST = 2048

#: Deals that are played to draw from.
DEALS = 20_000

#: The chances of a wrong decision that are allowed.
ERRORS = (0.05, 0.01)

#: Bots that are equal, and not so much alike that every deal comes out even.
EQUAL: dict[str, tuple[str, dict[str, Any]]] = {
    "draw, matches of ten hands": ("draw", {}),
    "draw, single hands": ("draw", {"hands": 1}),
    "Ends, eight cards": ("ends", {"count": 8}),
}

#: Different bots, and the half width of their margins to reach.
DIFFERENT: dict[str, tuple[str, tuple[str, ...], dict[str, Any], float]] = {
    "draw, matches of ten hands": ("draw", ("random", "pattern", "class"), {}, 2.0),
    "draw, single hands": ("draw", ("random", "pattern", "class"), {"hands": 1}, 1.0),
    "Hearts, single deals": ("hearts", ("random", "greedy", "rule"), {"target": None}, 1.0),
    "Ends, eight cards": ("ends", ("random", "greedy", "perfect"), {"count": 8}, 0.75),
}

#: Deals of the tournaments whose ratings are looked at.
FEW_AND_MANY = (2, 5, 10, 50, 200)


class Pool:
    """Deals that were played by all line-ups of some bots."""

    def __init__(self, name: str) -> None:
        game, self.bots, rules, self.width = DIFFERENT[name]
        template = new(game, seed=0, **rules)
        self.seats, self.low = template.seats, template.low_score_wins
        _, self.line_ups = choose_line_ups(len(self.bots), self.seats)
        games = DEALS * self.seats
        job = ScoresJob(template, self.bots, self.line_ups, games, seed=1, threads=None)
        shape = (DEALS, len(self.line_ups), self.seats, self.seats)
        self.scores = job.run(range(DEALS * len(self.line_ups))).reshape(shape)
        whole = self.counts()
        self.count(whole, np.arange(DEALS), DEALS)
        self.true = read(whole, self.bots)

    def counts(self) -> Counts:
        """Give counts of no games."""
        return Counts(self.line_ups, len(self.bots), self.low)

    def draw(self, seed: int, deals: int) -> NDArray[np.int64]:
        """Draw the deals of a tournament."""
        return np.random.default_rng(seed).integers(0, DEALS, deals)

    def count(self, counts: Counts, deals: NDArray[np.int64], look: int) -> None:
        """Play on up to a look."""
        counts.make_room(look)
        scores = self.scores[deals[counts.deals : look]]
        for number in range(len(self.line_ups)):
            counts.count(number, counts.deals, scores[:, number].reshape(-1, self.seats))
        counts.deals = look

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Every two bots."""
        return list(combinations(range(len(self.bots)), 2))

    def margin(self, one: int, other: int) -> float:
        """Give the true margin of one bot over another."""
        meeting = self.true.meetings[one][other]
        assert meeting is not None
        return meeting.margin


pool = cache(Pool)


def shares(counts: Sequence[int], seeds: int) -> list[str]:
    """Write counts as shares of all seeds."""
    return [f"{100 * count / seeds:.1f}%" for count in counts]


def equal(seeds: int) -> Table:
    """Count tournaments of two equal bots that told them apart."""
    rows = []
    for name, (game, rules) in EQUAL.items():
        found = (
            tournament(game, ["random"] * 2, 2 * MOST_DEALS, seed, decide=ERRORS[0], **rules)
            for seed in range(seeds)
        )
        rows.append([name, *shares([sum(bool(one.decisions) for one in found)], seeds)])
    case = f"two equal bots that were told apart, of {seeds:,} tournaments"
    return Table(case, ["bots", f"allowed: {ERRORS[0]:.0%}"], rows)


def handicapped(seeds: int) -> Table:
    """Count tournaments in which any of three bots with handicaps were told apart."""
    rows = []
    at = looks(MOST_DEALS)
    for name in DIFFERENT:
        known = pool(name)
        misled = [0] * len(ERRORS)
        for seed in range(seeds):
            counts, deals = known.counts(), known.draw(seed, MOST_DEALS)
            wrong = [False] * len(ERRORS)
            for look in at:
                known.count(counts, deals, look)
                for place, error in enumerate(ERRORS):
                    level = 1 - error / (len(known.pairs) * len(at))
                    wrong[place] |= _is_wrong(counts, known, level)
            misled = [count + one for count, one in zip(misled, wrong, strict=True)]
        rows.append([name, *shares(misled, seeds)])
    case = f"three bots with handicaps, any of which were told apart, of {seeds:,} tournaments"
    return Table(case, ["bots", *(f"allowed: {error:.0%}" for error in ERRORS)], rows)


def _is_wrong(counts: Counts, known: Pool, level: float) -> bool:
    """Tell whether anything is decided once the true margins are taken off."""
    quantile = student(level, counts.batches - 1)
    for one, other in known.pairs:
        sums, per_deal = counts.margins[:, one, other], int(counts.meetings[one, other])
        margin = int(sums.sum()) / (per_deal * counts.deals) - known.margin(one, other)
        spread = counts.error(sums, per_deal), counts.skewness(sums)
        if is_clear(margin, *spread, counts.batches, quantile) is not None:
            return True
    return False


def stopped(seeds: int) -> Table:
    """Count margins within their interval when a tournament has stopped."""
    rows = []
    for name in DIFFERENT:
        known, row = pool(name), [name]
        at = looks(LONGEST)
        pairs = len(known.pairs)
        for until, levels in (
            (known.width, (NARROW_LEVEL, None)),
            (0.0, (1 - (1 - LEVEL) / len(at), 1 - ERRORS[0] / (pairs * len(at)))),
        ):
            covered = played = 0
            for seed in range(seeds):
                counts, deals = known.counts(), known.draw(seed, LONGEST)
                for look in at:
                    known.count(counts, deals, look)
                    reading = read(counts, known.bots, *levels)
                    if reading.widest <= until:
                        break
                played += counts.deals
                covered += _covered(reading, known)
            share = f"{100 * covered / seeds / pairs:.1f}%"
            reason = f"`until={until:g}`" if until else f"`decide={ERRORS[0]}`"
            row.append(f"{share} ({reason}, {played / seeds:.0f} deals in the mean)")
        rows.append(row)
    case = f"margins within their 95% interval when {seeds:,} tournaments had stopped"
    return Table(case, ["three bots", "by the interval", "by decisions"], rows)


def _covered(reading: Reading, known: Pool) -> int:
    count = 0
    for one, other in known.pairs:
        meeting = reading.meetings[one][other]
        assert meeting is not None and meeting.interval is not None
        count += meeting.interval[0] <= known.margin(one, other) <= meeting.interval[1]
    return count


def ratings(seeds: int) -> Table:
    """Count ratings within their interval."""
    rows = []
    for name in DIFFERENT:
        known = pool(name)
        within = []
        for many in FEW_AND_MANY:
            covered = 0
            for seed in range(seeds):
                counts = known.counts()
                known.count(counts, known.draw(seed, many), many)
                found = read(counts, known.bots).bots
                for bot, true in zip(found, known.true.bots, strict=True):
                    assert bot.rating_interval is not None
                    low, high = bot.rating_interval
                    covered += low <= true.rating <= high
            within.append(covered)
        rows.append([name, *shares(within, seeds * len(known.bots))])
    headings = ["three bots", *(f"{many} deals" for many in FEW_AND_MANY)]
    return Table(f"ratings within their 95% interval, of {seeds:,} tournaments", headings, rows)


_INTRODUCTION = f"""\
# How right tournaments are that stop early

`python -m bench.stopping equal handicapped --seeds 2000` and `python -m bench.stopping stopped
ratings --seeds 1000` counted this. A share of 5% of 2,000 is itself uncertain by 1.0%, and of 1,000
by 1.4%. It counts and does not time, so it does not matter what else the machine did.

Tournaments that may decide are looked at after 32, 48, 64, … and at most {MOST_DEALS} deals. Among
three bots there are three decisions to get wrong, and the chance that is allowed is that of any.
Handicaps are the true margins, so that whoever is told apart is told apart wrongly. The deals of
those with different bots are drawn from {DEALS:,} that were played. Where a tournament stops by
decisions, its intervals are those that hold at all looks, so more than 95% of them hold at the
last. Where it stops by the interval, they are of 97%: of those of 95% only 93.2% held in single
hands of draw, since the moment to stop favours those that came out too narrow.
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
