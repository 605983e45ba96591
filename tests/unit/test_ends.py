import pickle
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

import cardcore
from cardcore import IllegalMoveError, ParseError, arena, ends

EXAMPLE = [3, 10, 3, 9, 5, 2]
WHOLE = "expected a whole number of 64 bits"
LIMIT = 2**63 - 1


def test_the_example() -> None:
    line = ends.solve(EXAMPLE)
    assert (line.score, line.opponent_score, line.margin) == (21, 11, 10)
    assert (line.path, line.opponent_path) == ("RRL", "RLL")
    assert (line.cards, line.opponent_cards) == ([2, 9, 10], [5, 3, 3])
    assert (line.order, line.first) == ([5, 4, 3, 0, 1, 2], "player")
    line = ends.solve(EXAMPLE, first="dog")
    assert (line.score, line.opponent_score, line.path) == (21, 11, "LLL")
    assert (line.cards, line.opponent_cards) == ([10, 9, 2], [3, 3, 5])
    # Greed loses when it begins; when the dog does, it takes the best line by itself.
    assert ends.solve(EXAMPLE, "greedy").margin == -10
    assert ends.solve(EXAMPLE, "greedy", "dog") == line


@pytest.mark.parametrize(
    ("row", "margin"),
    [([3, 2, 10, 4], 7), ([1, 2, 3, 4, 5, 6, 7, 8], 4), ([2, 2, 1, 5, 3, 8, 7, 3], 5)],
)
def test_rows_with_a_known_margin(row: list[int], margin: int) -> None:
    assert ends.solve(row).margin == margin


def test_ties_decide_what_the_dog_leaves() -> None:
    # After R the ends are equal: taking left leaves the 9 to the player, taking right does not.
    row = [1, 9, 0, 1, 1]
    assert ends.solve(row, ties="left").score == 10
    assert ends.solve(row, ties="right").score == 2
    assert ends.solve([1, 9, 1], "greedy", ties="right").path == "RR"
    assert ends.solve([1, 9, 1], "greedy", ties="left").path == "LL"
    assert ends.solve([4, 4, 0, 7, 4], first="dog", ties="left").opponent_path[0] == "L"
    assert ends.solve([4, 4, 0, 7, 4], first="dog", ties="right").opponent_path[0] == "R"


@pytest.mark.parametrize("policy", ["optimal", "greedy", "lookahead", "minimax"])
def test_small_rows_have_clear_results(policy: ends.Policy) -> None:
    empty = ends.solve([], policy)
    assert (empty.score, empty.opponent_score, empty.path, empty.order) == (0, 0, "", [])
    one = ends.solve([-7], policy)
    assert (one.score, one.opponent_score, one.path) == (-7, 0, "L")
    one = ends.solve([-7], policy, first="dog")
    assert (one.score, one.opponent_score, one.path) == (0, -7, "")
    assert (ends.value([]), ends.value([-7]), ends.value("")) == (0, -7, 0)


@pytest.mark.parametrize(
    "row",
    [
        "3 10 3 9 5 2",
        " 3,10, 3\n9,\t5 +2 ",
        tuple(EXAMPLE),
        iter(EXAMPLE),
        [3.0, 10, np.int8(3), np.float32(9), np.uint64(5), np.longdouble(2)],
        np.array(EXAMPLE, object),
        np.array(EXAMPLE, np.float16),
        np.array(EXAMPLE, np.longdouble),
        np.array(EXAMPLE[::-1])[::-1],
        np.repeat(EXAMPLE, 3)[::3],
        np.array(EXAMPLE, ">u2"),
        np.array([EXAMPLE, EXAMPLE], np.float32, order="F")[1],
    ],
)
def test_rows_are_read_from_anything_that_holds_numbers(row: Any) -> None:
    assert ends.solve(row).path == "RRL"


