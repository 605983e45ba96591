from itertools import permutations

import pytest

import cardcore
from cardcore import _core, hearts
from cardcore.hearts.last_tricks import all_deals, count_deals
from cardcore.hearts.review import REVIEWER


def _advance(game: cardcore.Game, players: list[str], moves: int) -> None:
    """Let bots play until this many moves have been made."""
    bots = _core.Bots(game, players, 1)
    while game.move_count < moves:
        bots.advance(game, moves - game.move_count)


def _near_the_end(seed: int, moves: int) -> hearts.View:
    game = hearts.new(seed=seed, target=None)
    _advance(game, ["policy", "rule", "greedy", "random"], moves)
    return game.view(game.to_move)


@pytest.mark.parametrize("seed", range(12))
def test_the_deals_are_those_that_can_be_sampled(seed: int) -> None:
    view = _near_the_end(seed, 46)
    games = all_deals(view)
    if games is None:
        assert count_deals(view) is None or count_deals(view) > 1
        return
    hands = {tuple(tuple(map(str, game.view(seat).hand)) for seat in range(4)) for game in games}
    assert len(hands) == len(games) == count_deals(view)
    for number in range(200):
        game = view.sample(seed=number)
        assert tuple(tuple(map(str, game.view(seat).hand)) for seat in range(4)) in hands


def test_deals_without_any_knowledge_are_counted() -> None:
    game = hearts.new(seed=1, target=None, passing=False)
    _advance(game, ["policy"] * 4, 44)
    view = game.view(game.to_move)
    seen = {*view.hand, *(card for _, card in view.plays)}
    unseen = [card for number in range(52) if (card := _core.Card(number)) not in seen]
    size = len(view.hand)
    assert (size, len(unseen)) == (2, 6)
    others = [seat for seat in range(4) if seat != view.seat]
    deals = {
        tuple(frozenset(order[2 * place : 2 * place + 2]) for place in range(3))
        for order in permutations(unseen)
        if all(
            card.suit not in view.voids[seat]
            for place, seat in enumerate(others)
            for card in order[2 * place : 2 * place + 2]
        )
    }
    assert count_deals(view) == len(deals)


def test_there_are_too_many_deals_early_on() -> None:
    assert all_deals(_near_the_end(1, 20)) is None


def test_the_exact_values_are_those_that_sampling_finds() -> None:
    checked = 0
    for seed in range(12):
        view = _near_the_end(seed, 44)
        games = None if len(view.legal_moves()) == 1 else all_deals(view)
        if games is None:
            continue
        made = str(view.legal_moves()[0])
        exact = REVIEWER.evaluate(view, made, deals=2, seed=1)
        assert exact.is_exact
        assert exact.loss.half_width == exact.skill.half_width == 0
        sampled = super(type(REVIEWER), REVIEWER).sample(view, 3000, 1)
        scores = _core.roll_out(sampled.games, list(exact.moves), sampled.bots, 1)
        values = REVIEWER.values(scores, sampled.seat, True).mean(axis=0)
        for found, value in zip(exact.moves.values(), values, strict=True):
            assert found.mean == pytest.approx(value, abs=0.6)
        checked += 1
    assert checked >= 3
