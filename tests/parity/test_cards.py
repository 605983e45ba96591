"""Native card parsing against the reference, on text that is mostly wrong."""

from hypothesis import given
from hypothesis import strategies as st

from cardcore import ParseError, parse_cards
from cardcore.reference import cards as reference

FRAGMENTS = ["As", "kd", "10h", "T♣", "2c", "2C", "1", "0", "10", "x", " ", ",", "é", "", "9♥️"]


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=8).map("".join) | st.text(max_size=6))
def test_both_read_the_same_or_refuse_the_same(text: str) -> None:
    try:
        expected: object = [reference.card_text(card) for card in reference.parse_cards(text)]
    except ParseError as error:
        expected = str(error)
    try:
        found: object = [str(card) for card in parse_cards(text)]
    except ParseError as error:
        found = str(error)
    if "♣" not in text and "♥" not in text:
        assert found == expected
    else:  # The reference replaces suit symbols before it quotes.
        assert isinstance(found, str) == isinstance(expected, str)
