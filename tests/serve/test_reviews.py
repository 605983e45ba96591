"""Reviews on the server: decision by decision, once, stored, and given up when nobody waits."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import cardcore
from cardcore.records import record
from cardcore.serve.database import Database, DatabaseThread
from cardcore.serve.errors import RequestError
from cardcore.serve.events import Opened, Started
from cardcore.serve.replays import Replay
from cardcore.serve.reviews import Reviews
from cardcore.serve.settings import Settings
from cardcore.serve.store import Store
from cardcore.serve.thinking import ThinkingQueue
from tests.serve.browsing import chromium
from tests.serve.serving import Served
from tests.serve.visitors import begin, play_out, sit_down, visitor

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")


def _replay(game: str, bots: list[str], **rules: Any) -> Replay:
    played = cardcore.play(cardcore.new(game, rules, seed=3), bots, seed=3)
    names = [f"seat {seat}" for seat in range(played.seats)]
    return Replay(record(played, names, bots, bots_seed=0))


class _Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def _serve(path: Path, work: Callable[[Reviews, _Clock], Any]) -> None:
    store, thinking, clock = Store(DatabaseThread(Database(path))), ThinkingQueue(), _Clock()
    if not await store.count():
        opened = Opened("ends", {}, 2, "w", Settings())
        await store.append("r", 0, [opened, Started(1, 2, 3, "first"), Started(2, 2, 3, "second")])
    reviews = Reviews(store, thinking, clock=clock)
    try:
        await work(reviews, clock)
    finally:
        reviews.close()
        thinking.close()
        store.close()


async def _finish(reviews: Reviews, replay: Replay, link: str = "first", **asked: Any) -> Any:
    told = []
    while True:
        options = {"person": "Ann", "language": "en", **asked}
        found = await reviews.get(link, replay, 0, **options)
        told.append(found["done"])
        if found["review"] is not None:
            assert told == sorted(told)
            return found
        await asyncio.sleep(0.002)


def test_a_review_is_made_once_and_kept(tmp_path: Path) -> None:
    replay = _replay("ends", ["greedy", "perfect"], count=10)
    expected = cardcore.review(replay.record(), 0)

    async def make(reviews: Reviews, _clock: _Clock) -> None:
        found = await _finish(reviews, replay)
        assert found["done"] == found["total"] == len(expected.decisions)
        assert found["review"]["skill"] == expected.skill
        assert [made["loss"] for made in found["review"]["decisions"]] == [
            made.loss for made in expected.decisions
        ]
        assert reviews.running == 0

    async def read(reviews: Reviews, _clock: _Clock) -> None:
        found = await reviews.get("first", replay, 0, person="Bob", language="de")
        assert found["review"]["meaning"] == "mehr als der Gegner"
        assert reviews.running == 0

    asyncio.run(_serve(tmp_path / "rooms", make))
    asyncio.run(_serve(tmp_path / "rooms", read))


def test_a_sampled_review_is_that_of_the_library_with_a_quarter_of_the_deals(
    tmp_path: Path,
) -> None:
    replay = _replay("draw", ["pattern", "nash"], hands=2)
    total = len(cardcore.review(replay.record(), 0, deals=2).decisions)
    budget = cardcore.registry.reviewer("draw").budget
    deals = max(budget.least, round(budget.deals(total) / 4))
    expected = cardcore.review(replay.record(), 0, deals=deals)

    async def make(reviews: Reviews, _clock: _Clock) -> None:
        found = await _finish(reviews, replay)
        assert [made["ev"] for made in found["review"]["decisions"]] == [
            made.ev for made in expected.decisions
        ]

    asyncio.run(_serve(tmp_path / "rooms", make))


def test_one_review_at_a_time_for_each_person_and_none_that_nobody_waits_for(
    tmp_path: Path,
) -> None:
    replay = _replay("hearts", ["greedy"] * 4, target=None)

    async def ask(reviews: Reviews, clock: _Clock) -> None:
        first = await reviews.get("first", replay, 0, person="Ann", language="en")
        assert first["review"] is None
        with pytest.raises(RequestError, match="wait until your other review is done"):
            await reviews.get("first", replay, 1, person="Ann", language="en")
        # Somebody else may look at the same one, or begin another.
        await reviews.get("first", replay, 0, person="Bob", language="en")
        await reviews.get("second", replay, 1, person="Bob", language="en")
        assert reviews.running == 2
        clock.now = 11.0
        while reviews.running:
            await asyncio.sleep(0.01)

    asyncio.run(_serve(tmp_path / "rooms", ask))


def test_there_are_no_other_seats(served: Served, tmp_path: Path) -> None:
    replay = _replay("ends", ["greedy", "perfect"], count=10)

    async def ask(reviews: Reviews, _clock: _Clock) -> None:
        with pytest.raises(RequestError, match="expected a seat from 0 to 1, found 2"):
            await reviews.get("first", replay, 2, person="Ann", language="en")

    asyncio.run(_serve(tmp_path / "rooms", ask))
    for path in ("api/replays/x/review/0", "api/replays/x/review/y"):
        status, _ = served.get(path)
        assert status in (400, 404)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = chromium()
    with playwright.sync_playwright() as running:
        started = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


def test_a_game_is_reviewed_in_the_page_and_its_mistakes_are_put_again(
    served: Served, browser: Any
) -> None:
    with visitor(browser) as ann:
        # Always taking the first card loses something in most random rows, but not in all of them.
        errors_made = 0
        while not errors_made:
            sit_down(served, ann, "ends", {"count": 40})
            begin(ann, "perfect")
            play_out(ann)
            link = ann.page.locator("[data-focus=replay]").get_attribute("href")
            _, record = served.get(f"api{link.replace('replay', 'replays')}/record")
            decisions = cardcore.review(record, 0).decisions
            errors_made = sum(made.label not in ("best", "good") for made in decisions)
        page = ann.page
        page.get_by_role("link", name="Replay and review").click()
        page.get_by_role("button", name="Review the decisions of").click()
        page.locator(".review .graph svg").wait_for()
        page.get_by_text("Accuracy").first.wait_for()
        page.get_by_text("1 game of yours reviewed here").wait_for()
        errors = page.locator(".review .errors li")
        count = errors.count()
        assert count == page.locator(".graph .mark").count() == page.locator(".moves abbr").count()
        assert count == errors_made
        # An error in the list leads to its position, where the decision is explained.
        errors.first.get_by_role("button").click()
        page.locator(".explanation").wait_for()
        # The keys of the replay work on.
        page.locator("body").press("Home")
        page.get_by_text("Move 0 of").wait_for()
        # It plays by itself, until somebody steps.
        page.locator("[data-focus=autoplay]").click()
        page.wait_for_function("() => document.querySelector('[data-focus=range]').value >= 2")
        page.get_by_role("button", name="One move back").click()
        page.locator("[data-focus=autoplay]").get_by_text("▶▶").wait_for()
        # The mistake is put again, and the page does not give the answer away.
        page.get_by_role("button", name="Learn from").click()
        page.get_by_text("What is the best move here?", exact=True).wait_for()
        assert not page.locator(".moves").is_visible()
        assert page.locator(".explanation").count() == 0
        page.locator(".review .options button").first.click()
        page.locator(".review .odds").wait_for()
        page.get_by_role("button", name="Back to the review").click()
        page.locator(".review .graph").wait_for()
        # Stepping on leaves the lesson.
        page.get_by_role("button", name="Learn from").click()
        page.get_by_text("What is the best move here?", exact=True).wait_for()
        page.locator("body").press("ArrowRight")
        page.locator(".review .graph").wait_for()
        # After a reload the review is there at once, and counts only once.
        page.reload()
        page.get_by_role("button", name="Review the decisions of").click()
        page.get_by_text("1 game of yours reviewed here").wait_for()


def test_a_shared_review_shows_other_seats_and_hides_hands_on_request(
    served: Served, browser: Any
) -> None:
    with visitor(browser) as ann:
        sit_down(served, ann, "president", {"players": 3, "rounds": 1})
        begin(ann, "random")
        play_out(ann)
        link = ann.page.get_by_role("link", name="Replay and review").get_attribute("href")
    with visitor(browser, locale="de-DE") as bob:
        page = bob.page
        page.goto(served.url.rstrip("/") + link)
        page.get_by_label("Alle Karten zeigen").wait_for()
        faces = page.locator(".others .card:not(:has(.pattern))").count()
        page.get_by_label("Alle Karten zeigen").uncheck()
        page.wait_for_function(
            "() => document.querySelectorAll('.others .card:not(:has(.pattern))').length === 0"
        )
        assert faces > 0
        page.get_by_label("Gesehen von").select_option("1")
        page.get_by_role("button", name="Entscheidungen von").click()
        page.get_by_text("Plätze besser als der Durchschnitt").wait_for(timeout=180_000)
        # It is not a review of the visitor's own game.
        assert page.get_by_text("von dir hier analysiert").count() == 0
