"""Hands with wild cards: native against the reference."""

from fractions import Fraction
from random import Random

import pytest

from cardcore import discard
from cardcore.compare import discard as compare
from cardcore.reference import wild as reference
from cardcore.reference.cards import JOKER, parse_cards
from tests.cases import cases


def hands(paytable: discard.Paytable, count: int, seed: int) -> list[list[int]]:
    """Deal hands in which wild cards are more frequent than they are."""
    random = Random(seed)
    wild = [card.number for card in paytable.wild] + [JOKER] * paytable.jokers
    others = [card for card in range(52) if card not in wild]
    found = []
    for _ in range(count):
        held = random.sample(wild, random.randint(0, min(4, len(wild))))
        found.append(held + random.sample(others, 5 - len(held)))
    return found


@pytest.mark.parametrize("name", compare.WILD)
def test_what_hands_count_as(name: str) -> None:
    paytable = compare.wild_paytable(name)
    dealt = hands(paytable, cases(1_000, slow=5_000), seed=1)
    names = list(paytable.payouts)
    standing = discard.analyze_many(dealt, paytable)[:, 0]
    assert (standing.sum(axis=1) == 1).all()
    found = [names[place] for place in standing.argmax(axis=1)]
    assert found == [compare.wild_line(paytable, hand) for hand in dealt]


def test_one_card_draws() -> None:
    random = Random(2)
    for _ in range(cases(20, slow=60)):
        for case in compare.wild_hands(random):
            assert case.native == case.reference, case.case


def test_classes_are_named_alike() -> None:
    assert tuple(reference.CLASSES) == discard.WILD_CLASSES


def test_values_follow_from_all_draws() -> None:
    # Two cards drawn from 48, by looking at each of the 1,128 final hands.
    paytable = discard.Paytable("joker-poker-kings-20-7-5")
    hand = parse_cards("Jk As Ks 9d 4c")
    payouts = {key: int(payout) for key, payout in paytable._valuation.entries}
    unseen = [card for card in range(53) if card not in hand]
    pairs = [(a, b) for a in unseen for b in unseen if a < b]
    paid = sum(reference.line([*hand[:3], *pair], payouts, ())[1] for pair in pairs)
    exact = discard.analyze(hand, paytable).exact_values()[0b11000]
    assert (len(pairs), exact) == (1128, Fraction(paid, 1128))
