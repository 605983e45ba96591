"""A room: its people, its seats and the game on its table, made of events and of nothing else.

``apply`` takes what has happened; the methods that give events say what is to happen, and refuse
what may not. Neither waits for anything, so a room is the same whether it is played or made again
from its file.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import cardcore
from cardcore import Game
from cardcore.errors import IllegalMoveError, ParseError
from cardcore.presentation import Remembered
from cardcore.records import record as write_down
from cardcore.registry import presentation
from cardcore.serve import catalogue, words
from cardcore.serve.refusals import Refusal
from cardcore.serve.simultaneous import deciders, turn_of
from cardcore.serve.store import Event
from cardcore.serve.tokens import is_same, new_link, new_seed

__all__ = ["STAND_IN", "Room", "Seat", "Settings", "open_room"]

#: The level that plays for those who stay away.
STAND_IN = "best"

#: The most lines of chat that newcomers are shown.
_MOST_LINES = 50

#: The most people that a room remembers.
_MOST_PEOPLE = 64


@dataclass(frozen=True)
class Settings:
    """What the host of a room decides besides the rules."""

    away: int = 60
    """After so many seconds without a connection a bot plays for somebody; 0 for never."""
    pace: int = 700
    """So many milliseconds a bot takes for a move, so that people can follow."""
    hints: bool = True
    """Whether players may ask for hints."""

    def __post_init__(self) -> None:
        _check_number("away", self.away, 0, 3600)
        _check_number("pace", self.pace, 0, 5000)
        if not isinstance(self.hints, bool):
            raise Refusal("malformed", f"hints: expected true or false, found {self.hints!r:.40}")


@dataclass
class Seat:
    """A place at the table, and who has it."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    level: str = ""
    """How a bot plays."""
    person: str = ""
    """The digest of a person's token."""


