"""Kuhn and Leduc poker: the same trees as OpenSpiel's, and no games for players."""

import pickle
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pyspiel
import pytest

import cardcore
from cardcore.environments import Batch
from cardcore.registry import toy_games


def leaves(state: Any) -> Iterator[tuple[list[int], list[int], list[float]]]:
    """Give the cards, the actions and the returns of every hand of OpenSpiel."""
    if state.is_terminal():
        chances = [step for step in state.full_history() if step.player == -1]
        players = [step.action for step in state.full_history() if step.player >= 0]
        yield [step.action for step in chances], players, state.returns()
        return
    actions = (
        [action for action, _ in state.chance_outcomes()]
        if state.is_chance_node()
        else state.legal_actions()
    )
    for action in actions:
        yield from leaves(state.child(action))


@pytest.mark.parametrize(("name", "theirs"), [("kuhn", "kuhn_poker"), ("leduc", "leduc_poker")])
def test_every_hand_is_that_of_openspiel(name: str, theirs: str) -> None:
    count = 0
    for cards, actions, returns in leaves(pyspiel.load_game(theirs).new_initial_state()):
        ranks = cards if name == "kuhn" else [card // 2 for card in cards]
        if name == "leduc" and len(ranks) == 2:
            ranks.append(next(rank for rank in range(3) if ranks.count(rank) < 2))
        game = cardcore.new(name, deal=["JQK"[rank] for rank in ranks])
        for number, action in enumerate(actions):
            texts = ["fold", "call", "raise"]
            if name == "kuhn":
                # OpenSpiel has pass and bet: a pass folds to a bet, a bet calls one.
                facing = number > 0 and actions[number - 1] == 1
                text = ("fold", "call")[action] if facing else ("call", "raise")[action]
                expected = {"fold", "call"} if facing else {"call", "raise"}
                assert set(game.legal_moves()) == expected
            else:
                text = texts[action]
            game.play(text)
        assert game.is_over and game.scores() == returns
        count += 1
    assert count == {"kuhn": 30, "leduc": 5520}[name]


def value(game: Any, policy: Any) -> Fraction:
    if game.is_over:
        return Fraction(game.scores()[0])
    view = game.view(game.to_move)
    total = Fraction(0)
    for move, chance in policy(view).items():
        after = game.copy()
        after.play(move)
        total += chance * value(after, policy)
    return total


def test_kuhn_poker_loses_one_in_eighteen() -> None:
    """Kuhn's equilibrium with alpha 0: check, and bluff a third of the jacks as second player."""

    def policy(view: Any) -> dict[str, Fraction]:
        (card,), moves = view.hand, view.moves
        third = Fraction(1, 3)
        if not moves:
            return {"call": Fraction(1)}
        if moves == ["call"]:
            raises = {"J": third, "Q": Fraction(0), "K": Fraction(1)}[card]
            return {"raise": raises, "call": 1 - raises}
        if moves == ["raise"] or moves[-1] == "raise":
            calls = {"J": Fraction(0), "Q": third, "K": Fraction(1)}[card]
            return {"call": calls, "fold": 1 - calls}
        raise AssertionError(moves)

    deals = [(a, b) for a in "JQK" for b in "JQK" if a != b]
    total = sum(value(cardcore.new("kuhn", deal=deal), policy) for deal in deals)
    assert total / len(deals) == Fraction(-1, 18)


@pytest.mark.parametrize("name", toy_games())
def test_toy_games_are_not_for_players(name: str) -> None:
    assert name not in cardcore.games()
    game = cardcore.new(name, seed=3)
    game.play("raise")
    assert pickle.loads(pickle.dumps(game)) == game
    batch = Batch(name, 64, seats="random", bots="random", seed=1)
    for _ in range(20):
        batch.step_random()
    assert cardcore.replay(game.record()) == game
    with pytest.raises(cardcore.errors.IllegalMoveError, match="nothing to call"):
        cardcore.new(name, seed=1).play("fold")
    with pytest.raises(ValueError, match="deal"):
        cardcore.new(name, deal="K K K")
    with pytest.raises(TypeError, match="stack"):
        cardcore.new(name, stack=5)
