"""Random requests and messages: always an answer, never a failure, and nothing in the log."""

import json
import os
import re
import urllib.error
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

import cardcore
from cardcore.serve import catalog
from cardcore.serve.protocol import MESSAGES
from tests.serve.raw import BINARY, CLOSE, CONTINUATION, PING, TEXT, connect, frame, read_all
from tests.serve.serving import LOOSE, Person, Served
from tests.serve.test_server import begin

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows can't look into a pipe")

#: A message that isn't one, and can be told by the answer to it.
PROBE = "are you still there"


class Watched(Served):
    """A server whose log is looked at while it runs."""

    def check(self) -> None:
        """Make sure that it still answers, and has nothing to complain about."""
        # A server that doesn't wait long may not wait for this request on a busy machine.
        while self._is_silent():
            pass
        assert self.process.stderr is not None
        try:
            said = os.read(self.process.stderr.fileno(), 10_000)
        except BlockingIOError:
            said = b""
        assert said == b""

    def _is_silent(self) -> bool:
        try:
            return self.get("api/games")[0] != 200
        except (urllib.error.URLError, ConnectionError):
            assert self.process.poll() is None
            return True


def watched(folder: Path, **limits: Any) -> Iterator[Watched]:
    loose = {**LOOSE, "chat": [1e6, 1e6], **limits}
    with Watched(folder / "rooms.sqlite3", loose, proxies=["127.0.0.1"]) as server:
        assert server.process.stderr is not None
        os.set_blocking(server.process.stderr.fileno(), False)
        yield server


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    yield from watched(tmp_path_factory.mktemp("fuzzed"))


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """Give a server that does not wait long for the rest of a request."""
    yield from watched(tmp_path_factory.mktemp("hasty"), first_request=0.5)


#: Not more than a few seconds each; a process that draws slowly says nothing about the server.
fuzz = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])

#: Text with everything that JSON can escape, halves of surrogate pairs included.
texts = st.lists(
    st.sampled_from(["\ud800", "\udfff", "\0", "\u202e", "😀", "é", "'", "2c"])
    | st.text(max_size=5),
    max_size=4,
).map("".join)
numbers = (
    st.integers(-3, 60)
    | st.sampled_from([10**18, -(2**63), 2**63, 2**64, 10**3000, -(10**3000), 1e999, 0.5])
    | st.integers()
)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=4,
)

#: A message of every type that is possible, if not always legal.
POSSIBLE: dict[str, dict[str, Any]] = {
    **{kind: {} for kind in MESSAGES},
    "hello": {"token": "x" * 43},
    "join": {"name": "Bo"},
    "rename": {"name": "Bo"},
    "fill": {"seats": [1], "level": "easy"},
    "settings": {"settings": {"pace": 0}},
    "move": {"text": "L", "game": 1, "count": 0},
    "try": {"text": "2c 2d"},
    "pause": {"on": True},
    "remove": {"seat": 1},
    "say": {"text": "hi"},
}
SOME_TEXTS = ["", "R", "pass", "2c", "2c 2d", "pass 2c 3c 4c", "check", "discard", "1-1", "LL"]


@st.composite
def messages(draw: st.DrawFn) -> str:
    """Make a message in which little is wrong, most of the time."""
    kind = draw(st.sampled_from(sorted(POSSIBLE)))
    message = {"type": kind, **POSSIBLE[kind]}
    for name in draw(st.lists(st.sampled_from(sorted(message)) | texts, max_size=2)):
        message[name] = draw(values | texts | st.sampled_from(SOME_TEXTS))
    text = json.dumps(message)
    if draw(st.integers(0, 9)) == 0:
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(st.text(max_size=5)) + text[place + 1 :]
    return text


