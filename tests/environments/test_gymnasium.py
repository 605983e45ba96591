"""The Gymnasium environments: its own checks, and vectorized against single games."""

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import cardcore
from cardcore.environments import Encoding
from cardcore.environments.gymnasium import Environment, VectorEnvironment

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("chopsticks", {"bots": "perfect"}),
    ("draw", {"players": 3, "seat": 2}),
    ("ends", {"low": -5, "bots": "greedy"}),
    ("hearts", {"bots": "greedy"}),
    (
        "hearts",
        {
            "suits": 3,
            "values": 5,
            "players": 4,
            "bots": ["greedy", None, "random", "greedy"],
            "seat": 1,
        },
    ),
    ("president", {"rounds": 2}),
]


def play(environment: Any, seed: int) -> tuple[list[np.ndarray], float]:
    """Play a random game, and return the observations and the reward."""
    generator = np.random.default_rng(seed)
    observation, info = environment.reset(seed=seed)
    seen, over = [observation], False
    while not over:
        action = generator.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, over, cut, info = environment.step(action)
        assert not cut and (over or reward == 0)
        assert environment.observation_space.contains(observation)
        seen.append(observation)
    return seen, reward


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_it_passes_the_check_of_gymnasium(game: str, options: dict[str, Any], capsys: Any) -> None:
    environment = gymnasium.make(f"cardcore/{game}-v0", render_mode="ansi", **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(environment.unwrapped)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_seed_gives_the_same_game_again(game: str, options: dict[str, Any]) -> None:
    first, again, other = (play(Environment(game, **options), seed) for seed in (1, 1, 2))
    assert np.array_equal(first[0], again[0]) and first[1] == again[1]
    assert len(first[0]) != len(other[0]) or not np.array_equal(first[0], other[0])


def test_the_learner_decides_and_the_bots_answer() -> None:
    environment = Environment("ends", seat=1, bots="perfect", count=6)
    encoding = Encoding("ends", count=6)
    observation, info = environment.reset(seed=4)
    assert len(environment.game.moves) == 1 and environment.game.to_move == 1
    view = environment.game.view(1)
    assert np.array_equal(observation, encoding.observation(view))
    assert np.array_equal(info["action_mask"], encoding.mask(view))
    assert np.array_equal(environment.action_masks(), encoding.mask(view))
    _, _, over, _, _ = environment.step(0)
    assert not over and len(environment.game.moves) == 3


def test_the_reward_is_the_margin_to_the_mean() -> None:
    environment = Environment("president", seat=2, rounds=1)
    _, reward = play(environment, 3)
    assert reward == 2.5 - environment.game.scores()[2]


def test_an_illegal_action_ends_the_game() -> None:
    environment = Environment("hearts", passing=False, illegal_reward=-26.0)
    _, info = environment.reset(seed=1)
    moves = environment.game.moves
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, _ = environment.step(wrong)
    assert (reward, terminated) == (-26.0, True) and environment.game.moves == moves


@pytest.mark.parametrize("action", [-1, 52, 3.0, "3s", None])
def test_an_invalid_action_is_an_error_and_changes_nothing(action: Any) -> None:
    environment = Environment("hearts", passing=False)
    observation, _ = environment.reset(seed=1)
    with pytest.raises(ValueError, match="action: expected a whole number from 0 to 51, found"):
        environment.step(action)
    assert np.array_equal(observation, environment.unwrapped._stepped.observation(0))


@pytest.mark.parametrize("rewards", ["margin", "scores", "normalized"])
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_an_illegal_action_is_worse_than_any_game(
    game: str, options: dict[str, Any], rewards: Any
) -> None:
    """With a reward of -1, learners without masks found that it pays to be illegal."""
    environment = Environment(game, rewards=rewards, **options)
    worst = min(play(environment, seed)[1] for seed in range(20))
    _, info = environment.reset(seed=1)
    if info["action_mask"].all():
        assert environment.illegal_reward < worst  # both ends of a row may always be taken
        return
    _, reward, over, _, _ = environment.step(int(info["action_mask"].argmin()))
    assert over and reward < worst
    bounds = environment.game.bounds
    if rewards == "normalized":
        assert reward == -2 and worst >= -1
    elif rewards == "scores":
        low, high = bounds.score
        assert reward == (-high if environment.game.low_score_wins else low) - 1


def test_unbounded_scores_need_an_illegal_reward() -> None:
    with pytest.raises(ValueError, match="illegal_reward: expected a number"):
        Environment("hearts", moon="subtract")
    assert Environment("hearts", moon="subtract", illegal_reward=-200).reset(seed=1)


def test_every_game_may_have_another_seat_opponent_and_start() -> None:
    environment = Environment(
        "hearts", seat="random", bots={"rule": 2, "greedy": 1}, starts="random", target=None
    )
    seats, passes = set(), set()
    bots: set[str] = set()
    for seed in range(60):
        environment.reset(seed=seed)
        seats.add(environment.seat)
        bots.update(environment.bots)
        assert environment.bots[environment.seat] is None
        view = environment.game.view(environment.seat)
        assert view.to_move == environment.seat and environment.game.to_move == environment.seat
        passes.add(str(view.to_dict().get("passes_to")) + str(view.to_dict().get("pass")))
    assert seats == {0, 1, 2, 3} and bots == {None, "rule", "greedy"}
    again = Environment(
        "hearts", seat="random", bots={"rule": 2, "greedy": 1}, starts="random", target=None
    )
    again.reset(seed=59)
    assert (again.seat, again.bots) == (environment.seat, environment.bots)


def test_vectorized_games_have_as_much_variety() -> None:
    environment = VectorEnvironment(
        "hearts",
        200,
        seat="random",
        bots={"rule": 2, "greedy": 1},
        starts="random",
        target=None,
        rewards="normalized",
    )
    _, infos = environment.reset(seed=1)
    assert set(environment.batch.seats.tolist()) == {0, 1, 2, 3}
    total = np.zeros(200)
    for _ in range(32):
        seats = environment.batch.seats.copy()
        _, rewards, over, _, infos = environment.step(infos["action_mask"].argmax(axis=1))
        expected = environment.batch.rewards[np.arange(200), seats]
        assert np.array_equal(rewards, expected) and not rewards[~over].any()
        total += rewards
    assert total.any()


def test_a_vectorized_environment_is_copied_and_pickled() -> None:
    environment = VectorEnvironment("hearts", 8, bots="greedy")
    _, infos = environment.reset(seed=9)
    for _ in range(20):
        *_, infos = environment.step(infos["action_mask"].argmax(axis=1))
    for twin in (copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))):
        assert np.array_equal(twin.batch.masks, environment.batch.masks)
        actions = environment.batch.masks.argmax(axis=1)
        one = copy.deepcopy(environment).step(actions)
        two = twin.step(actions)
        assert all(np.array_equal(a, b) for a, b in zip(one[:3], two[:3], strict=True))


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_table_is_drawn(game: str, options: dict[str, Any]) -> None:
    environment = gymnasium.make(f"cardcore/{game}-v0", render_mode="rgb_array", **options)
    environment.reset(seed=1)
    picture = environment.render()
    assert picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 2
    for _ in range(3):  # a move may take several actions
        environment.step(int(environment.unwrapped.action_masks().argmax()))
    assert not np.array_equal(picture, environment.render())


