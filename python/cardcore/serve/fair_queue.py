"""Which thought starts next: fair among rooms and people, whatever the queue.

The policy is start-time fair queueing. Every owner, a room or a person, has a record of the
thinking time it has used, and the owner that has used least goes first. An owner that comes back
after a while starts level with those that are being served, or a small credit ahead of them, so
nobody can save up for a monopoly.

Thoughts that a person waits for go before thoughts that only spectators wait for, except that the
latter get every ninth start. Under load, thoughts are told to make less effort.

Nothing here waits or starts threads, and the clock is given, so that a test or a simulation can
drive it.
"""

import heapq
import time
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic, TypeVar

from cardcore.serve.errors import RequestError

__all__ = ["FairQueue", "QueuePolicy", "Thought"]

_T = TypeVar("_T")


@dataclass(frozen=True)
class QueuePolicy:
    """The numbers of the policy."""

    slots: int = 2
    """How many thoughts run at once."""
    per_owner: int = 8
    """How many thoughts of one owner may wait."""
    people_in_a_row: int = 8
    """How many thoughts for people start before one for spectators, when both wait."""
    credit: float = 0.5
    """Seconds of thinking that an idle owner is ahead at most."""
    full_effort_up_to: int = 8
    """How many thoughts may wait before thoughts make less effort."""
    least_effort: float = 0.1
    """The share of the full effort that a thought makes under any load."""
    remembered: int = 10_000
    """How many idle owners are remembered."""


@dataclass(eq=False)
class Thought(Generic[_T]):
    """Something to think about, in the queue or running."""

    item: _T
    """What the caller wants to find again."""
    room: str
    """Where it belongs; a room thinks one thought at a time."""
    effort: float = 1.0
    """The share of the full effort to make, up to 1; set when the thought starts."""
    _owner: "_Owner[_T]" = field(kw_only=True, repr=False)
    _began: float | None = field(default=None, init=False, repr=False)


@dataclass(eq=False)
class _Owner(Generic[_T]):
    """A room or a person, and the thinking time it has used."""

    line: "_Line[_T]"
    used: float
    """Seconds, on the virtual clock of the line."""
    thoughts: deque[Thought[_T]] = field(default_factory=deque)
    is_running: bool = False
    is_listed: bool = False
    """Whether it is in the heap, or set aside until its room is free."""

    @property
    def is_idle(self) -> bool:
        return not (self.thoughts or self.is_running or self.is_listed)


@dataclass(eq=False)
class _Line(Generic[_T]):
    """The owners whose thoughts people wait for, or those whose thoughts spectators wait for."""

    owners: OrderedDict[str, _Owner[_T]] = field(default_factory=OrderedDict)
    """The least recently active first."""
    heap: list[tuple[float, int, _Owner[_T]]] = field(default_factory=list)
    clock: float = 0.0
    """The virtual time: what the owner served last had used."""
    queued: int = 0
    """How many thoughts wait."""


