"""How strong the search bots of Hearts and President are: ``python -m bench searchers``.

Everything is played on paired deals, every deal from every seat, with budgets counted in sampled
deals (`worlds`) and fixed seeds, so that anyone can repeat it. Results against the bot that plays
the rollouts (`rule`, `plan`) flatter a search; those against the others do not.

    python -m bench searchers hearts-cross president-budgets --games 800
"""

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bench import tables
from bench.results import Table
from cardcore._core import student
from cardcore.hearts import Rules

#: One deal, cards passed to the left, the moon added.
DEAL = Rules.standard(target=None)

#: Runs of Hearts with different seeds, from which intervals are estimated.
RUNS = 10

#: Rounds of a match of President, with trades.
ROUNDS = 3


@dataclass(frozen=True)
class Case:
    """A game whose bots are measured."""

    game: str
    figure: Callable[[str, str, int], str]
    """Measures one bot against three others in a number of games."""
    bots: tuple[str, ...]
    """The bots of the cross table, weakest first and the search last."""
    budgets: tuple[int, ...]
    decisions: int
    """About how many decisions a seat makes in a game that are not forced."""
    changes: dict[str, str]
    """Parameters that take a part of the search away."""


def margin(bot: str, other: str, games: int) -> str:
    """Give the margin of a bot of Hearts: what the others score less what it scores, a deal."""
    margins = []
    for seed in range(1, RUNS + 1):
        played = tables.play(
            "hearts", [bot] + [other] * 3, games // RUNS // 4 * 4, seed, rules=DEAL
        )
        own, *others = (one.mean for one in played.bots)
        margins.append(statistics.mean(others) - own)
    half = student(0.95, RUNS - 1) * statistics.stdev(margins) / RUNS**0.5
    return f"{statistics.mean(margins):.2f} ± {half:.2f}"


def place(bot: str, other: str, games: int) -> str:
    """Give the mean place of a bot of President in a round, and the matches that it wins."""
    played = tables.play(
        "president", [bot] + [other] * 3, games // 4 * 4, 1, players=4, rounds=ROUNDS
    )
    own = played.bots[0]
    # There is an interval whenever at least two deals were played.
    low, high = own.interval or (0, 0)
    return f"{own.mean / ROUNDS:.2f} ± {(high - low) / 2 / ROUNDS:.2f}, {own.firsts:.0%}"


HEARTS = Case(
    "hearts",
    margin,
    (
        "greedy",
        "rule",
        "shooter",
        "search:version=1:worlds=200",
        "policy",
        "search:version=2:worlds=80",
    ),
    (20, 80, 800, 8000),
    12,
    {
        "nothing learned": "version=1",
        "no gate": "gate=0",
        "only the current trick played before the net": "depth=0",
        "one more trick played before the net": "depth=1",
        "all tricks played, no net": "depth=17",
        "nothing dropped": "prune=no",
    },
)

PRESIDENT = Case(
    "president",
    place,
    (
        "random",
        "greedy",
        "shortest",
        "plan",
        "search:version=1:worlds=80",
        "policy",
        "search:version=2:worlds=30",
    ),
    (20, 80, 400, 4000),
    18 * ROUNDS,
    {
        "nothing learned": "version=1",
        "no gate": "gate=0",
        "two standard errors": "gate=20",
        "no exact ends": "exact=0",
        "three candidates": "candidates=3",
        "uniform deals": "deals=1",
        "trades as `plan` does": "trades=rule",
        "nothing dropped": "prune=no",
    },
)


def cross(case: Case, games: int) -> Table:
    """Play every bot against three of every other."""
    rows = [
        [
            f"`{bot}`",
            *("" if bot == other else case.figure(bot, other, games) for other in case.bots),
        ]
        for bot in reversed(case.bots)
    ]
    return _table(f"{case.game}: one bot against three others", case.bots, rows)


def budgets(case: Case, games: int) -> Table:
    """Measure strength by the number of sampled deals, and what they cost."""
    others, rows = _others(case), []
    for worlds in case.budgets:
        # A larger budget takes fewer games, but never so few that they say nothing.
        count = max(games * case.budgets[0] // worlds, min(games, 400))
        begin = tables.processor_time()
        found = [case.figure(f"search:worlds={worlds}", other, count) for other in others]
        seconds = (tables.processor_time() - begin) / len(others)
        cost = tables.cost(1000 * seconds / (count * case.decisions), 2)
        rows.append([f"{worlds:,}", *found, cost])
    words = f"{case.game}: `search` by worlds, and the processor time of a decision"
    return _table(words, others, rows, "a decision")


def _others(case: Case) -> tuple[str, ...]:
    """Name the opponents of a search: the strongest bots that did not learn."""
    return tuple(bot for bot in case.bots[:-1] if bot != "policy")[-4:]


def changes(case: Case, games: int) -> Table:
    """Take the parts of a search away, one at a time."""
    others, search = _others(case), case.bots[-1]
    bots = {"none": search} | {
        words: f"{search}:{parameter}" for words, parameter in case.changes.items()
    }
    rows = [
        [words, *(case.figure(bot, other, games) for other in others)]
        for words, bot in bots.items()
    ]
    return _table(f"{case.game}: `{search}` with changes", others, rows)


def _table(case: str, others: tuple[str, ...], rows: list[list[str]], *more: str) -> Table:
    return Table(case, ["", *(f"three `{bot}`" for bot in others), *more], rows)


if __name__ == "__main__":
    tables.run(
        __doc__,
        {
            f"{case.game}-{measure.__name__}": partial(measure, case)
            for case in (HEARTS, PRESIDENT)
            for measure in (cross, budgets, changes)
        },
    )
