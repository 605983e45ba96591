"""Hostile clients: whatever they do, the games of the others go on as if they were not there."""

import contextlib
import json
import random
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.serve.serving import LOOSE, Person, Served
from tests.serve.test_server import begin

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux lets clients come from all of 127.0.0.0/8"
)

#: Where the attack comes from: limits are by address, and others are not to suffer for it.
ATTACKER = "127.66.6.6"


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Served]:
    """Give a server with the limits that people get, but for the time that silence is endured."""
    with Served(tmp_path / "rooms", {"first_request": 1.0}) as served:
        yield served
        assert served.stop() == ""


def raw(served: Served) -> socket.socket:
    """Connect as the attacker, and say nothing."""
    host, _, port = served.address.partition(":")
    return socket.create_connection((host, int(port)), timeout=30, source_address=(ATTACKER, 0))


def is_dropped(connection: socket.socket) -> bool:
    """Tell whether the server ends a connection without an answer."""
    try:
        return connection.recv(1000) == b""
    except ConnectionResetError:
        return True


def test_a_thousand_half_open_connections_keep_nobody_out(strict: Served) -> None:
    ann, _ = begin(strict, "ends")
    with ann, contextlib.ExitStack() as stack:
        opened = []
        for number in range(1_000):
            connection = stack.enter_context(raw(strict))
            # Silence, half a request, and half a body.
            with contextlib.suppress(OSError):
                if number % 3 == 1:
                    connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
                elif number % 3 == 2:
                    connection.sendall(
                        b"POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                        b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
                    )
            opened.append(connection)
        ann.until(lambda: ann.may_move)
        ann.play()
        assert strict.get("api/games")[0] == 200
        # Those that only wait are dropped in the end, and then the attacker may behave.
        assert all(is_dropped(connection) for connection in opened[::3])
        assert all(is_dropped(connection) for connection in opened[1::3])


def test_a_flood_of_messages_is_ended(strict: Served) -> None:
    ann, room = begin(strict, "ends")
    with ann:
        with strict.connect(f"rooms/{room['room']}") as flood:
            flood.send('{"type": "hello"}')
            with pytest.raises(ConnectionClosed) as caught:
                for _ in range(100_000):
                    flood.send('{"type": "start"}')
        # Without a code if the reset of the connection overtakes it.
        assert caught.value.rcvd is None or caught.value.rcvd.code == 1008
        ann.until(lambda: ann.may_move)
        ann.play()


def test_garbage_changes_nothing(served: Served) -> None:
    chance = random.Random(3)
    ann, room = begin(served, "hearts", {"target": None})
    kinds = ["move", "start", "say", "fill", "hello", "pause", "leave", "remove", "undo", "x", None]
    values = [None, True, -1, 10**9, 1.5, "", "2c", "pass 2c 3c 4c", [], [0], {}, "\x00", "é" * 50]
    names = ["type", "text", "game", "count", "seat", "seats", "level", "on", "settings", "token"]
    with ann, served.connect(f"rooms/{room['room']}") as eve:
        eve.send('{"type": "hello"}')
        before = (ann.state["seats"], ann.state["settings"])
        for _ in range(200):
            message = {chance.choice(names): chance.choice(values) for _ in range(4)}
            message["type"] = chance.choice(kinds)
            text = json.dumps(message)
            place = chance.randrange(len(text))
            damaged = text if chance.random() < 0.6 else text[:place] + "\x7f" + text[place + 2 :]
            eve.send(damaged)
            # Who never listens is sent away, and this is not about that.
            eve.recv(timeout=30)
            if chance.random() < 0.1:
                eve.send(chance.randbytes(chance.randrange(200)))
        ann.until(lambda: ann.may_move)
        assert (ann.state["seats"], ann.state["settings"]) == before
        ann.play()


def test_broken_http_and_sockets_are_survived(served: Served) -> None:
    chance = random.Random(4)
    host, _, port = served.address.partition(":")
    upgrade = (
        b"GET /api/rooms/x HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    )
    requests = [
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: [\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: " + b"x" * 70_000 + b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        upgrade + b"\r\n",
        upgrade + b"Sec-WebSocket-Key: x\r\n\r\n",
        upgrade + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\xff\xff\xff\xff",
        upgrade + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://[\r\n\r\n",
        b"POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
        *(chance.randbytes(200) for _ in range(20)),
    ]
    for request in requests:
        with (
            socket.create_connection((host, int(port)), timeout=30) as connection,
            contextlib.suppress(ConnectionError),
        ):
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(4096):
                pass
    ann, _ = begin(served, "ends", {"count": 4})
    with ann:
        ann.play()


def test_old_tokens_are_of_no_use(served: Served) -> None:
    room = served.open("hearts")
    link = f"rooms/{room['room']}"
    with Person(served, link, room["token"]) as ann, Person(served, link) as bob:
        bob.say("join", name="Bob")
        bob.until(lambda: bob.token is not None)
        ann.until(lambda: ann.state["seats"][1]["kind"] == "person")
        ann.say("remove", seat=1)
        ann.until(lambda: ann.state["seats"][1]["kind"] == "open")
        for token in (bob.token, room["token"][::-1], room["token"][:-1], ""):
            with served.connect(link) as eve:
                eve.send(json.dumps({"type": "hello", "token": token}))
                assert json.loads(eve.recv())["code"] == "forbidden"
        other = served.open("hearts")
        with served.connect(f"rooms/{other['room']}") as eve:
            eve.send(json.dumps({"type": "hello", "token": room["token"]}))
            assert json.loads(eve.recv())["code"] == "forbidden"


def test_who_does_not_read_holds_nobody_up(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms", LOOSE) as served:
        ann, room = begin(served, "hearts", {"target": None})
        with ann, served.connect(f"watch/{room['watch']}", max_queue=1, close_timeout=1) as deaf:
            deaf.send('{"type": "hello"}')
            ann.play()
        served.stop()
