"""Tables in windows of every size: nothing overlaps or is cut off, and the window is filled."""

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
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth || scrollHeight > innerHeight + 1) wrong.push("the page scrolls");
    if (table.bottom < innerHeight * .95 || table.width < innerWidth * .7) {
        wrong.push("the window is not filled");
    }
    return wrong;
}"""


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
    """Play a game, and look at every position in windows of all sizes in turn."""
    width, height = sizes[0]
    viewport = {"width": width, "height": height}
    with visitor(browser, viewport, locale=language, reduced_motion="reduce") as ann:
        sit_down(served, ann, game, RULES[game], tempo="quick")
        begin(ann, "medium")
        seen = 0
        while not ann.is_over:
            width, height = sizes[seen % len(sizes)]
            ann.page.set_viewport_size({"width": width, "height": height})
            assert ann.page.evaluate(FIND) == [], (width, height)
            seen += 1
            if not (ann.go_on() or ann.move()):
                ann.page.wait_for_timeout(30)
        assert seen > 5


@pytest.mark.parametrize(("game", "language"), [("draw", "de"), ("hearts", "en")])
def test_everything_fits_into_a_small_phone(
    served: Served, browser: Any, game: str, language: str
) -> None:
    check_sizes(served, browser, game, SIZES[:1], language)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_everything_fits_into_every_window(
    served: Served, browser: Any, game: str, language: str
) -> None:
    check_sizes(served, browser, game, SIZES, language)
