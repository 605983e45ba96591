"""Risk: against enumeration, linear equations and simulation."""

from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import lcm
from time import process_time
from typing import Any

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
    found: dict[Any, int] = {0: 1}
    for _ in range(hands):
        after: dict[Any, int] = {}
        for total, ways in found.items():
            for pays, parts in payouts:
                after[total + pays] = after.get(total + pays, 0) + ways * parts
        found = after
    return {total: Fraction(ways, whole**hands) for total, ways in found.items()}


def ruined(game: Risk, coins: int, hands: int) -> Fraction:
    """Return the exact risk of ruin within some hands, bet by bet."""
    chances: dict[Any, Fraction] = {coins: Fraction(1)}
    lost = Fraction()
    for _ in range(hands):
        after: dict[Any, Fraction] = {}
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
            then: Any = coins - 1 + pays
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
        total = sum(
            share * Fraction(at**pays).limit_denominator(10**40) for pays, share in deuces.payouts
        )
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


#: A game that pays halves, with a return above 1; and the same in whole units.
HALVES = Risk(
    "halves", ((0, Fraction(3, 5)), (Fraction(1, 2), Fraction(1, 10)), (4, Fraction(3, 10)))
)


def by_equations(game: Risk, cost: int, unit: int, most: int) -> list[float]:
    """Return the risk of ruin with 0, 1, … units, where 0 is less than a play; by equations."""
    matrix, constant = np.eye(most), np.zeros(most)
    for units in range(cost, most):
        for pays, share in game.payouts:
            then = units - cost + int(pays * unit)
            if then < cost:
                constant[units] += float(share)
            elif then < most:
                matrix[units, then] -= float(share)
    constant[:cost] = 1.0
    return np.linalg.solve(matrix, constant).tolist()


def test_payouts_that_are_not_whole() -> None:
    expected = by_equations(HALVES, 2, 2, 600)
    for bets in (1, 2, 7, 20):
        assert HALVES.ruin(bets).value == pytest.approx(expected[2 * bets], rel=1e-8)
    bets = HALVES.bankroll(0.01)
    assert bets is not None
    assert expected[2 * bets] <= 0.01 < expected[2 * bets - 2]
    exact = totals(HALVES, 40)
    found = HALVES.outlook(40)
    ahead = sum((share for total, share in exact.items() if total > 40), Fraction())
    assert abs(Fraction(found.ahead.value) - ahead) <= found.ahead.error < 1e-11


def test_cashback_is_a_payout_of_every_bet() -> None:
    back = Risk("back", GOOD.payouts, cashback=Fraction(1, 4))
    assert back.mean == GOOD.mean + Fraction(1, 4)
    assert back.variance == GOOD.variance
    shifted = Risk("shifted", tuple((pays + Fraction(1, 4), p) for pays, p in GOOD.payouts))
    expected = by_equations(shifted, 4, 4, 1200)
    assert back.ruin(3).value == pytest.approx(expected[12], rel=1e-8)


def test_bets_credits_and_money_are_kept_apart() -> None:
    deuces = discard.risk("deuces-wild-full-pay", coins=5, denomination=0.25)
    assert deuces.credits(4585) == 22_925
    assert deuces.money(4585) == Fraction(22_925, 4)
    assert deuces.bet == Fraction(5, 4)
    # Someone with 4,585 credits has 917 bets, and a risk of 54.9%.
    assert deuces.ruin(credits=4585) == deuces.ruin(917)
    assert round(deuces.ruin(credits=4585).value, 3) == 0.549
    assert deuces.ruin(money=100) == deuces.ruin(80)
    with pytest.raises(ValueError, match="denomination: expected the value of a coin"):
        risk("deuces-wild-full-pay").money(5)
    with pytest.raises(ValueError, match="not in several"):
        deuces.ruin(5, credits=25)


def test_the_time_for_an_outlook_grows_with_the_hands() -> None:
    """Four times the hands take about four times as long: it was 36 times."""
    jacks = risk("jacks-or-better-9-6")
    times = []
    for hands in (20_000, 80_000):
        start = process_time()
        jacks.outlook(hands)
        times.append(process_time() - start)
    assert times[1] < 10 * times[0]


def test_several_hands_at_once() -> None:
    name = "deuces-wild-full-pay"
    solution = discard.solve(name)
    triple = discard.risk(name, hands_per_play=3)
    assert triple.mean == solution.exact
    assert triple.variance == solution.multi_hand_variance(3)
    assert triple._play.distribution(10**6).sum() == pytest.approx(1, abs=1e-12)
    # A play costs three bets: with two, there is none.
    assert triple.ruin(2).value == 1.0
    paths = triple.simulate(100, bankroll=40, runs=20_000, seed=5)
    ruin = triple.ruin(40, hands=100).value
    seen = (paths[:, -1] < 3).mean()
    assert abs(seen - ruin) < 5 * (ruin * (1 - ruin) / 20_000) ** 0.5
    within = [triple.ruin(40, hands=hands).value for hands in (50, 200)]
    assert within[0] < within[1] < triple.ruin(40).value


def test_the_least_bankroll_needs_another_strategy() -> None:
    best = discard.risk("deuces-wild-full-pay")
    safest = discard.risk("deuces-wild-full-pay", objective="min-ruin")
    assert (best.bankroll(0.05), safest.bankroll(0.05)) == (4585, 4544)
    assert safest.mean < best.mean
    fastest = discard.risk("deuces-wild-full-pay", objective="kelly")
    assert fastest.kelly().growth > best.kelly().growth
    with pytest.raises(ValueError, match="objective 'min-ruin': expected a return above 1"):
        discard.risk("jacks-or-better-9-6", objective="min-ruin")


