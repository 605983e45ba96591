"""What every game tells of itself: who may decide, what it stays within, how it may have gone."""

from typing import Any

import pytest

import cardcore
from cardcore import hearts, president
from tests.random_play import HIDDEN, VARIANTS, play_at_random, positions, viewers


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_the_seat_to_move_is_the_first_to_decide(name: str, rules: dict[str, Any]) -> None:
    for game in positions(name, rules, 1):
        assert game.deciders[:1] == ([] if game.to_move is None else [game.to_move])
        if not isinstance(game.view(None), hearts.View):
            assert len(game.deciders) <= 1


def test_everybody_who_has_not_passed_yet_may_decide() -> None:
    game = hearts.new(seed=7)
    for seat in range(4):
        assert game.deciders == list(range(seat, 4))
        for other in game.deciders:
            theirs = game.at_turn_of(other)
            assert theirs.to_move == other
            assert theirs.view(other).to_dict() == game.view(other).to_dict()
        game.play(game.legal_moves()[0])
    (leader,) = game.deciders
    with pytest.raises(ValueError, match=rf"seat: expected one of \[{leader}\], who may decide"):
        game.at_turn_of((leader + 1) % 4)
    with pytest.raises(IndexError, match="seat: expected a whole number from 0 to 3, found 4"):
        game.at_turn_of(4)


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_games_stay_within_their_bounds(name: str, rules: dict[str, Any]) -> None:
    for seed in range(5):
        game = cardcore.new(name, seed=seed, **rules)
        bounds = game.bounds
        moves = play_at_random(game, seed)
        least, most = bounds.seats
        assert least <= game.seats <= most
        assert bounds.moves is None or len(moves) <= bounds.moves
        scores = game.scores()
        if bounds.score is not None:
            low, high = bounds.score
            assert low <= min(scores) <= max(scores) <= high
        assert bounds.margin is None or max(scores) - min(scores) <= bounds.margin
        assert bounds.total in (None, sum(scores))


def test_bounds_are_those_of_the_rules() -> None:
    deal = hearts.new(target=None, moon="none").bounds
    # 52 plays and four passes; thirteen hearts and the queen.
    assert (deal.moves, deal.score, deal.margin, deal.total) == (56, (0, 26), 26, 26)
    # At most 4 × 99 points before the last deal, of which there are 26 in each.
    match = hearts.new(target=100).bounds
    assert (match.moves, match.score, match.total) == (16 * 56, (0, 125), None)
    assert hearts.new(moon="subtract").bounds.score is None
    places = president.new(players=5, rounds=3).bounds
    assert (places.score, places.margin, places.total) == ((3, 15), 12, 45)
    assert repr(cardcore.new("chopsticks", moves=7).bounds) == (
        "Bounds(seats=(2, 2), moves=14, score=(-1, 1), margin=2, total=0)"
    )
    assert places == president.new(players=5, rounds=3).bounds != match


@pytest.mark.parametrize(("name", "rules"), HIDDEN)
def test_a_resampled_history_shows_the_same_view(name: str, rules: dict[str, Any]) -> None:
    differ = 0
    for number, game in enumerate(positions(name, rules, 2)):
        if number % 5 or game.is_over:
            continue
        for seat in viewers(game):
            view = game.view(seat)
            again = view.resample(seed=number)
            assert again.view(seat).to_dict() == view.to_dict()
            assert again == view.resample(seed=number)
            differ += again.moves != game.moves[-len(again.moves) or len(game.moves) :]
            if view.part is None or view.part["number"] == 1:
                assert cardcore.replay(again.record()) == again
                assert [heard for _, heard in again.view(seat).history] == [
                    heard for _, heard in view.history
                ]
    assert differ or "suits" in rules  # without passing, everything that is done is seen


@pytest.mark.parametrize(("name", "rules"), [pair for pair in VARIANTS if pair not in HIDDEN])
def test_where_nothing_is_hidden_the_history_is_the_one_there_was(
    name: str, rules: dict[str, Any]
) -> None:
    for game in positions(name, rules, 1):
        assert game.view(0).resample(seed=1) == game
