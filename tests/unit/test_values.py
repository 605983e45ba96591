"""What the library gives is a value: equal if it says the same, also after a pickle or a copy."""

import copy
import pickle
from typing import Any

import pytest

from cardcore import Card, arena, chopsticks, compare, discard, draw, ends, hearts, poker, president

HAND = "9d Td 6c Qc 8h"
TABLE = chopsticks.solve(4)
TABLEBASE = chopsticks.tablebase()

#: Two equal values and one that differs, of every public class.
VALUES: list[tuple[Any, Any, Any]] = [
    (Card("As"), Card(51), Card("Ks")),
    (poker.rank(HAND), poker.rank(HAND), poker.rank("As Ks Qs Js Ts")),
    (draw.analyze(HAND), draw.analyze(HAND), draw.analyze("As Ks Qs Js Ts")),
    (draw.analyze(HAND).best(), draw.analyze(HAND).best(), draw.analyze(HAND).best("pattern")),
    (discard.showdown(HAND), discard.showdown(HAND), discard.showdown("As Ks Qs Js Ts")),
    (
        discard.showdown(HAND, "class", samples=9),
        discard.showdown(HAND, "class", samples=9, threads=1),
        discard.showdown(HAND, "class", samples=9, seed=1),
    ),
    (draw.solve(), draw.solve(threads=1), draw.solve("pattern")),
    (
        discard.equity_losses(["pat"]),
        discard.equity_losses(["pat"], threads=1),
        discard.EquityLosses(discard.equity_losses(["pat"]).rows[:1]),
    ),
    (
        draw.Paytable("jacks-or-better-9-6"),
        draw.Paytable("jacks-or-better-9-6"),
        draw.Paytable("jacks-or-better-9-5"),
    ),
    (president.Move("3d"), president.Move(["3d"]), president.Move("3c")),
    (chopsticks.Rules(), chopsticks.Rules(fingers=5), chopsticks.Rules(fingers=6)),
    (TABLE, chopsticks.solve(4), chopsticks.solve(5)),
    (TABLEBASE, chopsticks.tablebase(), chopsticks.tablebase(chopsticks.Rules(misere=True))),
    (
        TABLE.best_move("1,1", "1,1", 0),
        chopsticks.solve(4).best_move("1,1", "1,1", 0),
        TABLE.best_move("2,1", "1,1", 0),
    ),
    (
        TABLEBASE.best_move("1,1", "1,1"),
        chopsticks.tablebase().best_move("1,1", "1,1"),
        TABLEBASE.best_move("2,1", "1,1"),
    ),
    (TABLEBASE.reachable()[0], TABLEBASE.reachable()[0], TABLEBASE.reachable()[1]),
    (hearts.Rules(4), hearts.Rules(4, 13), hearts.Rules.standard()),
    (
        compare.Report("a", "b", 1, 1),
        compare.Report("a", "b", 1, 1),
        compare.Report("a", "c", 1, 1),
    ),
]

#: The same of classes that hold lists or change, which have no hash.
LISTS: list[tuple[Any, Any, Any]] = [
    (ends.solve([1, 2]), ends.solve("1 2"), ends.solve([2, 1])),
    (ends.new([1, 2]), ends.new("1 2"), ends.new([2, 1])),
    (
        president.moves_to_victory("3d"),
        president.moves_to_victory(["3d"]),
        president.moves_to_victory("3c"),
    ),
]


@pytest.mark.parametrize(("value", "equal", "other"), [*VALUES, *LISTS], ids=repr)
def test_values_compare_pickle_and_copy(value: Any, equal: Any, other: Any) -> None:
    assert value == equal
    assert value != other
    assert value != None  # noqa: E711
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
    assert copy.copy(value) == copy.deepcopy(value) == value
    assert repr(value) == repr(equal)


@pytest.mark.parametrize(("value", "equal", "other"), VALUES, ids=repr)
def test_equal_values_have_one_hash(value: Any, equal: Any, other: Any) -> None:
    assert len({value, equal, other}) == 2


@pytest.mark.parametrize("value", [value for value, _, _ in LISTS], ids=repr)
def test_what_can_change_has_no_hash(value: Any) -> None:
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
