"""Everything the page shows, looked at by axe, for its width and for its language.

A walk through the page stops at every view: the lobby, the table of each game, moments, results,
hints, dialogs, the panel of a phone, the replay and the trainers.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.serve.browsing import chromium
from tests.serve.serving import Served
from tests.serve.visitors import DESKTOP, GAMES, PHONE, Page, begin, sit_down, visitor

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

#: Words that every English sentence has one of, and that no German one has.
ENGLISH = re.compile(r"\b(the|you|your|and|with|of|is|are|to|points?|plays?)\b", re.I)

#: Names that stay English.
NAMES = re.compile(r"deuces and joker", re.I)

#: Lets the timers of the page wait while ``held`` is set, so that a moment can be looked at; those
#: of axe, which begin meanwhile, go on.
HOLD = """
const real = setTimeout;
window.setTimeout = (run, time, ...given) => {
    const isFree = window.held;
    const fire = () => window.held && !isFree ? real(fire, 50) : run(...given);
    return real(fire, time);
};
"""

#: Everything that can be read or heard.
TEXTS = """() => [
    document.body.innerText,
    ...["aria-label", "title", "placeholder"].flatMap((name) =>
        [...document.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name))),
    ...[...document.querySelectorAll("option, .heard, [aria-live]")].map((one) => one.textContent),
].join("\\n")"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = chromium()
    with playwright.sync_playwright() as running:
        started = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


class Looker:
    """Somebody who looks at one view after the other."""

    def __init__(self, ann: Page, language: str) -> None:
        self.ann, self.page, self.language = ann, ann.page, language
        self.views: list[str] = []

    def look(self, what: str) -> None:
        """Expect that axe finds nothing, nothing is too wide, and all is in the language."""
        found = axe.Axe().run(self.page).response["violations"]
        nodes = [(one["id"], node["html"][:120]) for one in found for node in one["nodes"]]
        assert nodes == [], what
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{what} is {wide} pixels too wide"
        if self.language != "en":
            lines = self.page.evaluate(TEXTS).splitlines()
            assert [line for line in lines if ENGLISH.search(NAMES.sub("", line))] == [], what
        self.views.append(what)

    def look_at_dialog(self, button: str, what: str) -> None:
        """Open a dialog, look at it, and close it."""
        self.page.locator(f"[data-focus={button}]").click()
        self.page.locator("dialog[open]").wait_for()
        self.look(what)
        self.page.keyboard.press("Escape")
        self.page.locator("dialog[open]").wait_for(state="detached")


def look_at_pages(served: Served, looker: Looker) -> None:
    page = looker.page
    page.goto(served.url)
    page.locator("[data-focus=name]").wait_for()
    for summary in page.locator("main details summary").all():
        summary.click()
    looker.look("lobby")
    page.locator("input[value=president]").check()
    looker.look("lobby with house rules")
    page.goto(served.url + "discard?hand=9dTd6cQc8h")
    page.locator(".odds").wait_for()
    looker.look("discard")
    page.goto(served.url + "train")
    page.locator(".chosen-hand .card").nth(4).wait_for()
    looker.look("train")


def look_at_table(served: Served, looker: Looker, game: str) -> None:
    ann, page = looker.ann, looker.page
    sit_down(served, ann, game)
    looker.look(f"seats of {game}")
    begin(ann)
    page.locator(".table.your-turn").wait_for()
    looker.look(game)
    ann.move()
    page.locator(".table.your-turn, .over").first.wait_for()
    page.locator("[data-focus=hint]").click()
    page.locator(".hint").wait_for()
    looker.look(f"hint of {game}")
    while not ann.is_over:
        result = f"result of {game}"
        if page.locator("[data-focus=continue]").count() and result not in looker.views:
            looker.look(result)
        if not (ann.go_on() or ann.move()):
            page.wait_for_timeout(20)
    looker.look(f"end of {game}")


def look_at_trick(served: Served, looker: Looker) -> None:
    ann, page = looker.ann, looker.page
    sit_down(served, ann, "hearts", {"passing": False, "target": None}, tempo="calm")
    begin(ann)
    while not page.locator(".moment-trick").count():
        if not ann.move():
            page.wait_for_timeout(20)
    page.evaluate("window.held = true")
    looker.look("a trick")
    assert page.locator(".moment-trick").count()
    page.evaluate("window.held = false")


@pytest.mark.parametrize(
    ("scheme", "viewport", "language"),
    [
        pytest.param("light", DESKTOP, "en", id="desktop"),
        pytest.param("dark", PHONE, "en", id="phone"),
        pytest.param("light", DESKTOP, "de", id="desktop-german", marks=pytest.mark.slow),
        pytest.param("dark", PHONE, "de", id="phone-german", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing_and_everything_fits(
    served: Served, browser: Any, scheme: str, viewport: dict[str, int], language: str
) -> None:
    options: dict[str, Any] = {"color_scheme": scheme, "reduced_motion": "reduce"}
    with visitor(browser, viewport, locale=language, **options) as ann:
        page = ann.page
        page.add_init_script(HOLD)
        looker = Looker(ann, language)
        look_at_pages(served, looker)
        look_at_trick(served, looker)
        for game in GAMES:
            look_at_table(served, looker, game)
        looker.look_at_dialog("share", "invitation")
        looker.look_at_dialog("rules", "rules")
        looker.look_at_dialog("settings", "settings")
        if viewport == PHONE:
            page.locator("[data-focus=panel]").click()
            looker.look("panel")
            page.locator("[data-focus=panel]").click()
        page.locator("[data-focus=replay]").click()
        page.locator(".moves").wait_for()
        page.keyboard.press("ArrowRight")
        page.locator(".moves .now").wait_for()
        looker.look("replay")
        assert len(looker.views) > 25
