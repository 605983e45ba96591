"""Charts of decks where some cards of a rank are wild: words that leave ranks out, and ranges."""

from fractions import Fraction
from functools import cache

import pytest

from cardcore import discard
from cardcore.compare.discard import wild_paytable
from cardcore.discard import Strategy
from cardcore.errors import ParseError
from cardcore.reference.strategy import Game, Reader, total
from tests.cases import cases

PAYOUTS = {
    "kings_or_better": 1,
    "two_pair": 1,
    "three_of_a_kind": 2,
    "straight": 3,
    "flush": 5,
    "full_house": 7,
    "four_of_a_kind": 20,
    "straight_flush": 50,
    "wild_royal": 100,
    "five_of_a_kind": 200,
    "natural_royal": 800,
}
SMALL_PAYOUTS = {
    "three_of_a_kind": 1,
    "straight": 2,
    "flush": 2,
    "full_house": 3,
    "four_of_a_kind": 5,
    "straight_flush": 9,
    "five_of_a_kind": 15,
    "wild_royal": 25,
    "natural_royal": 800,
}
ONE_EYED = discard.Paytable("one-eyed", PAYOUTS, wild="Jh Js")


@cache
def chart() -> Strategy:
    return discard.strategy(ONE_EYED, 40)


def game(found: Strategy) -> Game:
    lines = [(line.name, Fraction(line.worth)) for line in found._valuation.lines]
    wild = frozenset(card.number for card in ONE_EYED.wild)
    return Game("".join(found.high_cards), lines, wild)


def test_a_chart_of_forty_lines_leaves_out_the_jacks() -> None:
    found = chart()
    assert len(found.lines) <= 40
    assert any("no jack" in line.hold for line in found.lines)
    assert found.cost / found.best < Fraction(8, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("paytable", "cost", "bound"),
    [
        (ONE_EYED, 0.077, 0.048),
        (wild_paytable("one-eyed-jacks"), 0.078, 0.036),
        (discard.Paytable("small", SMALL_PAYOUTS, wild="Jh Js"), 0.126, 0.075),
    ],
)
def test_costs_and_bounds_are_those_of_the_documentation(
    paytable: discard.Paytable, cost: float, bound: float
) -> None:
    found = discard.strategy(paytable, 40)
    assert found.bound is not None
    assert round(100 * float(found.cost / found.best), 3) == cost
    assert round(100 * float(found.bound / found.best), 3) == bound


def test_its_words_return_what_it_does() -> None:
    found = chart()
    aim, rows = found._valuation, slice(None, None, cases(401, slow=1))
    hands, weights, masks = found.hands[rows], found.weights[rows], found.masks[rows]
    names = {outcome: line.name for line in aim.lines for outcome in line.outcomes}
    dealt = aim.outcomes_of(hands, 0 * masks).argmax(axis=1).tolist()
    exact = [aim.values(hand).exact for hand in hands.tolist()]
    valued = list(zip(hands.tolist(), weights.tolist(), dealt, exact, strict=True))
    read = total(
        found.words,
        game(found),
        ((hand, weight, names[line], values) for hand, weight, line, values in valued),
    )
    done = zip(valued, masks.tolist(), strict=True)
    assert read == sum(weight * values[mask] for (_, weight, _, values), mask in done)


def test_its_words_can_be_typed_in() -> None:
    typed = Strategy.parse("\n".join(chart().words), ONE_EYED)
    assert typed.exact == chart().exact


@pytest.mark.parametrize(
    ("words", "holds", "does_not"),
    [
        ("pair, no jack", "9c 9d 2h 4s Kd", "Jc Jd 2h 4s Kd"),
        ("two pair, no jack", "9c 9d 4h 4s Kd", "Jc Jd 4h 4s Kd"),
        ("3 of a kind, fives to nines", "6c 6d 6h 2s Kd", "4c 4d 4h 2s Kd"),
        ("one card, five to nine", "8c 2d 3h Ks Ad", "4c 2d 3h Ks Ad"),
        ("3 to a royal, no ace or jack", "Kc Qc Tc 2d 3h", "Kc Jc Tc 2d 3h"),
        ("KQ, KT suited", "Kc Tc 2d 5h 7s", "Kc Jc 2d 5h 7s"),
    ],
)
def test_words_that_leave_ranks_out(words: str, holds: str, does_not: str) -> None:
    read = Strategy.parse(f"no wild card: {words}", ONE_EYED)
    reader = Reader(read.words, game(read))
    for hand, line in ((holds, 0), (does_not, 1)):
        numbers = [discard.analyze(hand, ONE_EYED).hand[place].number for place in range(5)]
        assert read.line(hand) == read.lines[line]
        assert reader.follow(numbers, "no win")[0] == line


def test_what_cannot_be_left_out() -> None:
    with pytest.raises(
        ParseError, match=r"line 1, .*'no jack' is a condition on some of the cards"
    ):
        Strategy.parse("pat flush, no jack", ONE_EYED)
    with pytest.raises(ParseError, match="line 1, 'jakc': unknown word; did you mean 'jack'"):
        Strategy.parse("pair, no jakc", ONE_EYED)
