"""Hand histories in PHH: round trips, published notation, and errors with lines."""

import random
from typing import Any

import pytest

import cardcore
from cardcore import ParseError, draw

GAMES = [
    draw.Rules.single_draw(players=3, hands=3, stack=30),
    draw.Rules.single_draw(players=4, hands=2, straddle=4, stack=12),
    draw.Rules.triple_draw(hands=3, stack=25),
    draw.Rules.badugi(players=3, hands=3, stack=25),
    draw.Rules.badugi(hands=2, ante=1, small_blind=0, big_blind=0),
]

HAND = """\
# A hand with comments.
variant = "N2L1D"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 50.0]
actions = [
  "d dh p1 8c7d4h3s2c",  # the big blind
  "d dh p2 KsQdTh9s2d",

  "p2 cc # a comment of the action",
  "p1 cbr 6",
  "p2 cc",
  # the draw
  "p1 sd",
  "p2 sd KsQd",
  "d dh p2 5c6d",
  "p1 cbr 10",
  "p2 f",
]
players = ["Ann", "Bob"]
"""


@pytest.mark.parametrize("rules", GAMES)
def test_matches_come_back_hand_by_hand(rules: draw.Rules) -> None:
    source = random.Random(1)
    for seed in range(10):
        game = draw.new(rules, seed=seed)
        while not game.is_over:
            moves = game.legal_moves()
            game.play(source.choice([move for move in moves if move != "fold"] or moves))
        hands = draw.from_phh(draw.to_phh(game))
        moves, totals = [], [0] * game.seats
        for hand in hands:
            played = cardcore.replay(hand)
            assert played.is_over
            moves += played.moves
            for place, score in enumerate(played.scores()):
                totals[int(hand["seats"][place].removeprefix("seat "))] += score
        assert moves == game.moves
        assert totals == game.scores()


def test_a_hand_is_read() -> None:
    [hand] = draw.from_phh(HAND)
    assert hand["seats"] == ["Ann", "Bob"]
    assert (hand["stacks"], hand["result"]) == ([100, 50], [6, -6])
    moves = ["call", "raise to 6", "call", "discard", "discard Qd Ks", "bet 10", "fold"]
    assert hand["moves"] == moves
    assert cardcore.replay(hand).view(1).last["net"] == [6, -6]


def test_a_hand_in_progress_is_written_as_far_as_it_goes() -> None:
    game = draw.new(draw.Rules.single_draw(hands=1), seed=1)
    game.play("call")
    [hand] = draw.from_phh(draw.to_phh(game))
    assert (hand["moves"], hand["result"]) == (["call"], None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('"N2L1D"', '"NT"'), "variant: expected one of F2L3D"),
        (("min_bet = 2", "min_bet ="), r"not TOML: .*line 5"),
        (("min_bet = 2\n", ""), "the field 'min_bet' is missing"),
        (("min_bet = 2", "min_bet = 2.5"), "min_bet: expected whole numbers of chips, found 2.5"),
        (("[0, 0]", "[0, 3]"), "antes: expected the same ante"),
        (("[0, 0]", "[0]"), "antes: expected 2 numbers"),
        (("8c7d4h3s2c", "??????????"), "line 8: action 1, 'd dh p1 .*unknown cards"),
        (("8c7d4h3s2c", "8c7d4h3s2x"), "line 8: action 1.*unknown suit 'x'"),
        (("p2 cc #", "p1 cc #"), "line 11: action 3, 'p1 cc': expected a move of p2"),
        (("p1 cbr 6", "p1 cbr 3"), "line 12: action 4, 'p1 cbr 3'.*expected 4 to"),
        (("p1 cbr 6", "p1 cbr all"), "line 12: action 4.*expected a whole number of chips"),
        (("p1 cbr 6", "p1 shove"), "line 12: action 4, 'p1 shove': expected f, cc, cbr"),
        (("p2 sd KsQd", "p2 sd AsQd"), "line 16: action 7, 'p2 sd AsQd'.*'As' is not in the hand"),
        (("d dh p1 8c", "d dh p9 8c"), "expected a player from p1 to p2, found 'p9'"),
        (("[100, 50.0]", "[100, inf]"), "starting_stacks: expected whole numbers"),
    ],
)
def test_errors_name_the_line(change: tuple[str, str], message: str) -> None:
    assert change[0] in HAND
    with pytest.raises(ParseError, match=message):
        draw.from_phh(HAND.replace(*change, 1))


def test_tables_that_one_deck_cannot_serve_are_refused() -> None:
    four = """variant = "FB"
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, 0]
small_bet = 2
big_bet = 4
starting_stacks = [200, 200, 200, 200]
actions = ["d dh p1 2c3d4h5s", "d dh p2 2d3h4s5c", "d dh p3 2h3s4c5d", "d dh p4 2s3c4d5h"]
"""
    with pytest.raises(ParseError, match="players = 4, draws = 3: expected at most 3 players"):
        draw.from_phh(four)


@pytest.mark.parametrize("text", ["", "[1]", "x = 1", "variant = 3", "[a]\nvariant='FB'"])
def test_other_files_are_refused(text: str) -> None:
    with pytest.raises(ParseError, match="PHH"):
        draw.from_phh(text)


@pytest.mark.parametrize(
    "rules",
    [{}, {"ranking": "2-7"}, {"ranking": "badugi", "draws": 2}, {"betting": "no-limit"}],
)
def test_other_games_have_no_code(rules: dict[str, Any]) -> None:
    game = draw.new(seed=1, **rules)
    game.play(game.legal_moves()[0])
    with pytest.raises(ValueError, match=r"PHH has no code for .* expected F2L3D"):
        draw.to_phh(game)
