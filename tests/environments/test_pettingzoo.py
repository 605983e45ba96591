"""The games in PettingZoo: its own checks, and what an agent is told."""

import copy
import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import cardcore
from cardcore.environments import Encoding, pettingzoo

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("chopsticks", {}),
    ("draw", {"players": 3}),
    ("ends", {"low": -5}),
    ("hearts", {}),
    ("hearts", {"suits": 3, "values": 5, "players": 4}),
    ("president", {"rounds": 2}),
]

# These warnings are not about faults: PettingZoo has a list of its own games whose observations may
# have masks, and an agent whose game is over has no legal action.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_it_passes_the_checks_of_pettingzoo(game: str, rules: dict[str, Any], capsys: Any) -> None:
    make = partial(pettingzoo.env, game, **rules)
    api_test(make(), num_cycles=50)
    seed_test(make, num_cycles=20)
    render_test(make)


@pytest.mark.parametrize("actions", ["factored", "flat"])
def test_an_agent_is_told_what_its_seat_may_know(actions: Any) -> None:
    environment = pettingzoo.raw_env("president", rounds=1, actions=actions)
    encoding = Encoding("president", rounds=1, actions=actions)
    environment.reset(seed=3)
    generator = np.random.default_rng(1)
    picked: tuple[int, ...] = ()
    for agent in environment.agent_iter():
        observation, _, over, _, _ = environment.last()
        view = environment.game.view(environment.possible_agents.index(agent))
        if over:
            assert not observation["action_mask"].any()
            environment.step(None)
            continue
        assert np.array_equal(observation["observation"], encoding.observation(view, picked))
        assert np.array_equal(observation["action_mask"], encoding.mask(view, picked))
        action = int(generator.choice(np.flatnonzero(observation["action_mask"])))
        picked = (*picked, action) if encoding.move(view, picked, action) is None else ()
        environment.step(action)


def test_others_do_not_see_what_is_picked() -> None:
    environment = pettingzoo.raw_env("hearts")
    environment.reset(seed=1)
    before = [environment.observe(agent)["observation"] for agent in environment.agents]
    mask = environment.observe("player_0")["action_mask"]
    environment.step(int(np.flatnonzero(mask)[0]))
    after = [environment.observe(agent)["observation"] for agent in environment.agents]
    assert environment.agent_selection == "player_0"
    assert not np.array_equal(before[0], after[0])
    assert all(np.array_equal(before[seat], after[seat]) for seat in (1, 2, 3))


def test_rewards_are_the_margin_to_the_mean_and_come_at_the_end() -> None:
    environment = pettingzoo.raw_env("hearts", suits=3, values=4, players=3)
    environment.reset(seed=5)
    while not environment.game.is_over:
        assert set(environment.rewards.values()) == {0}
        mask = environment.observe(environment.agent_selection)["action_mask"]
        environment.step(int(np.flatnonzero(mask)[-1]))
    scores = environment.game.scores()
    expected = [sum(scores) / 3 - score for score in scores]
    assert list(environment.rewards.values()) == pytest.approx(expected)
    assert any(expected)


def test_a_seed_begins_a_series_of_games() -> None:
    environment = pettingzoo.raw_env("hearts", passing=False)
    series = []
    for seed in (7, None, 7, None):
        environment.reset(seed=seed)
        series.append(environment.game.view(0).hand)
    assert series[:2] == series[2:] and series[0] != series[1]


def test_an_illegal_action_ends_the_game(capsys: Any) -> None:
    environment = pettingzoo.env("hearts", passing=False)
    environment.reset(seed=1)
    agent = environment.agent_selection
    environment.step(int(np.flatnonzero(environment.observe(agent)["action_mask"] == 0)[0]))
    # The worst margin over the mean of four is three quarters of 125 points, in a match to 100.
    assert environment.terminations[agent] and environment.rewards[agent] == -0.75 * 125 - 1
    assert sum(environment.rewards.values()) == environment.rewards[agent]
    assert not environment.observe(agent)["action_mask"].any()
    environment.step(None)
    assert agent not in environment.agents


def test_an_action_that_does_not_exist_is_an_error() -> None:
    environment = pettingzoo.env("hearts", passing=False)
    environment.reset(seed=1)
    for action in (-1, 52):
        with pytest.raises(ValueError, match="action: expected a whole number from 0 to 51"):
            environment.step(action)


@pytest.mark.parametrize("rewards", ["margin", "scores", "normalized"])
def test_rewards_are_those_of_a_batch(rewards: Any) -> None:
    environment = pettingzoo.raw_env("president", players=3, rounds=1, rewards=rewards)
    environment.reset(seed=5)
    while not environment.game.is_over:
        mask = environment.observe(environment.agent_selection)["action_mask"]
        environment.step(int(mask.argmax()))
    places = environment.game.scores()
    expected = {
        "margin": [2.0 - place for place in places],
        "scores": [-float(place) for place in places],
        "normalized": [2.0 - place for place in places],
    }
    assert list(environment.rewards.values()) == expected[rewards]


