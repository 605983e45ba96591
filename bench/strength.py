"""How strong the bots are: many games of one against others, reproducible by seed."""

from collections.abc import Sequence
from typing import Any

from bench.results import Table
from cardcore import arena
from cardcore.compare.measure import require


def strength(
    game: str,
    bots: Sequence[str],
    *,
    games: int,
    seats: int,
    points: str,
    **rules: Any,
) -> Table:
    """Play each bot against each other one, which has all other seats, on the same deals.

    ``points`` says what is scored. In all games here a deal decides what all scores sum to.
    """
    rows, total = [], None
    for bot in reversed(bots):
        row = [f"`{bot}`"]
        for other in bots:
            if other == bot:
                row.append("")
                continue
            players = [bot] + [other] * (seats - 1)
            found = arena.run(game, players, games=games, seed=1, **rules)
            scored = round(sum(one.mean for one in found.bots), 6)
            require(total in (None, scored), f"{game}: the sum of the scores of {players}")
            total = scored
            # Of at least two deals there is always an interval.
            low, high = found.bots[0].interval or (0, 0)
            row.append(f"{found.bots[0].mean:.2f} ± {(high - low) / 2:.2f}")
        rows.append(row)
    others = "the other" if seats == 2 else f"{seats - 1} others"
    case = f"{points} of one bot against {others}, with the 95% interval, {games:,} games each"
    return Table(case, ["bot", *(f"`{bot}`" for bot in bots)], rows)
