"""One WebSocket: its messages are read, checked and counted, and it is sent what it may see."""

import asyncio
from contextlib import suppress
from typing import Any, Protocol

from starlette.websockets import WebSocketDisconnect

from cardcore.phrases import translate_all
from cardcore.serve.errors import RequestError
from cardcore.serve.limits import Limits, RateLimiter
from cardcore.serve.live_room import LiveRoom
from cardcore.serve.protocol import read_message, write_message
from cardcore.serve.tokens import digest

__all__ = ["POLICY_VIOLATION", "Connection", "Socket"]

#: The WebSocket close code for a connection that is refused.
POLICY_VIOLATION = 1008

#: The most replies that wait for a client that doesn't read them.
_REPLY_QUEUE = 100

#: How long a client that is disconnected has to read why, in seconds.
_FAREWELL_SECONDS = 5.0


class Socket(Protocol):
    """What is needed of a WebSocket."""

    async def receive(self) -> Any:
        """Wait for the next ASGI message."""

    async def send_text(self, data: str) -> None:
        """Send text; waits while too much is buffered."""

    async def close(self, code: int, reason: str | None = None) -> None:
        """Close the connection."""


class Connection:
    """A client that views a room.

    Parameters
    ----------
    socket
        The WebSocket, accepted.
    room
        The room, on which the caller holds a lease.
    limits
        How much the client may send.
    address
        Where the client connects from.
    is_spectator
        Whether it used the spectators' link, and so can't join.
    """

    def __init__(
        self,
        socket: Socket,
        room: LiveRoom,
        limits: Limits,
        *,
        address: str,
        is_spectator: bool,
    ) -> None:
        self.person: str | None = None
        self.language: str = "en"
        self.address = address
        self.is_spectator = is_spectator
        self._socket = socket
        self._room = room
        self._limits = limits
        clock = asyncio.get_running_loop().time
        self._messages = RateLimiter(limits.messages, "messages", clock=clock)
        self._news = asyncio.Event()
        self._is_stale = False
        self._replies: list[dict[str, Any]] = []
        self._closing: asyncio.Future[RequestError] = asyncio.get_running_loop().create_future()
        self._heard = ((0, 0), 0)
        self._lines = 0

    def notify(self) -> None:
        """Learn that there is something new to see."""
        self._is_stale = True
        self._news.set()

    def close(self, error: RequestError) -> None:
        """Disconnect the client for a reason, once it has been told."""
        if not self._closing.done():
            self._closing.set_result(error)
        self._news.set()

    async def run(self) -> None:
        """Serve the client until either side closes the connection."""
        try:
            if await self._greet():
                await self._converse()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self._room.detach(self)

    async def _greet(self) -> bool:
        """Wait for the first message, which identifies the client; returns whether it is let in."""
        try:
            async with asyncio.timeout(self._limits.first_request):
                message = await self._receive()
            if message["type"] != "hello":
                raise RequestError("malformed", f"expected hello first, found {message['type']}")
            self.language = message.get("language", self.language)
            self._identify(message.get("token"))
            self._room.attach(self)
        except TimeoutError:
            await self._refuse(RequestError("rate-limited", "expected hello sooner"))
            return False
        except RequestError as error:
            await self._refuse(error)
            return False
        self._reply({"type": "welcome", **self._room.about()})
        return True

    def _identify(self, token: str | None) -> None:
        if token is None:
            return
        if self.is_spectator:
            raise RequestError("forbidden", "spectators have no token")
        self.person = self._room.room.find_person(digest(token))
        if self.person is None:
            raise RequestError("forbidden", "this token is not known in this room")

    async def _converse(self) -> None:
        """Listen and send until the client is gone, or has been told why it must go."""
        listener = asyncio.create_task(self._listen())
        sender = asyncio.create_task(self._send_news())
        try:
            waited = (listener, sender, self._closing)
            await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            if self._closing.done():
                # A client that doesn't read is not waited for.
                await asyncio.wait((sender,), timeout=_FAREWELL_SECONDS)
        finally:
            for task in (listener, sender):
                task.cancel()
            # Awaiting the tasks themselves would add this frame to the traceback of their errors:
            # a cycle that keeps the connection in memory until the garbage collector finds it.
            await asyncio.wait((listener, sender))
            for task in (listener, sender):
                _raise_unexpected(task)

    async def _listen(self) -> None:
        excess = 0
        while True:
            try:
                message = await self._receive()
            except RequestError as error:
                self._reject(error)
                excess += 1
            else:
                try:
                    self._messages.take(0)
                    excess = max(0, excess - 1)
                    await self._handle(message)
                except RequestError as error:
                    self._reject(error)
                    excess += error.code == "rate-limited"
            if excess > self._limits.patience or len(self._replies) > _REPLY_QUEUE:
                self.close(RequestError("rate-limited", "too many messages"))
                return

    async def _receive(self) -> dict[str, Any]:
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1000))
        text = received.get("text")
        if text is None:
            raise RequestError("malformed", "expected text, found bytes")
        size = len(text.encode("utf-8", "replace"))
        if size > self._limits.message:
            most = self._limits.message
            expected = f"expected a message of at most {most} bytes"
            raise RequestError("too-large", f"{expected}, found {size}")
        return read_message(text)

    async def _handle(self, message: dict[str, Any]) -> None:
        if self.is_spectator:
            raise RequestError("forbidden", "spectators can only watch")
        reply = await self._room.handle(self, message)
        if message["type"] == "leave":
            self.person = None
            self._room.identify(self)
        if reply is not None:
            self._reply(reply)

    def _reject(self, error: RequestError) -> None:
        self._reply({"type": "error", **error.to_dict()})

    def _reply(self, message: dict[str, Any]) -> None:
        self._replies.append(message)
        self._news.set()

    async def _send_news(self) -> None:
        """Send replies and the newest state; a client that reads slowly sees fewer states."""
        while True:
            await self._news.wait()
            self._news.clear()
            if self._closing.done():
                await self._refuse(self._closing.result())
                return
            replies, self._replies = self._replies, []
            for reply in replies:
                await self._send(reply)
            if self._is_stale:
                self._is_stale = False
                await self._show()

    async def _show(self) -> None:
        room = self._room.room
        if self.person is not None and self.person not in room.people:
            # They left in another tab.
            self.person = None
        # After an undo the history is sent again.
        game, heard = self._heard
        if game != (room.number, room.rewinds):
            heard = 0
        text = self._room.snapshot(self, heard, self._lines)
        self._lines = room.lines
        if room.game is not None:
            self._heard = ((room.number, room.rewinds), room.game.move_count)
        await self._socket.send_text(text)

    async def _send(self, message: dict[str, Any]) -> None:
        await self._socket.send_text(write_message(translate_all(message, self.language)))

    async def _refuse(self, error: RequestError) -> None:
        """Tell the client why it is disconnected, and do so."""
        with suppress(RuntimeError, WebSocketDisconnect):
            await self._send({"type": "error", **error.to_dict()})
            await self._socket.close(POLICY_VIOLATION, error.close_reason)


def _raise_unexpected(task: "asyncio.Task[None]") -> None:
    """Raise the error that ended a task, unless it only means that the client is gone."""
    error = None if task.cancelled() else task.exception()
    # Starlette raises a RuntimeError for a socket that closed while it was written to.
    if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError):
        try:
            raise error
        finally:
            # Its traceback has this frame: without the error in it, that is no cycle.
            del error, task
