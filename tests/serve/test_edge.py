"""The edge of the server: limits that can't be evaded, and an answer to whatever is sent."""

import contextlib
import json
import re
import socket
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.serve.raw import CONTINUATION, PING, TEXT, connect, frame, read_all, upgrade
from tests.serve.serving import LOOSE, Person, Served
from tests.serve.test_server import begin

#: Three new rooms, and then none for a long time.
FEW_ROOMS = {**LOOSE, "openings": [3, 0.001]}

ROOM = {"game": "ends", "name": "Ann"}

only_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux lets clients come from all of 127.0.0.0/8"
)


def opened(served: Served, forwarded: str) -> int:
    """Try to open a room, with an address that a proxy would have added."""
    status, _ = served.post("api/rooms", ROOM, {"x-forwarded-for": forwarded})
    return status


def test_forwarded_addresses_do_not_evade_limits(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms", FEW_ROOMS) as served:
        statuses = [opened(served, f"192.0.2.{number}") for number in range(6)]
    assert statuses == [201] * 3 + [429] * 3


def test_clients_behind_a_trusted_proxy_are_distinguished(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms", FEW_ROOMS, proxies=["127.0.0.0/8"]) as served:
        assert [opened(served, "192.0.2.1") for _ in range(4)] == [201] * 3 + [429]
        # What the client itself has sent stands to the left of its address.
        assert opened(served, "192.0.2.9, 192.0.2.1") == 429
        assert opened(served, "192.0.2.2") == 201
        addresses = [f"2001:db8::{number}" for number in range(4)]
        assert [opened(served, address) for address in addresses] == [201] * 3 + [429]


def test_sockets_of_a_client_behind_a_proxy_are_limited(tmp_path: Path) -> None:
    limits = {**LOOSE, "connections_of_address": 2}
    with (
        Served(tmp_path / "rooms", limits, proxies=["127.0.0.1"]) as served,
        contextlib.ExitStack() as stack,
    ):
        path = f"rooms/{served.open('ends')['room']}"

        def enter(client: str) -> str:
            connection = stack.enter_context(connect(served))
            connection.sendall(upgrade(path, f"X-Forwarded-For: {client}"))
            return connection.recv(100).split(b"\r\n")[0].decode()

        answers = [enter(client) for client in ("192.0.2.1",) * 3 + ("192.0.2.2",)]
        switch = "HTTP/1.1 101 Switching Protocols"
        full = "HTTP/1.1 503 Service Unavailable"
        assert answers == [switch, switch, full, switch]


def test_a_server_behind_a_proxy_answers_to_its_public_name(tmp_path: Path) -> None:
    own = {"host": "cards.example", "origin": "https://cards.example"}
    given: dict[str, Any] = {"proxies": ["127.0.0.1"], "public_url": "https://cards.example"}
    with Served(tmp_path / "rooms", **given) as served:
        assert served.post("api/rooms", ROOM, own)[0] == 201
        assert served.post("api/rooms", ROOM, {**own, "x-forwarded-proto": "https"})[0] == 201
        assert served.post("api/rooms", ROOM, {**own, "origin": "https://x.example"})[0] == 403
        assert served.get("api/games", {"host": "x.example"})[0] == 403
    with Served(tmp_path / "rooms") as served:
        assert served.post("api/rooms", ROOM, own)[0] == 403


def test_the_scheme_of_the_page_counts_too(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms", proxies=["127.0.0.1"]) as served:
        page = {"origin": f"https://{served.address}"}
        assert served.post("api/rooms", ROOM, page)[0] == 403
        assert served.post("api/rooms", ROOM, {**page, "x-forwarded-proto": "https"})[0] == 201
        assert served.post("api/rooms", ROOM, {**page, "x-forwarded-proto": "gopher"})[0] == 403


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("api/games", {"host": "["}, 400),
        ("api/games", {"host": "127.0.0.1:port"}, 400),
        ("api/games", {"host": "\xff"}, 403),
        ("api/games", {"origin": "http://["}, 200),
        ("api/games", {"x-forwarded-for": "["}, 200),
        (f"api/replays/x/steps/{'9' * 6000}", {}, 400),
        (f"api/replays/x/advice/{'9' * 6000}", {}, 400),
        ("api/replays/x/steps/-1", {}, 400),
        ("api/replays/x/steps/%C2%B2", {}, 400),
        ("api/replays/x/steps/%D9%A3", {}, 400),
        ("api/replays/%ED%A0%80", {}, 404),
        ("api/replays/%00/record", {}, 404),
        ("api/discard?hand=%ED%A0%80&objective=%ED%A0%80", {}, 400),
        (f"api/discard?hand=9dTd6cQc8h&objective={'9' * 6000}", {}, 400),
        ("static/%ED%A0%80", {}, 404),
    ],
)
def test_a_request_that_makes_no_sense_is_refused(
    served: Served, path: str, headers: dict[str, str], status: int
) -> None:
    found, _ = served.get(path, headers)
    assert found == status


@pytest.mark.parametrize(
    "body",
    [
        {"game": "ends", "name": "\ud800"},
        {"game": "ends", "name": "Ann", "\ud800": 1},
        {"game": "\ud800", "name": "Ann"},
        {"game": "ends", "name": "Ann", "rules": {"\ud800": 1}},
        {"game": "ends", "name": "Ann", "rules": {"count": "\udfff"}},
        {"game": "ends", "name": "Ann", "settings": {"\ud800": 1}},
        {"game": "ends", "name": "Ann", "rules": {"count": -(10**3000)}},
        {"game": "ends", "name": "Ann", "rules": {"count": 10**3000}},
        {"game": "ends", "name": "Ann", "rules": {"count": 1.5}},
        {"game": "draw", "name": "Ann", "rules": {"stack": -(2**63) - 1}},
        {"game": "ends", "name": "Ann", "settings": {"pace": 10**3000}},
        {"game": "ends", "name": "Ann", "settings": {"hints": 10**3000}},
        {"game": [10**3000], "name": "Ann"},
        b'{"game": "ends", "name": "Ann", "rules": {"count": 1e999}}',
    ],
)
def test_a_room_of_impossible_values_is_refused(served: Served, body: Any) -> None:
    status, answer = served.post("api/rooms", body)
    assert (status, answer["error"]["code"]) == (400, "malformed")


def test_an_origin_that_makes_no_sense_is_refused(served: Served) -> None:
    status, answer = served.post("api/rooms", ROOM, {"origin": "http://["})
    assert (status, answer["error"]["code"]) == (400, "malformed")


@pytest.mark.parametrize(
    "message",
    [
        '{"type":"\\ud800"}',
        '{"type":"say","text":"\\ud800"}',
        '{"type":"say","\\ud800":1}',
        '{"type":"settings","settings":{"\\ud800":1}}',
        '{"type":"settings","settings":{"pace":' + "9" * 4000 + "}}",
        '{"type":"try","text":"\\ud800"}',
        '{"type":"move","text":"\\ud83d\\ude00","game":1,"count":0}',
        '{"type":"sit","seat":-' + "9" * 4000 + "}",
        '{"type":"fill","seats":[' + "9" * 4000 + '],"level":""}',
        '{"type":"fill","seats":[1],"level":"\\udfff"}',
        '{"\\ud800":' + "[" * 2000 + "]" * 2000 + "}",
    ],
)
def test_a_message_that_makes_no_sense_does_not_mute_its_socket(
    served: Served, message: str
) -> None:
    ann, _ = begin(served, "ends")
    with ann:
        ann.until(lambda: ann.may_move)
        ann.socket.send(message)
        while (answer := ann.hear())["type"] == "state":
            pass
        assert answer["type"] == "error"
        assert ann.ask("try", text="L")["type"] == "tried"


@pytest.mark.parametrize("first", ['{"type":"hello","' + "😀" * 40 + '":1}', '{"type":"\\ud800"}'])
def test_a_first_message_that_makes_no_sense_has_an_answer(served: Served, first: str) -> None:
    room = served.open("ends")
    with served.connect(f"rooms/{room['room']}") as client:
        client.send(first)
        assert json.loads(client.recv())["code"] == "malformed"
        with pytest.raises(ConnectionClosed) as caught:
            client.recv()
    assert caught.value.rcvd is not None and caught.value.rcvd.code == 1008


@pytest.mark.parametrize(
    "headers", [["X: y"] * 200, ["X: " + "y" * 9000], ["Sec-WebSocket-Version: 12"]]
)
def test_a_handshake_that_fails_is_answered_and_ended(served: Served, headers: list[str]) -> None:
    with connect(served) as connection:
        connection.sendall(upgrade("rooms/x", *headers))
        assert read_all(connection).startswith(b"HTTP/1.1 4")


def test_garbage_behind_a_request_is_survived(served: Served) -> None:
    with connect(served) as connection:
        slow = b"GET /api/discard?hand=2c3c4c5c7d HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        connection.sendall(slow + b"\x00 garbage\r\n\r\n")
        read_all(connection)
    assert served.get("api/games")[0] == 200


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Give a server with its usual limits."""
    with Served(tmp_path_factory.mktemp("limited") / "rooms", {}) as server:
        yield server
        assert server.stop() == ""


@only_linux
@pytest.mark.parametrize(
    ("first", "rest"),
    [
        (b"", frame(PING, b"x" * 125)),
        (frame(TEXT, b"{", is_final=False), frame(CONTINUATION, is_final=False)),
        (b"", frame(TEXT, b"{}")),
    ],
)
def test_a_flood_of_frames_is_ended(limited: Served, first: bytes, rest: bytes) -> None:
    ann, room = begin(limited, "ends")
    with ann, connect(limited, "127.66.6.6") as flood:
        flood.sendall(upgrade(f"rooms/{room['room']}"))
        flood.recv(1000)
        flood.sendall(first)
        with pytest.raises(ConnectionError):
            for _ in range(1_000):
                flood.sendall(rest * 1_000)
        ann.until(lambda: ann.may_move)
        ann.play()


def test_who_does_not_read_is_dropped(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms", {**LOOSE, "unread": 0.5}) as served:
        ann, room = begin(served, "ends")
        with ann, socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.settimeout(30)
            host, _, port = served.address.partition(":")
            deaf.connect((host, int(port)))
            deaf.sendall(upgrade(f"watch/{room['watch']}"))
            deaf.recv(1000)
            # All pings are allowed here, so the server reads until the answers fill its buffer.
            with pytest.raises(ConnectionError):
                for _ in range(1_000):
                    deaf.sendall(frame(PING, b"x" * 125) * 500)
        assert served.stop() == ""


def damage(data: Path, room: str, event: str) -> None:
    """Put something else in the place of the last stored event of a room."""
    stored = sqlite3.connect(data)
    last = "(SELECT max(number) FROM events WHERE room = ?)"
    stored.execute(
        f"UPDATE events SET event = ? WHERE room = ? AND number = {last}", (event, room, room)
    )
    stored.commit()
    stored.close()


#: What stands in the place of the last event of a damaged room.
EVENTS = [
    "no JSON",
    '{"kind": "dreamt"}',
    '{"kind": "moved", "seat": 0, "text": "sideways", "by": "person"}',
    '{"kind": "moved", "seat": "x", "text": 7, "by": []}',
    '{"kind": "sat", "person": "nobody", "seat": 99}',
    '{"kind": "undone", "to": {}}',
]

#: What stands in the place of a damaged replay.
RECORDS = ["no JSON", "[]", '{"format": 2}', '{"game": "ends"}']


@dataclass
class Damaged:
    """A server with a damaged room for each of `EVENTS`, and a damaged replay of `RECORDS`."""

    served: Served
    rooms: list[dict[str, str]]
    """The rooms, and the replay of the game that was played in each."""
    replays: list[str]


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Damaged]:
    data = tmp_path_factory.mktemp("damaged") / "rooms"
    rooms, replays = [], []
    with Served(data) as served:
        for number in range(len(EVENTS) + len(RECORDS)):
            ann, room = begin(served, "ends", {"count": 4})
            with ann:
                ann.play()
                replay = ann.table["replay"]
                if number < len(EVENTS):
                    rooms.append({**room, "replay": replay})
                else:
                    replays.append(replay)
                    ann.say("start")
                    ann.until(lambda ann=ann: ann.table["number"] == 2)  # type: ignore[misc]
        assert served.stop() == ""
    for room, event in zip(rooms, EVENTS, strict=True):
        damage(data, room["room"], event)
    stored = sqlite3.connect(data)
    for replay, record in zip(replays, RECORDS, strict=True):
        stored.execute("UPDATE replays SET record = ? WHERE id = ?", (record, replay))
    stored.commit()
    stored.close()
    with Served(data) as served:
        yield Damaged(served, rooms, replays)
        complaints = served.stop().splitlines()
    assert complaints
    assert all(
        re.match("a stored (room|replay) is damaged: ", complaint) for complaint in complaints
    )


@pytest.mark.parametrize("number", range(len(EVENTS)), ids=EVENTS)
def test_a_damaged_room_is_named_as_such(damaged: Damaged, number: int) -> None:
    served, room = damaged.served, damaged.rooms[number]
    for path in (f"rooms/{room['room']}", f"watch/{room['watch']}"):
        with served.connect(path) as client:
            refused = json.loads(client.recv())
            assert (refused["type"], refused["code"]) == ("error", "damaged")
            assert refused["message"] == "This room can't be opened: its saved data is damaged."
            with pytest.raises(ConnectionClosed) as caught:
                client.recv()
        assert caught.value.rcvd is not None and caught.value.rcvd.code == 1008
    status, answer = served.get(f"api/replays/{room['replay']}")
    # Without its last move the game that is replayed is not over.
    assert (status, answer["error"]["code"]) in [(410, "damaged"), (403, "forbidden")]
    # The others are none the worse for it.
    other, _ = begin(served, "ends", {"count": 4})
    with other:
        other.play()


@pytest.mark.parametrize("number", range(len(RECORDS)), ids=RECORDS)
def test_a_damaged_replay_is_named_as_such(damaged: Damaged, number: int) -> None:
    for path in ("", "/record", "/steps/0", "/advice/0"):
        status, answer = damaged.served.get(f"api/replays/{damaged.replays[number]}{path}")
        assert (status, answer["error"]["code"]) == (410, "damaged")


def test_why_the_storage_failed_is_not_told(tmp_path: Path) -> None:
    data = tmp_path / "rooms"
    with Served(data) as served:
        ann, room = begin(served, "ends")
        with ann:
            ann.until(lambda: ann.may_move)
    stored = sqlite3.connect(data)
    stored.execute(
        "CREATE TRIGGER jam BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'inner secret'); END"
    )
    stored.commit()
    stored.close()
    sentence = "The server could not save this. Please try again."
    with Served(data) as served:
        status, answer = served.post("api/rooms", ROOM)
        assert (status, answer["error"]) == (503, {"code": "storage", "message": sentence})
        with Person(served, f"rooms/{room['room']}", room["token"]) as ann:
            before = ann.table
            refused = ann.ask("move", text="L", game=1, count=before["count"])
            assert refused == {"type": "error", "code": "storage", "message": sentence}
            assert ann.ask("try", text="L")["type"] == "tried"
            assert ann.table == before
        complaints = served.stop()
    assert set(complaints.splitlines()) == {"the storage failed: IntegrityError"}
