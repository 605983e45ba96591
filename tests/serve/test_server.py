"""The server as clients meet it: pages, rooms, coming and going, and what it refuses."""

import gzip
import json
import urllib.request
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cardcore.serve.protocol import MESSAGES
from tests.serve.serving import LOOSE, Person, Served


def begin(
    served: Served, game: str, rules: dict[str, Any] | None = None, **settings: Any
) -> tuple[Person, dict[str, str]]:
    """Open a room and begin a game against bots; gives its host."""
    room = served.open(game, rules, **settings)
    ann = Person(served, f"rooms/{room['room']}", room["token"])
    places = list(range(1, len(ann.state["seats"])))
    ann.say("fill", seats=places, level="easy")
    ann.say("start")
    ann.until(lambda: ann.state["table"] is not None)
    return ann, room


@pytest.mark.parametrize("path", ["", "discard", "train", "room/x", "watch/x", "replay/x"])
def test_every_page_is_sent_with_a_strict_policy(served: Served, path: str) -> None:
    with urllib.request.urlopen(served.url + path) as answer:
        headers, text = answer.headers, answer.read().decode()
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert "script-src 'self'" in policy and "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers
    # What the policy forbids is not there either.
    assert "<script>" not in text and " style=" not in text and " onclick" not in text


@pytest.mark.parametrize(
    "path",
    [
        "static/../server.py",
        "static/%2e%2e/server.py",
        "static/..%2fserver.py",
        "static//etc/passwd",
        "static/",
        "static/index.html%00",
        "no_replacements",
        "api/replays/x",
        "api/replays/x/steps/0",
    ],
)
def test_what_is_not_there_is_not_found(served: Served, path: str) -> None:
    status, answer = served.get(path)
    assert (status, answer["error"]["code"]) == (404, "not-found")


def test_an_unchanged_file_is_not_sent_again(served: Served) -> None:
    with urllib.request.urlopen(served.url + "static/main.js") as answer:
        tag = answer.headers["etag"]
    request = urllib.request.Request(served.url + "static/main.js", headers={"if-none-match": tag})
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request)
    with caught.value as answer:
        assert answer.code == 304


def test_files_are_compressed_for_browsers_that_read_that(served: Served) -> None:
    path = served.url + "static/room.js"
    with urllib.request.urlopen(path) as answer:
        plain, tag = answer.read(), answer.headers["etag"]
    request = urllib.request.Request(path, headers={"accept-encoding": "br, gzip"})
    with urllib.request.urlopen(request) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["vary"] == "accept-encoding"
        # Another representation has another tag.
        assert answer.headers["etag"] != tag
        compressed = answer.read()
    assert gzip.decompress(compressed) == plain
    assert 3 * len(compressed) < len(plain)


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"", 400, "expected a JSON object"),
        (b"[]", 400, "expected a JSON object, found a list"),
        (b"{" * 4000, 400, "expected a JSON object"),
        (b"[" * 4000, 400, "expected a JSON object"),
        (b"\xff", 400, "expected a JSON object"),
        (b"{}" + b" " * 5000, 413, "expected a body of at most 4096 bytes"),
        ({"game": "ends"}, 400, "name: expected text, found NoneType"),
        ({"game": 7, "name": "Ann"}, 400, "game: expected a name, found int"),
        ({"game": "ends", "name": "Ann", "seed": 7}, 400, "'seed' is not a field"),
        ({"game": "ends", "name": "Ann", "rules": []}, 400, "rules: expected named values"),
        (b'{"game": "ends", "name": "Ann", "rules": {"count": NaN}}', 400, "expected a JSON"),
    ],
)
def test_a_room_that_cannot_be_opened_is_refused(
    served: Served, body: Any, status: int, said: str
) -> None:
    found, answer = served.post("api/rooms", body)
    assert found == status
    assert said in answer["error"]["message"]


