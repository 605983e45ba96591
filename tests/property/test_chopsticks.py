"""Whatever the rules and whatever is asked: answers that agree, or a Python error."""

from contextlib import suppress
from itertools import permutations
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cardcore import chopsticks


@st.composite
def rules(draw: st.DrawFn) -> chopsticks.Rules:
    hands = draw(st.integers(1, 3))
    fingers = draw(st.integers(2, {1: 16, 2: 8, 3: 4}[hands]))
    start = draw(st.integers(1, fingers - 1))
    flags = draw(st.lists(st.booleans(), min_size=8, max_size=8))
    try:
        return chopsticks.Rules(fingers, hands, *flags, start)  # type: ignore[call-arg]
    except ValueError:
        assume(False)
        raise


@settings(max_examples=60, deadline=None)
@given(rules(), st.data())
def test_a_position_is_as_good_as_its_best_move(
    house: chopsticks.Rules, data: st.DataObject
) -> None:
    numbers = st.lists(
        st.integers(0, house.fingers - 1), min_size=house.hands, max_size=house.hands
    )
    me, opponent = data.draw(numbers), data.draw(numbers)
    solved = chopsticks.tablebase(house)
    value, distance = solved.value(me, opponent), solved.distance(me, opponent)
    moves, best = solved.moves(me, opponent), solved.best_move(me, opponent)
    assert (best is None) == (not moves)
    if best is not None:
        assert value == max(move.value for move in moves) == best.value
        assert distance == (None if best.distance is None else best.distance + 1)
        game = chopsticks.new(house, moves=1, deal=(me, opponent))
        assert game.legal_moves() == moves
        game.play(best)
        assert tuple(game.view(0).hands) == (best.me, best.opponent)
    depth = (distance or 0) + data.draw(st.integers(0, 3))
    table = chopsticks.solve(depth, rules=house)
    assert table.value(me, opponent, 0) == value
    for mine in permutations(me):
        assert solved.value(mine, opponent) == value
        assert solved.distance(opponent, mine) == solved.distance(opponent, me)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(), inner, max_size=3),
)


@settings(deadline=None)
@given(ANYTHING, ANYTHING, ANYTHING)
def test_anything_is_answered_or_refused(first: Any, second: Any, third: Any) -> None:
    table = chopsticks.solve(3)
    game = chopsticks.new()
    before = game.copy()
    for question in (
        lambda: table.value(first, second, third),
        lambda: table.best_move(first, (1, 1), third),
        lambda: chopsticks.tablebase().distance(first, second),
        lambda: chopsticks.Rules(first, second, third),
        lambda: chopsticks.new(moves=first, deal=second, seed=third),
        lambda: chopsticks.parse_state(str(first)),
        lambda: chopsticks.solve(5, first),
        lambda: game.play(first),
    ):
        with suppress(TypeError, ValueError):
            question()
    assert game == before
