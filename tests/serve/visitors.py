"""People with a browser of their own: they click, tap or type, and see what the page shows."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.serve.serving import Served

#: Short games: two people and bots, or two people alone where there are two seats.
GAMES: dict[str, dict[str, Any]] = {
    "draw": {"players": 3, "hands": 2},
    "president": {"rounds": 1, "players": 4},
    "chopsticks": {"moves": 4},
    "hearts": {"target": None},
    "ends": {"count": 8},
}

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 860}

Press = Callable[[Any], None]


def click(found: Any) -> None:
    """Press with the mouse."""
    found.click()


def tap(found: Any) -> None:
    """Press with a finger."""
    found.tap()


def type_keys(found: Any) -> None:
    """Press with the keyboard alone: Tab from part to part, arrows within one, then Enter."""
    page = found.page
    for _ in range(120):
        place = found.evaluate(
            """element => {
                const active = document.activeElement;
                if (element === active) return "here";
                const group = element.closest("[data-rove]");
                if (!group || !group.contains(active)) return "elsewhere";
                const after = active.compareDocumentPosition(element) & 4;
                return after ? "right" : "left";
            }"""
        )
        if place == "here":
            page.keyboard.press("Enter")
            return
        keys = {"elsewhere": "Tab", "right": "ArrowRight", "left": "ArrowLeft"}
        page.keyboard.press(keys[place])
    pytest.fail(f"{found} is not reached with the keyboard")


class Page:
    """Somebody at the page, with everything the server has told them."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.frames: list[dict[str, Any]] = []
        self.errors: list[str] = []
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._complain)

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(json.loads(frame)))

    def _complain(self, said: Any) -> None:
        if said.type == "error":
            self.errors.append(said.text)

    @property
    def state(self) -> dict[str, Any]:
        return next(frame for frame in reversed(self.frames) if frame["type"] == "state")

    @property
    def is_over(self) -> bool:
        return bool(self.page.locator(".over").count())

    def prefer(self, served: Served, **preferences: Any) -> None:
        """Set how the page should be for this person."""
        self.page.goto(served.url)
        for name, value in preferences.items():
            self.page.evaluate(
                "([name, value]) => localStorage.setItem(`cardcore.${name}`, value)",
                [name, json.dumps(value)],
            )

    def go_on(self, press: Press = click) -> bool:
        """Leave a sheet that is shown."""
        button = self.page.locator("[data-focus=continue]")
        if not button.count():
            return False
        # A press that comes too soon after the sheet was meant for something else.
        self.page.wait_for_timeout(520)
        press(button)
        button.wait_for(state="detached")
        return True

    def move(self, press: Press = click) -> bool:
        """Make some move if it is this person's turn, and nothing else is shown."""
        table = self.page.locator(".table.your-turn:not(.moment-trick):not(.moment-part)")
        if not table.count() or self.is_over:
            return False
        kind = table.get_attribute("class")
        count = int(table.get_attribute("data-count"))
        if "game-chopsticks" in kind:
            press(table.locator(".below .allowed").first)
            press(table.locator(".above .allowed").first)
        elif "game-ends" in kind:
            press(table.locator(".row-of-cards button").first)
        elif "game-hearts" in kind and table.locator("[data-focus=pass]").count():
            for place in (0, 4, 8):
                press(table.locator(".hand .card").nth(place))
            press(table.locator("[data-focus=pass]"))
        elif "game-hearts" in kind:
            press(table.locator(".hand .card.allowed").first)
        elif table.locator("[data-focus=discard]").count():
            press(table.locator(".hand .card").first)
            table.locator(".hand .picked").wait_for()
            press(table.locator("[data-focus=discard]"))
        elif "game-draw" in kind:
            call = table.locator("[data-focus=call]")
            press(call if call.count() else table.locator("[data-focus=check]"))
        else:
            self._play_president(table, press)
        self.page.wait_for_function(
            """count => {
                const table = document.querySelector(".table");
                return !table.matches(".your-turn") || Number(table.dataset.count) > count;
            }""",
            arg=count,
        )
        return True

    def _play_president(self, table: Any, press: Press) -> None:
        request = table.locator('[data-focus^="request"]')
        if request.count():
            press(request.first)
            return
        moves = self.state["table"]["choices"]["moves"] or []
        if moves and moves[0].startswith("give"):
            press(table.locator(".hand .card.allowed").first)
            return
        wanted = next((move for move in reversed(moves) if move != "pass"), None)
        if wanted is None:
            press(table.locator("[data-focus=pass]"))
            return
        for card in wanted.split():
            press(table.locator(f'.hand [data-card="{card}"]'))
        play = table.locator("[data-focus=play]:not([disabled])")
        play.wait_for()
        assert table.locator(".prompt.good").count()
        press(play)


@contextmanager
def visitor(browser: Any, viewport: dict[str, int] = DESKTOP, **options: Any) -> Iterator[Page]:
    """Give somebody with a browser of their own; at the end nothing may have gone wrong in it."""
    context = browser.new_context(viewport=viewport, **{"locale": "en-US", **options})
    # What hangs is ended by the time limit of the test; a busy machine is slow.
    context.set_default_timeout(120_000)
    try:
        somebody = Page(context.new_page())
        yield somebody
        assert somebody.errors == []
    finally:
        context.close()


def sit_down(
    served: Served, ann: Page, game: str, rules: dict[str, Any] | None = None, **preferences: Any
) -> dict[str, str]:
    """Open a room, and let Ann come in by its link; nothing is shown longer than it has to be."""
    room = served.open(game, GAMES[game] if rules is None else rules)
    remembered = [{"room": room["room"], "token": room["token"], "title": game, "at": 0}]
    ann.prefer(served, rooms=remembered, **{"tempo": "instant", **preferences})
    ann.page.goto(f"{served.url}room/{room['room']}")
    ann.page.locator(".chairs").wait_for()
    return room


def join(served: Served, bob: Page, room: dict[str, str], name: str = "Bob") -> None:
    """Come in by the link and take a seat."""
    bob.prefer(served, tempo="instant")
    bob.page.goto(f"{served.url}room/{room['room']}")
    bob.page.get_by_label("Your name").fill(name)
    bob.page.get_by_role("button", name="Take a seat").click()
    bob.page.get_by_text(f"{name} (you)").wait_for()


def begin(ann: Page, bot: str = "random") -> None:
    """Give the open seats to bots that think quickly, and begin."""
    for place, seat in enumerate(ann.state["seats"]):
        if seat["kind"] == "open":
            chair = ann.page.locator(f'[data-focus="bot {place}"]')
            chair.select_option(bot)
            ann.page.locator(f".chairs > .bot:nth-child({place + 1})").wait_for()
    ann.page.locator("[data-focus=start]:not([disabled])").click()
    ann.page.locator(".others").wait_for(state="attached")


def stand_still(*people: Page) -> None:
    """Wait until it is for one of these people to move, and all have been told so."""
    while True:
        for person in people:
            person.go_on()
        tables = [person.state["table"] for person in people]
        is_at_rest = any(table["choices"] is not None or table["is_over"] for table in tables)
        if is_at_rest and len({table["count"] for table in tables}) == 1:
            return
        people[0].page.wait_for_timeout(20)


def play_out(*people: Page, press: Press = click) -> None:
    """Play until everybody has seen the end."""
    while not all(person.is_over for person in people):
        acted = [person.go_on(press) or person.move(press) for person in people]
        if not any(acted):
            people[0].page.wait_for_timeout(20)
