"""The characters that bots play: who there is, and who sits where."""

import pytest

from cardcore.characters import CHARACTERS, TEMPERS, cast, find
from cardcore.difficulty import LEVELS


def test_every_other_level_has_a_cast_of_six_with_names_of_their_own() -> None:
    assert [sum(one.level == level for one in CHARACTERS) for level in LEVELS] == [0, 6] * 4
    for below, level in zip(LEVELS[::2], LEVELS[1::2], strict=True):
        assert cast([below], seed=5) == cast([level], seed=5)
    assert len({one.id for one in CHARACTERS}) == len({one.name for one in CHARACTERS}) == 24
    assert {one.temper for one in CHARACTERS} == set(TEMPERS)
    assert all(one.about.endswith(".") and len(one.about) < 50 for one in CHARACTERS)
    assert all(one.id == one.name.lower() for one in CHARACTERS)


def test_the_same_seed_seats_the_same_characters() -> None:
    levels = ["easy", "medium", "medium", "best"]
    assert cast(levels, seed=5) == cast(levels, seed=5)
    assert len({tuple(cast(levels, seed=seed)) for seed in range(20)}) > 10


def test_names_differ_however_many_there_are() -> None:
    names = [name for name, _ in cast(["hard"] * 13, seed=3, taken=["ines", "Ann"])]
    assert len(set(names)) == 13 and "Ines" not in names
    assert {find(name) for name in names} == {one for one in CHARACTERS if one.level == "hard"}


def test_a_person_is_no_character() -> None:
    assert find("Ann") is None and find("Ann 2") is None


def test_an_unknown_level_has_no_cast() -> None:
    with pytest.raises(ValueError, match=r"^level: expected one of first, .*, found 'greedy'"):
        cast(["greedy"], seed=1)
