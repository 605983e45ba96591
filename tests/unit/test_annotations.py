"""The checker of annotations, which has to find what is wrong."""

from typing import Any, Literal, TypedDict

import pytest

from tests.annotations import Mismatch, leaves, match, members


class Pair(TypedDict):
    name: str
    count: int | None


@pytest.mark.parametrize(
    ("value", "annotation", "shown"),
    [
        (1, int, [("it", int)]),
        (True, bool, [("it", bool)]),
        (None, int | None, [("it", type(None))]),
        ([1, "a"], list[int | str], [("it[0]", int), ("it[0]", str)]),
        ([], list[int], []),
        ((1, "a"), tuple[int, str], [("it[0]", int), ("it[1]", str)]),
        ((1, 2, 3), tuple[int, ...], [("it[0]", int)] * 3),
        ("in", Literal["in", "out"], [("it", "in")]),
        ({"a": 1}, dict[str, int], [("it[...]", int)]),
        ({"a": object()}, dict[str, Any], [("it[...]", Any)]),
        (
            {"name": "a", "count": None},
            Pair | None,
            [("it['name']", str), ("it['count']", type(None))],
        ),
    ],
)
def test_a_value_shows_the_leaves_of_its_annotation(
    value: object, annotation: Any, shown: list[tuple[str, object]]
) -> None:
    assert match(value, annotation, "it") == shown
    assert set(shown) <= set(leaves(annotation, "it"))


@pytest.mark.parametrize(
    ("value", "annotation", "message"),
    [
        ("1", int, "it is '1', expected"),
        (True, int, "it is True, expected"),
        (True, Literal[1], "it is True, expected"),
        (None, int, "it is None, expected"),
        (1.5, int | str | None, "it is 1.5, expected"),
        ([1, None], list[int], r"it\[0\] is None, expected"),
        ((1, 2), list[int], r"it is \(1, 2\), expected"),
        ([1, 2], tuple[int, int], r"it is \[1, 2\], expected"),
        ((1, 2, 3), tuple[int, int], r"it is \(1, 2, 3\), expected"),
        ((1, "a"), tuple[int, ...], r"it\[0\] is 'a', expected"),
        ("up", Literal["in", "out"], "it is 'up', expected"),
        ({1: 1}, dict[str, int], "it has the key 1, which is 1, expected"),
        ({"a": "b"}, dict[str, int], r"it\[\.\.\.\] is 'b', expected"),
        ({"name": "a"}, Pair, r"it has the keys \['name'\], expected \['count', 'name'\]"),
        ({"name": "a", "count": "b"}, Pair, r"it\['count'\] is 'b', expected"),
    ],
)
def test_what_is_something_else_is_found(value: object, annotation: Any, message: str) -> None:
    with pytest.raises(Mismatch, match=f"^{message}"):
        match(value, annotation, "it")


def test_all_that_an_annotation_allows_is_listed() -> None:
    annotation = list[tuple[int, Pair | None]] | Literal["a", "b"]
    assert list(leaves(annotation, "it")) == [
        ("it[0][0]", int),
        ("it[0][1]['name']", str),
        ("it[0][1]['count']", int),
        ("it[0][1]['count']", type(None)),
        ("it[0][1]", type(None)),
        ("it", "a"),
        ("it", "b"),
    ]


def test_a_stub_is_read_with_the_names_that_it_has() -> None:
    source = """
from cardcore import hearts
from typing_extensions import disjoint_base

class Shown:
    @property
    def cards(self) -> list[hearts.DeckCard]: ...
    def first(self) -> Card | None: ...
"""
    found = members(source, "Shown")
    assert [(name, of_it) for name, (of_it, _) in found.items()] == [
        ("cards", True),
        ("first", False),
    ]
    assert match([(1, 2)], found["cards"][1], "cards")
    with pytest.raises(Mismatch):
        match([1, 2], found["cards"][1], "cards")