@dataclass
class Room:
    """One room.

    Parameters
    ----------
    id
        The part of its link that cannot be guessed.
    """

    id: str
    events: int = 0
    """How many events it is made of."""
    name: str = ""
    """The name of the game."""
    rules: dict[str, Any] = field(default_factory=dict)
    watch: str = ""
    """The part of the spectators' link that cannot be guessed."""
    settings: Settings = field(default_factory=Settings)
    seats: list[Seat] = field(default_factory=list)
    people: dict[str, str] = field(default_factory=dict)
    """Names by the digests of tokens."""
    host: str = ""
    game: Game | None = None
    number: int = 0
    """How many games were begun."""
    replay: str = ""
    """The part of the link to the game's replay, told once it is over."""
    paused: bool = False
    bots_seed: int = 0
    early: dict[int, str] = field(default_factory=dict)
    """Decisions that wait for their turn, by seat."""
    undo_asked: int | None = None
    """The seat that wants its last move back."""
    rewinds: int = 0
    """How often moves were taken back."""
    remembered: dict[int, Remembered] = field(default_factory=dict)
    """What seats may look back on, by seat."""
    chat: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=_MOST_LINES))
    lines: int = 0
    """How many lines of chat there were in all."""

    # What has happened.

    def apply(self, event: Event) -> None:
        """Let something have happened."""
        kind = event["kind"]
        getattr(self, f"_{kind}")(event)
        self.events += 1

    def _opened(self, event: Event) -> None:
        self.name, self.rules, self.watch = event["game"], event["rules"], event["watch"]
        self.settings = Settings(**event["settings"])
        self.seats = [Seat() for _ in range(event["seats"])]

    def _joined(self, event: Event) -> None:
        self.people[event["person"]] = event["name"]
        self.host = self.host or event["person"]

    def _sat(self, event: Event) -> None:
        self._free(event["person"])
        seat = self.seats[event["seat"]]
        seat.kind, seat.person, seat.level = "person", event["person"], ""
        seat.name = self.people[event["person"]]

    def _renamed(self, event: Event) -> None:
        self.people[event["person"]] = event["name"]
        for seat in self.seats:
            if seat.person == event["person"]:
                seat.name = event["name"]

    def _stood(self, event: Event) -> None:
        self._free(event["person"])

    def _free(self, person: str) -> None:
        for place, seat in enumerate(self.seats):
            if seat.person == person:
                self.seats[place] = Seat()

    def _left(self, event: Event) -> None:
        person = event["person"]
        for place, seat in enumerate(self.seats):
            if seat.person == person:
                self.seats[place] = Seat()
                if self.is_playing:
                    self.seats[place] = Seat("bot", self._name_bot(STAND_IN), STAND_IN)
        self.people.pop(person, None)
        if self.host == person:
            seated = [seat.person for seat in self.seats if seat.kind == "person"]
            self.host = next(iter([*seated, *self.people]), "")
        if self.undo_asked is not None and self.seats[self.undo_asked].kind != "person":
            self.undo_asked = None

    def _filled(self, event: Event) -> None:
        level = event["level"]
        for place in event["seats"]:
            seat = Seat("bot", self._name_bot(level), level) if level else Seat()
            self.seats[place] = seat

    def _name_bot(self, level: str) -> str:
        """Name a bot after its level, with a number where that is not enough."""
        taken = {seat.name for seat in self.seats}
        named = [f"{level} bot", *(f"{level} bot {number}" for number in range(2, 20))]
        return next(name for name in named if name not in taken)

    def _set(self, event: Event) -> None:
        self.settings = Settings(**event["settings"])

    def _started(self, event: Event) -> None:
        self.game = catalogue.begin(self.name, self.rules, seed=event["seed"])
        self.number, self.replay = event["number"], event["replay"]
        self.bots_seed = event["bots_seed"]
        self.paused, self.undo_asked = False, None
        self.early.clear()
        self.remembered.clear()

    def _moved(self, event: Event) -> None:
        assert self.game is not None
        self.undo_asked = None
        self._play(event["seat"], event["text"])
        self._play_early()

    def _decided(self, event: Event) -> None:
        self.early[event["seat"]] = event["text"]
        self._play_early()

    def _play_early(self) -> None:
        """Make the decisions whose turn has come."""
        assert self.game is not None
        while (seat := self.game.to_move) is not None and seat in self.early:
            self._play(seat, self.early.pop(seat))

    def _play(self, seat: int, text: str) -> None:
        assert self.game is not None
        remembered = presentation(self.name).remember(self.game, text)
        if remembered is not None:
            self.remembered[seat] = remembered
        self.game.play(text)

    def _asked(self, event: Event) -> None:
        self.undo_asked = event["seat"]

    def _declined(self, event: Event) -> None:
        self.undo_asked = None

    def _undone(self, event: Event) -> None:
        assert self.game is not None
        moves = self.game.moves[: event["to"]]
        record = {**write_down(self.game), "moves": moves, "result": None}
        self.game = cardcore.replay(record)
        self.rewinds += 1
        self.undo_asked = None

    def _paused(self, event: Event) -> None:
        self.paused = event["on"]

    def _said(self, event: Event) -> None:
        line = {"number": self.lines, "name": event["name"], "text": event["text"]}
        self.chat.append(line)
        self.lines += 1

    # What can be told of it.

    @property
    def is_playing(self) -> bool:
        """Whether a game is under way."""
        return self.game is not None and not self.game.is_over

    def person(self, digest: str) -> str | None:
        """Find the person of a token; gives its digest."""
        found = None
        # Every digest is compared, so that the time tells nothing.
        for known in self.people:
            if is_same(known, digest):
                found = known
        return found

    def seat_of(self, person: str | None) -> int | None:
        """Give the seat that a person has."""
        if not person:
            return None
        places = (place for place, seat in enumerate(self.seats) if seat.person == person)
        return next(places, None)

    def deciders(self) -> list[int]:
        """Name the seats that are to decide."""
        if self.game is None:
            return []
        return [seat for seat in deciders(self.game) if seat not in self.early]

    def turn_of(self, seat: int) -> Game:
        """Give the game as a seat that is to decide sees it."""
        assert self.game is not None
        return turn_of(self.game, seat)

    def record(self) -> dict[str, Any]:
        """Write the game down with the names of its players.

        Raises
        ------
        Refusal
            If it is not over: a record holds every card.
        """
        if self.game is None or not self.game.is_over:
            raise Refusal("forbidden", "the game is not over: its record would show every card")
        names = [seat.name or f"seat {place}" for place, seat in enumerate(self.seats)]
        players = [
            "you" if seat.kind == "person" else seat.level or STAND_IN for seat in self.seats
        ]
        return write_down(self.game, names, players, bots_seed=self.bots_seed)

    # What is to happen.

    def join(self, person: str, name: Any) -> list[Event]:
        """Let a new person in."""
        name = words.name(name)
        if len(self.people) >= _MOST_PEOPLE:
            raise Refusal("full", f"this room is full: it remembers at most {_MOST_PEOPLE} people")
        self._check_name(person, name)
        return [{"kind": "joined", "person": person, "name": name}]

    def rename(self, person: str, name: Any) -> list[Event]:
        """Give a person another name."""
        name = words.name(name)
        self._check_name(person, name)
        return [{"kind": "renamed", "person": person, "name": name}]

    def _check_name(self, person: str, name: str) -> None:
        others = {known.casefold() for digest, known in self.people.items() if digest != person}
        others |= {seat.name.casefold() for seat in self.seats if seat.kind == "bot"}
        if name.casefold() in others:
            raise Refusal("illegal", f"there is a '{name}' in this room already")

    def sit(self, person: str, place: int | None) -> list[Event]:
        """Give a person a seat: the one named, or the first that is open."""
        if self.is_playing:
            raise Refusal("illegal", "the game has begun: its seats are taken until it is over")
        if place is None:
            open_seats = [place for place, seat in enumerate(self.seats) if seat.kind == "open"]
            if not open_seats:
                raise Refusal("full", "every seat of this room is taken")
            place = open_seats[0]
        if self._seat(place).kind != "open":
            raise Refusal("illegal", f"seat {place + 1} is taken")
        return [{"kind": "sat", "person": person, "seat": place}]

    def stand(self, person: str) -> list[Event]:
        """Take a person's seat back, who stays in the room."""
        if self.is_playing:
            raise Refusal("illegal", "the game has begun: leave the room to give up your seat")
        self._own_seat(person)
        return [{"kind": "stood", "person": person}]

    def leave(self, person: str) -> list[Event]:
        """Let a person go for good."""
        return [{"kind": "left", "person": person}]

    def remove(self, person: str, place: int) -> list[Event]:
        """Have the host send somebody away."""
        self._only_host(person)
        seat = self._seat(place)
        if seat.kind != "person":
            raise Refusal("illegal", f"there is nobody at seat {place + 1}")
        if seat.person == person:
            raise Refusal("illegal", "a host is not removed, but may leave")
        return [{"kind": "left", "person": seat.person}]

    def fill(self, person: str, places: Sequence[int], level: str) -> list[Event]:
        """Have the host give seats to bots of a level, or open them again with no level."""
        self._only_host(person)
        if self.is_playing:
            raise Refusal("illegal", "the game has begun: its seats are taken until it is over")
        if not places:
            raise Refusal("illegal", "expected at least one seat")
        for place in places:
            if self._seat(place).kind == "person":
                raise Refusal("illegal", f"seat {place + 1} is taken by a person")
        self._check_level(level)
        return [{"kind": "filled", "seats": list(places), "level": level}]

    def _check_level(self, level: str) -> None:
        known = catalogue.levels(self.name)
        if level and level not in known:
            expected = f"expected one of {', '.join(known)}"
            raise Refusal("malformed", f"unknown level '{level:.40}', {expected}")

    def set(self, person: str, settings: Mapping[str, Any]) -> list[Event]:
        """Have the host change the settings."""
        self._only_host(person)
        made = read_settings({**vars(self.settings), **settings})
        return [{"kind": "set", "settings": vars(made)}]

    def start(self, person: str) -> list[Event]:
        """Begin a game: the host does the first time, afterwards anyone at the table."""
        if self.is_playing:
            raise Refusal("illegal", "the game has begun already")
        if self.number == 0 or self.seat_of(person) is None:
            self._only_host(person)
        if any(seat.kind == "open" for seat in self.seats):
            raise Refusal("illegal", "a seat is open: expected a person or a bot at every seat")
        return [
            {
                "kind": "started",
                "number": self.number + 1,
                "seed": new_seed(),
                "bots_seed": new_seed(),
                "replay": new_link(),
            }
        ]

    def move(self, person: str, text: str, game: int, count: int) -> list[Event]:
        """Let a person move, who has seen so many moves of the game of this number."""
        seat = self._own_seat(person)
        if self.game is None or self.game.is_over:
            raise Refusal("illegal", "there is no game under way")
        if self.paused:
            raise Refusal("illegal", "the game is paused")
        if seat not in self.deciders():
            if seat in self.early:
                raise Refusal("illegal", "you have decided already")
            raise Refusal("illegal", "it is not your turn")
        is_turn = seat == self.game.to_move
        # Those who decide at once cannot know of each other's decisions.
        if game != self.number or (count != len(self.game.moves) and len(self.deciders()) == 1):
            raise Refusal("stale", "the game has moved on: look at it again")
        text = self.read(seat, text)
        if is_turn:
            return [{"kind": "moved", "seat": seat, "text": text, "by": "person"}]
        return [{"kind": "decided", "seat": seat, "text": text}]

    def read(self, seat: int, text: str) -> str:
        """Read a move of a seat that is to decide.

        It is tried in a game made of what the seat sees, so the reason against it tells nothing
        else.

        Raises
        ------
        Refusal
            If it is not a legal move.
        """
        attempt = self.turn_of(seat).view(seat).sample(seed=0)
        try:
            attempt.play(text)
        except (IllegalMoveError, ParseError) as error:
            raise Refusal("illegal", str(error)) from error
        made: str = attempt.moves[-1]
        return made

    def bot_move(self, seat: int, text: str, by: str) -> list[Event]:
        """Make the move that a bot has chosen for a seat that is to move."""
        return [{"kind": "moved", "seat": seat, "text": text, "by": by}]

    def undo(self, person: str) -> list[Event]:
        """Take back a person's last move; other people at the table have to agree first."""
        seat = self._own_seat(person)
        if self.game is None:
            raise Refusal("illegal", "there is no game under way")
        if not self.game.is_open:
            title = presentation(self.name).title
            raise Refusal("illegal", f"no undo: in {title} you may have seen what is hidden")
        if self.game.is_over:
            raise Refusal("illegal", "the game is over")
        asked = self.undo_asked
        if asked is not None and asked != seat:
            return [{"kind": "undone", "to": self._last_turn(asked)}]
        turn = self._last_turn(seat)
        if sum(other.kind == "person" for other in self.seats) > 1:
            return [{"kind": "asked", "seat": seat}]
        return [{"kind": "undone", "to": turn}]

    def decline(self, person: str) -> list[Event]:
        """Let a person not agree to an undo, or the one who asked think better of it."""
        self._own_seat(person)
        if self.undo_asked is None:
            raise Refusal("illegal", "nobody has asked to take a move back")
        return [{"kind": "declined"}]

    def _last_turn(self, seat: int) -> int:
        """Give the place of a seat's last move."""
        assert self.game is not None
        history = self.game.view(None).history
        turns = [place for place, (mover, _) in enumerate(history) if mover == seat]
        if not turns:
            raise Refusal("illegal", "no undo: you have not moved yet")
        return turns[-1]

    def pause(self, person: str, on: bool) -> list[Event]:
        """Have the host stop the game for a while, or go on."""
        self._only_host(person)
        if not self.is_playing:
            raise Refusal("illegal", "there is no game under way")
        if on == self.paused:
            raise Refusal("illegal", f"the game is {'paused' if on else 'going on'} already")
        return [{"kind": "paused", "on": on}]

    def say(self, person: str, text: Any) -> list[Event]:
        """Let a person say something to the room."""
        return [{"kind": "said", "name": self.people[person], "text": words.line(text)}]

    def _only_host(self, person: str) -> None:
        if person != self.host:
            raise Refusal("forbidden", "only the host of the room may do that")

    def _seat(self, place: int) -> Seat:
        if not 0 <= place < len(self.seats):
            raise Refusal("malformed", f"seat: expected 0 to {len(self.seats) - 1}, found {place}")
        return self.seats[place]

    def _own_seat(self, person: str) -> int:
        seat = self.seat_of(person)
        if seat is None:
            raise Refusal("forbidden", "you have no seat at this table")
        return seat