def test_arrays_are_read_in_place_whatever_their_type() -> None:
    for dtype in "bhiqBHIQefdg":
        array = np.array([0, 3, 0, 2, 0, 10, 0, 4], dtype)[1::2]
        assert ends.value(array) == 7
        assert ends.value(np.ascontiguousarray(array)) == 7
    packed = np.zeros(4, [("pad", np.int8), ("card", np.int64)])
    packed["card"] = [3, 2, 10, 4]
    assert ends.value(packed["card"]) == 7
    frozen = np.array([3, 2, 10, 4])
    frozen.flags.writeable = False
    assert ends.value(frozen) == 7
    assert ends.value(np.broadcast_to(np.int64(5), 101)) == 5


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("3 x", f"card 2, 'x': {WHOLE}"),
        ("3 1.5", f"card 2, '1.5': {WHOLE}"),
        ([3, 1.5], f"card 2, '1.5': {WHOLE}"),
        ([float("nan")], f"card 1, 'nan': {WHOLE}"),
        ([float("inf")], f"card 1, 'inf': {WHOLE}"),
        ([1, 2**63], f"card 2, '9223372036854775808': {WHOLE}"),
        ([1e300], f"card 1, '1e+300': {WHOLE}"),
        ([2.0**63], f"card 1, '9.223372036854776e+18': {WHOLE}"),
        (np.array([1, 2.5]), f"card 2, '2.5': {WHOLE}"),
        (np.array([1, 2.5], np.float32), f"card 2, '2.5': {WHOLE}"),
        (np.array([1, 2.5], np.longdouble), f"card 2, '2.5': {WHOLE}"),
        (np.array([0, np.nan]), f"card 2, 'NaN': {WHOLE}"),
        (np.array([2.0**63]), f"card 1, '9.223372036854776e18': {WHOLE}"),
        (np.array([7, 2**63], np.uint64), f"card 2, '9223372036854775808': {WHOLE}"),
        (np.array(7), "expected an array of one dimension, found shape ()"),
        (np.zeros((2, 3), int), "expected an array of one dimension, found shape (2, 3)"),
    ],
)
def test_what_is_no_row_is_told_with_its_place(row: Any, message: str) -> None:
    for call in (ends.solve, ends.value, ends.new):
        with pytest.raises(ParseError) as error:
            call(row)
        assert str(error.value) == message


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (7, "expected a row of whole numbers, found int"),
        (True, "expected a row of whole numbers, found bool"),
        (b"12", "expected a row of whole numbers, found bytes"),
        ({1, 2}, "expected a row of whole numbers, found set"),
        ({1: 2}, "expected a row of whole numbers, found dict"),
        ([1, None], "card 2: expected a whole number, found NoneType"),
        ([1, True], "card 2: expected a whole number, found bool"),
        ([np.bool_(True)], "card 1: expected a whole number, found bool"),
        (["1"], "card 1: expected a whole number, found str"),
        ([[1, 2]], "card 1: expected a whole number, found list"),
        ([1j], "card 1: expected a whole number, found complex"),
        ([Decimal(1)], "card 1: expected a whole number, found Decimal"),
        (np.array([True]), "expected an array of whole numbers, found dtype bool"),
        (np.array(["1"]), "expected an array of whole numbers, found dtype <U1"),
        (np.array([1j]), "expected an array of whole numbers, found dtype complex128"),
        (np.array([1, None]), "card 2: expected a whole number, found NoneType"),
    ],
)
def test_what_holds_no_numbers_is_a_type_error(row: Any, message: str) -> None:
    for call in (ends.solve, ends.value, lambda row: ends.new(deal=row)):
        with pytest.raises(TypeError) as error:
            call(row)
        assert str(error.value).removesuffix("_") == message


