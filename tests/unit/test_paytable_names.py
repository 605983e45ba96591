"""Names of paytables, and payouts of other kinds of numbers."""

from fractions import Fraction
from typing import Any, get_args

import numpy as np
import pytest

from cardcore import discard, poker
from cardcore.discard.names import PaytableName, canonical


def test_the_names_for_type_checkers_are_those_of_the_library() -> None:
    assert get_args(PaytableName) == discard.PAYTABLES


def test_a_type_checker_can_find_a_mistyped_name() -> None:
    """Were any text an objective, no name would be mistyped."""
    assert str not in get_args(discard.Objective)
    assert discard.named("JOB 9/6") == "jacks-or-better-9-6"
    assert discard.named("showdown") == "showdown"
    with pytest.raises(ValueError, match=r"did you mean 'bonus-8-5'\?$"):
        discard.named("bonus-8-55")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Jacks-or-Better-9-6", "jacks-or-better-9-6"),
        ("JOB 9/6", "jacks-or-better-9-6"),
        ("9/6 job", "jacks-or-better-9-6"),
        ("DDB 9/6", "double-double-bonus-9-6"),
        ("NSUD", "deuces-wild-not-so-ugly"),
        ("16/10 deuces", "deuces-wild-not-so-ugly"),
        ("8/5 Bonus Poker", "bonus-8-5"),
        ("Full-Pay Deuces Wild", "deuces-wild-full-pay"),
        ("joker-poker-two-pairs-20-10-6", "joker-poker-two-pair-20-10-6"),
    ],
)
def test_names_as_players_write_them(typed: str, name: str) -> None:
    assert canonical(typed) == name
    assert discard.Paytable(typed).name == name
    assert discard.solve(typed).objective == name


@pytest.mark.parametrize("name", discard.PAYTABLES)
def test_names_are_their_own(name: str) -> None:
    assert canonical(name) == canonical(name.upper()) == name
    assert name in discard.search(name)


def test_a_mistyped_name_is_answered_with_the_nearest() -> None:
    for call in (discard.Paytable, discard.solve, discard.risk):
        with pytest.raises(ValueError, match="did you mean 'jacks-or-better-9-6'"):
            call("jacks-or-beter-9-6")


def test_search() -> None:
    assert discard.search("9/6")[0] == "jacks-or-better-9-6"
    assert discard.search("NSUD") == ("deuces-wild-not-so-ugly",)
    assert all("deuces" in name for name in discard.search("deuces"))
    assert discard.search("nonsense") == ()


def test_payouts_are_numbers_of_numpy_as_well() -> None:
    game = discard.Paytable("jacks-or-better-9-6")
    cases: list[tuple[Any, Fraction | int]] = [
        (np.int64(7), 7),
        (np.uint8(7), 7),
        (np.float32(0.1), Fraction(1, 10)),
        (np.float64(0.1), Fraction(1, 10)),
        (np.float16(2.5), Fraction(5, 2)),
    ]
    for payout, exact in cases:
        assert game.with_payout("royal_flush", payout).payouts["royal flush"] == exact
    with pytest.raises(TypeError, match="expected a number of 0 or more, found bool"):
        game.with_payout("royal_flush", np.bool_(True))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected a number of 0 or more"):
        game.with_payout("royal_flush", np.float32("nan"))  # type: ignore[arg-type]


def test_payouts_come_from_anything_with_items() -> None:
    class Series:
        """What matters of a pandas Series: items, and no truth value."""

        def __bool__(self) -> bool:
            raise ValueError("the truth value of a Series is ambiguous")

        def items(self) -> object:
            return iter(dict(discard.Paytable("bonus-8-5")._valuation.entries).items())

    made = discard.Paytable("mine", Series())  # type: ignore[arg-type]
    assert made.payouts == discard.Paytable("bonus-8-5").payouts
    with pytest.raises(TypeError, match="payouts: expected a mapping of classes, found list"):
        discard.Paytable("mine", [1, 2])  # type: ignore[arg-type]


def test_masked_arrays_are_refused() -> None:
    hands = np.ma.array([[0, 1, 2, 3, 4]], mask=[[False, False, False, False, True]])
    for call in (poker.rank_many, discard.analyze_many):
        with pytest.raises(TypeError, match="found a masked array"):
            call(hands)


def test_one_hold_by_its_cards() -> None:
    table = discard.analyze("Ah Kh Qh Jh Jc")
    values = table.values("jacks-or-better-9-6")
    assert table.ev("jacks-or-better-9-6", hold="Jh Jc") == values[0b00111]
    assert table.ev("jacks-or-better-9-6", discard="Jc") == values[0b10000]
    assert table.ev("jacks-or-better-9-6", hold="") == values[31]
    assert table.exact_ev("jacks-or-better-9-6", hold=table.hand) == 1
    with pytest.raises(ValueError, match="hold: 2c is not in the hand Ah Kh Qh Jh Jc"):
        table.ev(hold="2c")
    with pytest.raises(ValueError, match="expected either hold or discard"):
        table.ev()
    with pytest.raises(ValueError, match="hold: card 1 of 1, 'Xx'"):
        table.ev(hold="Xx")


def test_the_jackpot_at_which_a_hold_becomes_the_better_one() -> None:
    table = discard.analyze("Ad Kc Qh Jh 2s")
    game = discard.Paytable("jacks-or-better-9-6")
    jackpot = table.break_even("Qh Jh", "Ad Kc Qh Jh", game)
    assert jackpot is not None
    at = game.with_payout("royal_flush", jackpot)
    assert table.exact_ev(at, hold="Qh Jh") == table.exact_ev(at, hold="Ad Kc Qh Jh")
    # Either card makes two pair as often: no payout of it changes what is better.
    assert table.break_even("Ad", "Kc", game, line="two_pair") is None
