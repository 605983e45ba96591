"""Batches that are copied, saved, varied and asked for more than observations."""

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardcore
from cardcore.environments import Batch, Encoding

SHORT: dict[str, dict[str, Any]] = {
    "draw": {"hands": 2},
    "president": {"rounds": 2},
    "chopsticks": {"moves": 5},
    "hearts": {"target": None},
    "ends": {},
    "kuhn": {},
    "leduc": {},
}


def shown(batch: Batch) -> bytes:
    arrays = (batch.observations, batch.masks, batch.rewards, batch.seats, batch.done)
    told = (batch.history, batch.history_lengths)
    listed = (batch.legal_counts, batch.moves, batch.offsets)
    return b"".join(array.tobytes() for array in (*arrays, *told, *listed))


def varied(game: str, **options: Any) -> Batch:
    return Batch(
        game,
        40,
        seats="random",
        bots={bot: 1 for bot in cardcore.bots(game) if bot not in ("search", "nash")},
        starts="random",
        seed=5,
        **{**SHORT[game], **options},
    )


@pytest.mark.parametrize("game", SHORT)
@pytest.mark.parametrize("options", [{}, {"actions": "listed"}, {"dtype": "uint8", "history": 9}])
def test_copies_pickles_and_files_continue_byte_for_byte(
    game: str, options: dict[str, Any], tmp_path: Path
) -> None:
    batch = varied(game, **options)
    for _ in range(9):
        batch.step_random()
    batch.save(tmp_path / "games.batch")
    twins = [
        batch.clone(),
        copy.copy(batch),
        copy.deepcopy(batch),
        pickle.loads(pickle.dumps(batch)),
        Batch.load(tmp_path / "games.batch"),
    ]
    for _ in range(40):
        assert {shown(twin) for twin in twins} == {shown(batch)}
        for each in (batch, *twins):
            each.step_random()
    twins[-1].save(tmp_path / "again.batch")
    batch.save(tmp_path / "games.batch")
    assert (tmp_path / "again.batch").read_bytes() == (tmp_path / "games.batch").read_bytes()


def test_some_rows_are_copied_and_put_back() -> None:
    batch = varied("hearts")
    for _ in range(20):
        batch.step_random()
    branches = batch.clone([7, 7, 3])
    assert branches.size == 3 and np.array_equal(
        branches.observations, batch.observations[[7, 7, 3]]
    )
    assert np.array_equal(branches.rewards, batch.rewards[[7, 7, 3]])
    before = shown(batch)
    for _ in range(5):
        branches.step_random()
    assert shown(batch) == before
    kept = batch.clone([4, 9])
    for _ in range(30):
        batch.step_random()
    batch.restore(kept, [4, 9])
    assert np.array_equal(batch.observations[[4, 9]], kept.observations)
    assert np.array_equal(batch.done[[4, 9]], kept.done)
    with pytest.raises(ValueError, match="source: expected a clone of this batch"):
        batch.restore(varied("hearts"), range(40))
    with pytest.raises(ValueError, match="source: expected a clone of this batch"):
        batch.restore(kept, [1])
    with pytest.raises(IndexError, match="rows: expected a whole number from 0 to 39, found 40"):
        batch.clone([40])
    with pytest.raises(ValueError, match="rows: expected at least one, found none"):
        batch.clone([])


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.batch"
    batch = Batch("president", 3, seed=1)
    for _ in range(11):
        batch.step_random()
    batch.save(path)
    content = path.read_bytes()
    for damaged in (
        content[:-1],
        content + b"x",
        content[:40],
        content.replace(b"margin", b"margen"),
    ):
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match="damaged"):
            Batch.load(path)
    path.write_bytes(b"something else")
    with pytest.raises(ValueError, match="expected a saved batch, found another file"):
        Batch.load(path)
    generator = np.random.default_rng(1)
    for _ in range(300):
        place = int(generator.integers(len(content)))
        flipped = bytearray(content)
        flipped[place] ^= 1 << int(generator.integers(8))
        path.write_bytes(bytes(flipped))
        try:
            Batch.load(path).step_random()
        except ValueError:
            continue


