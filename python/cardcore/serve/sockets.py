"""Connections below the application: how many there are, and how much each may have buffered.

What a client sends is read in small pieces, and only while it reads the answers itself. So a
connection costs at most :data:`READ_SIZE` bytes that wait to be handled, :data:`WRITE_LIMIT` bytes
that wait to be sent and one message beyond that. It counts until its last byte is sent or dropped.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import h11
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from cardcore.serve.addresses import TrustedProxies, client_network
from cardcore.serve.errors import RequestError
from cardcore.serve.limits import Limits, RateLimiter

__all__ = ["READ_SIZE", "WRITE_LIMIT", "ConnectionTracker", "HttpProtocol", "WebSocketProtocol"]

#: The most bytes that are read from a connection at once.
READ_SIZE = 4 * 1024

#: The bytes waiting to be sent above which nothing more is read or written.
WRITE_LIMIT = 32 * 1024

_POLICY_VIOLATION = 1008

_BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


@dataclass
class _Open:
    """A connection that isn't closed yet."""

    address: str
    client: str
    """What the limits of the address are counted by."""
    stalled_since: float | None = None
    """When the client stopped reading, or the connection began to close."""


class ConnectionTracker:
    """All connections of a server, counted by client until they are really closed.

    Parameters
    ----------
    limits
        The limits of the server.
    proxies
        Proxies, whose connections belong to many clients and are only counted in total.
    clock
        Gives the time in seconds.
    """

    def __init__(
        self,
        limits: Limits,
        proxies: TrustedProxies,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits
        self._proxies = proxies
        # A client that is refused by the application comes back at once: all it asks for would
        # have to be read and answered every time.
        self._arrivals = RateLimiter(limits.arrivals, "connections", clock=clock)
        self._open: dict[asyncio.Transport, _Open] = {}
        self._by_client: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    @property
    def buffered(self) -> int:
        """How many bytes wait to be sent, over all connections."""
        return sum(transport.get_write_buffer_size() for transport in self._open)

    def add(self, transport: asyncio.Transport) -> bool:
        """Count a new connection; returns ``False`` if it is one too many."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        client = client_network(address)
        if len(self._open) >= self.limits.connections:
            return False
        if address not in self._proxies and not self._may_connect(client):
            return False
        self._open[transport] = _Open(address, client)
        self._by_client[client] += 1
        return True

    def _may_connect(self, client: str) -> bool:
        if self._by_client[client] >= self.limits.connections_of_address:
            return False
        try:
            self._arrivals.take(client)
        except RequestError:
            return False
        return True

    def remove(self, transport: asyncio.Transport) -> None:
        """Stop counting a connection that is closed."""
        closed = self._open.pop(transport, None)
        if closed is not None:
            self._by_client[closed.client] -= 1
            if not self._by_client[closed.client]:
                del self._by_client[closed.client]

    def fine(self, transport: asyncio.Transport) -> None:
        """Count a connection several times, whose client is sent away.

        Such clients tend to come back at once, and each time they have to be heard and refused.
        """
        client = self._open.get(transport)
        if client is not None and client.address not in self._proxies:
            self._arrivals.fine(client.client, self.limits.refusal)

    def stall(self, transport: asyncio.Transport, now: float | None) -> None:
        """Note since when a client hasn't read what it was sent; ``None`` if it does."""
        if transport in self._open:
            self._open[transport].stalled_since = now

    def drop_stalled(self, now: float) -> None:
        """Drop connections whose clients have not read for too long.

        Closing a connection waits until everything is sent, so a client that never reads would
        otherwise keep it and its buffer for ever.
        """
        for transport, connection in list(self._open.items()):
            if connection.stalled_since is None:
                if transport.is_closing():
                    connection.stalled_since = now
            elif now - connection.stalled_since >= self.limits.unread:
                transport.abort()

    def protocols(self) -> tuple[Any, Any]:
        """Return the HTTP and WebSocket protocols of these connections, for uvicorn."""
        return partial(HttpProtocol, self), partial(WebSocketProtocol, self)


class _BoundedProtocol(asyncio.BufferedProtocol):
    """Reads in small pieces, and reports clients that don't read themselves."""

    tracker: ConnectionTracker
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _incoming = bytearray()

    def get_buffer(self, sizehint: int) -> bytearray:
        """Return the memory to read into; no connection keeps any while it is silent."""
        self._incoming = bytearray(READ_SIZE)
        return self._incoming

    def buffer_updated(self, nbytes: int) -> None:
        """Handle what was read."""
        data, self._incoming = bytes(self._incoming[:nbytes]), bytearray()
        cast(Any, self).data_received(data)

    def eof_received(self) -> None:
        """Close the connection when the client does."""

    def pause_writing(self) -> None:
        """Note that the client doesn't read."""
        super().pause_writing()
        self.tracker.stall(self.transport, self.loop.time())

    def resume_writing(self) -> None:
        """Note that the client reads again."""
        super().resume_writing()
        self.tracker.stall(self.transport, None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        super().connection_lost(exc)
        self.tracker.remove(self.transport)


class HttpProtocol(_BoundedProtocol, H11Protocol):
    """HTTP with a limit on connections, and on the time to send a request."""

    def __init__(self, tracker: ConnectionTracker, **options: Any) -> None:
        super().__init__(**options)
        self.tracker = tracker
        self._check: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accept a connection, or drop it if there are too many."""
        transport = cast(asyncio.Transport, transport)
        super().connection_made(transport)
        if not self.tracker.add(transport):
            transport.abort()
            return
        transport.set_write_buffer_limits(WRITE_LIMIT)
        self._wait_for_request(None)

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that isn't HTTP; drop the connection if an answer has begun already."""
        if self.cycle is not None:
            # The garbage came in the body of a request that the application still works on. Nobody
            # waits for its answer any more.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.abort()

    def _wait_for_request(self, last: object) -> None:
        """Check later whether another request has come since the last one."""
        limit = self.tracker.limits.first_request
        self._check = self.loop.call_later(limit, self._drop_idle, last)

    def _check_no_more(self) -> None:
        """Forget the next check, which would keep a connection that is gone in memory."""
        if self._check is not None:
            self._check.cancel()
            self._check = None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Give the connection to the other protocol."""
        self._check_no_more()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop checking and counting the connection."""
        self._check_no_more()
        super().connection_lost(exc)

    def _drop_idle(self, last: object) -> None:
        """Drop a connection without a complete request since the last check."""
        if self.transport.is_closing():
            return
        if self.cycle is None or (self.cycle is last and self.cycle.response_complete):
            self.transport.abort()
        else:
            self._wait_for_request(self.cycle)


class WebSocketProtocol(_BoundedProtocol, WebSocketsSansIOProtocol):
    """WebSockets that answer no more than their client reads."""

    def __init__(self, tracker: ConnectionTracker, **options: Any) -> None:
        super().__init__(**options)
        self.tracker = tracker
        # Browsers send no pings and no fragments, other clients a few.
        self._frames = RateLimiter(tracker.limits.messages, "control frames", clock=self.loop.time)

    def data_received(self, data: bytes) -> None:
        """Handle what was read; end handshakes that failed, which uvicorn would leave open."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()) or _BAD_REQUEST)
            self.transport.close()

    def handle_events(self) -> None:
        """Handle frames; end the connection if the application would not see most of them."""
        try:
            for event in self.conn.events:
                if isinstance(event, Frame) and (self.close_sent or not _is_message(event)):
                    self._frames.take(0)
        except RequestError as error:
            self._end(error.message[:100])
            return
        super().handle_events()

    def _end(self, reason: str) -> None:
        """Close the connection without waiting for the client."""
        self.tracker.fine(self.transport)
        self.queue.put_nowait(
            {"type": "websocket.disconnect", "code": _POLICY_VIOLATION, "reason": reason}
        )
        self.conn.events_received()
        self.conn.fail(_POLICY_VIOLATION, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    def pause_writing(self) -> None:
        """Stop reading too: the answers to what is read would have to wait in memory."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Read again, unless the application is behind."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application."""
        if message["type"] == "websocket.close" and message.get("code") == _POLICY_VIOLATION:
            self.tracker.fine(self.transport)
        await super().send(message)

    async def receive(self) -> ASGIReceiveEvent:
        """Wait for a message; its reception alone does not make the client read."""
        message = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return message


def _is_message(frame: Frame) -> bool:
    """Tell whether a frame is a whole message, which the application counts."""
    return frame.fin and frame.opcode in (Opcode.TEXT, Opcode.BINARY)
