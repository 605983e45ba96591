"""Native Chopsticks against the reference: every state and level, every position, and play."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from cardcore import IllegalMoveError, ParseError, chopsticks
from cardcore.compare import chopsticks as compare
from cardcore.reference import chopsticks as reference

GAMES = Path(__file__).parents[1] / "data" / "chopsticks-games.txt"

HOUSES = [
    {},
    {"rollover": True},
    {"splits": False},
    {"rollover": True, "splits": False},
    {"swaps": True},
    {"revive": False, "split_to_zero": False},
    {"rollover": True, "split_to_zero": False},
    {"halves_only": True},
    {"sudden_death": True},
    {"misere": True},
    {"misere": True, "sudden_death": True, "rollover": True, "swaps": True},
    {"fingers": 4, "start": 3},
    {"fingers": 7, "rollover": True},
    {"fingers": 3, "hands": 3},
    {"fingers": 3, "hands": 3, "rollover": True, "swaps": True, "revive": False},
    {"fingers": 9, "hands": 1, "rollover": True, "start": 2},
    {"fingers": 2},
]


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 9, 20])
def test_every_value_and_best_move_of_every_level(depth: int) -> None:
    compared = 0
    for case in compare.table(depth):
        assert case.native == case.reference, case.case
        compared += 1
    assert compared == chopsticks.solve(depth).values.size == (depth + 1) * 625


def test_every_value_past_the_longest_distance() -> None:
    table = chopsticks.solve(40)
    assert np.array_equal(table.values, compare.values(reference.best_move_dp(40)))
    assert np.array_equal(table.values[0], chopsticks.tablebase().values)


def test_every_move_and_its_counts() -> None:
    depth = 8
    table = chopsticks.solve(depth, "counts")
    values, counts = reference.best_move_dp(depth), reference.count_lines(depth)
    for state, (value, _) in values.items():
        a, b, level = state
        moves = table.moves(a, b, level)
        following = reference.next_moves(state) if level < depth else []
        assert [(move.a, move.b, level + 1) for move in moves] == following
        assert [move.value for move in moves] == [values[after][0] for after in following]
        assert [(move.wins, move.losses) for move in moves] == [counts[s] for s in following]
        best = table.best_move(a, b, level)
        if not moves:
            assert best is None
            continue
        sign = 1 if level % 2 == 0 else -1
        equals = [move for move in moves if move.value == value]
        assert best == max(equals, key=lambda move: sign * (move.wins - move.losses))


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_every_position_of_the_tablebase(house: dict[str, Any]) -> None:
    rules = chopsticks.Rules(**house)
    for case in compare.tablebase(rules):
        assert case.native == case.reference, case.case
    solved = chopsticks.tablebase(rules)
    table = chopsticks.solve(solved.longest, rules=rules)
    assert np.array_equal(table.values[0], solved.values)


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_lockstep(house: dict[str, Any]) -> None:
    random = Random(str(house))
    for _ in range(30):
        for case in compare.game(chopsticks.Rules(**house), random):
            assert case.native == case.reference, case.case


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("tap L L", None),
        ("tap R L", None),
        ("tap L", ParseError),
        ("split 1 1", IllegalMoveError),
        ("split 2", ParseError),
        ("split 2 1", IllegalMoveError),
        ("sing", ParseError),
        ("", ParseError),
    ],
)
def test_both_refuse_the_same(text: str, error: type[Exception] | None) -> None:
    for game in (chopsticks.new(), reference.Game()):
        if error is None:
            game.play(text)
        else:
            with pytest.raises(error):
                game.play(text)
            assert (game.to_move, len(game.legal_moves())) == (0, 4)


def printed_games() -> list[tuple[str, list[list[str]]]]:
    games: list[tuple[str, list[list[str]]]] = []
    for line in GAMES.read_text(encoding="utf-8").splitlines():
        if line.startswith("game "):
            games.append((line.removeprefix("game "), []))
        elif line and not line.startswith("#"):
            games[-1][1].append(line.split())
    return games


def hands(text: str) -> tuple[int, int]:
    left, right = map(int, text.split(","))
    return left, right


@pytest.mark.parametrize(("name", "states"), printed_games(), ids=lambda value: str(value)[:40])
def test_the_printed_games(name: str, states: list[list[str]]) -> None:
    table = chopsticks.solve(20)
    game = chopsticks.new(moves=10)
    program = 0 if name.startswith("the program") else 1
    said = []
    for level, (a_text, b_text, kind, *rest) in enumerate(states):
        a, b = hands(a_text), hands(b_text)
        assert game.view(0).hands == [a, b]
        if kind == "over":
            assert game.is_over
            assert level == len(states) - 1
            assert game.scores() == ([1, -1] if rest == ["A"] else [-1, 1])
            break
        moves = table.moves(a, b, level)
        reached = [(move.a, move.b) for move in moves]
        assert reached == [state[:2] for state in reference.next_moves((a, b, level))]
        if kind == "choices":
            assert level % 2 != program
            printed = [tuple(map(hands, choice.split(":"))) for choice in rest]
            assert len(set(printed)) == len(printed)
            assert set(printed) <= set(reached)
        else:
            assert level % 2 == program
            winning = 1 if program == 0 else -1
            assert (table.value(a, b, level) == winning) == (kind == "win")
            said.append(kind)
        following: Any = tuple(map(hands, states[level + 1][:2]))
        chosen = moves[reached.index(following)]
        if kind == "win":
            assert chosen.value == table.value(a, b, level)
        game.play(chosen)
    assert game.is_over
    assert said[-1] == "win"


def test_four_games_are_printed() -> None:
    assert [len(states) for _, states in printed_games()] == [12, 13, 6, 11]
