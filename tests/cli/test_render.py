import pytest

from cardcore import Card
from cardcore.cli import render


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Card("As"), "A♠"),
        ("discard 6c 8h", "discard 6♣ 8♥"),
        (False, "no"),
        (0, "0"),
        (None, "–"),
        ([], "–"),
        ([[1, 2], []], "(1 2) (–)"),
        ([(3, Card("2c")), 4], "(3 2♣) 4"),
        ({"upper": 0, "taken": [Card("2c"), Card("2d")]}, "upper: 0, taken: 2♣ 2♦"),
    ],
)
def test_a_fact_is_shown_by_its_type_alone(value: object, shown: str) -> None:
    assert render.fact(value).plain == shown
