"""Bots in Python that act in many rows of a batch at once."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cardcore.environments import Batch, Decisions


def first(decisions: Decisions) -> NDArray[Any]:
    """Take the first legal action."""
    return decisions.masks.argmax(axis=1)


def last(decisions: Decisions) -> NDArray[Any]:
    """Take the last legal action."""
    return decisions.masks.shape[1] - 1 - decisions.masks[:, ::-1].argmax(axis=1)


@pytest.mark.parametrize(
    ("game", "rules"), [("hearts", {"target": None}), ("president", {"rounds": 1}), ("draw", {})]
)
def test_functions_play_as_learners_would(game: str, rules: dict[str, Any]) -> None:
    """A batch with functions shows its learner what self-play shows the same seat."""
    alone = Batch(game, 1, seed=5, **rules)
    seats = alone.encoding.template.seats
    bots: list[Any] = [first if seat % 2 else last for seat in range(seats)]
    bots[1] = None
    batch = Batch(game, 1, bots=bots, seed=5, **rules)
    reward, done = np.zeros(seats), False
    for _ in range(120):
        steps = 0
        while alone.seats[0] != 1:
            choose = first if alone.seats[0] % 2 else last
            rows = alone.seats.astype(np.int64)
            alone.step(choose(Decisions(alone.observations, alone.masks, alone.seats, rows)))
            if alone.done[0] and not done and steps >= 0:
                reward, done = alone.rewards[0].copy(), True
            steps += 1
        if _ == 0:
            reward, done = np.zeros(seats), False
        assert (batch.observations == alone.observations).all()
        assert (batch.masks == alone.masks).all()
        assert (batch.seats == alone.seats).all()
        assert batch.done[0] == done
        assert (batch.rewards[0] == reward).all()
        action = alone.masks.argmax(axis=1)
        alone.step(action)
        reward, done = alone.rewards[0].copy(), bool(alone.done[0])
        batch.step(action)


def test_functions_mix_with_names_and_weights() -> None:
    mixed: Any = {"rule": 1, first: 1}
    batch = Batch("hearts", 200, seats="random", bots=mixed, seed=1, target=None)
    assert batch.bot_names == ("rule", "first")
    line_ups = batch.line_ups()
    assert [(line_ups == bot).sum() for bot in (-1, 0, 1)] == [200, 309, 291]
    for _ in range(16):
        batch.step_random()
    assert batch.done.all()
    again = pickle.loads(pickle.dumps(batch))
    copy = batch.clone()
    for other in (batch, again, copy):
        other.step_random()
    assert (batch.observations == again.observations).all()
    assert (batch.observations == copy.observations).all()


def test_errors_name_the_function(tmp_path: Path) -> None:
    def few(decisions: Decisions) -> list[int]:
        return [0]

    def illegal(decisions: Decisions) -> NDArray[Any]:
        return decisions.masks.argmin(axis=1)

    with pytest.raises(ValueError, match=r"bot 'few': expected 8 actions of at least 0, found"):
        Batch("hearts", 8, bots=[few, None, None, None], target=None)
    with pytest.raises(ValueError, match="actions: row 0: expected one of"):
        Batch("hearts", 8, bots=[illegal, None, None, None], target=None)
    with pytest.raises(ValueError, match="expected 'factored' or 'flat' with bots in Python"):
        Batch("hearts", 8, bots=[first, None, None, None], actions="listed", target=None)
    batch = Batch("hearts", 8, bots=[first, None, None, None], target=None)
    with pytest.raises(ValueError, match="found functions, which cannot be saved"):
        batch.save(tmp_path / "batch")
