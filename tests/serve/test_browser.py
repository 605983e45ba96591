"""The page in a real browser: people who click, type, tap, reload and listen."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from cardcore.serve.files import page_files
from tests.serve.browsing import chromium
from tests.serve.known import check_frames
from tests.serve.serving import Served

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

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


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = chromium()
    with playwright.sync_playwright() as running:
        started = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


class Page:
    """Somebody at the page, with everything the server has told them."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.frames: list[dict[str, Any]] = []
        self.errors: list[str] = []
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: said.type == "error" and self.errors.append(said.text))

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(json.loads(frame)))

    @property
    def state(self) -> dict[str, Any]:
        return next(frame for frame in reversed(self.frames) if frame["type"] == "state")

    @property
    def is_over(self) -> bool:
        return bool(self.page.locator(".over").count())

    def move(self, click: Callable[[Any], None] | None = None) -> bool:
        """Make some move if it is this person's turn."""
        click = click or (lambda found: found.click())
        table = self.page.locator(".table.your-turn")
        if not table.count() or self.is_over:
            return False
        kind = table.get_attribute("class")
        count = self.state["table"]["count"]
        if "game-chopsticks" in kind:
            click(table.locator(".pair-of-hands").nth(1).locator(".allowed").first)
            click(table.locator(".pair-of-hands").nth(0).locator(".allowed").first)
        elif "game-ends" in kind:
            click(table.locator(".row-of-cards button").first)
        elif table.get_by_text("Choose 3 more").count():
            for place in (0, 4, 8):
                click(table.locator(".hand .card").nth(place))
            click(table.get_by_text("Pass these three"))
        elif "game-hearts" in kind:
            click(table.locator(".hand .card.allowed").first)
        elif table.get_by_text("Tap what you throw away").count():
            click(table.locator(".hand .card").first)
            click(table.get_by_role("button", name="Discard 1"))
        elif "game-draw" in kind:
            call = table.locator(".controls button", has_text="Call")
            click(call if call.count() else table.locator(".controls button", has_text="Check"))
        else:
            self._play_president(table, click)
        self.page.wait_for_function(
            """count => {
                const moves = document.querySelector(".box summary")?.textContent.match(/[0-9]+/);
                return !document.querySelector(".table.your-turn") || Number(moves) > count;
            }""",
            arg=count,
        )
        return True

    def _play_president(self, table: Any, click: Callable[[Any], None]) -> None:
        single = self.state["table"]["choices"]["moves"] or []
        wanted = next((move for move in reversed(single) if move != "pass"), None)
        if wanted is None:
            click(table.get_by_role("button", name="Pass", exact=True))
            return
        for card in wanted.split():
            click(table.locator(f'.hand [data-card="{card}"]'))
        play = table.locator("[data-focus=play]:not([disabled])")
        play.wait_for()
        assert table.locator(".prompt.good").count()
        click(play)


@contextmanager
def visitor(browser: Any, viewport: dict[str, int] = DESKTOP, **options: Any) -> Iterator[Page]:
    """Give somebody with a browser of their own; at the end nothing may have gone wrong in it."""
    context = browser.new_context(viewport=viewport, **options)
    try:
        somebody = Page(context.new_page())
        yield somebody
        assert somebody.errors == []
    finally:
        context.close()


def sit_down(served: Served, ann: Page, game: str) -> dict[str, str]:
    """Open a room, and let Ann come in by its link."""
    room = served.open(game, GAMES[game])
    remembered = [{"room": room["room"], "token": room["token"], "title": game, "at": 0}]
    ann.page.goto(served.url)
    ann.page.evaluate(
        "rooms => localStorage.setItem('cardcore.rooms', rooms)", json.dumps(remembered)
    )
    ann.page.goto(f"{served.url}room/{room['room']}")
    ann.page.get_by_role("heading", name="Take your seats").wait_for()
    return room


def join(served: Served, bob: Page, room: dict[str, str], name: str = "Bob") -> None:
    """Come in by the link and take a seat."""
    bob.page.goto(f"{served.url}room/{room['room']}")
    bob.page.get_by_label("Your name").fill(name)
    bob.page.get_by_role("button", name="Take a seat").click()
    bob.page.get_by_text(f"{name} (you)").wait_for()


