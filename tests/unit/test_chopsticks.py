"""Chopsticks in Python: rules, tables, the tablebase, games and what they refuse."""

import pickle
from typing import Any

import numpy as np
import pytest

import cardcore
from cardcore import IllegalMoveError, ParseError, chopsticks
from cardcore.chopsticks import Rules

START = ((1, 1), (1, 1))


def test_table_has_the_promised_shape() -> None:
    table = chopsticks.solve()
    assert (table.depth, table.policy, table.rules) == (20, "first", Rules())
    assert table.values.shape == (21, 5, 5, 5, 5)
    assert table.values.dtype == np.int8
    assert set(np.unique(table.values)) == {-1, 0, 1}
    assert table.values is table.values
    with pytest.raises(ValueError, match="read-only"):
        table.values[0] = 0
    assert chopsticks.solve(7).values.shape == (8, 5, 5, 5, 5)
    assert chopsticks.solve(2, rules=Rules(fingers=3, hands=3)).values.shape == (3, *[3] * 6)


def test_values_are_symmetric_in_the_hands() -> None:
    values = chopsticks.solve(20).values
    assert np.array_equal(values, values.swapaxes(1, 2))
    assert np.array_equal(values, values.swapaxes(3, 4))
    # Both players have the same game: what A has at a level, B has with the same plies left.
    odd = chopsticks.solve(19).values
    assert np.array_equal(values[1:], -odd.transpose(0, 3, 4, 1, 2))


def test_great_depths_cost_little_memory_and_no_new_values() -> None:
    table = chopsticks.solve(10_000, "counts")
    assert table.values.shape == (10_001, 5, 5, 5, 5)
    assert np.array_equal(table.values[0], chopsticks.tablebase().values)
    assert np.array_equal(table.values[9_980:], chopsticks.solve(20).values)
    best = table.best_move(*START, 0)
    assert best is not None
    assert (best.wins, best.losses) == (2**128 - 1, 2**128 - 1)
    assert table.lines(*START, 9_980) == chopsticks.solve(20).lines(*START, 0)
    with pytest.raises(ValueError, match="would take"):
        _ = chopsticks.solve(2_000_000).values


def test_a_move_is_its_text_and_more() -> None:
    table = chopsticks.solve(20)
    move = table.best_move((1, 1), (1, 1), 0)
    assert move == "tap L L"
    assert str(move) == "tap L L"
    assert {move: 1}["tap L L"] == 1  # type: ignore[index]
    assert move != "tap L R"
    assert move is not None
    assert (move.a, move.b, move.value) == ((1, 1), (2, 1), 0)
    assert move == table.moves("1,1", [1, 1], 0)[0]
    assert move != table.moves("1,1", [1, 1], 2)[0]
    assert (move.wins, move.losses) == table.lines(move.a, move.b, 1)
    assert table.best_move((1, 1), (1, 1), 20) is None
    assert table.best_move((0, 0), (1, 1), 0) is None
    assert table.moves((1, 1), (0, 0), 3) == []
    assert table.values[0, 0, 0, 0, 0] == 0


def test_players_a_and_b_alternate() -> None:
    table = chopsticks.solve(20)
    first, second = table.moves((2, 1), (0, 3), 0), table.moves((0, 3), (2, 1), 1)
    assert [move.text for move in first] == [move.text for move in second]
    assert [(move.a, move.b) for move in first] == [(move.b, move.a) for move in second]


def test_wrong_questions_to_a_table() -> None:
    table = chopsticks.solve(4)
    with pytest.raises(ParseError, match="hand 2 of 2 has 5 fingers, expected 0 to 4"):
        table.value((1, 5), (1, 1), 0)
    with pytest.raises(ParseError, match="found 3 hands, expected 2"):
        table.moves((1, 1, 1), (1, 1), 0)
    with pytest.raises(ParseError, match="'x' is not a number of fingers"):
        table.moves("1,x", (1, 1), 0)
    for level in (-1, 5, 10**30):
        with pytest.raises(ValueError, match="level"):
            table.best_move((1, 1), (1, 1), level)
    anything: Any
    for anything in (1, None, (1.0, 1), (True, 1)):
        with pytest.raises(TypeError):
            table.value(anything, (1, 1), 0)
    with pytest.raises(TypeError, match="level: expected a whole number"):
        table.value((1, 1), (1, 1), anything)
    assert table.value(np.array([1, 1]), (np.int8(1), 1), np.int64(0)) == 0  # type: ignore[arg-type]
    for depth in (-1, 2**32, 2**70):
        with pytest.raises(ValueError, match="depth"):
            chopsticks.solve(depth)
    with pytest.raises(ValueError, match="policy: expected one of first, counts, found 'best'"):
        chopsticks.solve(2, "best")  # type: ignore[arg-type]


