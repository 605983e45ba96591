"""Threads, forks and interrupts: nothing waits for what does not come, nothing is half done."""

import contextlib
import functools
import json
import multiprocessing
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardcore
from cardcore import View, _core, arena, chopsticks, discard, draw, ends, hearts, poker, president
from tests.cases import cases
from tests.nursery import Nursery

HANDS = np.tile(np.array([51, 47, 43, 39, 35], np.uint8), (100_000, 1))


def together(*works: Callable[[], object]) -> None:
    """Do all this at once, each on a thread of its own, and raise what any of them raises."""
    errors: list[BaseException] = []

    def guarded(work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for error in errors:
        raise error


@pytest.mark.parametrize("name", cardcore.games())
def test_a_game_can_be_watched_while_bots_play_it(name: str) -> None:
    rules: dict[str, Any] = {"president": {"rounds": 300}, "draw": {"hands": 300}}.get(name, {})
    game = cardcore.new(name, seed=3, **rules)
    expected = cardcore.play(game.copy(), ["random"] * game.seats, seed=1)

    def watch() -> None:
        while not game.is_over:
            seat = game.to_move
            views = [game.view(place) for place in range(game.seats)]
            assert all(view.seat == place for place, view in enumerate(views))
            assert seat is None or 0 <= seat < game.seats
            assert len(game.scores()) == game.seats
            assert game == game
            assert len(cardcore.replay(game.record()).moves) <= len(expected.moves)
            game.legal_moves()
            game.copy()
            repr(game)

    together(lambda: cardcore.play(game, ["random"] * game.seats, seed=1), watch, watch)
    assert game == expected


def test_a_game_that_several_threads_play_is_a_game() -> None:
    game = president.new(players=5, rounds=40, seed=1)

    def play_on() -> None:
        generator = random.Random(threading.get_ident())
        while not game.is_over:
            # Another thread may be faster.
            with contextlib.suppress(cardcore.IllegalMoveError, cardcore.ParseError):
                game.play(generator.choice(game.legal_moves() or ["pass"]))

    together(*[play_on] * 4)
    assert cardcore.replay(game.record()) == game


@pytest.mark.parametrize("name", cardcore.games())
def test_eight_threads_do_everything_with_one_game(name: str) -> None:
    game = cardcore.new(name, seed=5)
    quick = {"search": "search:worlds=1"}
    bots = [quick.get(bot, bot) for bot in cardcore.bots(name) if bot != "shortest"]

    def use(number: int) -> None:
        generator = random.Random(number)
        for _ in range(cases(15, slow=60)):
            seat = generator.randrange(game.seats)
            with contextlib.suppress(cardcore.IllegalMoveError, cardcore.ParseError):
                game.play(generator.choice(game.legal_moves() or ["pass"]))
            view = game.view(seat)
            assert view.seat == seat
            assert json.dumps(view.to_dict()) == json.dumps(view.to_dict())
            again = view.sample(seed=number)
            assert again.to_move == view.to_move
            copy = game.copy()
            assert cardcore.replay(copy.record()) == copy
            with contextlib.suppress(ValueError):  # it is the turn of another seat
                view.choose(generator.choice(bots), seed=1)
            cardcore.play(copy, [generator.choice(bots)] * game.seats, seed=number)
            assert copy.is_over
            assert cardcore.new(name, seed=number).new_game(seed=5).to_move is not None

    together(*[functools.partial(use, number) for number in range(8)])
    assert cardcore.replay(game.record()) == game


def test_eight_threads_share_tables_and_valuations() -> None:
    hands = np.array([[29, 33, 16, 40, 26], [51, 47, 43, 39, 35]], np.uint8).repeat(400, 0)
    table = draw.analyze("9d Td 6c Qc 8h")
    base = chopsticks.tablebase()
    solved = chopsticks.solve(12, policy="counts")
    valuation = _core.Valuation("jacks-or-better-9-6")
    answers: list[object] = []

    def use() -> None:
        for _ in range(10):
            masks, values = valuation.best_many(hands)
            answers.append(
                (
                    table.best("class").mask,
                    table.values("jacks-or-better-9-6").tolist(),
                    masks.tolist(),
                    values.tolist(),
                    base.moves((1, 1), (1, 1)),
                    solved.lines((1, 1), (1, 1), 0),
                    solved.best_move((1, 1), (1, 1), 0),
                    poker.rank_many(hands, threads=2).tolist(),
                )
            )

    together(*[use] * 8)
    assert len(answers) == 80
    assert all(answer == answers[0] for answer in answers)


def test_bots_are_for_one_thread_at_a_time() -> None:
    game = president.new(rounds=200, seed=1)
    bots = _core.Bots(game, ["random"] * 4, 1)

    def use() -> None:
        while not game.is_over:
            # Two at once is an error, and changes nothing.
            with contextlib.suppress(RuntimeError):
                bots.advance(game, 5)

    together(*[use] * 8)
    assert cardcore.replay(game.record()) == game


def test_long_work_on_a_game_does_not_mind_that_it_is_played_on() -> None:
    game = ends.new(count=16, seed=1)
    again = game.copy()
    found: list[int] = []

    def play_on() -> None:
        while not game.is_over:
            game.play("L")

    together(lambda: found.append(game.perft(16)), play_on)
    # The count is that of the game at one moment, whichever that was.
    counts = {again.perft(16)}
    while not again.is_over:
        again.play("L")
        counts.add(again.perft(16))
    assert counts.issuperset(found)


def test_a_move_may_look_at_the_game_while_it_is_made() -> None:
    game = chopsticks.new()

    class Curious:
        @property
        def text(self) -> str:
            return str(game.legal_moves()[0])

    game.play(Curious())
    assert game.moves == ["tap L L"]


#: Work of some tenths of a second or more, all of it native.
NATIVE: list[Callable[[], object]] = [
    lambda: poker.rank_many(np.tile(HANDS, (200, 1)), threads=1),
    lambda: draw.analyze_many(HANDS, threads=1),
    lambda: discard.showdown("9d Td 6c Qc 8h", "class", samples=300_000, threads=1),
    lambda: draw.analyze("9d Td 6c Qc 8h", method="enumeration"),
    lambda: ends.solve(range(20_000)),
    lambda: ends.new(count=12_000, seed=1).view(0).choose("optimal"),
    lambda: hearts.random_means(games=30_000),
    lambda: arena.run("hearts", ["greedy"] * 4, 3_000, threads=1),
    lambda: ends.new(count=20, seed=1).perft(18),
    lambda: [chopsticks.tablebase(chopsticks.Rules(fingers=14, hands=3)) for _ in range(12)],
    lambda: cardcore.play(president.new(rounds=2_000, seed=1), ["random"] * 4),
]


def steps_during(work: Callable[[], object]) -> int:
    """Count the steps of another thread that is let go on only where the work lets go."""
    steps = during = 0
    done = threading.Event()

    def count() -> None:
        nonlocal steps
        while not done.is_set():
            steps += 1
            time.sleep(0)

    def finish() -> None:
        nonlocal during
        try:
            before = steps
            work()
            during = steps - before
        finally:
            done.set()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        together(count, finish)
    finally:
        sys.setswitchinterval(interval)
    return during


@pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="only a GIL stops other threads"
)
@pytest.mark.parametrize("work", NATIVE)
def test_other_threads_go_on_while_native_work_is_done(work: Callable[[], object]) -> None:
    assert steps_during(lambda: sum(range(10**6))) == 0
    assert steps_during(work) > 0


