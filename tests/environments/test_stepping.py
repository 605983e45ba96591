"""A game that is stepped by numbered actions, from where another one is."""

import copy
import pickle

import pytest

import cardcore
from cardcore.environments import Encoding
from cardcore.environments.stepping import placed


def test_a_stepper_goes_on_from_a_game() -> None:
    game = cardcore.new("hearts", seed=7, target=None)
    game.play(game.legal_moves()[0])
    encoding = Encoding("hearts", target=None)
    first, second, third = encoding.actions(game.view(1), game.view(1).legal_moves()[5])
    stepper = placed(game, "factored", picked=[first, second])
    assert stepper.to_move == 1
    assert stepper.completes(third) == game.view(1).legal_moves()[5]
    for twin in (copy.deepcopy(stepper), pickle.loads(pickle.dumps(stepper))):
        assert twin.picked() == [first, second]
        assert twin.legal() == stepper.legal()
        assert twin.step(third)
        assert twin.game().moves[1] == game.view(1).legal_moves()[5]
    # The twins went on by themselves.
    assert stepper.game() == game


def test_what_is_not_a_place_in_the_game_is_refused() -> None:
    game = cardcore.new("hearts", seed=7, target=None)
    stepper = placed(game, "factored")
    illegal = next(action for action in range(52) if action not in stepper.legal())
    with pytest.raises(ValueError, match=f"found {illegal}"):
        stepper.completes(illegal)
    with pytest.raises(ValueError, match=f"found {illegal}"):
        placed(game, "factored", picked=[illegal])
    with pytest.raises(TypeError, match="expected a game of hearts"):
        stepper.place(cardcore.new("president", seed=1), [])
