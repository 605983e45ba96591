"""Drills: hands that were got wrong come back, and weak lines are dealt more often."""

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from cardcore import Card, ParseError, discard
from cardcore.discard import Strategy
from cardcore.discard.drill import FIRST_INTERVAL, MAX_DUE, Drill


@cache
def chart() -> Strategy:
    return discard.strategy("jacks-or-better-9-6", 14)


def test_a_hand_that_was_got_wrong_comes_back_until_it_is_known() -> None:
    drill = Drill(chart(), Random(4))
    first = drill.deal()
    wrong = drill.answer(first, [] if drill.best(first).keep else first)
    assert not wrong.right and wrong.cost > 0
    assert drill.to_repeat == 1
    seen = []
    for turn in range(1500):
        hand = drill.deal()
        if set(hand) == set(first):
            seen.append(turn)
        drill.answer(hand, drill.best(hand).keep)
    assert seen[0] >= FIRST_INTERVAL - 1
    assert drill.to_repeat == 0
    waits = [after - before for before, after in pairwise(seen)]
    assert waits[:3] == sorted(waits[:3])


def test_what_is_lost_on_a_line_is_practiced() -> None:
    drill, dealt = Drill(chart(), Random(5)), Counter[int]()
    weak = next(
        n for n, line in enumerate(chart().lines) if line.hold == "low pair" or "pair" in line.hold
    )
    for turn in range(600):
        hand = drill.deal()
        line = chart()._chart.choose(list(hand)).line
        # The weak line is always got wrong.
        keep: tuple[Card, ...] = () if line == weak else drill.best(hand).keep
        if turn >= 100:
            dealt[line] += 1
        drill.answer(hand, keep)
    assert dealt.most_common(1)[0][0] == weak
    assert drill.record.lines[weak].right == 0


def test_one_line_can_be_drilled() -> None:
    drill = Drill(chart(), Random(6), line=3)
    for _ in range(30):
        hand = drill.deal()
        assert chart().line(hand) == chart().lines[3]
        assert drill.answer(hand, drill.best(hand).keep).right
    with pytest.raises(ValueError, match="line: expected 0 to"):
        Drill(chart(), Random(6), line=99)


def test_an_exam_deals_as_a_machine_does() -> None:
    drill, dealt = Drill(chart(), Random(7), natural=True), Counter[int]()
    lost = 0.0
    for _ in range(4000):
        hand = drill.deal()
        dealt[chart()._chart.choose(list(hand)).line] += 1
        hold, table = chart().hold(hand), discard.analyze(list(hand))
        lost += table.best(chart().objective).value - table.values(chart().objective)[hold.mask]
        drill.answer(hand, hold.keep)
    for number, line in enumerate(chart().lines):
        share = float(line.share)
        room = 5 * (share * (1 - share) / 4000) ** 0.5 + 0.001
        assert abs(dealt[number] / 4000 - share) < room
    # What the chart costs with these very hands: its mean cost is too small to show in 4,000.
    assert float(drill.record.lost_per_hand) == pytest.approx(lost / 4000, rel=1e-9)


def test_money_per_hour_and_cards_that_are_not_there() -> None:
    drill = Drill(chart(), Random(8))
    hand = drill.deal()
    drill.answer(hand, [] if drill.best(hand).keep else hand)
    lost = drill.record.lost_per_hand
    assert drill.record.money_per_hour(Fraction(1, 4)) == lost * 750
    other = next(Card(n) for n in range(52) if Card(n) not in hand)
    with pytest.raises(ValueError, match="is not in the hand"):
        drill.answer(hand, [other])


def test_a_drill_goes_on_from_its_state() -> None:
    drill = Drill(chart(), Random(8))
    for turn in range(30):
        hand = drill.deal()
        drill.answer(hand, [] if turn % 3 == 0 else drill.best(hand).keep)
    again = Drill(chart(), Random(9))
    again.resume(json.loads(json.dumps(drill.state())))
    assert again.record == drill.record
    assert again.state() == drill.state()
    assert again.to_repeat == drill.to_repeat > 0


@pytest.mark.parametrize(
    "state",
    [
        None,
        {},
        {"lines": {}, "due": [["2c3c", 1, 1]]},
        {"lines": {"99": [1, 1, "0"]}, "due": []},
        {"lines": {"1": [1, 2, "0"]}, "due": []},
        {"lines": {"1": [1, 1, "1/0"]}, "due": []},
        {"lines": {"1": [1, 1, "-1"]}, "due": []},
        {"lines": {"1": [True, 1, "1"]}, "due": []},
    ],
)
def test_other_states_are_refused(state: object) -> None:
    drill = Drill(chart(), Random(1))
    with pytest.raises(ParseError, match="expected the state of a drill"):
        drill.resume(state)
    assert drill.record.hands == 0


def test_few_hands_come_back_at_once() -> None:
    drill = Drill(chart(), Random(2))
    for _ in range(6 * MAX_DUE):
        hand = drill.deal()
        drill.answer(hand, [] if drill.best(hand).keep else hand)
    assert drill.to_repeat == MAX_DUE
    # So that it fits into a request.
    assert len(json.dumps(drill.state())) < 3000
