"""What holds for every game: records, copies, pickles, views, refusals."""

import copy
import json
import pickle
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

import cardcore
from cardcore import IllegalMoveError, ParseError
from cardcore.records import replay_moves
from tests.random_play import HIDDEN, VARIANTS, positions, viewers


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_a_record_replays_to_the_identical_game(name: str, rules: dict[str, Any]) -> None:
    for number, game in enumerate(positions(name, rules, 2)):
        if number % 7 and not game.is_over:
            continue
        record = game.record()
        assert json.loads(json.dumps(record)) == record
        again = cardcore.replay(record)
        assert again == game
        assert again.record() == record
        assert [str(move) for move in again.legal_moves()] == list(map(str, game.legal_moves()))
        for seat in range(game.seats):
            assert again.view(seat).to_dict() == game.view(seat).to_dict()
        assert [text for _, text in replay_moves(record)] == game.moves
        assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize("name", cardcore.games())
def test_copies_go_their_own_way(name: str) -> None:
    game = cardcore.new(name, seed=5)
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        assert twin == game
        twin.play(twin.legal_moves()[0])
        assert twin != game
        assert game.moves == []


@pytest.mark.parametrize("name", cardcore.games())
def test_what_is_refused_changes_nothing(name: str) -> None:
    game = cardcore.new(name, seed=1)
    before = game.record()
    for wrong, error in [("nonsense", ParseError), ("", ParseError), (None, TypeError)]:
        with pytest.raises(error):
            game.play(wrong)
        assert game.record() == before
    for seat in (-1, game.seats):
        with pytest.raises(IndexError, match="seat: expected a whole number from 0 to"):
            game.view(seat)
    with pytest.raises(ValueError, match="depth: expected a whole number from 0 to 128, found 129"):
        game.perft(129)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.play(before["moves"][0] if before["moves"] else game.moves[0])