def test_requests_of_other_pages_are_refused(served: Served) -> None:
    asked = {"game": "ends", "name": "Ann"}
    for headers in ({"origin": "http://elsewhere.example"}, {"origin": "null"}):
        status, answer = served.post("api/rooms", asked, headers)
        assert (status, answer["error"]["code"]) == (403, "forbidden")
    assert served.post("api/rooms", asked, {"origin": f"http://{served.address}"})[0] == 201
    status, _ = served.post("api/rooms", asked, {"content-type": "text/plain"})
    assert status == 400
    # A name of somebody else's that leads here.
    assert served.get("api/games", {"host": "elsewhere.example"})[0] == 403
    assert served.get("api/games", {"host": "localhost:1"})[0] == 200


def test_sockets_of_other_pages_are_refused(served: Served) -> None:
    room = served.open("ends")
    with (
        pytest.raises(InvalidStatus) as caught,
        served.connect(f"rooms/{room['room']}", origin="http://elsewhere.example"),
    ):
        pass
    assert caught.value.response.status_code == 403
    with served.connect(f"rooms/{room['room']}", origin=f"http://{served.address}") as socket:
        socket.send('{"type": "hello"}')
        assert json.loads(socket.recv())["type"] == "welcome"


@pytest.mark.parametrize(
    ("path", "hello", "code"),
    [
        ("rooms/none", {"type": "hello"}, "not-found"),
        ("watch/none", {"type": "hello"}, "not-found"),
        ("rooms/{room}", {"type": "hello", "token": "wrong"}, "forbidden"),
        ("rooms/{room}", {"type": "hello", "token": "\ud800"}, "malformed"),
        ("rooms/{room}", {"type": "hello", "token": 7}, "malformed"),
        ("rooms/{room}", {"type": "hello", "seat": 0}, "malformed"),
        ("rooms/{room}", {"type": "start"}, "malformed"),
        ("rooms/{room}", "nonsense", "malformed"),
        ("watch/{watch}", {"type": "hello", "token": "{token}"}, "forbidden"),
        # The links of players and of spectators do not open each other's doors.
        ("watch/{room}", {"type": "hello"}, "not-found"),
        ("rooms/{watch}", {"type": "hello"}, "not-found"),
    ],
)
def test_who_does_not_belong_is_sent_away(served: Served, path: str, hello: Any, code: str) -> None:
    room = served.open("ends")
    with served.connect(path.format(**room)) as socket:
        text = json.dumps(hello)
        # Where there is no room, the door may be shut before anything is said.
        with suppress(ConnectionClosed):
            socket.send(text.replace("{token}", room["token"]))
        assert json.loads(socket.recv())["code"] == code
        with pytest.raises(ConnectionClosed) as caught:
            socket.recv()
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1008


def test_spectators_only_watch(served: Served) -> None:
    ann, room = begin(served, "hearts")
    with ann, Person(served, f"watch/{room['watch']}") as watcher:
        for kind, checks in MESSAGES.items():
            samples = {"name": "Eve", "seats": [0], "level": "easy", "settings": {}, "on": True}
            samples |= {"text": "2c", "game": 1, "count": 0, "seat": 0, "token": room["token"]}
            fields = {name: samples[name] for name in checks if name[0] != "["}
            assert watcher.ask(kind, **fields)["code"] == "forbidden"
        assert watcher.table["view"]["hand"] == []
        assert watcher.table["choices"] is None
        assert watcher.state["watch"] is None


