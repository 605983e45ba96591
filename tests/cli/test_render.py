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


def test_a_tie_is_no_first_place() -> None:
    def marks(*scores: int, is_over: bool = True) -> list[str]:
        made = render.scores(["a", "b", "c"], list(scores), low_wins=True, is_over=is_over)
        return list(map(str, made.columns[2].cells))

    assert marks(1, 2, 3) == ["first", "", ""]
    assert marks(1, 1, 3) == ["tie", "tie", ""]
    assert marks(1, 2, 3, is_over=False) == ["", "", ""]


def test_names_stay_beside_what_is_theirs() -> None:
    text = render.by_name(["Ann Lee", "Bob Lee", "Cid Lee"], [1, 2, 3])
    rows = text.wrap(render.console(), 24)
    assert [row.plain.rstrip() for row in rows] == ["Ann Lee: 1  Bob Lee: 2", "Cid Lee: 3"]
