"""Charts read back by their printed words: the reference's reader finds the stated return."""

from fractions import Fraction
from random import Random

import pytest

from cardcore import discard
from cardcore.compare.discard import CHARTS, chart
from cardcore.discard import Strategy
from cardcore.discard.objective import valuation
from cardcore.reference.strategy import Game, Reader, total
from tests.cases import cases

#: One of each kind in every run; all of them in the slow ones.
FEW = tuple(made for made in CHARTS if made[0] != "double-double-bonus-9-6")


def read_back(chart: Strategy, every: int = 1) -> tuple[Fraction, Fraction]:
    """Return the return of some hands by the words, and by what the chart does."""
    aim = valuation(chart.objective)
    names = {outcome: line.name for line in aim.lines for outcome in line.outcomes}
    payouts = [(line.name, Fraction(line.worth)) for line in aim.lines]
    wild = frozenset(card.number for card in aim.wild)
    game = Game("".join(chart.high_cards), payouts, wild)
    rows = slice(None, None, every)
    hands, weights, masks = chart.hands[rows], chart.weights[rows], chart.masks[rows]
    dealt = aim.outcomes_of(hands, 0 * masks).argmax(axis=1).tolist()
    exact = [aim.values(hand).exact for hand in hands.tolist()]
    valued = zip(hands.tolist(), weights.tolist(), dealt, exact, strict=True)
    read = total(
        chart.words,
        game,
        ((hand, weight, names[line], values) for hand, weight, line, values in valued),
    )
    done = sum(
        weight * values[mask]
        for weight, values, mask in zip(weights.tolist(), exact, masks.tolist(), strict=True)
    )
    whole = int(chart.weights.sum()) * aim.denominator
    return Fraction(read, whole), Fraction(done, whole)


@pytest.mark.parametrize("made", FEW)
def test_the_words_return_what_the_chart_does(made: tuple[str, int]) -> None:
    read, done = read_back(chart(*made), every=cases(101, slow=1))
    assert read == done


@pytest.mark.slow
@pytest.mark.parametrize("name", discard.PAYTABLES)
def test_the_words_of_every_paytable_return_what_the_chart_says(name: str) -> None:
    found = discard.strategy(name, 30)
    read, _ = read_back(found)
    assert read == found.exact
    check_hands(found, 200)


def test_words_about_penalty_cards_are_read_as_well() -> None:
    found = discard.strategy("jacks-or-better-9-6", cases(20, slow=35), style="penalty")
    read, done = read_back(found, every=cases(101, slow=1))
    assert read == done
    assert any("penalty" in line.hold for line in found.lines)


def test_lines_with_wild_cards_say_how_many() -> None:
    """Three deuces and a seven are four of a kind: without their number, words mean too much."""
    found = chart("deuces-wild-full-pay", 40)
    assert all("deuce" in line.hold for line in found.lines)
    assert found.hold("2c 2d 2h 7s Kd").keep == tuple(discard.analyze("2c 2d 2h 7s Kd").hand[:3])
    assert found.hold("2c 2d 2h 7s Kd").value == pytest.approx(15.0, abs=0.1)


@pytest.mark.parametrize("made", CHARTS)
def test_hands_followed_by_rules_written_again(made: tuple[str, int]) -> None:
    """Follow many hands with conditions that are written out here, hold by hold."""
    check_hands(chart(*made), cases(60, slow=1000))


def check_hands(chart: Strategy, count: int) -> None:
    """Follow random hands with a chart, and check what is held."""
    name, random = chart.objective, Random(chart.objective)
    aim = valuation(name)
    wild = {card.number for card in aim.wild} | ({52} if aim.jokers else set())
    reader = Reader(
        chart.words,
        Game(
            "".join(chart.high_cards),
            [(line.name, Fraction(line.worth)) for line in aim.lines],
            frozenset(wild - {52}),
        ),
    )
    names = {outcome: line.name for line in aim.lines for outcome in line.outcomes}
    for _ in range(count):
        hand = random.sample(range(52 + aim.jokers), 5)
        outcomes = discard.analyze(hand, discard.Paytable(name)).line_counts(name)[0]
        dealt = [line.name for line in aim.lines][int(outcomes.argmax())]
        assert dealt in names.values()
        place, holds = reader.follow(hand, dealt)
        assert chart.lines[place] == chart.line(hand)
        kept = tuple(card.number for card in chart.hold(hand).keep)
        assert kept in [tuple(hand[index] for index in hold) for hold in holds]
        words = chart.lines[place].hold
        _check(words, [card for card in kept if card not in wild], len(set(kept) & wild))


def _check(words: str, natural: list[int], wilds: int) -> None:
    """Check what a line says of the cards that are held, in the plainest terms."""
    ranks = sorted(card // 4 for card in natural)
    one_suit = len({card % 4 for card in natural}) == 1
    count = len(natural) + wilds
    body = words.split(": ", 1)[-1] if ":" in words and "nothing" not in words else words
    if words.startswith("no ") and ":" in words:
        assert wilds == 0
    elif words[0].isdigit() and ": " in words:
        assert wilds == int(words[0])
    if body.startswith("pat "):
        assert count == 5
    elif "alone, or nothing" in body or body.startswith("nothing"):
        assert not natural
    elif " to a" in body and body[0].isdigit():
        assert count == int(body[0])
        assert one_suit == ("flush" in body or "royal" in body)
        if "royal" in body:
            assert min(ranks) >= 8
    elif "pair" in body and not body.startswith("two pair"):
        assert len(natural) == 2 and ranks[0] == ranks[1]
    elif "of a kind" in body:
        assert count == int(body[0]) and len(set(ranks)) == 1
    elif "unsuited" in body:
        assert not one_suit
    elif "suited" in body:
        assert one_suit
