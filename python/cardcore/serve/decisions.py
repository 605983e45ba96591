"""What may happen in a room: every function gives the events of what somebody wants, or refuses.

Nothing is changed here: events are true once :meth:`~cardcore.serve.room.Room.apply` takes them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from cardcore.errors import IllegalMoveError, ParseError
from cardcore.registry import presentation
from cardcore.serve import catalog
from cardcore.serve.events import (
    Decided,
    Event,
    Filled,
    Joined,
    Left,
    Moved,
    Opened,
    Paused,
    Renamed,
    Said,
    Sat,
    SettingsChanged,
    Started,
    Stood,
    UndoAsked,
    UndoDeclined,
    Undone,
)
from cardcore.serve.errors import RequestError
from cardcore.serve.room import Room, Seat
from cardcore.serve.settings import read_settings
from cardcore.serve.text import clean_line, clean_name
from cardcore.serve.tokens import new_link, new_seed

__all__ = [
    "change_settings",
    "decline",
    "fill",
    "join",
    "move",
    "open_room",
    "pause",
    "read",
    "remove",
    "rename",
    "say",
    "sit",
    "stand",
    "start",
    "undo",
]

#: The most people that a room remembers.
_MOST_PEOPLE = 64


def open_room(
    game: Any, rules: Any, settings: Any, name: Any, person: str
) -> tuple[Room, list[Event]]:
    """Open a room whose host has the first seat; gives the events it is made of too.

    Raises
    ------
    RequestError
        If these rules or settings are none.
    """
    if not isinstance(game, str):
        raise RequestError("malformed", f"game: expected a name, found {type(game).__name__}")
    if not isinstance(rules, dict):
        raise RequestError("malformed", f"rules: expected named values, found {type(rules).__name__}")
    made = catalog.begin(game, rules, seed=0)
    room = Room(new_link())
    events: list[Event] = []

    def happen(happened: Sequence[Event]) -> None:
        for event in happened:
            room.apply(event)
        events.extend(happened)

    happen([Opened(game, rules, made.seats, new_link(), read_settings(settings))])
    happen(join(room, person, name))
    happen(sit(room, person, 0))
    return room, events


def join(room: Room, person: str, name: Any) -> list[Event]:
    """Let a new person in."""
    name = clean_name(name)
    if len(room.people) >= _MOST_PEOPLE:
        raise RequestError("full", f"this room is full: it remembers at most {_MOST_PEOPLE} people")
    _check_name(room, person, name)
    return [Joined(person, name)]


def rename(room: Room, person: str, name: Any) -> list[Event]:
    """Give a person another name."""
    name = clean_name(name)
    _check_name(room, person, name)
    return [Renamed(person, name)]


def _check_name(room: Room, person: str, name: str) -> None:
    others = {known.casefold() for digest, known in room.people.items() if digest != person}
    others |= {seat.name.casefold() for seat in room.seats if seat.kind == "bot"}
    if name.casefold() in others:
        raise RequestError("illegal", f"there is a '{name}' in this room already")


def sit(room: Room, person: str, place: int | None) -> list[Event]:
    """Give a person a seat: the one named, or the first that is open."""
    if room.is_playing:
        raise RequestError("illegal", "the game has begun: its seats are taken until it is over")
    if place is None:
        open_seats = [place for place, seat in enumerate(room.seats) if seat.kind == "open"]
        if not open_seats:
            raise RequestError("full", "every seat of this room is taken")
        place = open_seats[0]
    if _seat(room, place).kind != "open":
        raise RequestError("illegal", f"seat {place + 1} is taken")
    return [Sat(person, place)]


def stand(room: Room, person: str) -> list[Event]:
    """Take a person's seat back, who stays in the room."""
    if room.is_playing:
        raise RequestError("illegal", "the game has begun: leave the room to give up your seat")
    _own_seat(room, person)
    return [Stood(person)]


def remove(room: Room, person: str, place: int) -> list[Event]:
    """Have the host send somebody away."""
    _only_host(room, person)
    seat = _seat(room, place)
    if seat.kind != "person":
        raise RequestError("illegal", f"there is nobody at seat {place + 1}")
    if seat.person == person:
        raise RequestError("illegal", "a host is not removed, but may leave")
    return [Left(seat.person)]


def fill(room: Room, person: str, places: Sequence[int], level: str) -> list[Event]:
    """Have the host give seats to bots of a level, or open them again with no level."""
    _only_host(room, person)
    if room.is_playing:
        raise RequestError("illegal", "the game has begun: its seats are taken until it is over")
    if not places:
        raise RequestError("illegal", "expected at least one seat")
    for place in places:
        if _seat(room, place).kind == "person":
            raise RequestError("illegal", f"seat {place + 1} is taken by a person")
    _check_level(room, level)
    return [Filled(list(places), level)]


