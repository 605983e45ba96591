import pickle
from fractions import Fraction

import numpy as np
import pytest

from cardcore import Card, poker
from cardcore.errors import ParseError
from cardcore.poker import Range


def test_aces_against_kings_before_the_flop() -> None:
    # 1,712,304 boards; kings of the suits of the aces win 292,660 of them.
    found = poker.equity(["AsAh", "KsKh"])
    assert found.exact
    assert found.exact_win == (Fraction(1_410_336, 1_712_304), Fraction(292_660, 1_712_304))
    assert found.exact_tie == (Fraction(9_308, 1_712_304),) * 2
    assert found.interval == tuple((share, share) for share in found.equity)
    assert found.error == 0
    # Over all suits: the 81.95 % of every table.
    assert poker.equity(["AA", "KK"]).equity == pytest.approx((0.8195, 0.1805), abs=5e-5)
    assert poker.equity(["AKs", "QQ"]).equity[0] == pytest.approx(0.4605, abs=5e-4)


def test_samples_have_an_interval_and_depend_on_the_seed_alone() -> None:
    first = poker.equity(["AsAh", "KsKh"], samples=20_000, seed=3, threads=1)
    again = poker.equity(["AsAh", "KsKh"], samples=20_000, seed=3, threads=2)
    other = poker.equity(["AsAh", "KsKh"], samples=20_000, seed=4)
    assert not first.exact and first.deals == 20_000
    assert first.equity == again.equity != other.equity
    assert first.exact_equity is None
    for found in (first, other):
        assert 0.004 < found.error < 0.007
        (low, high), _ = found.interval
        assert low - 0.01 < 0.826366 < high + 0.01
    assert poker.equity(["AsAh", "KsKh"], samples=20_000, exact=True).exact
    assert not poker.equity(["AsAh", "KsKh"], exact=False).exact


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    truth = poker.equity(["AKs", "QQ"], board="2c 7d 9h").equity[0]
    runs = [
        poker.equity(["AKs", "QQ"], board="2c 7d 9h", samples=500, seed=seed, threads=1).interval[0]
        for seed in range(100)
    ]
    # 95 are expected; a binomial has a standard deviation of 2.2.
    assert sum(low <= truth <= high for low, high in runs) >= 84


def test_two_to_nine_players() -> None:
    nine = ["AsAh", "KsKh", "QsQh", "JsJh", "TsTh", "9s9h", "8s8h", "7s7h", "6s6h"]
    for count in range(2, 10):
        found = poker.equity(nine[:count], exact=True)
        assert sum(found.exact_equity or ()) == 1
    board = "2c 3c 4c 5c 6c"
    tied = poker.equity(["AsAh", "KsKh", "QsQh"], board=board)
    assert tied.exact_equity == (Fraction(1, 3),) * 3
    assert tied.win == (0, 0, 0) and tied.tie == (1, 1, 1)


def test_card_removal_counts() -> None:
    # One ace in the other hand leaves three pairs of aces against six of kings.
    found = poker.equity(["AsQs", "AA, KK"], board="2c 3d 4h 7c 8d")
    hands = found.by_hand[1]
    assert len(hands) == 9
    assert sum(hand.probability for name, hand in hands.items() if name[0] == "A") == pytest.approx(
        1 / 3
    )


def test_other_games() -> None:
    short = poker.equity(["AsKs", "7h6h"], game="short-deck")
    assert short.exact and short.deals == 201_376
    omaha = poker.equity(["As Ah Ks Kh", "Qd Qc Jd Jc"], board="2c 3d 4h", game="omaha")
    assert omaha.exact and omaha.deals == 820
    random = poker.equity(["AsAhKsKh", "random"], game="omaha", samples=1_000)
    assert random.equity[0] > 0.6 and random.by_hand[1] == {}
    five = poker.equity(["AsAhKsKhQs", "2c3c4d5d7h"], board="9c 9d 9h", game="omaha")
    assert five.exact


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["AA"],), "expected 2 to 9 players, found 1"),
        ((["AA", "KZs"],), "player 2: range, position 1, 'KZs': unknown rank 'Z', expected one of"),
        ((["AA", "KK"], "2c 3c"), "board: expected 0, 3, 4 or 5 cards, found 2"),
        ((["AA", "KK"], "2c 3c Xc"), "board: card 3 of 3, 'Xc': unknown rank 'X'"),
        ((["AA", "KK"], "2c 3c 4c", "4c"), "dead: 4c is on the board"),
        ((["AsAh", "AsKs"],), "no deal is possible: the hands of the players always share a card"),
        ((["AsAh", "KK"], "As Kd 2c"), "player 1: no hand is left"),
        ((["AA", "KK"], "2c 3c 7c", "", "short-deck"), "board: 2c is not in the deck of this game"),
        ((["AsAh", "KsKh"], "", "", "omaha"), "omaha: expected hands of 4 to 6 cards, found 2"),
        ((["AsAhKsKh", "QsQhJs"], "", "", "omaha"), "player 2: expected hands of 4 cards, found 3"),
    ],
)
def test_what_cannot_be_dealt_is_refused(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ParseError) as raised:
        poker.equity(*arguments)  # type: ignore[arg-type]
    assert str(raised.value).startswith(message)


