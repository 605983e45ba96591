"""The page in a real browser: people who click, type, tap, reload and listen."""

from collections.abc import Iterator
from typing import Any

import pytest

from cardcore.serve.files import page_files
from tests.serve.browsing import chromium
from tests.serve.known import check_frames
from tests.serve.serving import Served
from tests.serve.visitors import (
    GAMES,
    PHONE,
    begin,
    join,
    play_out,
    sit_down,
    stand_still,
    type_keys,
    visitor,
)

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

TITLES = {
    "draw": "Five-card draw",
    "president": "President",
    "chopsticks": "Chopsticks",
    "hearts": "Hearts",
    "ends": "Ends",
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = chromium()
    with playwright.sync_playwright() as running:
        started = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_bots_play_a_whole_game(served: Served, browser: Any, game: str) -> None:
    with visitor(browser) as ann, visitor(browser, PHONE) as bob, visitor(browser) as watcher:
        room = sit_down(served, ann, game)
        join(served, bob, room)
        watcher.prefer(served, tempo="quick")
        watcher.page.goto(f"{served.url}watch/{room['watch']}")
        watcher.page.get_by_text("You are watching.").wait_for()
        begin(ann)
        for person in (bob, watcher):
            person.page.locator(".others").wait_for(state="attached")
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
        replay = ann.page.get_by_role("link", name="Replay").get_attribute("href")
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
        ann.page.get_by_text("★").first.wait_for()
        ann.page.get_by_role("button", name="To the end").click()
        ann.page.locator(".scores").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_is_enough(served: Served, browser: Any, game: str) -> None:
    """From the lobby to a move: Tab, arrows, Enter and Space, and no pointer."""
    with visitor(browser) as ann:
        page = ann.page
        ann.prefer(served, tempo="instant")
        page.reload()
        type_keys(page.get_by_role("button", name=f"Play {TITLES[game]}"))
        page.locator(".table.your-turn").wait_for()
        count = ann.state["table"]["count"]
        assert ann.move(type_keys)
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
        bob.page.locator(".others").wait_for(state="attached")
        field = bob.page.get_by_label("Message")
        field.focus()
        field.type("half a sen")
        assert ann.move()
        bob.page.locator(".table.your-turn").wait_for()
        assert field.evaluate("element => element === document.activeElement")
        assert field.input_value() == "half a sen"
        field.type("tence")
        field.press("Enter")
        ann.page.locator(".chat").get_by_text("half a sentence").wait_for()


def test_names_and_chat_are_shown_as_they_were_typed(served: Served, browser: Any) -> None:
    with visitor(browser) as ann, visitor(browser) as bob:
        room = sit_down(served, ann, "hearts")
        join(served, bob, room, name="<b>Bob</b><img src=x>")
        ann.page.get_by_label("Message").fill("<script>document.title='no'</script>")
        ann.page.get_by_role("button", name="Send", exact=True).click()
        bob.page.get_by_text("<script>document.title='no'</script>").first.wait_for()
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
        ann.page.locator(".hint .why").wait_for()
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
        ending = ann.page.locator(".ending summary")
        while not ending.count():
            if not (ann.go_on() or ann.move()):
                ann.page.wait_for_timeout(20)
        ending.click()
        ann.page.get_by_role("button", name="Was my discard right?").click()
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


def test_hands_are_trained(served: Served, browser: Any) -> None:
    with visitor(browser, PHONE) as ann:
        page = ann.page
        page.goto(served.url + "train")
        page.locator(".chosen-hand .card").nth(4).wait_for()
        page.keyboard.press("1")
        assert page.locator(".chosen-hand .held").count() == 1
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Next hand").wait_for()
        assert page.get_by_text("of 1 right (").count() == 1
        assert page.get_by_text("an hour (600 hands, 5 credits each)").count() == 1
        page.get_by_role("button", name="Next hand").click()
        page.get_by_label("Practice").select_option(label="exam: hands as dealt")
        page.get_by_text("Your results appear here.").wait_for()


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


def test_the_color_scheme_can_be_chosen(served: Served, browser: Any) -> None:
    with visitor(browser, color_scheme="light") as ann:
        ann.page.goto(served.url)
        ground = "getComputedStyle(document.body).backgroundColor"
        light = ann.page.evaluate(ground)
        ann.page.get_by_role("button", name="Settings").click()
        ann.page.get_by_label("Brightness").select_option("dark")
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
    unused = set(page_files()) - used
    assert {path for path in unused if not path.startswith("strings/de/")} <= {
        "index.html",
        "icon.svg",
    }
