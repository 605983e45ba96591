"""Learning President from Python, and the bots that play by what was learned."""

import pytest

from cardcore import ParseError, play, president
from cardcore.president.learning import LearnedPolicy, Learning


def train(seed: int) -> Learning:
    learning = Learning(3, deals=48, seed=seed)
    for _ in learning.steps(threads=2):
        pass
    return learning


def test_the_same_seed_gives_the_same_weights() -> None:
    first, second, other = train(1), train(1), train(2)
    assert first.policy() == second.policy() != other.policy()


def test_a_checkpoint_resumes() -> None:
    learning = Learning(5, preset="daihinmin", deals=200, seed=2)
    steps = learning.steps()
    assert next(steps).total == 200
    resumed = Learning.resume(learning.checkpoint())
    found = (resumed.preset, resumed.players, resumed.deals, resumed.seed)
    assert found == ("daihinmin", 5, 200, 2)
    for _ in steps:
        pass
    for step in resumed.steps(threads=1):
        assert step.deals > 0
    assert resumed.policy() == learning.policy()


def test_wrong_files_are_refused() -> None:
    learning = Learning(3, deals=1)
    with pytest.raises(ParseError, match="found less than 8 bytes"):
        LearnedPolicy(b"no")
    with pytest.raises(ParseError, match="the net's format is 'cardcore-learning'"):
        LearnedPolicy(learning.checkpoint())
    with pytest.raises(ParseError, match="expected a checkpoint of learning president"):
        Learning.resume(learning.policy())
    with pytest.raises(ValueError, match="players: expected a whole number from 2 to 13, found 14"):
        Learning(14)
    with pytest.raises(
        ValueError, match=r"preset: expected one of report, basic, .* found 'whist'"
    ):
        Learning(preset="whist")  # type: ignore[arg-type]
    player = LearnedPolicy(learning.policy())
    assert (player.preset, player.players) == ("report", 3)
    with pytest.raises(ValueError, match="expected a turn by the rules of 'report'"):
        player.choose(president.new(president.Rules.basic(), seed=1).view(0))
    with pytest.raises(TypeError, match="view: expected a view of president, found 3"):
        player.choose(3)  # type: ignore[arg-type]


def test_a_learned_policy_plays_at_any_table() -> None:
    player = LearnedPolicy(train(1).policy())
    for players in (2, 4, 7):
        game = president.new(players=players, rounds=2, seed=4)
        assert play(game, [player] + ["policy"] * (players - 1)).is_over
