"""A room: its people, its seats and the game on its table, made of events and of nothing else.

Nothing here waits for anything, so a room is the same whether it is played or made again from its
file. Which events may happen next is decided in :mod:`~cardcore.serve.decisions`.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Any, Literal, assert_never

import cardcore
from cardcore import Game
from cardcore.presentation import Remembered
from cardcore.records import record as write_down
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
from cardcore.serve.settings import Settings
from cardcore.serve.tokens import is_same

__all__ = ["STAND_IN", "Room", "Seat"]

#: The level that plays for those who stay away.
STAND_IN = "best"

#: The most lines of chat that newcomers are shown.
_MOST_LINES = 50


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
        match event:
            case Opened():
                self.name, self.rules, self.watch = event.game, event.rules, event.watch
                self.settings = event.settings
                self.seats = [Seat() for _ in range(event.seats)]
            case Joined(person, name):
                self.people[person] = name
                self.host = self.host or person
            case Renamed(person, name):
                self.people[person] = name
                for seat in self.seats:
                    if seat.person == person:
                        seat.name = name
            case Sat(person, place):
                self._free(person)
                self.seats[place] = Seat("person", self.people[person], person=person)
            case Stood(person):
                self._free(person)
            case Left(person):
                self._leave(person)
            case Filled(places, level):
                for place in places:
                    bot = Seat("bot", self._name_bot(level), level) if level else Seat()
                    self.seats[place] = bot
            case SettingsChanged(settings):
                self.settings = settings
            case Started():
                self._start(event)
            case Moved(seat=place, text=text):
                self.undo_asked = None
                self._play(place, text)
                self._play_early()
            case Decided(place, text):
                self.early[place] = text
                self._play_early()
            case UndoAsked(place):
                self.undo_asked = place
            case UndoDeclined():
                self.undo_asked = None
            case Undone(count):
                self._undo(count)
            case Paused(on):
                self.paused = on
            case Said(name, text):
                self.chat.append({"number": self.lines, "name": name, "text": text})
                self.lines += 1
            case _:
                assert_never(event)
        self.events += 1

    def _free(self, person: str) -> None:
        for place, seat in enumerate(self.seats):
            if seat.person == person:
                self.seats[place] = Seat()

    def _leave(self, person: str) -> None:
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

    def _name_bot(self, level: str) -> str:
        """Name a bot after its level, with a number where that is not enough."""
        taken = {seat.name for seat in self.seats}
        named = [f"{level} bot", *(f"{level} bot {number}" for number in range(2, 20))]
        return next(name for name in named if name not in taken)

    def _start(self, event: Started) -> None:
        self.game = catalog.begin(self.name, self.rules, seed=event.seed)
        self.number, self.replay = event.number, event.replay
        self.bots_seed = event.bots_seed
        self.paused, self.undo_asked = False, None
        self.early.clear()
        self.remembered.clear()

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

    def _undo(self, count: int) -> None:
        assert self.game is not None
        moves = self.game.moves[:count]
        record = {**write_down(self.game), "moves": moves, "result": None}
        self.game = cardcore.replay(record)
        self.rewinds += 1
        self.undo_asked = None

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
        return [seat for seat in self.game.deciders if seat not in self.early]

    def turn_of(self, seat: int) -> Game:
        """Give the game as a seat that is to decide sees it."""
        assert self.game is not None
        return self.game.at_turn_of(seat)

    def record(self) -> dict[str, Any]:
        """Write the game down with the names of its players.

        Raises
        ------
        RequestError
            If it is not over: a record holds every card.
        """
        if self.game is None or not self.game.is_over:
            raise RequestError("forbidden", "the game is not over: its record would show every card")
        names = [seat.name or f"seat {place}" for place, seat in enumerate(self.seats)]
        players = [
            "you" if seat.kind == "person" else seat.level or STAND_IN for seat in self.seats
        ]
        return write_down(self.game, names, players, bots_seed=self.bots_seed)