def test_a_row_sees_every_seat_opponent_and_start() -> None:
    batch = Batch(
        "hearts",
        4000,
        seats="random",
        bots={"rule": 2, "greedy": 1, "random": 0},
        starts="random",
        seed=3,
        target=None,
    )
    line_ups, starts = batch.line_ups(), batch.starts()
    assert ((line_ups == -1).sum(axis=1) == 1).all()
    assert np.array_equal((line_ups == -1).argmax(axis=1), batch.seats)
    # Five standard deviations: 4,000 of 1/4 and 12,000 of 2/3.
    assert (abs(np.bincount(batch.seats) - 1000) < 137).all()
    assert abs((line_ups == 0).sum() - 8000) < 259 and not (line_ups == 2).any()
    assert (abs(np.bincount(starts) - 1000) < 137).all()
    passing = next(each for each in batch.encoding.sections if each.name == "passes_to")
    receivers = batch.observations[:, passing.slice]
    for start, offset in enumerate((1, 3, 2)):
        assert (receivers[starts == start].argmax(axis=1) == offset).all()
    assert not receivers[starts == 3].any()


def test_variety_is_reproducible_by_row() -> None:
    small, large = (
        Batch(
            "hearts", size, seats="random", bots={"rule": 2, "greedy": 1}, starts="random", seed=9
        )
        for size in (10, 50)
    )
    for _ in range(60):
        assert np.array_equal(small.line_ups(), large.line_ups()[:10])
        assert np.array_equal(small.starts(), large.starts()[:10])
        assert np.array_equal(small.observations, large.observations[:10])
        small.step(small.masks.argmax(axis=1))
        large.step(large.masks.argmax(axis=1))


def test_variety_does_not_change_the_deals() -> None:
    plain = Batch("draw", 20, seats=[0], bots="random", seed=9, hands=1)
    other = Batch("draw", 20, seats=[0], bots={"random": 1, "pattern": 1}, seed=9, hands=1)
    one, two = (batch.oracle().hands for batch in (plain, other))
    assert np.array_equal(one, two)


def test_a_line_up_for_every_seat_is_shuffled() -> None:
    names = [None, "greedy", "rule", "random"]
    batch = Batch("hearts", 200, seats="random", bots=names, seed=1)
    assert batch.bots is None and batch.bot_names == ("greedy", "rule", "random")
    assert {tuple(row) for row in np.sort(batch.line_ups(), axis=1).tolist()} == {(-1, 0, 1, 2)}
    assert len({tuple(row) for row in batch.line_ups().tolist()}) == 24


