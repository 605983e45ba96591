"""Risk: against enumeration, linear equations and simulation."""

from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import lcm

import numpy as np
import pytest

from cardcore import discard
from cardcore.discard import Risk

#: A small game with a return above 1, and one below.
GOOD = Risk("good", ((0, Fraction(3, 5)), (1, Fraction(1, 10)), (4, Fraction(3, 10))))
BAD = Risk("bad", ((0, Fraction(7, 10)), (3, Fraction(3, 10))))
OFTEN = Risk("often", ((0, Fraction(1, 10)), (1, Fraction(17, 20)), (2, Fraction(1, 20))))


@cache
def risk(name: str) -> Risk:
    return discard.risk(name)


def totals(game: Risk, hands: int) -> dict[int, Fraction]:
    """Give the exact chance of all that some hands can pay together, one hand after the other."""
    whole = lcm(*(share.denominator for _, share in game.payouts))
    payouts = [(pays, int(share * whole)) for pays, share in game.payouts]
    found = {0: 1}
    for _ in range(hands):
        after: dict[int, int] = {}
        for total, ways in found.items():
            for pays, parts in payouts:
                after[total + pays] = after.get(total + pays, 0) + ways * parts
        found = after
    return {total: Fraction(ways, whole**hands) for total, ways in found.items()}


def ruined(game: Risk, coins: int, hands: int) -> Fraction:
    """Return the exact risk of ruin within some hands, bet by bet."""
    chances = {coins: Fraction(1)}
    lost = Fraction()
    for _ in range(hands):
        after: dict[int, Fraction] = {}
        for now, chance in chances.items():
            for pays, share in game.payouts:
                then = now - 1 + pays
                if then == 0:
                    lost += chance * share
                else:
                    after[then] = after.get(then, Fraction()) + chance * share
        chances = after
    return lost


def test_the_payouts_are_those_of_the_whole_game() -> None:
    for name in ("jacks-or-better-9-6", "deuces-wild-full-pay", "joker-poker-kings-20-7-5"):
        solution = discard.solve(name)
        assert risk(name).mean == solution.exact
        assert risk(name).variance == solution.variance
        assert sum((share for _, share in risk(name).payouts), Fraction()) == 1


@pytest.mark.parametrize("hands", [1, 2, 5])
@pytest.mark.parametrize("name", ["jacks-or-better-9-6", "deuces-wild-full-pay"])
def test_the_outlook_by_enumeration(name: str, hands: int) -> None:
    found = risk(name).outlook(hands)
    exact = totals(risk(name), hands)
    for chance, tells in [
        (found.ahead, lambda total: total > hands),
        (found.even, lambda total: total == hands),
        (found.behind, lambda total: total < hands),
    ]:
        true = sum((share for total, share in exact.items() if tells(total)), Fraction())
        assert abs(Fraction(chance.value) - true) <= chance.error
        assert chance.error < 1e-12


@pytest.mark.parametrize("game", [GOOD, BAD, OFTEN])
def test_the_outlook_after_many_hands_by_enumeration(game: Risk) -> None:
    # Long enough that the smallest chances of the third game are below what a float can hold.
    hands = 330
    found = game.outlook(hands)
    exact = totals(game, hands)
    ahead = sum((share for total, share in exact.items() if total > hands), Fraction())
    assert abs(Fraction(found.ahead.value) - ahead) <= found.ahead.error < 1e-12
    assert abs(Fraction(found.even.value) - exact.get(hands, 0)) <= found.even.error


def test_the_outlook_of_a_game_that_always_pays() -> None:
    always = Risk("always", ((1, Fraction(1, 2)), (2, Fraction(1, 2))))
    found = always.outlook(3)
    assert (found.ahead.value, found.even.value, found.behind.value) == (0.875, 0.125, 0.0)
    assert always.ruin(1).value == 0.0
    more = Risk("more", ((2, Fraction(1)),)).outlook(5)
    assert (more.ahead.value, more.even.value, more.behind.value) == (1.0, 0.0, 0.0)


@pytest.mark.parametrize("game", [GOOD, BAD])
@pytest.mark.parametrize(("coins", "hands"), [(1, 1), (1, 30), (3, 2), (3, 3), (5, 40)])
def test_ruin_within_some_hands_by_enumeration(game: Risk, coins: int, hands: int) -> None:
    found = game.ruin(coins, hands=hands)
    assert abs(Fraction(found.value) - ruined(game, coins, hands)) <= found.error


def test_ruin_by_linear_equations() -> None:
    # The risk of ruin from n bets is the mean of those after a hand. With 500 coins and more it
    # is taken for 0, which is too little by less than the chance to lose those.
    most = 500
    matrix, constant = np.eye(most), np.zeros(most)
    for coins in range(1, most):
        for pays, share in GOOD.payouts:
            then = coins - 1 + pays
            if then == 0:
                constant[coins] += float(share)
            elif then < most:
                matrix[coins, then] -= float(share)
    solved = np.linalg.solve(matrix[1:, 1:], constant[1:])
    for coins in (1, 2, 10, 40):
        assert GOOD.ruin(coins).value == pytest.approx(solved[coins - 1], rel=1e-9)


