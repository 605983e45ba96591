"""Odd arguments: every public function says what was wrong with them, in one way, at once."""

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import cardcore
from cardcore import (
    ParseError,
    View,
    arena,
    chopsticks,
    compare,
    discard,
    draw,
    ends,
    hearts,
    poker,
)
from cardcore import president as president_module
from cardcore.records import replay

HAND = "9d Td 6c Qc 8h"
HANDS = np.array([[51, 47, 43, 39, 35]], np.uint8)
WORD = ("-2**63", "2**63 - 1")


class First:
    """A player in Python."""

    def choose(self, view: View) -> Any:
        return view.legal_moves()[0]


def row() -> cardcore.Game:
    return ends.new([3, 10, 3, 9])


def table() -> chopsticks.Table:
    return chopsticks.solve(4)


#: Every whole number that a public function takes: how to give it, its name, and its range.
NUMBERS: list[tuple[Callable[[Any], object], str, object, object]] = [
    *(
        (call, "threads", 1, 1024)
        for call in (
            lambda n: poker.rank_many(HANDS, threads=n),
            lambda n: poker.categories_many(HANDS, threads=n),
            lambda n: cardcore.deal_many(3, threads=n),
            lambda n: draw.analyze_many(HANDS, threads=n),
            lambda n: draw.best_discards(HANDS, threads=n),
            lambda n: discard.showdown(HAND, threads=n),
            lambda n: discard.showdown(HAND, "class", samples=9, threads=n),
            lambda n: draw.solve(threads=n),
            lambda n: draw.solve("showdown", threads=n),
            lambda n: discard.equity_losses([], threads=n),
            lambda n: ends.solve([1, 2], threads=n),
            lambda n: arena.run("ends", ["random", "random"], 2, threads=n),
            lambda n: arena.run("ends", [First(), "random"], 2, threads=n),
        )
    ),
    *(
        (call, "seed", 0, "2**64 - 1")
        for call in (
            lambda n: cardcore.deal_many(3, seed=n),
            lambda n: discard.showdown(HAND, "class", samples=9, seed=n),
            lambda n: draw.analyze(HAND).best("showdown", against="class", samples=9, seed=n),
            lambda n: draw.best_discards(HANDS, "showdown", against="class", samples=9, seed=n),
            lambda n: hearts.random_means(games=2, seed=n),
            lambda n: arena.run("ends", ["random", "random"], 2, n),
            lambda n: arena.run("ends", [First(), "random"], 2, n),
            lambda n: cardcore.play(row(), ["random", "random"], seed=n),
            lambda n: list(compare.run("poker", 1, n)),
        )
    ),
    (lambda n: arena.run("ends", ["random", "random"], n), "games", 0, 10**12),
    (lambda n: arena.run("ends", [First(), "random"], n), "games", 0, 10**12),
    (lambda n: hearts.random_means(games=n), "games", 1, 10**12),
    (lambda n: discard.showdown(HAND, "class", samples=n), "samples", 1, 10**12),
    (lambda n: list(compare.run("poker", n)), "cases", 0, 10**9),
    (lambda n: row().perft(n), "depth", 0, 128),
    (lambda n: chopsticks.solve(n), "depth", 0, "2**32 - 1"),
    (lambda n: table().value((1, 1), (1, 1), n), "level", 0, 4),
    (lambda n: table().moves((1, 1), (1, 1), n), "level", 0, 4),
    (lambda n: table().line((1, 1), (1, 1), n), "level", 0, 4),
    (lambda n: poker.HandRank(n), "strength", 0, 7461),
    (lambda n: cardcore.deal_many(n), "n", 0, 10**15),
    (lambda n: cardcore.deal_many(3, n), "cards", 1, 52),
    (lambda n: president_module.new(players=n), "players", 2, 13),
    (lambda n: president_module.new(rounds=n), "rounds", 1, "2**32 - 1"),
    (lambda n: hearts.Rules(suits=n), "suits", 2, 4096),
    (lambda n: hearts.Rules(values=n), "values", 2, 4096),
    (lambda n: hearts.Rules(players=n), "players", 2, 4096),
    (lambda n: ends.new(count=n), "count", 0, 10**6),
    (lambda n: ends.new(low=n), "low", *WORD),
    (lambda n: ends.new(high=n), "high", *WORD),
    (lambda n: chopsticks.Rules(fingers=n), "fingers", *WORD),
    (lambda n: chopsticks.Rules(hands=n), "hands", *WORD),
    (lambda n: chopsticks.Rules(start=n), "start", *WORD),
    (lambda n: chopsticks.new(moves=n), "moves", *WORD),
    (lambda n: chopsticks.tablebase().value((1, n), (1, 1)), "hands", *WORD),
    (lambda n: draw.new(players=n), "players", 2, 5),
    (lambda n: draw.new(hands=n), "hands", 1, 10**6),
    (lambda n: draw.new(stack=n), "stack", 1, 10**8),
    (lambda n: draw.new(ante=n), "ante", 0, 10**8),
    (lambda n: draw.new(small_bet=n), "small_bet", 1, 10**8),
    (lambda n: draw.new(big_bet=n), "big_bet", 1, 10**8),
    (lambda n: draw.new(raises=n), "raises", 0, 1000),
]


