"""Charts read back by their printed words: two readers find what the chart does and returns."""

from fractions import Fraction
from functools import partial
from random import Random

import pytest

from cardcore import discard
from cardcore.compare.discard import CHARTS, chart
from cardcore.discard import Strategy
from cardcore.discard.objective import valuation
from cardcore.reference.strategy import Game, Reader, total
from tests.cases import cases
from tests.unit.chart_rules import follow

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


def test_five_wild_cards_are_wild_cards_alone() -> None:
    found = discard.strategy("deuces-and-joker", 5)
    game = Game("", [(line.name, line.value) for line in discard.lines(found.objective)], range(4))
    hand = [0, 1, 2, 3, 52]
    assert Reader(found.words, game).follow(hand, "five wilds") == (4, [(0, 1, 2, 3, 4)])
    assert found.line(hand) == found.lines[4]
    assert len(found.hold(hand).keep) == 5


@pytest.mark.parametrize("made", CHARTS)
def test_hands_followed_by_rules_written_again(made: tuple[str, int]) -> None:
    """Follow many hands by rules that are written out for the tests, hold by hold."""
    check_hands(chart(*made), cases(200, slow=1000))


@pytest.mark.parametrize("name", ["jacks-or-better-9-6", "deuces-wild-full-pay"])
def test_hands_with_penalty_cards_followed_by_rules_written_again(name: str) -> None:
    check_hands(discard.strategy(discard.named(name), 30, style="penalty"), cases(60, slow=1000))


def check_hands(chart: Strategy, count: int) -> None:
    """Follow random hands with a chart by the rules that the tests have of their own."""
    aim, random = valuation(chart.objective), Random(chart.objective)
    pays = {line.name: Fraction(line.worth) for line in aim.lines}
    names, wild = list(pays), [card.number for card in aim.wild]

    def is_pat(dealt: str, words: str) -> bool:
        """Whether a hand on a line of the paytable is what words about pat hands name."""
        if words.startswith("hand that pays "):
            return pays[dealt] >= Fraction(words.split()[3])
        if words.endswith(" or better") and words not in names:
            return names.index(dealt) >= names.index(words.removesuffix(" or better"))
        return dealt in (words, *words.split(" or "))

    for _ in range(count):
        hand = random.sample(range(52 + aim.jokers), 5)
        table = discard.analyze(hand, discard.Paytable(chart.objective))
        dealt = names[int(table.line_counts(chart.objective)[0].argmax())]
        pat = partial(is_pat, dealt)
        number, holds = follow(chart.words, hand, pat, "".join(chart.high_cards), wild)
        assert chart.lines[number] == chart.line(hand)
        kept = {card.number for card in chart.hold(hand).keep}
        assert kept in [{hand[place] for place in places} for places in holds]
