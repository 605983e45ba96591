"""Limits on what any client can use: connections, messages, requests, storage."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from cardcore.phrases import Phrase
from cardcore.serve.errors import RequestError

__all__ = ["Limits", "Rate", "RateLimiter"]


@dataclass(frozen=True)
class Rate:
    """A token bucket: how many may come at once, and how fast it refills."""

    burst: float
    """How many may come at once."""
    per_second: float
    """How many a second may follow."""


@dataclass(frozen=True)
class Limits:
    """The limits of a server. The defaults suit a machine that people share."""

    rooms: int = 10_000
    """Rooms in the database."""
    connections: int = 4_000
    """Open connections of all kinds."""
    connections_of_address: int = 256
    """Open connections from one address."""
    arrivals: Rate = Rate(400, 10)
    """New connections from one address. Those above the rate are dropped unread."""
    refusal: int = 20
    """New connections that one counts as if the server closes it because of its client."""
    guests_of_room: int = 64
    """Connections to one room without a seat. Seated players and the host don't count."""
    spectators_of_room: int = 64
    """Connections to one room by its spectators' link."""
    crowd: float = 100.0
    """States of one room a second that are sent to people without a seat, all together."""
    connections_of_person: int = 8
    """Connections of one person to one room; the oldest is closed for a new one."""
    people: int = 64
    """People that one room remembers. Absent people without a seat are forgotten for new ones."""
    checkpoint_every: int = 1_000
    """Events after which a room's log is replaced by a checkpoint."""
    replays_of_room: int = 100
    """Finished games of one room whose replays are stored, the newest ones."""
    message: int = 4_096
    """Bytes of a message or of the body of a request."""
    first_request: float = 10.0
    """Seconds until a new connection must have sent its first request or message."""
    unread: float = 20.0
    """Seconds that a client may leave unread what it was sent."""
    messages: Rate = Rate(60, 20)
    """Messages of one connection."""
    patience: int = 200
    """Messages above that rate before the connection is closed."""
    requests: Rate = Rate(200, 40)
    """Requests of one address."""
    openings: Rate = Rate(20, 0.5)
    """New rooms of one address."""
    invitations: Rate = Rate(20, 0.5)
    """Invitations of one address."""
    guesses: Rate = Rate(10, 0.1)
    """Codes of rooms that one address may try."""
    code_expires: float = 3_600.0
    """Seconds until the code of a room expires."""
    chat: Rate = Rate(5, 0.5)
    """Lines of chat of one person."""
    thoughts: Rate = Rate(10, 2)
    """Hints and analyses of one person or address, which take CPU time."""
    expires: float = 30 * 86_400.0
    """Seconds after its last event until a room is deleted."""
    unused: float = 86_400.0
    """The same for a room in which no game was started."""


class RateLimiter:
    """Enforces a rate for every client separately.

    Parameters
    ----------
    rate
        The rate that each client may use.
    what
        What is counted, for the error message.
    clock
        Gives the time in seconds.
    capacity
        How many clients are remembered. A forgotten client starts with a full bucket.

    Examples
    --------
    >>> limiter = RateLimiter(Rate(2, 1), "messages", clock=lambda: 0.0)
    >>> limiter.take("Ann"), limiter.take("Ann")
    (None, None)
    >>> limiter.take("Ann")
    Traceback (most recent call last):
    cardcore.serve.errors.RequestError: too many messages, expected at most 1 a second
    """

    def __init__(
        self,
        rate: Rate,
        what: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        capacity: int = 10_000,
    ) -> None:
        self._rate = rate
        self._what = what
        self._clock = clock
        self._capacity = capacity
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, client: Hashable) -> None:
        """Take one token from a client's bucket.

        Raises
        ------
        RequestError
            If the bucket is empty.
        """
        tokens = self._tokens(client)
        is_allowed = tokens >= 1
        self._keep(client, tokens - 1 if is_allowed else tokens)
        if not is_allowed:
            message = Phrase(
                "too many {what}, expected at most {rate} a second",
                what=Phrase(self._what),
                rate=f"{self._rate.per_second:g}",
            )
            raise RequestError("rate-limited", message)

    def fine(self, client: Hashable, tokens: float) -> None:
        """Take tokens from a client's bucket, as far as there are any."""
        self._keep(client, max(0.0, self._tokens(client) - tokens))

    def _tokens(self, client: Hashable) -> float:
        tokens, then = self._buckets.get(client, (self._rate.burst, 0.0))
        return min(self._rate.burst, tokens + (self._clock() - then) * self._rate.per_second)

    def _keep(self, client: Hashable, tokens: float) -> None:
        self._buckets.pop(client, None)
        self._buckets[client] = (tokens, self._clock())
        while len(self._buckets) > self._capacity:
            self._buckets.popitem(last=False)
