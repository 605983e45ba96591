import csv
import io
import json
import math
import random
from typing import Any

import pytest

import cardcore
from cardcore import View, arena
from cardcore._core import arena_seating
from tests.cases import cases


class Native:
    """A native bot in Python's clothes."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View) -> Any:
        return view.choose(self.name, seed=0)


def field(name: str) -> list[str]:
    """Give the best bot and enough random ones."""
    seats = cardcore.new(name, seed=0).seats
    return [cardcore.bots(name)[-1], *["random"] * (seats - 1)]


@pytest.mark.parametrize("name", cardcore.games())
def test_means_equal_those_of_the_same_games_one_by_one(name: str) -> None:
    bots, games, seed = field(name), cases(5, slow=11), 5
    result = arena.run(name, bots, games, seed)
    totals = [0] * len(bots)
    for number in range(games):
        seating = arena_seating(seed, number, len(bots))
        game = cardcore.new(name, players=len(bots), seed=seating.deal_seed)
        cardcore.play(game, [bots[index] for index in seating.bots], seed=seating.play_seed)
        for index, score in zip(seating.bots, game.scores(), strict=True):
            totals[index] += score
    assert [bot.mean for bot in result.bots] == [total / games for total in totals]
    assert all(bot.games == games for bot in result.bots)


@pytest.mark.parametrize("name", cardcore.games())
def test_threads_do_not_change_a_byte(name: str) -> None:
    games = cases(6, slow=40)

    def text(threads: int | None, seed: int = 3) -> str:
        result = arena.run(name, field(name), games, seed, threads=threads).to_dict()
        return json.dumps({**result, "seconds": 0, "games_per_second": 0})

    alone = text(1)
    assert alone == text(2) == text(None)
    assert alone != text(None, seed=4)


def test_python_players_take_the_same_path() -> None:
    # Greedy draws nothing from its generator, so a wrapped one plays the same games.
    native = arena.run("ends", ["greedy", "random"], 60, 9, count=11)
    wrapped = arena.run("ends", [Native("greedy"), "random"], 60, 9, count=11)
    assert [bot.name for bot in wrapped.bots] == ["Native", "random"]
    assert [bot.mean for bot in wrapped.bots] == [bot.mean for bot in native.bots]
    assert [bot.interval for bot in wrapped.bots] == [bot.interval for bot in native.bots]
    assert [bot.beats for bot in wrapped.bots] == [bot.beats for bot in native.bots]


def test_the_shares_add_up() -> None:
    result = arena.run("ends", ["perfect", "random"], 200, 1, count=7)
    assert math.isclose(sum(bot.firsts for bot in result.bots), 1)
    first, second = result.bots
    assert first.beats[0] == 0.5
    assert math.isclose(first.beats[1] + second.beats[0], 1)
    assert first.mean > second.mean
    assert first.interval is not None
    low, high = first.interval
    assert low < first.mean < high
    assert result.games_per_second > 0


def test_first_places_are_shared_exactly_at_a_large_table() -> None:
    # One card each, nothing to decide: 19 of 20 seats take no point in any deal.
    result = arena.run("hearts", ["random"] * 20, 20, 0, suits=2, values=10)
    assert math.isclose(sum(bot.firsts for bot in result.bots), 1, rel_tol=1e-15)
    assert all(math.isclose(bot.firsts, 1 / 20, rel_tol=1e-15) for bot in result.bots)


def test_the_interval_covers_the_mean_of_many_games() -> None:
    truth = arena.run("ends", ["greedy", "random"], 40_000, 0, count=6).bots[0].mean
    generator = random.Random(0)
    inside = 0
    for _ in range(100):
        bot = arena.run("ends", ["greedy", "random"], 100, generator.randrange(2**32), count=6)
        interval = bot.bots[0].interval
        assert interval is not None
        inside += interval[0] <= truth <= interval[1]
    assert inside >= 85


def test_csv_and_few_games() -> None:
    result = arena.run("ends", ["greedy", "random"], 1, 0)
    assert [bot.interval for bot in result.bots] == [None, None]
    rows = list(csv.DictReader(io.StringIO(result.to_csv())))
    assert [row["name"] for row in rows] == ["greedy", "random"]
    assert float(rows[0]["mean"]) == result.bots[0].mean
    assert [float(rows[1][f"beats_{place}"]) for place in (0, 1)] == list(result.bots[1].beats)
    assert arena.run("ends", ["greedy", "random"], 0, 0).games == 0


def test_progress_and_interruption() -> None:
    steps: list[tuple[int, int]] = []
    arena.run("ends", ["perfect", "random"], 50, 0, progress=lambda *step: steps.append(step))
    assert steps[-1] == (50, 50)

    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Enough

    bots: Any
    for bots in (["perfect", "random"], [Native("perfect"), "random"]):
        with pytest.raises(Enough):
            arena.run("ends", bots, 10**6, 0, progress=stop)


DECK = "As Ah 9d 7c 4s Ks Kh 9c 7d 4h 2c 2d 2h 2s 3c 3d 4c 5c 5d 5h"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("draw", {"hands": 2, "deal": [DECK]}),
        ("president", {"rounds": 2, "deal": ["3d 4c 7h", "3c 2s 5d"]}),
        ("hearts", {"suits": 2, "values": 3, "deal": ["0-1 1-2 0-3", "1-3 0-2 1-1"]}),
        ("ends", {"deal": [1, 2, 3, 100, 5]}),
        ("chopsticks", {"state": "1,1 4,4"}),
    ],
)
def test_a_given_deal_is_the_deal_of_every_game(name: str, options: dict[str, Any]) -> None:
    bots, games, seed = [cardcore.bots(name)[-1], "random"], cases(15, slow=40), 2
    result = arena.run(name, bots, games, seed, **options)
    totals = [0, 0]
    for number in range(games):
        seating = arena_seating(seed, number, 2)
        game = cardcore.new(name, players=2, **{**options, "seed": seating.deal_seed})
        cardcore.play(game, [bots[index] for index in seating.bots], seed=seating.play_seed)
        for index, score in zip(seating.bots, game.scores(), strict=True):
            totals[index] += score
    assert [bot.mean for bot in result.bots] == [total / games for total in totals]


def test_huge_scores_have_a_mean_but_no_wrong_interval() -> None:
    bots = arena.run("ends", ["random", "random"], 100, 0, cards=[2**61, 1, 1, -(2**61)]).bots
    assert [bot.interval for bot in bots] == [None, None]
    assert bots[0].mean == -bots[1].mean != 0  # the ones are beyond the precision of a float
    small = arena.run("ends", ["random", "random"], 100, 0, cards=[2**45, 1, 1, -(2**45)]).bots
    assert all(bot.interval is not None for bot in small)


def test_a_seed_has_its_range() -> None:
    native: list[Any] = ["random", "random"]
    python: list[Any] = [Native("random"), "random"]
    for seed in (-1, 2**64):
        for bots in (native, python):
            with pytest.raises(ValueError, match="seed: expected a whole number from 0 to"):
                arena.run("ends", bots, 1, seed)
        with pytest.raises(ValueError, match="seed: expected a whole number from 0 to"):
            cardcore.play(cardcore.new("ends", seed=1), ["random", "random"], seed=seed)


def test_a_result_has_the_seed_that_made_it() -> None:
    for bots in (["random", "random"], [Native("random"), "random"]):
        for seed in (None, True):
            with pytest.raises(TypeError, match=f"seed: expected .*, found {seed}"):
                arena.run("ends", bots, 1, seed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "bots", "games", "message"),
    [
        ("chess", ["random"], 1, "unknown game 'chess'"),
        ("ends", ["random"], 1, "expected 2 bots, one per seat, found 1"),
        ("ends", ["random", "gredy"], 1, "unknown bot 'gredy' for ends"),
        ("ends", ["random", "random"], -1, "games: expected a whole number from 0 to"),
        ("ends", ["random", "random"], 2**64, "games: expected a whole number from 0 to"),
    ],
)
def test_what_cannot_be_played_is_told(
    game: str, bots: list[str], games: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        arena.run(game, bots, games, 0)
