"""One WebSocket: what it says is read, checked and counted, and it is shown what it may see."""

import asyncio
import json
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from cardcore.serve.errors import RequestError
from cardcore.serve.limits import Limits, RateLimiter
from cardcore.serve.live_room import LiveRoom
from cardcore.serve.protocol import read_message
from cardcore.serve.tokens import digest

__all__ = ["POLICY", "Connection"]

#: The code that a connection is closed with because of what it sent.
POLICY = 1008

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

#: The most answers that wait for a client that does not read them.
_MOST_ANSWERS = 100


class Connection:
    """A client that looks at a room.

    Parameters
    ----------
    socket
        The WebSocket, accepted.
    live_room
        The room.
    limits
        How much it may send.
    is_spectator
        Whether it came by the spectators' link: then it can be nobody.
    """

    def __init__(
        self, socket: WebSocket, live_room: LiveRoom, limits: Limits, *, is_spectator: bool
    ) -> None:
        self.person: str | None = None
        self._socket = socket
        self._room = live_room
        self._limits = limits
        self._is_spectator = is_spectator
        self._messages = RateLimiter(limits.messages, "messages")
        self._news = asyncio.Event()
        self._is_stale = False
        self._answers: list[dict[str, Any]] = []
        self._heard = ((0, 0), 0)
        self._lines = 0

    def look(self) -> None:
        """Be told that there is something to see."""
        self._is_stale = True
        self._news.set()

    async def run(self) -> None:
        """Talk to the client until one of the two has enough."""
        try:
            if not await self._greet():
                return
            tasks = [asyncio.create_task(self._send_news()), asyncio.create_task(self._listen())]
            try:
                # A client that can't be sent anything must not be listened to either.
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        except (WebSocketDisconnect, RuntimeError):
            # Starlette has no other word for a socket that went away while it was written to.
            pass
        finally:
            self._room.depart(self)

    async def _greet(self) -> bool:
        """Wait for the first message, which says who it is; tells whether that went well."""
        try:
            async with asyncio.timeout(self._limits.first_request):
                message = await self._receive()
            if message["type"] != "hello":
                raise RequestError("malformed", f"expected hello first, found {message['type']}")
            token = message.get("token")
            if token is not None:
                if self._is_spectator:
                    raise RequestError("forbidden", "spectators have no token")
                self.person = self._room.room.person(digest(token))
                if self.person is None:
                    raise RequestError("forbidden", "this token is not known in this room")
            self._room.arrive(self)
        except TimeoutError:
            await self._close(RequestError("rate-limited", "expected hello sooner"))
            return False
        except RequestError as refusal:
            await self._close(refusal)
            return False
        self._answer({"type": "welcome", **self._room.about()})
        return True

    async def _listen(self) -> None:
        excess = 0
        while True:
            try:
                message = await self._receive()
            except RequestError as refusal:
                self._refuse(refusal)
                excess += 1
            else:
                try:
                    self._messages.take(0)
                    excess = max(0, excess - 1)
                    await self._ask(message)
                except RequestError as refusal:
                    self._refuse(refusal)
                    excess += refusal.code == "rate-limited"
            if excess > self._limits.patience or len(self._answers) > _MOST_ANSWERS:
                await self._close(
                    RequestError("rate-limited", "too many messages that are of no use")
                )
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
            raise RequestError(
                "too-large", f"expected a message of at most {most} bytes, found {size}"
            )
        return read_message(text)

    async def _ask(self, message: dict[str, Any]) -> None:
        if self._is_spectator:
            raise RequestError("forbidden", "spectators only watch")
        answer = await self._room.ask(self, message)
        if message["type"] == "leave":
            self.person = None
            self._room.recognise(self)
        if answer is not None:
            self._answer(answer)

    def _refuse(self, refusal: RequestError) -> None:
        self._answer({"type": "error", **refusal.to_dict()})

    def _answer(self, message: dict[str, Any]) -> None:
        self._answers.append(message)
        self._news.set()

    async def _send_news(self) -> None:
        """Send answers, and what there is to see; who reads slowly is shown less often."""
        while True:
            await self._news.wait()
            self._news.clear()
            answers, self._answers = self._answers, []
            for answer in answers:
                await self._send(answer)
            if self._is_stale:
                self._is_stale = False
                await self._show()

    async def _show(self) -> None:
        room = self._room.room
        if self.person is not None and self.person not in room.people:
            # Removed by the host, or gone for good in another tab.
            self.person = None
        # A history that was taken back is told anew.
        game, heard = self._heard
        if game != (room.number, room.rewinds):
            heard = 0
        state = self._room.state(self, heard)
        lines = [line for line in room.chat if line["number"] >= self._lines]
        self._lines = room.lines
        table = state["table"]
        if table is not None:
            self._heard = ((room.number, room.rewinds), table["count"])
        await self._send({**state, "chat": lines})

    async def _send(self, message: dict[str, Any]) -> None:
        await self._socket.send_text(_ENCODER.encode(message))

    async def _close(self, refusal: RequestError) -> None:
        if self._socket.application_state == WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect):
                await self._send({"type": "error", **refusal.to_dict()})
                await self._socket.close(POLICY, refusal.close_reason)
