"""Properties of hands with wild cards."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from cardcore import discard
from cardcore.reference import wild as reference

GAMES = [name for name in discard.PAYTABLES if "deuces" in name or "joker" in name]


@st.composite
def games_and_hands(draw: st.DrawFn) -> tuple[discard.Paytable, list[int]]:
    paytable = discard.Paytable(draw(st.sampled_from(GAMES)))
    cards = st.integers(0, 51 + paytable.jokers)
    return paytable, draw(st.lists(cards, min_size=5, max_size=5, unique=True))


@given(games_and_hands(), st.permutations(range(5)), st.permutations(range(4)))
def test_order_and_names_of_suits_do_not_matter(
    game: tuple[discard.Paytable, list[int]], order: list[int], names: list[int]
) -> None:
    paytable, hand = game
    renamed = [card if card == 52 else card // 4 * 4 + names[card % 4] for card in hand]
    table = discard.analyze(hand, paytable)
    other = discard.analyze([renamed[place] for place in order], paytable)
    for mask in range(32):
        moved = sum(1 << new for new, old in enumerate(order) if mask >> old & 1)
        assert table.outcomes[mask].tolist() == other.outcomes[moved].tolist()
    assert table.best().value == other.best().value


@given(games_and_hands())
def test_a_wild_card_is_never_worse_than_a_natural_one(
    game: tuple[discard.Paytable, list[int]],
) -> None:
    paytable, hand = game
    payouts = {key: Fraction(payout) for key, payout in paytable._valuation.entries}
    wild = [card.number for card in paytable.wild] + [52] * paytable.jokers
    left = [card for card in wild if card not in hand]
    # A royal flush without wild cards pays more than one with them.
    if hand[0] in wild or not left or "natural royal" in reference.ways(hand, wild):
        return
    _, pays = reference.line(hand, payouts, wild)
    _, more = reference.line([left[0], *hand[1:]], payouts, wild)
    assert more >= pays


@settings(max_examples=10)
@given(st.dictionaries(st.sampled_from(discard.WILD_CLASSES), st.integers(0, 9)))
def test_any_payouts_are_refused_or_give_a_game(payouts: dict[str, int]) -> None:
    try:
        paytable = discard.Paytable("any", payouts, jokers=1)
    except ValueError as error:
        assert "\n" not in str(error)
        return
    table = discard.analyze("Jk As Ks 9d 4c", paytable)
    assert (table.outcomes.sum(axis=1) == table.draws).all()