def test_without_a_token_nobody_moves(served: Served) -> None:
    ann, room = begin(served, "hearts")
    with ann, Person(served, f"rooms/{room['room']}") as eve:
        assert eve.table["view"]["hand"] == []
        assert eve.ask("move", text="pass 2c 3c 4c", game=1, count=0)["code"] == "forbidden"
        # With a seat taken by everybody, who joins looks on.
        assert eve.ask("join", name="Eve")["type"] == "token"
        eve.until(lambda: eve.state["you"]["name"] == "Eve")
        assert eve.state["you"]["seat"] is None
        assert eve.ask("move", text="pass 2c 3c 4c", game=1, count=0)["code"] == "forbidden"
        assert eve.ask("hint")["code"] == "illegal"
        assert ann.table["view"]["hand"]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("[]", "expected a JSON object, found a list"),
        ("{}", "type: expected one of"),
        ('{"type": "dance"}', "found 'dance'"),
        ('{"type": ["move"]}', "found a list"),
        ('{"type": "move"}', "move: the field 'text' is missing"),
        ('{"type": "move", "text": 1, "game": 1, "count": 0}', "text: expected text"),
        ('{"type": "move", "text": "L", "game": 1.5, "count": 0}', "game: expected a whole number"),
        ('{"type": "move", "text": "L", "game": 1, "count": true}', "count: expected a whole"),
        (
            '{"type": "move", "text": "L", "game": 1, "count": 0, "seat": 1}',
            "'seat' is not a field",
        ),
        ('{"type": "pause", "on": "yes"}', "on: expected true or false, found text"),
        ('{"type": "fill", "seats": 1, "level": ""}', "seats: expected a list of seats"),
        ('{"type": "fill", "seats": [99], "level": ""}', "game has begun"),
        ('{"type": "settings", "settings": {"pace": 1e99}}', "pace: expected a whole number"),
        ('{"type": "say", "text": "' + "x" * 500 + '"}', "too long: use at most 200 characters"),
        ('{"type": "hello"}', "hello: expected it as the first message only"),
        ("x" * 5000, "expected a message of at most 4096 bytes, found 5000"),
    ],
)
def test_a_message_that_is_none_has_one_clear_answer(
    served: Served, message: str, said: str
) -> None:
    ann, _ = begin(served, "ends")
    with ann:
        before = ann.table
        ann.socket.send(message)
        while (frame := ann.hear())["type"] == "state":
            pass
        assert frame["type"] == "error"
        assert said in frame["message"]
        ann.socket.send(b"bytes")
        assert "expected text, found bytes" in ann.hear()["message"]
        assert ann.table == before
        ann.move()


def test_a_message_of_any_size_hurts_nobody_else(served: Served) -> None:
    ann, room = begin(served, "ends")
    with ann, served.connect(f"rooms/{room['room']}", max_size=None) as socket:
        with pytest.raises(ConnectionClosed) as caught:
            socket.send("x" * 10_000_000)
            while True:
                socket.recv()
        assert caught.value.rcvd is None or caught.value.rcvd.code == 1009
        ann.move()


def test_who_comes_back_has_the_seat_and_the_state_again(served: Served) -> None:
    ann, room = begin(served, "hearts", {"target": None})
    with ann:
        ann.until(lambda: ann.may_move)
        ann.move()
        ann.until(lambda: ann.may_move)
        before = ann.table
        with Person(served, f"rooms/{room['room']}", room["token"]) as other_tab:
            for name in ("view", "choices", "count", "to_move"):
                assert other_tab.table[name] == before[name]
            assert other_tab.history == ann.history
            other_tab.move()
            ann.until(lambda: ann.table["count"] > before["count"])
    with Person(served, f"rooms/{room['room']}", room["token"]) as again:
        again.play()


def test_a_bot_plays_for_who_stays_away_until_they_return(served: Served) -> None:
    room = served.open("ends", away=1)
    link = f"rooms/{room['room']}"
    with Person(served, link, room["token"]) as ann:
        with Person(served, link) as bob:
            bob.say("join", name="Bob")
            bob.until(lambda: bob.token is not None)
            ann.say("start")
            ann.until(lambda: ann.may_move)
        ann.move()
        ann.until(lambda: ann.state["seats"][1]["away"])
        ann.until(lambda: ann.may_move)
        assert ann.table["count"] == 2
        with Person(served, link, bob.token) as bob:
            ann.move()
            bob.until(lambda: bob.may_move)
            assert not bob.state["seats"][1]["away"]
            assert bob.table["count"] == 3


def test_the_host_pauses_removes_and_sets_limits(served: Served) -> None:
    room = served.open("hearts")
    link = f"rooms/{room['room']}"
    with Person(served, link, room["token"]) as ann, Person(served, link) as bob:
        bob.say("join", name="Bob")
        bob.until(lambda: bob.state["you"]["seat"] == 1)
        assert bob.ask("settings", settings={"away": 0})["code"] == "forbidden"
        ann.say("settings", settings={"away": 15, "hints": False})
        ann.until(lambda: ann.state["settings"]["away"] == 15)
        assert not ann.state["settings"]["hints"]
        ann.say("fill", seats=[2, 3], level="easy")
        ann.say("start")
        ann.until(lambda: ann.may_move)
        assert ann.ask("hint")["message"] == "the host has switched hints off"
        ann.say("pause", on=True)
        ann.until(lambda: ann.state["paused"])
        hand = ann.table["view"]["hand"]
        refused = ann.ask("move", text=f"pass {' '.join(hand[:3])}", game=1, count=0)
        assert refused["message"] == "the game is paused"
        ann.say("pause", on=False)
        ann.say("remove", seat=1)
        ann.until(lambda: ann.state["seats"][1]["kind"] == "bot")
        removed = "the host has removed you from this room"
        bob.until(lambda: bob.frames[-1].get("message") == removed)
        with pytest.raises(ConnectionClosed):
            bob.hear()