@fuzz
@given(st.sampled_from(cardcore.games()), st.lists(messages(), min_size=1, max_size=6))
def test_whatever_a_player_says_is_answered(fuzzed: Watched, game: str, said: list[str]) -> None:
    ann, _ = begin(fuzzed, game)
    with ann:
        try:
            for message in [*said, json.dumps({"type": PROBE})]:
                ann.socket.send(message)
            ann.until(lambda: PROBE in ann.frames[-1].get("message", ""))
        except ConnectionClosed as closed:
            # Some requests end the connection, but always for a reason.
            assert closed.rcvd is not None and closed.rcvd.code == 1008
            assert ann.frames[-1]["type"] == "error"
    fuzzed.check()


@fuzz
@given(st.lists(messages() | st.binary(max_size=50), min_size=1, max_size=4))
def test_whatever_a_newcomer_says_is_answered(fuzzed: Watched, said: list[str | bytes]) -> None:
    room = fuzzed.open("ends")
    with fuzzed.connect(f"rooms/{room['room']}") as client:
        try:
            for message in [*said, json.dumps({"type": PROBE})]:
                client.send(message)
            while PROBE not in (answer := json.loads(client.recv(timeout=30))).get("message", ""):
                pass
        except ConnectionClosed as closed:
            assert closed.rcvd is not None and closed.rcvd.code == 1008
        else:
            assert answer["type"] == "error"
    fuzzed.check()


@st.composite
def openings(draw: st.DrawFn) -> dict[str, Any]:
    """Make a request for a room in which little is wrong, most of the time."""
    game = draw(st.sampled_from(catalog.describe()))
    rules = st.sampled_from([rule["name"] for rule in game["rules"]])
    known = st.sampled_from(["away", "pace", "hints", "locked", "listed"])
    opening: dict[str, Any] = {
        "game": game["game"],
        "name": "Ann",
        "rules": draw(st.dictionaries(rules, numbers, max_size=2)),
        "settings": draw(st.dictionaries(known, numbers | st.booleans(), max_size=1)),
    }
    for name in draw(st.lists(st.sampled_from(sorted(opening)) | texts, max_size=1)):
        given_rules = st.dictionaries(rules | texts, values, max_size=2)
        opening[name] = draw(values | texts | given_rules)
    return opening


@fuzz
@given(openings())
def test_whatever_room_is_wanted_there_is_one_or_a_reason(
    fuzzed: Watched, opening: dict[str, Any]
) -> None:
    status, answer = fuzzed.post("api/rooms", opening)
    assert status in (201, 400, 413), answer
    if status == 201:
        with Person(fuzzed, f"rooms/{answer['room']}", answer["token"]) as ann:
            seats = list(range(1, len(ann.state["seats"])))
            ann.say("fill", seats=seats, level="random")
            ann.say("start")
            ann.until(lambda: ann.state["table"] is not None)
    fuzzed.check()


@fuzz
@given(
    st.sampled_from(["/api/discard?", "/api/replays/x/steps/", "/static/", "/room/", "/"]),
    st.text(max_size=30) | st.binary(max_size=30) | st.integers().map(str) | st.just("9" * 6000),
    st.dictionaries(st.sampled_from(["hand", "objective"]), st.text(max_size=40), max_size=2),
)
def test_whatever_is_asked_for_is_found_or_not(
    fuzzed: Watched, path: str, more: str | bytes, query: dict[str, str]
) -> None:
    target = path + urllib.parse.quote(more) + "?" + urllib.parse.urlencode(query)
    with connect(fuzzed) as connection:
        request = f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        connection.sendall(request.encode())
        answer = read_all(connection)
    assert re.match(rb"HTTP/1.1 (200|400|404|405|413) ", answer), answer
    fuzzed.check()


#: Bytes, with the ones that end lines or have a meaning elsewhere more often than others.
octets = st.lists(
    st.sampled_from([b"\r\n", b"\n", b" ", b":", b"\x00", b"\xff", b"[", b"%", b"/", b"?", b"a"])
    | st.binary(min_size=1, max_size=3),
    max_size=12,
).map(b"".join)

