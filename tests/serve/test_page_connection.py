"""The page without a connection: it says why, and tries again only where that is of use."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.serve.serving import Served
from tests.serve.test_browser import browser  # noqa: F401
from tests.serve.test_edge import damage
from tests.serve.visitors import Page, sit_down

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")


class Counted(Page):
    """A page that counts its connections."""

    def __init__(self, page: Any) -> None:
        super().__init__(page)
        self.sockets = 0
        page.on("websocket", self._count)

    def _count(self, _socket: Any) -> None:
        self.sockets += 1

    def stays(self) -> None:
        """Make sure that it connects no more, also when somebody looks at it again."""
        before = self.sockets
        self.page.evaluate("dispatchEvent(new Event('online'))")
        self.page.wait_for_timeout(1000)
        assert self.sockets == before


@pytest.fixture
def page(browser: Any) -> Any:  # noqa: F811
    context = browser.new_context(locale="en-US")
    yield Counted(context.new_page())
    context.close()


def test_a_damaged_room_is_explained_and_left_alone(tmp_path: Path, page: Counted) -> None:
    data = tmp_path / "rooms"
    with Served(data) as served:
        room = served.open("ends")
    damage(data, room["room"], "no JSON")
    with Served(data) as served:
        page.page.goto(f"{served.url}room/{room['room']}")
        page.page.get_by_role("heading", name="This room can't be opened").wait_for()
        assert page.page.get_by_text("its saved data is damaged").count()
        assert page.page.get_by_role("link", name="To the lobby").count()
        page.stays()


def test_a_room_that_is_damaged_in_the_meantime_stays_on_the_page(
    tmp_path: Path, page: Counted
) -> None:
    data, port = tmp_path / "rooms", 0
    with Served(data) as served:
        port = int(served.address.partition(":")[2])
        room = sit_down(served, page, "ends")
        assert page.page.locator(".banner.warn").count() == 0
    page.page.get_by_text("The connection is lost. Trying again …").wait_for()
    damage(data, room["room"], "no JSON")
    with Served(data, port=port):
        page.page.locator(".banner", has_text="its saved data is damaged").wait_for()
        assert page.page.get_by_role("button", name="Reload the page").count()
        page.stays()


def test_a_room_that_is_gone_is_not_looked_for_again(served: Served, page: Counted) -> None:
    page.page.goto(f"{served.url}room/none")
    page.page.get_by_role("heading", name="Room not found").wait_for()
    page.stays()


def test_the_page_tries_again_after_a_failure(tmp_path: Path, page: Counted) -> None:
    data = tmp_path / "rooms"
    with Served(data) as served:
        room = served.open("ends")
    stored = sqlite3.connect(data)
    stored.execute("ALTER TABLE events RENAME TO mislaid")
    stored.commit()
    stored.close()
    with Served(data) as served:
        page.page.goto(f"{served.url}room/{room['room']}")
        page.page.get_by_role("heading", name="Connecting …").wait_for()
        page.page.get_by_text("The server could not read this. Please try again.").wait_for()
        before = page.sockets
        page.page.wait_for_timeout(3000)
        while page.sockets == before:
            page.page.wait_for_timeout(100)
        # Less and less often, though each connection was accepted.
        assert page.sockets < 8
