"""Pick'em poker: the published return and EVs, and one choice by enumeration."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from cardcore import discard
from cardcore.reference.poker import ONE_PAIR, STRAIGHT_FLUSH, hand_key


@cache
def solution() -> discard.PickEmSolution:
    return discard.pick_em()


def test_the_published_return_and_values() -> None:
    # Published: 99.95%; a low pair is worth 1.1418. Three to a straight flush with two gaps, given
    # as 1.0949, depend on the fourth card: next to an eight it is a little less.
    assert round(100 * solution().value, 2) == 99.95
    assert round(float(solution().ev("4c 6c", "4d", "8c")), 4) == 1.1418
    assert round(float(solution().ev("4c 6c", "8c", "4d")), 4) == 1.0947


def test_a_choice_by_enumeration() -> None:
    kept, dead = [28, 33, 37], 50
    payouts = [Fraction(payout) for payout in discard.PICK_EM.values()]
    total = Fraction()
    rest = [card for card in range(52) if card not in (*kept, dead)]
    for drawn in combinations(rest, 2):
        key = hand_key([*kept, *drawn])
        if key == (STRAIGHT_FLUSH, 12):
            total += payouts[-1]
        elif key[0] > ONE_PAIR or (key[0] == ONE_PAIR and key[1] >= 7):
            total += payouts[key[0] - 1]
    found = solution().ev(kept[:2], kept[2:], [dead])
    assert found == total / 1128


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="payouts: expected exactly nines or better"):
        discard.pick_em({"two pair": 1})
    with pytest.raises(ValueError, match="kept: expected 2 cards, found 1"):
        solution().ev("4c", "4d", "8c")
    with pytest.raises(ValueError, match="expected four different cards"):
        solution().ev("4c 6c", "4c", "8c")