def test_known_results() -> None:
    # The usual game: the first player loses, but not within the 20 plies of the report.
    usual = chopsticks.tablebase(Rules())
    assert (usual.value(*START), usual.distance(*START), usual.longest) == (-1, 26, 33)
    assert chopsticks.solve(25).value(*START, 0) == 0
    assert chopsticks.solve(26).value(*START, 0) == -1
    # Cut-off without splits: the first player loses at distance 8.
    plain = chopsticks.tablebase(Rules(splits=False))
    assert (plain.value(*START), plain.distance(*START)) == (-1, 8)
    # Roll-over: a draw with and without splits.
    for rules in (Rules(rollover=True), Rules(rollover=True, splits=False)):
        rolled = chopsticks.tablebase(rules)
        assert (rolled.value(*START), rolled.distance(*START)) == (0, None)
    # Roll-over with free splits that do not put out one's own hand.
    free = chopsticks.tablebase(Rules(rollover=True, split_to_zero=False))
    positions = free.reachable()
    assert free.value(*START) == 0
    assert len(positions) == 204
    assert sum(not position.next for position in positions) == 14


def test_tablebase_arrays_and_symmetry() -> None:
    solved = chopsticks.tablebase()
    assert solved.values.shape == solved.distances.shape == (5, 5, 5, 5)
    assert (solved.values.dtype, solved.distances.dtype) == (np.int8, np.int32)
    assert not solved.values.flags.writeable
    assert np.array_equal(solved.values, solved.values.swapaxes(0, 1).swapaxes(2, 3))
    assert np.array_equal(solved.distances, solved.distances.swapaxes(0, 1))
    # A draw without a distance, except that nobody has won when both are out.
    drawn = solved.distances == -1
    drawn[0, 0, 0, 0] = True
    assert np.array_equal(solved.values == 0, drawn)
    assert (solved.value((0, 0), (1, 1)), solved.distance((0, 0), (1, 1))) == (-1, 0)
    assert (solved.value((1, 1), (0, 0)), solved.distance((1, 1), (0, 0))) == (1, 0)


def test_lines_end_at_the_distance() -> None:
    solved = chopsticks.tablebase()
    for me in ((1, 1), (2, 3), (0, 4), (1, 0)):
        for opponent in ((1, 1), (4, 4), (0, 1)):
            line = solved.line(me, opponent)
            if solved.value(me, opponent):
                assert len(line) == solved.distance(me, opponent)
                assert (0, 0) in (line[-1].me, line[-1].opponent)
            else:
                assert len({(move.me, move.opponent) for move in line}) == len(line)
    assert solved.line((0, 0), (1, 1)) == []
    best = solved.best_move((1, 4), (3, 0))
    assert best == "tap R L"
    assert best is not None
    assert (best.opponent, best.value, best.distance) == ((0, 0), 1, 0)


def test_reachable_positions_lead_on() -> None:
    positions = chopsticks.tablebase().reachable()
    assert len(positions) == 191
    assert (positions[0].me, positions[0].opponent, positions[0].plies) == ((1, 1), (1, 1), 0)
    for position in positions:
        values = [-positions[place].value for place in position.next]
        assert not values or position.value == max(values)
    assert len(chopsticks.tablebase().reachable("0,0", "1,1")) == 1


