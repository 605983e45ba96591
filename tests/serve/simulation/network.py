"""Simulated TCP: bytes arrive late but in order, connections break, and buffers are finite."""

import asyncio
from collections.abc import Callable
from contextvars import Context
from random import Random
from typing import Any

__all__ = ["Wire"]

#: The bytes that fit into the buffers of both kernels.
_KERNEL = 64 * 1024

#: asyncio's default: a transport with more bytes than this asks its protocol to pause.
_HIGH_WATER = 64 * 1024


class Wire:
    """A connection between a simulated client and a protocol of the server.

    Parameters
    ----------
    loop
        The simulated loop.
    random
        Decides how long bytes take.
    protocol
        The server's protocol.
    context
        The context in which the server's callbacks run.
    address
        The client's address.
    received
        Called with the bytes that reach the client.
    lost
        Called when the client's side of the connection is closed.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        random: Random,
        protocol: Any,
        context: Context,
        address: str,
        received: Callable[[bytes], object],
        lost: Callable[[], object],
    ) -> None:
        self._loop = loop
        self._random = random
        self._context = context
        self._received = received
        self._lost = lost
        self._arrivals = [0.0, 0.0]
        self._is_cut = False
        self._is_dead = False
        self.is_open = True
        #: Whether the client reads what it is sent.
        self.is_read = True
        self._kernel = bytearray()
        self.transport = _Transport(self, protocol, address)
        context.run(protocol.connection_made, self.transport)

    # The client's side.

    def send(self, data: bytes) -> None:
        """Send bytes to the server."""
        self._later(0, self.transport.deliver, data)

    def close(self) -> None:
        """Close the client's side: the server is told after a while."""
        if self.is_open:
            self.is_open = False
            self._later(0, self.transport.lose, None)

    def drop(self) -> None:
        """Break the connection: both sides are told, each after a while."""
        self._later(0, self.transport.lose, ConnectionResetError())
        self._later(1, self._end)

    def cut(self) -> None:
        """Unplug the cable: nothing arrives any more, and nobody is told."""
        self._is_cut = True

    def kill(self) -> None:
        """Let the server's process die: the client is told, and the server's code is not."""
        self._is_dead = True
        self._later(1, self._end)

    def read(self, is_read: bool) -> None:
        """Let the client read, or not."""
        self.is_read = is_read
        self._drain()

    # The server's side.

    def carry(self, data: bytearray) -> None:
        """Take bytes from the transport into the kernel, as many as fit."""
        if self._is_dead:
            data.clear()
            return
        room = max(0, _KERNEL - len(self._kernel))
        self._kernel += data[:room]
        del data[:room]
        self._drain()

    def hang_up(self) -> None:
        """The transport has closed: the client is told once it has read everything."""
        self._later(1, self._end)

    def run(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Run code of the server, unless it is dead."""
        if not self._is_dead:
            self._context.run(function, *arguments)

    def _drain(self) -> None:
        if self._kernel and self.is_read and not self._is_cut:
            data = bytes(self._kernel)
            self._kernel.clear()
            self._later(1, self._arrive, data)
            if not self._is_dead:
                self._loop.call_later(0.001, self.transport.flush)

    def _arrive(self, data: bytes) -> None:
        if self.is_open:
            self._received(data)

    def _end(self) -> None:
        if self.is_open:
            self.is_open = False
            self._lost()

    def _later(self, way: int, function: Callable[..., Any], *arguments: Any) -> None:
        """Call a function after the bytes that went the same way before."""
        if self._is_cut:
            return
        delay = self._random.choice((0.0, 0.001, 0.02, 0.1)) * self._random.random()
        # The loop doesn't order timers of the same time.
        self._arrivals[way] = max(self._loop.time() + delay, self._arrivals[way] + 1e-6)
        self._loop.call_at(self._arrivals[way], function, *arguments)


class _Transport(asyncio.Transport):
    """The server's end of a wire."""

    def __init__(self, wire: Wire, protocol: Any, address: str) -> None:
        super().__init__({"peername": (address, 50000), "sockname": ("127.0.0.1", 8000)})
        self._wire = wire
        self._protocol = protocol
        self._buffer = bytearray()
        self._is_closing = False
        self._is_lost = False
        self._is_paused = False
        self._is_reading = True
        self._unread: list[bytes] = []
        self._high, self._low = _HIGH_WATER, _HIGH_WATER // 4

    def get_protocol(self) -> Any:
        return self._protocol

    def set_protocol(self, protocol: Any) -> None:
        self._protocol = protocol

    def get_write_buffer_size(self) -> int:
        return len(self._buffer)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._high = _HIGH_WATER if high is None else high
        self._low = self._high // 4 if low is None else low

    def get_write_buffer_limits(self) -> tuple[int, int]:
        return self._low, self._high

    def is_closing(self) -> bool:
        return self._is_closing

    def is_reading(self) -> bool:
        return self._is_reading and not self._is_closing

    def pause_reading(self) -> None:
        self._is_reading = False

    def resume_reading(self) -> None:
        self._is_reading = True
        if self._unread:
            self._wire._loop.call_soon(self._wire.run, self._read)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if (self._is_closing and not self._buffer) or self._is_lost:
            return
        self._buffer += data
        self._wire.carry(self._buffer)
        if len(self._buffer) > self._high and not self._is_paused:
            self._is_paused = True
            self._protocol.pause_writing()

    def flush(self) -> None:
        """Let the kernel take more."""
        self._wire.carry(self._buffer)
        if self._is_paused and len(self._buffer) <= self._low and not self._is_lost:
            self._is_paused = False
            self._wire.run(self._protocol.resume_writing)
        if self._is_closing and not self._buffer and not self._is_lost:
            self._lose_now(None)

    def close(self) -> None:
        if not self._is_closing:
            self._is_closing = True
            self._is_reading = False
            if not self._buffer:
                self._wire._loop.call_soon(self._lose_now, None)

    def abort(self) -> None:
        self._is_closing = True
        self._buffer.clear()
        self._wire._loop.call_soon(self._lose_now, None)

    def deliver(self, data: bytes) -> None:
        """Take bytes of the client."""
        if not self._is_closing:
            self._unread.append(data)
            self._wire.run(self._read)

    def _read(self) -> None:
        while self._unread and self._is_reading and not self._is_closing:
            data = self._unread.pop(0)
            if isinstance(self._protocol, asyncio.BufferedProtocol):
                buffer = memoryview(self._protocol.get_buffer(len(data)))
                part = data[: len(buffer)]
                buffer[: len(part)] = part
                if rest := data[len(part) :]:
                    self._unread.insert(0, rest)
                self._protocol.buffer_updated(len(part))
            else:
                self._protocol.data_received(data)

    def lose(self, error: Exception | None) -> None:
        """Learn that the client is gone."""
        self._buffer.clear()
        self._is_closing = True
        self._lose_now(error)

    def _lose_now(self, error: Exception | None) -> None:
        if not self._is_lost:
            self._is_lost = True
            self._wire.run(self._protocol.connection_lost, error)
            self._wire.hang_up()

    @property
    def is_lost(self) -> bool:
        """Whether the connection is over for the server."""
        return self._is_lost