def test_people_play_again_in_the_same_room(served: Served) -> None:
    ann, _ = begin(served, "ends", {"count": 4})
    with ann:
        ann.play()
        first = ann.table["replay"]
        ann.say("start")
        ann.until(lambda: ann.table["number"] == 2)
        assert ann.history == [] or len(ann.history) < 4
        ann.play()
        second = ann.table["replay"]
        rows = [
            served.get(f"api/replays/{link}/steps/0")[1]["views"][0]["row"]
            for link in (first, second)
        ]
        assert first != second and len(rows[0]) == len(rows[1]) == 4


def test_a_move_is_taken_back_in_open_games(served: Served) -> None:
    ann, _ = begin(served, "ends")
    with ann:
        ann.until(lambda: ann.may_move)
        row = ann.table["view"]["cards"]
        ann.move()
        ann.until(lambda: ann.may_move and ann.table["count"] == 2)
        ann.say("undo")
        ann.until(lambda: ann.table["count"] == 0)
        assert ann.table["view"]["cards"] == row
        assert ann.history == []


def test_what_is_chosen_is_told_before_it_is_played(served: Served) -> None:
    ann, _ = begin(served, "president", {"players": 2})
    with ann:
        ann.until(lambda: ann.may_move)
        hand = ann.table["view"]["hand"]
        tried = ann.ask("try", text=hand[0])
        assert tried["kind"] == "one card"
        pair = next(
            (f"{one} {other}" for one, other in pairwise(hand) if one[0] == other[0]),
            None,
        )
        assert pair is not None
        assert ann.ask("try", text=pair)["kind"] == "pair"
        tried = ann.ask("try", text=f"{hand[0]} {hand[-1]}")
        assert (tried["kind"], tried["legal"]) == (None, None)
        assert tried["reason"]


def test_odds_are_told_of_ones_own_discards(served: Served) -> None:
    ann, _ = begin(served, "draw", {"hands": 2})
    with ann:
        assert ann.ask("odds")["code"] == "illegal"
        while not (ann.may_move and ann.table["view"]["phase"] == "discard"):
            if ann.may_move:
                moves = ann.table["choices"]["moves"]
                text = next(move for move in ("check", "call") if move in moves)
                count = ann.table["count"]
                ann.say("move", text=text, game=1, count=count)
                ann.until(lambda count=count: ann.table["count"] > count)  # type: ignore[misc]
            else:
                ann.hear()
        hand = ann.table["view"]["hand"]
        ann.say("move", text=f"discard {hand[1]}", game=1, count=ann.table["count"])
        ann.until(lambda: ann.table["view"]["discarded"] == [hand[1]])
        odds = ann.ask("odds")
        assert (odds["hand"], odds["thrown"], len(odds["rows"])) == (hand, [hand[1]], 32)
        values = [row["value"] for row in odds["rows"]]
        assert values == sorted(values, reverse=True)


def test_discards_are_analyzed(served: Served) -> None:
    status, found = served.get("api/discard?hand=9dTd6cQc8h&objective=jacks-or-better-9-6")
    assert (status, len(found["rows"])) == (200, 32)
    for hand in ("9dTd6cQc", "9dTd6cQc9d", "x", "", "9d" * 100):
        status, answer = served.get(f"api/discard?hand={hand}")
        assert status in (400, 413), answer
    assert served.get("api/discard?hand=9dTd6cQc8h&objective=luck")[0] == 400