def test_players_may_run_an_arena_of_their_own() -> None:
    class Recursive:
        def choose(self, view: View) -> Any:
            result = arena.run("ends", ["greedy", "random"], 4, count=4, threads=1)
            assert result.games == 4
            return view.legal_moves()[0]

    assert arena.run("ends", [Recursive(), "random"], 4, count=4).games == 4


def test_what_a_player_raises_reaches_the_caller_and_leaves_the_game_as_it_was() -> None:
    class Tired:
        def choose(self, view: View) -> Any:
            raise ZeroDivisionError("tired")

    game = ends.new([3, 10, 4])
    with pytest.raises(ZeroDivisionError, match="tired"):
        cardcore.play(game, ["greedy", Tired()])
    assert game.moves == ["R"]
    with pytest.raises(ZeroDivisionError, match="tired"):
        arena.run("ends", [Tired(), "random"], 4)


def test_a_view_cannot_be_changed() -> None:
    game = ends.new([3, 10, 4])
    view = game.view(0)
    view.cards.clear()
    view.to_dict().clear()
    view.legal_moves().clear()
    assert (view.cards, view.legal_moves()) == ([3, 10, 4], ["L", "R"])
    with pytest.raises(AttributeError):
        view.cards = []  # type: ignore[misc]
    assert game.view(0).cards == [3, 10, 4]


