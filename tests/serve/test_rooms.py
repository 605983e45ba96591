"""Rooms in memory: there is one live copy of each, for as long as anybody holds it."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import cardcore
from cardcore.serve.database import Database, DatabaseThread
from cardcore.serve.errors import RequestError
from cardcore.serve.limits import Limits
from cardcore.serve.rooms import Rooms
from cardcore.serve.store import Store
from cardcore.serve.thinking import load
from tests.serve.test_crowd import Seen


def with_rooms(path: Path, test: Callable[[Rooms, str], Coroutine[Any, Any, None]]) -> None:
    """Run a test of a room of Ends."""

    async def run() -> None:
        store = Store(DatabaseThread(Database(path)))
        rooms = Rooms(store, Limits())
        try:
            opened = await rooms.open("ends", {}, {}, "Ann")
            await test(rooms, opened["room"])
        finally:
            await rooms.close()
            store.close()

    asyncio.run(run())


def test_a_socket_that_has_not_said_hello_keeps_the_room_alive(tmp_path: Path) -> None:
    async def test(rooms: Rooms, room: str) -> None:
        async with rooms.enter(room) as early:
            # Somebody else comes and goes, the only viewer so far.
            async with rooms.enter(room) as live:
                viewer = Seen()
                live.attach(viewer)
                live.detach(viewer)
            async with rooms.enter(room) as late:
                assert early is live is late
        assert rooms.live == []
        async with rooms.enter(room) as again:
            assert again is not early and rooms.live == [again]

    with_rooms(tmp_path / "rooms", test)


def test_a_refused_greeting_takes_the_room_from_nobody(tmp_path: Path) -> None:
    async def test(rooms: Rooms, room: str) -> None:
        async with rooms.enter(room) as early:
            with pytest.raises(RequestError):
                async with rooms.enter(room) as live:
                    raise RequestError("forbidden", "this token is not known in this room")
            async with rooms.enter(room) as late:
                assert early is live is late

    with_rooms(tmp_path / "rooms", test)


def test_who_comes_at_once_finds_the_same_room(tmp_path: Path) -> None:
    async def test(rooms: Rooms, room: str) -> None:
        found = []

        async def come(hurry: float) -> None:
            async with rooms.enter(room) as live:
                found.append(live)
                await asyncio.sleep(hurry)

        # One gives up while the room is loaded, which must not stop that for the others.
        impatient = asyncio.create_task(come(0))
        others = [asyncio.create_task(come(0.01)) for _ in range(5)]
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.gather(*others)
        assert len(found) == 5 and len(set(map(id, found))) == 1
        assert rooms.live == []

    with_rooms(tmp_path / "rooms", test)


def test_what_is_being_stored_keeps_the_room_alive(tmp_path: Path) -> None:
    async def test(rooms: Rooms, room: str) -> None:
        async with rooms.enter(room) as live:
            viewer = Seen()
            viewer.is_spectator = False
            live.attach(viewer)
            joining = asyncio.create_task(live.handle(viewer, {"type": "join", "name": "Bob"}))
            await asyncio.sleep(0)
            live.detach(viewer)
            joining.cancel()
        async with rooms.enter(room) as again:
            assert again is live
            while len(again.room.people) < 2:
                await asyncio.sleep(0)

    with_rooms(tmp_path / "rooms", test)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "sit", "seat": 1},
        {"type": "rename", "name": "Robert"},
        {"type": "say", "text": "hello"},
        {"type": "remove", "seat": 0},
    ],
    ids=lambda message: message["type"],
)
def test_who_leaves_in_another_tab_at_the_same_moment_is_gone(
    tmp_path: Path, message: dict[str, Any]
) -> None:
    async def test(rooms: Rooms, room: str) -> None:
        async with rooms.enter(room) as live:
            tabs = [Seen(), Seen()]
            await live.handle(tabs[0], {"type": "join", "name": "Bob"})
            tabs[1].person = tabs[0].person
            outcomes = await asyncio.gather(
                live.handle(tabs[0], {"type": "leave"}),
                live.handle(tabs[1], message),
                return_exceptions=True,
            )
            assert outcomes[0] is None
            refused = outcomes[1]
            assert isinstance(refused, RequestError) and refused.message == "join the room first"
            assert list(live.room.people.values()) == ["Ann"]
        async with rooms.enter(room) as again:
            assert list(again.room.people.values()) == ["Ann"]

    with_rooms(tmp_path / "rooms", test)


@pytest.mark.parametrize("game", cardcore.games())
def test_the_bots_of_every_game_can_be_loaded_before_they_are_needed(game: str) -> None:
    load(1.0, game)