def test_the_state_is_what_all_seats_see() -> None:
    environment = pettingzoo.env("hearts", features="full")
    environment.reset(seed=1)
    seen = [environment.observe(agent)["observation"] for agent in environment.agents]
    assert np.array_equal(environment.state(), np.concatenate(seen))
    assert environment.state_space.contains(environment.state())


def test_listed_moves_are_described() -> None:
    environment = pettingzoo.env("hearts", actions="listed", target=None)
    api_test(environment, num_cycles=20)
    environment.reset(seed=3)
    for agent in environment.agent_iter():
        observation, _, over, _, _ = environment.last()
        if over:
            environment.step(None)
            continue
        legal = environment.game.legal_moves()
        assert observation["action_mask"].sum() == len(legal)
        assert np.array_equal(
            observation["moves"][: len(legal)],
            Encoding("hearts", target=None).move_features(environment.game.view(int(agent[-1]))),
        )
        environment.step(len(legal) - 1)
    few = pettingzoo.env("hearts", actions="listed", max_moves=10)
    few.reset(seed=1)
    with pytest.raises(ValueError, match="max_moves: expected at least 286"):
        few.last()


def test_the_table_is_drawn_with_all_hands() -> None:
    environment = pettingzoo.env("hearts", render_mode="rgb_array")
    environment.reset(seed=1)
    picture = environment.render()
    assert isinstance(picture, np.ndarray)
    assert picture.shape[2] == 3 and (picture.reshape(-1, 3) == (252, 252, 248)).all(axis=1).any()


def test_starts_are_varied() -> None:
    environment = pettingzoo.raw_env("draw", players=3, hands=1, starts="scheduled")
    buttons = []
    for seed in (7, None, None, None):
        environment.reset(seed=seed)
        buttons.append(environment.game.view(0).button)
    assert buttons == [2, 0, 1, 2]


def test_an_illegal_action_changes_nothing_without_the_wrappers() -> None:
    environment = pettingzoo.raw_env("hearts", passing=False)
    environment.reset(seed=1)
    mask = environment.observe(environment.agent_selection)["action_mask"]
    with pytest.raises(ValueError, match="expected"):
        environment.step(int(np.flatnonzero(mask == 0)[0]))
    assert environment.game.moves == []


def test_it_shows_the_hands_of_all_seats() -> None:
    environment = pettingzoo.env("hearts", render_mode="ansi")
    environment.reset(seed=1)
    text = environment.render()
    for seat in range(4):
        hand = environment.unwrapped.game.view(seat).hand
        assert f"seat {seat}: {' '.join(map(str, hand))}" in text


def test_it_can_be_pickled() -> None:
    again = pickle.loads(pickle.dumps(pettingzoo.raw_env("hearts", players=3, actions="flat")))
    assert again.possible_agents == ["player_0", "player_1", "player_2"]
    assert (
        again.action_space("player_0").n
        == Encoding("hearts", players=3, actions="flat").action_count
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "bridge"}, "unknown game 'bridge'"),
        ({"game": "hearts", "players": 7}, "players"),
        (
            {"game": "hearts", "render_mode": "film"},
            "render_mode: expected 'human', 'ansi' or 'rgb_array', found 'film'",
        ),
        ({"game": "hearts", "actions": "listed", "max_moves": 0}, "max_moves: expected"),
        ({"game": "hearts", "rewards": "points"}, "rewards: expected 'margin'"),
    ],
)
def test_what_makes_no_environment_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pettingzoo.env(**options)


def test_a_seed_is_for_reset() -> None:
    with pytest.raises(TypeError, match=r"seed: expected it in reset\(seed=…\), not among"):
        pettingzoo.env("hearts", seed=1)


def test_all_games_have_an_environment() -> None:
    for game in cardcore.games():
        assert str(pettingzoo.env(game)) == f"cardcore_{game}_v0"


def test_a_copy_goes_on_where_the_game_is() -> None:
    environment = pettingzoo.env("hearts", target=None)
    environment.reset(seed=1)
    for _ in range(30):
        environment.step(
            int(environment.observe(environment.agent_selection)["action_mask"].argmax())
        )
    for twin in (copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))):
        assert twin.unwrapped.game.moves == environment.unwrapped.game.moves != []
        assert twin.agent_selection == environment.agent_selection
        seen, again = (each.observe(each.agent_selection) for each in (environment, twin))
        assert all(np.array_equal(seen[name], again[name]) for name in seen)


@pytest.mark.parametrize("action", [0.9, "1", None])
def test_only_whole_numbers_are_actions(action: Any) -> None:
    environment = pettingzoo.raw_env("ends", count=4)
    environment.reset(seed=1)
    with pytest.raises(TypeError):
        environment.step(action)
    assert environment.game.moves == []


def test_a_game_without_a_decision_is_refused() -> None:
    with pytest.raises(ValueError, match="this one is over as soon as it starts"):
        pettingzoo.env("chopsticks", moves=0)


def test_nothing_is_shown_unless_asked_for(capsys: Any) -> None:
    environment = pettingzoo.env("ends")
    environment.reset(seed=1)
    assert environment.render() is None
    assert capsys.readouterr().out == ""
