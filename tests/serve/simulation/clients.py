"""Clients of a simulated server: honest players with bad networks, spectators, and attackers."""

import asyncio
import json
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from cardcore.serve.tokens import digest

if TYPE_CHECKING:
    from tests.serve.simulation.world import World

__all__ = ["ATTACKS", "Player", "request", "spectate"]


class Channel:
    """A WebSocket of a client."""

    def __init__(self, world: "World", path: str, address: str, token: str | None = None) -> None:
        self._world = world
        self._room = path
        self.token = token
        self.frames: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self.is_open = False
        self._protocol = ClientProtocol(parse_uri(f"ws://localhost/api/{path}"))
        self.wire = world.connect(address, self._receive, self._lose)
        if self.wire is not None:
            self._protocol.send_request(self._protocol.connect())
            self._flush()

    def send(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        self.send_text(json.dumps({"type": kind, **fields}))

    def send_text(self, text: str) -> None:
        """Send any text."""
        if self.is_open:
            self._protocol.send_text(text.encode("utf-8", "surrogatepass"))
            self._flush()

    def join(self, name: str) -> None:
        """Join with a token that the client chooses."""
        self.token = self.token or f"{self._world.random.getrandbits(256):064x}"
        self.send("join", name=name, token=self.token)

    def ping(self, count: int) -> None:
        """Send many pings."""
        for _ in range(count):
            self._protocol.send_ping(b"x" * 125)
        self._flush()

    def close(self) -> None:
        """Close the connection as a browser does."""
        if self.wire is not None:
            if self.is_open:
                self._protocol.send_close()
                self._flush()
            self.wire.close()
        self._lose()

    async def hello(self) -> bool:
        """Wait for the handshake, then say hello; returns whether the server took it."""
        try:
            async with asyncio.timeout(30):
                if self.wire is None or await self.frames.get() is None:
                    return False
        except TimeoutError:
            return False
        self.send("hello", **({} if self.token is None else {"token": self.token}))
        return True

    def _flush(self) -> None:
        if self.wire is not None:
            self.wire.send(b"".join(self._protocol.data_to_send()))

    def _receive(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                self.is_open = event.status_code == 101
                self.frames.put_nowait({"type": "connected"} if self.is_open else None)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                frame = json.loads(bytes(event.data))
                person = None if self.token is None else digest(self.token)
                self._world.invariants.check_frame(self._room, person, frame)
                self.frames.put_nowait(frame)
            elif isinstance(event, Frame) and event.opcode is Opcode.CLOSE:
                self._lose()
        # Pongs and close frames.
        self._flush()

    def _lose(self) -> None:
        self.is_open = False
        self.frames.put_nowait(None)


async def request(world: "World", method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """Make an HTTP request; status 0 if the connection breaks."""
    received = bytearray()
    done = asyncio.get_running_loop().create_future()

    def receive(data: bytes) -> None:
        received.extend(data)
        head, separator, content = bytes(received).partition(b"\r\n\r\n")
        sizes = [line for line in head.lower().split(b"\r\n") if b"content-length" in line]
        if separator and sizes and len(content) >= int(sizes[0].split(b":")[1]) and not done.done():
            done.set_result((int(head.split()[1]), json.loads(content)))

    wire = world.connect("10.0.0.1", receive, lambda: done.done() or done.set_result((0, None)))
    if wire is None:
        return 0, None
    content = json.dumps(body).encode()
    wire.send(
        f"{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        f"content-length: {len(content)}\r\n\r\n".encode()
        + content
    )
    with suppress(TimeoutError):
        async with asyncio.timeout(60):
            await done
    wire.close()
    return done.result() if done.done() and not done.cancelled() else (0, None)


class Player:
    """An honest player, who comes back whatever happens to the connection.

    Parameters
    ----------
    world
        The simulation.
    name
        What they are called.
    address
        Where they connect from.
    """

    def __init__(self, world: "World", name: str, address: str) -> None:
        self._world = world
        self._random = Random(world.random.random())
        self.name, self.address = name, address
        self.room = ""
        self.token: str | None = None
        self.has_joined = False
        self.has_finished = False
        self.has_name = self.has_seat = False
        self.games = self._random.choice((1, 1, 1, 2))
        self.seen = 0
        """How many moves the player has seen, for messages about no progress."""

    async def host(self, game: str, rules: dict[str, Any]) -> dict[str, str]:
        """Open a room, however often it takes."""
        asked = {"game": game, "rules": rules, "name": self.name, "settings": {"pace": 50}}
        while True:
            status, opened = await request(self._world, "POST", "/api/rooms", asked)
            if status == 201:
                break
            await asyncio.sleep(1 + self._random.random())
        self.room, self.token, self.has_joined = opened["room"], opened["token"], True
        return dict(opened)

    async def play(self) -> None:
        """Play until the last game is over."""
        tabs = 2 if self._random.random() < 0.15 else 1
        await asyncio.gather(*(self._tab() for _ in range(tabs)))

    async def _tab(self) -> None:
        """Keep one tab connected."""
        while not self.has_finished:
            token = self.token if self.has_joined else None
            channel = Channel(self._world, f"rooms/{self.room}", self.address, token)
            channel_task = asyncio.ensure_future(self._talk(channel))
            if not self._world.is_calm and self._random.random() < 0.5:
                # Reload after a while; the new page may connect before the old one is gone.
                reload = self._random.choice((0.05, 0.5, 5.0)) * self._random.random()
                await asyncio.wait((channel_task,), timeout=reload)
                if self._random.random() < 0.5:
                    await self._close_later(channel, channel_task)
                    continue
            else:
                await channel_task
            channel.close()
            channel_task.cancel()
            with suppress(asyncio.CancelledError):
                await channel_task
            await asyncio.sleep(self._random.random())

    async def _close_later(self, channel: Channel, task: "asyncio.Future[None]") -> None:
        def close() -> None:
            channel.close()
            task.cancel()

        asyncio.get_running_loop().call_later(0.08 * self._random.random(), close)

    async def _talk(self, channel: Channel) -> None:
        """Do what the page does, until the connection ends."""
        if not await channel.hello():
            return
        while not self.has_finished:
            patience = 60.0
            try:
                async with asyncio.timeout(patience):
                    frame = await channel.frames.get()
            except TimeoutError:
                # Nothing is known: the page asks again by connecting again.
                return
            if frame is None:
                return
            if frame["type"] == "error" and frame["code"] == "forbidden" and not channel.is_open:
                self.has_joined = False
            elif frame["type"] == "error" and "token" in frame["message"]:
                # The join that would have made the token known was never stored.
                self.has_joined = False
            elif frame["type"] == "error" and frame["code"] in ("storage", "full"):
                await asyncio.sleep(1)
                if not self.has_name:
                    channel.join(self.name)
            elif frame["type"] == "token":
                self.has_joined = True
            elif frame["type"] == "state":
                await self._act(channel, frame)

    async def _act(self, channel: Channel, state: dict[str, Any]) -> None:
        you, table, seats = state["you"], state["table"], state["seats"]
        was_known, self.has_name = self.has_name, you["name"] is not None
        if you["name"] is None:
            # A full room may have forgotten somebody who was away for a moment, and a tab that was
            # opened before another one joined is nobody yet.
            if was_known or channel.token is None or not self.has_joined:
                channel.token = self.token
                channel.join(self.name)
                # From now on the token may be known, whether the reply arrives or not.
                self.token, self.has_joined = channel.token, True
            return
        self.has_seat = you["seat"] is not None
        if table is not None:
            self.seen = max(self.seen, table["count"])
        if you["seat"] is None or (
            table is not None and table["is_over"] and table["number"] >= self.games
        ):
            # Watching is enough for those who came too late for a seat, who may miss the last move.
            if table is not None and (table["is_over"] or table["number"] > self.games):
                self.has_finished = True
            return
        if table is None or table["is_over"]:
            if you["host"]:
                await asyncio.sleep(self._random.random())
                open_seats = [place for place, seat in enumerate(seats) if seat["kind"] == "open"]
                if open_seats:
                    channel.send("fill", seats=open_seats, level="easy")
                channel.send("start")
            return
        await self._move(channel, table)

    async def _move(self, channel: Channel, table: dict[str, Any]) -> None:
        if not self._world.is_calm and self._random.random() < 0.05:
            channel.send("say", text="hello")
            channel.send(self._random.choice(("hint", "undo", "odds", "decline")))
        if table["choices"] is None:
            return
        await asyncio.sleep(0.3 * self._random.random())
        moves = table["choices"]["moves"]
        # Too many to list are moves in President, where any card leads and one may pass otherwise.
        if not moves:
            view = table["view"]
            moves = view["hand"][:1] if view["beat"] is None else ["pass"]
        text = str(self._random.choice(moves))
        channel.send("move", text=text, game=table["number"], count=table["count"])

    async def come_back(self) -> None:
        """Connect once more and see one's own seat."""
        for _ in range(20):
            channel = Channel(self._world, f"rooms/{self.room}", self.address, self.token)
            if await channel.hello():
                with suppress(TimeoutError):
                    async with asyncio.timeout(20):
                        while (frame := await channel.frames.get()) is not None:
                            if frame["type"] == "state":
                                seat = frame["you"]["seat"]
                                assert seat is not None, f"{self.name} has lost their seat"
                                channel.close()
                                return
            channel.close()
            await asyncio.sleep(1)
        raise AssertionError(f"{self.name} can't come back to their room")


async def spectate(world: "World", link: str, random: Random) -> None:
    """Watch a room, with a slow connection at times."""
    while True:
        channel = Channel(world, f"watch/{link}", f"10.0.1.{random.randrange(250)}")
        if await channel.hello():
            for _ in range(random.randrange(1, 20)):
                if channel.wire is not None:
                    channel.wire.read(random.random() < 0.7)
                with suppress(TimeoutError):
                    async with asyncio.timeout(2):
                        if await channel.frames.get() is None:
                            break
        channel.close()
        await world.rest(random.random())


async def _flood_pings(world: "World", opened: dict[str, str], random: Random) -> None:
    """Send pings and read no pong."""
    while True:
        channel = Channel(world, f"watch/{opened['watch']}", "10.6.6.6")
        if await channel.hello() and channel.wire is not None:
            channel.wire.read(False)
            for _ in range(8):
                if not channel.is_open:
                    break
                channel.ping(400)
                await world.rest(0.2)
        channel.close()
        await world.rest(10)


async def _crowd(world: "World", opened: dict[str, str], random: Random) -> None:
    """Take every place of a room, by either link."""
    kind = random.choice(("watch", "rooms"))
    link = opened["watch"] if kind == "watch" else opened["room"]
    channels: list[Channel] = []
    while True:
        channels = [channel for channel in channels if channel.is_open]
        for _ in range(6 - len(channels)):
            channel = Channel(world, f"{kind}/{link}", "10.6.6.7")
            if await channel.hello():
                channels.append(channel)
        await world.rest(2)


async def _join_and_go(world: "World", opened: dict[str, str], random: Random) -> None:
    """Join again and again under new names, and never come back."""
    for number in range(1_000_000):
        channel = Channel(world, f"rooms/{opened['room']}", "10.6.6.8")
        if await channel.hello():
            channel.join(f"Guest {number}")
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    while (frame := await channel.frames.get()) is not None:
                        if frame["type"] in ("token", "error"):
                            break
        channel.close()
        await world.rest(0.2 * random.random())


async def _talk_and_rename(world: "World", opened: dict[str, str], random: Random) -> None:
    """Fill the log of a room with renames and chat."""
    while True:
        channel = Channel(world, f"rooms/{opened['room']}", "10.6.6.9")
        if await channel.hello():
            channel.join(f"Chatter {random.randrange(10**6)}")
            for number in range(40):
                if random.random() < 0.5:
                    channel.send("say", text=f"line {number}")
                else:
                    channel.send("rename", name=f"name {random.randrange(10**6)}")
                await world.rest(0.06)
                while not channel.frames.empty():
                    channel.frames.get_nowait()
        channel.close()
        await world.rest(1)


async def _send_garbage(world: "World", opened: dict[str, str], random: Random) -> None:
    """Send what is not a message, and messages out of turn."""
    texts = [
        "",
        "[]",
        '{"type": "\\ud800"}',
        '{"type": "hello"}',
        '{"type": "move", "text": "L", "game": 1, "count": 0}',
        '{"type": "remove", "seat": 0}',
        '{"type": "start"}',
        f'{{"type": "sit", "seat": {"9" * 5000}}}',
        '{"type": "join", "name": "\\ud800"}',
        "x" * 5000,
        '{"type":' * 500,
    ]
    while True:
        channel = Channel(world, f"rooms/{opened['room']}", "10.6.6.10")
        if random.random() < 0.8:
            await channel.hello()
        for _ in range(10):
            channel.send_text(random.choice(texts))
            await world.rest(0.1 * random.random())
        channel.close()
        await world.rest(1)


#: What attackers do.
ATTACKS = (_flood_pings, _crowd, _join_and_go, _talk_and_rename, _send_garbage)
