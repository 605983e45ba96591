"""Games with wild cards, as Python sees them."""

import json
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardcore import Card, ParseError, discard, hearts, parse_cards, poker, president

FULL_PAY = {
    "three_of_a_kind": 1,
    "straight": 2,
    "flush": 2,
    "full_house": 3,
    "four_of_a_kind": 5,
    "straight_flush": 9,
    "five_of_a_kind": 15,
    "wild_royal": 25,
    "four_deuces": 200,
    "natural_royal": 800,
}

DEUCES = ["2c", "2d", "2h", "2s"]

JOKER = discard.Paytable("joker-poker-kings-20-7-5")


def test_the_joker_is_a_card() -> None:
    joker = Card("Jk")
    assert joker == Card(52) == Card("★") == Card("jk")
    assert (str(joker), repr(joker), joker.number) == ("Jk", "Card('Jk')", 52)
    assert (joker.rank, joker.suit) == ("Jk", "")
    assert pickle.loads(pickle.dumps(joker)) == joker
    assert parse_cards("As★2c") == [Card("As"), joker, Card("2c")]
    assert max(map(Card, range(53))) == joker
    with pytest.raises(ParseError, match=r"^card 1 of 1, number 53: expected 0 to 52$"):
        Card(53)
    with pytest.raises(ParseError, match=r"^card 2 of 2, 'Jk': duplicate of card 1$"):
        parse_cards("Jk ★")


def test_the_joker_is_refused_where_there_is_none() -> None:
    hand = "Jk As Ks Qs Js"
    message = r"card 1 of 5, 'Jk': there is no joker in this deck$"
    calls: list[Any] = [
        lambda: poker.rank(hand),
        lambda: poker.rank_many([hand]),
        lambda: discard.analyze(hand),
        lambda: discard.analyze(parse_cards(hand), "deuces-wild-full-pay"),
        lambda: discard.analyze_many([hand]),
        lambda: discard.best_discards([hand], "deuces-wild-full-pay"),
        lambda: discard.showdown(hand),
        lambda: president.legal_moves(hand),
    ]
    for call in calls:
        with pytest.raises(ParseError, match=message):
            call()
    with pytest.raises(ParseError, match=r"number 52: expected 0 to 51$"):
        discard.analyze([52, 51, 47, 43, 39])
    with pytest.raises(ParseError, match=r"^row 1: card 1 of 5, number 52: expected 0 to 51$"):
        discard.best_discards([[0, 1, 2, 3, 4], [52, 51, 47, 43, 39]], "deuces-wild-full-pay")
    with pytest.raises(ParseError, match=r"^row 0: card 5 of 5, number 53: expected 0 to 52$"):
        discard.best_discards([[0, 1, 2, 3, 53]], JOKER)


def test_every_form_of_a_hand_is_the_same() -> None:
    numbers = [52, 51, 47, 29, 8]
    table = discard.analyze("Jk As Ks 9d 4c", JOKER)
    assert table == discard.analyze(numbers, JOKER.name)
    assert table == discard.analyze(np.array(numbers), JOKER)
    assert table.hand == tuple(map(Card, numbers))
    assert table.paytable == JOKER
    assert table.counts.shape == (32, 12)
    assert table.draws[31] == 1712304
    assert (table.counts.sum(axis=1) == table.draws).all()
    hands: Any
    for hands in ([numbers], ["Jk As Ks 9d 4c"], [["Jk", 51, Card("Ks"), "9d", 8]]):
        assert np.array_equal(discard.analyze_many(hands, JOKER)[0], table.outcomes)
        masks, values = discard.best_discards(hands, JOKER)
        assert (masks.tolist(), values.tolist()) == ([24], [table.best().value])
    assert table.best().mask == 24
    assert float(table.exact_values()[24]) == table.best().value == table.values()[24]
    paid = [line.value for line in discard.lines(JOKER)]
    for exact, counts in zip(table.exact_values(), table.line_counts().tolist(), strict=True):
        assert exact == sum(map(lambda p, n: p * n, paid, counts)) / sum(counts)
    assert table == discard.analyze(numbers, JOKER, method="enumeration")
    assert list(table.to_dict())[4:6] == ["no win", "kings or better"]
    assert table.to_dict()["draws"][31] == 1712304


