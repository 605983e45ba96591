"""Connections below the application: what they may buffer, and how long they count."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from cardcore.serve.addresses import TrustedProxies
from cardcore.serve.limits import Limits, Rate
from cardcore.serve.sockets import READ_SIZE, WRITE_LIMIT, ConnectionTracker, HttpProtocol
from tests.serve.raw import PING, TEXT, frame, upgrade

#: Limits that leave everything to backpressure.
LOOSE = Limits(messages=Rate(1e9, 1e9), unread=0.3)

#: What an attack may send before the test gives up on the server to stop it.
ENOUGH = 32_000_000

MESSAGE = "x" * 10_000


async def listen(scope: Any, receive: Any, send: Any) -> None:
    """Accept a WebSocket and read it to its end."""
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def talk(scope: Any, receive: Any, send: Any) -> None:
    """Accept a WebSocket and write to it without end."""
    await send({"type": "websocket.accept"})
    while True:
        await send({"type": "websocket.send", "text": MESSAGE})


async def shout(scope: Any, receive: Any, send: Any) -> None:
    """Accept a WebSocket, write a lot at once and leave it."""
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": MESSAGE * 1000})


async def download(scope: Any, receive: Any, send: Any) -> None:
    """Answer a request with a lot at once."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": MESSAGE.encode() * 1000})


Attack = Callable[[ConnectionTracker, socket.socket], Awaitable[None]]


def attack(application: Any, attack: Attack, limits: Limits = LOOSE) -> ConnectionTracker:
    """Run a server in this process, and a client that attacks it."""
    tracker = ConnectionTracker(limits, TrustedProxies())

    async def run() -> None:
        loop = asyncio.get_running_loop()
        _, websockets = tracker.protocols()
        config = uvicorn.Config(application, ws=websockets, lifespan="off", log_level="critical")
        config.load()
        listener = socket.create_server(("127.0.0.1", 0))
        # Small buffers in the kernel, so that those of the server fill up.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)

        def protocol() -> HttpProtocol:
            state = ServerState()
            return HttpProtocol(tracker, config=config, server_state=state, app_state={})

        server = await loop.create_server(protocol, sock=listener)
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.setblocking(False)
        with client:
            await loop.sock_connect(client, listener.getsockname())
            await attack(tracker, client)
        server.close()
        await until(lambda: len(tracker) == 0)

    asyncio.run(run())
    return tracker


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.01)


async def open_socket(client: socket.socket) -> None:
    """Make a WebSocket of a connection."""
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(client, upgrade("rooms/x"))
    # The last byte of the answer, and nothing of what follows.
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += await loop.sock_recv(client, 1)
    assert answer.startswith(b"HTTP/1.1 101 ")


async def flood(client: socket.socket, data: bytes) -> int:
    """Send until the server stops reading; returns how many bytes it took."""
    loop, sent = asyncio.get_running_loop(), 0
    while sent < ENOUGH:
        try:
            async with asyncio.timeout(0.2):
                await loop.sock_sendall(client, data)
        except (TimeoutError, ConnectionError):
            break
        sent += len(data)
    return sent


async def wait_for_drop(tracker: ConnectionTracker) -> None:
    """Have stalled connections dropped, as the server does every second."""
    while len(tracker):
        tracker.drop_stalled(asyncio.get_running_loop().time())
        await asyncio.sleep(0.05)


def test_pings_are_read_no_faster_than_their_answers() -> None:
    async def ping(tracker: ConnectionTracker, client: socket.socket) -> None:
        await open_socket(client)
        assert await flood(client, frame(PING, b"x" * 125) * 500) < ENOUGH
        assert WRITE_LIMIT < tracker.buffered <= WRITE_LIMIT + READ_SIZE
        await wait_for_drop(tracker)
        assert tracker.buffered == 0

    attack(listen, ping)