@pytest.mark.parametrize("row", [[LIMIT, 1], [1, -LIMIT], [-LIMIT - 1], [LIMIT // 2] * 3])
def test_sums_that_may_overflow_are_refused(row: list[int]) -> None:
    for call in (ends.solve, ends.value, ends.new):
        for cards in (row, np.array(row)):
            with pytest.raises(ParseError, match="expected absolute values that sum to at most"):
                call(cards)


def test_sums_up_to_the_limit_are_exact() -> None:
    assert ends.value([LIMIT]) == LIMIT
    assert ends.value(np.array([LIMIT - 1, -1])) == LIMIT
    line = ends.solve([-1, LIMIT - 3, 2], "minimax")
    assert (line.score, line.opponent_score) == (1, LIMIT - 3)


def test_options_have_names() -> None:
    for options, message in [
        ({"policy": "best"}, "policy: expected one of optimal, greedy, lookahead, minimax"),
        ({"first": "cat"}, "first: expected one of player, dog, found 'cat'"),
        ({"ties": "L"}, "ties: expected one of left, right, found 'L'"),
        ({"threads": 0}, "threads: expected a whole number from 1 to 1024, found 0"),
    ]:
        with pytest.raises(ValueError, match=message):
            ends.solve(EXAMPLE, **options)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        ends.solve(EXAMPLE, policy=None)


def test_long_rows_do_not_depend_on_threads_and_report_progress() -> None:
    row = np.random.default_rng(1).integers(-9, 9, 5000)
    reports: list[tuple[int, int]] = []
    lines = [
        ends.solve(row, threads=threads, progress=lambda *report: reports.append(report))
        for threads in (1, 2)
    ]
    assert lines[0] == lines[1] == ends.solve(row)
    done, total = reports[-1]
    assert abs(done - total) < total / 20

    def refuse(done: int, total: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ends.solve(row, progress=refuse)


def test_the_game() -> None:
    game = ends.new(EXAMPLE)
    assert (game.name, game.seats, game.to_move, game.is_over) == ("ends", 2, 0, False)
    assert game.legal_moves() == ["L", "R"]
    for move in "RRL":
        game.play(move)
    view = game.view(1)
    assert (view.cards, view.row, view.hand) == ([10, 3, 9], EXAMPLE, [5])
    assert (view.taken, view.scores, view.ties) == ([[2, 3], [5]], [5, 5], "left")
    assert view.legal_moves() == ["L", "R"]
    assert game.view(0).legal_moves() == []
    assert game.perft(9) == 8
    for move in "LLR":
        game.play(move)
    assert (game.to_move, game.is_over, game.legal_moves()) == (None, True, [])
    assert game.scores() == [8, 24]
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.play("L")
    assert game.scores() == [8, 24]


def test_moves_are_l_and_r() -> None:
    game = ends.new(EXAMPLE)
    for move in ("", "X", "LR", "left"):
        with pytest.raises(ParseError, match="expected 'L' or 'R'"):
            game.play(move)
    with pytest.raises(TypeError):
        game.play(3)
    assert game.view(0).cards == EXAMPLE


def test_random_rows_come_from_the_seed() -> None:
    cards = ends.new(seed=7).view(0).cards
    assert len(cards) == 20 and set(cards) <= set(range(2, 15))
    assert ends.new(seed=7).view(0).cards == cards != ends.new(seed=8).view(0).cards
    assert set(ends.new(seed=1, count=200, low=-1, high=1).view(0).cards) == {-1, 0, 1}
    assert ends.new(count=0).is_over
    assert ends.new().view(0).cards != ends.new().view(0).cards


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"count": -1}, "count: expected a whole number from 0 to 1000000, found -1"),
        (
            {"count": 2**70},
            "count: expected a whole number from 0 to 1000000, found 1180591620717411303424",
        ),
        ({"count": 10**7}, "count: expected a whole number from 0 to 1000000, found 10000000"),
        ({"low": 3, "high": 2}, "20 cards from 3 to 2: expected low <= high"),
        ({"high": LIMIT}, f"20 cards from 2 to {LIMIT}: expected low <= high"),
        ({"cards": [1], "count": 3}, "count: expected it for a random row only"),
        ({"cards": [1], "deal": [1]}, "expected one row, found several"),
        ({"ties": "both"}, "ties: expected one of left, right, found 'both'"),
        ({"seed": -1}, "seed: expected a whole number from 0"),
    ],
)
def test_games_that_cannot_be_set_up(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ends.new(**options)


def test_records_copies_and_pickles_hold_the_game() -> None:
    for game in (ends.new(EXAMPLE, ties="right"), ends.new(seed=3, count=6, low=-1, high=1)):
        for move in "LRL":
            game.play(move)
        for same in (cardcore.replay(game.record()), pickle.loads(pickle.dumps(game)), game.copy()):
            assert same == game
            assert same.rules == game.rules
            same.play("L")
            assert same != game
        assert game.view(0).sample(seed=1).view(1).to_dict() == game.view(1).to_dict()


def test_bots_play_their_policies() -> None:
    assert cardcore.bots("ends") == ["random", "greedy", "lookahead", "optimal", "perfect"]
    for name, policy in (("greedy",) * 2, ("lookahead",) * 2, ("optimal",) * 2):
        game = cardcore.play(ends.new(EXAMPLE), [name, "greedy"])
        line = ends.solve(EXAMPLE, policy)  # type: ignore[arg-type]
        assert game.scores() == [line.score, line.opponent_score]
    scores = cardcore.play(ends.new(EXAMPLE), ["perfect", "perfect"]).scores()
    assert scores[0] - scores[1] == ends.value(EXAMPLE)


def test_the_better_bots_win_more() -> None:
    result = arena.run("ends", ["optimal", "greedy"], games=400, seed=1)
    assert result.bots[0].firsts > 0.7
    result = arena.run("ends", ["perfect", "optimal"], games=400, seed=1)
    assert result.bots[0].mean > result.bots[1].mean