def tokens(value: object) -> Iterator[str]:
    """Give every word of a value made of JSON."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from tokens(inner)
    elif isinstance(value, list):
        if len(value) == 2 and all(isinstance(part, int) for part in value):
            yield "{}-{}".format(*value)
            return
        for inner in value:
            yield from tokens(inner)
    else:
        yield from str(value).split()


#: Facts through which a seat rightly knows cards that are now in other hands: what it passed or
#: traded itself, and the card that opens a deal of Hearts.
KNOWN = {"passed", "trade", "opening"}

#: Facts that are numbers or played in the open, and look like cards of Hearts.
OPEN = {"plays", "records", "voids", "counts", "scores", "totals", "points", "finished"}


@pytest.mark.parametrize(("name", "rules"), HIDDEN)
def test_no_view_holds_a_card_that_the_viewer_cannot_know(name: str, rules: dict[str, Any]) -> None:
    looked = 0
    for game in positions(name, rules, 12):
        views = [game.view(viewer).to_dict() for viewer in viewers(game)]
        hands = [set(tokens(view["hand"])) for view in views]
        for viewer, view in enumerate(views):
            hidden = {key: view[key] for key in view if key not in KNOWN | OPEN}
            if name == "draw" and view["last"]:
                # What was shown when the last hand ended may have been dealt again.
                hidden["last"] = {**view["last"], "shown": None}
            seen = set(tokens(hidden))
            for other, hand in enumerate(hands):
                if other != viewer:
                    assert not seen & hand, (viewer, other, view)
                    looked += len(hand)
    assert looked > 1000


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_a_view_says_what_it_has(name: str, rules: dict[str, Any]) -> None:
    game = cardcore.new(name, seed=2, **rules)
    assert game.to_move is not None
    view = game.view(game.to_move)
    assert (view.name, view.seat, view.to_move) == (name, game.to_move, game.to_move)
    assert [str(m) for m in view.legal_moves()] == [str(m) for m in game.legal_moves()]
    other = game.view((game.to_move + 1) % game.seats)
    assert other.legal_moves() == []
    for fact in view.to_dict():
        assert fact in dir(view)
        getattr(view, fact)
    with pytest.raises(AttributeError, match=f"a {name} view has no 'state'"):
        _ = view.state
    # What is pickled is what the seat knows, not the game.
    copied = pickle.loads(pickle.dumps(view))
    assert copied.to_dict() == view.to_dict() and copied.history == view.history
    for bot in cardcore.bots(name):
        assert view.choose(bot, seed=1) in view.legal_moves()
        assert view.choose(bot, seed=1) == view.choose(bot, seed=1)
        with pytest.raises(ValueError, match="not the turn"):
            other.choose(bot)
    with pytest.raises(
        ValueError, match=f"unknown bot 'nobody' for {name}, expected one of random"
    ):
        view.choose("nobody")
    sampled = view.sample(seed=3)
    assert sampled.view(view.seat).to_dict() == view.to_dict()
    with pytest.raises(ValueError, match="has no record"):
        sampled.record()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 3}, "record: expected format 1 or 2, found 3"),
        ({"format": True}, "record: expected format 1 or 2, found True"),
        ({"format": 1.0}, "record: expected format 1 or 2, found 1.0"),
        ({"format": 2.0}, "record: expected format 1 or 2, found 2.0"),
        ({"format": Decimal("sNaN")}, "record: expected format 1 or 2, found Decimal("),
        ({"game": "chess"}, "record: unknown game 'chess', expected one of draw, president"),
        ({"moves": "L"}, "record: moves: expected a list, found 'L'"),
        ({"moves": ["L", "X"]}, "record: move 2: move 'X': expected 'L' or 'R'"),
        ({"moves": ["L"] * 99}, "record: move 5: move 'L': the game is over"),
        ({"moves": [1]}, "record: move 1: expected a move as text, found 1"),
        ({"result": [1, 2]}, "record: the result is None, but it says [1, 2]"),
        ({"seats": ["a"]}, "record: seats: expected 2 names, found 1"),
        ({"seats": [1, 2]}, "record: seats: expected names, found [1, 2]"),
        ({"rules": []}, "record: rules: expected named values, found []"),
        ({"rules": {"nothing": 1}}, "record: rules: 'nothing' is not a rule of ends, expected"),
        ({"rules": {"seed": 1}}, "record: rules: 'seed' is not a rule of ends, expected"),
        ({"seed": -1}, "record: the game cannot be set up: "),
        ({"seed": None}, "record: expected a seed or a deal, found neither"),
    ],
)
def test_a_damaged_record_is_told_where(change: dict[str, Any], message: str) -> None:
    record = {**cardcore.new("ends", count=4, seed=1).record(), **change}
    with pytest.raises(ParseError) as error:
        cardcore.replay(record)
    assert str(error.value).startswith(message)


def test_a_result_is_of_whole_numbers() -> None:
    game = cardcore.new("ends", cards=[1, 0])
    game.play("L")
    game.play("L")
    record = game.record()
    assert record["result"] == [1, 0]
    for result in ([1.0, 0.0], [True, False], [Decimal("sNaN"), 0], [0, 1], (1, 0), None):
        with pytest.raises(ParseError, match=r"^record: the result is \[1, 0\], but it says "):
            cardcore.replay({**record, "result": result})


@pytest.mark.parametrize(
    ("name", "rules", "spelled"),
    [
        ("president", {"players": 2, "deal": ["3d", "4d"]}, [["3d"], [5]]),
        (
            "hearts",
            {"suits": 2, "values": 2, "players": 2, "deal": ["1-2 0-1", "1-1 0-2"]},
            [[1, 2]],
        ),
    ],
)
def test_the_moves_of_a_record_are_text(
    name: str, rules: dict[str, Any], spelled: list[Any]
) -> None:
    record = cardcore.new(name, **rules).record()
    for move in spelled:
        message = re.escape(f"record: move 1: expected a move as text, found {move}")
        for again in (cardcore.replay, lambda record: list(replay_moves(record))):
            with pytest.raises(ParseError, match=f"^{message}$"):
                again({**record, "moves": [move]})


def test_a_record_has_a_start_only_where_there_is_one() -> None:
    record = {**cardcore.new("chopsticks").record(), "seed": 5}
    with pytest.raises(ParseError, match=r"^record: seed: chopsticks has none here, found 5$"):
        cardcore.replay(record)


#: Games as format 1 kept them, in which two games had rules of another shape.
FORMAT_1: list[tuple[str, dict[str, Any], Any, dict[str, Any]]] = [
    (
        "ends",
        {"ties": "right", "count": 4, "low": 2, "high": 14},
        None,
        {"ties": "right", "count": 4},
    ),
    (
        "chopsticks",
        {"moves": 3, "rules": {"fingers": 7}, "state": [[2, 3], [1, 1]]},
        None,
        {"moves": 3, "fingers": 7, "deal": ((2, 3), (1, 1)), "seed": None},
    ),
    ("hearts", {"suits": 4, "values": 13, "players": 4}, None, {"suits": 4, "values": 13}),
    (
        "hearts",
        {"suits": 2, "values": 2, "players": 2},
        [["1-2", "0-1"], ["1-1", "0-2"]],
        {"suits": 2, "values": 2, "players": 2, "deal": ["1-2 0-1", "1-1 0-2"]},
    ),
    ("hearts", {"standard": True, "players": 3, "target": None}, None, {"players": 3, "target": 0}),
    (
        "president",
        {"players": 2, "rounds": 1, "trade": "best"},
        [["3d"], ["4d"]],
        {"deal": ["3d", "4d"], "rounds": 1, "trade": "best"},
    ),
]


@pytest.mark.parametrize(("name", "rules", "deal", "options"), FORMAT_1)
def test_records_of_format_1_are_read(
    name: str, rules: dict[str, Any], deal: Any, options: dict[str, Any]
) -> None:
    expected = cardcore.new(name, **{"seed": 9, **options})
    first = expected.legal_moves()[0]
    expected.play(first)
    record = {
        "format": 1,
        "game": name,
        "rules": rules,
        "seed": 9,
        "deal": deal,
        "seats": ["a", "b", "c", "d"][: expected.seats],
        "moves": [str(first)],
        "result": expected.scores() if expected.is_over else None,
    }
    assert cardcore.replay(record) == expected


def test_a_record_with_a_missing_key_or_of_another_kind() -> None:
    record = cardcore.new("ends", count=4, seed=1).record()
    for key in record:
        broken = {name: value for name, value in record.items() if name != key}
        with pytest.raises(ParseError, match=f"record: the key '{key}' is missing"):
            cardcore.replay(broken)
    with pytest.raises(ParseError, match="record: expected named values, found list"):
        cardcore.replay([])  # type: ignore[arg-type]


def test_names_in_a_record() -> None:
    game = cardcore.new("ends", seed=1)
    assert game.record()["seats"] == ["seat 0", "seat 1"]
    assert game.record(["Ann", "Bob"])["seats"] == ["Ann", "Bob"]
    with pytest.raises(ValueError, match="seats: expected 2 names, found 1"):
        game.record(["Ann"])
