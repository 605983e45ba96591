"""Who is connected to a room, and who is let in when it is crowded.

Seated players and the host always get in. Others share a limited number of places, spectators
apart from guests with the room's link; when those are taken, the address with the most connections
gives one up, so that one address can't keep everyone else out. All of them together are sent a
bounded number of states a second: the larger the crowd, the longer each of it waits for the next.
"""

import asyncio
from collections import Counter
from typing import Protocol

from cardcore.phrases import Count, Phrase
from cardcore.serve.errors import Code, RequestError
from cardcore.serve.limits import Limits
from cardcore.serve.room import Room

__all__ = ["Viewer", "Viewers"]


class Viewer(Protocol):
    """A connection, as its room knows it."""

    person: str | None
    """The digest of their token; ``None`` for a spectator or somebody who has not joined."""
    address: str
    is_spectator: bool

    def notify(self) -> None:
        """Learn that there is something new to see."""

    def close(self, error: RequestError) -> None:
        """Be disconnected for a reason."""


class Viewers:
    """The connections of a room.

    Parameters
    ----------
    room
        The room.
    limits
        How many connections there may be.
    """

    def __init__(self, room: Room, limits: Limits) -> None:
        self._room = room
        self._limits = limits
        # An ordered set: the oldest connection comes first.
        self._viewers: dict[Viewer, None] = {}
        self._loop = asyncio.get_running_loop()
        #: When the crowd may be told next.
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None
        #: Whether those with a seat wait for the timer, too.
        self._is_all_due = False

    def __bool__(self) -> bool:
        return bool(self._viewers)

    def __len__(self) -> int:
        return len(self._viewers)

    @property
    def present(self) -> list[str]:
        """The people who are connected."""
        people = (viewer.person for viewer in self._viewers)
        return list(dict.fromkeys(person for person in people if person is not None))

    @property
    def spectators(self) -> int:
        """How many connections belong to nobody in the room."""
        return sum(viewer.person is None for viewer in self._viewers)

    def add(self, viewer: Viewer) -> None:
        """Let a viewer in, in place of another where the room is crowded.

        Raises
        ------
        RequestError
            If there is no place for them.
        """
        if self.is_privileged(viewer):
            same = [other for other in self._viewers if other.person == viewer.person]
            if len(same) >= self._limits.connections_of_person:
                self._evict(same[0], "you opened this room in another window")
        else:
            self._make_place(viewer)
        self._viewers[viewer] = None

    def remove(self, viewer: Viewer) -> None:
        """Let a viewer go, who may be gone already."""
        self._viewers.pop(viewer, None)

    def disconnect(self, person: str, reason: str) -> None:
        """Close the connections of a person."""
        for viewer in [viewer for viewer in self._viewers if viewer.person == person]:
            self._evict(viewer, reason, "forbidden")

    def disconnect_spectators(self, reason: str) -> None:
        """Close the connections of everyone who has not joined."""
        for viewer in [viewer for viewer in self._viewers if viewer.person is None]:
            self._evict(viewer, reason, "forbidden")

    def notify(self) -> None:
        """Tell everyone that there is something new to see: players now, the crowd when it may."""
        for viewer in self._viewers:
            if self.is_privileged(viewer):
                viewer.notify()
        self._notify_crowd()

    def notify_later(self) -> None:
        """Tell everyone that the crowd has changed, which can wait until the crowd is told."""
        self._is_all_due = True
        self._notify_crowd()

    def _notify_crowd(self) -> None:
        if self._timer is None:
            self._timer = self._loop.call_at(self._due, self._notify_due)

    def _notify_due(self) -> None:
        self._timer = None
        crowd = [viewer for viewer in self._viewers if not self.is_privileged(viewer)]
        for viewer in self._viewers if self._is_all_due else crowd:
            viewer.notify()
        self._is_all_due = False
        self._due = self._loop.time() + len(crowd) / self._limits.crowd

    def is_privileged(self, viewer: Viewer) -> bool:
        """Tell whether a viewer has a seat or is the host."""
        person = viewer.person
        return person is not None and (
            person == self._room.host or self._room.seat_of(person) is not None
        )

    def _make_place(self, newcomer: Viewer) -> None:
        """Find a place for somebody without a seat."""
        is_spectator = newcomer.is_spectator
        limits = self._limits
        most = limits.spectators_of_room if is_spectator else limits.guests_of_room
        others = [
            viewer
            for viewer in self._viewers
            if viewer.is_spectator == is_spectator and not self.is_privileged(viewer)
        ]
        if len(others) < most:
            return
        by_address = Counter(viewer.address for viewer in others)
        crowded, connections = max(by_address.items(), key=lambda entry: entry[1])
        if by_address[newcomer.address] + 1 >= connections:
            places = Count(most, "spectator") if is_spectator else Count(most, "guest")
            message = Phrase("this room is full: it takes at most {places}", places=places)
            raise RequestError("full", message)
        last = [viewer for viewer in others if viewer.address == crowded][-1]
        self._evict(last, "this room is full: others are waiting to get in")

    def _evict(self, viewer: Viewer, reason: str, code: Code = "full") -> None:
        self.remove(viewer)
        viewer.close(RequestError(code, reason))