class Index:
    """A whole number in other clothes."""

    def __init__(self, number: object) -> None:
        self.number = number

    def __index__(self) -> Any:
        if isinstance(self.number, Exception):
            raise self.number
        return self.number

    def __repr__(self) -> str:
        return f"Index({self.number!r})"


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError("no text")


@pytest.mark.parametrize(("call", "name", "low", "high"), NUMBERS)
def test_a_number_has_its_kind_and_its_range(
    call: Callable[[Any], object], name: str, low: object, high: object
) -> None:
    expected = f"{name}: expected a whole number from {low} to {high}, found "
    beyond: list[Any] = [2**64, -(2**63) - 1, 10**30, Index(2**70)]
    if isinstance(low, int):
        beyond += [low - 1, np.int64(low - 1)]
    if isinstance(high, int):
        beyond += [high + 1, 2**63, np.uint64(2**64 - 1)]
    for number in beyond:
        with pytest.raises(ValueError, match=f"^{re.escape(expected + repr(number))}$"):
            call(number)
    with pytest.raises(ValueError, match=f"^{re.escape(expected)}int$"):
        call(10**5000)
    others = [True, 1.0, float("nan"), "1", b"1", [1], 1j, np.float64(1), np.bool_(True)]
    for other in [
        *others,
        np.array(1.5),
        np.array(True),
        np.array(2**70),
        np.array([1, 2]),
        Index("1"),
    ]:
        with pytest.raises(TypeError, match=f"^{re.escape(expected + repr(other))}$"):
            call(other)
    with pytest.raises(TypeError, match=f"^{re.escape(expected)}Unprintable$"):
        call(Unprintable())
    with pytest.raises(TypeError, match=rf"^{re.escape(expected)}\[0, 0, [0, ]*…$"):
        call([0] * 10**5)
    # What goes wrong in the caller's own code is the caller's to see.
    with pytest.raises(ZeroDivisionError, match="mine"):
        call(Index(ZeroDivisionError("mine")))


def test_a_seat_has_the_kind_and_the_range_of_a_place_in_a_list() -> None:
    for seat in (-1, 2, 2**63, -(2**70)):
        with pytest.raises(IndexError) as error:
            row().view(seat)
        assert str(error.value) == f"seat: expected a whole number from 0 to 1, found {seat}"
    with pytest.raises(TypeError, match="seat: expected a whole number from 0 to 1, found True"):
        row().view(True)


@pytest.mark.parametrize("number", [np.int8(3), np.uint64(3), np.array(3), Index(3)], ids=repr)
def test_whole_numbers_of_any_kind_will_do(number: Any) -> None:
    assert row().perft(number) == row().perft(3)
    assert row().view(Index(1)).seat == 1
    solved = chopsticks.solve(number)
    assert (type(solved.depth), solved.depth, solved.values.shape[0]) == (int, 3, 4)
    assert {type(move.level) for move in solved.moves("1,1", "1,1", np.uint8(0))} == {int}
    result = arena.run("ends", ["random", "random"], number, number)
    assert (type(result.seed), result.seed, result.games) == (int, 3, 3)
    sampled = discard.showdown(HAND, "class", samples=number, seed=number)
    assert {type(sampled.samples), type(sampled.seed)} == {int}
    assert {type(mean) for mean in hearts.random_means(games=number)} == {float}


def test_a_line_goes_on_beyond_the_level_that_a_narrow_number_holds() -> None:
    deep = chopsticks.solve(300, rules=chopsticks.Rules(rollover=True))
    narrow = deep.line((1, 1), (1, 1), np.uint8(0))
    assert narrow == deep.line((1, 1), (1, 1), 0)
    assert len(narrow) == 300


#: Every name that a public function takes.
NAMES: list[tuple[Callable[[Any], object], str]] = [
    (lambda name: ends.solve([1], policy=name), "policy"),
    (lambda name: ends.solve([1], first=name), "first"),
    (lambda name: ends.solve([1], ties=name), "ties"),
    (lambda name: ends.new(ties=name), "ties"),
    (lambda name: president_module.new(trade=name), "trade"),
    (lambda name: chopsticks.solve(policy=name), "policy"),
    (lambda name: hearts.Rules.standard(moon=name), "moon"),
    (lambda name: row().view(0).choose(name), "bot"),
    (lambda name: row().record(["Ann", name]), "seats"),
]


@pytest.mark.parametrize(("call", "argument"), NAMES)
def test_a_name_is_text(call: Callable[[Any], object], argument: str) -> None:
    for other in (None, True, 1, b"x", ["x"]):
        expected = f"{argument}: expected a name, found {other!r}"
        with pytest.raises(TypeError, match=f"^{re.escape(expected)}$"):
            call(other)