def test_wrong_types_are_named() -> None:
    with pytest.raises(ValueError, match=r"game: expected one of holdem, .* found 'stud'"):
        poker.equity(["AA", "KK"], game="stud")
    with pytest.raises(TypeError, match="expected a list of hands or ranges"):
        poker.equity("AA")
    with pytest.raises(TypeError, match="exact: expected True, False or None, found 1"):
        poker.equity(["AA", "KK"], exact=1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="samples: expected a whole number from 1"):
        poker.equity(["AA", "KK"], samples=0)
    with pytest.raises(TypeError, match="range: expected text"):
        Range(5)  # type: ignore[arg-type]


def test_players_may_be_cards_and_ranges() -> None:
    board = "2c 7d 9h"
    expected = poker.equity(["AsKs", "QQ+"], board=board).equity
    cards: list[Card | str | int] = [Card("As"), "Ks"]
    assert poker.equity([cards, Range("QQ+")], board=[0, "7d", Card("9h")]).equity == expected
    assert poker.equity(["AsKs", {"QQ+": 0.5}], board=board).equity == expected


def test_results_are_shown() -> None:
    found = poker.equity(["AsKs", "QQ+, AKs"], board="Qh 7s 2s")
    assert str(found).splitlines()[0] == "holdem on Qh 7s 2s: exact"
    assert "<table>" in found._repr_html_()
    told = found.to_dict()
    assert told["players"][1]["hand"] == "QQ+, AKs" and told["exact"] is True
    assert repr(found).startswith("<Equity 0.44306, 0.55694, exact")


def test_ranges_are_values() -> None:
    one = Range("QQ+, A5s-A2s, 76s:0.5")
    assert len(one) == 38 and one.total == 36
    assert one == Range("76s@50, A2s-A5s, AA, KK, QQ") and hash(one) == hash(Range(str(one)))
    assert one != Range("QQ+") and pickle.loads(pickle.dumps(one)) == one
    assert Range(one.weights) == one and Range(one) == one
    assert Range({"AA": 1, "KK": 0.25})["KsKh"] == 0.25
    assert one["76s"] == 0.5 and "QQ" in one and "JJ" not in one
    assert Range("QQ+") | Range("JJ") == Range("JJ+")
    assert Range("QQ+") & Range("KK-TT") == Range("KK-QQ")
    assert Range("random") - Range("72o") == Range("random, 72o:0")
    assert one.weights.shape == (1326,) and one.weights.sum() == 36
    assert not one._weights.flags.writeable
    with pytest.raises(AttributeError):
        one.combos = ()  # type: ignore[misc]
    with pytest.raises(ParseError, match="1326 weights"):
        Range(np.ones(169))
    with pytest.raises(ParseError, match="from 0 to 1"):
        Range(np.full(1326, 1.5))


def test_the_grid_shows_every_starting_hand() -> None:
    rows = Range("random").grid().splitlines()
    assert len(rows) == 13 and rows[0].split()[:3] == ["AA", "AKs", "AQs"]
    assert rows[1].split()[0] == "AKo" and rows[12].split()[12] == "22"
    assert Range("").grid().split() == ["."] * 169
    html = Range("AA, KK:0.25")._repr_html_()
    assert html.count("<td") == 169 and 'title="KK: 25%"' in html


@pytest.mark.slow
def test_all_starting_hands_against_each_other() -> None:
    table = poker.preflop_table()
    assert table["AA", "KK"] == pytest.approx(0.8195, abs=5e-5)
    assert np.allclose(table.equity + table.equity.T, 1)
    # All deals: 1326 hands against 1225, 1,712,304 boards each.
    assert int(table.deals.sum()) == 1326 * 1225 * 1_712_304
    for one, other in [("AKs", "QQ"), ("72o", "AKo"), ("JTs", "22")]:
        assert table[one, other] == pytest.approx(poker.equity([one, other]).equity[0], abs=1e-12)
