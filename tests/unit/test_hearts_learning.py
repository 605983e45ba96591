"""Learning Hearts from Python, and the bots that play by what was learned."""

import json
from pathlib import Path

import pytest

from cardcore import ParseError, hearts, play
from cardcore.hearts.learning import LearnedPolicy, Learning

DATA = Path(__file__).parents[1] / "data" / "hearts-search-1.json"

ONE_DEAL = hearts.Rules.standard(target=None)


def train(**options: int) -> Learning:
    learning = Learning(3, deals=48, **options)
    for _ in learning.steps(threads=2):
        pass
    return learning


def test_the_same_seed_gives_the_same_weights() -> None:
    first, second, other = train(seed=1), train(seed=1), train(seed=2)
    assert first.policy() == second.policy() != other.policy()
    assert first.value_net() == second.value_net()


def test_a_checkpoint_resumes() -> None:
    learning = Learning(4, deals=600, seed=2)
    steps = learning.steps()
    assert next(steps).margin is not None
    resumed = Learning.resume(learning.checkpoint())
    assert (resumed.players, resumed.deals, resumed.seed) == (4, 600, 2)
    for _ in steps:
        pass
    for step in resumed.steps(threads=1):
        assert (step.margin is None) != (step.error is None)
    assert resumed.policy() == learning.policy()
    assert resumed.value_net() == learning.value_net()


def test_wrong_files_are_refused() -> None:
    learning = Learning(3, deals=1)
    with pytest.raises(ParseError, match="found less than 8 bytes"):
        LearnedPolicy(b"no")
    with pytest.raises(ParseError, match="the net's format is 'cardcore-learning'"):
        LearnedPolicy(learning.checkpoint())
    with pytest.raises(ParseError, match="expected a checkpoint of learning hearts"):
        Learning.resume(learning.policy())
    with pytest.raises(ValueError, match="players: expected a whole number from 3 to 6, found 7"):
        Learning(7)
    player = LearnedPolicy(learning.policy())
    with pytest.raises(ValueError, match="the standard game of 3 players"):
        player.choose(hearts.new(ONE_DEAL, seed=1).view(0))


def test_a_learned_policy_plays() -> None:
    player = LearnedPolicy(train(seed=1).policy())
    game = hearts.new(players=3, target=None, seed=4)
    assert sum(play(game, [player, player, "policy"]).scores()) in (26, 52)


@pytest.mark.parametrize("case", json.loads(DATA.read_text()))
def test_version_1_of_the_search_chooses_as_it_always_did(case: str) -> None:
    """The moves were recorded before there was a version 2."""
    name, _, number = case.partition(" ")
    rules, bot, seed = {
        "standard": (ONE_DEAL, "search:version=1:worlds=12", int(number or 0)),
        "three": (
            hearts.Rules.standard(3, target=None),
            "search:version=1:worlds=12:passes=5:noise=10",
            3,
        ),
        "general": (
            hearts.Rules(suits=3, values=6, players=4),
            "search:version=1:worlds=6",
            4,
        ),
    }[name]
    game = hearts.new(rules, seed=seed)
    for move_number, expected in enumerate(json.loads(DATA.read_text())[case].split(" / ")):
        assert game.to_move is not None
        found = game.view(game.to_move).choose(bot, seed=seed * 1000 + move_number)
        assert str(found) == expected
        game.play(found)
    assert game.to_move is None
