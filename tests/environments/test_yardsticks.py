"""Exploitability, learned responses and beliefs."""

from typing import Any

import numpy as np
import pytest

from cardcore import ends
from cardcore.environments import Batch, yardsticks


def uniform(view: Any) -> dict[str, float]:
    moves = [str(move) for move in view.legal_moves()]
    return dict.fromkeys(moves, 1 / len(moves))


def test_exploitability_of_known_strategies() -> None:
    pytest.importorskip("pyspiel")
    row = [3, 10, 3, 9, 5, 2]
    deal = " ".join(map(str, row))
    assert yardsticks.exploitability("ends", "perfect", deal=deal) == 0
    # The solver knows the best responses to a greedy side. What greedy wins from itself by going
    # first it loses by going second, and a margin over the mean of two is half a difference.
    lines = [ends.solve(row, first=first) for first in ("player", "dog")]
    gain = sum(line.score - line.opponent_score for line in lines) / 2
    assert yardsticks.exploitability("ends", "greedy", deal=deal) == gain / 2
    # With two cards in each hand nothing that is legal matters.
    assert yardsticks.exploitability("hearts", uniform, suits=2, values=2, players=2) == 0
    assert yardsticks.exploitability("ends", uniform, deal="3 10 3 9") > 0


def test_policies_must_be_distributions() -> None:
    pytest.importorskip("pyspiel")
    with pytest.raises(ValueError, match="policy: expected probabilities that sum to 1, found"):
        yardsticks.exploitability("ends", lambda view: {"L": 0.5}, deal="3 1 2 4")
    with pytest.raises(ValueError, match="unknown bot 'none' for ends"):
        yardsticks.exploitability("ends", "none", deal="3 1 2 4")


def test_the_best_responder_is_found_on_other_deals() -> None:
    found = yardsticks.approximate_exploitability(
        "hearts", "random", ["greedy", "rule"], games=400, seed=3, target=None
    )
    assert found.responder == "rule"
    low, high = found.interval
    assert 3 < low < found.margin < high
    again = yardsticks.approximate_exploitability(
        "hearts", "random", ["rule", "greedy"], games=400, seed=3, threads=1, target=None
    )
    assert again == found


def test_beliefs_are_scored_by_the_true_holder() -> None:
    def oracle(batch: Batch) -> Any:
        hands = batch.oracle().hands
        assert hands is not None
        order = (batch.seats[:, None] + np.arange(1, 4)) % 4
        return hands[np.arange(batch.size)[:, None], order]

    options: dict[str, Any] = {"game": "hearts", "positions": 12, "samples": 10, "target": None}
    best = yardsticks.belief_score(oracle, **options)
    assert best.loss == 0
    assert best.gain[0] > 0
    ignorant = yardsticks.belief_score(lambda batch: np.ones((12, 3, 52)), **options)
    assert ignorant.loss == pytest.approx(np.log2(3))
    assert ignorant.uniform == best.uniform < ignorant.loss
    with pytest.raises(ValueError, match=r"expected chances of shape \(12, 3, 52\), found \(2,\)"):
        yardsticks.belief_score(lambda batch: np.ones(2), **options)
    with pytest.raises(ValueError, match="game: expected one with hands, found ends"):
        yardsticks.belief_score(None, "ends", bot="greedy", positions=2, decisions=1, count=6)
