"""Rooms: who may do what, and that they are made of their events alone."""

import json
from typing import Any

import pytest

import cardcore
from cardcore.difficulty import LEVELS
from cardcore.serve import catalog, decisions
from cardcore.serve.decisions import open_room
from cardcore.serve.errors import RequestError
from cardcore.serve.events import Checkpointed, Event, Left, Moved, read_event, write_event
from cardcore.serve.room import Room

ANN, BOB = "a" * 64, "b" * 64


class Table:
    """A room that is played without a server: what happens is written down and read again."""

    def __init__(self, game: str, rules: dict[str, Any] | None = None) -> None:
        self.room, self.events = open_room(game, rules or {}, {}, "Ann", ANN)

    def happen(self, events: list[Event]) -> None:
        kept = [read_event(write_event(event)) for event in events]
        for event in kept:
            self.room.apply(event)
        self.events += kept

    def seat(self, *others: str) -> None:
        for person, name in zip(others, ("Bob", "Cid"), strict=False):
            self.happen(decisions.join(self.room, person, name))
            self.happen(decisions.sit(self.room, person, None))
        places = [place for place, seat in enumerate(self.room.seats) if seat.kind == "open"]
        if places:
            self.happen(decisions.fill(self.room, ANN, places, "easy"))
        self.happen(decisions.start(self.room, ANN))

    def move(self, person: str, text: str) -> None:
        game = self.room.game
        assert game is not None
        self.happen(decisions.move(self.room, person, text, self.room.number, len(game.moves)))

    def again(self) -> Room:
        made = Room(self.room.id)
        for event in self.events:
            made.apply(event)
        return made


def check_checkpoint(room: Room) -> None:
    """Check that a room rebuilt from a checkpoint alone is the same."""
    made = Room(room.id)
    made.apply(read_event(write_event(Checkpointed(room.checkpoint()))))
    assert (made.events, made.checkpointed) == (room.events + 1, room.events)
    made.events, made.checkpointed = room.events, room.checkpointed
    assert made == room


def refused(code: str) -> Any:
    return pytest.raises(RequestError, check=lambda refusal: refusal.code == code)


@pytest.mark.parametrize("game", cardcore.games())
def test_a_room_is_made_again_of_its_events(game: str) -> None:
    table = Table(game)
    table.seat(BOB)
    room = table.room
    played = 0
    while room.is_playing:
        assert room.game is not None
        seat = room.game.to_move
        assert seat is not None
        moves = [str(move) for move in room.game.legal_moves()]
        text = moves[played % len(moves)]
        person = room.seats[seat].person
        if person:
            table.move(person, text)
        else:
            table.happen([Moved(seat, text, "bot")])
        played += 1
        if played % 50 == 1:
            assert table.again() == room
            check_checkpoint(room)
    assert table.again() == room
    check_checkpoint(room)
    assert room.record()["result"] == room.game.scores()
    assert room.finished == room.record()
    assert room.record()["seats"][:2] == ["Ann", "Bob"]


def test_a_record_is_not_told_before_the_game_is_over() -> None:
    table = Table("hearts")
    table.seat()
    with refused("forbidden"):
        table.room.record()


def test_seeds_and_links_differ_from_game_to_game() -> None:
    table = Table("ends", {"count": 2})
    found: list[Any] = []
    for _ in range(3):
        table.seat() if table.room.number == 0 else table.happen(decisions.start(table.room, ANN))
        found.append(table.events[-1])
        table.move(ANN, "L")
        table.happen([Moved(1, "L", "bot")])
    assert len({event.seed for event in found}) == 3
    assert len({event.replay for event in found}) == 3
    assert len({event.bots_seed for event in found}) == 3


