"""Views as arrays and moves as actions."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import cardcore
from cardcore import IllegalMoveError, ParseError
from cardcore.environments import Encoding

#: Sizes of observations, of factored and of flat action spaces, by the sections that make them.
SIZES: list[tuple[str, dict[str, Any], int, int, int]] = [
    # Hand, picked, passed, received; played by four; trick; voids; points, totals, passes to, turn.
    ("hearts", {}, 52 * 4 + 4 * 52 + 52 + 16 + 4 * 4 + 3, 52, 52 + 22_100),
    ("hearts", {"target": None}, 52 * 4 + 4 * 52 + 52 + 16 + 3 * 4 + 3, 52, 52 + 22_100),
    ("hearts", {"suits": 3, "values": 5, "players": 4}, 15 + 60 + 15 + 12 + 8 + 2, 15, 15),
    # Hand, picked, beat; played by four; kind; leader, passed, counts, finished, turn; opening.
    ("president", {"rounds": 1}, 52 * 3 + 4 * 52 + 9 + 5 * 4 + 1, 67, 18_891 + 1 + 13 + 52),
    ("president", {}, 394 + 3 * 4 + 1 + 2 * 52 + 13 + 2, 67, 18_957),
    # Hand, picked, discarded; phase; eight by seat; two; draws of two; raises; the hand.
    ("draw", {}, 52 * 3 + 3 + 8 * 2 + 2 + 12 + 4 + 1, 58, 5 + 32),
    ("chopsticks", {}, 2 * 2 * 5 + 1 + 2, 4 + 2 * 4, 12),
    ("chopsticks", {"hands": 3, "fingers": 16}, 2 * 3 * 16 + 3, 9 + 6 * 15, 99),
    ("ends", {}, 2 * 20 + 4, 2, 2),
    ("ends", {"deal": "3 10 3"}, 2 * 3 + 4, 2, 2),
]


@pytest.mark.parametrize(("game", "rules", "numbers", "factored", "flat"), SIZES)
def test_sizes_follow_from_the_rules(
    game: str, rules: dict[str, Any], numbers: int, factored: int, flat: int
) -> None:
    encoding = Encoding(game, **rules)
    assert encoding.observation_shape == (numbers,)
    assert encoding.action_count == factored
    assert Encoding(game, actions="flat", **rules).action_count == flat
    assert len(encoding.feature_names) == len(set(encoding.feature_names)) == numbers
    assert encoding.sections[-1].slice.stop == numbers
    assert len(encoding.describe().splitlines()) == len(encoding.sections)


@pytest.mark.parametrize("game", cardcore.games())
@pytest.mark.parametrize("actions", ["factored", "flat", "listed"])
def test_every_legal_move_is_made_by_its_actions(game: str, actions: Any) -> None:
    generator = random.Random(f"{game} {actions}")
    encoding = Encoding(game, actions=actions)
    played = cardcore.new(game, seed=3)
    for _ in range(60):
        if played.is_over:
            break
        view = played.view(played.to_move)
        for move in view.legal_moves():
            *picked, last = encoding.actions(view, move)
            for count, action in enumerate(picked):
                assert encoding.move(view, picked[:count], action) is None
            assert encoding.move(view, picked, last) == move
        played.play(generator.choice(view.legal_moves()))


def test_picks_may_come_in_any_order() -> None:
    encoding = Encoding("hearts")
    view = cardcore.new("hearts", seed=1).view(0)
    actions = encoding.actions(view, view.legal_moves()[77])
    assert encoding.move(view, actions[:2], actions[2]) == view.legal_moves()[77]
    assert encoding.move(view, actions[:0:-1], actions[0]) == view.legal_moves()[77]
    shown = encoding.observation(view, actions[:2])
    picked = next(section for section in encoding.sections if section.name == "picked")
    assert np.flatnonzero(shown[picked.slice]).tolist() == list(actions[:2])
    assert encoding.mask(view, actions[:2]).sum() == 11


def test_nothing_may_be_done_out_of_turn() -> None:
    encoding = Encoding("hearts", actions="listed")
    view = cardcore.new("hearts", seed=1).view(1)
    assert encoding.mask(view).shape == (0,)
    assert encoding.move_features(view).shape == (0, 53)
    assert not Encoding("hearts").mask(view).any()
    with pytest.raises(ValueError, match="action: expected less than 0, found 0"):
        encoding.move(view, (), 0)


def test_what_cannot_be_encoded_is_rejected() -> None:
    encoding = Encoding("hearts")
    game = cardcore.new("hearts", seed=1)
    view = game.view(0)
    held = encoding.actions(view, view.legal_moves()[0])
    with pytest.raises(ValueError, match="expected that of a seat, found that of a spectator"):
        encoding.observation(game.view(None))
    with pytest.raises(ValueError, match="view: expected one of a game of hearts"):
        encoding.mask(cardcore.new("ends", seed=1).view(0))
    with pytest.raises(ValueError, match="expected the rules of the encoding, found others"):
        encoding.mask(cardcore.new("hearts", target=50, seed=1).view(0))
    with pytest.raises(ValueError, match="expected the rules of the encoding, found others"):
        Encoding("ends").observation(cardcore.new("ends", deal="1 2 3").view(0))
    with pytest.raises(ValueError, match=r"picked: expected one of the 12 actions .* found 0"):
        encoding.mask(view, [held[0], 0 if held[0] else 1])
    with pytest.raises(ValueError, match=rf"picked: action {held[2]} \('..'\) makes a move"):
        encoding.observation(view, held)
    with pytest.raises(ValueError, match=r"action: expected one of the 13 actions .* found 99"):
        encoding.move(view, (), 99)
    with pytest.raises(ValueError, match=r"from 0 to 2\*\*32 - 1, found -1"):
        encoding.move(view, (), -1)
    with pytest.raises(IllegalMoveError, match="'2c': it is not a legal move in this view"):
        encoding.actions(view, "2c")
    with pytest.raises(ParseError):
        encoding.actions(view, "pass")
    with pytest.raises(TypeError, match="picked: expected actions, found 3"):
        encoding.mask(view, 3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="action: expected a whole number from 0 to 51, found 52"):
        encoding.action_text(52)
    with pytest.raises(ValueError, match="actions: expected one of factored, flat, listed"):
        Encoding("hearts", actions="all")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="listed actions have no fixed number"):
        _ = Encoding("hearts", actions="listed").action_count
    with pytest.raises(ValueError, match="observation: expected at most 4194304 numbers"):
        Encoding("hearts", suits=64, values=64, players=1100)


def test_copies_and_pickles_encode_alike() -> None:
    encoding = Encoding("ends", actions="listed", deal="3 10 3")
    view = cardcore.new("ends", deal="3 10 3").view(0)
    for again in (copy.deepcopy(encoding), pickle.loads(pickle.dumps(encoding))):
        assert repr(again) == repr(encoding)
        assert again.move_features(view).tobytes() == encoding.move_features(view).tobytes()


@pytest.mark.parametrize(("game", "rules", "numbers", "_factored", "_flat"), SIZES)
def test_bounds_are_those_of_the_sections(
    game: str, rules: dict[str, Any], numbers: int, _factored: int, _flat: int
) -> None:
    encoding = Encoding(game, **rules)
    low, high = encoding.bounds
    assert low.shape == high.shape == (numbers,)
    for section in encoding.sections:
        assert (low[section.slice] == section.low).all()
        assert (high[section.slice] == np.float32(section.high)).all()
    assert (low <= 0).all()
    assert (high >= 1).all()


def test_chips_won_before_may_be_paid() -> None:
    """Stacks and what is paid are parts of a stack at the start, of which one may win several."""
    sections = {section.name: section for section in Encoding("draw", players=3).sections}
    assert sections["stacks"].high == sections["paid"].high == 3