def begin(ann: Page) -> None:
    """Give the open seats to bots that think quickly, and begin."""
    for place, seat in enumerate(ann.state["seats"]):
        if seat["kind"] == "open":
            chair = ann.page.locator(f'[data-focus="bot {place}"]')
            chair.select_option("random")
            ann.page.locator(".chair").nth(place).get_by_text("random bot").wait_for()
    ann.page.locator("[data-focus=start]:not([disabled])").click()
    ann.page.locator(".others").wait_for()


def stand_still(*people: Page) -> None:
    """Wait until it is for one of these people to move, and all have been told so."""
    while True:
        tables = [person.state["table"] for person in people]
        is_at_rest = any(table["choices"] is not None or table["is_over"] for table in tables)
        if is_at_rest and len({table["count"] for table in tables}) == 1:
            return
        people[0].page.wait_for_timeout(20)


def play_out(*people: Page) -> None:
    while not all(person.is_over for person in people):
        moved = [person.move() for person in people]
        if not any(moved):
            people[0].page.wait_for_timeout(20)


@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_bots_play_a_whole_game(served: Served, browser: Any, game: str) -> None:
    with visitor(browser) as ann, visitor(browser, PHONE) as bob, visitor(browser) as watcher:
        room = sit_down(served, ann, game)
        join(served, bob, room)
        watcher.page.goto(f"{served.url}watch/{room['watch']}")
        watcher.page.get_by_text("You are watching.").wait_for()
        begin(ann)
        for person in (bob, watcher):
            person.page.locator(".others").wait_for()
        # In the middle of it Bob reloads, and has his seat and his cards again.
        for _ in range(3):
            ann.move()
            bob.move()
        stand_still(ann, bob)
        before = bob.state["table"]["view"]["hand"]
        bob.page.reload()
        bob.page.locator(".plate.mine").wait_for()
        assert bob.state["you"]["seat"] == 1
        assert bob.state["table"]["view"]["hand"] == before
        play_out(ann, bob)
        for person in (ann, bob, watcher):
            person.page.locator(".over").wait_for()
        replay = ann.page.get_by_role("link", name="Look at it again").get_attribute("href")
        _, record = served.get(f"api{replay.replace('replay', 'replays')}/record")
        assert record["seats"][:2] == ["Ann", "Bob"]
        if not ann.state["table"]["is_open"]:
            assert check_frames(record, 0, ann.frames) > 5
            assert check_frames(record, 1, bob.frames) > 5
            assert check_frames(record, None, watcher.frames) > 2
        # The replay is stepped through with all cards open.
        ann.page.goto(served.url.rstrip("/") + replay)
        ann.page.get_by_role("button", name="One move on").click()
        ann.page.get_by_text("Move 1 of").wait_for()
        ann.page.get_by_role("button", name="What would the strongest bot do?").click()
        ann.page.get_by_text("★").wait_for()
        ann.page.get_by_role("button", name="To the end").click()
        ann.page.locator(".scores").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_is_enough(served: Served, browser: Any, game: str) -> None:
    """From the lobby to a move: Tab, arrows, Enter and Space, and no pointer."""
    with visitor(browser) as ann:
        page = ann.page

        def go_to(found: Any) -> None:
            """Reach an element by Tab or by arrows, as far as it takes."""
            for _ in range(80):
                if found.evaluate("element => element === document.activeElement"):
                    return
                page.keyboard.press("Tab")
            pytest.fail(f"{found} is not reached by Tab")

        page.goto(served.url)
        page.get_by_label("Your name").wait_for()
        go_to(page.locator("input[name=game]:checked"))
        for _ in range(6):
            if page.locator(f"input[value={game}]").is_checked():
                break
            page.keyboard.press("ArrowRight")
        go_to(page.get_by_label("Your name"))
        page.keyboard.type("Ann")
        go_to(page.get_by_role("button", name="Play against bots"))
        page.keyboard.press("Enter")

        def press(found: Any) -> None:
            go_to(found)
            page.keyboard.press("Enter")

        page.locator(".table.your-turn").wait_for()
        count = ann.state["table"]["count"]
        assert ann.move(press)
        page.wait_for_function("() => document.querySelector('.moves li')")
        assert ann.state["table"]["count"] > count
        # The focus stays at the table when the page changes, and the move was announced.
        assert page.evaluate("document.activeElement !== document.body")
        page.wait_for_function("() => document.getElementById('news').textContent.length > 3")


