"""A trial of the tables as people have it: whole games through what the page shows.

Every trick, deal, hand, round and match has to end with a moment that was really visible, for at
least its time: a script in the page watches for that, independent of the page's own code.
"""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import cardcore
from cardcore.serve.files import page_files
from tests.serve.browsing import chromium
from tests.serve.serving import Served
from tests.serve.visitors import (
    DESKTOP,
    PHONE,
    Page,
    Press,
    begin,
    click,
    join,
    play_out,
    sit_down,
    tap,
    type_keys,
    visitor,
)

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

#: Games that end parts as well as the whole, and soon.
SHORT: dict[str, dict[str, Any]] = {
    "draw": {"players": 3, "hands": 2},
    "president": {"rounds": 1, "players": 3},
    "chopsticks": {"moves": 4},
    "hearts": {"target": 1},
    "ends": {"count": 8},
}

#: The same as people play them, or nearly.
LONG: dict[str, dict[str, Any]] = {
    "draw": {},
    "president": {},
    "chopsticks": {},
    "hearts": {"target": 30},
    "ends": {},
}

#: How people come: their screen, and how they press.
MODES: dict[str, tuple[dict[str, int], dict[str, Any], Press]] = {
    "desktop": (DESKTOP, {}, click),
    "phone": (PHONE, {"has_touch": True, "is_mobile": True}, tap),
    "keyboard": (DESKTOP, {}, type_keys),
}

#: How long a trick is shown at the quick tempo, in milliseconds.
QUICK_TRICK = 650