def open_room(
    game: Any, rules: Any, settings: Any, name: Any, person: str
) -> tuple[Room, list[Event]]:
    """Open a room whose host has the first seat; gives the events it is made of too.

    Raises
    ------
    Refusal
        If these rules or settings are none.
    """
    if not isinstance(game, str):
        raise Refusal("malformed", f"game: expected a name, found {type(game).__name__}")
    if not isinstance(rules, dict):
        raise Refusal("malformed", f"rules: expected named values, found {type(rules).__name__}")
    made = catalogue.begin(game, rules, seed=0)
    room = Room(new_link())
    events: list[Event] = []

    def happen(happened: Sequence[Event]) -> None:
        for event in happened:
            room.apply(event)
        events.extend(happened)

    happen(
        [
            {
                "kind": "opened",
                "game": game,
                "rules": rules,
                "seats": made.seats,
                "watch": new_link(),
                "settings": vars(read_settings(settings)),
            }
        ]
    )
    happen(room.join(person, name))
    happen(room.sit(person, 0))
    return room, events


def read_settings(given: Any) -> Settings:
    """Read settings that somebody sent."""
    if not isinstance(given, Mapping):
        raise Refusal("malformed", f"settings: expected named values, found {type(given).__name__}")
    known = vars(Settings())
    for name in given:
        if name not in known:
            expected = f"expected one of {', '.join(known)}"
            raise Refusal("malformed", f"'{name:.40}' is not a setting, {expected}")
    return Settings(**given)


def _check_number(name: str, number: Any, low: int, high: int) -> None:
    if type(number) is not int or not low <= number <= high:
        expected = f"expected a whole number from {low} to {high}"
        raise Refusal("malformed", f"{name}: {expected}, found {number!r:.40}")