def test_a_hand_without_wild_cards_can_be_valued_by_any_rules() -> None:
    table = discard.analyze("2c 2d As Ks 9d")
    assert table.paytable is None
    wild = discard.analyze("2c 2d As Ks 9d", "deuces-wild-full-pay")
    assert np.array_equal(
        table.line_counts("deuces-wild-full-pay"), wild.line_counts("deuces-wild-full-pay")
    )
    assert table.best("deuces-wild-full-pay") == wild.best()
    assert table.best() == wild.best("class")
    assert np.array_equal(table.line_counts(), wild.line_counts("class"))
    assert discard.analyze("2c 2d As Ks 9d", "jacks-or-better-9-6") == table
    assert table != wild


RETURNS = {
    "deuces-wild-full-pay": 1.0076196,
    "deuces-wild-not-so-ugly": 0.9972829,
    "deuces-wild-illinois": 0.9891309,
    "joker-poker-kings-20-7-5": 1.0064630,
    "double-double-bonus-9-6": 0.9898078,
    "all-american-8-8-8": 1.0072,
    "bonus-deluxe-8-6": 0.9849281,
    "triple-double-bonus-9-7": 0.9957781,
    "tens-or-better-6-5": 0.9914,
    "bonus-8-5": 0.9916597,
    "bonus-7-5": 0.9801,
    "bonus-deluxe-9-6": 0.9964,
    "double-bonus-10-7": 1.0017252,
    "double-bonus-9-7": 0.9911,
    "double-bonus-9-6": 0.9781,
    "double-double-bonus-10-6": 1.0007,
    "double-double-bonus-9-5": 0.9787,
    "double-double-bonus-8-5": 0.9679,
    "triple-double-bonus-9-6": 0.9815,
    "deuces-wild-loose": 1.0097,
    "joker-poker-two-pair-20-10-6": 0.9992,
    "deuces-and-joker": 0.9907,
}


@pytest.mark.parametrize("name", RETURNS)
def test_published_returns(name: str) -> None:
    solution = discard.solve(name)
    digits = len(str(RETURNS[name]).split(".")[1])
    assert round(solution.value, digits) == RETURNS[name]
    # The sum over hands of their values equals the sum over lines of their payouts.
    assert sum(line.value * solution.probability(line) for line in solution.lines) == solution.exact
    assert sum(solution.outcomes.values()) == 1
    mean = np.average(solution.values, weights=solution.weights)
    assert abs(mean - solution.value) < 1e-12
    assert solution.weights.sum() == (2869685 if solution.jokers else 2598960)
    # Best play, looked at hand by hand.
    few = slice(None, None, 997)
    masks, values = discard.best_discards(solution.hands[few], name)
    assert np.array_equal(masks, solution.masks[few])
    assert np.array_equal(values, solution.values[few])


def test_variance() -> None:
    nine_six = discard.solve("jacks-or-better-9-6")
    assert round(float(nine_six.variance), 4) == 19.5147
    assert round(float(nine_six.hit_frequency), 6) == 0.454565
    assert nine_six.covariance is not None
    assert round(float(nine_six.covariance), 6) == 1.966389
    deal = np.average(nine_six.values**2, weights=nine_six.weights) - nine_six.value**2
    assert abs(float(nine_six.covariance) - deal) < 1e-12
    assert nine_six.multi_hand_variance(1) == nine_six.variance
    # As it is published: that of all hands together, per hand.
    ten = 10 * nine_six.multi_hand_variance(10)
    assert ten == nine_six.variance + 9 * nine_six.covariance
    full_pay = discard.solve("deuces-wild-full-pay")
    assert round(float(full_pay.variance), 4) == 25.8346
    for bad in (0, -1, 10**9 + 1):
        with pytest.raises(
            ValueError, match=r"^hands: expected a whole number from 1 to 1000000000"
        ):
            full_pay.multi_hand_variance(bad)
    with pytest.raises(TypeError, match="hands: expected a whole number"):
        full_pay.multi_hand_variance(1.5)  # type: ignore[arg-type]


