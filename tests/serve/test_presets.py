"""Sets of rules with a name, as the lobby offers them."""

import pytest

import cardcore
from cardcore.presentation import Preset
from cardcore.registry import presentation
from cardcore.serve import catalog

PRESETS = [(game, preset) for game in cardcore.games() for preset in presentation(game).presets]


@pytest.mark.parametrize(
    ("game", "preset"), PRESETS, ids=[f"{game}-{preset.name}" for game, preset in PRESETS]
)
def test_a_game_begins_by_every_preset(game: str, preset: Preset) -> None:
    described = {entry["game"]: entry for entry in catalog.describe()}[game]["presets"]
    shown = next(one for one in described if one["name"] == preset.name)
    rules = shown["rules"]
    begun = catalog.begin(game, rules, seed=1)
    for name, value in preset.rules.items():
        assert begun.rules[name] == value or list(begun.rules[name]) == list(value)
    assert shown["about"] == presentation(game).rules(begun.rules)
    # Bots know what to do by these rules.
    seat = begun.to_move
    assert seat is not None
    begun.play(begun.view(seat).choose(presentation(game).levels()["medium"].bot, seed=1))


@pytest.mark.parametrize("game", sorted({game for game, _ in PRESETS}))
def test_one_preset_is_the_usual_game(game: str) -> None:
    usual = [preset.name for preset in presentation(game).presets if not preset.rules]
    assert len(usual) == 1
