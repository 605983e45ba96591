"""Rooms in the lobby: listed while their host is there and wants that, and no others."""

from typing import Any

from tests.serve.serving import Person, Served


def listing(served: Served, room: dict[str, str]) -> list[dict[str, Any]]:
    """Give what the lobby says of a room."""
    status, found = served.get("api/rooms")
    assert status == 200
    return [one for one in found["rooms"] if one["watch"] == room["watch"]]


def test_a_listed_room_tells_its_seats_and_its_links(served: Served) -> None:
    room = served.open("hearts", listed=True)
    # Nobody is there yet who could start a game.
    assert listing(served, room) == []
    with Person(served, f"rooms/{room['room']}", room["token"]) as ann:
        expected = {
            "game": "hearts",
            "title": "Hearts",
            "host": "Ann",
            "taken": 1,
            "seats": 4,
            "playing": False,
            "room": room["room"],
            "watch": room["watch"],
        }
        assert listing(served, room) == [expected]
        # Once a game is on, others can watch it but not join.
        ann.say("fill", seats=[1, 2, 3], level="easy")
        ann.say("start")
        ann.until(lambda: ann.state["table"] is not None)
        playing = {**expected, "taken": 4, "playing": True, "room": None}
        assert listing(served, room) == [playing]
        assert room["token"] not in str(listing(served, room))


def test_the_host_decides_whether_a_room_is_listed(served: Served) -> None:
    room = served.open("ends")
    with Person(served, f"rooms/{room['room']}", room["token"]) as ann:
        assert listing(served, room) == []
        ann.say("settings", settings={"listed": True})
        ann.until(lambda: ann.state["settings"]["listed"])
        assert [one["room"] for one in listing(served, room)] == [room["room"]]
        # A room that is closed to new people is shown without the link to enter it.
        ann.say("settings", settings={"locked": True})
        ann.until(lambda: ann.state["settings"]["locked"])
        assert [one["room"] for one in listing(served, room)] == [None]
        ann.say("settings", settings={"listed": False})
        ann.until(lambda: not ann.state["settings"]["listed"])
        assert listing(served, room) == []