@pytest.mark.parametrize(
    ("house", "message"),
    [
        ({"fingers": 1}, "fingers 1: expected 2 to 16"),
        ({"fingers": 17}, "fingers 17: expected 2 to 16"),
        ({"fingers": 10**30}, "fingers: expected a whole number from -2"),
        ({"hands": 0}, "hands 0: expected 1 to 3"),
        ({"hands": 4}, "hands 4: expected 1 to 3"),
        ({"start": 5}, "start 5: expected 1 to 4"),
        ({"splits": False, "swaps": True}, "swaps requires splits"),
        ({"hands": 1, "swaps": True}, "swaps requires a second hand"),
        ({"halves_only": True, "revive": False}, "halves_only requires revive"),
        ({"halves_only": True, "swaps": True}, "halves_only and swaps exclude each other"),
    ],
)
def test_rules_without_sense(house: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Rules(**house)


def test_rules_of_the_wrong_type() -> None:
    for house in ({"fingers": 5.0}, {"fingers": "5"}, {"fingers": True}, {"splits": 1}):
        with pytest.raises(TypeError):
            Rules(**house)
    with pytest.raises(TypeError):
        Rules(thumbs=2)  # type: ignore[call-arg]
    assert Rules(5, 2, False, True, False, True, True) == Rules()
    assert hash(Rules(fingers=6)) != hash(Rules())


def test_a_whole_game() -> None:
    game = chopsticks.new(moves=10)
    assert (game.name, game.seats, game.to_move) == ("chopsticks", 2, 0)
    assert game.legal_moves() == ["tap L L", "tap L R", "split 0 2", "split 2 0"]
    game.play("tap R R")
    assert game.moves == ["tap L R"]
    assert game.view(0).hand == (1, 1)
    assert game.view(1).hand == (1, 2)
    assert (game.view(1).ply, game.view(1).plies_left) == (1, 19)
    with pytest.raises(IllegalMoveError, match="swaps the numbers"):
        game.play("split 2 1")
    with pytest.raises(ParseError, match="unknown hand 'M', expected one of L, R"):
        game.play("tap M L")
    with pytest.raises(TypeError):
        game.play(3)
    game.play(chopsticks.tablebase().moves((1, 2), (1, 1))[0])
    assert game.moves == ["tap L R", "tap L L"]
    assert game.scores() == [0, 0]


def test_games_end() -> None:
    assert chopsticks.new(moves=0).is_over
    assert chopsticks.new(moves=0).scores() == [0, 0]
    game = chopsticks.new(moves=1, state="0,1 0,4")
    game.play("tap R R")
    assert (game.is_over, game.scores()) == (True, [1, -1])
    with pytest.raises(IllegalMoveError, match="over"):
        game.play("tap R R")
    lost = chopsticks.new(rules=Rules(misere=True), state=((0, 0), (1, 1)))
    assert (lost.is_over, lost.scores()) == (True, [1, -1])


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"moves": 3, "state": ((2, 0), (1, 4))},
        {"rules": Rules(fingers=4, hands=3, rollover=True), "moves": 5, "seed": 3},
        {"rules": {"hands": 1, "fingers": 7}, "state": "3 4"},
    ],
)
def test_records_and_pickles_give_the_game_back(arguments: dict[str, Any]) -> None:
    game = chopsticks.new(**arguments)
    while not game.is_over:
        record = game.record()
        assert cardcore.replay(record) == game
        assert pickle.loads(pickle.dumps(game)) == game
        game.play(game.view(game.to_move or 0).choose("random", seed=len(game.moves)))
    assert cardcore.replay(game.record()) == game
    # Nothing is random.
    assert game.record()["seed"] is None


def test_solutions_can_be_pickled() -> None:
    move = chopsticks.solve(6).moves(*START, 2)[1]
    again = pickle.loads(pickle.dumps(move))
    assert (again, again.wins, again.losses) == (move, move.wins, move.losses)
    table = pickle.loads(pickle.dumps(chopsticks.solve(6, "counts", Rules(rollover=True))))
    assert (table.depth, table.policy, table.rules) == (6, "counts", Rules(rollover=True))
    solved = pickle.loads(pickle.dumps(chopsticks.tablebase(Rules(fingers=4))))
    assert np.array_equal(solved.values, chopsticks.tablebase(Rules(fingers=4)).values)


def test_wrong_games() -> None:
    with pytest.raises(
        ValueError, match=r"^rules: 'finger' is not a rule of chopsticks, expected one of fing"
    ):
        chopsticks.new(rules={"finger": 5})
    for moves in (-1, 2**31, 2**70):
        with pytest.raises(ValueError, match="moves"):
            chopsticks.new(moves=moves)
    for state in ("1,1", "1,1 1,1 1,1", "a,b 1,1", ((1, 1),), "1,5 1,1", "1,1,1 1,1", ""):
        with pytest.raises(ParseError):
            chopsticks.new(state=state)
    with pytest.raises(TypeError):
        chopsticks.new(rules=5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="hands 4"):
        chopsticks.new(rules={"hands": 4})


def test_bots_play_by_their_solutions() -> None:
    game = chopsticks.new(moves=13)
    while not game.is_over:
        seat = game.to_move or 0
        game.play(game.view(seat).choose("perfect"))
    # The second player wins in 26 plies, and both know how.
    assert (game.scores(), len(game.moves)) == ([-1, 1], 26)
    game = chopsticks.new(moves=10)
    table = chopsticks.solve(20)
    while not game.is_over:
        view = game.view(game.to_move or 0)
        chosen = view.choose("table")
        own, other = view.hands
        assert chosen == table.best_move(own, other, view.ply)
        game.play(chosen)
    assert game.scores() == [0, 0]
    with pytest.raises(ValueError, match="expected one of random, table, perfect"):
        chopsticks.new().view(0).choose("clever")
    with pytest.raises(ValueError, match="not the turn"):
        chopsticks.new().view(1).choose("perfect")


def test_sampling_gives_the_state() -> None:
    game = chopsticks.new()
    game.play("split 2 0")
    sampled = game.view(0).sample(seed=1)
    assert sampled.view(1).hands == game.view(1).hands
    assert sampled.legal_moves() == game.legal_moves()
