"""Tables in windows of every size: nothing overlaps or is cut off, and the window is filled."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.serve.browsing import chromium
from tests.serve.serving import Served
from tests.serve.visitors import GAMES, begin, sit_down, visitor

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

#: From a small phone to a television.
SIZES = [(320, 568), (375, 667), (768, 1024), (1280, 720), (1920, 1080), (3840, 2160)]

#: Long enough to meet several tricks, and a showdown with four players.
RULES: dict[str, dict[str, Any]] = {
    **GAMES,
    "draw": {"players": 4, "hands": 2},
    "president": {"rounds": 2},
}

#: Finds what is wrong with a table: its parts, which may not overlap, and where they end.
FIND = """() => {
    const isShown = (one) =>
        one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const name = (one) => `${one.className} ${one.textContent.slice(0, 30)}`;
    // Cards of a hand or a set overlap each other, but nothing else.
    const parts = {
        others: ".others .plate", own: ".zone.own .plate", controls: ".controls > *",
        text: ".center .call, .center .last, .center .ending",
        laid: ".pile .card, .trick .card, .bet, .row-of-cards .card, .center .one-hand",
        hand: ".hand .card",
    };
    const all = Object.entries(parts).flatMap(([part, selector]) =>
        [...document.querySelectorAll(selector)].filter(isShown).map((one) =>
            [part, one, one.getBoundingClientRect()]));
    const wrong = [];
    const table = document.querySelector(".table").getBoundingClientRect();
    all.forEach(([part, one, box], place) => {
        for (const [other, two, next] of all.slice(place + 1)) {
            if (part === other && ["hand", "laid"].includes(part)) continue;
            const x = Math.min(box.right, next.right) - Math.max(box.left, next.left);
            const y = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
            if (x > 3 && y > 3) wrong.push(`${name(one)} overlaps ${name(two)}`);
        }
        const isInside = box.left > table.left - 2 && box.right < table.right + 2 &&
            box.top > table.top - 2 && box.bottom < table.bottom + 2;
        if (!isInside) wrong.push(`${name(one)} is outside of the table`);
        for (const text of part === "hand" || part === "laid" ? [] : one.querySelectorAll("*")) {
            const isCut = text.scrollWidth > text.clientWidth + 1 &&
                getComputedStyle(text).overflowX !== "visible";
            if (isCut && !text.closest("svg")) wrong.push(`${name(text)} is cut off`);
        }
    });
    // A sheet that need not scroll hides none of its rows behind its button.
    const sheet = document.querySelector(".sheet-box:has(.sheet-foot)");
    if (sheet && sheet.scrollHeight <= sheet.clientHeight + 1) {
        const foot = sheet.querySelector(".sheet-foot").getBoundingClientRect();
        const rows = sheet.querySelector("tbody").getBoundingClientRect();
        if (rows.bottom > foot.top + 1) wrong.push("a row of the sheet is covered");
    }
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth || scrollHeight > innerHeight + 1) wrong.push("the page scrolls");
    if (table.bottom < innerHeight * .95 || table.width < innerWidth * .7) {
        wrong.push("the window is not filled");
    }
    return wrong;
}"""


#: Waits until the page was drawn in a window of another size.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = chromium()
    with playwright.sync_playwright() as running:
        started = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


def check_sizes(
    served: Served, browser: Any, game: str, sizes: list[tuple[int, int]], language: str
) -> None:
    """Play a game, and look at every position in windows of all sizes."""
    width, height = sizes[0]
    viewport = {"width": width, "height": height}
    with visitor(browser, viewport, locale=language, reduced_motion="reduce") as ann:
        sit_down(served, ann, game, RULES[game], tempo="quick")
        begin(ann, "medium")
        seen = 0
        while not ann.is_over:
            # Short games have few positions, so each is looked at in every window.
            for width, height in sizes:
                ann.page.set_viewport_size({"width": width, "height": height})
                ann.page.evaluate(DRAWN)
                assert ann.page.evaluate(FIND) == [], (width, height)
            seen += 1
            if not (ann.go_on() or ann.move()):
                ann.page.wait_for_timeout(30)
        assert seen > 2


@pytest.mark.parametrize(("game", "language"), [("draw", "de"), ("hearts", "en")])
def test_everything_fits_into_a_small_phone(
    served: Served, browser: Any, game: str, language: str
) -> None:
    check_sizes(served, browser, game, SIZES[:1], language)


def test_seats_stay_where_they_are(served: Served, browser: Any) -> None:
    """No seat moves or grows when a turn comes or something is said at it."""
    find = """() => [...document.querySelectorAll(".others .plate")].map((plate) => {
        const { left, top, bottom } = plate.getBoundingClientRect();
        return [plate.dataset.seat, left, top, bottom].map(Math.round);
    })"""
    with visitor(browser, {"width": 1280, "height": 800}, reduced_motion="reduce") as ann:
        sit_down(served, ann, "draw", {"players": 4, "hands": 1}, tempo="instant")
        begin(ann, "medium")
        seats, told = set(), set()
        while not (ann.is_over or ann.page.locator("[data-focus=continue]").count()):
            seats.add(json.dumps(ann.page.evaluate(find)))
            told.update(ann.page.locator(".others .badges").all_inner_texts())
            if not ann.move():
                ann.page.wait_for_timeout(10)
        assert len(told) > 2
        tops = {tuple(seat[2] for seat in json.loads(one)) for one in seats}
        assert len(tops) == 1, seats


def test_the_result_of_a_hand_fits_on_a_small_screen(served: Served, browser: Any) -> None:
    """Four hands at a showdown, with the table of results above its button."""
    viewport = {"width": 1280, "height": 720}
    with visitor(browser, viewport, reduced_motion="reduce") as ann:
        sit_down(served, ann, "draw", {"players": 4, "hands": 1}, tempo="instant")
        begin(ann, "medium")
        while not ann.page.locator("[data-focus=continue]").count():
            if not ann.move():
                ann.page.wait_for_timeout(20)
        assert ann.page.evaluate(FIND) == []
        foot = ann.page.locator(".sheet-foot").bounding_box()
        # On an even lower screen one would scroll.
        assert ann.page.locator(".sheet-box").evaluate(
            "box => box.scrollHeight <= box.clientHeight"
        )
        last = ann.page.locator(".sheet-box tbody tr").last.bounding_box()
        assert last["y"] + last["height"] <= foot["y"] + 1


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_everything_fits_into_every_window(
    served: Served, browser: Any, game: str, language: str
) -> None:
    check_sizes(served, browser, game, SIZES, language)