METHODS = [b"GET", b"HEAD", b"POST", b"PUT", b"OPTIONS", b"CONNECT", b"TRACE", b"get"]
TARGETS = [
    b"/",
    b"/api/games",
    b"/api/rooms",
    b"/api/rooms/x",
    b"/api/watch/x",
    b"/api/discard?hand=9dTd6cQc8h",
    b"/api/replays/x/steps/0",
    b"/static/main.js",
    b"http://127.0.0.1/",
    b"*",
]
HEADERS: list[tuple[bytes, list[bytes]]] = [
    (b"Host", [b"127.0.0.1", b"[", b"[::1]", b"localhost:99999", b"a@b", b""]),
    (b"Origin", [b"http://127.0.0.1", b"http://[", b"null", b"http://127.0.0.1:x", b""]),
    (b"Content-Type", [b"application/json", b"application/json;", b"text/plain"]),
    (b"Content-Length", [b"0", b"2", b"-1", b"9" * 30, b"2, 2", b"x"]),
    (b"Transfer-Encoding", [b"chunked", b"gzip", b"chunked, chunked"]),
    (b"Connection", [b"Upgrade", b"close", b"keep-alive", b"Upgrade, close"]),
    (b"Upgrade", [b"websocket", b"h2c", b"websocket, x"]),
    (b"Sec-WebSocket-Key", [b"dGhlIHNhbXBsZSBub25jZQ==", b"x", b"=" * 24]),
    (b"Sec-WebSocket-Version", [b"13", b"0", b"x"]),
    (b"Sec-WebSocket-Extensions", [b"permessage-deflate; client_max_window_bits=99", b",", b";"]),
    (b"Sec-WebSocket-Protocol", [b"a", b",,", b'"']),
    (b"X-Forwarded-For", [b"192.0.2.1", b"[", b",,", b"::1%x", b"1.2.3.4:x"]),
    (b"X-Forwarded-Proto", [b"https", b"\xff", b""]),
    (b"Expect", [b"100-continue", b"x"]),
    (b"If-None-Match", [b"*", b'"']),
]
UPGRADE = {
    b"Connection": b"Upgrade",
    b"Upgrade": b"websocket",
    b"Sec-WebSocket-Version": b"13",
    b"Sec-WebSocket-Key": b"dGhlIHNhbXBsZSBub25jZQ==",
}


@st.composite
def requests(draw: st.DrawFn) -> bytes:
    """Make a request in which little is wrong, most of the time."""
    start = [draw(st.sampled_from(METHODS)), draw(st.sampled_from(TARGETS)), b"HTTP/1.1"]
    if draw(st.integers(0, 4)) == 0:
        start[draw(st.integers(0, 2))] = draw(octets)
    headers = {b"Host": b"127.0.0.1", **(UPGRADE if draw(st.booleans()) else {})}
    for name, known in draw(st.lists(st.sampled_from(HEADERS), max_size=2)):
        headers[name] = draw(st.sampled_from(known) | octets)
    lines = [b" ".join(start), *(name + b": " + value for name, value in headers.items())]
    body = draw(octets | st.sampled_from([b"", b"{}", b'{"game": "ends", "name": "Ann"}']))
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


frames = st.builds(
    frame,
    st.sampled_from([CONTINUATION, TEXT, BINARY, CLOSE, PING, 3, 10, 15, 0x40, 0x70]),
    st.binary(max_size=130) | st.just(b'{"type": "hello"}'),
    is_final=st.booleans(),
)


@fuzz
@given(
    requests() | st.lists(requests() | octets, max_size=3).map(b"".join),
    st.lists(frames | octets, max_size=5).map(b"".join),
)
def test_whatever_bytes_come_the_server_stays(hasty: Watched, first: bytes, then: bytes) -> None:
    with connect(hasty) as connection:
        try:
            connection.sendall(first)
            answer = connection.recv(4096)
            connection.sendall(then)
        except ConnectionError:
            answer = b""
        # Whatever is incomplete is given up by the server, which doesn't wait for ever.
        if b" 101 " in answer or not answer:
            answer += read_all(connection)
    assert b"HTTP/1.1 500" not in answer
    hasty.check()
