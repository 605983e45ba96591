"""How much anybody may ask of the server."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from cardcore.serve.errors import RequestError

__all__ = ["Limits", "Rate", "RateLimiter"]


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second in the long run."""

    burst: float
    """How many may come at once."""
    per_second: float
    """How many may come in a second after that."""


@dataclass(frozen=True)
class Limits:
    """The limits of a server; the defaults are meant for a machine that people share."""

    rooms: int = 10_000
    """Rooms in the file."""
    connections: int = 4_000
    """Connections at once, of all kinds."""
    connections_of_address: int = 256
    """Connections at once from one address."""
    connections_of_room: int = 64
    """People and spectators of one room at once."""
    events: int = 20_000
    """Events of one room: moves, chat and everything else that is kept."""
    message: int = 4_096
    """Bytes of a message or of the body of a request."""
    first_request: float = 10.0
    """Seconds that a connection may take to say what it wants."""
    unread: float = 20.0
    """Seconds that a client may leave unread what it was sent."""
    messages: Rate = Rate(60, 20)
    """Messages of one connection."""
    patience: int = 200
    """Messages beyond that before the connection is closed."""
    requests: Rate = Rate(200, 40)
    """Requests of one address."""
    openings: Rate = Rate(20, 0.5)
    """New rooms of one address."""
    chat: Rate = Rate(5, 0.5)
    """Lines of chat of one person."""
    thoughts: Rate = Rate(10, 2)
    """Hints and analyses of one person or address: these make the server think."""
    expires: float = 30 * 86_400.0
    """Seconds after the last event that a room is kept."""
    unused: float = 86_400.0
    """The same for a room in which no game was begun."""


class RateLimiter:
    """Counts what comes against a rate, for everyone apart.

    Parameters
    ----------
    rate
        How much may come.
    what
        What is counted, for the message.
    clock
        Tells the time in seconds.
    most
        How many are remembered; whoever was forgotten may begin anew.

    Examples
    --------
    >>> allowance = RateLimiter(Rate(2, 1), "messages", clock=lambda: 0.0)
    >>> allowance.take("Ann"), allowance.take("Ann")
    (None, None)
    >>> allowance.take("Ann")
    Traceback (most recent call last):
    cardcore.serve.errors.RequestError: too many messages, expected at most 1 a second
    """

    def __init__(
        self,
        rate: Rate,
        what: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        most: int = 10_000,
    ) -> None:
        self._rate = rate
        self._what = what
        self._clock = clock
        self._most = most
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, who: Hashable) -> None:
        """Count one more.

        Raises
        ------
        RequestError
            If it is one too many.
        """
        now = self._clock()
        left, then = self._left.pop(who, (self._rate.burst, now))
        left = min(self._rate.burst, left + (now - then) * self._rate.per_second)
        allowed = left >= 1
        self._left[who] = (left - 1 if allowed else left, now)
        while len(self._left) > self._most:
            self._left.popitem(last=False)
        if not allowed:
            often = f"expected at most {self._rate.per_second:g} a second"
            raise RequestError("rate-limited", f"too many {self._what}, {often}")
