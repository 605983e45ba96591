"""How strong the bots of President are and what makes a search strong: ``python -m bench.places``.

Everything is played on paired deals, every deal from every seat, in matches of three rounds with
trades, and by worlds, so that anyone can repeat it. The mean place and its interval are those of
the arena, a round; first places are those of matches. Results against `plan` flatter a search that
plays its deals out by that very rule; those against `shortest` do not.

    python -m bench.places curve cross parts sizes --games 800
"""

from bench import tables
from bench.results import Table

ROUNDS = 3

#: Worlds of about 0.4, 1, 2 and 8 milliseconds: the more worlds, the sooner candidates are dropped.
BUDGETS = (20, 80, 400, 4000)

#: A search without one of its parts.
PARTS = {
    "all parts": "",
    "deals played out at random": ":playout=random",
    "three candidates": ":candidates=3",
    "forty candidates": ":candidates=40",
    "trades as `plan` does": ":trades=rule",
    "nothing dropped": ":drops=no",
}

#: Tables of fewer and of more than four, in matches of two rounds.
SIZES = (2, 3, 4, 5, 8, 13)


def places(
    bot: str, other: str, games: int, players: int = 4, rounds: int = ROUNDS
) -> tuple[str, str, float]:
    """Give the mean place of a bot against others, its first places, and seconds."""
    begin = tables.processor_time()
    bots = [bot] + [other] * (players - 1)
    found = tables.play("president", bots, games, seed=1, players=players, rounds=rounds)
    seconds = tables.processor_time() - begin
    own = found.bots[0]
    # Of at least two deals there is always an interval.
    low, high = own.interval or (0, 0)
    mean = f"{own.mean / rounds:.2f} ± {(high - low) / 2 / rounds:.2f}"
    return mean, f"{own.firsts:.0%}", seconds


def curve(games: int) -> Table:
    """Measure strength by worlds, and what they cost."""
    rows = []
    for worlds in BUDGETS:
        row = [f"{worlds:,}"]
        milliseconds = 0.0
        for other in ("shortest", "plan"):
            # A larger budget takes fewer games, but never less than tell something.
            count = max(games * BUDGETS[0] // worlds, min(games, 160)) // 4 * 4
            mean, firsts, seconds = places(f"search:worlds={worlds}", other, count)
            # About 18 decisions a round are not forced.
            milliseconds = 1000 * seconds / (count * ROUNDS * 18)
            row += [mean, firsts]
        rows.append([*row, tables.cost(milliseconds, 1)])
    headings = ["worlds", "`shortest`", "first", "`plan`", "first", "a decision"]
    return Table("mean place of `search` against three others", headings, rows)


def cross(games: int) -> Table:
    """Play every bot against three of every other."""
    bots = ("random", "greedy", "shortest", "plan", "search:worlds=80")
    rows = []
    for bot in reversed(bots):
        found = ("" if bot == other else places(bot, other, games)[0] for other in bots)
        rows.append([f"`{bot}`", *found])
    headings = ["", *(f"`{bot}`" for bot in bots)]
    return Table("mean place of one bot against three others", headings, rows)


def parts(games: int) -> Table:
    """Take the parts of a search away, one at a time."""
    rows = []
    for words, parameters in PARTS.items():
        name = f"search:worlds=80{parameters}"
        found = (places(name, other, games)[:2] for other in ("shortest", "plan"))
        rows.append([words, *(text for pair in found for text in pair)])
    headings = ["", "`shortest`", "first", "`plan`", "first"]
    return Table("mean place of `search:worlds=80` with changes", headings, rows)


def sizes(games: int) -> Table:
    """Play at tables of other sizes."""
    rows = []
    for players in SIZES:
        found = (
            places(bot, other, max(games // players, 2) * players, players, rounds=2)[0]
            for bot, other in (("plan", "shortest"), ("search:worlds=80", "plan"))
        )
        rows.append([str(players), f"{(players + 1) / 2:g}", *found])
    headings = ["players", "even", "`plan` against `shortest`", "`search:worlds=80` against `plan`"]
    return Table("mean place at tables of other sizes", headings, rows)


if __name__ == "__main__":
    tables.run(__doc__, {"curve": curve, "cross": cross, "parts": parts, "sizes": sizes})