def test_cards_are_passed_at_the_same_time() -> None:
    table = Table("hearts")
    table.seat(BOB)
    room = table.room
    assert room.deciders() == [0, 1, 2, 3]
    assert room.game is not None
    hand = [str(card) for card in room.game.view(1).hand]
    table.move(BOB, f"pass {' '.join(hand[:3])}")
    # Bob has decided, and nothing of it has been played.
    assert room.deciders() == [0, 2, 3]
    assert room.game.moves == []
    with refused("illegal"):
        table.move(BOB, f"pass {' '.join(hand[3:6])}")
    own = [str(card) for card in room.game.view(0).hand]
    table.move(ANN, f"pass {' '.join(own[:3])}")
    assert [seat for seat, _ in room.game.view(None).history] == [0, 1]
    assert room.game.moves[1] == f"pass {' '.join(hand[:3])}"
    assert table.again() == room


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pass 2c", "expected"),
        ("Qs", "pass"),
        ("", ""),
        ("pass As As As", ""),
        ("pass " + "x" * 150, ""),
    ],
)
def test_an_early_pass_is_checked_like_any_move(text: str, said: str) -> None:
    table = Table("hearts")
    table.seat(BOB)
    with refused("illegal") as caught:
        table.move(BOB, text)
    assert said in caught.value.message
    assert table.room.early == {}


def test_reasons_against_a_move_tell_nothing_that_is_hidden() -> None:
    """Of two deals that look the same to a seat, the reasons against every card are the same."""
    reasons = []
    for others in (("3c 5c 7c", "4c 6c Kd"), ("4c 6c Kd", "3c 5c 7c")):
        table = Table("hearts", {"players": 3, "passing": False, "target": None})
        table.seat()
        deal = ["2c 2h Qs", *others]
        table.room.game = cardcore.new(
            "hearts", players=3, passing=False, target=None, deal=_whole(deal)
        )
        seat = table.room.game.to_move
        assert seat == 0
        found = []
        for number in range(52):
            try:
                found.append(decisions.read(table.room, 0, str(cardcore.Card(number))))
            except RequestError as refusal:
                found.append(refusal.message)
        reasons.append(found)
    assert reasons[0] == reasons[1]


def _whole(deal: list[str]) -> list[str]:
    """Fill up the hands of three players with the same cards whatever the others have."""
    named = {card for hand in deal for card in hand.split()}
    rest = [text for number in range(52) if (text := str(cardcore.Card(number))) not in named]
    rest.remove("2d")
    return [
        " ".join([*hand.split(), *rest[14 * place : 14 * place + 14]])
        for place, hand in enumerate(deal)
    ]


def test_moves_out_of_turn_and_stale_ones_are_refused() -> None:
    table = Table("ends")
    table.seat(BOB)
    with refused("illegal"):
        table.move(BOB, "L")
    with refused("stale"):
        decisions.move(table.room, ANN, "L", table.room.number, 3)
    with refused("stale"):
        decisions.move(table.room, ANN, "L", table.room.number + 1, 0)
    with refused("illegal"):
        table.move(ANN, "X")
    with refused("forbidden"):
        table.move("c" * 64, "L")
    assert table.room.game is not None
    assert table.room.game.moves == []


def test_an_undo_needs_the_other_person_to_agree() -> None:
    table = Table("chopsticks")
    table.seat(BOB)
    table.move(ANN, "tap L L")
    table.happen(decisions.undo(table.room, ANN))
    assert table.room.undo_asked == 0
    table.happen(decisions.decline(table.room, BOB))
    assert table.room.undo_asked is None
    table.happen(decisions.undo(table.room, ANN))
    table.happen(decisions.undo(table.room, BOB))
    assert table.room.game is not None
    assert table.room.game.moves == []
    assert table.again() == table.room


def test_an_undo_against_a_bot_is_made_at_once() -> None:
    table = Table("ends")
    table.seat()
    table.move(ANN, "L")
    table.happen([Moved(1, "R", "bot")])
    table.happen(decisions.undo(table.room, ANN))
    assert table.room.game is not None
    assert table.room.game.moves == []
    with refused("illegal"):
        decisions.undo(table.room, ANN)


def test_there_is_no_undo_where_cards_are_hidden() -> None:
    table = Table("draw")
    table.seat()
    with refused("illegal") as caught:
        decisions.undo(table.room, ANN)
    assert "cards have been revealed" in caught.value.message


