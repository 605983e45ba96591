"""Positions of random games under the rules of every game, for tests of what holds for all."""

import random
from collections.abc import Iterator
from typing import Any

import cardcore
from cardcore import Game

#: Rules that show more of a game than the default does.
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in cardcore.games()),
    ("draw", {"players": 5, "stack": 9}),
    ("draw", {"ranking": "2-7", "betting": "no-limit", "small_blind": 1, "big_blind": 2}),
    ("president", {"players": 7, "rounds": 3}),
    ("president", {"players": 3, "rounds": 2, "trade": "best"}),
    ("president", {"players": 7, "rounds": 2, "passing": "locked", "score": "cards", "clears": 8}),
    ("chopsticks", {"rules": {"fingers": 7, "hands": 3, "rollover": True}, "moves": 8}),
    ("hearts", {"players": 3, "target": 30, "moon": "subtract"}),
    ("hearts", {"suits": 3, "values": 7, "players": 4}),
    ("hearts", {"jack": True, "target": 30}),
    ("ends", {"count": 9, "ties": "right"}),
]

#: Those that hide something from a seat.
HIDDEN = [
    (name, rules) for name, rules in VARIANTS if not cardcore.new(name, seed=0, **rules).is_open
]


def positions(name: str, rules: dict[str, Any], games: int) -> Iterator[Game]:
    """Give every position of some random games; the game goes on in place."""
    for seed in range(games):
        generator = random.Random(seed)
        game = cardcore.new(name, seed=seed, **rules)
        yield game
        while not game.is_over:
            game.play(generator.choice(game.legal_moves()))
            yield game


def play_at_random(game: Game, seed: int, most: int | None = None) -> list[tuple[int, str]]:
    """Make moves at random; gives them with their seats."""
    generator = random.Random(seed)
    made: list[tuple[int, str]] = []
    while (seat := game.to_move) is not None and len(made) != most:
        chosen = generator.choice(game.legal_moves())
        game.play(chosen)
        made.append((seat, str(chosen)))
    return made


def viewers(game: Game) -> list[int | None]:
    """Return all viewers of a game: its seats, and a spectator."""
    return [*range(game.seats), None]
