"""The example that learns Hearts."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardcore import arena
from examples import learn_hearts


@pytest.fixture
def learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, float]]:
    monkeypatch.setattr(learn_hearts, "WEIGHTS", tmp_path / "learned.npz")
    return learn_hearts.learn(deals=400, size=16, hidden=8, seed=1)


def test_what_was_learned_sits_down_at_the_table(learned: list[tuple[int, float]]) -> None:
    bots: list[Any] = [learn_hearts.Learned(), "greedy", "greedy", "greedy"]
    result = arena.run("hearts", bots, games=8, seed=1, target=None)
    assert result.bots[0].name == "Learned"
    assert arena.run("hearts", bots, games=4, seed=1).games == 4
    assert sum(bot.mean for bot in result.bots) >= 26
    assert learned[0][0] == 20 * 16
    assert learn_hearts.picture(learned).count("polyline") == 1


def test_nobody_plays_who_has_not_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn_hearts, "WEIGHTS", tmp_path / "none.npz")
    with pytest.raises(FileNotFoundError, match=r"none.npz: learn first, with python"):
        learn_hearts.Learned()


def test_an_update_makes_the_actions_of_better_deals_more_likely() -> None:
    network = learn_hearts.Network(inputs=6, hidden=32, actions=4, seed=1)
    generator = np.random.default_rng(2)
    seen = generator.random((64, 6), dtype=np.float32)
    masks = np.ones((64, 4), np.bool_)
    masks[:, 3] = False
    for _ in range(200):
        hidden, chances, values = network.forward(seen, masks)
        actions = np.array([generator.choice(4, p=row / row.sum()) for row in chances])
        rewards = (actions == 1).astype(np.float32)
        deal = {"seen": seen, "hidden": hidden, "chances": chances, "values": values}
        network.update({**deal, "actions": actions}, rewards, rate=0.01, entropy=0.0)
    _, chances, values = network.forward(seen, masks)
    assert (chances[:, 1] > 0.9).all()
    assert (chances[:, 3] == 0).all()
    assert (values > 0.5).all()
