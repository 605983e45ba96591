"""What a seat of five-card draw may look back on, and what its discards cost."""

import pytest

from cardcore import discard, draw
from cardcore.draw.presentation import PRESENTATION, PastDiscard


def test_a_discard_is_remembered_and_a_bet_is_not() -> None:
    game = draw.new(seed=3)
    assert PRESENTATION.record_decision(game, "check") is None
    for move in ("check", "check"):
        game.play(move)
    hand = [str(card) for card in game.view(game.to_move).hand]
    remembered = PRESENTATION.record_decision(game, f"discard {hand[1]}")
    assert remembered == PastDiscard(1, hand, [hand[1]])
    odds = PRESENTATION.odds(remembered)
    assert (odds["hand"], odds["thrown"], odds["part"]) == (hand, [hand[1]], 1)
    best = discard.showdown(hand, "pat").best()
    assert odds["rows"][0]["value"] == round(best.value, 5)
    assert len(odds["rows"]) == 32


def test_the_best_discard_costs_nothing_and_a_bet_cannot_be_told() -> None:
    game = draw.new(seed=3)
    assert PRESENTATION.cost(game, "check") is None
    for move in ("check", "check"):
        game.play(move)
    odds = discard.showdown(game.view(game.to_move).hand, "pat")
    best = " ".join(["discard", *map(str, odds.best().discard)])
    cost = PRESENTATION.cost(game, best)
    assert cost is not None and (cost.loss, cost.unit) == (0, "percent")
    worst = odds.ranking()[-1]
    cost = PRESENTATION.cost(game, " ".join(["discard", *map(str, worst.discard)]))
    assert cost is not None
    assert cost.loss == pytest.approx(100 * (odds.best().value - worst.value), abs=0.006)
