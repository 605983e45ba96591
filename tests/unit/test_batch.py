"""Many games side by side."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import cardcore
from cardcore import ends
from cardcore.environments import Batch, Encoding

SHORT: dict[str, dict[str, Any]] = {
    "draw": {"hands": 2},
    "president": {"rounds": 2},
    "chopsticks": {"moves": 5},
    "hearts": {"target": None},
    "ends": {},
}


def shown(batch: Batch) -> bytes:
    arrays = (batch.observations, batch.masks, batch.rewards, batch.seats, batch.done)
    listed = (batch.legal_counts, batch.moves, batch.offsets)
    return b"".join(array.tobytes() for array in (*arrays, *listed))


@pytest.mark.parametrize("game", cardcore.games())
def test_a_seed_means_the_same_bytes_on_any_number_of_threads(game: str) -> None:
    rules = SHORT[game]
    options: list[dict[str, Any]] = [
        {},
        {"actions": "listed"},
        {"seats": [0], "bots": "random"},
    ]
    for option in options:
        batches = [Batch(game, 100, seed=7, threads=n, **option, **rules) for n in (1, 2, 3)]
        other = Batch(game, 100, seed=8, threads=2, **option, **rules)
        first = [shown(batch) for batch in batches]
        for _ in range(40):
            for batch in (*batches, other):
                batch.step_random()
            assert len({shown(batch) for batch in batches}) == 1
        assert shown(batches[0]) != shown(other)
        for batch in (*batches, other):
            batch.reset(7)
            assert shown(batch) == first[0]


def test_steps_may_come_at_any_time_and_from_several_threads() -> None:
    """Threads that help fall asleep between some steps, and several callers share them."""

    def played(threads: int, pauses: bool) -> bytes:
        generator = np.random.default_rng(threads)
        batch = Batch("ends", 300, seed=1, threads=threads)
        for _ in range(300):
            batch.step_random()
            if pauses:
                time.sleep(generator.random() * 3e-4)
        return shown(batch)

    with ThreadPoolExecutor(4) as pool:
        found = pool.map(played, (1, 2, 3, 2, 4, 3, 2, 4), (False, True) * 4)
    assert len({*found}) == 1


@pytest.mark.parametrize("game", cardcore.games())
@pytest.mark.parametrize("actions", ["factored", "flat"])
def test_rows_show_what_the_encoding_makes_of_their_views(game: str, actions: Any) -> None:
    batch = Batch(game, 4, seed=3, actions=actions, **SHORT[game])
    encoding = Encoding(game, actions=actions, **SHORT[game])
    ended = 0
    for _ in range(400):
        for row in range(batch.size):
            view, picked = batch.view(row), batch.picked(row)
            assert view.seat == view.to_move == batch.seats[row]
            assert encoding.observation(view, picked).tobytes() == batch.observations[row].tobytes()
            assert encoding.mask(view, picked).tobytes() == batch.masks[row].tobytes()
            assert batch.masks[row].sum() == batch.legal_counts[row] > 0
        batch.step_random()
        ended += int(batch.done.sum())
    assert ended > 0


@pytest.mark.parametrize("game", cardcore.games())
def test_listed_moves_are_those_of_the_views(game: str) -> None:
    listed, flat = (Batch(game, 5, seed=3, actions=a, **SHORT[game]) for a in ("listed", "flat"))
    ended = 0
    for _ in range(300):
        assert listed.masks.shape == (5, 0)
        assert listed.offsets[0] == 0
        assert (np.diff(listed.offsets) == listed.legal_counts).all()
        assert listed.moves.shape == (listed.offsets[-1], *listed.encoding.move_shape)
        actions = listed.sample_actions()
        assert (actions < listed.legal_counts).all()
        assert (actions >= 0).all()
        rows = np.split(listed.moves, listed.offsets[1:-1])
        numbers: list[int] = []
        for row, action in enumerate(actions):
            view = listed.view(row)
            assert listed.encoding.move_features(view).tobytes() == rows[row].tobytes()
            numbers += flat.encoding.actions(view, view.legal_moves()[action])
        listed.step(actions)
        flat.step(numbers)
        for name in ("observations", "rewards", "seats", "done", "legal_counts"):
            assert getattr(listed, name).tobytes() == getattr(flat, name).tobytes()
        ended += int(listed.done.sum())
    assert ended > 0
    assert flat.moves.size == 0


def test_sampled_actions_are_those_of_a_random_step() -> None:
    left = Batch("president", 70, seed=5, rounds=1)
    right = Batch("president", 70, seed=5, rounds=1)
    for _ in range(100):
        actions = left.sample_actions()
        assert left.masks[np.arange(70), actions].all()
        left.step(actions)
        right.step_random()
        assert shown(left) == shown(right)


def test_every_allowed_action_is_as_likely() -> None:
    batch = Batch("hearts", 4000, seed=1)
    batch.reset(2)
    chosen = np.bincount(batch.sample_actions(), minlength=52)
    # 4,000 first cards of 52; five standard deviations of a binomial with mean 77.
    assert (abs(chosen - 4000 / 52) < 5 * np.sqrt(4000 / 52)).all()


def row_of(batch: Batch, row: int) -> Any:
    """Return the cards of a game of Ends, as it began."""
    view: Any = batch.view(row)
    return view.row


def test_the_last_step_of_a_game_carries_the_rewards_of_all_seats() -> None:
    for rewards, expected in (("margin", lambda a, b: (a - b) / 2), ("scores", lambda a, b: a)):
        batch = Batch("ends", 9, seed=4, count=7, low=-3, high=9, rewards=rewards)  # type: ignore[arg-type]
        games = [ends.new(row_of(batch, row)) for row in range(9)]
        for step in range(1, 29):
            actions = batch.sample_actions()
            for game, action in zip(games, actions, strict=True):
                game.play("LR"[action])
            batch.step(actions)
            assert batch.done.all() == batch.done.any() == (step % 7 == 0)
            if step % 7 == 0:
                for row, game in enumerate(games):
                    a, b = game.scores()
                    assert batch.rewards[row].tolist() == [expected(a, b), expected(b, a)]
                    assert batch.seats[row] == 0
                games = [ends.new(row_of(batch, row)) for row in range(9)]
            else:
                assert not batch.rewards.any()


def test_rewards_are_more_for_a_better_score() -> None:
    places = Batch("president", 50, seed=1, rounds=1)
    points = Batch("hearts", 50, seed=1, target=None, moon="none", rewards="scores")
    seen = [0, 0]
    for _ in range(400):
        places.step_random()
        points.step_random()
        for row in np.flatnonzero(places.done):
            assert sorted(places.rewards[row]) == [-1.5, -0.5, 0.5, 1.5]
            seen[0] += 1
        for row in np.flatnonzero(points.done):
            assert points.rewards[row].sum() == -26
            assert (points.rewards[row] <= 0).all()
            seen[1] += 1
    assert min(seen) > 50


def test_bots_answer_before_a_learner_is_asked() -> None:
    batch = Batch("hearts", 20, seats=[2], bots=["greedy", "rule", None, "random"], seed=1)
    for _ in range(30):
        assert (batch.seats == 2).all()
        batch.step_random()
    view: Any = Batch("ends", 3, seats=[1], bots="greedy").view(0)
    assert len(view.cards) == 19


def test_an_action_that_is_not_allowed_changes_nothing() -> None:
    batch, twin = (Batch("hearts", 90, seed=6, target=None) for _ in range(2))
    for _ in range(20):
        actions = batch.sample_actions()
        twin.sample_actions()
        before = shown(batch)
        wrong = actions.copy()
        wrong[71] = np.flatnonzero(~batch.masks[71])[0]
        with pytest.raises(ValueError, match=rf"actions: row 71: expected .* found {wrong[71]} \("):
            batch.step(wrong)
        for number in (-1, 52, 2**40):
            wrong[71] = number
            with pytest.raises(ValueError, match=rf"actions: row 71: .* found {number}$"):
                batch.step(wrong)
        assert shown(batch) == before == shown(twin)
        batch.step(actions)
        twin.step(actions.astype(np.int16).tolist())
        assert shown(batch) == shown(twin)
    with pytest.raises(ValueError, match=r"actions: row 0: expected .* found 9223372036854775807"):
        batch.step(np.full(90, 2**64 - 1, np.uint64))
    with pytest.raises(ValueError, match="actions: expected 90, one per row, found 0"):
        batch.step([])
    with pytest.raises(ValueError, match="actions: expected 90, one per row, found 89"):
        batch.step(actions[:-1])
    with pytest.raises(ValueError, match=r"found an array of shape \(90, 1\)"):
        batch.step(actions[:, None])
    with pytest.raises(TypeError, match="actions: expected whole numbers, found float64"):
        batch.step(actions / 2)


def test_a_place_that_is_not_listed_changes_nothing() -> None:
    batch = Batch("president", 90, seed=6, actions="listed", rounds=1)
    actions = batch.sample_actions()
    before, count = shown(batch), batch.legal_counts[71]
    for number in (count, -1, 2**40):
        actions[71] = number
        message = f"actions: row 71: expected less than {count}, found {number}$"
        with pytest.raises(ValueError, match=message):
            batch.step(actions)
        assert shown(batch) == before


def test_arrays_are_made_once_and_only_read() -> None:
    batch = Batch("draw", 10, seed=1)
    arrays = (batch.observations, batch.masks, batch.rewards, batch.seats, batch.done)
    before = batch.observations.copy()
    batch.step_random()
    assert (batch.observations != before).any()
    listed = Batch("draw", 10, seed=1, actions="listed")
    for array in (*arrays, batch.legal_counts, listed.moves, listed.offsets):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_the_first_rows_do_not_depend_on_the_size() -> None:
    small, large = (Batch("president", size, seed=2, rounds=1) for size in (5, 200))
    for _ in range(60):
        small.step_random()
        large.step_random()
        assert (small.observations == large.observations[:5]).all()


def test_batches_that_make_no_sense_are_refused() -> None:
    refused: list[tuple[str, dict[str, Any], str]] = [
        ("hearts", {"size": 0}, "size: expected a whole number from 1 to 4294967296, found 0"),
        ("hearts", {"bots": "greedy"}, "seats: expected the seats of the learners"),
        ("hearts", {"seats": [0]}, "bots: expected a bot for the seats without a learner"),
        ("hearts", {"seats": [4], "bots": "rule"}, "seats: expected a whole number from 0 to 3"),
        ("hearts", {"bots": [None]}, "bots: expected 4, one per seat, found 1"),
        ("ends", {"bots": [None, "greedy"], "seats": [1]}, r"seats: expected \[0\]"),
        ("ends", {"bots": ["greedy", "greedy"]}, "expected a seat without a bot, found none"),
        ("ends", {"bots": [None, "nobody"]}, "unknown bot 'nobody' for ends"),
        ("ends", {"actions": "all"}, "actions: expected one of factored, flat, listed"),
        (
            "ends",
            {"rewards": "chips"},
            "rewards: expected one of margin, scores, normalized, found",
        ),
        ("ends", {"count": 0}, "over as soon as it begins"),
        ("ends", {"seats": [0, 0], "bots": "greedy"}, r"seats: expected every seat once"),
        ("ends", {"threads": 0}, "threads: expected a whole number from 1 to 1024, found 0"),
        ("ends", {"seed": -1}, "seed: expected a whole number from 0 to"),
        # The first player wins immediately.
        (
            "chopsticks",
            {"hands": 1, "start": 4, "splits": False, "bots": ["random", None]},
            "1000 games in a row ended without a learner's decision",
        ),
    ]
    for game, options, message in refused:
        with pytest.raises(ValueError, match=message):
            Batch(game, **{"size": 3, **options})
    with pytest.raises(TypeError, match="bots: expected a name, or one per seat, found 3"):
        Batch("ends", 3, bots=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seats: expected numbers of seats or 'random', found 0"):
        Batch("ends", 3, seats=0, bots="greedy")  # type: ignore[arg-type]
    with pytest.raises(MemoryError):
        Batch("hearts", 2**32)
