"""Whatever is thrown at the analysis: an answer or a Python error, never a panic."""

from contextlib import suppress
from math import comb
from typing import Any

import hypothesis.extra.numpy as arrays
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cardcore import discard, draw

HAND = st.permutations(range(52)).map(lambda deck: list(deck[:5]))
INTEGERS = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]
DRAWS = [comb(47, mask.bit_count()) for mask in range(32)]


@given(HAND, st.permutations(range(4)), st.permutations(range(5)))
def test_names_of_suits_and_order_of_cards(
    hand: list[int], names: list[int], order: list[int]
) -> None:
    table = draw.analyze(hand)
    assert table.counts.sum(axis=1).tolist() == DRAWS
    renamed = [card - card % 4 + names[card % 4] for card in hand]
    assert np.array_equal(draw.analyze(renamed).outcomes, table.outcomes)
    reordered = draw.analyze([hand[place] for place in order])
    for mask in range(32):
        moved = sum((mask >> place & 1) << to for to, place in enumerate(order))
        assert np.array_equal(reordered.outcomes[moved], table.outcomes[mask])


@given(st.lists(HAND, max_size=8), st.sampled_from(INTEGERS), st.sampled_from("CF"))
def test_dtype_order_and_stride_do_not_matter(
    hands: list[list[int]], dtype: Any, order: Any
) -> None:
    plain = np.array(hands, np.uint8).reshape(-1, 5)
    expected = draw.analyze_many(plain)
    assert np.array_equal(draw.analyze_many(np.asarray(plain, dtype, order=order)), expected)
    spread = np.zeros((2 * len(hands), 10), dtype)
    spread[::2, ::2] = plain
    assert np.array_equal(draw.analyze_many(spread[::2, ::2]), expected)
    masks, values = draw.best_discards(spread[::2, ::2])
    for row, hand in enumerate(hands):
        best = draw.analyze(hand).best()
        assert (best.mask, best.value) == (masks[row], values[row])


@given(arrays.arrays(dtype=arrays.scalar_dtypes(), shape=arrays.array_shapes(min_dims=0)))
def test_odd_arrays_raise_or_answer(array: Any) -> None:
    for call in (draw.analyze_many, draw.best_discards):
        with suppress(TypeError, ValueError):
            call(array)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(ANYTHING)
def test_odd_objects_raise_or_answer(value: Any) -> None:
    for call in (draw.analyze, draw.analyze_many, draw.Paytable):
        with suppress(TypeError, ValueError):
            call(value)
    with suppress(TypeError, ValueError):
        draw.Paytable("odd", {"flush": value})
    with suppress(TypeError, ValueError):
        draw.Paytable("odd", value)


PAYOUTS = st.lists(st.integers(0, 10**6) | st.decimals(0, 1000, places=3), min_size=10, max_size=10)


@given(HAND, PAYOUTS)
def test_values_are_the_counts_times_the_payouts(hand: list[int], payouts: list[Any]) -> None:
    names = [
        name for name in discard.CLASSES if name.count("_or_better") + name.count("four_") == 0
    ]
    names.append("four_of_a_kind")
    paytable = draw.Paytable("any", dict(zip(names, payouts, strict=True)))
    table = draw.analyze(hand)
    by_outcome = list(paytable.payouts.values())
    for mask, value in enumerate(table.exact_values(paytable)):
        counts = table.outcomes[mask].tolist()
        total = sum(payout * count for payout, count in zip(by_outcome, counts, strict=True))
        assert value == total / DRAWS[mask]
