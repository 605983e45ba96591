"""Hearts for any rules and any play."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import cardcore
from cardcore import CardcoreError, hearts


@st.composite
def shapes(draw: st.DrawFn) -> hearts.Rules:
    suits = draw(st.integers(2, 9))
    values = draw(st.integers(2, 20))
    players = draw(st.integers(2, min(12, suits * values)))
    return hearts.Rules(suits, values, players)


@settings(max_examples=60, deadline=None)
@given(shapes(), st.integers(0, 2**64 - 1), st.randoms(use_true_random=False))
def test_any_deal_is_played_to_its_end(rules: hearts.Rules, seed: int, chance: Any) -> None:
    game = hearts.new(rules, seed=seed)
    size = rules.suits * rules.values // rules.players
    hands = [game.view(seat).hand for seat in range(rules.players)]
    dealt: list[Any] = [card for hand in hands for card in hand]
    assert len(set(dealt)) == len(dealt) == size * rules.players
    assert all(len(hand) == size and hand == sorted(hand) for hand in hands)
    total = sum(suit == 0 for suit, _ in dealt)
    total += rules.values * ((1, rules.values - 1) in dealt)
    while not game.is_over:
        moves = game.legal_moves()
        assert moves and len(set(moves)) == len(moves)
        game.play(chance.choice(moves))
    assert sum(game.scores()) == total
    assert len(game.moves) == len(dealt)
    again = hearts.new(rules, deal=hands, seed=seed)
    for move in game.moves:
        again.play(move)
    assert again.scores() == game.scores()


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=20))
def test_any_text_is_a_move_or_a_clear_error(text: str) -> None:
    for game in (hearts.new(seed=1), hearts.new(suits=4, seed=1)):
        before = game.copy()
        try:
            game.play(text)
        except CardcoreError as error:
            assert str(error)
            assert game == before
        else:
            assert cardcore.replay(game.record()) == game
