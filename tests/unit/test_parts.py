"""Matches: which hand, round or deal is played, and how the last one ended."""

from typing import Any

import pytest

from cardcore import draw, hearts
from tests.random_play import VARIANTS, positions, viewers

#: What the parts of a match are called.
KINDS = {"draw": "hand", "president": "round", "hearts": "deal"}

#: The 52 cards with a suit for each of four hands.
SUITS = [" ".join(rank + suit for rank in "23456789TJQKA") for suit in "cdhs"]

MATCHES: list[tuple[str, dict[str, Any]]] = [
    *((name, rules) for name, rules in VARIANTS if name in KINDS and "suits" not in rules),
    ("draw", {"players": 3, "hands": 40, "stack": 6}),
    ("president", {"players": 2, "rounds": 5}),
    ("hearts", {"target": None}),
    *(
        ("hearts", {"passing": False, "moon": moon, "target": 60, "deals": [SUITS, SUITS[::-1]]})
        for moon in ("add", "subtract", "none")
    ),
]


@pytest.mark.parametrize(("name", "rules"), MATCHES)
def test_the_scores_of_all_parts_add_up_to_those_of_the_match(
    name: str, rules: dict[str, Any]
) -> None:
    total: list[int] = []
    ended = 0
    for game in positions(name, rules, 4):
        views = [game.view(viewer) for viewer in viewers(game)]
        part, last = views[0].part, views[0].last
        assert all(view.part == part and view.last == last for view in views)
        assert part is not None and part["kind"] == KINDS[name]
        if not game.moves:
            assert last is None and part["number"] == 1
            total, ended = [0] * game.seats, 0
        elif last is not None and last["number"] != ended:
            # A part at a time, counted from 1.
            ended += 1
            assert last["number"] == ended
            total = [sum(pair) for pair in zip(total, last["scores"], strict=True)]
        # The last part of a match stays where it is.
        assert part["number"] == (ended if game.is_over else ended + 1)
        assert part["of"] is None or ended <= part["of"]
        under_way = [*views[0].points] if name == "hearts" else [0] * game.seats
        if name == "hearts" and views[0].jack is not None:
            under_way[views[0].jack] -= 10
        scores = [sum(pair) for pair in zip(total, under_way, strict=True)]
        assert game.scores() == scores
        if game.is_over:
            assert game.scores() == total
            assert ended > 0


@pytest.mark.parametrize(
    ("name", "rules", "of"),
    [
        ("draw", {"hands": 7}, 7),
        ("president", {"rounds": 2}, 2),
        ("hearts", {"target": None}, 1),
        ("hearts", {"target": 50}, None),
    ],
)
def test_how_many_parts_there_are_is_told_if_it_is_known(
    name: str, rules: dict[str, Any], of: int | None
) -> None:
    for game in positions(name, rules, 1):
        assert game.view(0).part["of"] == of


@pytest.mark.parametrize(
    ("name", "rules"),
    [("chopsticks", {}), ("ends", {}), ("hearts", {"suits": 3, "values": 5})],
)
def test_a_single_game_has_no_parts(name: str, rules: dict[str, Any]) -> None:
    for game in positions(name, rules, 1):
        for viewer in viewers(game):
            assert game.view(viewer).part is None
            assert game.view(viewer).last is None


@pytest.mark.parametrize(
    ("moon", "scores"),
    [("add", [0, 26, 26, 26]), ("subtract", [-26, 0, 0, 0]), ("none", [26, 0, 0, 0])],
)
def test_a_moon_is_told_with_what_it_came_to(moon: hearts.Moon, scores: list[int]) -> None:
    game = hearts.new(passing=False, moon=moon, target=26, deal=SUITS)
    for _ in range(52):
        game.play(game.legal_moves()[0])
    last = game.view(None).last
    assert last == {"number": 1, "scores": scores, "points": [26, 0, 0, 0], "moon": 0, "jack": None}
    assert game.scores() == scores
    assert game.is_over == (moon != "subtract")


def test_the_places_of_a_round_are_its_scores() -> None:
    for game in positions("president", {"players": 5, "rounds": 3}, 2):
        view = game.view(None)
        if view.last is not None:
            assert view.last["scores"] == view.last["places"]
            assert sorted(view.last["places"]) == [1, 2, 3, 4, 5]
            assert view.last["roles"] == view.roles
            assert view.last["places"] == [record[-1] for record in view.records]


def test_only_those_who_stay_to_the_end_of_a_hand_show_it() -> None:
    shown = kept = 0
    before = draw.new(seed=0)
    for game in positions("draw", {"players": 4, "hands": 30, "stack": 20}, 6):
        last = game.view(None).last
        if last is not None and last != before.view(None).last:
            folds = {before.to_move} if game.moves[-1] == "fold" else set()
            status = enumerate(before.view(None).status)
            left = {seat for seat, state in status if state in ("in", "all in")} - folds
            for seat, hand in enumerate(last["shown"]):
                if seat not in left or len(left) == 1:
                    assert hand is None
                    kept += 1
                else:
                    assert hand is not None
                    # The last move of a hand may be a draw, if everybody is all in.
                    assert hand == before.view(seat).hand or seat == before.to_move
                    shown += 1
        before = game.copy()
    assert shown > 50 and kept > 50
