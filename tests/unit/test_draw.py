"""The game of five-card draw from Python: arguments, records, views, samples, bots."""

import json
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import cardcore
from cardcore import Card, Game, IllegalMoveError, ParseError, draw
from cardcore.reference import draw as reference

DECK = "As Ah 9d 7c 4s  Ks Kh 9c 7d 4h  2c 2d 2h 2s 3c 3d 4c 5c 5d 5h"


def positions(matches: int, **rules: Any) -> Iterator[Game]:
    """Give every position of some random matches."""
    for seed in range(matches):
        source = random.Random(seed)
        game = draw.new(players=2 + seed % 4, seed=seed, **rules)
        while not game.is_over:
            yield game
            game.play(source.choice(game.legal_moves()))
        yield game


def test_the_usual_match() -> None:
    game = draw.new(seed=1)
    assert game.rules == {
        "players": 2,
        "hands": 10,
        "stack": 100,
        "ante": 1,
        "small_bet": 2,
        "big_bet": 4,
        "raises": 3,
    }
    assert (game.name, game.seats, game.to_move, game.low_score_wins) == ("draw", 2, 0, False)
    assert game.legal_moves() == ["check", "bet"]
    bots = ["random", "pattern", "class", "equity", "adaptive", "nash"]
    assert [name for name, _ in game.bots()] == bots


