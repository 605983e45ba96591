"""Replays: every step as it was played, in little memory."""

import tracemalloc
from functools import cache
from typing import Any

import pytest

import cardcore
from cardcore.difficulty import LevelPlayer
from cardcore.errors import ParseError
from cardcore.records import record
from cardcore.serve import catalog
from cardcore.serve.errors import RequestError
from cardcore.serve.replays import Replay, ReplayCache


@cache
def played(game: str, **rules: Any) -> dict[str, Any]:
    """Let bots play a game; returns its record."""
    table = catalog.begin(game, rules, seed=5)
    bot = LevelPlayer(catalog.levels(game)["greedy"], 1)
    while not table.is_over:
        table.play(bot.choose(table.view(table.to_move)))
    names = [f"seat {seat}" for seat in range(table.seats)]
    return record(table, names, ["greedy"] * table.seats, bots_seed=0)


def test_every_step_is_what_the_seats_saw() -> None:
    written = played("hearts", target=None)
    replay = Replay(written)
    game = cardcore.replay({**written, "moves": [], "result": None})
    for count, text in enumerate([*written["moves"], None]):
        step = replay.step(count)
        assert step["views"] == [game.view(seat).to_dict() for seat in range(4)]
        assert (step["to_move"], step["is_over"]) == (game.to_move, game.is_over)
        assert step["deciders"] == game.deciders
        if text is not None:
            game.play(text)


def test_there_is_no_step_beyond_the_last() -> None:
    replay = Replay(played("hearts", target=None))
    moves = len(replay.about()["moves"])
    for count in (-1, moves + 1, 1_000_000):
        with pytest.raises(RequestError, match=f"expected a move from 0 to {moves}, found {count}"):
            replay.step(count)
    with pytest.raises(RequestError, match=f"expected a decision from 0 to {moves - 1}"):
        replay.advice(1.0, moves)


def test_steps_of_a_large_table_are_not_kept() -> None:
    replay = Replay(played("president", players=13, rounds=1))
    moves = len(replay.about()["moves"])
    replay.step(0)
    tracemalloc.start()
    try:
        for count in range(moves + 1):
            replay.step(count)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert moves > 200
    assert kept < 500_000


def test_what_cannot_be_replayed_is_refused() -> None:
    with pytest.raises(ParseError):
        Replay({**played("hearts", target=None), "moves": ["2c"]})


def test_the_cache_is_bounded_in_bytes() -> None:
    replay = Replay(played("hearts", target=None))
    found = ReplayCache(5 * replay.size)
    for number in range(5):
        found.add(str(number), replay)
    assert found.size == 5 * replay.size
    # The one that nobody has asked for makes room.
    assert found.get("0") is replay
    found.add("5", replay)
    assert [found.get(str(number)) for number in range(6)] == [replay, None] + [replay] * 4
    found.add("5", replay)
    assert found.size == 5 * replay.size


def test_a_replay_that_is_larger_than_the_cache_is_not_kept() -> None:
    replay = Replay(played("hearts", target=None))
    found = ReplayCache(replay.size - 1)
    found.add("0", replay)
    assert (found.get("0"), found.size) == (None, 0)
