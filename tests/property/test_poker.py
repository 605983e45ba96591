"""Whatever is thrown at `rank_many` and `rank`: an answer or a Python error, never a panic."""

from contextlib import suppress
from typing import Any

import hypothesis.extra.numpy as arrays
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cardcore import poker

HANDS = st.integers(5, 7).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True),
        min_size=1,
        max_size=20,
    )
)
INTEGERS = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]


@given(HANDS, st.sampled_from(INTEGERS), st.sampled_from("CF"))
def test_dtype_order_and_stride_do_not_matter(
    hands: list[list[int]], dtype: Any, order: Any
) -> None:
    plain = np.array(hands, np.uint8)
    size = plain.shape[1]
    expected = poker.rank_many(plain).tolist()
    array = np.asarray(plain, dtype=dtype, order=order)
    assert poker.rank_many(array).tolist() == expected
    assert poker.rank_many(array.astype(array.dtype.newbyteorder())).tolist() == expected
    assert poker.rank_many(array[::-1]).tolist() == expected[::-1]
    assert poker.rank_many(array[:, ::-1]).tolist() == expected
    spread = np.zeros((2 * len(hands), 2 * size), dtype)
    spread[::2, ::2] = array
    assert poker.rank_many(spread[::2, ::2]).tolist() == expected
    packed = np.zeros(len(hands), [("pad", np.uint8), ("hand", dtype, size)])
    packed["hand"] = array
    assert poker.rank_many(packed["hand"]).tolist() == expected
    assert poker.rank_many(array.astype(object)).tolist() == expected


@given(arrays.arrays(dtype=arrays.scalar_dtypes(), shape=arrays.array_shapes(min_dims=0)))
def test_odd_arrays_raise_or_answer(array: Any) -> None:
    with suppress(TypeError, ValueError):
        assert poker.rank_many(array).shape == array.shape[:1]


@given(
    arrays.arrays(
        dtype=st.sampled_from(INTEGERS), shape=st.tuples(st.integers(0, 9), st.integers(5, 7))
    )
)
def test_odd_numbers_raise_or_answer(array: Any) -> None:
    valid = all(
        len(set(row)) == len(row) and all(0 <= n < 52 for n in row) for row in array.tolist()
    )
    try:
        assert len(poker.rank_many(array)) == len(array)
        assert valid
    except ValueError:
        assert not valid


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(ANYTHING)
def test_odd_objects_raise_or_answer(value: Any) -> None:
    for call in (poker.rank, poker.rank_many, poker.categories_many):
        with suppress(TypeError, ValueError):
            call(value)