def test_the_risk_of_a_chart() -> None:
    chart = discard.strategy("deuces-wild-full-pay", 12)
    followed = discard.risk("deuces-wild-full-pay", strategy=chart)
    assert followed.mean == chart.exact


def test_sessions_with_a_goal_by_enumeration() -> None:
    chances = {5: Fraction(1)}
    goal = stopped = Fraction()
    for _ in range(12):
        after: dict[Any, Fraction] = {}
        for now, chance in chances.items():
            for pays, share in GOOD.payouts:
                then = now - 1 + int(pays)
                if then <= 2:
                    stopped += chance * share
                elif then >= 9:
                    goal += chance * share
                else:
                    after[then] = after.get(then, Fraction()) + chance * share
        chances = after
    found = GOOD.session(5, goal=4, stop_loss=3, hands=12)
    assert found.goal == pytest.approx(float(goal), abs=1e-12)
    assert found.stopped == pytest.approx(float(stopped), abs=1e-12)
    assert found.playing == pytest.approx(float(1 - goal - stopped), abs=1e-12)
    forever = GOOD.session(5, goal=4, stop_loss=3)
    long = GOOD.session(5, goal=4, stop_loss=3, hands=2000)
    assert forever.goal == pytest.approx(long.goal, abs=1e-9)
    assert forever.hands == pytest.approx(long.hands, rel=1e-9)


def test_the_kelly_bet_is_the_best_fraction() -> None:
    found = GOOD.kelly()

    def growth(fraction: float) -> float:
        return sum(float(p) * np.log1p(fraction * (int(pays) - 1)) for pays, p in GOOD.payouts)

    assert found.growth == pytest.approx(growth(found.fraction), rel=1e-9)
    assert growth(found.fraction) > max(growth(found.fraction * x) for x in (0.9, 1.1))
    assert BAD.kelly().fraction == 0.0


def test_objectives_that_do_not_pay_are_refused() -> None:
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


def test_the_kelly_strategy_counts_cashback() -> None:
    """Cashback is the same as a payout that is larger on every line, and paid for nothing, too."""
    deuces, cashback = discard.Paytable("deuces-wild-full-pay"), Fraction(1, 5)
    payouts = {name: Fraction(payout) + cashback for name, payout in deuces._valuation.entries}
    nothing = dict.fromkeys(("high_card", "one_pair", "two_pair"), cashback)
    more = discard.Paytable("more", {**payouts, **nothing}, wild=deuces.wild)
    found = discard.risk(deuces, objective="kelly", cashback=cashback).kelly()
    assert found.growth == pytest.approx(
        discard.risk(more, objective="kelly").kelly().growth, rel=1e-9
    )


def test_cashback_within_some_plays_is_a_payout_of_every_bet() -> None:
    """Cashback moves the limits of a bankroll; as a part of the payouts, it takes finer units."""
    quarter = Fraction(1, 4)
    back = Risk("back", GOOD.payouts, cashback=quarter)
    shifted = Risk("shifted", tuple((pays + quarter, p) for pays, p in GOOD.payouts))
    for hands in (1, 7, 40):
        ruin = shifted.ruin(3, hands=hands).value
        assert back.ruin(3, hands=hands).value == pytest.approx(ruin, abs=1e-12)
        ahead = shifted.outlook(hands).ahead.value
        assert back.outlook(hands).ahead.value == pytest.approx(ahead, abs=1e-12)
        for goal in (None, 4):
            expected = shifted.session(5, goal=goal, stop_loss=3, hands=hands)
            found = back.session(5, goal=goal, stop_loss=3, hands=hands)
            for name in ("goal", "stopped", "playing", "hands"):
                assert getattr(found, name) == pytest.approx(getattr(expected, name), abs=1e-10)


def test_payouts_that_are_all_multiples_of_more_than_a_bet() -> None:
    """They are carried in units of their own, which no bet is a multiple of."""
    threes = Risk("threes", ((0, Fraction(7, 10)), (3, Fraction(3, 10))), cashback=Fraction(0))
    halves = Risk("halves", ((0, Fraction(7, 10)), (3, Fraction(3, 10))), cashback=Fraction(1, 2))
    for coins, hands in ((2, 9), (5, 30)):
        assert threes._play.ruin_within(coins, hands)[0] == pytest.approx(
            float(ruined(threes, coins, hands)), abs=1e-12
        )
    shifted = Risk("shifted", tuple((pays + Fraction(1, 2), p) for pays, p in halves.payouts))
    assert halves.ruin(4, hands=25).value == pytest.approx(
        shifted.ruin(4, hands=25).value, abs=1e-12
    )
    outlook = halves.outlook(6)
    assert outlook.even.value == pytest.approx(shifted.outlook(6).even.value, abs=1e-12)
    assert outlook.even.value > 0.1


def test_triple_play_with_cashback() -> None:
    """As a machine pays it: a quarter of a percent, for which a bet has 400 units."""
    triple = discard.risk("jacks-or-better-9-6", hands_per_play=3, cashback="0.0025")
    assert triple._play.unit == triple._play._without_cashback()[0] == 400
    outlook = triple.outlook(500)
    chances = (outlook.ahead, outlook.even, outlook.behind)
    assert sum(chance.value for chance in chances) == pytest.approx(1)
    ruin = triple.ruin(30, hands=60).value
    paths = triple.simulate(60, bankroll=30, runs=20_000, seed=4)
    seen = (paths[:, -1] < 3 * 400).mean()
    assert abs(seen - ruin) < 5 * (ruin * (1 - ruin) / 20_000) ** 0.5
