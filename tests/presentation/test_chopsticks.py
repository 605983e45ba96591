"""Hints in Chopsticks, held against a plain search of the game that is played."""

import re
from functools import cache

import pytest

from cardcore import Game, chopsticks
from cardcore.chopsticks.presentation import PRESENTATION


@cache
def outcome(moves: tuple[str, ...], rules: chopsticks.Rules) -> tuple[int, int]:
    """Search to the end, and return the result for the player to move and its distance."""
    game = replayed(moves, rules)
    if game.is_over:
        return game.scores()[len(moves) % 2], 0
    best = max(
        (outcome((*moves, move), rules) for move in game.legal_moves()),
        key=lambda found: (-found[0], found[0] * found[1]),
    )
    return -best[0], best[1] + 1


def replayed(moves: tuple[str, ...], rules: chopsticks.Rules) -> Game[chopsticks.View, str]:
    game = chopsticks.new(rules)
    for move in moves:
        game.play(move)
    return game


@pytest.mark.parametrize(
    "rules",
    [
        chopsticks.Rules(moves=3),
        chopsticks.Rules(moves=3, fingers=3),
        chopsticks.Rules(moves=3, fingers=3, misere=True),
        chopsticks.Rules(moves=3, fingers=4, sudden_death=True),
        chopsticks.Rules(moves=2, fingers=3, hands=3, rollover=True),
        chopsticks.Rules(moves=4, fingers=3, hands=1),
    ],
    ids=str,
)
def test_a_hint_explains_every_move(rules: chopsticks.Rules) -> None:
    verdicts = set()
    for first in ((), *((move,) for move in replayed((), rules).legal_moves())):
        moves = first
        while not (game := replayed(moves, rules)).is_over:
            view = game.view(game.to_move)
            hint = PRESENTATION.hint(view)
            assert hint.source == "Try"
            keys = {}
            lines = {line.split(":")[0]: line for line in hint.reasons}
            assert set(lines) == {str(move) for move in game.legal_moves()}
            assert len(lines) == len(hint.reasons)
            # What is proposed comes first.
            assert next(iter(lines)) == hint.move
            for move, line in lines.items():
                value, plies = outcome((*moves, move), rules)
                words = {1: "loses", 0: "ties", -1: "wins"}[value]
                verdicts.add(words)
                assert line.startswith(f"{move}: {words} "), (moves, line)
                within = re.search(r"within (\d+) more", line)
                assert (int(within[1]) if within else 0) == (plies if value else 0)
                keys[move] = (-value, value * plies)
            assert keys[hint.move] == max(keys.values())
            moves = (*moves, hint.move)
    assert verdicts
