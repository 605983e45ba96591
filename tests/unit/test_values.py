"""What the library gives is a value: equal if it says the same, also after a pickle or a copy."""

import copy
import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from cardcore import Card, arena, chopsticks, compare, discard, draw, ends, hearts, poker, president

HAND = "9d Td 6c Qc 8h"

#: Two equal values and one that differs, of every public class. They are made when they are needed.
VALUES: dict[str, Callable[[], tuple[Any, Any, Any]]] = {
    "card": lambda: (Card("As"), Card(51), Card("Ks")),
    "rank": lambda: (poker.rank(HAND), poker.rank(HAND), poker.rank("As Ks Qs Js Ts")),
    "discard table": lambda: (
        draw.analyze(HAND),
        draw.analyze(HAND),
        draw.analyze("As Ks Qs Js Ts"),
    ),
    "discard": lambda: (
        draw.analyze(HAND).best(),
        draw.analyze(HAND).best(),
        draw.analyze(HAND).best("pattern"),
    ),
    "showdown": lambda: (
        discard.showdown(HAND),
        discard.showdown(HAND),
        discard.showdown("As Ks Qs Js Ts"),
    ),
    "sampled showdown": lambda: (
        discard.showdown(HAND, "class", samples=9),
        discard.showdown(HAND, "class", samples=9, threads=1),
        discard.showdown(HAND, "class", samples=9, seed=1),
    ),
    "solution": lambda: (draw.solve(), draw.solve(threads=1), draw.solve("pattern")),
    "equity losses": lambda: (
        discard.equity_losses(["pat"]),
        discard.equity_losses(["pat"], threads=1),
        discard.EquityLosses(discard.equity_losses(["pat"]).rows[:1]),
    ),
    "paytable": lambda: (
        draw.Paytable("jacks-or-better-9-6"),
        draw.Paytable("jacks-or-better-9-6"),
        draw.Paytable("jacks-or-better-9-5"),
    ),
    "President move": lambda: (
        president.Move("3d"),
        president.Move(["3d"]),
        president.Move("3c"),
    ),
    "Chopsticks rules": lambda: (
        chopsticks.Rules(),
        chopsticks.Rules(fingers=5),
        chopsticks.Rules(fingers=6),
    ),
    "table": lambda: (chopsticks.solve(4), chopsticks.solve(4), chopsticks.solve(5)),
    "tablebase": lambda: (
        chopsticks.tablebase(),
        chopsticks.tablebase(),
        chopsticks.tablebase(chopsticks.Rules(misere=True)),
    ),
    "best move of a table": lambda: (
        chopsticks.solve(4).best_move("1,1", "1,1", 0),
        chopsticks.solve(4).best_move("1,1", "1,1", 0),
        chopsticks.solve(4).best_move("2,1", "1,1", 0),
    ),
    "best move of a tablebase": lambda: (
        chopsticks.tablebase().best_move("1,1", "1,1"),
        chopsticks.tablebase().best_move("1,1", "1,1"),
        chopsticks.tablebase().best_move("2,1", "1,1"),
    ),
    "position": lambda: (
        chopsticks.tablebase().reachable()[0],
        chopsticks.tablebase().reachable()[0],
        chopsticks.tablebase().reachable()[1],
    ),
    "Hearts rules": lambda: (hearts.Rules(4), hearts.Rules(4, 13), hearts.Rules.standard()),
    "report": lambda: (
        compare.Report("a", "b", 1, 1),
        compare.Report("a", "b", 1, 1),
        compare.Report("a", "c", 1, 1),
    ),
}

#: The same of classes that hold lists or change, which have no hash.
LISTS: dict[str, Callable[[], tuple[Any, Any, Any]]] = {
    "line": lambda: (ends.solve([1, 2]), ends.solve("1 2"), ends.solve([2, 1])),
    "game": lambda: (ends.new([1, 2]), ends.new("1 2"), ends.new([2, 1])),
    "moves to victory": lambda: (
        president.moves_to_victory("3d"),
        president.moves_to_victory(["3d"]),
        president.moves_to_victory("3c"),
    ),
}


@cache
def values(name: str) -> tuple[Any, Any, Any]:
    return {**VALUES, **LISTS}[name]()


@pytest.mark.parametrize("name", [*VALUES, *LISTS])
def test_values_compare_pickle_and_copy(name: str) -> None:
    value, equal, other = values(name)
    assert value == equal
    assert value != other
    assert value != None  # noqa: E711
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
    assert copy.copy(value) == copy.deepcopy(value) == value
    assert repr(value) == repr(equal)


@pytest.mark.parametrize("name", VALUES)
def test_equal_values_have_one_hash(name: str) -> None:
    assert len(set(values(name))) == 2


@pytest.mark.parametrize("name", LISTS)
def test_what_can_change_has_no_hash(name: str) -> None:
    for value in values(name):
        with pytest.raises(TypeError, match="unhashable"):
            hash(value)


def test_results_of_an_arena_are_values() -> None:
    result = arena.run("ends", ["greedy", "random"], 10)
    assert pickle.loads(pickle.dumps(result)) == result
    assert len({result, copy.deepcopy(result)}) == 1


def test_a_difference_reaches_another_process() -> None:
    found = compare.Case({"number": 1}, 1, 2)
    difference = compare.DifferenceError("poker", "ranks", "0/1", found)
    again = pickle.loads(pickle.dumps(difference))
    assert (str(again), again.case) == (str(difference), difference.case)
