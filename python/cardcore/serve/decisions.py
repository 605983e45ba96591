"""What may happen in a room: each function returns the events of a request, or refuses it.

Nothing changes here; events take effect in :meth:`~cardcore.serve.room.Room.apply`.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from cardcore.errors import IllegalMoveError, ParseError
from cardcore.phrases import Phrase
from cardcore.serve import catalog
from cardcore.serve.errors import RequestError
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
from cardcore.serve.refusals import move_error
from cardcore.serve.room import Room, Seat
from cardcore.serve.settings import read_settings
from cardcore.serve.text import clean_line, clean_name
from cardcore.serve.tokens import new_link, new_seed

__all__ = [
    "change_settings",
    "check_host",
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


def open_room(
    game: Any, rules: Any, settings: Any, name: Any, person: str
) -> tuple[Room, list[Event]]:
    """Open a room whose host has the first seat; also returns its first events.

    Raises
    ------
    RequestError
        If the game, its rules or the settings are not valid.
    """
    if not isinstance(game, str):
        raise RequestError("malformed", f"game: expected a name, found {type(game).__name__}")
    if not isinstance(rules, dict):
        raise RequestError(
            "malformed", f"rules: expected named values, found {type(rules).__name__}"
        )
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


def join(
    room: Room, person: str, name: Any, present: Collection[str] = (), most: int = 64
) -> list[Event]:
    """Let a new person in.

    A full room forgets the absent person without a seat who joined first, so that people who came
    and went don't keep others out.
    """
    name = clean_name(name)
    if room.settings.locked and room.people:
        raise RequestError("forbidden", "the host has closed this room to new people")
    forgotten: list[Event] = []
    if len(room.people) >= most:
        absent = [
            known
            for known in room.people
            if known not in present and known != room.host and room.seat_of(known) is None
        ]
        if not absent:
            raise RequestError(
                "full", Phrase("this room is full: {most} people are here", most=most)
            )
        forgotten = [Left(absent[0])]
    _check_name(room, person, name)
    return [*forgotten, Joined(person, name)]


def rename(room: Room, person: str, name: Any) -> list[Event]:
    """Rename a person."""
    name = clean_name(name)
    _check_name(room, person, name)
    return [Renamed(person, name)]


def _check_name(room: Room, person: str, name: str) -> None:
    others = {known.casefold() for digest, known in room.people.items() if digest != person}
    others |= {seat.name.casefold() for seat in room.seats if seat.kind == "bot"}
    if name.casefold() in others:
        message = Phrase("'{name}' is already taken in this room", name=name)
        raise RequestError("illegal", message)


def sit(room: Room, person: str, place: int | None) -> list[Event]:
    """Give a person a seat: the given one, or the first open one."""
    if room.is_playing:
        raise RequestError("illegal", "the game has begun: its seats are taken until it is over")
    if place is None:
        open_seats = [place for place, seat in enumerate(room.seats) if seat.kind == "open"]
        if not open_seats:
            raise RequestError("full", "every seat of this room is taken")
        place = open_seats[0]
    if _seat(room, place).kind != "open":
        raise RequestError("illegal", Phrase("seat {place} is taken", place=place + 1))
    return [Sat(person, place)]


def stand(room: Room, person: str) -> list[Event]:
    """Let a person give up their seat and stay in the room."""
    if room.is_playing:
        raise RequestError("illegal", "the game has begun: leave the room to give up your seat")
    _own_seat(room, person)
    return [Stood(person)]


def remove(
    room: Room, person: str, place: int | None = None, name: str | None = None
) -> list[Event]:
    """Let the host remove a person, by their seat or by their name."""
    check_host(room, person)
    if place is not None:
        seat = _seat(room, place)
        if seat.kind != "person":
            message = Phrase("there is no person at seat {place}", place=place + 1)
            raise RequestError("illegal", message)
        removed = seat.person
    else:
        found = [known for known, called in room.people.items() if called == name]
        if not found:
            message = Phrase("there is no '{name}' in this room", name=str(name))
            raise RequestError("illegal", message)
        removed = found[0]
    if removed == person:
        raise RequestError("illegal", "the host can't be removed, but may leave")
    return [Left(removed)]


def fill(room: Room, person: str, places: Sequence[int], level: str) -> list[Event]:
    """Let the host seat bots of a level, or clear seats if the level is empty."""
    check_host(room, person)
    if room.is_playing:
        raise RequestError("illegal", "the game has begun: its seats are taken until it is over")
    if not places:
        raise RequestError("illegal", "expected at least one seat")
    for place in places:
        if _seat(room, place).kind == "person":
            message = Phrase("seat {place} is taken by a person", place=place + 1)
            raise RequestError("illegal", message)
    _check_level(room, level)
    return [Filled(list(places), level)]


def _check_level(room: Room, level: str) -> None:
    rules = catalog.begin(room.name, room.rules, seed=0).rules
    known = catalog.levels(room.name, rules)
    if level and level not in known:
        expected = f"expected one of {', '.join(known)}"
        raise RequestError("malformed", f"unknown level '{level:.40}', {expected}")


def change_settings(room: Room, person: str, settings: Mapping[str, Any]) -> list[Event]:
    """Have the host change the settings."""
    check_host(room, person)
    return [SettingsChanged(read_settings({**vars(room.settings), **settings}))]


def start(room: Room, person: str) -> list[Event]:
    """Begin a game: the host does the first time, afterwards anyone at the table."""
    if room.is_playing:
        raise RequestError("illegal", "the game has begun already")
    if room.number == 0 or room.seat_of(person) is None:
        check_host(room, person)
    if any(seat.kind == "open" for seat in room.seats):
        raise RequestError("illegal", "a seat is open: expected a person or a bot at every seat")
    return [Started(room.number + 1, new_seed(), new_seed(), new_link())]


def move(room: Room, person: str, text: str, game: int, count: int) -> list[Event]:
    """Let a person move, who has seen ``count`` moves of game number ``game``."""
    seat = _own_seat(room, person)
    if room.game is None or room.game.is_over:
        raise RequestError("illegal", "no game is in progress")
    if room.paused:
        raise RequestError("illegal", "the game is paused")
    if seat not in room.deciders():
        if seat in room.early:
            raise RequestError("illegal", "you have already decided")
        raise RequestError("illegal", "it is not your turn")
    is_turn = seat == room.game.to_move
    # Players who decide at the same time don't know of each other's decisions.
    if game != room.number or (count != room.game.move_count and len(room.deciders()) == 1):
        raise RequestError("stale", "the game has moved on")
    text = read(room, seat, text)
    if is_turn:
        return [Moved(seat, text, "person")]
    return [Decided(seat, text)]


def read(room: Room, seat: int, text: str) -> str:
    """Read a move of a seat that may decide now.

    It is tried in a game sampled from the seat's view, so an error can't reveal anything hidden.

    Raises
    ------
    RequestError
        If it is not a legal move.
    """
    attempt = room.turn_of(seat).view(seat).sample(seed=0)
    try:
        attempt.play(text)
    except (IllegalMoveError, ParseError) as error:
        raise RequestError("illegal", move_error(str(error))) from error
    made: str = attempt.moves[-1]
    return made


def undo(room: Room, person: str) -> list[Event]:
    """Take back a person's last move; other people at the table have to agree first."""
    seat = _own_seat(room, person)
    if room.game is None:
        raise RequestError("illegal", "no game is in progress")
    if not room.game.is_open:
        raise RequestError("illegal", Phrase("You can't undo here: cards have been revealed."))
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
    """Let a person decline an undo, or cancel their own request."""
    _own_seat(room, person)
    if room.undo_asked is None:
        raise RequestError("illegal", "no undo was requested")
    return [UndoDeclined()]


def _last_turn(room: Room, seat: int) -> int:
    """Return the index of a seat's last move."""
    assert room.game is not None
    history = room.game.view(None).history
    turns = [place for place, (mover, _) in enumerate(history) if mover == seat]
    if not turns:
        raise RequestError("illegal", "no undo: you have not moved yet")
    return turns[-1]


def pause(room: Room, person: str, on: bool) -> list[Event]:
    """Let the host pause or resume the game."""
    check_host(room, person)
    if not room.is_playing:
        raise RequestError("illegal", "no game is in progress")
    if on == room.paused:
        message = "the game is already paused" if on else "the game is already running"
        raise RequestError("illegal", Phrase(message))
    return [Paused(on)]


def say(room: Room, person: str, text: Any) -> list[Event]:
    """Let a person chat."""
    return [Said(room.people[person], clean_line(text))]


def check_host(room: Room, person: str) -> None:
    """Refuse a request of anybody but the host."""
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
