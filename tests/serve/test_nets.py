"""Networks that a server offers: chosen by name, never by a path."""

from pathlib import Path

import numpy as np
import pytest

import cardcore
from cardcore.environments import Encoding, export_net
from cardcore.serve import catalog, decisions
from cardcore.serve.errors import RequestError
from cardcore.serve.thinking import choose


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(catalog, "_NETS", {})
    encoding = Encoding("ends")
    path = tmp_path / "secret folder" / "lefty.safetensors"
    path.parent.mkdir()
    layers = [(np.zeros((2, *encoding.observation_shape)), np.array([1, 0]))]
    export_net(path, layers, encoding)
    catalog.offer_net("ends", path)
    return path


def test_a_network_is_an_opponent_under_the_name_of_its_file(offered: Path) -> None:
    described = {level["name"]: level for level in catalog.describe_levels("ends")}["lefty"]
    assert described["bot"] == described["meaning"] == "a trained network"
    assert "secret" not in str(catalog.describe())
    game = cardcore.new("ends", seed=1)
    assert choose(0.25, game.view(0), game.rules, "lefty", 1) == "L"
    # It has no inputs for rows of another length.
    other = cardcore.new("ends", seed=1, count=6).rules
    assert "lefty" not in catalog.levels("ends", other)


def test_visitors_cannot_name_a_file(offered: Path) -> None:
    room, _ = decisions.open_room("ends", {}, {}, "Ann", "ann")
    for level in (f"net:{offered}", f"{offered}", "net:lefty"):
        with pytest.raises(RequestError, match="unknown level"):
            decisions.fill(room, "ann", [1], level)


def test_files_and_names_are_checked_at_the_start(offered: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'lefty' is taken"):
        catalog.offer_net("ends", offered)
    with pytest.raises(ValueError, match="the net's game is 'ends': expected hearts"):
        catalog.offer_net("hearts", offered)
    with pytest.raises(ValueError, match="the file cannot be read"):
        catalog.offer_net("ends", tmp_path / "none")
