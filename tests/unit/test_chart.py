"""Charts: what they say, and what that costs."""

from fractions import Fraction
from functools import cache
from math import comb
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from cardcore import Card, discard
from cardcore.compare.discard import chart, follow
from cardcore.discard.objective import valuation
from cardcore.reference import strategy as reference
from cardcore.reference.strategy import Game
from tests.cases import cases

JACKS = ("jacks-or-better-9-6", 25)
DEUCES = ("deuces-wild-full-pay", 40)
JOKER = ("joker-poker-kings-20-7-5", 40)


@cache
def solution(name: str) -> discard.Solution:
    return discard.solve(name)


@pytest.mark.parametrize(
    ("made", "lines", "part"), [(JACKS, 25, Fraction(1, 10_000)), (DEUCES, 40, Fraction(2, 10_000))]
)
def test_short_charts_lose_little(made: tuple[str, int], lines: int, part: Fraction) -> None:
    found = chart(*made)
    assert len(found.lines) <= lines
    assert found.best == solution(made[0]).exact
    assert 0 < found.cost < part * found.best


def followed(found: discard.Strategy, masks: NDArray[np.uint8]) -> Fraction:
    """Return what discards of all hands return, from the counts of their outcomes."""
    aim = valuation(found.objective)
    worth = {outcome: Fraction(line.worth) for line in aim.lines for outcome in line.outcomes}
    counts = aim.outcomes_of(found.hands, masks).astype(np.int64) * found.weights[:, np.newaxis]
    drawn = np.array([mask.bit_count() for mask in range(32)])[masks]
    total = Fraction()
    for cards in range(6):
        sums = counts[drawn == cards].sum(axis=0).tolist()
        paid = sum(count * worth[outcome] for outcome, count in enumerate(sums))
        total += paid / comb(47 + aim.jokers, cards)
    return total / int(found.weights.sum())


@pytest.mark.parametrize("made", [JACKS, DEUCES, JOKER])
def test_the_return_is_that_of_following_it_with_every_hand(made: tuple[str, int]) -> None:
    found = chart(*made)
    assert found.exact == followed(found, found.masks)
    for row in range(0, len(found.hands), cases(997, slow=97)):
        assert found.hold(found.hands[row]).mask == found.masks[row]