def test_text_that_no_encoding_knows_is_told_like_any_other() -> None:
    assert row().record(["Ann", "\ud800"])["seats"] == ["Ann", "?"]
    for call, _ in NAMES[:-1]:
        with pytest.raises(ValueError, match=r"'\?'") as error:
            call("\ud800")
        assert not isinstance(error.value, UnicodeError)
    with pytest.raises(AttributeError, match=r"an? ends view has no '\?'"):
        getattr(row().view(0), "\ud800")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: discard.showdown(HAND, progress=3), "progress: expected a function, found 3"),
        (lambda: draw.solve(progress=""), "progress: expected a function, found ''"),
        (lambda: draw.solve("showdown", progress=3), "progress: expected a function, found 3"),
        (lambda: discard.equity_losses([], progress=3), "progress: expected a function, found 3"),
        (lambda: ends.solve([1], progress=3), "progress: expected a function, found 3"),
        (
            lambda: arena.run("ends", ["random"] * 2, 2, progress=3),
            "progress: expected a function, found 3",
        ),
        (
            lambda: arena.run("ends", [First(), "random"], 2, progress=3),
            "progress: expected a function, found 3",
        ),
        (
            lambda: cardcore.play(row(), ["random"] * 2, after_move=3),
            "after_move: expected a function, found 3",
        ),
        (lambda: cardcore.play(None, []), "game: expected a Game, found None"),
        (
            lambda: cardcore.play(row(), "random"),
            "players: expected a list of names and players, found 'random'",
        ),
        (
            lambda: arena.run("ends", None),
            "bots: expected a list of names and players, found None",
        ),
        (
            lambda: arena.run("ends", [7, "random"]),
            "seat 0: expected a bot's name or a player, found 7",
        ),
        (lambda: row().record(7), "seats: expected a list of names, found 7"),
        (lambda: row().record("ab"), "seats: expected a list of names, found 'ab'"),
        (lambda: hearts.solve(row()), "expected a game of hearts, found <ends game"),
        (lambda: hearts.solve(7), "expected a game of hearts, found 7"),
        (lambda: hearts.random_means(0), "rules: expected hearts.Rules, found 0"),
        (lambda: hearts.new(7), "rules: expected hearts.Rules, found 7"),
        (
            lambda: hearts.Rules.standard(target=""),
            "target: expected a whole number from 1 to 1000000, found ''",
        ),
        (lambda: president_module.new(deal=7), "deal: expected a list of hands, found 7"),
        (lambda: draw.new(deal=7), "deal: expected a list of decks, one per hand, found 7"),
        (
            lambda: chopsticks.parse_state(None),
            "state: expected text such as '1,1 1,1', found None",
        ),
        (lambda: chopsticks.new(state=7), "state: expected the hands of two players, found 7"),
    ],
)
def test_what_is_of_another_kind_is_told_at_once(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(message)}"):
        call()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: cardcore.parse_cards(itertools.repeat("As")), ParseError),
        (lambda: cardcore.parse_cards(range(10**12)), ParseError),
        (lambda: poker.rank(itertools.count()), ParseError),
        (lambda: president_module.legal_moves(itertools.repeat(1)), ParseError),
        (lambda: chopsticks.tablebase().value(itertools.repeat(1), (1, 1)), ParseError),
        (lambda: chopsticks.new(state=itertools.repeat((1, 1))), ParseError),
        (lambda: hearts.new(deal=[itertools.repeat((0, 1))]), ParseError),
        (lambda: hearts.new(deal=itertools.repeat("0-1")), ParseError),
        (lambda: hearts.new(hearts.Rules(2, 3, 2), seed=1).play(range(10**12)), TypeError),
        (lambda: row().record(itertools.repeat("Ann")), ValueError),
        (lambda: draw.new(deal=itertools.count()), TypeError),
        (lambda: draw.new(deal=itertools.repeat("As")), ValueError),
        (lambda: president_module.new(deal=itertools.repeat("As")), ValueError),
        (lambda: president_module.new(deal=itertools.count()), TypeError),
    ],
)
def test_an_iterator_without_end_is_not_read_to_it(
    call: Callable[[], object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        call()


def test_what_an_iterator_raises_reaches_the_caller() -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise ZeroDivisionError("mine")

    class Broken:
        def __iter__(self) -> Iterator[int]:
            raise ZeroDivisionError("mine")

    calls: list[Callable[[Any], object]] = [
        cardcore.parse_cards,
        poker.rank,
        ends.value,
        president_module.Move,
        lambda items: chopsticks.tablebase().value(items, (1, 1)),
        lambda items: hearts.new(deal=[items]),
        lambda items: hearts.new(deal=items),
        lambda items: draw.new(deal=items),
        lambda items: president_module.new(deal=items),
    ]
    for call in calls:
        with pytest.raises(ZeroDivisionError):
            call(Broken())
    for call in calls[:5]:
        with pytest.raises(ZeroDivisionError):
            call(broken())


def test_a_damaged_record_with_odd_numbers_is_told() -> None:
    record = ends.new(count=4, seed=1).record()
    for seed in (-1, 2**64, "1", True):
        with pytest.raises(ParseError, match="seed: expected a whole number from 0 to 2"):
            replay({**record, "seed": seed})
