"""The file that keeps the rooms."""

import asyncio
import os
import re
import sqlite3
import stat
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from cardcore.serve.database import Database, DatabaseThread
from cardcore.serve.errors import RequestError
from cardcore.serve.events import Checkpointed, Joined, Opened, Said, Started
from cardcore.serve.settings import Settings
from cardcore.serve.store import Store


def opened(watch: str) -> Opened:
    return Opened("ends", {}, 2, watch, Settings())


def open_store(path: Path) -> Store:
    return Store(DatabaseThread(Database(path)), replays_of_room=3)


def with_store(path: Path, work: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = open_store(path)
        try:
            await work(store)
        finally:
            store.close()

    asyncio.run(run())


def test_what_is_kept_is_there_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "rooms"

    async def write(store: Store) -> None:
        await store.append("r", 0, [opened("w"), Said("Ann", "hello")])
        await store.append("r", 2, [Started(1, 2, 3, "p")])

    async def read(store: Store) -> None:
        assert await store.load("r") == [opened("w"), Said("Ann", "hello"), Started(1, 2, 3, "p")]
        assert await store.find_watched("w") == "r"
        assert await store.find_watched("p") is None
        assert await store.find_replay("p") == ("r", None)
        assert await store.find_replay("w") is None
        assert await store.load("other") == []
        assert await store.count() == 1

    with_store(path, write)
    with_store(path, read)


def test_an_event_cannot_take_the_place_of_another(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.append("r", 0, [opened("w")])
        with pytest.raises(RequestError) as caught:
            await store.append("r", 0, [Joined("b", "Bob")])
        assert caught.value.code == "storage"
        assert "constraint" not in caught.value.message
        assert await store.load("r") == [opened("w")]

    with_store(tmp_path / "rooms", work)


def test_of_events_that_are_kept_together_one_that_fails_undoes_none(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.append("r", 0, [opened("w")])
        writes = [store.append(f"r{number}", 0, [opened(f"w{number}")]) for number in range(200)]
        writes.insert(100, store.append("r", 0, [Joined("b", "Bob")]))
        answers = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(answer) for answer in answers if answer is not None] == [RequestError]
        assert await store.count() == 201

    with_store(tmp_path / "rooms", work)


def test_rooms_expire_but_for_those_that_are_in_use(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        for room in ("begun", "unused", "spared"):
            await store.append(room, 0, [opened(f"{room} watch")])
        await store.append("begun", 1, [Started(1, 2, 3, "p")])
        assert await store.delete_expired(3600.0, -1.0, ["spared"]) == 1
        assert await store.load("unused") == []
        assert await store.find_watched("unused watch") is None
        assert await store.find_watched("begun watch") is not None
        assert await store.delete_expired(-1.0, -1.0, ["spared"]) == 1
        assert await store.count() == 1

    with_store(tmp_path / "rooms", work)


def test_a_checkpoint_replaces_the_events_before_it(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.append("r", 0, [opened("w"), Joined("a", "Ann")])
        await store.append("r", 2, [Checkpointed({"events": 2}), Said("Ann", "hello")])
        assert await store.load("r") == [Checkpointed({"events": 2}), Said("Ann", "hello")]
        # Numbers go on, so a writer that missed the checkpoint is refused.
        with pytest.raises(RequestError):
            await store.append("r", 3, [Said("Ann", "again")])

    with_store(tmp_path / "rooms", work)


def test_records_of_finished_games_are_stored_and_the_oldest_are_deleted(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.append("r", 0, [opened("w"), Started(1, 2, 3, "p1")])
        for number in range(2, 6):
            finished = (f"p{number - 1}", {"number": number - 1})
            await store.append("r", number, [Started(number, 2, 3, f"p{number}")], finished)
        assert [await store.find_replay(f"p{number}") for number in range(1, 6)] == [
            None,
            None,
            ("r", {"number": 3}),
            ("r", {"number": 4}),
            ("r", None),
        ]

    with_store(tmp_path / "rooms", work)


def test_a_second_server_is_kept_away(tmp_path: Path) -> None:
    path = tmp_path / "rooms"
    store = open_store(path)
    try:
        with pytest.raises(OSError, match="another server uses this file"):
            open_store(path)
    finally:
        store.close()


@pytest.mark.parametrize("content", [b"not a file of SQLite, whatever else it is" * 100])
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "rooms"
    path.write_bytes(content)
    with pytest.raises(OSError, match="not a database"):
        Database(path)
    assert path.read_bytes() == content


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rooms"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE letters (text TEXT)")
    other.commit()
    other.close()
    with pytest.raises(OSError, match="expected a file of cardcore serve"):
        Database(path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_only_its_owner_may_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "rooms"
    before = os.umask(0)
    try:
        Database(path).close()
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "rooms"
    with pytest.raises(OSError, match=rf"^'{re.escape(str(path))}': No such file or directory$"):
        Database(path)
