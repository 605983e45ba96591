"""Hints are about the table that they are given at: their numbers come true there."""

import re

import pytest

import cardcore
from cardcore.difficulty import Level, LevelPlayer
from cardcore.registry import presentation


def promised(game: str, seed: int, level: Level) -> float:
    """Give what the first hint of a match promises against opponents of a level."""
    made = cardcore.new(game, seed=seed)
    while made.to_move != 0 or len(made.legal_moves()) < 2:
        made.play(made.legal_moves()[0])
    seated = [None, *[level] * (made.seats - 1)]
    hint = presentation(game).hint(made.view(0), seated=seated)
    assert hint.numbers is not None
    return hint.numbers.moves[0].value


def reached(game: str, seed: int, level: Level, bot: str) -> float:
    """Give what the adviser's stand-in reaches there."""
    made = cardcore.new(game, seed=seed)
    while made.to_move != 0 or len(made.legal_moves()) < 2:
        made.play(made.legal_moves()[0])
    players = [LevelPlayer(Level(bot), 1), *[LevelPlayer(level, 2)] * (made.seats - 1)]
    while (last := made.view(None).last) is None:
        made.play(players[made.to_move].choose(made.view(made.to_move)))
    return float(last["scores"][0])


@pytest.mark.parametrize("game", ["president", "hearts"])
def test_the_numbers_come_true_against_random_bots(game: str) -> None:
    level, seeds, bot = Level("random"), range(12), presentation(game).rollout_bot
    assert bot is not None
    promises = [promised(game, seed, level) for seed in seeds]
    results = [reached(game, seed, level, bot) for seed in range(60)]
    promise, result = sum(promises) / len(promises), sum(results) / len(results)
    # Place 2.99 was promised once, and 1.03 reached.
    tolerance = {"president": 0.4, "hearts": 3.0}[game]
    assert abs(promise - result) < tolerance, (promise, result)


def test_the_details_say_who_plays_on() -> None:
    game = cardcore.new("president", seed=3)
    seat = game.to_move
    assert seat is not None
    hint = presentation("president").hint(game.view(seat))
    assert "if all play like plan" in hint.details[0]
    seated = [None if place == seat else Level("shortest", 2) for place in range(4)]
    hint = presentation("president").hint(game.view(seat), seated=seated)
    assert re.search(
        r"over \d+ sampled deals, played on by the bots of this table, and for you by plan: ",
        hint.details[0],
    )


def test_people_and_bots_that_search_are_stood_in_for() -> None:
    told = presentation("hearts")
    game = cardcore.new("hearts", seed=1)
    view = game.view(0)
    assert told.rollout_levels(view, None) is None
    assert told.rollout_bot is not None
    usual = Level(told.rollout_bot)
    assert told.rollout_levels(view, [None, None, Level("search"), usual]) is None
    found = told.rollout_levels(view, [Level("search"), None, Level("search", 2), Level("greedy")])
    assert found == [usual, usual, Level(told.rollout_bot, 2), Level("greedy")]
