"""The picture of what ``nash`` opens with."""

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def opening():  # type: ignore[no-untyped-def]
    spec = importlib.util.spec_from_file_location("opening", DOCS / "opening.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_and_the_table_show_the_strategy(opening) -> None:  # type: ignore[no-untyped-def]
    found = opening.chances()
    assert opening.PICTURE.read_text(encoding="utf-8") == opening.picture(found)
    assert opening.table(found) in (DOCS / "poker" / "equilibrium.md").read_text(encoding="utf-8")


def test_kinds_of_hands_are_distinguished(opening) -> None:  # type: ignore[no-untyped-def]
    from cardcore import Card

    for hand, kind in [
        ("2c 3d 4h 5s 9c", "open-ended straight"),
        ("2c Jd Qh Ks Ac", "ace high"),
        ("Tc Jd Qh Ks 2c", "open-ended straight"),
        ("2c 3c 4h 9c Kc", "four of a suit"),
        ("2c 2d 4h 9c Kc", "pair of 2"),
        ("2c 2d 2h 2s Kc", "full house or better"),
        ("2c 4d 7h 9c Tc", "ten high or lower"),
    ]:
        assert opening.kind([Card(card) for card in hand.split()]) == kind