def test_a_game_that_is_over_wants_a_reset() -> None:
    environment = Environment("hearts", passing=False)
    _, info = environment.reset(seed=1)
    _, _, over, _, info = environment.step(int(info["action_mask"].argmin()))
    assert over and not info["action_mask"].any() and not environment.action_masks().any()
    with pytest.raises(gymnasium.error.ResetNeeded, match="the game is over"):
        environment.step(0)
    _, info = environment.reset(seed=1)
    assert info["action_mask"].any()


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_copy_goes_on_as_the_game_does(game: str, options: dict[str, Any]) -> None:
    """So does what was pickled, with what the bots remember and will draw."""
    environment = Environment(game, **options)
    generator = np.random.default_rng(6)
    _, info = environment.reset(seed=8)
    for _ in range(40):
        action = generator.choice(np.flatnonzero(info["action_mask"]))
        twins = [copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))]
        observation, reward, over, _, info = environment.step(action)
        for twin in twins:
            again = twin.step(action)
            assert np.array_equal(again[0], observation) and again[1:3] == (reward, over)
            assert twin.game.moves == environment.game.moves
            if over:
                assert np.array_equal(twin.reset()[0], copy.deepcopy(environment).reset()[0])
        if over:
            _, info = environment.reset()


def test_slow_bots_play_too() -> None:
    environment = Environment("hearts", target=None, bots="search:worlds=2", seat=2)
    _, info = environment.reset(seed=3)
    over, decisions = False, 0
    while not over:
        assert environment.game.to_move == 2 and info["action_mask"].any()
        _, reward, over, _, info = environment.step(int(info["action_mask"].argmax()))
        decisions += 1
    assert decisions == 16 and environment.game.is_over
    scores = environment.game.scores()
    assert reward == sum(scores) / 4 - scores[2]


