"""What `search` gains by adapting to its opponents: ``python -m bench opponents``.

One `search` plays against tables of other bots for a whole match, once with `adapt=yes` and once
with `adapt=no`, on the same deals and in the same seats. Matches are independent, so the intervals
are those of their differences.

    python -m bench opponents hearts president --games 200
"""

import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

import cardcore
from bench import tables
from bench.results import Table
from cardcore._core import Bots, arena_scores, student
from cardcore.hearts import Rules

#: The tables of Hearts: the three others.
HEARTS = (
    ("greedy", "greedy", "greedy"),
    ("rule", "rule", "rule"),
    ("shooter", "shooter", "shooter"),
    ("policy", "policy", "policy"),
    ("random", "random", "random"),
    ("search:worlds=40:adapt=no",) * 3,
    ("greedy", "rule", "policy"),
    ("shooter", "greedy", "random"),
)

#: The tables of President.
PRESIDENT = (
    ("greedy", "greedy", "greedy"),
    ("shortest", "shortest", "shortest"),
    ("greedy", "shortest", "shortest"),
    ("greedy", "greedy", "shortest"),
    ("plan", "plan", "plan"),
    ("policy", "policy", "policy"),
    ("plan", "random", "greedy"),
)

#: The deals of a match of Hearts, five cycles of the directions of the pass, and its moves.
DEALS = 20
MOVES = DEALS // 4 * (3 * 56 + 52)

#: The rounds of a match of President.
ROUNDS = 20

#: No match of Hearts ends before its last deal.
TARGET = 1_000_000

#: By match, what was scored a deal or round, more is better, and the seconds it took.
Measured = tuple[list[float], float]


def hearts(search: str, others: Sequence[str], games: int) -> Measured:
    """Give by match the margin a deal: what the others score less what the search scores."""
    begin, margins = time.process_time(), []
    for number in range(games):
        seat = number % 4
        players = [*others[len(others) - seat :], search, *others[: len(others) - seat]]
        game = cardcore.new("hearts", seed=number, rules=Rules.standard(target=TARGET))
        bots, made = Bots(game, players, number), 0
        while made < MOVES:
            made += bots.advance(game, MOVES - made)
        scores = game.scores()
        own = scores.pop(seat)
        margins.append((statistics.mean(scores) - own) / DEALS)
    return margins, time.process_time() - begin


def president(search: str, others: Sequence[str], games: int) -> Measured:
    """Give by deal the mean place in a round, below zero, as low ones are better."""
    begin = time.process_time()
    game = cardcore.new("president", players=4, rounds=ROUNDS)
    scores = arena_scores(game, [search, *others], games // 4 * 4, 1, threads=1)
    # The games of a deal are played from every seat.
    places = np.reshape(scores[:, 0], (-1, 4)).mean(axis=1) / ROUNDS
    return list(-places), time.process_time() - begin


def interval(values: Sequence[float]) -> str:
    """Write a mean with its 95% interval."""
    half = student(0.95, len(values) - 1) * statistics.stdev(values) / len(values) ** 0.5
    return f"{statistics.mean(values):+.2f} ± {half:.2f}"


def compare(
    measure: Callable[[str, Sequence[str], int], Measured],
    lineups: Sequence[Sequence[str]],
    search: str,
    words: str,
    games: int,
) -> Table:
    """Measure a search with and without adaptation at every table."""
    rows = []
    for others in lineups:
        without, seconds = measure(f"{search}:adapt=no", others, games)
        adapted, longer = measure(f"{search}:adapt=yes", others, games)
        gains = [after - before for after, before in zip(adapted, without, strict=True)]
        row = [interval(without), interval(adapted), interval(gains), f"{longer / seconds:.2f}"]
        rows.append([", ".join(f"`{other}`" for other in others), *row])
    head = ["the others", "`adapt=no`", "`adapt=yes`", "gain", "processor time"]
    return Table(f"`{search}`: {words}, {games} matches", head, rows)


if __name__ == "__main__":
    tables.run(
        __doc__,
        {
            "hearts": partial(
                compare, hearts, HEARTS, "search:worlds=200", f"margin a deal of {DEALS}"
            ),
            "president": partial(
                compare,
                president,
                PRESIDENT,
                "search:worlds=30",
                f"minus the mean place of {ROUNDS} rounds",
            ),
        },
        games=200,
    )
