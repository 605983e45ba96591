"""What threads share stays whole, also where no GIL takes care of it."""

import functools
import threading
from collections.abc import Callable

import numpy as np
import pytest

from cardcore import _core, arena, chopsticks, discard, ends, hearts, poker, president
from cardcore.environments import Batch
from tests.unit.test_threads import together


def at_once(work: Callable[[], object], threads: int = 8) -> list[object]:
    """Do the same on several threads, which begin together."""
    answers: list[object] = []
    barrier = threading.Barrier(threads)

    def run() -> None:
        barrier.wait()
        answers.append(work())

    together(*[run] * threads)
    return answers


@pytest.mark.parametrize(
    "work",
    [
        lambda: poker.rank("As Ks Qs Js Ts").strength,
        lambda: poker.rank_many(np.arange(52, dtype=np.uint8)[:50].reshape(10, 5)).tolist(),
        lambda: poker.equity(["AsKs", "QQ"], board="Qh 7s 2s").equity,
        lambda: str(discard.analyze("9d Td 6c Qc 8h").best("jacks-or-better-9-6")),
        lambda: president.moves_to_victory(range(0, 52, 4)).count,
        lambda: chopsticks.tablebase().moves((1, 1), (1, 1)),
        lambda: ends.solve(range(200)).score,
        lambda: hearts.random_means(games=200),
        lambda: arena.run("draw", ["equity", "class"], 4, seed=1, hands=2, threads=2).bots,
    ],
)
def test_threads_that_begin_together_find_the_same(work: Callable[[], object]) -> None:
    # The first of these in a process builds the tables.
    answers = at_once(work)
    assert len(answers) == 8
    assert all(answer == answers[0] for answer in answers)


def test_a_batch_is_stepped_by_one_thread_at_a_time() -> None:
    batch = Batch("hearts", 64, seats=[0], bots="greedy", seed=7)
    steps = [0] * 4

    def step(number: int) -> None:
        while steps[number] < 25:
            try:
                batch.step_random()
                steps[number] += 1
            except RuntimeError as error:
                assert "borrowed" in str(error).lower()

    together(*[functools.partial(step, number) for number in range(4)])
    again = Batch("hearts", 64, seats=[0], bots="greedy", seed=7)
    for _ in range(100):
        again.step_random()
    assert np.array_equal(batch.observations, again.observations)
    assert np.array_equal(batch.rewards, again.rewards)


def test_an_array_is_not_written_while_it_is_read() -> None:
    hands = np.tile(np.array([51, 47, 43, 39, 35], np.uint8), (20_000, 1))
    ranks = at_once(lambda: int(poker.rank_many(hands, threads=2).min()))
    assert ranks == [7461] * 8


def test_views_outlive_the_moves_that_other_threads_make() -> None:
    game = president.new(players=4, rounds=30, seed=2)
    start = game.copy()
    view = game.view(0)
    shown = view.to_dict()

    def look() -> None:
        while not game.is_over:
            assert view.to_dict() == shown

    bots = _core.Bots(game, ["random"] * 4, 1)

    def play() -> None:
        while bots.advance(game, 20):
            pass

    together(play, look, look)
    assert game != start
