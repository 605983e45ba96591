"""Games through ``cardcore.play``, with a player written in Python."""

from collections.abc import Iterator
from typing import Any

import cardcore
from bench.results import Result
from cardcore import Game, View, hearts
from cardcore.benchmark.measure import compare
from cardcore.players import Player


class First:
    """A Python player that takes the first legal move."""

    def choose(self, view: View) -> Any:
        """Choose the first legal move."""
        return view.legal_moves()[0]


def run() -> Iterator[Result]:
    """Measure a Python player among native bots."""
    rules = hearts.Rules()
    players: list[Player | str] = [First(), "greedy", "greedy", "greedy"]

    def play_some() -> list[Game]:
        return [cardcore.play(hearts.new(rules, seed=seed), players) for seed in range(200)]

    # The first seat makes thirteen decisions a deal, the bots thirty-nine.
    yield compare(
        "a Python player and three bots, hearts",
        {"cardcore.play": play_some},
        check=lambda games: all(game.is_over for game in games),
        items=200 * 13,
        unit="decision of the player",
        limit=1 / 20_000,
    )