def test_the_focus_stays_where_it_was_when_others_move(served: Served, browser: Any) -> None:
    with visitor(browser) as ann, visitor(browser) as bob:
        room = sit_down(served, ann, "ends")
        join(served, bob, room)
        begin(ann)
        bob.page.locator(".others").wait_for()
        field = bob.page.get_by_label("Message")
        field.focus()
        field.type("half a sen")
        assert ann.move()
        bob.page.locator(".table.your-turn").wait_for()
        assert field.evaluate("element => element === document.activeElement")
        assert field.input_value() == "half a sen"
        field.type("tence")
        field.press("Enter")
        ann.page.get_by_text("half a sentence").wait_for()


def test_names_and_chat_are_shown_as_they_were_typed(served: Served, browser: Any) -> None:
    with visitor(browser) as ann, visitor(browser) as bob:
        room = sit_down(served, ann, "hearts")
        join(served, bob, room, name="<b>Bob</b><img src=x>")
        ann.page.get_by_label("Message").fill("<script>document.title='no'</script>")
        ann.page.get_by_role("button", name="Send", exact=True).click()
        bob.page.get_by_text("<script>document.title='no'</script>").wait_for()
        ann.page.get_by_text("<b>Bob</b><img src=x>").first.wait_for()
        assert ann.page.locator("main b, main img, main script").count() == 0


def test_who_loses_the_connection_comes_back(served: Served, browser: Any) -> None:
    with visitor(browser) as ann:
        opened: list[Any] = []
        ann.page.on("websocket", lambda socket: opened.append(socket))
        ann.page.add_init_script(
            """window.sockets = [];
            window.WebSocket = class extends WebSocket {
                constructor(...given) { super(...given); sockets.push(this); }
            };"""
        )
        room = sit_down(served, ann, "ends")
        begin(ann)
        ann.page.locator(".table.your-turn").wait_for()
        # A socket that breaks is opened again by the page itself.
        assert opened[-1].url.endswith(room["room"])
        ann.page.evaluate("sockets.at(-1).close()")
        ann.page.wait_for_function("() => sockets.length === 2")
        ann.page.locator(".banner.warn").wait_for(state="detached")
        ann.page.locator(".table.your-turn").wait_for()
        assert ann.move()
        assert room["token"] not in ann.page.content()


def test_a_hint_is_shown_with_its_reason(served: Served, browser: Any) -> None:
    with visitor(browser) as ann:
        sit_down(served, ann, "hearts")
        begin(ann)
        ann.page.get_by_role("button", name="Hint").click()
        ann.page.locator(".hint li").first.wait_for()
        assert ann.page.locator(".hand .hinted").count() == 3


def test_a_card_is_dragged_to_the_table(served: Served, browser: Any) -> None:
    with visitor(browser) as ann:
        sit_down(served, ann, "hearts")
        begin(ann)
        ann.move()
        ann.page.locator(".table.your-turn").wait_for()
        card = ann.page.locator(".hand .card.allowed").first
        text, count = card.get_attribute("data-card"), ann.state["table"]["count"]
        box = card.bounding_box()
        ann.page.mouse.move(box["x"] + 8, box["y"] + 20)
        ann.page.mouse.down()
        ann.page.mouse.move(box["x"] + 60, box["y"] - 150, steps=6)
        ann.page.mouse.up()
        ann.page.locator(f'.hand [data-card="{text}"]').wait_for(state="detached")
        shown = [frame["table"] for frame in ann.frames if frame.get("table")]
        told = [move for table in shown for move in table["history"]["moves"]]
        assert ann.state["table"]["count"] > count and [0, text] in told


def test_a_move_is_undone_if_the_other_agrees(served: Served, browser: Any) -> None:
    with visitor(browser) as ann, visitor(browser) as bob:
        room = sit_down(served, ann, "chopsticks")
        join(served, bob, room)
        begin(ann)
        assert ann.move()
        ann.page.get_by_role("button", name="Undo").click()
        bob.page.get_by_role("button", name="Agree").click()
        ann.page.locator(".table.your-turn").wait_for()
        assert ann.state["table"]["count"] == 0


def test_odds_of_a_discard_are_shown_after_the_hand(served: Served, browser: Any) -> None:
    with visitor(browser) as ann:
        sit_down(served, ann, "draw")
        begin(ann)
        while not ann.page.get_by_text("What your discards were worth").count():
            if not ann.move():
                ann.page.wait_for_timeout(20)
        ann.page.get_by_text("What your discards were worth").click()
        ann.page.locator("dialog .odds tbody tr").nth(31).wait_for()
        assert ann.page.get_by_text("◀ yours").count() == 1