def test_discards_are_listed_in_binary_order_of_the_sorted_hand() -> None:
    game = draw.new(deal=[DECK])
    game.play("check")
    game.play("check")
    hand = game.view(0).hand
    assert hand == sorted(hand)
    moves = game.legal_moves()
    assert moves[:4] == ["discard", "discard 4s", "discard 7c", "discard 4s 7c"]
    assert moves[31] == "discard 4s 7c 9d Ah As"
    game.play("DISCARD as,4s")
    assert game.moves[-1] == "discard 4s As"
    assert game.view(0).discarded == [Card("4s"), Card("As")]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"players": 1}, ValueError, "players: expected a whole number from 2 to 5, found 1"),
        ({"players": 6}, ValueError, "players: expected a whole number from 2 to 5, found 6"),
        (
            {"players": -(10**50)},
            ValueError,
            "players: expected a whole number from 2 to 5, found -1",
        ),
        ({"players": 2.0}, TypeError, "players: expected a whole number from 2 to 5, found 2.0"),
        ({"stack": True}, TypeError, "found True"),
        ({"stack": 0}, ValueError, "stack: expected a whole number from 1 to 100000000, found 0"),
        ({"hands": 0}, ValueError, "hands: expected a whole number from 1 to 1000000, found 0"),
        ({"ante": -1}, ValueError, "ante: expected a whole number from 0 to 100000000, found -1"),
        ({"small_bet": 0}, ValueError, "small_bet: expected a whole number from 1"),
        ({"big_bet": 2**64}, ValueError, "big_bet: expected a whole number from 1"),
        ({"raises": "3"}, TypeError, "raises: expected a whole number from 0 to 1000, found '3'"),
        ({"deal": DECK}, TypeError, "deal: expected a list of decks"),
        ({"deal": 3}, TypeError, "deal: expected a list of decks, one per hand, found 3"),
        ({"deal": [DECK], "players": 3}, ParseError, "deck 1: expected 30 to 52 cards"),
        ({"deal": [DECK, DECK], "hands": 1}, ValueError, "at most 1 decks"),
        ({"deal": [DECK, DECK.replace("5h", "As")]}, ParseError, "deck 2: card 20 of 20, 'As'"),
        ({"deal": [["As", "Xx"]]}, ParseError, "deck 1: card 2 of 2, 'Xx'"),
        ({"deal": [DECK, 3]}, TypeError, "deck 2: expected cards"),
        ({"seed": -1}, ValueError, "seed"),
    ],
)
def test_wrong_arguments_are_told(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        draw.new(**arguments)
    assert message in str(caught.value)


def test_decks_may_be_anything_that_stands_for_cards() -> None:
    games = [
        draw.new(deal=[cards], seed=1)
        for cards in (
            DECK,
            DECK.split(),
            [Card(text) for text in DECK.split()],
            np.array([Card(text).number for text in DECK.split()], np.uint8),
        )
    ]
    assert all(game == games[0] for game in games)


def test_hands_without_a_deck_come_from_the_seed() -> None:
    def second_hand(seed: int) -> list[Card]:
        game = draw.new(deal=[DECK], hands=2, seed=seed)
        game.play("bet")
        game.play("fold")
        hand: list[Card] = game.view(0).hand
        return hand

    assert second_hand(1) == second_hand(1) != second_hand(2)


def test_records_give_the_identical_match() -> None:
    for game in positions(12, hands=3, stack=15):
        record = json.loads(json.dumps(game.record()))
        again = cardcore.replay(record)
        assert again == game
        assert again.record() == record
    given = draw.new(deal=[DECK], hands=2, seed=3)
    given.play("bet")
    assert cardcore.replay(given.record()) == given
    assert pickle.loads(pickle.dumps(given)) == given


def test_a_tampered_record_is_told() -> None:
    game = draw.new(deal=[DECK])
    for move in ("check", "check", "discard 9d"):
        game.play(move)
    record = game.record()
    with pytest.raises(ParseError, match=r"move 3: seat 0, move 'discard 9h': '9h' is not in"):
        cardcore.replay({**record, "moves": ["check", "check", "discard 9h"]})
    with pytest.raises(ParseError, match="record: the game cannot be set up: players"):
        cardcore.replay({**record, "rules": {**record["rules"], "players": 9}})


def test_views_never_hold_a_hidden_card() -> None:
    """Search the serialized views for every card that the seat cannot know."""
    seen = 0
    for game in positions(40, hands=2, stack=12):
        for seat in range(game.seats):
            view = game.view(seat)
            known = {str(card) for card in view.hand + view.discarded}
            if view.last is not None:
                known |= {str(card) for hand in view.last["shown"] if hand for card in hand}
            text = json.dumps(view.to_dict())
            hidden = {str(Card(number)) for number in range(52)} - known
            assert not [card for card in hidden if card in text], text
            seen += 1
    assert seen > 2000


def test_a_view_has_everything_public() -> None:
    game = draw.new(deal=[DECK])
    for move in ("bet", "raise", "call", "discard 9d 7c 4s", "discard"):
        game.play(move)
    view = game.view(1)
    assert view.moves == [(0, "bet"), (1, "raise"), (0, "call"), (0, "draw 3"), (1, "draw 0")]
    assert (view.pot, view.stacks, view.drawn) == (10, [95, 95], [3, 0])
    assert (view.phase, view.to_call, view.raises_left) == ("second bets", 0, 3)
    for move in ("bet", "fold"):
        game.play(move)
    last = game.view(1).last
    assert last["shown"] == [None, None]
    assert last["pots"] == [{"chips": 10, "seats": [0], "winners": [0]}]
    assert last["net"] == [5, -5]


def test_samples_look_the_same_and_vary() -> None:
    game = draw.new(players=3, seed=4, hands=2)
    for move in ("bet", "call", "call"):
        game.play(move)
    view = game.view(0)
    imagined = [view.sample(seed=seed) for seed in range(20)]
    assert all(other.view(0).to_dict() == view.to_dict() for other in imagined)
    assert len({str(other.view(1).hand) for other in imagined}) > 15
    assert view.sample(seed=1) == view.sample(seed=1)


def test_illegal_moves_say_why_and_change_nothing() -> None:
    game = draw.new(deal=[DECK])
    before = game.copy()
    for text, error, message in [
        ("call", IllegalMoveError, "seat 0, move 'call': there is nothing to call"),
        ("discard", IllegalMoveError, "players are betting, expected check or bet"),
        ("shove", ParseError, "move 'shove': expected fold, check, call"),
        ("discard Zz", ParseError, "unknown rank 'Z'"),
        (3, TypeError, "expected a move, found 3"),
    ]:
        with pytest.raises(error, match=message):
            game.play(text)
        assert game == before
    game.play("bet")
    game.play("fold")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.play("check")


def test_bots_play_whole_matches_and_choose_the_same_again() -> None:
    for players in range(2, 6):
        game = draw.new(players=players, hands=20, stack=30, seed=players)
        names = ["equity", "class", "pattern", "random", "equity"][:players]
        cardcore.play(game, names, seed=1)
        again = draw.new(players=players, hands=20, stack=30, seed=players)
        cardcore.play(again, names, seed=1)
        assert game == again
        assert sum(game.scores()) == 0


def test_the_equity_bot_bluffs_only_at_times() -> None:
    """With nothing against an opponent who checked, it bets sometimes and mostly checks."""
    game = draw.new(deal=["Ks Kh 9c 7d 4h  2c 3d 5h 7s 8d  Tc Td Th Ts Jc Jd Jh Js Qc Qd"])
    for move in ("check", "check", "discard 9c 7d 4h", "discard", "check"):
        game.play(move)
    view = game.view(1)
    chosen = Counter(view.choose("equity", seed=seed) for seed in range(300))
    assert set(chosen) == {"check", "bet"}
    # A bet of 4 over a pot of 2 with bet and call: 4 / 10.
    assert 80 < chosen["bet"] < 160


def test_pots_by_chips_of_the_reference() -> None:
    # Three all in for 3, 7 and 10, the last of whom gets 3 back; a fourth folded after 5.
    keys: dict[int, tuple[int, ...]] = {0: (3,), 1: (2,), 2: (1,)}
    assert reference.settle([3, 7, 7, 5], keys, [0, 1, 2, 3]) == {0: 12, 1: 10}
    # Two share 7 chips: the odd one goes to the first in the order of play.
    assert reference.settle([3, 3, 1], {0: (1,), 1: (1,)}, [1, 2, 0]) == {1: 4, 0: 3}