def test_ruin_is_a_power_of_the_root_of_the_generating_function() -> None:
    deuces = risk("deuces-wild-full-pay")
    root = Fraction(deuces.ruin(1).value)
    step = Fraction(1, 10**14)

    def difference(at: Fraction) -> float:
        # Powers of a fraction grow without end, so these are rounded far below the step.
        total = sum(share * (at**pays).limit_denominator(10**40) for pays, share in deuces.payouts)
        return float(total - at)

    assert difference(root - step) > 0 > difference(root + step)
    assert deuces.ruin(300).value == pytest.approx(float(root) ** 300, rel=1e-12)


def test_ruin_of_many_hands_comes_near_to_that_of_all() -> None:
    assert GOOD.ruin(5, hands=5000).value == pytest.approx(GOOD.ruin(5).value, rel=1e-9)


def test_a_game_that_does_not_pay_ruins_everybody() -> None:
    assert BAD.ruin(1_000_000).value == 1.0
    assert BAD.bankroll(0.99) is None
    fair = Risk("fair", ((0, Fraction(1, 2)), (2, Fraction(1, 2))))
    assert fair.ruin(7).value == 1.0


@pytest.mark.parametrize("chance", [0.5, 0.05, 0.001, 1e-12])
def test_the_bankroll_for_a_risk_is_the_smallest(chance: float) -> None:
    for game in (GOOD, risk("deuces-wild-full-pay")):
        coins = game.bankroll(chance)
        assert coins is not None
        assert game.ruin(coins).value <= chance
        assert coins == 1 or game.ruin(coins - 1).value > chance


def test_simulated_runs_are_as_likely_as_they_should_be() -> None:
    jacks, hands, runs = risk("jacks-or-better-9-6"), 200, 20_000
    paths = jacks.simulate(hands, runs=runs, seed=11)
    assert paths.shape == (runs, hands + 1)
    assert (np.diff(paths, axis=1) >= -1).all()
    ahead = jacks.outlook(hands).ahead.value
    # Five standard deviations.
    room = 5 * (ahead * (1 - ahead) / runs) ** 0.5
    assert abs((paths[:, -1] > 0).mean() - ahead) < room
    assert np.array_equal(paths, jacks.simulate(hands, runs=runs, seed=11))
    assert not np.array_equal(paths, jacks.simulate(hands, runs=runs, seed=12))


def test_a_simulated_run_ends_with_its_coins() -> None:
    runs, hands = 20_000, 60
    paths = GOOD.simulate(hands, bankroll=3, runs=runs, seed=2)
    gone = paths == 0
    assert (gone[:, 1:] >= gone[:, :-1]).all()
    ruin = GOOD.ruin(3, hands=hands).value
    assert abs(gone[:, -1].mean() - ruin) < 5 * (ruin * (1 - ruin) / runs) ** 0.5


def test_payouts_that_are_not_whole_are_refused() -> None:
    payouts = dict.fromkeys(("jacks_or_better", "two_pair", "three_of_a_kind", "straight"), 1)
    payouts |= {"flush": 2, "full_house": 3, "four_of_a_kind": 4, "straight_flush": 5}
    half = discard.Paytable("half", {**payouts, "royal_flush": "5/2"})
    with pytest.raises(ValueError, match="expected whole payouts for the risk, found 5/2 for"):
        discard.risk(half)
    for objective in ("class", "pattern", "showdown"):
        with pytest.raises(ValueError, match=f"objective '{objective}': expected a paytable here"):
            discard.risk(objective)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: GOOD.ruin(0), "bankroll: expected"),
        (lambda: GOOD.ruin(5, hands=20_001), "hands: expected"),
        (lambda: GOOD.outlook(0), "hands: expected"),
        (lambda: GOOD.bankroll(0.0), "ruin: expected a probability above 0 and below 1, found 0.0"),
        (lambda: GOOD.bankroll(float("nan")), "found nan"),
        (lambda: GOOD.simulate(10**6, runs=51), "expected at most 50,000,000 hands in all runs"),
    ],
)
def test_bad_arguments_are_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]


@pytest.mark.parametrize("ruin", [None, "0.5", Decimal("0.5"), Decimal("sNaN"), 0.5j])
def test_only_numbers_are_accepted(ruin: object) -> None:
    with pytest.raises(TypeError, match="ruin: expected a number, found"):
        GOOD.bankroll(ruin)  # type: ignore[arg-type]


def test_it_is_shown_as_a_table() -> None:
    assert str(BAD) == (
        "bad: return 0.90000000, variance 1.89000\npays  probability   one in\n"
        "   0      0.70000  1.42857\n   3      0.30000  3.33333"
    )
    assert "<td" in BAD._repr_html_()
