"""Codes that lead to rooms: who gets one, where it leads, and how hard it is to guess."""

import http.client
from pathlib import Path
from typing import Any

import pytest

from cardcore.characters import CHARACTERS
from cardcore.serve.invitations import ALPHABET, code_length, new_code
from cardcore.serve.reach import shared_origin
from tests.serve.serving import LOOSE, Person, Served

FREE = {**LOOSE, "guesses": [1e6, 1e6], "invitations": [1e6, 1e6]}


def follow(served: Served, path: str) -> tuple[int, str | None]:
    """Ask without following where it leads; gives the status and the place."""
    connection = http.client.HTTPConnection(served.address)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, answer.getheader("location")


def invite(served: Served, room: str) -> dict[str, Any]:
    status, answer = served.post(f"api/rooms/{room}/invitation", {})
    assert status == 200, answer
    return dict(answer)


def test_a_code_leads_to_its_room_and_stays_the_same(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms", FREE) as served:
        room = served.open("ends")["room"]
        invitation = invite(served, room)
        code = invitation["code"]
        assert len(code) == 4 and set(code) <= set(ALPHABET)
        assert invitation["url"] == f"http://{served.address}/r/{code}"
        assert invitation["qr"]["size"] >= 21 and invitation["qr"]["path"].startswith("M0 0h7")
        assert invite(served, room)["code"] == code
        assert follow(served, f"/r/{code.lower()}") == (303, f"/room/{room}")
        assert served.get(f"api/codes/{code}") == (200, {"room": room})
    with Served(tmp_path / "rooms", FREE) as served:
        assert served.get(f"api/codes/{code}") == (200, {"room": room})


def test_rooms_have_different_codes(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms", FREE) as served:
        codes = [invite(served, served.open("ends")["room"])["code"] for _ in range(8)]
    assert len(set(codes)) == 8
    # With more codes in use, new ones are longer.
    assert [len(code) for code in codes] == [code_length(number) for number in range(8)]


def test_a_wrong_code_is_explained_and_leads_to_the_first_page(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms", FREE) as served:
        status, answer = served.get("api/codes/BBBB")
        assert (status, answer["error"]["code"]) == (404, "not-found")
        assert "no open room" in answer["error"]["message"]
        assert follow(served, "/r/BBBB") == (303, "/?code=BBBB")
        # What is not a code at all cannot lead out of the page either.
        assert follow(served, "/r/%2F%2Fevil.example") in [
            (303, "/?code=%2F%2Fevil.exam"),
            (404, None),
        ]


def test_a_locked_room_has_no_code(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms", FREE) as served:
        opened = served.open("ends")
        code = invite(served, opened["room"])["code"]
        with Person(served, f"rooms/{opened['room']}", opened["token"]) as ann:
            ann.say("settings", settings={"locked": True})
            ann.until(lambda: ann.state["settings"]["locked"])
            assert served.get(f"api/codes/{code}")[0] == 404
            status, answer = served.post(f"api/rooms/{opened['room']}/invitation", {})
            assert (status, answer["error"]["code"]) == (403, "forbidden")
            ann.say("settings", settings={"locked": False})
            ann.until(lambda: not ann.state["settings"]["locked"])
            assert served.get(f"api/codes/{code}")[0] == 200


def test_codes_expire(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms", {**FREE, "code_expires": 0.0}) as served:
        code = invite(served, served.open("ends")["room"])["code"]
        assert served.get(f"api/codes/{code}")[0] == 404


def test_few_codes_can_be_tried(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms", {**FREE, "guesses": [3, 0.001]}) as served:
        code = invite(served, served.open("ends")["room"])["code"]
        assert [served.get(f"api/codes/{new_code(4)}")[0] for _ in range(3)] == [404] * 3
        status, answer = served.get(f"api/codes/{code}")
        assert (status, answer["error"]["code"]) == (429, "rate-limited")
        assert answer["error"]["message"].startswith("Too many codes")
        # A browser shows the page, which has an input for the code.
        assert follow(served, f"/r/{code}") == (303, f"/?code={code}")


def test_no_room_no_code(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms", FREE) as served:
        status, answer = served.post("api/rooms/nothing/invitation", {})
        assert (status, answer["error"]["code"]) == (404, "not-found")
        # Pages of other sites can't ask for codes.
        status, _ = served.post(
            f"api/rooms/{served.open('ends')['room']}/invitation",
            {},
            {"origin": "http://evil.example"},
        )
        assert status == 403


@pytest.mark.parametrize(
    ("codes", "length"), [(0, 4), (5, 4), (6, 5), (171, 5), (172, 6), (9_999, 7)]
)
def test_a_guess_seldom_hits_a_code(codes: int, length: int) -> None:
    assert code_length(codes) == length
    assert (codes + 1) / len(ALPHABET) ** length <= 1 / 100_000


def test_the_page_learns_whether_links_work_elsewhere(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms", FREE) as served:
        _, answer = served.get("api/games")
        assert answer["shared_origin"] is None
        assert [found["id"] for found in answer["characters"]] == [one.id for one in CHARACTERS]
    with Served(tmp_path / "others", FREE, public_url="https://cards.example") as served:
        _, answer = served.get("api/games")
        assert answer["shared_origin"] == "https://cards.example"
        url = invite(served, served.open("ends")["room"])["url"]
        assert url.startswith("https://cards.example/r/")


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("127.0.0.1", None),
        ("localhost", None),
        ("::1", None),
        ("192.168.0.7", "http://192.168.0.7:8000"),
        ("2001:db8::7", "http://[2001:db8::7]:8000"),
    ],
)
def test_only_addresses_of_a_network_are_shared(host: str, origin: str | None) -> None:
    assert shared_origin(host, 8000) == origin


def test_every_address_is_shared_by_the_one_of_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardcore.serve.reach.find_lan_address", lambda: "192.168.0.9")
    assert shared_origin("0.0.0.0", 80) == "http://192.168.0.9:80"
    monkeypatch.setattr("cardcore.serve.reach.find_lan_address", lambda: None)
    assert shared_origin("0.0.0.0", 80) is None


def test_bots_are_characters_of_their_level(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms", FREE) as served:
        opened = served.open("hearts")
        with Person(served, f"rooms/{opened['room']}", opened["token"]) as ann:
            ann.say("fill", seats=[1, 2], level="hard")
            ann.say("fill", seats=[3], level="greedy")
            ann.until(lambda: all(seat["kind"] != "open" for seat in ann.state["seats"]))
            person, first, second, named = ann.state["seats"]
    cast = {found.id: found for found in CHARACTERS}
    assert person["character"] is None and named["character"] is None
    assert named["name"] == "greedy bot"
    assert first["character"] != second["character"]
    for seat in (first, second):
        found = cast[seat["character"]]
        assert (found.name, found.level) == (seat["name"], "hard")