def test_only_what_was_read_at_once_waits_for_the_application() -> None:
    small = frame(TEXT, b"{}")
    waiting = []

    async def dawdle(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await asyncio.sleep(0.5)
        waiting.append(receive.__self__.queue.qsize())

    async def send_messages(tracker: ConnectionTracker, client: socket.socket) -> None:
        await open_socket(client)
        await flood(client, small * 10_000)

    attack(dawdle, send_messages)
    assert 10 < waiting[0] <= READ_SIZE // len(small) + 1


def test_messages_wait_for_a_client_that_reads_slowly() -> None:
    async def read_nothing(tracker: ConnectionTracker, client: socket.socket) -> None:
        await open_socket(client)
        await until(lambda: tracker.buffered > WRITE_LIMIT)
        await asyncio.sleep(0.2)
        assert tracker.buffered <= WRITE_LIMIT + 2 * len(MESSAGE)
        loop, read = asyncio.get_running_loop(), 0
        # As long as the client reads, however slowly, it is not dropped.
        while read < 40 * len(MESSAGE):
            read += len(await loop.sock_recv(client, 4096))
            tracker.drop_stalled(loop.time())
        assert len(tracker) == 1

    attack(talk, read_nothing, Limits(unread=5.0))


@pytest.mark.parametrize(
    ("application", "request_"),
    [
        (shout, upgrade("rooms/x")),
        (download, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
    ],
)
def test_a_connection_counts_until_it_is_really_closed(application: Any, request_: bytes) -> None:
    async def read_nothing(tracker: ConnectionTracker, client: socket.socket) -> None:
        await asyncio.get_running_loop().sock_sendall(client, request_)
        await until(lambda: tracker.buffered > WRITE_LIMIT)
        await asyncio.sleep(0.2)
        assert len(tracker) == 1
        await wait_for_drop(tracker)
        assert tracker.buffered == 0

    attack(application, read_nothing)


def test_a_body_that_is_not_http_ends_the_request_without_an_error() -> None:
    failures: list[Exception] = []

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        # By now the rest of the request has been refused: it came together with the headers.
        try:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"hello"})
        except Exception as error:
            failures.append(error)

    async def send_garbage(tracker: ConnectionTracker, client: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        head = b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        await loop.sock_sendall(client, head + b"\r\n")
        refusal = b""
        while data := await loop.sock_recv(client, 4096):
            refusal += data
        assert refusal.startswith(b"HTTP/1.1 400 ")

    attack(answer, send_garbage)
    assert failures == []


class Peer:
    """A transport that nothing is sent over."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.closes, self.is_aborted = False, False

    def get_extra_info(self, name: str) -> tuple[str, int]:
        return self.address, 1

    def is_closing(self) -> bool:
        return self.closes

    def abort(self) -> None:
        self.is_aborted = True


def admitted(tracker: ConnectionTracker, *addresses: str) -> list[Any]:
    peers: list[Any] = [Peer(address) for address in addresses]
    return [peer for peer in peers if tracker.add(peer)]


def test_connections_of_an_address_are_limited() -> None:
    tracker = ConnectionTracker(Limits(connections=5, connections_of_address=2), TrustedProxies())
    one, two = admitted(tracker, "192.0.2.1", "192.0.2.1", "192.0.2.1")
    assert len(admitted(tracker, "192.0.2.2")) == 1
    tracker.remove(one)
    tracker.remove(one)
    assert len(admitted(tracker, "192.0.2.1", "::ffff:192.0.2.1")) == 1
    assert len(admitted(tracker, "2001:db8::1", "2001:db8::2", "2001:db8::3")) == 2
    assert admitted(tracker, "192.0.2.3") == []
    tracker.remove(two)
    assert len(admitted(tracker, "192.0.2.3")) == 1


def test_an_address_that_connects_again_and_again_is_dropped_unread() -> None:
    now = 0.0
    limits = Limits(arrivals=Rate(3, 0.5))
    tracker = ConnectionTracker(limits, TrustedProxies(["10.0.0.0/8"]), clock=lambda: now)
    for peer in admitted(tracker, *["192.0.2.1"] * 5):
        tracker.remove(peer)
    assert admitted(tracker, "192.0.2.1") == []
    assert len(admitted(tracker, "192.0.2.2", *["10.1.2.3"] * 7)) == 8
    now = 4.0
    assert len(admitted(tracker, *["192.0.2.1"] * 3)) == 2


def test_the_connections_of_a_proxy_are_those_of_many() -> None:
    limits = Limits(connections=5, connections_of_address=2)
    tracker = ConnectionTracker(limits, TrustedProxies(["10.0.0.0/8"]))
    assert len(admitted(tracker, *["10.1.2.3"] * 7)) == 5


def test_who_does_not_read_is_dropped_after_a_while() -> None:
    tracker = ConnectionTracker(Limits(unread=20.0), TrustedProxies())
    idle, slow, deaf, closing = peers = admitted(tracker, *["192.0.2.1"] * 4)
    tracker.stall(slow, 0.0)
    tracker.stall(deaf, 0.0)
    closing.closes = True
    tracker.drop_stalled(1.0)
    tracker.stall(slow, None)
    tracker.stall(slow, 10.0)
    for now, dropped in [(19.0, []), (20.0, [deaf]), (21.0, [deaf, closing])]:
        tracker.drop_stalled(now)
        assert [peer for peer in peers if peer.is_aborted] == dropped
    # What is dropped counts until the system has let it go.
    assert len(tracker) == 4
    tracker.drop_stalled(30.0)
    assert slow.is_aborted and not idle.is_aborted


def test_a_client_that_is_refused_may_come_back_less_often() -> None:
    limits = Limits(arrivals=Rate(50, 1), refusal=20)
    tracker = ConnectionTracker(limits, TrustedProxies(["10.0.0.0/8"]), clock=lambda: 0.0)
    [refused, proxied] = admitted(tracker, "192.0.2.1", "10.1.2.3")
    tracker.fine(refused)
    tracker.fine(proxied)
    assert len(admitted(tracker, *["192.0.2.1"] * 60)) == 50 - 1 - 20
    assert len(admitted(tracker, *["10.1.2.3"] * 60)) == 60
    tracker.fine(refused)
    tracker.remove(refused)
    tracker.fine(refused)
    assert admitted(tracker, "192.0.2.1") == []
