"""Games from Python: move by move beside the reference, and a Python player among native bots."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import cardcore
from bench.results import Result, judge
from cardcore import Game, View, chopsticks, draw, ends, hearts, president
from cardcore.compare.lockstep import ReferenceGame
from cardcore.compare.measure import CARDCORE, REFERENCE, Comparison, compare
from cardcore.players import Player
from cardcore.reference import chopsticks as reference_chopsticks
from cardcore.reference import draw as reference_draw
from cardcore.reference import ends as reference_ends
from cardcore.reference import hearts as reference_hearts
from cardcore.reference import president as reference_president


class First:
    """A Python player that takes the first legal move."""

    def choose(self, view: View) -> Any:
        """Choose the first legal move."""
        return view.legal_moves()[0]


def run() -> Iterator[Result]:
    """Measure random games of every kind, then a player."""
    row = [Random(1).randrange(2, 15) for _ in range(52)]
    hands = reference_hearts.Hearts.shuffled(reference_hearts.Rules(), 1).hands
    deal = [sorted(hand) for hand in hands]
    kinds: dict[str, tuple[Callable[[], Game], Callable[[], ReferenceGame]]] = {
        "match of draw": (
            partial(draw.new, players=3, hands=4, seed=1),
            partial(reference_draw.DrawGame, players=3, hands=4, seed=1),
        ),
        "match of president, eight players": (
            partial(president.new, players=8, rounds=1, seed=1),
            partial(reference_president.President, 8, 1, 1),
        ),
        "game of chopsticks": (chopsticks.new, reference_chopsticks.Game),
        "deal of hearts": (
            partial(hearts.new, hearts.Rules(4, 13), deal=deal),
            partial(reference_hearts.Hearts, reference_hearts.Rules(), deal),
        ),
        "game of ends, 52 cards": (partial(ends.new, row), partial(reference_ends.Game, row)),
    }
    for name, (native, slow) in kinds.items():
        yield beside_reference(name, native, slow)
    yield judge(python_player(), limit=1 / 20_000)


def beside_reference(
    name: str, native: Callable[[], Game], slow: Callable[[], ReferenceGame], games: int = 20
) -> Comparison:
    """Play the same random games in both, listing the legal moves before every move."""

    def play(new: Callable[[], Game | ReferenceGame]) -> list[list[int]]:
        return [playout(new(), Random(seed)) for seed in range(games)]

    expected = play(slow)
    return compare(
        f"random {name}, move by move",
        {CARDCORE: partial(play, native), REFERENCE: partial(play, slow)},
        check=lambda scores: scores == expected,
        items=games,
        unit="game",
    )


def playout(game: Game | ReferenceGame, random: Random) -> list[int]:
    """Play at random to the end; gives the scores."""
    while moves := game.legal_moves():
        game.play(random.choice(moves))
    return game.scores()


def python_player() -> Comparison:
    """Play deals of hearts with a Python player and three bots."""
    rules = hearts.Rules(4, 13)
    players: list[Player | str] = [First(), "greedy", "greedy", "greedy"]

    def play_some() -> list[Game]:
        return [cardcore.play(hearts.new(rules, seed=seed), players) for seed in range(200)]

    # The first seat makes thirteen decisions a deal, the bots thirty-nine.
    return compare(
        "a Python player and three bots, hearts",
        {"cardcore.play": play_some},
        check=lambda games: all(game.is_over and sum(game.scores()) == 26 for game in games),
        items=200 * 13,
        unit="decision of the player",
    )