def test_only_the_host_may_do_what_hosts_do() -> None:
    table = Table("hearts")
    table.seat(BOB)
    room = table.room
    for decide in (
        lambda person: decisions.pause(room, person, True),
        lambda person: decisions.change_settings(room, person, {"pace": 0}),
        lambda person: decisions.remove(room, person, 0),
    ):
        with refused("forbidden"):
            decide(BOB)
    table.happen(decisions.pause(room, ANN, True))
    with refused("illegal"):
        table.move(ANN, "pass 2c 3c 4c")
    table.happen(decisions.remove(room, ANN, 1))
    assert (room.seats[1].kind, room.find_person(BOB)) == ("bot", None)


def test_a_host_who_leaves_hands_the_room_on() -> None:
    table = Table("president")
    table.seat(BOB)
    table.happen([Left(ANN)])
    assert table.room.host == BOB
    assert table.room.seats[0].kind == "bot"
    assert table.again() == table.room


@pytest.mark.parametrize(
    ("game", "rules", "said"),
    [
        ("whist", {}, "unknown game 'whist'"),
        ("ends", {"count": 61}, "count: expected at most 60 here, found 61"),
        ("ends", {"chips": 1}, "'chips' is not a rule of ends"),
        ("ends", {"count": [1]}, "count: expected a number, a word or nothing, found list"),
        ("hearts", {"players": 2}, "players"),
        ("hearts", {"target": 10**30}, "target: expected at most 1000 here"),
        ("draw", {"hands": -1}, "hands"),
        ("draw", {"hands": "many"}, "hands"),
        ("chopsticks", {"splits": False, "swaps": True}, "swaps requires splits"),
    ],
)
def test_invalid_rules_here_are_refused(game: str, rules: dict[str, Any], said: str) -> None:
    with refused("malformed") as caught:
        open_room(game, rules, {}, "Ann", ANN)
    assert said in caught.value.message


@pytest.mark.parametrize("settings", [{"away": -1}, {"pace": 1.5}, {"hints": 1}, {"speed": 1}, []])
def test_settings_that_are_none_are_refused(settings: Any) -> None:
    with refused("malformed"):
        open_room("ends", {}, settings, "Ann", ANN)


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\x00b", "a‮b", 7, None, "\ud800"])
def test_names_that_are_none_are_refused(name: Any) -> None:
    with refused("malformed"):
        open_room("ends", {}, {}, name, ANN)


def test_two_people_do_not_have_the_same_name() -> None:
    table = Table("hearts")
    with refused("illegal"):
        decisions.join(table.room, BOB, "ANN")


def test_every_rule_of_every_game_is_offered() -> None:
    described = {game["game"]: game for game in catalog.describe()}
    assert list(described) == cardcore.games()
    for game in cardcore.games():
        offered = {rule["name"] for rule in described[game]["rules"]}
        assert offered == set(cardcore.registry.rule_names(game))
        assert [level["name"] for level in described[game]["levels"]][:8] == list(LEVELS)
    json.dumps(catalog.describe())


def test_a_full_room_forgets_absent_people_without_a_seat() -> None:
    table = Table("ends")
    guests = [f"{number:064}" for number in range(64)]
    for number, guest in enumerate(guests[:63]):
        table.happen(decisions.join(table.room, guest, f"Guest {number}"))
    present = [ANN, *guests[1:63]]
    table.happen(decisions.join(table.room, guests[63], "Late", present))
    assert guests[0] not in table.room.people
    assert table.room.people[guests[63]] == "Late"
    with refused("full"):
        decisions.join(table.room, BOB, "Bob", [*present, guests[63]])
    # People who have a seat are remembered.
    table.happen(decisions.sit(table.room, guests[1], 1))
    with refused("full"):
        decisions.join(table.room, BOB, "Bob", [ANN, *guests[2:]])


def test_the_host_can_remove_anybody_and_lock_the_room() -> None:
    table = Table("ends")
    table.happen(decisions.join(table.room, BOB, "Bob"))
    with refused("illegal"):
        decisions.remove(table.room, ANN, name="Cid")
    with refused("illegal"):
        decisions.remove(table.room, ANN, name="Ann")
    table.happen(decisions.remove(table.room, ANN, name="Bob"))
    assert BOB not in table.room.people
    table.happen(decisions.change_settings(table.room, ANN, {"locked": True}))
    with refused("forbidden"):
        decisions.join(table.room, BOB, "Bob")