def test_a_copy_of_a_game_with_bots_that_think_for_a_time_is_the_same_game() -> None:
    environment = Environment("hearts", target=None, bots="search:1ms", seat=3)
    _, info = environment.reset(seed=3)
    for _ in range(6):
        _, _, _, _, info = environment.step(int(info["action_mask"].argmax()))
    twin = copy.deepcopy(environment)
    assert twin.game.moves == environment.game.moves
    assert np.array_equal(twin.action_masks(), info["action_mask"])
    assert not twin.step(int(info["action_mask"].argmax()))[2]


def test_a_learner_who_never_decides_is_told() -> None:
    with pytest.raises(ValueError, match="seat 1: 1000 games in a row ended without a decision"):
        Environment("ends", seat=1, count=1).reset(seed=1)
    with pytest.raises(ValueError, match="this one is over as soon as it starts"):
        Environment("chopsticks", moves=0)


def test_it_shows_what_the_learner_sees() -> None:
    environment = Environment("hearts", seat=1, render_mode="ansi")
    environment.reset(seed=1)
    text = environment.render()
    assert text == str(environment.game.view(1)) and "seen by seat 1" in text


def test_a_game_without_a_decision_is_dealt_again() -> None:
    """Of three who draw, two may fold before the third has decided anything."""
    environment = Environment("draw", players=3, hands=1, seat=2, bots="random")
    for seed in range(200):
        _, info = environment.reset(seed=seed)
        assert info["action_mask"].any() and environment.game.to_move == 2


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_vectorized_games_are_within_the_spaces_and_restart(
    game: str, options: dict[str, Any]
) -> None:
    environment = gymnasium.make_vec(f"cardcore/{game}-v0", num_envs=16, **options)
    assert environment.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    generator = np.random.default_rng(5)
    observations, infos = environment.reset(seed=2)
    ended = 0
    for _ in range(150):
        masks = infos["action_mask"]
        assert environment.observation_space.contains(observations) and masks.any(axis=1).all()
        actions = (generator.random(masks.shape) * masks).argmax(axis=1)
        observations, rewards, over, cut, infos = environment.step(actions)
        assert rewards.shape == over.shape == (16,) and not cut.any()
        assert not rewards[~over].any()
        ended += over.sum()
    assert ended > 0


def test_one_of_many_plays_as_one_alone() -> None:
    """The same moves of the same game come to the same reward."""
    environment = VectorEnvironment("ends", 8, bots="perfect", count=8)
    observations, _ = environment.reset(seed=3)
    margins = []
    for row in observations:
        # The values of the cards are parts of the largest, 14.
        game = cardcore.new("ends", deal=np.rint(14 * row[8:16]).astype(int))
        cardcore.play(game, [AlwaysLeft(), "perfect"])
        margins.append((game.scores()[0] - game.scores()[1]) / 2)
    for _ in range(4):
        _, rewards, over, _, _ = environment.step(np.zeros(8, int))
    assert over.all() and rewards.tolist() == margins


