from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import cardcore
from cardcore import _core, chopsticks, ends, hearts
from cardcore.records import replay_positions
from cardcore.registry import games, reviewer
from cardcore.reviews import LABELS, Review

#: Short games, and players who differ.
_TABLES: dict[str, tuple[dict[str, Any], Sequence[str]]] = {
    "hearts": ({"target": None}, ["greedy", "policy", "rule", "random"]),
    "president": ({"rounds": 2}, ["greedy", "plan", "random", "shortest"]),
    "draw": ({"hands": 4}, ["pattern", "nash"]),
    "chopsticks": ({}, ["random", "perfect"]),
    "ends": ({"count": 14}, ["greedy", "perfect"]),
}


def _game(name: str, seed: int = 5) -> Any:
    rules, players = _TABLES[name]
    game = cardcore.new(name, rules, seed=seed) if name != "chopsticks" else chopsticks.new()
    return cardcore.play(game, players, seed=seed)


def _advance(game: cardcore.Game, players: list[str], moves: int) -> None:
    """Let bots play until this many moves have been made."""
    bots = _core.Bots(game, players, 0)
    while game.move_count < moves:
        bots.advance(game, moves - game.move_count)


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("seat", [0, 1])
def test_start_luck_and_skill_sum_to_the_result(name: str, seat: int) -> None:
    game = _game(name)
    found = cardcore.review(game.record(), seat, deals=10)
    assert found.start + found.luck + found.skill == pytest.approx(found.result)
    for part in found.parts:
        assert part.is_over
        assert part.start + part.luck + part.skill == pytest.approx(part.result)
    knowledge = reviewer(name)
    scores = game.scores()
    if name != "president":
        total = knowledge.value(scores, seat, low_score_wins=game.low_score_wins)
        assert found.result == pytest.approx(total)
    assert found.decisions
    moves = game.moves
    for decision in found.decisions:
        assert decision.move == moves[decision.number - 1]
        assert decision.label in LABELS
        assert decision.loss >= 0
        assert decision.interval[0] <= decision.interval[1]
        assert decision.move in decision.alternatives
        assert decision.best in decision.alternatives
        assert (decision.label == "best") == (decision.best == decision.move)
        if LABELS.index(decision.label) >= 2:
            assert decision.interval[0] > 0


@pytest.mark.parametrize("name", games())
def test_a_review_uses_nothing_that_the_seat_did_not_know(name: str) -> None:
    knowledge = reviewer(name)
    record = _game(name).record()
    seat, checked = 1, 0
    for number, (game, mover, made) in enumerate(replay_positions(record)):
        if mover != seat or len(game.legal_moves()) == 1 or number % 3:
            continue
        view = game.view(seat)
        other = view.resample(seed=number).view(seat)
        asked = {"deals": 6, "seed": number}
        assert knowledge.evaluate(view, made, **asked) == knowledge.evaluate(other, made, **asked)
        assert knowledge.phase(view) == knowledge.phase(other)
        checked += 1
    assert checked


def test_a_review_is_the_same_on_any_number_of_threads_and_differs_by_seed() -> None:
    record = _game("hearts").record()
    one = cardcore.review(record, 1, deals=8, seed=3, threads=1)
    assert one == cardcore.review(record, 1, deals=8, seed=3, threads=3)
    assert one != cardcore.review(record, 1, deals=8, seed=4)


def test_rollouts_play_the_deal_to_its_end_as_bots_do() -> None:
    game = hearts.new(seed=3)
    players = ["rule", "greedy", "rule", "greedy"]
    _advance(game, players, 23)
    moves = game.legal_moves()
    found = _core.roll_out([game, game], [*moves, None], players, 1)
    assert found.shape == (2, len(moves) + 1, 4)
    for row, move in enumerate([*moves, None]):
        attempt = game.copy()
        if move is not None:
            attempt.play(move)
        bots = _core.Bots(attempt, players, 0)
        while attempt.view(None).last is None:
            bots.advance(attempt, 1)
        assert found[0, row].tolist() == attempt.view(None).last["scores"]
    assert np.array_equal(found[0], found[1])


def test_rollouts_refuse_what_does_not_fit() -> None:
    game = hearts.new(seed=3)
    with pytest.raises(ValueError, match="bots: expected 4, one per seat, found 2"):
        _core.roll_out([game], [None], ["rule", "rule"], 1)
    with pytest.raises(ValueError, match="game 1: expected a game of hearts, like the first"):
        _core.roll_out([game, ends.new([1, 2])], [None], ["rule"] * 4, 1)
    with pytest.raises(ValueError, match="game 0: "):
        _core.roll_out([game], ["2c"], ["rule"] * 4, 1)
    with pytest.raises(ValueError, match="move 'nonsense'"):
        _core.roll_out([game], ["nonsense"], ["rule"] * 4, 1)
    assert _core.roll_out([], [None], ["rule"] * 4, 1).shape == (0, 1, 4)


def test_ends_is_reviewed_exactly() -> None:
    game = ends.new([3, 2, 10, 4])
    for move in "RRLL":
        game.play(move)
    found = cardcore.review(game.record(), 0)
    first = found.decisions[0]
    assert (first.move, first.best, first.loss, first.label) == ("R", "L", 12, "blunder")
    assert (first.ev, first.best_ev, first.is_exact) == (-5, 7, True)
    assert (found.start, found.luck, found.skill, found.result) == (7, 0, -12, -5)
    other = cardcore.review(game.record(), 1)
    # The opponent's blunder is luck.
    assert (other.start, other.luck, other.skill, other.result) == (-7, 12, 0, 5)
    assert other.accuracy == 100


