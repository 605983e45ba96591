"""Whatever is thrown at Ends: an answer that holds, or a Python error, never a panic."""

from contextlib import suppress
from typing import Any

import hypothesis.extra.numpy as arrays
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cardcore import ends
from cardcore.reference import ends as reference

ROWS = st.lists(st.integers(-100, 100), max_size=40)
INTEGERS = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]
FIRST = st.sampled_from(["player", "dog"])
TIES = st.sampled_from(["left", "right"])


@given(ROWS, st.sampled_from(["optimal", "greedy", "lookahead", "minimax"]), FIRST, TIES)
def test_lines_keep_the_rules(row: list[int], policy: Any, first: Any, ties: Any) -> None:
    line = ends.solve(row, policy, first, ties)
    assert sorted(line.order) == list(range(len(row)))
    assert line.score + line.opponent_score == sum(row)
    assert (sum(line.cards), sum(line.opponent_cards)) == (line.score, line.opponent_score)
    game = ends.new(row)
    paths = [iter(line.path), iter(line.opponent_path)]
    while (seat := game.to_move) is not None:
        side = seat if first == "player" else 1 - seat
        if side == 1 and policy != "minimax":
            assert line.opponent_path[len(game.moves) // 2] == reference.greedy_end(
                game.view(0).cards, ties
            )
        game.play(next(paths[side]))
    expected = [line.score, line.opponent_score]
    assert game.scores() == (expected if first == "player" else expected[::-1])


@given(ROWS)
def test_the_value_of_a_row_and_of_its_mirror_image(row: list[int]) -> None:
    assert ends.value(row) == ends.value(row[::-1]) == reference.margin(row)
    if len(row) % 2 == 0:
        assert ends.value(row) >= abs(sum(row[::2]) - sum(row[1::2]))


@given(arrays.arrays(st.sampled_from(INTEGERS), st.integers(0, 12)), st.sampled_from([1, 2, -1]))
def test_dtype_and_stride_do_not_matter(array: Any, step: int) -> None:
    plain = array[::step].tolist()
    try:
        expected: object = ends.value(plain)
    except ValueError as error:
        expected = str(error)
    for same in (array[::step], array.astype(array.dtype.newbyteorder())[::step]):
        try:
            assert ends.value(same) == expected
        except ValueError as error:
            assert str(error) == expected


@given(arrays.arrays(dtype=arrays.scalar_dtypes(), shape=arrays.array_shapes(min_dims=0)))
def test_odd_arrays_raise_or_answer(array: Any) -> None:
    with suppress(TypeError, ValueError):
        assert ends.value(array) == ends.value(array.tolist())


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(ANYTHING)
def test_odd_objects_raise_or_answer(value: Any) -> None:
    for call in (ends.solve, ends.value, ends.new):
        with suppress(TypeError, ValueError):
            call(value)