def test_discards_are_analyzed_as_cards_are_picked(served: Served, browser: Any) -> None:
    with visitor(browser, PHONE) as ann:
        ann.page.goto(served.url + "discard")
        for card in (
            "9 of diamonds",
            "10 of diamonds",
            "6 of clubs",
            "queen of clubs",
            "8 of hearts",
        ):
            ann.page.get_by_role("button", name=card, exact=True).click()
        best = ann.page.locator(".odds tbody tr").first
        best.wait_for()
        assert "0.65224" in best.inner_text()
        assert ann.page.locator(".odds tbody tr").count() == 32
        ann.page.get_by_label("Valued by").select_option("jacks-or-better-9-6")
        ann.page.get_by_role("columnheader", name="royal flush").wait_for()


@pytest.mark.parametrize(
    ("scheme", "viewport"), [("light", DESKTOP), ("dark", PHONE)], ids=["desktop", "phone"]
)
def test_axe_finds_nothing_and_everything_fits(
    served: Served, browser: Any, scheme: str, viewport: dict[str, int]
) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed"
    )
    with visitor(browser, viewport, color_scheme=scheme, reduced_motion="reduce") as ann:
        page = ann.page

        def look(what: str) -> None:
            found = axe.Axe().run(page).response["violations"]
            grave = [one for one in found if one["impact"] in ("serious", "critical")]
            nodes = [(one["id"], node["html"][:120]) for one in grave for node in one["nodes"]]
            assert nodes == [], what
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{what} is {wide} pixels too wide"

        page.goto(served.url)
        page.get_by_label("Your name").wait_for()
        page.locator("details.rules summary").click()
        look("lobby")
        page.goto(served.url + "discard?hand=9dTd6cQc8h")
        page.locator(".odds").wait_for()
        look("discard")
        for game in GAMES:
            sit_down(served, ann, game)
            look(f"seats of {game}")
            begin(ann)
            page.locator(".table.your-turn").wait_for()
            look(game)
            ann.move()
            page.locator(".table.your-turn, .over").first.wait_for()
            page.get_by_role("button", name="Hint").click()
            page.locator(".hint").wait_for()
            look(f"hint of {game}")
        page.get_by_role("button", name="Invite").click()
        page.locator("dialog").wait_for()
        look("dialog")


def test_nothing_moves_for_those_who_prefer_that(served: Served, browser: Any) -> None:
    with visitor(browser, reduced_motion="reduce") as ann:
        sit_down(served, ann, "ends")
        begin(ann)
        ann.page.evaluate(
            "() => { Element.prototype.animate = () => { document.title = 'animated'; }; }"
        )
        ann.move()
        ann.page.locator(".table.your-turn").wait_for()
        assert "animated" not in ann.page.title()


def test_the_page_is_shown_in_the_colours_one_likes(served: Served, browser: Any) -> None:
    with visitor(browser, color_scheme="light") as ann:
        ann.page.goto(served.url)
        ground = "getComputedStyle(document.body).backgroundColor"
        light = ann.page.evaluate(ground)
        ann.page.get_by_text("Look", exact=True).click()
        ann.page.get_by_label("Colours").select_option("dark")
        dark = ann.page.evaluate(ground)
        ann.page.reload()
        assert light != dark == ann.page.evaluate(ground)


def test_a_game_without_a_table_of_its_own_can_be_played(served: Served, browser: Any) -> None:
    def hide_tables(route: Any) -> None:
        answer = route.fetch()
        games = [{**game, "table": False} for game in answer.json()["games"]]
        route.fulfill(response=answer, json={**answer.json(), "games": games})

    with visitor(browser) as ann:
        ann.page.route("**/api/games", hide_tables)
        sit_down(served, ann, "ends")
        begin(ann)
        ann.page.locator(".facts").wait_for()
        ann.page.get_by_role("button", name="L", exact=True).click()
        ann.page.get_by_text("Moves (2)").wait_for()


def test_every_file_of_the_page_is_used(served: Served, browser: Any) -> None:
    asked: set[str] = set()
    with visitor(browser) as ann:
        ann.page.on("request", lambda request: asked.add(request.url))
        ann.page.goto(served.url)
        ann.page.get_by_label("Your name").wait_for()
    used = {url.partition("/static/")[2] for url in asked if "/static/" in url}
    assert set(page_files()) - used <= {"index.html", "icon.svg"}