def test_chopsticks_is_reviewed_exactly() -> None:
    game = cardcore.play(chopsticks.new(), ["perfect", "random"], seed=1)
    found = cardcore.review(game.record(), 1)
    assert found.skill == -sum(decision.loss for decision in found.decisions)
    assert all(decision.is_exact for decision in found.decisions)
    assert found.result in (0, 0.5, 1)


def test_a_game_that_is_not_over_ends_with_its_expected_value() -> None:
    game = hearts.new(seed=3, target=None)
    empty = cardcore.review(game.record(), 0, deals=4)
    assert (empty.decisions, empty.result, empty.accuracy) == ((), 0, None)
    _advance(game, ["policy"] * 4, 20)
    found = cardcore.review(game.record(), 0, deals=4)
    assert not found.parts[-1].is_over
    assert found.result == found.decisions[-1].ev


def test_what_is_wrong_is_named() -> None:
    record = ends.new([3, 10]).record()
    with pytest.raises(ValueError, match="seat: expected 0 to 1, found 2"):
        cardcore.review(record, 2)
    with pytest.raises(ValueError, match="seat: expected 0 to 1, found True"):
        cardcore.review(record, True)
    with pytest.raises(ValueError, match="deals: expected"):
        cardcore.review(record, deals=1)
    with pytest.raises(cardcore.ParseError, match="record: the key 'format' is missing"):
        cardcore.review({})


def test_progress_is_told_decision_by_decision() -> None:
    told: list[tuple[int, int]] = []
    found = cardcore.review(
        _game("ends").record(), progress=lambda done, total: told.append((done, total))
    )
    count = len(found.decisions)
    assert told == [(done, count) for done in range(1, count + 1)]


def test_a_review_is_json_and_a_table() -> None:
    import json

    found = cardcore.review(_game("hearts").record(), 0, deals=6)
    told = json.loads(json.dumps(found.to_dict()))
    assert told["decisions"][0]["loss"] == found.decisions[0].loss
    assert set(found.phases) <= {"passing", "leading", "following", "discarding"}
    assert sum(found.counts.values()) == len(found.decisions)
    assert str(found).startswith("review of seat 0 in hearts, EV in points: start +0.00, luck ")


#: Two searches that have to agree on a blunder: one plays on by rules, the other as it learned.
_JUDGES = ("search:version=1:worlds=60:prune=no", "search:version=2:worlds=40:prune=no")


def _with_blunder(seed: int) -> tuple[dict[str, Any], int] | None:
    """Play a deal in which seat 0 makes one bad move, by the judgment of two other programs."""
    game = hearts.new(seed=seed, target=None)
    players = _core.Bots(game, [None, "policy", "policy", "policy"], seed)
    planted = 0
    while (seat := game.to_move) is not None:
        if seat != 0:
            players.advance(game, 1)
            continue
        view = game.view(0)
        blunder = None
        if not planted and not view.passing and len(view.legal_moves()) > 1:
            blunder = _worst(view)
        if blunder is not None:
            planted = game.move_count + 1
        game.play(blunder or view.choose("search:version=2:worlds=100", seed=seed))
    return (game.record(), planted) if planted else None


def _worst(view: hearts.View) -> str | None:
    """Return a move that costs six points at least by both judges."""
    costs: list[dict[str, float]] = []
    for judge in _JUDGES:
        weighed = view.weigh(judge, seed=1)
        highest = max(found.margin for found in weighed)
        costs.append({str(found.move): highest - found.margin for found in weighed})
        if max(costs[-1].values()) < 6:
            return None
    least = {move: min(cost[move] for cost in costs) for move in costs[0] if move in costs[1]}
    move = max(least, key=lambda move: least[move])
    return move if least[move] >= 6 else None


def _planted(seeds: Sequence[int], deals: int) -> tuple[int, list[tuple[dict[str, Any], Review]]]:
    """Review games with a blunder; also returns in how many it is first in the list."""
    reviews = []
    found = 0
    for seed in seeds:
        planted = _with_blunder(seed)
        if planted is None:
            continue
        record, number = planted
        review = cardcore.review(record, 0, deals=deals)
        reviews.append((record, review))
        found += bool(review.errors) and review.errors[0].number == number
    return found, reviews


def test_a_planted_blunder_is_first_in_the_list() -> None:
    # The first deals in which a blunder can be planted.
    found, reviews = _planted([1, 6, 7, 11, 14], deals=100)
    assert len(reviews) == 5
    assert found >= 4


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_planted_blunders_are_first_in_95_of_100_games_and_two_seeds_agree() -> None:
    found, reviews = _planted(range(420), deals=400)
    assert len(reviews) >= 200
    assert found >= 0.95 * len(reviews)
    for record, first in reviews[:50]:
        second = cardcore.review(record, 0, deals=400, seed=1)
        both = zip(first.decisions, second.decisions, strict=True)
        for one, other in both:
            if "blunder" in (one.label, other.label):
                assert {one.label, other.label} <= {"blunder", "mistake"}


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_better_players_lose_less() -> None:
    losses = {}
    for bot in ("random", "greedy", "rule", "policy"):
        lost = []
        for seed in range(12):
            game = cardcore.play(hearts.new(seed=seed, target=None), [bot] * 4, seed=seed)
            lost += [made.loss for made in cardcore.review(game.record(), 0, deals=60).decisions]
        losses[bot] = sum(lost) / len(lost)
    assert losses["random"] > losses["greedy"] > max(losses["rule"], losses["policy"])
