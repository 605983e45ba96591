"""The native game of five-card draw against the reference, in lockstep."""

import random
from typing import Any

import pytest

from cardcore import IllegalMoveError, draw
from cardcore.reference.draw import DrawGame


def random_rules(source: random.Random, tiny: bool) -> dict[str, Any]:
    return {
        "players": source.randint(2, 5),
        "stack": source.randint(1, 12) if tiny else source.randint(20, 200),
        "ante": source.randint(0, 3),
        "small_bet": source.randint(1, 4),
        "big_bet": source.randint(1, 6),
        "raises": source.randint(0, 4),
    }


@pytest.mark.parametrize("tiny", [True, False])
def test_both_play_the_same_matches(tiny: bool) -> None:
    source = random.Random(f"draw {tiny}")
    finished = 0
    for _ in range(400):
        rules = random_rules(source, tiny)
        size = source.randint(10 * rules["players"], 52)
        decks = [source.sample(range(52), size) for _ in range(source.randint(0, 3))]
        rules["hands"] = len(decks) + source.randint(0 if decks else 1, 2)
        rules["seed"] = source.getrandbits(64)
        native = draw.new(deal=decks, **rules)
        reference = DrawGame(decks, **rules)
        while True:
            assert native.to_move == reference.to_move
            assert native.is_over == reference.is_over
            assert native.legal_moves() == reference.legal_moves()
            assert native.scores() == reference.scores()
            view = native.view(0)
            assert view.phase == reference.phase
            assert view.stacks == reference.stacks
            assert view.paid == reference.paid
            assert view.button == reference.button
            assert view.hand_number == reference.number + 1
            for seat, hand in reference.hands.items():
                if not native.is_over:
                    shown = [card.number for card in native.view(seat).hand]
                    assert shown == sorted(hand)
            if native.is_over:
                break
            # Folding ends too many hands early: call more often.
            moves = [
                move for move in native.legal_moves() if move != "fold" or source.random() < 0.5
            ]
            move = source.choice(moves)
            native.play(move)
            reference.play(move)
        finished += 1
    assert finished == 400


def test_both_refuse_the_same_moves() -> None:
    source = random.Random(3)
    words = ["fold", "check", "call", "bet", "raise", "discard", "discard 2c", "discard As Ks"]
    for _ in range(60):
        decks = [source.sample(range(52), 20)]
        native, reference = draw.new(deal=decks, stack=9), DrawGame(decks, stack=9)
        while not native.is_over:
            for word in words:
                if word in native.legal_moves():
                    continue
                before = native.copy()
                with pytest.raises(IllegalMoveError):
                    native.play(word)
                with pytest.raises(IllegalMoveError):
                    reference.play(word)
                assert native == before
            move = source.choice(native.legal_moves())
            native.play(move)
            reference.play(move)
        assert native.scores() == reference.scores()