def test_the_largest_payouts_have_an_exact_variance() -> None:
    paytable = discard.Paytable("rich", dict.fromkeys(discard.CLASSES, 10**12))
    solution = discard.solve(paytable)
    assert (solution.exact, solution.variance, solution.covariance) == (10**12, 0, 0)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("jacks-or-better-9-6", "royal_flush"),
        ("bonus-8-5", "four aces"),
        ("double-double-bonus-9-6", "four_aces_low_kicker"),
        ("deuces-wild-not-so-ugly", "royal_flush"),
        ("joker-poker-kings-20-7-5", "five of a kind"),
    ],
)
def test_break_even(name: str, line: str) -> None:
    exact = discard.break_even(name, line)
    game = discard.Paytable(name)
    # The return is 1 on the way from just below to just above, on a straight piece.
    step = Fraction(1, 1000)
    below, above = (Fraction(exact // step + more) * step for more in (0, 1))
    returns = [discard.solve(game.with_payout(line, payout)).exact for payout in (below, above)]
    slope = (returns[1] - returns[0]) / step
    assert returns[0] <= 1 <= returns[1]
    assert returns[0] + slope * (exact - below) == 1


def test_break_even_of_other_values() -> None:
    exact = discard.solve("jacks-or-better-9-6").exact
    assert discard.break_even("jacks-or-better-9-6", value=exact) == 800
    with pytest.raises(ValueError, match=r"returns 0\.979494 even if 'royal_flush' pays nothing"):
        discard.break_even("jacks-or-better-9-6", value=Fraction(1, 2))
    with pytest.raises(
        ValueError, match="unknown line 'royal' of 'bonus-8-5', expected one of jacks"
    ):
        discard.break_even("bonus-8-5", "royal")
    with pytest.raises(TypeError, match="line: expected a name, found int"):
        discard.break_even("bonus-8-5", 7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="paytable: expected a name or a Paytable, found int"):
        discard.break_even(7)  # type: ignore[arg-type]
    for bad in (float("nan"), float("inf"), "much", "1/0"):
        with pytest.raises(ValueError, match="value: expected a number, found"):
            discard.break_even("bonus-8-5", value=bad)
    with pytest.raises(ValueError, match=r"would have to pay .* which is too much$"):
        discard.break_even("bonus-8-5", value=10**9)
    thirds = discard.Paytable("bonus-8-5").with_payout("flush", "16/3")
    assert discard.break_even(thirds) < discard.break_even("bonus-8-5")


def test_another_payout() -> None:
    deuces = discard.Paytable("deuces-wild-full-pay")
    jackpot = deuces.with_payout("royal_flush", "900.5")
    assert jackpot.payouts == {**deuces.payouts, "natural royal": Fraction(1801, 2)}
    assert (jackpot.wild, jackpot.name) == (deuces.wild, deuces.name)
    fours = discard.Paytable("double-double-bonus-9-6").with_payout("four aces, low kicker", 1)
    assert fours.payouts["four aces, low kicker"] == 1
    assert fours.payouts["four aces"] == 160
    assert discard.Paytable("bonus-8-5").with_payout("four_aces", 7).payouts["four aces"] == 7


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    content: dict[str, Any] = {"name": "deuces-wild-full-pay", "wild": DEUCES, "payouts": FULL_PAY}
    path.write_text(json.dumps(content))
    assert discard.Paytable.load(path) == discard.Paytable("deuces-wild-full-pay")
    path.write_text(json.dumps({**content, "wild": "2c2d2h 2s"}))
    assert discard.Paytable.load(path) == discard.Paytable("deuces-wild-full-pay")
    payouts = {key: value for key, value in FULL_PAY.items() if key != "four_deuces"}
    path = tmp_path / "one.toml"
    rows = "\n".join(f"{key} = {value}" for key, value in payouts.items())
    path.write_text(f"jokers = 1\n[payouts]\n{rows}\n")
    loaded = discard.Paytable.load(path)
    assert (loaded.name, loaded.wild, loaded.jokers) == ("one", (), 1)
    assert pickle.loads(pickle.dumps(loaded)) == loaded
    assert eval(repr(loaded), {"Paytable": discard.Paytable}) == loaded
    assert hash(loaded) == hash(discard.Paytable("one", payouts, jokers=1))
    assert loaded != discard.Paytable("one", payouts, wild="2c")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"wild": ["2c", "2d", "2h", "2c"]}, "wild: card 4 of 4, '2c': duplicate of card 1"),
        ({"wild": ["2c", "1d"]}, "wild: card 2 of 2, '1d': unknown rank '1', expected one of"),
        ({"wild": [*DEUCES, "Jk"]}, "wild: the joker is always wild, use jokers = 1 to add one"),
        ({"wild": [None]}, "wild: expected cards as text, cards or numbers, found NoneType"),
        ({"jokers": 54}, "jokers: expected 0 or 1, found 54"),
        ({"jokers": 2}, "jokers: expected 0 or 1, found 2"),
        ({"jokers": -1}, "jokers: expected 0 or 1, found -1"),
        ({"jokers": True}, "jokers: expected 0 or 1, found bool"),
        ({"jokers": "one"}, "jokers: expected 0 or 1, found str"),
        ({"jokers": 0.5}, "jokers: expected 0 or 1, found Decimal"),
        (
            {"wild": ["2c", "2d", "2h"]},
            "class 'four_deuces' cannot occur in this deck: not all four twos are wild",
        ),
        (
            {"payouts": {**FULL_PAY, "five_wilds": 2000}},
            "class 'five_wilds' cannot occur in this deck: it has fewer than five wild cards",
        ),
        (
            {"wild": [], "jokers": 0},
            "class 'five_of_a_kind' is for decks with wild cards, and this one has none",
        ),
        ({"payouts": {"flush": 2}}, "the payout for 'three_of_a_kind' is missing"),
        (
            {"payouts": {**FULL_PAY, "five_of_a_knd": 3}},
            "unknown class 'five_of_a_knd', expected one of high_card, one_pair",
        ),
        (
            {"payouts": {**FULL_PAY, "wild_royal": -25}},
            "class 'wild_royal': expected a number of 0 or more, found '-25'",
        ),
        ({"payouts": {**FULL_PAY, "flush": 10**13}}, "payouts are too large or have too many"),
    ],
)
def test_bad_files_are_refused_in_one_line(
    tmp_path: Path, changed: dict[str, Any], message: str
) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"wild": DEUCES, "payouts": FULL_PAY, **changed}))
    with pytest.raises(ParseError) as error:
        discard.Paytable.load(path)
    assert message in str(error.value)
    assert str(error.value).startswith(f"'{path}': paytable 'mine'")
    assert "\n" not in str(error.value)


