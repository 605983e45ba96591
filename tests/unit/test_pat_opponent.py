"""Whole games against an opponent who stands pat, and what other objectives lose there."""

import csv
import io
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from cardcore import ParseError, deal_many, discard
from cardcore.discard import pat_opponent


@pytest.fixture(scope="module")
def solution() -> discard.Solution:
    return discard.solve("showdown")


@pytest.fixture(scope="module")
def losses() -> discard.EquityLosses:
    return discard.equity_losses()


def test_hands_have_the_discards_of_their_showdowns(solution: discard.Solution) -> None:
    for number in range(0, len(solution.hands), 4_500):
        odds = discard.showdown(solution.hands[number].tolist())
        assert solution.masks[number] == odds.best().mask
        assert solution.values[number] == odds.best().value


def test_the_mean_is_exact(solution: discard.Solution) -> None:
    mean = np.average(solution.values, weights=solution.weights)
    assert abs(mean - solution.value) < 1e-12
    assert solution.exact == solution.results["win"] + solution.results["tie"] / 2
    assert sum(solution.results.values()) == sum(solution.outcomes.values()) == 1
    assert solution.exact == sum(line.value * solution.probability(line) for line in solution.lines)
    assert [(line.name, line.value) for line in solution.lines] == [
        ("lose", 0),
        ("tie", Fraction(1, 2)),
        ("win", 1),
    ]
    assert (solution.objective, solution.unit) == ("showdown", "equity")


def test_threads_do_not_change_it_and_progress_is_told(solution: discard.Solution) -> None:
    seen: list[tuple[int, int]] = []
    again = discard.solve("showdown", threads=1, progress=lambda *steps: seen.append(steps))
    assert again == solution
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1] > 134_459


def test_it_can_be_stopped() -> None:
    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    for call in (discard.solve, lambda _, **options: discard.equity_losses([], **options)):
        with pytest.raises(KeyboardInterrupt):
            call("showdown", progress=stop)


def test_the_strategy_can_be_written(solution: discard.Solution) -> None:
    rows = list(csv.DictReader(io.StringIO(solution.to_csv())))
    assert len(rows) == 134_459
    row = rows[100_000]
    best = discard.showdown(row["hand"]).best()
    assert (int(row["mask"]), float(row["value"])) == (best.mask, best.value)
    with np.load(io.BytesIO(solution.to_npz())) as loaded:
        assert np.array_equal(loaded["masks"], solution.masks)
        assert Fraction(str(loaded["exact"])) == solution.exact


@pytest.mark.parametrize("known", [False, True])
def test_the_best_discards_of_a_few_hands_and_of_many(
    monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    monkeypatch.setattr(pat_opponent, "_solved", [])
    if known:
        discard.best_discards(deal_many(50, cards=5, seed=1), "showdown")
    assert bool(pat_opponent._solved) is known
    hands = deal_many(8, cards=5, seed=2)
    masks, values = discard.best_discards(hands, "showdown")
    for hand, mask, value in zip(hands.tolist(), masks, values, strict=True):
        best = discard.showdown(hand).best()
        assert (mask, value) == (best.mask, best.value)
    with pytest.raises(ParseError, match=r"^row 1: card 5 of 5, number 52: expected 0 to 51$"):
        discard.best_discards([[0, 1, 2, 3, 4], [0, 1, 2, 3, 52]], "showdown")


def test_the_order_of_the_cards_is_that_of_the_mask() -> None:
    hands = [list(order) for order in permutations([33, 30, 28, 13, 3])]
    masks, values = discard.best_discards(hands, "showdown")
    assert len({float(value) for value in values}) == 1
    for hand, mask in zip(hands, masks, strict=True):
        discarded = {card for place, card in enumerate(hand) if mask >> place & 1}
        assert discarded == {33, 13, 3}  # all but the pair of nines


def test_what_other_objectives_lose(
    solution: discard.Solution, losses: discard.EquityLosses
) -> None:
    rows = {row.objective: row for row in losses.rows}
    assert next(iter(rows)) == "showdown"
    paytables = {name: discard.Paytable(name) for name in discard.PAYTABLES}
    natural = {name for name, game in paytables.items() if not game.wild and not game.jokers}
    assert set(rows) == {"showdown", "class", "pattern", "pat", *natural}
    assert len(rows) > 8
    assert [row.loss for row in losses.rows] == sorted(row.loss for row in losses.rows)
    best = rows["showdown"]
    assert (best.equity, best.loss, best.mistakes) == (solution.exact, 0, 0)
    for row in losses.rows[1:]:
        assert row.equity == row.win + row.tie / 2
        assert row.loss == best.equity - row.equity > 0
        assert 0 < row.mistakes < 1


def test_two_who_stand_pat_are_equal(losses: discard.EquityLosses) -> None:
    (pat,) = (row for row in losses.rows if row.objective == "pat")
    assert pat.equity == Fraction(1, 2)
    # One stands pat on 5,108 flushes, 10,200 straights and what is better, and nothing else.
    stand = 5_108 + 10_200 + 3_744 + 624 + 40
    assert 1 - pat.mistakes == Fraction(stand, 2_598_960)


def test_a_paytable_of_ones_own_and_bad_objectives() -> None:
    generous = discard.Paytable("generous", {**dict.fromkeys(discard.CLASSES, 1), "high_card": 0})
    rows = discard.equity_losses([generous, "showdown"]).rows
    assert [row.objective for row in rows] == ["showdown", "generous"]
    with pytest.raises(TypeError, match="objectives: expected several, found 'class' alone"):
        discard.equity_losses("class")
    with pytest.raises(ValueError, match="expected games without wild cards, found 'deuces-wild"):
        discard.equity_losses(["class", "deuces-wild-full-pay"])
    with pytest.raises(ValueError, match="unknown objective 'luck'"):
        discard.equity_losses(["luck"])


def test_losses_are_shown(losses: discard.EquityLosses) -> None:
    shown = str(losses)
    assert shown.splitlines()[0].endswith("against an opponent who stands pat")
    assert len(shown.splitlines()) == 2 + len(losses.rows)
    assert losses._repr_html_().count("<tr>") == 1 + len(losses.rows)
    columns = losses.to_dict()
    assert list(columns) == ["objective", "win", "tie", "equity", "loss", "mistakes"]
    assert {len(column) for column in columns.values()} == {len(losses.rows)}
