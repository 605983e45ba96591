"""What the caller's own objects raise reaches the caller, wherever they are called from."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import cardcore
from cardcore import arena, chopsticks, discard, draw, ends, hearts, poker, president


class Fault(Exception):
    """Nothing else raises this."""


class Interrupt(BaseException):
    """Not even an `Exception`, like what Ctrl-C raises."""


class Number:
    """Fails when it is asked for its number."""

    def __init__(self, fault: type[BaseException]) -> None:
        self.fault = fault

    def __index__(self) -> int:
        raise self.fault

    def __repr__(self) -> str:
        raise self.fault


class Items:
    """Fails after some items, or at once."""

    def __init__(self, fault: type[BaseException], *items: object) -> None:
        self.fault = fault
        self.items = items

    def __iter__(self) -> Iterator[object]:
        yield from self.items
        raise self.fault


class Player:
    """Fails when it is to move."""

    def __init__(self, fault: type[BaseException]) -> None:
        self.fault = fault

    def choose(self, view: object) -> Any:
        raise self.fault


class Text:
    """A move that fails when it is asked for its text."""

    def __init__(self, fault: type[BaseException]) -> None:
        self.fault = fault

    @property
    def text(self) -> str:
        raise self.fault


HANDS = np.tile(np.array([51, 47, 43, 39, 35], np.uint8), (600, 1))

#: Every way in for an object of the caller's, given the exception that it shall raise.
ENTRIES: dict[str, Callable[[type[BaseException]], object]] = {
    "card by number": lambda fault: poker.rank([Number(fault), 1, 2, 3, 4]),
    "cards": lambda fault: poker.rank(Items(fault, 1, 2)),
    "parse_cards": lambda fault: cardcore.parse_cards(Items(fault, "As")),
    "hands": lambda fault: draw.analyze(Items(fault, 1, 2)),
    "threads": lambda fault: poker.rank_many(HANDS, threads=Number(fault)),
    "threads of discards": lambda fault: draw.analyze_many(HANDS, threads=Number(fault)),
    "samples": lambda fault: discard.showdown("9d Td 6c Qc 8h", "class", samples=Number(fault)),
    "solve draw": lambda fault: draw.solve(progress=raises(fault)),
    "solve showdowns": lambda fault: draw.solve("showdown", progress=raises(fault)),
    "showdown": lambda fault: discard.showdown("9d Td 6c Qc 8h", progress=raises(fault)),
    "solve ends": lambda fault: ends.solve(range(3_000), progress=raises(fault)),
    "solve a short row": lambda fault: ends.solve([1, 2, 3], progress=raises(fault)),
    "arena": lambda fault: arena.run("hearts", ["greedy"] * 4, 40, progress=raises(fault)),
    "arena with a player": lambda fault: arena.run("ends", [Player(fault), "random"], 4),
    "games": lambda fault: arena.run("ends", ["random"] * 2, Number(fault)),
    "arena's seed": lambda fault: arena.run("ends", ["random"] * 2, 4, seed=Number(fault)),
    "play": lambda fault: cardcore.play(ends.new([1, 2]), [Player(fault), "random"]),
    "row": lambda fault: ends.solve(Items(fault, 1, 2)),
    "card of a row": lambda fault: ends.solve([1, Number(fault)]),
    "value": lambda fault: ends.value(Items(fault, 1, 2)),
    "count": lambda fault: ends.new(count=Number(fault)),
    "seed": lambda fault: ends.new(seed=Number(fault)),
    "seat": lambda fault: ends.new([1, 2]).view(Number(fault)),
    "depth": lambda fault: ends.new([1, 2]).perft(Number(fault)),
    "sample": lambda fault: ends.new([1, 2]).view(0).sample(seed=Number(fault)),
    "choose": lambda fault: ends.new([1, 2]).view(0).choose("random", seed=Number(fault)),
    "move": lambda fault: chopsticks.new().play(Text(fault)),
    "fingers": lambda fault: chopsticks.Rules(fingers=Number(fault)),
    "level": lambda fault: chopsticks.solve(3).value((1, 1), (1, 1), Number(fault)),
    "hands of chopsticks": lambda fault: chopsticks.tablebase().value(Items(fault, 1), (1, 1)),
    "deal of hearts": lambda fault: hearts.new(suits=2, values=2, players=2, deal=Items(fault)),
    "deals of hearts": lambda fault: hearts.new(suits=2, values=2, players=2, deals=Items(fault)),
    "deal of president": lambda fault: president.new(players=2, deal=Items(fault)),
    "hand of president": lambda fault: president.legal_moves(Items(fault, "3d")),
    "games of hearts": lambda fault: hearts.random_means(games=Number(fault)),
}


def raises(fault: type[BaseException]) -> Callable[[int, int], None]:
    def report(done: int, total: int) -> None:
        raise fault

    return report


@pytest.mark.parametrize("fault", [Fault, Interrupt, MemoryError, KeyboardInterrupt])
@pytest.mark.parametrize("entry", ENTRIES)
def test_what_an_object_raises_reaches_the_caller(entry: str, fault: type[BaseException]) -> None:
    with pytest.raises(fault):
        ENTRIES[entry](fault)
