from hypothesis import given
from hypothesis import strategies as st

from cardcore import Card, parse_cards

LISTS = st.lists(st.integers(0, 51).map(Card), unique=True)


@given(LISTS, st.sampled_from([" ", ",", "", ", "]))
def test_printed_lists_read_back(cards: list[Card], separator: str) -> None:
    assert parse_cards(separator.join(map(str, cards))) == cards
    assert parse_cards(cards) == cards
    assert parse_cards([card.number for card in cards]) == cards