def test_the_order_of_the_cards_and_the_names_of_the_suits_change_nothing() -> None:
    found, random = chart(*JACKS), Random(3)
    for _ in range(cases(300, slow=3000)):
        hand = random.sample(range(52), 5)
        suits = random.sample(range(4), 4)
        other = [4 * (card // 4) + suits[card % 4] for card in hand]
        random.shuffle(other)
        assert found.line(hand) == found.line(other)
        assert found.hold(hand).value == found.hold(other).value


@pytest.mark.parametrize("made", [JACKS, DEUCES, JOKER, ("double-double-bonus-9-6", 60)])
def test_the_words_say_what_the_chart_does(made: tuple[str, int]) -> None:
    found, random = chart(*made), Random(made[0])
    deck = range(53 if "joker" in made[0] else 52)
    for _ in range(cases(60, slow=600)):
        case = follow(found, random.sample(deck, 5))
        assert case.native == case.reference, case.case


@pytest.mark.parametrize("made", [JACKS, DEUCES])
def test_costs_and_shares_add_up(made: tuple[str, int]) -> None:
    found = chart(*made)
    assert sum((line.share for line in found.lines), Fraction()) == 1
    assert sum((line.cost for line in found.lines), Fraction()) == found.cost
    assert all(line.saves > 0 for line in found.lines[:-1])
    assert found.lines[-1].saves == 0
    hands = int(found.weights.sum())
    errors = sum((error.weight * error.cost for error in found.errors), Fraction())
    assert errors == hands * found.cost
    for place, line in enumerate(found.lines):
        decided = int(found.weights[found.decided == place].sum())
        assert line.share == Fraction(decided, hands)
        mine = (error for error in found.errors if error.line == place)
        assert line.cost == sum((error.weight * error.cost for error in mine), Fraction()) / hands


def test_what_a_line_saves_is_what_is_lost_by_the_words_without_it() -> None:
    found, aim = chart(*JACKS), valuation(JACKS[0])
    words = [line.hold for line in found.lines]
    payouts = [(line.name, line.value) for line in discard.lines(JACKS[0])]
    game = Game("".join(found.high_cards), payouts)
    place = words.index("4 to a royal")
    without = [line for line in words if line != words[place]]
    saved = 0
    for row in np.flatnonzero(found.decided == place).tolist():
        hand = found.hands[row].tolist()
        values = aim.values(hand).exact
        dealt = discard.analyze(hand).line_counts(JACKS[0])[0].argmax()
        _, holds = reference.follow(without, hand, payouts[dealt][0], game)
        kept = max(values[31 - sum(1 << card for card in hold)] for hold in holds)
        saved += int(found.weights[row]) * (values[found.masks[row]] - kept)
    assert found.lines[place].saves == Fraction(saved, 2_598_960 * aim.denominator)


def test_errors_tell_what_is_better_the_most_expensive_first() -> None:
    errors = chart(*JACKS).errors
    costs = [error.weight * error.cost for error in errors]
    assert costs == sorted(costs, reverse=True)
    for error in errors[::50]:
        table = discard.analyze(error.hand)
        values = table.exact_values(JACKS[0])
        assert error.best == table.best(JACKS[0])
        assert error.cost == values[error.best.mask] - values[error.chosen.mask] > 0
        assert error.chosen == chart(*JACKS).hold(error.hand)


def test_a_chart_of_one_line_draws_five_cards() -> None:
    found = discard.strategy("jacks-or-better-9-6", 1)
    assert [line.hold for line in found.lines] == ["nothing: draw five cards"]
    assert found.exact == followed(found, np.full_like(found.masks, 31))


def test_more_lines_lose_less() -> None:
    costs = [discard.strategy("jacks-or-better-9-6", lines).cost for lines in (3, 12)]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] > chart(*JACKS).cost


def test_threads_do_not_matter() -> None:
    one = discard.strategy("jacks-or-better-8-5", 15, threads=1)
    three = discard.strategy("jacks-or-better-8-5", 15, threads=3)
    assert one.lines == three.lines
    assert np.array_equal(one.masks, three.masks)


def test_high_cards_are_those_a_pair_of_which_pays() -> None:
    assert chart(*JACKS).high_cards == tuple("JQKA")
    assert chart(*DEUCES).high_cards == ()
    assert chart(*JOKER).high_cards == tuple("KA")


def test_a_wild_card_is_never_discarded() -> None:
    found = chart(*JOKER)
    assert Card("Jk") in found.hold("Jk 2c 5d 9h Qs").keep
    assert found.lines[-1].hold == "joker alone, or nothing"


def test_paytables_of_ones_own() -> None:
    payouts = dict.fromkeys(("two_pair", "three_of_a_kind", "straight", "flush", "full_house"), 1)
    payouts |= {"jacks_or_better": 0, "four_of_a_kind": 2, "straight_flush": 3, "royal_flush": 4}
    found = discard.strategy(discard.Paytable("mine", payouts), 10)
    assert found.objective == "mine"
    assert found.high_cards == ()
    assert found.exact < found.best


def test_where_nothing_pays_nothing_is_to_be_known() -> None:
    rest = "jacks_or_better two_pair three_of_a_kind straight flush full_house four_of_a_kind"
    nothing = dict.fromkeys([*rest.split(), "straight_flush", "royal_flush"], 0)
    found = discard.strategy(discard.Paytable("nothing", nothing), 5)
    assert [line.hold for line in found.lines] == ["nothing: draw five cards"]
    assert found.cost == found.best == 0
    assert found.errors == ()


def test_it_is_shown_in_many_ways() -> None:
    found = chart(*JACKS)
    text, html, markdown = str(found), found._repr_html_(), found.to_markdown()
    for line in found.lines:
        assert line.hold in text
        assert f"<td>{line.hold}</td>" in html
        assert f"| {line.hold} |" in markdown
    assert "… and" not in str(chart("double-double-bonus-9-6", 60))
    assert [line["hold"] for line in found.to_dict()["lines"]] == [
        line.hold for line in found.lines
    ]
    assert all(f"- {note}\n" in markdown for note in found.notes)
    assert "high cards: J Q K A, of which a pair pays" in found.notes
    assert repr(found).startswith("<Strategy for jacks-or-better-9-6, 24 lines, value 0.9954")


@pytest.mark.parametrize(
    ("objective", "lines", "message"),
    [
        ("pattern", 5, "objective 'pattern': expected class or a paytable here"),
        ("showdown", 5, "objective 'showdown': expected class or a paytable here"),
        ("jacks", 5, "unknown objective 'jacks'.*did you mean 'jacks-or-better-9-6'"),
        ("jacks-or-better-9-6", 0, "lines: expected"),
        ("jacks-or-better-9-6", 501, "lines: expected"),
    ],
)
def test_bad_arguments_are_refused(objective: str, lines: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        discard.strategy(objective, lines)


def test_bad_hands_are_refused() -> None:
    with pytest.raises(ValueError, match="duplicate"):
        chart(*JACKS).hold("As As Ks Qs Js")