def test_hands_are_drilled(served: Served) -> None:
    asked = {"paytable": "jacks-or-better-9-6"}
    status, first = served.post("api/drill", asked)
    assert (status, first["answer"], first["hands"], len(first["hand"])) == (200, None, 0, 5)
    asked |= {"state": first["state"], "hand": first["hand"]}
    _, best = served.post("api/drill", asked | {"keep": []})
    _, found = served.post("api/drill", asked | {"keep": best["answer"]["best"]})
    assert (found["hands"], found["right"], found["lost_an_hour"]) == (1, 1, 0)
    cases: list[tuple[dict[str, Any], str]] = [
        ({"paytable": "luck"}, "paytable: expected the name of a built-in paytable"),
        ({"state": 5}, "expected the state of a drill, found something else"),
        ({"keep": ["2x"]}, "keep: card 1 of 1, '2x'"),
        ({"line": 99}, "line: expected 0 to"),
        ({"exam": 1}, "exam: expected true or false"),
        ({"luck": 1}, "'luck' is not a field"),
    ]
    for wrong, message in cases:
        status, answer = served.post("api/drill", {**asked, **wrong})
        assert status == 400
        assert message in answer["error"]["message"]


def test_the_chat_is_plain_text(served: Served) -> None:
    room = served.open("ends")
    with Person(served, f"rooms/{room['room']}", room["token"]) as ann:
        ann.say("say", text="  <script>alert(1)</script>  & more ")
        ann.until(lambda: bool(ann.frames[-1].get("chat")))
        [line] = ann.frames[-1]["chat"]
        assert line == {"number": 0, "name": "Ann", "text": "<script>alert(1)</script> & more"}
        for _ in range(10):
            ann.say("say", text="spam")
        ann.until(lambda: ann.frames[-1]["type"] == "error")
        assert ann.frames[-1]["code"] == "rate-limited"


def test_limits_are_told_once_they_are_met(tmp_path: Any) -> None:
    limits = {**LOOSE, "rooms": 2, "guests_of_room": 1, "openings": [3, 0.001]}
    with Served(tmp_path / "rooms", limits) as served:
        room = served.open("ends")
        link = f"rooms/{room['room']}"
        with (
            Person(served, link, room["token"]) as ann,
            Person(served, link),
            served.connect(link) as late,
        ):
            late.send('{"type": "hello"}')
            refused = json.loads(late.recv())
            assert (refused["code"], "1 guest" in refused["message"]) == ("full", True)
            # The host gets in however full the room is.
            with Person(served, link, room["token"]) as again:
                assert again.state["you"]["host"] and ann.state["you"]["host"]
        served.open("ends")
        status, answer = served.post("api/rooms", {"game": "ends", "name": "Ann"})
        assert (status, answer["error"]["code"]) == (503, "full")
        status, answer = served.post("api/rooms", {"game": "ends", "name": "Ann"})
        assert (status, answer["error"]["code"]) == (429, "rate-limited")


def test_the_server_writes_in_the_language_that_is_asked_for(served: Served) -> None:
    def first_rule(language: str) -> str:
        _, found = served.get("api/games", {"accept-language": language})
        entry = next(one for one in found["games"] if one["game"] == "ends")
        line: str = entry["about"][0]
        return line

    english = "A row of cards lies face up. Players take turns."
    german = "Eine Reihe Karten liegt offen. Ihr seid abwechselnd am Zug."
    assert first_rule("de-AT, en;q=0.5") == first_rule("fr, de;q=0.9, en") == german
    assert first_rule("") == first_rule("en-US, de") == first_rule("xx, ;;, ") == english
    headers = {"accept-language": "de"}
    status, found = served.get("api/replays/nothing", headers)
    assert status == 404
    assert found["error"]["message"].startswith("Diese Aufzeichnung gibt es nicht")
    room = served.open("ends", {})
    with served.connect(f"rooms/{room['room']}") as socket:
        socket.send(json.dumps({"type": "hello", "token": room["token"], "language": "de"}))
        socket.send(json.dumps({"type": "hint"}))
        heard = [json.loads(socket.recv(timeout=30)) for _ in range(3)]
    welcome = next(one for one in heard if one["type"] == "welcome")
    refused = next(one for one in heard if one["type"] == "error")
    assert welcome["rules"][0] == german
    assert refused["message"] == "Du spielst nicht mit."
