"""Views and moves in numbers, native against reference, bit for bit."""

from importlib import import_module
from random import Random

import pytest

from cardcore import games
from cardcore.compare.encoding import compare_encodings


@pytest.mark.parametrize("game", games())
def test_views_and_moves_have_the_numbers_of_the_reference(game: str) -> None:
    for number, rules in enumerate(import_module(f"cardcore.compare.{game}").ENCODED_RULES):
        compared = 0
        for seed in range(2):
            for found in compare_encodings(game, rules, Random(f"{game}/{number}/{seed}")):
                assert found.native == found.reference, found.case
                compared += 1
        assert compared >= 4, rules
