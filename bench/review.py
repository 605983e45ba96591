"""How long reviews take and what they find: ``python -m bench review``.

Bots of different strength play deals of Hearts and are reviewed: the better the bot, the less EV a
decision should lose. Everything is played with fixed seeds, so that anyone can repeat it; times are
CPU times, which other programs on the machine don't change much.

    python -m bench review --deals 24
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import cardcore
from cardcore import hearts
from cardcore.reviews.statistics import estimate

REPORT = Path(__file__).with_suffix(".md")

#: The bots, weakest first.
BOTS = ("random", "greedy", "rule", "policy")

HEADER = """# Reviews

Written by `python -m bench review`.

"""


def strengths(deals: int) -> str:
    """Review bots of Hearts against three of `policy`, on the same deals."""
    lines = [
        f"## Hearts: {deals} deals, seat 0, against three `policy`",
        "",
        "| bot | EV lost a decision | skill a deal | luck a deal | result a deal | accuracy |",
        "|---|---|---|---|---|---|",
    ]
    for bot in BOTS:
        reviews = []
        for seed in range(deals):
            game = hearts.new(seed=seed, target=None)
            cardcore.play(game, [bot, "policy", "policy", "policy"], seed=seed)
            reviews.append(cardcore.review(game.record(), 0, deals=100))
        losses = [decision.loss for found in reviews for decision in found.decisions]
        cells = [
            _written(losses),
            *(
                _written([getattr(found, name) for found in reviews], "+")
                for name in ("skill", "luck", "result")
            ),
        ]
        accuracy = np.mean([decision.accuracy for one in reviews for decision in one.decisions])
        lines.append(f"| `{bot}` | {' | '.join(cells)} | {accuracy:.1f} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def times() -> str:
    """Review a deal and a match of Hearts with the usual number of sampled deals."""
    lines = ["## Time", "", "| game | decisions | sampled deals | CPU time |", "|---|---|---|---|"]
    for name, rules in (("a deal of Hearts", {"target": None}), ("a match of Hearts to 100", {})):
        game = hearts.new(seed=4, **rules)
        cardcore.play(game, ["rule", "policy", "policy", "policy"], seed=1)
        begin = time.process_time()
        found = cardcore.review(game.record(), 0)
        spent = time.process_time() - begin
        sampled = max(decision.deals for decision in found.decisions)
        lines.append(f"| {name} | {len(found.decisions)} | {sampled:,} | {spent:.1f} s |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def _written(values: Sequence[float], sign: str = "") -> str:
    found = estimate(np.array(values))
    return f"{found.mean:{sign}.2f} ± {found.half_width:.2f}"


def main() -> None:
    """Measure and keep."""
    parser = argparse.ArgumentParser(prog="python -m bench review", description=__doc__)
    parser.add_argument("--deals", type=int, default=24, help="deals for every bot")
    asked = parser.parse_args()
    parts = [times(), strengths(asked.deals)]
    REPORT.write_text(HEADER + "\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
