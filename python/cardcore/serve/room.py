"""A room: its people, its seats and its game, computed from its events and nothing else.

Nothing here waits for anything, so a room is the same whether it is played live or rebuilt from its
log. Which events may happen next is decided in :mod:`~cardcore.serve.decisions`.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, assert_never

import cardcore
from cardcore import Game, characters
from cardcore.difficulty import LEVELS
from cardcore.errors import ParseError
from cardcore.presentation import PastDecision
from cardcore.records import record as write_record
from cardcore.registry import presentation
from cardcore.serve import catalog
from cardcore.serve.errors import RequestError
from cardcore.serve.events import (
    Checkpointed,
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
from cardcore.serve.settings import Settings, read_settings
from cardcore.serve.tokens import digest, is_same

__all__ = ["STAND_IN", "Room", "Seat"]

#: The level of the bot that plays for absent people.
STAND_IN = "best"

#: The most lines of chat that newcomers are shown.
_CHAT_LINES = 50

#: The fields of a room that a checkpoint holds as they are.
_PLAIN = (
    "name",
    "rules",
    "watch",
    "people",
    "host",
    "number",
    "replay",
    "finished",
    "paused",
    "bots_seed",
    "undo_asked",
    "rewinds",
    "lines",
)


@dataclass
class Seat:
    """A seat at the table, and who has it."""

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
        The secret part of its link.
    """

    id: str
    events: int = 0
    """The number of the next event."""
    checkpointed: int = 0
    """The number of the first event that the log still holds."""
    name: str = ""
    """The name of the game."""
    rules: dict[str, Any] = field(default_factory=dict)
    watch: str = ""
    """The secret part of the spectators' link."""
    settings: Settings = field(default_factory=Settings)
    seats: list[Seat] = field(default_factory=list)
    people: dict[str, str] = field(default_factory=dict)
    """Names by the digests of tokens, in the order in which they joined."""
    host: str = ""
    game: Game | None = None
    number: int = 0
    """How many games were started."""
    replay: str = ""
    """The secret part of the link to the game's replay, revealed once the game is over."""
    finished: dict[str, Any] | None = None
    """The record of the game once it is over, with the names of those who played it."""
    paused: bool = False
    bots_seed: int = 0
    early: dict[int, str] = field(default_factory=dict)
    """Decisions made before their turn, by seat."""
    undo_asked: int | None = None
    """The seat that asked to take its last move back."""
    rewinds: int = 0
    """How often moves were taken back."""
    remembered: dict[int, PastDecision] = field(default_factory=dict)
    """What seats may look back on, by seat."""
    chat: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=_CHAT_LINES))
    lines: int = 0
    """How many lines of chat there were in all."""

    # Events.

    def apply(self, event: Event) -> None:
        """Update the room by an event."""
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
            case Checkpointed(state):
                self._restore(state)
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
        """Name a bot after a character of its level; bots that are no level by their own name."""
        taken = {*(seat.name for seat in self.seats), *self.people.values()}
        if level in LEVELS:
            # The same room has the same characters however often its log is read.
            seed = int(digest(self.watch)[:16], 16)
            [(name, _)] = characters.cast([level], seed, taken)
            return name
        named = [f"{level} bot", *(f"{level} bot {number}" for number in range(2, 20))]
        return next(name for name in named if name not in taken)

    def _start(self, event: Started) -> None:
        self.game = catalog.begin(self.name, self.rules, seed=event.seed)
        self.number, self.replay = event.number, event.replay
        self.bots_seed = event.bots_seed
        self.paused, self.undo_asked, self.finished = False, None, None
        self.early.clear()
        self.remembered.clear()

    def _play_early(self) -> None:
        """Play the early decisions whose turn has come."""
        assert self.game is not None
        while (seat := self.game.to_move) is not None and seat in self.early:
            self._play(seat, self.early.pop(seat))

    def _play(self, seat: int, text: str) -> None:
        assert self.game is not None
        remembered = presentation(self.name).record_decision(self.game, text)
        if remembered is not None:
            self.remembered[seat] = remembered
        self.game.play(text)
        if self.game.is_over:
            # People may change seats before the next game; the record names those who played.
            self.finished = self.record()

    def _undo(self, count: int) -> None:
        assert self.game is not None
        moves = self.game.moves[:count]
        record = {**write_record(self.game), "moves": moves, "result": None}
        self.game = cardcore.replay(record)
        self.rewinds += 1
        self.undo_asked = None

    # Checkpoints.

    def checkpoint(self) -> dict[str, Any]:
        """Sum the room up as JSON values, so that no earlier event is needed."""
        return {
            "events": self.events,
            **{name: getattr(self, name) for name in _PLAIN},
            "settings": vars(self.settings),
            "seats": [asdict(seat) for seat in self.seats],
            "game": None if self.game is None else write_record(self.game),
            "early": list(self.early.items()),
            "chat": list(self.chat),
        }

    def _restore(self, state: Mapping[str, Any]) -> None:
        """Become the room that was summed up."""
        try:
            for name in _PLAIN:
                setattr(self, name, state[name])
            self.events = self.checkpointed = state["events"]
            self.settings = read_settings(state["settings"])
            self.seats = [Seat(**seat) for seat in state["seats"]]
            self.early = dict(state["early"])
            self.chat = deque(state["chat"], maxlen=_CHAT_LINES)
            self.game = None
            self.remembered = {}
            if state["game"] is not None:
                self._restore_game(state["game"])
        except (KeyError, TypeError, ValueError, RequestError) as error:
            raise ParseError(f"stored event 'checkpoint': {error}") from error

    def _restore_game(self, record: Mapping[str, Any]) -> None:
        """Play the moves of a record again, so that seats can look back on them."""
        told = presentation(self.name)
        self.game = cardcore.replay({**record, "moves": [], "result": None})
        for text in record["moves"]:
            seat = self.game.to_move
            remembered = told.record_decision(self.game, text)
            if remembered is not None and seat is not None:
                self.remembered[seat] = remembered
            self.game.play(text)

    # Questions.

    @property
    def is_playing(self) -> bool:
        """Whether a game is in progress."""
        return self.game is not None and not self.game.is_over

    def find_person(self, digest: str) -> str | None:
        """Find the person with the digest of a token."""
        found = None
        # Compare every digest, so that the time taken reveals nothing.
        for known in self.people:
            if is_same(known, digest):
                found = known
        return found

    def seat_of(self, person: str | None) -> int | None:
        """Return the seat of a person, if they have one."""
        if not person:
            return None
        places = (place for place, seat in enumerate(self.seats) if seat.person == person)
        return next(places, None)

    def deciders(self) -> list[int]:
        """List the seats that may decide now."""
        if self.game is None:
            return []
        return [seat for seat in self.game.deciders if seat not in self.early]

    def turn_of(self, seat: int) -> Game:
        """Return the game as a seat that may decide sees it."""
        assert self.game is not None
        return self.game.at_turn_of(seat)

    def record(self) -> dict[str, Any]:
        """Make the record of the game, with the names of its players.

        Raises
        ------
        RequestError
            If it is not over: a record holds every card.
        """
        if self.game is None or not self.game.is_over:
            raise RequestError(
                "forbidden", "the game is not over: its record would show every card"
            )
        names = [seat.name or f"seat {place}" for place, seat in enumerate(self.seats)]
        players = [
            "you" if seat.kind == "person" else seat.level or STAND_IN for seat in self.seats
        ]
        return write_record(self.game, names, players, bots_seed=self.bots_seed)