def rank_in_child(threads: int | None) -> int:
    return int(poker.rank_many(HANDS, threads=threads)[-1])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_has_threads_of_its_own() -> None:
    for threads in (None, 2):
        assert rank_in_child(threads) == 7461
        with multiprocessing.get_context("fork").Pool(1) as pool:
            # Without its own threads it would wait for those of its parent for ever.
            assert pool.apply_async(rank_in_child, (threads,)).get(timeout=60) == 7461


#: Work that takes minutes at least, with what has to be there before.
ENDLESS = [
    ("hands = np.tile(HAND, (20_000_000, 1))", "poker.rank_many(hands, threads=1)"),
    ("", "cardcore.deal_many(10_000_000, 52, threads=1)"),
    ("", "arena.run('hearts', ['greedy'] * 4, 10**9)"),
    ("", "arena.run('ends', [First(), 'random'], 10**9)"),
    ("", "arena.run('president', ['random'] * 4, 4, rounds=2**32 - 1)"),
    ("", "arena.run('ends', ['optimal'] * 2, 4, count=8_000)"),
    ("", "cardcore.play(president.new(rounds=2**32 - 1, seed=1), ['random'] * 4)"),
    ("", "hearts.random_means(hearts.Rules.standard(target=10**6), 10**9)"),
    ("", "hearts.solve(hearts.new(hearts.Rules(4, 8, 4), seed=5))"),
    ("", "ends.solve(np.arange(600_000))"),
    ("", "ends.value(itertools.repeat(0))"),
    ("", "draw.analyze_many(np.tile(HAND, (2_000_000, 1)))"),
    ("", "draw.solve()"),
    ("", "draw.solve('showdown')"),
    ("", "discard.showdown('9d Td 6c Qc 8h', 'class', samples=10**10)"),
    ("", "draw.new(seed=1).perft(100)"),
    ("", "chopsticks.tablebase(chopsticks.Rules(fingers=16, hands=3))"),
    ("", "chopsticks.solve(10**6, rules=chopsticks.Rules(fingers=16, hands=3))"),
    ("base = chopsticks.tablebase(chopsticks.Rules(fingers=12, hands=3))", "base.reachable()"),
    ("", "president.moves_to_victory(range(26))"),
    ("", "hearts.new(seed=1).view(0).choose('search:worlds=200000', threads=1)"),
    ("", "hearts.new(seed=1).view(0).weigh('search:1s')"),
    ("", "cardcore.play(hearts.new(seed=1), ['search:worlds=200000'] * 4)"),
    ("", "arena.run('hearts', ['search:worlds=200000'] * 4, 4)"),
    ("", "chopsticks.new(chopsticks.Rules(fingers=16, hands=3)).view(0).choose('table')"),
]


#: Tests that run in the background inherit that interrupts are ignored.
SETTING = """
import itertools, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
import numpy as np
import cardcore
from cardcore import arena, chopsticks, discard, draw, ends, hearts, poker, president
HAND = np.array([51, 47, 43, 39, 35], np.uint8)
class First:
    def choose(self, view):
        return view.legal_moves()[0]
"""


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery(SETTING) as nursery:
        yield nursery


@pytest.mark.skipif(os.name == "nt", reason="signals are sent another way there")
@pytest.mark.parametrize(("setting", "work"), ENDLESS, ids=[work for _, work in ENDLESS])
def test_long_work_stops_on_an_interrupt(
    setting: str, work: str, nursery: Nursery, tmp_path: Path
) -> None:
    code = f"""
{setting}
try:
    print("ready", flush=True)
    while True:
        {work}
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = nursery.begin(code, pipe)
    with pipe.open() as output:
        assert output.readline() == "ready\n"
        time.sleep(0.1)
        os.kill(process, signal.SIGINT)
        assert output.readline() == "stopped\n"
    assert nursery.wait() == 0
