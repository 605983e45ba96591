"""How the bots of President do by every preset of its rules: ``python -m bench house_rules``.

Every deal is played from every seat, with budgets counted in sampled deals (`worlds`) and fixed
seeds, so that anyone can repeat it.

    python -m bench house_rules big-two --games 400
"""

from functools import partial

from bench import tables
from bench.results import Table
from cardcore.presentation import Preset
from cardcore.registry import presentation

#: The bots of a cross table, weakest first and the search last.
BOTS = ("random", "greedy", "shortest", "plan", "search:version=1:worlds=80")

#: Rounds of a match.
ROUNDS = 3


def figure(preset: Preset, bot: str, other: str, games: int) -> str:
    """Give the mean place of a bot in a round, or its points, and the matches that it wins."""
    played = tables.play(
        "president", [bot] + [other] * 3, games // 4 * 4, 1, rounds=ROUNDS, **preset.rules
    )
    own = played.bots[0]
    # There is an interval whenever at least two deals were played.
    low, high = own.interval or (0, 0)
    return f"{own.mean / ROUNDS:.2f} ± {(high - low) / 2 / ROUNDS:.2f}, {own.firsts:.0%}"


def cross(preset: Preset, games: int) -> Table:
    """Play every bot against three of every other."""
    rows = [
        [
            f"`{bot}`",
            *("" if bot == other else figure(preset, bot, other, games) for other in BOTS),
        ]
        for bot in reversed(BOTS)
    ]
    quantity = "points" if preset.rules.get("score") == "cards" else "mean place"
    case = f"{preset.title}: {quantity} a round of one bot against three others, matches won"
    return Table(case, ["", *(f"three `{bot}`" for bot in BOTS)], rows)


if __name__ == "__main__":
    tables.run(
        __doc__,
        {preset.name: partial(cross, preset) for preset in presentation("president").presets},
        games=800,
    )