def test_wild_cards_are_a_list(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    for wild, kind in ((7, "int"), ({"2c": 1}, "dict"), (None, "NoneType")):
        path.write_text(json.dumps({"wild": wild, "payouts": FULL_PAY}))
        message = f"^'{path}': wild: expected a list of cards, found {kind}$"
        with pytest.raises(ParseError, match=message):
            discard.Paytable.load(path)


def test_other_mistakes_are_refused() -> None:
    for missing in FULL_PAY:
        payouts = {key: value for key, value in FULL_PAY.items() if key != missing}
        with pytest.raises(ParseError, match=f"'x': the payout for '{missing}' is missing$"):
            discard.Paytable("x", payouts, wild=DEUCES)
    with pytest.raises(ParseError, match="'bonus-8-5': wild cards are for a paytable with payouts"):
        discard.Paytable("bonus-8-5", jokers=1)
    with pytest.raises(ValueError, match=r"^against: paytable 'deuces-and-joker' has wild cards"):
        discard.showdown("As Ks Qs Js Ts", "deuces-and-joker")


def test_any_cards_may_be_wild() -> None:
    payouts = {key: value for key, value in FULL_PAY.items() if key != "four_deuces"}
    jacks = discard.Paytable("one-eyed", payouts, wild="Jh Js")
    done: list[tuple[int, int]] = []
    solution = discard.solve(jacks, progress=lambda *steps: done.append(steps))
    assert solution.hands.shape == (700544, 5)
    assert done[-1] == (700544, 700544)
    assert solution.weights.sum() == 2598960
    assert sum(line.value * solution.probability(line) for line in solution.lines) == solution.exact
    table = discard.analyze("Jh Jc Ks 9d 9s", jacks)
    assert table == discard.analyze("Jh Jc Ks 9d 9s", jacks, method="enumeration")
    # Of a royal flush as it lies, the jack of spades is wild and stands for itself.
    assert discard.analyze("As Ks Qs Js Ts", jacks).best().value == 800


def test_wild_cards_in_csv_and_sheets() -> None:
    solution = discard.solve("joker-poker-kings-20-7-5")
    rows = solution.to_csv().splitlines()
    assert len(rows) == 1 + len(solution.hands)
    assert sum("Jk" in row for row in rows) == 16432
    assert str(solution).splitlines()[-1].startswith("natural royal     800")
    assert "natural royal" in solution._repr_html_()
    assert len(solution.classes) == len(solution.lines) == 12
    assert abs(solution.classes.sum() - 1) < 1e-12
    assert solution.to_npz()


def test_hearts_has_no_joker() -> None:
    with pytest.raises(ValueError, match="joker"):
        hearts.new(deal=["Jk"])
