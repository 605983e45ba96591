"""What can happen in a room: one class per kind of event, and the text that is stored of it.

The stored text is a JSON object: the kind first, then the fields of the class in their order.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias

from cardcore.errors import ParseError
from cardcore.serve.errors import RequestError
from cardcore.serve.settings import Settings, read_settings

__all__ = [
    "Checkpointed",
    "Decided",
    "Event",
    "Filled",
    "Joined",
    "Left",
    "Moved",
    "Opened",
    "Paused",
    "Renamed",
    "Said",
    "Sat",
    "SettingsChanged",
    "Started",
    "Stood",
    "UndoAsked",
    "UndoDeclined",
    "Undone",
    "read_event",
    "write_event",
]


@dataclass(frozen=True, slots=True)
class Opened:
    """The room was opened."""

    game: str
    rules: dict[str, Any]
    seats: int
    watch: str
    """The part of the spectators' link that cannot be guessed."""
    settings: Settings


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody came into the room; the first becomes its host."""

    person: str
    name: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """A person took another name."""

    person: str
    name: str


@dataclass(frozen=True, slots=True)
class Sat:
    """A person took a seat, and gave up the one they had."""

    person: str
    seat: int


@dataclass(frozen=True, slots=True)
class Stood:
    """A person gave up their seat and stayed."""

    person: str


@dataclass(frozen=True, slots=True)
class Left:
    """A person left the room for good, or was removed."""

    person: str


@dataclass(frozen=True, slots=True)
class Filled:
    """Seats were given to bots of a level, or opened again with no level."""

    seats: list[int]
    level: str


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """The host changed the settings."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Started:
    """A game began."""

    number: int
    seed: int
    bots_seed: int
    replay: str
    """The part of the link to the replay that cannot be guessed."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The seat to move moved."""

    seat: int
    text: str
    by: Literal["person", "bot", "stand-in"]


@dataclass(frozen=True, slots=True)
class Decided:
    """A seat chose its move before its turn, as when all pass cards at once."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """A seat asked to take its last move back."""

    seat: int


@dataclass(frozen=True, slots=True)
class UndoDeclined:
    """Somebody did not agree to an undo."""


@dataclass(frozen=True, slots=True)
class Undone:
    """Moves were taken back."""

    to: int
    """How many moves are left."""


@dataclass(frozen=True, slots=True)
class Paused:
    """The game was paused, or goes on."""

    on: bool


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody said something in the chat."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Checkpointed:
    """Everything before was summed up, so the log can start here."""

    state: dict[str, Any]
    """What :meth:`~cardcore.serve.room.Room.checkpoint` gives."""


Event: TypeAlias = (
    Opened
    | Joined
    | Renamed
    | Sat
    | Stood
    | Left
    | Filled
    | SettingsChanged
    | Started
    | Moved
    | Decided
    | UndoAsked
    | UndoDeclined
    | Undone
    | Paused
    | Said
    | Checkpointed
)

_CLASSES: Mapping[str, type[Event]] = {
    "opened": Opened,
    "joined": Joined,
    "renamed": Renamed,
    "sat": Sat,
    "stood": Stood,
    "left": Left,
    "filled": Filled,
    "set": SettingsChanged,
    "started": Started,
    "moved": Moved,
    "decided": Decided,
    "asked": UndoAsked,
    "declined": UndoDeclined,
    "undone": Undone,
    "paused": Paused,
    "said": Said,
    "checkpoint": Checkpointed,
}

_KINDS = {made: kind for kind, made in _CLASSES.items()}
_FIELDS = {made: [field.name for field in fields(made)] for made in _KINDS}


def write_event(event: Event) -> str:
    """Write an event as it is stored.

    >>> write_event(Moved(2, "Qs", "bot"))
    '{"kind": "moved", "seat": 2, "text": "Qs", "by": "bot"}'
    """
    kind = type(event)
    values = {name: getattr(event, name) for name in _FIELDS[kind]}
    return json.dumps({"kind": _KINDS[kind], **values}, ensure_ascii=False, default=vars)


def read_event(text: str) -> Event:
    """Read an event that was stored.

    Raises
    ------
    ParseError
        If the text is not an event; the message says what was found and expected.

    Examples
    --------
    >>> read_event('{"kind": "asked", "seat": 1}')
    UndoAsked(seat=1)
    >>> read_event('{"kind": "asked"}')
    Traceback (most recent call last):
    cardcore.errors.ParseError: stored event 'asked': expected the fields seat, found none
    """
    try:
        found = json.loads(text)
    except ValueError as error:
        raise ParseError("stored event: expected JSON, found other text") from error
    if not isinstance(found, dict):
        raise ParseError(f"stored event: expected an object, found {type(found).__name__}")
    kind = found.pop("kind", None)
    if not isinstance(kind, str) or kind not in _CLASSES:
        expected = ", ".join(_CLASSES)
        raise ParseError(f"stored event: expected one of the kinds {expected}, found {kind!r:.40}")
    made = _CLASSES[kind]
    if found.keys() != set(_FIELDS[made]):
        expected, given = ", ".join(_FIELDS[made]) or "none", ", ".join(found) or "none"
        raise ParseError(f"stored event '{kind}': expected the fields {expected}, found {given}")
    if "settings" in found:
        try:
            found["settings"] = read_settings(found["settings"])
        except RequestError as refusal:
            raise ParseError(f"stored event '{kind}': {refusal.message}") from refusal
    return made(**found)
