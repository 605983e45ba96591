"""Hearts in Python: rules, deals, moves, views, records, solutions, and what is refused."""

import copy
import pickle
import random
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import cardcore
from cardcore import Card, IllegalMoveError, ParseError, arena, hearts
from cardcore.hearts import Rules

SUITS = {
    "c": "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac",
    "d": "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad",
    "h": "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah",
    "s": "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
}


def test_rules_are_values() -> None:
    assert Rules(4) == Rules(suits=4, values=13, players=4) != Rules(4, players=3)
    assert Rules() == Rules.standard() != Rules(4, 13)
    assert len({Rules(4, 13, 4), Rules(4, 13), Rules.standard(), Rules.standard(4)}) == 2
    assert (Rules().is_standard, Rules(values=13).is_standard) == (True, False)
    for rules in (Rules(3, 5, 7), Rules.standard(5, moon="subtract", target=None)):
        assert eval(repr(rules)) == rules
        assert pickle.loads(pickle.dumps(rules)) == rules
        with pytest.raises(AttributeError):
            rules.suits = 9  # type: ignore[misc]
    assert Rules.standard(target=0) == Rules.standard(target=None)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"suits": 1}, "suits: expected a whole number from 2 to 4096, found 1"),
        ({"suits": -3}, "suits: expected a whole number from 2 to 4096, found -3"),
        ({"values": 1}, "values: expected a whole number from 2 to 4096, found 1"),
        ({"values": 10**40}, "values: expected a whole number from 2 to 4096, found 1000"),
        ({"values": 4000}, "4 suits of 4000 values: expected at most 4096 cards"),
        ({"players": 1}, "players: expected a whole number from 2 to 4096, found 1"),
        ({"players": 0}, "players: expected a whole number from 2 to 4096, found 0"),
        ({"players": 53}, "players = 53: expected 3 to 6"),
        (
            {"values": 13, "players": 53},
            "players = 53: expected at most one for each of the 52 cards",
        ),
        ({"suits": 4, "passing": False}, "passing: only an option of the standard game"),
        ({"values": 9, "target": None}, "target: only an option of the standard game"),
    ],
    ids=str,
)
def test_invalid_rules(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Rules(**options)


@pytest.mark.parametrize("value", [2.0, "4", True, [4]], ids=repr)
def test_numbers_have_to_be_numbers(value: Any) -> None:
    with pytest.raises(TypeError, match="suits: expected a whole number from 2 to 4096, found"):
        Rules(suits=value)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"players": 2}, ValueError, "players = 2: expected 3 to 6"),
        ({"target": -1}, ValueError, "target: expected a whole number from 1 to 1000000, found -1"),
        (
            {"target": 10**9},
            ValueError,
            "target: expected a whole number from 1 to 1000000, found 1000000000",
        ),
        ({"moon": "full"}, ValueError, "moon = 'full': expected one of none, add, subtract"),
        ({"moon": 1}, TypeError, "moon: expected a name, found 1"),
        ({"passing": "yes"}, TypeError, "passing: expected True or False, found 'yes'"),
    ],
    ids=str,
)
def test_invalid_house_rules(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        Rules.standard(**options)


@pytest.mark.parametrize(
    "value", [Decimal("sNaN"), Decimal(0), 0.0, Fraction(0), np.array([0, 1]), False], ids=repr
)
def test_what_is_not_a_whole_number_is_no_target(value: Any) -> None:
    with pytest.raises(TypeError, match=r"^target: expected a whole number from 1 to 1000000, fo"):
        Rules.standard(target=value)
    for option in ("target", "passing", "moon"):
        with pytest.raises(ValueError, match=f"^{option}: only an option of the standard game$"):
            Rules(suits=3, **{option: value})


def test_a_target_of_zero_is_none() -> None:
    assert Rules(target=0) == Rules(target=np.int64(0)) == Rules(target=None)  # type: ignore[arg-type]


def test_rules_can_be_given_by_name() -> None:
    assert hearts.new(seed=1) == hearts.new(Rules(), seed=1)
    assert hearts.new(suits=3, values=5, players=2, seed=1) == hearts.new(Rules(3, 5, 2), seed=1)
    assert hearts.new(seed=1) == hearts.new(Rules.standard(), seed=1)
    assert hearts.new(values=13, seed=1) == hearts.new(Rules(4, 13, 4), seed=1)
    named = hearts.new(players=3, moon="subtract", target=0, seed=1)
    assert named == hearts.new(Rules.standard(3, moon="subtract", target=None), seed=1)
    assert hearts.new({"players": 3}, players=3, seed=1) == hearts.new(players=3, seed=1)
    assert hearts.new(Rules(players=3), players=3, seed=1).seats == 3
    with pytest.raises(ValueError, match="players = 4: the rules are for 3"):
        hearts.new(Rules(players=3), players=4)
    with pytest.raises(ValueError, match="suits: expected no option together with rules"):
        hearts.new(Rules(), suits=3)
    with pytest.raises(TypeError, match="'standard' is not a rule of hearts, expected one of"):
        hearts.new(standard=False)
    with pytest.raises(ValueError, match="moon: only an option of the standard game"):
        hearts.new(moon="none", suits=4)
    with pytest.raises(TypeError, match="'size' is not a rule of hearts, expected one of suits"):
        hearts.new(size="red")
    with pytest.raises(TypeError, match=r"rules: expected hearts\.Rules, found 'standard'"):
        hearts.new("standard")  # type: ignore[arg-type]


def test_a_deal_in_any_form_is_the_same() -> None:
    rules = Rules(2, 3, 2)
    pairs = [[(0, 1), (1, 2), (0, 3)], [(1, 3), (0, 2), (1, 1)]]
    game = hearts.new(rules, deal=pairs, seed=1)
    texts = [["0-1", "1-2", "0-3"], ["1-3", "0-2", "1-1"]]
    deal: Any
    for deal in (texts, ["0-1 1-2 0-3", "1-3,0-2,1-1"], [[[0, 1], "1-2", (0, 3)], texts[1]]):
        assert hearts.new(rules, deal=deal, seed=1) == game
    assert [game.view(seat).hand for seat in (0, 1)] == [sorted(hand) for hand in pairs]
    standard = Rules.standard(passing=False)
    spread = hearts.new(standard, deal=SUITS.values(), seed=1)
    cards = [cardcore.parse_cards(hand) for hand in SUITS.values()]
    assert hearts.new(standard, deal=cards, seed=1) == spread
    assert spread.view(2).hand == cards[2]


@pytest.mark.parametrize(
    ("deal", "error", "message"),
    [
        ([], ParseError, "expected 2 hands, found 0"),
        (["0-1 1-2 0-3"], ParseError, "expected 2 hands, found 1"),
        (["0-1 1-2 0-3", "1-3 0-2"], ParseError, "hand 2: expected 3 cards, found 2"),
        (["0-1 1-2 0-3", "1-3 0-2 0-1"], ParseError, "hand 2, card 3, '0-1': dealt twice"),
        (["0-1 1-2 0-4", "1-3 0-2 0-1"], ParseError, "hand 1: '0-4' is not in the deck"),
        ([[(0, 1), (9, 9)], []], ParseError, "hand 1, card 2: '9-9' is not in the deck"),
        ([[(0, 1), (0, -1)], []], ParseError, "hand 1, card 2: '0--1' is not a card"),
        ([["0-1 0-2"], []], ParseError, "hand 1, card 1: expected one card, found 2"),
        ([[3.5], []], ParseError, "hand 1, card 1: expected a card, found 3.5"),
        ("0-1 1-2", TypeError, "deal: expected a list of hands, found '0-1 1-2'"),
        ([3, 4], TypeError, "hand 1: expected cards, found 3"),
        (5, TypeError, "deal: expected a list of hands, found 5"),
    ],
    ids=str,
)
def test_deals_that_are_none(deal: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        hearts.new(Rules(2, 3, 2), deal=deal)


def test_standard_deals_name_the_wrong_card() -> None:
    hands = [hand.split() for hand in SUITS.values()]
    hands[1][4] = "Xd"
    with pytest.raises(ParseError, match=r"hand 2, card 5: .*unknown rank 'X'"):
        hearts.new(Rules.standard(), deal=hands)
    with pytest.raises(ParseError, match="hand 1: '2d' is not in the deck of 3 players"):
        hearts.new(Rules.standard(3), deal=["2d", "", ""])


def test_moves_are_text_pairs_or_cards() -> None:
    game = hearts.new(Rules(2, 3, 2), deal=["0-1 1-2 0-3", "1-3 0-2 1-1"])
    game.play((1, 2))
    game.play("1-1")
    assert game.moves == ["1-2", "1-1"]
    spread = hearts.new(Rules.standard(passing=False), deal=SUITS.values())
    spread.play(Card("2c"))
    spread.play("2D")
    assert spread.moves == ["2c", "2d"]


def test_illegal_moves_change_nothing() -> None:
    game = hearts.new(Rules(2, 3, 2), deal=["0-1 1-2 0-3", "1-3 0-2 1-1"])
    before = game.copy()
    for move, error, message in [
        ("0-1", IllegalMoveError, "seat 0, move '0-1': expected '1-2', which opens the deal"),
        ("1-3", IllegalMoveError, "seat 0, move '1-3': '1-3' is not in the hand: 0-1 0-3 1-2"),
        ("7-1", ParseError, "move '7-1': '7-1' is not in the deck"),
        ("", ParseError, "move '': expected one card, found 0"),
        ((1, 2, 3), TypeError, "expected a move, found (1, 2, 3)"),
        (None, TypeError, "expected a move, found None"),
    ]:
        with pytest.raises(error, match=re.escape(message)):
            game.play(move)
    assert game == before
    while not game.is_over:
        game.play(game.legal_moves()[0])
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.play("0-1")


def test_a_view_shows_what_the_seat_may_know() -> None:
    game = hearts.new(Rules(3, 3, 3), deal=["1-1 1-2 0-1", "0-2 0-3 2-1", "2-2 2-3 1-3"])
    game.play("1-2")
    game.play("0-2")
    view = game.view(2)
    assert view.hand == [(1, 3), (2, 2), (2, 3)]
    assert view.trick == view.plays == [(0, (1, 2)), (1, (0, 2))]
    assert (view.led, view.voids, view.points) == (1, [[], [1], []], [0, 0, 0])
    assert (view.hearts_broken, view.special_played, view.opening) == (True, True, (1, 2))
    assert view.legal_moves() == ["1-3"] and game.view(0).legal_moves() == []
    with pytest.raises(AttributeError, match="a hearts view has no 'hands'"):
        _ = view.hands  # type: ignore[attr-defined]

    game = hearts.new(Rules.standard(), deal=SUITS.values())
    view = game.view(1)
    assert (view.passing, view.passes_to, view.passed, view.opening) == (True, 2, None, None)
    for suit in SUITS:
        game.play(f"pass A{suit} K{suit} Q{suit}")
    assert game.view(1).passed == cardcore.parse_cards("Qd Kd Ad")
    assert game.view(1).received == cardcore.parse_cards("Qc Kc Ac")
    assert game.view(1).opening == Card("2c")
    game.play("2c")
    assert game.view(3).led == "c" and game.view(3).totals == [0, 0, 0, 0]


@pytest.mark.parametrize("queen_breaks_hearts", [True, False])
def test_hearts_are_broken_when_they_may_be_led(queen_breaks_hearts: bool) -> None:
    rules = Rules.standard(passing=False, target=None, queen_breaks_hearts=queen_breaks_hearts)
    led_after_the_queen_alone = set()
    for seed in range(60):
        game, choices = hearts.new(rules, seed=seed), random.Random(seed)
        while not game.is_over:
            assert game.to_move is not None
            view, moves = game.view(game.to_move), game.legal_moves()
            suits = {str(card)[1] for card in view.hand}
            if view.plays and not view.trick and "h" in suits and len(suits) > 1:
                assert view.hearts_broken == any(move[1] == "h" for move in moves)
                if view.special_played and all(str(card)[1] != "h" for _, card in view.plays):
                    led_after_the_queen_alone.add(view.hearts_broken)
            game.play(choices.choice(moves))
    assert led_after_the_queen_alone == {queen_breaks_hearts}


def test_sampled_games_show_the_same_view() -> None:
    game = hearts.new(Rules.standard(target=None), seed=3)
    while not game.is_over:
        for seat in range(4):
            view = game.view(seat)
            sampled = view.sample(seed=7)
            assert sampled.view(seat).to_dict() == view.to_dict()
            assert sampled == view.sample(seed=7)
            assert sampled.legal_moves() == game.legal_moves() or seat != game.to_move
        game.play(game.view(game.to_move).choose("random", seed=len(game.moves)))


@pytest.mark.parametrize(
    "game",
    [
        hearts.new(Rules(3, 5, 4), seed=5),
        hearts.new(Rules(2, 3, 2), deal=["0-1 1-2 0-3", "1-3 0-2 1-1"]),
        hearts.new(Rules.standard(5, target=20, moon="subtract"), seed=5),
        hearts.new(Rules.standard(passing=False, target=None), deal=SUITS.values(), seed=1),
    ],
    ids=["generalized", "dealt", "match", "spread"],
)
def test_games_are_recorded_copied_and_pickled(game: cardcore.Game) -> None:
    game = game.copy()
    for _ in range(6):
        game.play(game.legal_moves()[-1])
    for twin in (cardcore.replay(game.record()), pickle.loads(pickle.dumps(game)), copy.copy(game)):
        assert twin == game
    cardcore.play(game, ["greedy"] * game.seats)
    assert cardcore.replay(game.record()) == game
    assert game.record()["result"] == game.scores()


def test_solving() -> None:
    game = hearts.new(Rules(4, 6, 4), seed=2)
    solution = hearts.solve(game)
    assert len(solution.moves) == 24 and sum(solution.scores) == 12
    for move in solution.moves:
        # On the line of the solution, what follows is the rest of it.
        assert hearts.solve(game).scores == solution.scores
        game.play(move)
    assert game.is_over and game.scores() == solution.scores == hearts.solve(game).scores
    with pytest.raises(ValueError, match="52 cards are left to play, expected at most 32"):
        hearts.solve(hearts.new(passing=False, seed=1))
    with pytest.raises(ValueError, match="cards are still to be passed"):
        hearts.solve(hearts.new(seed=1))


def test_solving_a_match_solves_its_deal() -> None:
    game = hearts.new(Rules.standard(passing=False), seed=4)
    for _ in range(28):
        game.play(game.view(game.to_move).choose("greedy"))
    solution = hearts.solve(game)
    assert len(solution.moves) == 24 and sum(solution.scores) in (26, 78)
    for move in solution.moves:
        game.play(move)
    assert game.scores() == solution.scores and not game.is_over


def test_random_play_averages_six_and_two_thirds() -> None:
    # With the moon added to the others, about 6.64 a seat. Moons are about one deal in a hundred
    # and add 13 a seat, so the mean over 100,000 deals is within 0.02 almost always.
    means = hearts.random_means(Rules.standard(passing=False, target=None), 100_000, seed=1)
    assert sum(means) / 4 == pytest.approx(6.64, abs=0.02)
    assert sum(hearts.random_means(Rules(3, 5, 2), 100)) <= 10
    with pytest.raises(ValueError, match="games: expected a whole number from 1 to"):
        hearts.random_means(games=0)


def test_greedy_beats_chance_in_the_arena() -> None:
    rules = Rules.standard(target=None)
    players = ["greedy", "random", "greedy", "random"]
    result = arena.run("hearts", players, games=4000, seed=1, rules=rules)
    assert result.low_score_wins
    assert max(result.bots[0].mean, result.bots[2].mean) + 2 < result.bots[1].mean
    assert cardcore.bots("hearts") == ["random", "greedy", "rule", "shooter", "policy", "search"]
    assert arena.run("hearts", ["random"] * 7, games=7, seed=1, suits=4).bots[6].games == 7


def test_the_jack_of_diamonds_takes_ten_points_off() -> None:
    game = hearts.new(jack=True, passing=False, target=None, seed=2)
    assert game.rules["jack"] is True and game.view(0).jack is None
    while not game.is_over:
        taker = game.view(None).jack
        scores, points = game.scores(), game.view(None).points
        expected = [taken - 10 * (seat == taker) for seat, taken in enumerate(points)]
        assert scores == expected
        game.play(game.legal_moves()[-1])
    last = game.view(None).last
    assert last is not None and last["jack"] is not None
    assert last["scores"] == game.scores() and sum(game.scores()) in (16, 68)


def test_records_from_before_the_jack_can_still_be_read() -> None:
    game = hearts.new(passing=False, target=None, seed=5)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    record = game.record()
    assert record["rules"].pop("jack") is False
    assert cardcore.replay(record).scores() == game.scores()


def test_the_jack_is_an_option_of_the_standard_game_only() -> None:
    with pytest.raises(ValueError, match="jack: only an option of the standard game"):
        Rules(suits=3, jack=True)
    with pytest.raises(TypeError, match="jack"):
        Rules(jack="yes")  # type: ignore[arg-type]
