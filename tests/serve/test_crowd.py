"""A crowd of people without a seat costs a bounded amount of work, and keeps nobody waiting."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from cardcore.serve.decisions import open_room
from cardcore.serve.errors import RequestError
from cardcore.serve.limits import Limits
from cardcore.serve.viewers import Viewers
from tests.serve.simulation.clock import SimulatedLoop


class Seen:
    """A connection that notes when it was told of something."""

    def __init__(self, person: str | None = None, address: str = "192.0.2.1") -> None:
        self.person = person
        self.address = address
        self.is_spectator = person is None
        self.told: list[float] = []
        self.closed: str | None = None

    def notify(self) -> None:
        self.told.append(asyncio.get_running_loop().time())

    def close(self, error: RequestError) -> None:
        self.closed = error.message


def in_simulated_time(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    loop = SimulatedLoop()
    try:
        loop.run_until_complete(test())
    finally:
        loop.close()


def crowded(count: int, **limits: Any) -> tuple[Viewers, Seen, list[Seen]]:
    """Return the viewers of a room with its host and a crowd."""
    room, events = open_room("ends", {}, {}, "Ann", "ann")
    for event in events:
        room.apply(event)
    viewers = Viewers(room, Limits(crowd=10, **limits))
    host, crowd = Seen("ann"), [Seen() for _ in range(count)]
    for viewer in (host, *crowd):
        viewers.add(viewer)
    return viewers, host, crowd


def test_players_are_told_at_once_and_a_crowd_at_its_pace() -> None:
    async def play() -> None:
        viewers, host, crowd = crowded(5)
        # Twenty moves a second for almost two seconds.
        for _ in range(39):
            viewers.notify()
            await asyncio.sleep(0.05)
        assert len(host.told) == 39
        # Ten states a second shared by five: two a second each.
        assert {len(viewer.told) for viewer in crowd} == {4}
        await asyncio.sleep(1)
        # The last move is told too, and then nothing.
        assert {viewer.told[-1] for viewer in crowd} == {2.0}
        assert {len(viewer.told) for viewer in crowd} == {5}

    in_simulated_time(play)


def test_one_spectator_hardly_waits() -> None:
    async def play() -> None:
        viewers, _, crowd = crowded(1)
        for _ in range(5):
            viewers.notify()
            await asyncio.sleep(0.2)
        assert [round(time, 3) for time in crowd[0].told] == [0.0, 0.2, 0.4, 0.6, 0.8]

    in_simulated_time(play)


def test_a_crowd_that_comes_and_goes_does_not_keep_players_busy() -> None:
    async def play() -> None:
        viewers, host, crowd = crowded(5)
        for _ in range(40):
            viewers.notify_later()
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        assert len(host.told) == len(crowd[0].told) == 5
        viewers.notify()
        assert len(host.told) == 6

    in_simulated_time(play)


def test_the_host_gets_into_a_full_room_however_often_they_reload() -> None:
    async def play() -> None:
        viewers, host, crowd = crowded(64, spectators_of_room=64, connections_of_person=8)
        with pytest.raises(RequestError, match="this room is full: it takes at most 64 spectators"):
            viewers.add(Seen())
        reloads = [Seen("ann") for _ in range(10)]
        for reload in reloads:
            viewers.add(reload)
        # Eight of eleven are left, and nobody else had to go.
        assert [one.closed is None for one in (host, *reloads)] == [False] * 3 + [True] * 8
        assert all(one.closed is None for one in crowd)

    in_simulated_time(play)


def test_one_address_cannot_keep_others_out() -> None:
    async def play() -> None:
        viewers, _, crowd = crowded(64, spectators_of_room=64)
        others = [Seen(address=f"198.51.100.{number}") for number in range(3)]
        for other in others:
            viewers.add(other)
        # Each takes the newest place of the address that has most of them.
        assert [one.closed is None for one in crowd] == [True] * 61 + [False] * 3
        assert all(one.closed is None for one in others)

    in_simulated_time(play)