class AlwaysLeft:
    def choose(self, view: Any) -> str:
        return "L"


def test_a_seed_gives_the_same_games_on_any_number_of_threads() -> None:
    series = []
    for threads in (1, 2):
        environment = VectorEnvironment("hearts", 8, bots="greedy", threads=threads)
        observations, infos = environment.reset(seed=9)
        seen = [observations]
        for _ in range(30):
            observations, *_, infos = environment.step(infos["action_mask"].argmax(axis=1))
            seen.append(observations)
        series.append(np.array(seen))
    one, two = series
    assert np.array_equal(one, two)


def test_arrays_are_copied_unless_asked_otherwise() -> None:
    for copied in (True, False):
        environment = VectorEnvironment("ends", 4, copy=copied)
        observations, _ = environment.reset(seed=1)
        before = observations.copy()
        environment.step(np.zeros(4, int))
        assert np.array_equal(observations, before) == copied


def test_an_illegal_action_among_many_is_an_error_and_changes_nothing() -> None:
    environment = VectorEnvironment("hearts", 4, passing=False, copy=False)
    observations, infos = environment.reset(seed=1)
    before = observations.copy()
    actions = infos["action_mask"].argmax(axis=1)
    actions[2] = infos["action_mask"][2].argmin()
    with pytest.raises(ValueError, match="row 2"):
        environment.step(actions)
    assert np.array_equal(observations, before)


@pytest.mark.parametrize("kind", [Environment, VectorEnvironment])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seat": 4}, "seat: expected a whole number from 0 to 3, found 4"),
        ({"bots": "clever"}, "clever"),
        ({"bots": ["random", "random"]}, "bots: expected 4, one per seat, found 2"),
        ({"bots": ["random"] * 4}, "bots: expected None at seat 0 and nowhere else"),
        ({"bots": [None, None, "random", "random"]}, "bots: expected None at seat 0"),
        ({"players": 7}, "players"),
        ({"actions": "listed"}, "listed"),
    ],
)
def test_what_makes_no_environment_is_refused(
    kind: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        kind("hearts", **options)


def test_options_of_one_game_are_not_for_many() -> None:
    for option in ({"illegal_reward": -5}, {"render_mode": "ansi"}):
        with pytest.raises(TypeError, match="expected only for a single game"):
            gymnasium.make_vec("cardcore/ends-v0", num_envs=2, **option)
    many = VectorEnvironment("ends", 2)
    with pytest.raises(ValueError, match="reset_mask: expected none"):
        many.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(TypeError, match="bots: expected a name, or one per seat, found 3"):
        Environment("ends", bots=3)  # type: ignore[arg-type]


def test_masks_of_one_and_of_many_are_what_spaces_sample_by() -> None:
    one, many = Environment("hearts"), VectorEnvironment("hearts", 3)
    mask, masks = one.reset(seed=1)[1]["action_mask"], many.reset(seed=1)[1]["action_mask"]
    assert mask.dtype == masks.dtype == np.int8
    assert mask[one.action_space.sample(mask)]
    assert masks[range(3), many.action_space.sample(tuple(masks))].all()


@pytest.mark.parametrize("kind", [Environment, VectorEnvironment])
def test_a_seed_is_for_reset(kind: Any) -> None:
    with pytest.raises(TypeError, match=r"seed: expected it in reset\(seed=…\), not among"):
        kind("hearts", seed=1)


def test_other_ways_to_render_are_refused() -> None:
    with pytest.raises(ValueError, match="render_mode: expected 'human', 'ansi' or 'rgb_array'"):
        Environment("hearts", render_mode="film")


def test_all_games_are_registered() -> None:
    names = {f"cardcore/{game}-v0" for game in cardcore.games()}
    assert names <= {*gymnasium.registry}