def test_starts_are_scheduled_or_chosen() -> None:
    batch = Batch("hearts", 6, seed=1, starts="scheduled", target=None)
    seen = []
    for _ in range(4):
        seen.append(batch.starts().tolist())
        while not batch.done.any():
            batch.step_random()
        while batch.done.any():
            batch.step_random()
    assert seen[0] == [0, 1, 2, 3, 0, 1]
    hold = Batch("hearts", 6, seed=1, starts="hold", target=None)
    assert hold.starts().tolist() == [3] * 6
    game = cardcore.new("hearts", target=None, seed=1)
    assert game.start_names == ["left", "right", "across", "hold"]
    assert game.new_game(seed=4, start="hold").view(0).legal_moves() is not None
    assert cardcore.new("draw", players=3).start_names == ["button 2", "button 0", "button 1"]
    assert cardcore.new("draw", players=3).new_game(seed=1, start="button 1").view(0).button == 1


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"seats": "anywhere"}, TypeError, "seats: expected numbers of seats or 'random'"),
        ({"seats": "random"}, ValueError, "bots: expected a bot for the seats without a learner"),
        (
            {"bots": {"rule": 1}},
            ValueError,
            "seats: expected the seats of the learners with weights",
        ),
        ({"seats": [0], "bots": {"rule": -1}}, ValueError, "bots: expected weights of at least 0"),
        ({"seats": [0], "bots": {"rule": "x"}}, TypeError, "bots: expected names with weights"),
        ({"seats": [0], "bots": {}}, ValueError, "bots: expected weights"),
        ({"seats": [0], "bots": {"clever": 1}}, ValueError, "unknown bot 'clever'"),
        ({"starts": "up"}, ValueError, "starts: expected one of random, scheduled, left, right"),
        ({"starts": 3}, TypeError, "starts: expected a name or weights"),
        ({"dtype": "float64"}, ValueError, "dtype: expected 'float32' or 'uint8'"),
        ({"history": -1}, ValueError, "history"),
        ({"features": "all"}, ValueError, "features"),
        ({"rewards": "points"}, ValueError, "rewards"),
        ({"rewards": "normalized", "moon": "subtract"}, ValueError, "scores are unbounded"),
        ({"history": True, "moon": "subtract"}, ValueError, "history: expected a number of moves"),
    ],
)
def test_what_makes_no_batch_is_refused(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Batch("hearts", 4, **options)


@pytest.mark.parametrize("game", SHORT)
def test_normalized_rewards_are_margins_from_minus_one_to_one(game: str) -> None:
    margin, normalized = (
        Batch(game, 50, seed=2, rewards=rewards, **SHORT[game])
        for rewards in ("margin", "normalized")
    )
    largest = 0.0
    for _ in range(600 if game == "president" else 150):
        margin.step_random()
        normalized.step_random()
        largest = max(largest, float(abs(normalized.rewards).max()))
        assert np.array_equal(np.sign(margin.rewards), np.sign(normalized.rewards))
    assert 0 < largest <= 1


@pytest.mark.parametrize("game", SHORT)
@pytest.mark.parametrize("features", ["basic", "full"])
def test_packed_observations_lose_nothing(game: str, features: Any) -> None:
    plain, packed = (
        Batch(game, 30, seed=2, features=features, dtype=dtype, **SHORT[game])
        for dtype in ("float32", "uint8")
    )
    for _ in range(40):
        assert np.array_equal(packed.encoding.unpack(packed.observations), plain.observations)
        assert np.array_equal(plain.encoding.pack(plain.observations), packed.observations)
        plain.step_random()
        packed.step_random()


@pytest.mark.parametrize("game", SHORT)
def test_a_row_tells_the_history_of_its_view(game: str) -> None:
    batch = varied(game, history=64)
    seen = 0
    for _ in range(40):
        for row in range(0, batch.size, 7):
            view, count = batch.view(row), batch.history_lengths[row]
            assert len(view.history) >= count
            told = batch.encoding.history(view)
            assert np.array_equal(batch.history[row, :count], told[len(told) - count :])
            assert not batch.history[row, count:].any()
            seen += count
        batch.step_random()
    assert seen > 100


def test_a_history_keeps_the_latest_moves() -> None:
    long, short = (Batch("ends", 5, seed=2, history=count) for count in (20, 3))
    for _ in range(10):
        long.step_random()
        short.step_random()
    rows = [long.history[row, : long.history_lengths[row]][-3:] for row in range(5)]
    assert np.array_equal(np.array(rows), short.history)


def test_full_features_follow_from_the_others() -> None:
    batch = Batch("hearts", 50, seed=4, features="full", target=None)
    section = {each.name: each.slice for each in batch.encoding.sections}
    for _ in range(120):
        for row in range(50):
            view: Any = batch.view(row)
            observation = batch.observations[row]
            held = {str(card) for card in view.hand}
            played = {str(card) for _, card in view.plays} if hasattr(view, "plays") else set()
            cards = [batch.encoding.action_text(card) for card in range(52)]
            unseen = {
                card
                for card, flag in zip(cards, observation[section["unseen"]], strict=True)
                if flag
            }
            gone = {
                card
                for flags in observation[section["played"]].reshape(4, 52)
                for card, flag in zip(cards, flags, strict=True)
                if flag
            }
            assert unseen == set(cards) - held - gone and played <= gone
            trick = observation[section["trick"]].sum()
            assert observation[section["trick_leader"]].sum() == (trick > 0)
            if trick:
                leader = int(observation[section["trick_leader"]].argmax())
                assert (leader + trick) % 4 == 0  # the viewer is next
        batch.step_random()


def test_teachers_choose_what_they_would_play() -> None:
    for game, bot in (
        ("hearts", "rule"),
        ("president", "greedy"),
        ("draw", "pattern"),
        ("ends", "perfect"),
    ):
        batch = Batch(game, 30, seed=4, actions="flat", **SHORT[game])
        for _ in range(20):
            actions = batch.choose(bot)
            for row in range(0, 30, 5):
                view = batch.view(row)
                expected = batch.encoding.actions(view, view.choose(bot, seed=0))
                assert (actions[row],) == expected
            batch.step(actions)


def test_factored_actions_of_a_teacher_make_its_move() -> None:
    batch = Batch("hearts", 20, seed=4, target=None)
    moves = [batch.view(row).choose("rule", seed=0) for row in range(20)]
    picked: list[list[int]] = [[] for _ in range(20)]
    for _ in range(3):
        actions = batch.choose("rule")
        for row, action in enumerate(actions.tolist()):
            picked[row].append(action)
        views = [batch.view(row) for row in range(20)]
        batch.step(actions)
    for view, parts, move in zip(views, picked, moves, strict=True):
        assert sorted(batch.encoding.actions(view, move)) == sorted(parts)


@pytest.mark.parametrize("actions", ["factored", "flat", "listed"])
def test_teachers_weigh_what_the_search_finds(actions: Any) -> None:
    batch = Batch("hearts", 6, seed=4, actions=actions, passing=False, target=None)
    for _ in range(17):
        batch.step_random()
    estimates = batch.weigh("search:version=1:worlds=16:prune=no", seed=2)
    again = batch.weigh("search:version=1:worlds=16:prune=no", seed=2)
    one: Any
    two: Any
    for one, two in zip(estimates, again, strict=True):
        assert np.array_equal(one, two, equal_nan=True)
    for row in range(6):
        if actions == "listed":
            margins = estimates.margins[batch.offsets[row] : batch.offsets[row + 1]]
        else:
            margins = estimates.margins[row]
            # Of cards that are worth the same, only one has an estimate.
            assert not (~np.isnan(margins) & ~batch.masks[row]).any()
        assert not np.isnan(margins).all()
        assert margins[estimates.actions[row]] == np.nanmax(margins)
    with pytest.raises(ValueError, match="bot 'greedy' does not estimate moves"):
        batch.weigh("greedy")


def test_a_search_weighs_points_and_margin() -> None:
    game = cardcore.new("hearts", target=None, passing=False, seed=3)
    for _ in range(21):
        game.play(game.legal_moves()[0])
    view = game.view(game.to_move)
    assert len(view.legal_moves()) > 2
    weighed = view.weigh("search:version=1:worlds=40:prune=no", seed=1)
    assert all(len(each) == 4 and each[0] == each.move for each in weighed)
    assert [each.margin for each in weighed] == sorted(
        (each.margin for each in weighed), reverse=True
    )
    move, points, half_width, worlds = weighed[0]
    assert (move, worlds) == (view.choose("search:version=1:worlds=40:prune=no", seed=1), 40)
    assert (
        points >= 0 and half_width is not None and repr(weighed[0]).startswith("WeighedMove(move=")
    )


def test_the_oracle_knows_every_hand() -> None:
    for game in ("hearts", "draw", "president"):
        batch = Batch(game, 10, seed=6, dtype="uint8", **SHORT[game])
        for _ in range(10):
            batch.step_random()
        oracle = batch.oracle()
        rows = np.arange(10)
        own = oracle.observations[rows, batch.seats]
        assert np.array_equal(own, batch.encoding.unpack(batch.observations))
        assert oracle.hands is not None and (oracle.hands.sum(axis=1) <= 1).all()
    assert Batch("chopsticks", 2).oracle().hands is None


def test_arrays_are_writable_if_asked_for() -> None:
    batch = Batch("hearts", 4, seed=1, writable=True)
    for array in (batch.observations, batch.masks, batch.rewards, batch.seats):
        assert array.flags.writeable
        np.from_dlpack(array if array.dtype != bool else array.view(np.uint8))
    batch.observations[:] = 7
    batch.step(batch.masks.argmax(axis=1))
    other = Batch("hearts", 4, seed=1)
    other.step(other.masks.argmax(axis=1))
    assert np.array_equal(batch.observations, other.observations)


def test_views_are_copied_and_pickled_without_what_is_hidden() -> None:
    game = cardcore.new("hearts", target=None, seed=3)
    for _ in range(20):
        view = game.view(game.to_move)
        game.play(view.choose("rule", seed=1))
    view = game.view(1)
    assert copy.copy(view) is view and copy.deepcopy(view) is view
    again = pickle.loads(pickle.dumps(view))
    assert again.to_dict() == view.to_dict() and again.history == view.history
    assert type(again) is type(view) and again.legal_moves() == view.legal_moves()
    others = pickle.loads(pickle.dumps(view)).__reduce__()[1][0]
    hidden = [game.view(seat).hand for seat in (0, 2, 3)]
    assert [others.view(seat).hand for seat in (0, 2, 3)] != hidden


def test_a_batch_shows_a_view_with_its_history() -> None:
    batch = Batch("draw", 5, seed=3, hands=1)
    assert batch.view(0).history == []
    batch.step(batch.masks.argmax(axis=1))
    assert len(batch.view(0).history) == 1


def test_encodings_are_copied_with_their_features() -> None:
    encoding = Encoding("hearts", features="full", actions="flat", players=3)
    again = pickle.loads(pickle.dumps(encoding))
    assert (again.features, again.action_space) == ("full", "flat")
    assert again.sections == encoding.sections and again.rules == encoding.rules