#: Notes what is visible, from when until when.
WATCH = """
addEventListener("DOMContentLoaded", () => {
    window.shown = [];
    let now = null;
    const isVisible = (element) => {
        if (!element) return false;
        const box = element.getBoundingClientRect();
        const x = box.left + box.width / 2, y = box.top + box.height / 2;
        if (!(box.width && box.height && x > 0 && y > 0 && x < innerWidth && y < innerHeight)) {
            return false;
        }
        return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const all = (selector) => [...document.querySelectorAll(selector)];
    const look = () => {
        const table = document.querySelector(".table");
        const is = (name) => Boolean(table?.classList.contains(name));
        const kind = is("moment-trick") ? "trick" : is("moment-part") ? "part"
            : document.querySelector(".over") ? "match" : null;
        const cards = all(".trick .card, .pile .card").map((card) => card.dataset.card).join(" ");
        const title = document.querySelector(".sheet-box h2")?.textContent ?? "";
        const what = kind && [kind, table.dataset.count, kind === "trick" ? cards : title].join();
        if (what === now?.what) return;
        if (now) now.end = performance.now();
        now = kind && { what, kind, cards, title, start: performance.now(), end: null };
        if (!now) return;
        const moment = now;
        window.shown.push(moment);
        Object.assign(moment, { cardsVisible: 0, taker: null, rows: 0, visible: 0, breaks: 0 });
        // What is visible, and since when all of it is: a busy machine draws it late. Once it is
        // there it stays until the moment ends: anything else would be a flicker.
        let since = null;
        const watch = () => {
            if (moment !== now) return;
            const rows = all(".sheet-box tbody tr").filter(isVisible).length;
            const visible = all(".trick .card, .pile .card").filter(isVisible).length;
            const taker = all(".plate.takes").filter(isVisible)[0]?.dataset.seat ?? null;
            const go = document.querySelector("[data-focus=continue], [data-focus=again]");
            moment.rows = Math.max(moment.rows, rows);
            moment.cardsVisible = Math.max(moment.cardsVisible, visible);
            moment.taker ??= taker;
            const isThere = kind === "trick"
                ? taker !== null && visible === cards.split(" ").filter(Boolean).length
                : isVisible(document.querySelector(".sheet-box")) && rows && isVisible(go);
            if (since !== null && !isThere) moment.breaks += 1;
            since = isThere ? since ?? performance.now() : null;
            const visibleFor = since === null ? 0 : performance.now() - since;
            moment.visible = Math.max(moment.visible, visibleFor);
            setTimeout(watch, 20);
        };
        watch();
    };
    new MutationObserver(look).observe(document, {
        subtree: true, childList: true, attributes: true, characterData: true,
    });
});
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = chromium()
    with playwright.sync_playwright() as running:
        started = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


def play_trial(served: Served, browser: Any, game: str, mode: str, rules: dict[str, Any]) -> None:
    """Play a game to its end, and hold what was shown against its record."""
    viewport, options, press = MODES[mode]
    with visitor(browser, viewport, **options) as ann:
        ann.page.add_init_script(WATCH)
        asked: list[str] = []
        ann.page.on("request", lambda request: asked.append(request.url))
        sit_down(served, ann, game, rules, tempo="quick")
        begin(ann, "greedy" if game in ("president", "hearts") else "random")
        play_patiently(ann, press)
        ann.page.wait_for_function("() => shown.at(-1).visible > 300")
        shown = ann.page.evaluate("shown")
        replay = ann.page.locator("[data-focus=replay]").get_attribute("href")
        _, record = served.get(f"api{replay.replace('replay', 'replays')}/record")
        check_moments(game, record, shown)
        assert [url for url in asked if not url.startswith(served.url)] == []


def play_patiently(ann: Page, press: Press) -> None:
    """Play as somebody who looks at what ended before they go on."""
    go = ann.page.locator("[data-focus=continue]")
    while not ann.is_over:
        if go.count():
            go.wait_for(state="visible")
            ann.page.wait_for_timeout(600)
            ann.go_on(press)
        elif not ann.move(press):
            ann.page.wait_for_timeout(20)


def check_moments(game: str, record: dict[str, Any], shown: list[dict[str, Any]]) -> None:
    """Compare the moments that were visible with those that the game had."""
    tricks = [one for one in shown if one["kind"] == "trick"]
    parts = [one for one in shown if one["kind"] == "part"]
    expected_tricks, expected_parts = endings(game, record)
    if expected_tricks is not None:
        assert [one["cards"].split() for one in tricks] == expected_tricks
    for trick in tricks:
        assert trick["cardsVisible"] == len(trick["cards"].split()), trick
        assert trick["taker"] is not None, trick
        assert trick["end"] - trick["start"] >= 0.95 * QUICK_TRICK, trick
        assert trick["visible"] >= 0.4 * QUICK_TRICK, trick
    assert len(parts) == expected_parts
    for part in parts:
        assert part["rows"] == len(record["seats"]), part
        assert part["visible"] >= 400, part
    # Nothing flickers: what is there stays until it is over.
    assert [one for one in parts if one["breaks"]] == []
    print(game, summarize(tricks), summarize(parts))
    assert shown[-1]["kind"] == "match"
    assert shown[-1]["rows"] == len(record["seats"])


def summarize(moments: list[dict[str, Any]]) -> str:
    """Say how many moments there were, and how long they were wholly visible."""
    times = sorted(round(one["visible"]) for one in moments)
    return f"{len(times)} visible for {times[0]} to {times[-1]} ms" if times else "none"


def endings(game: str, record: dict[str, Any]) -> tuple[list[list[str]] | None, int]:
    """Give the tricks of a recorded game and the number of its parts, found by replaying it."""
    position = cardcore.replay({**record, "moves": [], "result": None})
    numbers, tricks = set(), []
    open_cards: list[str] = []
    for move in record["moves"]:
        position.play(move)
        last = position.view(None).last
        if last is not None:
            numbers.add(last["number"])
        if game == "hearts" and not move.startswith("pass"):
            open_cards.append(move)
            if len(open_cards) == len(record["seats"]):
                tricks.append(open_cards)
                open_cards = []
    return tricks if game == "hearts" else None, len(numbers)


@pytest.mark.parametrize(
    ("game", "mode"),
    [
        ("hearts", "phone"),
        ("draw", "desktop"),
        ("president", "desktop"),
        ("chopsticks", "keyboard"),
        ("ends", "phone"),
    ],
)
def test_a_game_shows_how_everything_ends(
    served: Served, browser: Any, game: str, mode: str
) -> None:
    play_trial(served, browser, game, mode, SHORT[game])


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", LONG)
def test_a_long_game_shows_how_everything_ends(
    served: Served, browser: Any, game: str, mode: str
) -> None:
    play_trial(served, browser, game, mode, LONG[game])


def visible_point(card: Any) -> dict[str, float]:
    """Find the corner with the rank of a card in a fan, where people aim."""
    box = card.evaluate(
        """card => {
            const wide = card.offsetWidth, high = card.offsetHeight;
            const box = card.getBoundingClientRect();
            const x = box.left + box.width / 2, y = box.top + box.height / 2;
            const turn = parseFloat(getComputedStyle(card).rotate) * Math.PI / 180 || 0;
            const [right, down] = [wide * (0.15 - 0.5), high * (0.18 - 0.5)];
            return {
                x: x + right * Math.cos(turn) - down * Math.sin(turn),
                y: y + right * Math.sin(turn) + down * Math.cos(turn),
            };
        }"""
    )
    return {"x": box["x"], "y": box["y"]}


@pytest.mark.parametrize("mode", ["desktop", "phone"])
def test_the_card_one_aims_at_is_the_card_one_gets(served: Served, browser: Any, mode: str) -> None:
    """For all neighbors: rest on one card, go to the corner of the other, press."""
    viewport, options, _ = MODES[mode]
    with visitor(browser, viewport, **options) as ann:
        sit_down(served, ann, "hearts", {"target": None})
        begin(ann)
        ann.page.locator(".table.your-turn").wait_for()
        cards = ann.page.locator(".hand .card")
        assert cards.count() == 13
        pressed = 0
        pairs = [*pairwise(range(13)), *pairwise(range(12, -1, -1))]
        for first, second in pairs:
            one, other = cards.nth(first), cards.nth(second)
            if mode == "desktop":
                ann.page.mouse.move(**visible_point(one))
                ann.page.mouse.move(**visible_point(other), steps=3)
                ann.page.mouse.down()
                ann.page.mouse.up()
            else:
                # Two presses in a row: both of them count.
                ann.page.touchscreen.tap(**visible_point(one))
                ann.page.touchscreen.tap(**visible_point(other))
            picked = ann.page.locator(".hand .picked")
            expected = {other} if mode == "desktop" else {one, other}
            wanted = {card.get_attribute("data-card") for card in expected}
            assert {card.get_attribute("data-card") for card in picked.all()} == wanted
            # Also a card that was chosen, and is raised, covers none of its neighbors.
            for card in expected:
                point = visible_point(card)
                if mode == "desktop":
                    ann.page.mouse.click(**point)
                else:
                    ann.page.touchscreen.tap(**point)
            assert picked.count() == 0
            pressed += 1
        assert pressed == 24


def test_every_visible_pixel_of_a_hand_belongs_to_its_card(served: Served, browser: Any) -> None:
    """What is painted at a point is what is pressed there: later cards lie on earlier ones."""
    with visitor(browser) as ann:
        sit_down(served, ann, "president", {"players": 3})
        begin(ann)
        # A player who can only pass has no card to choose.
        while not ann.page.locator(".table.your-turn .hand .card.allowed").count():
            if not ann.move():
                ann.page.wait_for_timeout(20)
        ann.page.locator(".hand .card.allowed").nth(0).click()
        ann.page.locator(".hand .card").nth(5).hover()
        wrong = ann.page.evaluate(
            """() => {
                const cards = [...document.querySelectorAll(".hand .card")];
                const wrong = [];
                for (const card of cards) {
                    if (getComputedStyle(card).zIndex !== "auto") wrong.push(card.dataset.card);
                    const box = card.getBoundingClientRect();
                    for (let x = box.left + 4; x < box.right; x += 7) {
                        for (let y = box.top + 4; y < box.bottom; y += 7) {
                            const hit = document.elementFromPoint(x, y)?.closest(".card");
                            if (!hit || hit === card) continue;
                            if (cards.indexOf(hit) < cards.indexOf(card) && isIn(card, x, y)) {
                                wrong.push([card.dataset.card, hit.dataset.card, x, y]);
                            }
                        }
                    }
                }
                return wrong;
                function isIn(card, x, y) {
                    const box = card.getBoundingClientRect();
                    const turn = -parseFloat(getComputedStyle(card).rotate) * Math.PI / 180 || 0;
                    const [a, b] = [x - box.left - box.width / 2, y - box.top - box.height / 2];
                    const u = a * Math.cos(turn) - b * Math.sin(turn);
                    const v = a * Math.sin(turn) + b * Math.cos(turn);
                    // The corners are round.
                    return Math.abs(u) < card.offsetWidth / 2 - 9 &&
                        Math.abs(v) < card.offsetHeight / 2 - 9;
                }
            }"""
        )
        assert wrong == []


@pytest.mark.parametrize(
    ("scores", "note"),
    [
        ([26, 26, 26, 0], "Dora shot the moon! All 26 points go to the others."),
        ([26, 16, 26, 0], "Dora shot the moon! All 26 points go to the others."),
        ([0, 0, 0, -26], "Dora shot the moon: minus 26!"),
        ([0, 0, 0, 26], "Dora took all 26 points."),
    ],
)
def test_a_shot_moon_is_told(served: Served, browser: Any, scores: list[int], note: str) -> None:
    """It happens once in many deals, so the moments of its last trick are asked for."""
    game = cardcore.new("hearts", seed=0)
    before = game.view(0).to_dict()
    last = {"number": 1, "scores": scores, "points": [0, 0, 0, 26], "moon": 3, "jack": None}
    after = {**before, "last": last, "totals": scores}
    with visitor(browser) as ann:
        ann.page.goto(served.url)
        notes = ann.page.evaluate(
            """async ([before, after]) => {
                const { moments } = await import("/static/tables/hearts.js");
                const names = ["Ann", "Bob", "Cleo", "Dora"];
                return moments({ before, after, moves: [], me: 0, names, remark: {} })
                    .map(({ sheet }) => sheet.note);
            }""",
            [before, after],
        )
        assert notes == [note]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["asks for a rank", "asks for kings", "gives a card"]),
        ("de", ["verlangt einen Wert", "verlangt Könige", "gibt ab eine Karte"]),
    ],
)
def test_a_trade_is_told_in_words(
    served: Served, browser: Any, language: str, lines: list[str]
) -> None:
    """What others ask for and give is hidden, and told in the language of the page."""
    with visitor(browser, locale=language) as ann:
        ann.page.goto(served.url)
        found = ann.page.evaluate(
            """async (moves) => {
                const { line } = await import("/static/tables/president.js");
                return moves.map((move) => [line(move)].flat(9).join("").replace(/ +/g, " "));
            }""",
            ["request a rank", "request K", "give a card"],
        )
        assert found == lines


def test_passed_cards_are_shown_until_they_were_seen(served: Served, browser: Any) -> None:
    with visitor(browser) as ann:
        sit_down(served, ann, "hearts", {"target": None}, tempo="quick")
        begin(ann)
        ann.move()
        notice = ann.page.locator(".notice")
        notice.wait_for()
        giver = ann.state["seats"][3]["name"]
        assert f"{giver} passed you" in notice.inner_text()
        # It stays while the others play.
        ann.page.wait_for_timeout(1500)
        assert notice.count() == 1
        assert ann.page.locator(".hand .fresh").count() == 3
        notice.get_by_role("button").click()
        notice.wait_for(state="detached")


def test_cards_lie_before_their_players(served: Served, browser: Any) -> None:
    with visitor(browser) as ann:
        sit_down(served, ann, "hearts", {"target": None, "passing": False}, tempo="calm")
        begin(ann)
        while ann.page.locator(".table.moment-trick").count() == 0:
            ann.move()
            ann.page.wait_for_timeout(20)
        ann.page.wait_for_timeout(500)
        found = ann.page.evaluate(
            """() => {
                const middle = (element) => {
                    const box = element.getBoundingClientRect();
                    return [box.left + box.width / 2, box.top + box.height / 2];
                };
                const plates = [...document.querySelectorAll(".plate")];
                return [...document.querySelectorAll(".trick .card")].map((card) => {
                    const [x, y] = middle(card);
                    const far = plates.map((plate) => {
                        const [a, b] = middle(plate);
                        return [Math.hypot(x - a, y - b), plate.dataset.seat];
                    });
                    far.sort((one, other) => one[0] - other[0]);
                    return [card.dataset.by, far[0][1]];
                });
            }"""
        )
        assert len(found) == 4
        # One's own plate is at the left below, so only the others are compared.
        assert [by for by, near in found if by != "0" and by != near] == []


def test_the_first_card_is_one_click_away(served: Served, browser: Any) -> None:
    with visitor(browser) as ann:
        ann.page.goto(served.url)
        button = ann.page.get_by_role("button", name="Play Hearts")
        button.click()
        ann.page.locator(".hand .card").nth(12).wait_for()
        assert ann.page.title() == "Your turn · Hearts"
        assert ann.state["you"]["name"].startswith("Guest")
        assert {seat["kind"] for seat in ann.state["seats"][1:]} == {"bot"}
        # They are characters rather than levels with a number.
        names = {seat["name"] for seat in ann.state["seats"][1:]}
        assert len(names) == 3 and not any("bot" in name for name in names)


def test_statistics_and_a_rematch_in_one_click(served: Served, browser: Any) -> None:
    with visitor(browser) as ann:
        sit_down(served, ann, "ends")
        begin(ann)
        play_out(ann)
        assert "of 1 game" in ann.page.locator(".over").inner_text()
        ann.page.get_by_role("button", name="Rematch").click()
        ann.page.locator(".over").wait_for(state="detached")
        play_out(ann)
        assert "of 2 games" in ann.page.locator(".over").inner_text()
        ann.page.reload()
        ann.page.locator(".over").wait_for()
        assert "of 2 games" in ann.page.locator(".over").inner_text()


def test_the_page_speaks_german(served: Served, browser: Any) -> None:
    with visitor(browser, locale="de-DE") as ann:
        ann.page.goto(served.url)
        ann.page.get_by_text("Was möchtest du spielen?").wait_for()
        assert ann.page.evaluate("document.documentElement.lang") == "de"
        # Also what the server writes.
        ann.page.locator("details.rules summary").first.click()
        ann.page.get_by_text("Punkte sind schlecht: Jedes Herz kostet 1").wait_for()
        sit_down(served, ann, "ends")
        begin(ann)
        ann.page.locator(".table.your-turn").wait_for()
        ann.page.get_by_role("button", name="Tipp").click()
        said = ann.page.locator(".hint").inner_text()
        assert "Versuch: nimm die" in said and "spielen beide perfekt" in said
        ann.page.goto(served.url)
        ann.page.get_by_role("button", name="Einstellungen").click()
        ann.page.get_by_label("Sprache").select_option("en")
        ann.page.get_by_text("What would you like to play?").wait_for()
        ann.page.reload()
        ann.page.get_by_text("What would you like to play?").wait_for()


def test_a_listed_room_is_found_in_the_lobby(served: Served, browser: Any) -> None:
    with visitor(browser) as ann, visitor(browser, PHONE) as bob:
        ann.prefer(served, tempo="instant", name="Ann")
        ann.page.reload()
        ann.page.locator("input[value=ends]").check()
        ann.page.get_by_label("Anyone may find it in the lobby").check()
        ann.page.get_by_role("button", name="Play with friends").click()
        ann.page.get_by_text("Waiting for one more player").wait_for()
        # Hints are off between people unless the host allows them.
        assert ann.state["settings"]["hints"] is False
        bob.page.goto(served.url)
        bob.page.get_by_role("link", name="Ends Ann, 1 seat free").click()
        bob.page.get_by_role("button", name="Take a seat").click()
        ann.page.get_by_text("Everyone is here").wait_for()
        ann.page.get_by_label("Message").fill("Welcome!")
        ann.page.get_by_role("button", name="Send", exact=True).click()
        bob.page.locator("#toast.shown", has_text="Ann: Welcome!").wait_for()
        # A phone has no room for the chat: its button counts what was not read.
        assert bob.page.locator(".panel-button .unread").inner_text() == "1"
        bob.page.locator(".panel-button").click()
        bob.page.locator(".chat").get_by_text("Welcome!").wait_for()
        assert bob.page.locator(".unread").count() == 0


def test_presets_come_first_and_options_behind(served: Served, browser: Any) -> None:
    presets = [
        {"name": "long", "title": "Long", "summary": "more cards", "rules": {"count": 30}},
        {"name": "usual", "title": "Usual", "summary": "as ever", "rules": {}},
    ]
    kinds = {
        "name": "kinds",
        "kind": "choices",
        "choices": ["one", "two"],
        "default": ["one"],
        "meaning": "Which are allowed.",
        "optional": False,
    }

    def add_presets(route: Any) -> None:
        answer = route.fetch()
        games = answer.json()["games"]
        for game in games:
            if game["game"] == "ends":
                game.update(presets=presets, rules=[*game["rules"], kinds])
        route.fulfill(response=answer, json={**answer.json(), "games": games})

    asked: list[Any] = []

    def open_room(route: Any) -> None:
        if route.request.method == "POST":
            asked.append(route.request.post_data_json)
            route.fulfill(status=400, json={"error": {"code": "illegal", "message": "no"}})
        else:
            route.continue_()

    context = browser.new_context(locale="en-US")
    page = context.new_page()
    page.route("**/api/games", add_presets)
    page.route("**/api/rooms", open_room)
    page.goto(served.url)
    page.locator("input[value=ends]").check()
    assert page.get_by_label("Usual").is_checked()
    assert not page.get_by_label("Cards in the row").is_visible()
    page.get_by_role("button", name="Play Ends").click()
    page.locator("#alarm.shown", has_text="no").wait_for()
    page.get_by_label("Long").check()
    page.get_by_text("More options").click()
    # The options show what the preset has set, in plain words.
    assert page.get_by_label("Cards in the row").input_value() == "30"
    page.get_by_label("two", exact=True).check()
    page.get_by_role("button", name="Play Ends").click()
    page.wait_for_timeout(300)
    assert [one["rules"] for one in asked] == [{}, {"count": 30, "kinds": ["one", "two"]}]
    context.close()


def test_a_declined_undo_is_told(served: Served, browser: Any) -> None:
    with visitor(browser) as ann, visitor(browser) as bob:
        room = sit_down(served, ann, "chopsticks")
        join(served, bob, room)
        begin(ann)
        assert ann.move()
        ann.page.get_by_role("button", name="Undo").click()
        bob.page.get_by_role("button", name="Decline").click()
        ann.page.locator("#toast.shown", has_text="declined").wait_for()


def test_a_hand_taps_another_by_dragging(served: Served, browser: Any) -> None:
    with visitor(browser) as ann:
        sit_down(served, ann, "chopsticks")
        begin(ann)
        ann.page.locator(".table.your-turn").wait_for()
        mine = ann.page.locator(".below .one-hand").first.bounding_box()
        theirs = ann.page.locator(".above .one-hand").last.bounding_box()
        ann.page.mouse.move(mine["x"] + mine["width"] / 2, mine["y"] + mine["height"] / 2)
        ann.page.mouse.down()
        ann.page.mouse.move(
            theirs["x"] + theirs["width"] / 2, theirs["y"] + theirs["height"] / 2, steps=8
        )
        ann.page.mouse.up()
        ann.page.wait_for_function(
            "() => Number(document.querySelector('.table').dataset.count) > 0"
        )
        tables = [frame["table"] for frame in ann.frames if frame.get("table")]
        assert [0, "tap L R"] in [move for table in tables for move in table["history"]["moves"]]


def test_a_replay_follows_the_arrow_keys_and_plays_by_itself(served: Served, browser: Any) -> None:
    with visitor(browser) as ann:
        sit_down(served, ann, "ends")
        begin(ann)
        play_out(ann)
        ann.page.locator("[data-focus=replay]").click()
        ann.page.get_by_text("Move 0 of 8").wait_for()
        ann.page.keyboard.press("ArrowRight")
        ann.page.get_by_text("Move 1 of 8").wait_for()
        ann.page.keyboard.press("End")
        ann.page.get_by_text("Move 8 of 8").wait_for()
        ann.page.keyboard.press("Home")
        ann.page.get_by_text("Move 0 of 8").wait_for()
        ann.page.get_by_role("button", name="Play", exact=True).click()
        ann.page.get_by_text("Move 8 of 8").wait_for()


def test_focus_is_visible_and_a_hand_is_one_stop(served: Served, browser: Any) -> None:
    with visitor(browser) as ann:
        sit_down(served, ann, "hearts")
        begin(ann)
        ann.page.locator(".table.your-turn").wait_for()
        stops = ann.page.locator('.hand .card[tabindex="0"]')
        assert stops.count() == 1
        stops.focus()
        ann.page.keyboard.press("ArrowRight")
        second = ann.page.locator(".hand .card").nth(1)
        assert second.evaluate("card => card === document.activeElement")
        style = second.evaluate(
            "card => [getComputedStyle(card).outlineStyle, getComputedStyle(card).outlineWidth]"
        )
        assert style == ["solid", "3px"]
        assert stops.count() == 1
        ann.page.keyboard.press("Tab")
        assert not ann.page.locator(".hand").evaluate(
            "hand => hand.contains(document.activeElement)"
        )


def test_the_page_is_light(served: Served) -> None:
    """Everything that the lobby and all tables load is less than a photograph."""
    assert sum(len(file.compressed) for file in page_files().values()) < 150_000
    _, games = served.get("api/games")
    assert len(json.dumps(games)) < 60_000