def _check_level(room: Room, level: str) -> None:
    known = catalog.levels(room.name)
    if level and level not in known:
        expected = f"expected one of {', '.join(known)}"
        raise RequestError("malformed", f"unknown level '{level:.40}', {expected}")


def change_settings(room: Room, person: str, settings: Mapping[str, Any]) -> list[Event]:
    """Have the host change the settings."""
    _only_host(room, person)
    return [SettingsChanged(read_settings({**vars(room.settings), **settings}))]


def start(room: Room, person: str) -> list[Event]:
    """Begin a game: the host does the first time, afterwards anyone at the table."""
    if room.is_playing:
        raise RequestError("illegal", "the game has begun already")
    if room.number == 0 or room.seat_of(person) is None:
        _only_host(room, person)
    if any(seat.kind == "open" for seat in room.seats):
        raise RequestError("illegal", "a seat is open: expected a person or a bot at every seat")
    return [Started(room.number + 1, new_seed(), new_seed(), new_link())]


def move(room: Room, person: str, text: str, game: int, count: int) -> list[Event]:
    """Let a person move, who has seen so many moves of the game of this number."""
    seat = _own_seat(room, person)
    if room.game is None or room.game.is_over:
        raise RequestError("illegal", "there is no game under way")
    if room.paused:
        raise RequestError("illegal", "the game is paused")
    if seat not in room.deciders():
        if seat in room.early:
            raise RequestError("illegal", "you have decided already")
        raise RequestError("illegal", "it is not your turn")
    is_turn = seat == room.game.to_move
    # Those who decide at once cannot know of each other's decisions.
    if game != room.number or (count != len(room.game.moves) and len(room.deciders()) == 1):
        raise RequestError("stale", "the game has moved on: look at it again")
    text = read(room, seat, text)
    if is_turn:
        return [Moved(seat, text, "person")]
    return [Decided(seat, text)]


def read(room: Room, seat: int, text: str) -> str:
    """Read a move of a seat that is to decide.

    It is tried in a game made of what the seat sees, so the reason against it tells nothing else.

    Raises
    ------
    RequestError
        If it is not a legal move.
    """
    attempt = room.turn_of(seat).view(seat).sample(seed=0)
    try:
        attempt.play(text)
    except (IllegalMoveError, ParseError) as error:
        raise RequestError("illegal", str(error)) from error
    made: str = attempt.moves[-1]
    return made


def undo(room: Room, person: str) -> list[Event]:
    """Take back a person's last move; other people at the table have to agree first."""
    seat = _own_seat(room, person)
    if room.game is None:
        raise RequestError("illegal", "there is no game under way")
    if not room.game.is_open:
        title = presentation(room.name).title
        raise RequestError("illegal", f"no undo: in {title} you may have seen what is hidden")
    if room.game.is_over:
        raise RequestError("illegal", "the game is over")
    asked = room.undo_asked
    if asked is not None and asked != seat:
        return [Undone(_last_turn(room, asked))]
    turn = _last_turn(room, seat)
    if sum(other.kind == "person" for other in room.seats) > 1:
        return [UndoAsked(seat)]
    return [Undone(turn)]


def decline(room: Room, person: str) -> list[Event]:
    """Let a person not agree to an undo, or the one who asked think better of it."""
    _own_seat(room, person)
    if room.undo_asked is None:
        raise RequestError("illegal", "nobody has asked to take a move back")
    return [UndoDeclined()]


def _last_turn(room: Room, seat: int) -> int:
    """Give the place of a seat's last move."""
    assert room.game is not None
    history = room.game.view(None).history
    turns = [place for place, (mover, _) in enumerate(history) if mover == seat]
    if not turns:
        raise RequestError("illegal", "no undo: you have not moved yet")
    return turns[-1]


def pause(room: Room, person: str, on: bool) -> list[Event]:
    """Have the host stop the game for a while, or go on."""
    _only_host(room, person)
    if not room.is_playing:
        raise RequestError("illegal", "there is no game under way")
    if on == room.paused:
        raise RequestError("illegal", f"the game is {'paused' if on else 'going on'} already")
    return [Paused(on)]


def say(room: Room, person: str, text: Any) -> list[Event]:
    """Let a person say something to the room."""
    return [Said(room.people[person], clean_line(text))]


def _only_host(room: Room, person: str) -> None:
    if person != room.host:
        raise RequestError("forbidden", "only the host of the room may do that")


def _seat(room: Room, place: int) -> Seat:
    if not 0 <= place < len(room.seats):
        raise RequestError("malformed", f"seat: expected 0 to {len(room.seats) - 1}, found {place}")
    return room.seats[place]


def _own_seat(room: Room, person: str) -> int:
    seat = room.seat_of(person)
    if seat is None:
        raise RequestError("forbidden", "you have no seat at this table")
    return seat