class FairQueue(Generic[_T]):
    """The thoughts that wait and those that run.

    Parameters
    ----------
    policy
        The numbers of the policy.
    clock
        Gives the time in seconds.

    Examples
    --------
    >>> queue = FairQueue(QueuePolicy(slots=1), clock=lambda: 0.0)
    >>> for name in ("first", "second"):
    ...     _ = queue.add(name, room="bots only", waiting=False)
    >>> running = queue.start()
    >>> _ = queue.add("third", room="with a person")
    >>> queue.start()  # the only slot is taken
    >>> queue.finish(running)
    >>> queue.start().item
    'third'
    """

    def __init__(
        self,
        policy: QueuePolicy | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.policy: QueuePolicy = policy or QueuePolicy()
        self._clock = clock
        self._people: _Line[_T] = _Line()
        self._spectators: _Line[_T] = _Line()
        self._in_a_row = 0
        self._entries = 0
        self._busy: set[str] = set()
        self._set_aside: defaultdict[str, list[_Owner[_T]]] = defaultdict(list)

    def __len__(self) -> int:
        """Count the thoughts that wait."""
        return self._people.queued + self._spectators.queued

    @property
    def running(self) -> int:
        """How many thoughts run."""
        return len(self._busy)

    @property
    def owners(self) -> int:
        """How many owners are remembered."""
        return len(self._people.owners) + len(self._spectators.owners)

    def add(
        self, item: _T, *, room: str, person: str | None = None, waiting: bool = True
    ) -> Thought[_T]:
        """Put a thought into the queue.

        Parameters
        ----------
        item
            What the thought is about.
        room
            Where it belongs.
        person
            Who asked for it; the time it takes counts as theirs instead of the room's.
        waiting
            Whether a person waits for it, rather than spectators alone.

        Raises
        ------
        RequestError
            If too many thoughts of this owner wait already.
        """
        line = self._people if waiting else self._spectators
        owner = self._owner(line, f"room {room}" if person is None else f"person {person}")
        if len(owner.thoughts) >= self.policy.per_owner:
            raise RequestError("rate-limited", "too many questions at once: wait for the answers")
        thought = Thought(item, room, _owner=owner)
        owner.thoughts.append(thought)
        line.queued += 1
        self._list(owner)
        return thought

    def start(self) -> Thought[_T] | None:
        """Take the thought that starts now; ``None`` if there is none, or no slot is free."""
        if self.running >= self.policy.slots:
            return None
        lines = [self._people, self._spectators]
        if self._in_a_row >= self.policy.people_in_a_row:
            lines.reverse()
        thought = self._first(lines[0]) or self._first(lines[1])
        if thought is None:
            return None
        owner = thought._owner
        if owner.line is self._spectators:
            self._in_a_row = 0
        elif self._spectators.queued:
            self._in_a_row += 1
        owner.is_running = True
        owner.line.clock = max(owner.line.clock, owner.used)
        self._busy.add(thought.room)
        thought.effort = self._effort(owner.line)
        thought._began = self._clock()
        return thought

    def finish(self, thought: Thought[_T]) -> None:
        """Count the time that a thought has taken, and free its slot."""
        owner = thought._owner
        assert owner.is_running and thought._began is not None, "the thought is not running"
        owner.used += self._clock() - thought._began
        owner.is_running = False
        self._busy.remove(thought.room)
        for other in self._set_aside.pop(thought.room, ()):
            other.is_listed = False
            self._list(other)
        self._list(owner)

    def drop(self, thought: Thought[_T]) -> None:
        """Take a thought out of the queue that nobody wants any more; one that runs goes on."""
        owner = thought._owner
        if thought in owner.thoughts:
            owner.thoughts.remove(thought)
            owner.line.queued -= 1

    def _owner(self, line: _Line[_T], key: str) -> _Owner[_T]:
        """Find or remember an owner."""
        owner = line.owners.get(key)
        if owner is None:
            owner = line.owners[key] = _Owner(line, line.clock)
            self._forget(line)
        elif owner.is_idle:
            owner.used = max(owner.used, line.clock - self.policy.credit)
        line.owners.move_to_end(key)
        return owner

    def _forget(self, line: _Line[_T]) -> None:
        """Forget an owner that was active long ago, if there are too many."""
        # Several are looked at, as some may have thoughts; not all, as there may be many.
        for key, owner in list(islice(line.owners.items(), 4)):
            if len(line.owners) <= self.policy.remembered:
                return
            if owner.is_idle:
                del line.owners[key]
            else:
                line.owners.move_to_end(key)

    def _list(self, owner: _Owner[_T]) -> None:
        """Let an owner with thoughts compete for the next slot."""
        if owner.thoughts and not owner.is_listed and not owner.is_running:
            self._entries += 1
            heapq.heappush(owner.line.heap, (owner.used, self._entries, owner))
            owner.is_listed = True

    def _first(self, line: _Line[_T]) -> Thought[_T] | None:
        """Take the thought of a line that comes first, of those whose room is free."""
        while line.heap:
            _, _, owner = heapq.heappop(line.heap)
            # The last thought of an owner may have been dropped.
            if owner.thoughts and (room := owner.thoughts[0].room) in self._busy:
                self._set_aside[room].append(owner)
                continue
            owner.is_listed = False
            if owner.thoughts:
                line.queued -= 1
                return owner.thoughts.popleft()
        return None

    def _effort(self, line: _Line[_T]) -> float:
        """Choose the effort of a thought by how many others wait that are as urgent or more."""
        queued = len(self) if line is self._spectators else line.queued
        if queued <= self.policy.full_effort_up_to:
            return 1.0
        return max(self.policy.least_effort, self.policy.full_effort_up_to / queued)
