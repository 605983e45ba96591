"""How strong the bots of Hearts are and what makes a search strong: ``python -m bench.search``.

Everything is played on paired deals, every deal from every seat, and by worlds, so that anyone can
repeat it. A margin is what the others score less what the bot scores, in points a deal; its
interval comes from runs with different seeds. Results against `rule` flatter a search that finishes
its worlds by that very rule; those against `greedy` and `shooter` do not.

    python -m bench.search curve cross parts --games 400
"""

import statistics
from collections.abc import Sequence

from bench import tables
from bench.results import Table
from cardcore._core import student
from cardcore.hearts import Rules

#: One deal, cards passed to the left, the moon added: what the figures of the pages are about.
DEAL = Rules.standard(target=None)

#: Runs with different seeds, from which intervals are estimated.
RUNS = 10

#: Worlds of about 1, 10 and 100 milliseconds.
BUDGETS = (20, 200, 2000, 20_000)

#: A search without one of its parts.
PARTS = {
    "all parts": "",
    "worlds finished by `greedy`": ":playout=greedy",
    "worlds finished at random": ":playout=random",
    "no slips": ":slips=0",
    "passes as `rule` does": ":passes=0",
    "no thought of the moon": ":moon=no",
    "last two tricks solved": ":solved=2",
    "nothing dropped": ":drops=no",
}


def margin(bot: str, other: str, games: int) -> tuple[str, str, float]:
    """Give the points of a bot against three others, its margin, and the processor time."""
    own, margins = [], []
    begin = tables.processor_time()
    for seed in range(1, RUNS + 1):
        played = tables.play(
            "hearts", [bot] + [other] * 3, games=games // RUNS // 4 * 4, seed=seed, rules=DEAL
        )
        first, *others = (one.mean for one in played.bots)
        own.append(first)
        margins.append(statistics.mean(others) - first)
    return _with_interval(own), _with_interval(margins), tables.processor_time() - begin


def _with_interval(means: Sequence[float]) -> str:
    half = student(0.95, len(means) - 1) * statistics.stdev(means) / len(means) ** 0.5
    return f"{statistics.mean(means):.2f} ± {half:.2f}"


def curve(games: int) -> Table:
    """Measure strength by worlds, and what they cost."""
    rows = []
    for worlds in BUDGETS:
        row = [f"{worlds:,}"]
        milliseconds = 0.0
        for other in ("rule", "greedy", "shooter"):
            # A larger budget takes fewer games, but never less than tell something.
            count = max(games * BUDGETS[0] // worlds, min(games, 400))
            _, found, seconds = margin(f"search:worlds={worlds}", other, count)
            # A pass and about eleven cards that are not forced.
            milliseconds = max(milliseconds, 1000 * seconds / (count * 12))
            row.append(found)
        rows.append([*row, tables.cost(milliseconds, 2)])
    case = "margin of `search` against three others, and processor time of a decision"
    return Table(case, ["worlds", "`rule`", "`greedy`", "`shooter`", "at most"], rows)


def cross(games: int) -> Table:
    """Play every bot against three of every other."""
    bots = ("greedy", "rule", "shooter", "search:worlds=200")
    rows = []
    for bot in reversed(bots):
        found = ("" if bot == other else margin(bot, other, games)[1] for other in bots)
        rows.append([f"`{bot}`", *found])
    return Table(
        "margin of one bot against three others", ["", *(f"`{bot}`" for bot in bots)], rows
    )


def parts(games: int) -> Table:
    """Take the parts of a search away, one at a time."""
    rows = []
    for words, parameters in PARTS.items():
        name = f"search:worlds=200{parameters}"
        rows.append([words, *(margin(name, other, games)[1] for other in ("rule", "greedy"))])
    return Table("margin of `search:worlds=200` with changes", ["", "`rule`", "`greedy`"], rows)


if __name__ == "__main__":
    tables.run(__doc__, {"curve": curve, "cross": cross, "parts": parts})
