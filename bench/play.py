"""Games through the arena and through ``cardcore.play``."""

from collections.abc import Callable, Iterator
from typing import Any

import cardcore
from cardcore import Game, View, arena, hearts
from cardcore.benchmark.measure import Comparison, Figure, Skipped, compare

GAMES = 20_000


class First:
    """A Python player that takes the first legal move."""

    def choose(self, view: View) -> Any:
        """Choose the first legal move."""
        return view.legal_moves()[0]


def run() -> Iterator[Comparison | Figure | Skipped]:
    """Measure the arena on one and two threads, and a Python player among native bots."""
    for game, bots in (
        ("hearts", ["greedy", "random", "random", "random"]),
        ("president", ["greedy", "random", "random", "random"]),
        ("draw", ["equity", "random"]),
    ):
        yield _threads(game, bots)

    rules = hearts.Rules()
    players = [First(), "greedy", "greedy", "greedy"]

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


def _threads(game: str, bots: list[str]) -> Comparison:
    def games(threads: int) -> Callable[[], arena.Result]:
        return lambda: arena.run(game, bots, GAMES, 1, threads=threads)

    means = [bot.mean for bot in games(1)().bots]
    return compare(
        f"arena of {game}: {', '.join(bots)}",
        {"two threads": games(2), "one thread": games(1)},
        check=lambda result: [bot.mean for bot in result.bots] == means,
        items=GAMES,
        unit="game",
        goals={"one thread": 1.8},
    )
