"""A crowd of people without a seat costs a bounded amount of work, and keeps nobody waiting."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from cardcore.serve.decisions import open_room
from cardcore.serve.errors import RequestError
from cardcore.serve.limits import Limits
from cardcore.serve.viewers import Viewers
from tests.serve.simulation.clock import SimulatedLoop


class Seen:
    """A connection that notes when it was told of something."""

    def __init__(self, person: str | None = None) -> None:
        self.person = person
        self.address = "192.0.2.1"
        self.is_spectator = person is None
        self.told: list[float] = []

    def notify(self) -> None:
        self.told.append(asyncio.get_running_loop().time())

    def close(self, error: RequestError) -> None:
        raise error


def in_simulated_time(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    loop = SimulatedLoop()
    try:
        loop.run_until_complete(test())
    finally:
        loop.close()


def crowded(count: int) -> tuple[Viewers, Seen, list[Seen]]:
    """Return the viewers of a room with its host and a crowd."""
    room, events = open_room("ends", {}, {}, "Ann", "ann")
    for event in events:
        room.apply(event)
    viewers = Viewers(room, Limits(crowd=10))
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
