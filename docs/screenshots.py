"""Pictures of the page that ``cardcore serve`` shows: real games, photographed in Chromium.

``make screenshots`` takes them again. The deals differ every time: seeds are the server's secret.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, sync_playwright

FOLDER = Path(__file__).parent / "pictures" / "serve"

#: How many moves are made before the picture is taken.
MOVES = {"draw": 3, "president": 4, "chopsticks": 3, "hearts": 5, "ends": 4}

#: What pictures are taken of: their names, the size of the screen, and the colors.
LOOKS: dict[str, tuple[int, int, Any]] = {
    "light": (1180, 800, "light"),
    "dark": (1180, 800, "dark"),
    "phone": (360, 740, "light"),
}

#: The moments of short games: the game, its rules, and the names of its pictures.
MOMENTS: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    (
        "hearts",
        {"target": 1},
        {".moment-trick": "trick", ".moment-part": "deal", ".over": "match"},
    ),
    ("draw", {"hands": 1, "players": 3}, {".moment-part": "showdown"}),
    ("president", {"rounds": 1, "players": 4}, {".moment-part": "round"}),
]

#: Waits until a move was made, which takes a busy machine a while.
MOVED = "count => document.querySelector('.table').dataset.count !== count"

#: Opens a room with bots that move at once, and enters it.
OPEN = """
async ([game, rules]) => {
    const answer = await fetch("/api/rooms", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ game, rules, name: "Ann", settings: { pace: 0 } }),
    });
    const { room, token } = await answer.json();
    localStorage.setItem("cardcore.rooms", JSON.stringify([{ room, token, title: game, at: 0 }]));
    sessionStorage.setItem("cardcore.quick", JSON.stringify({ room, level: "medium" }));
    location.assign(`/room/${room}`);
}
"""


@contextmanager
def served() -> Iterator[str]:
    """Run a server; yields its address."""
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "rooms")
        command = [sys.executable, "-m", "cardcore", "serve", "--port", "0", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                said = next(line for line in server.stdout if "http://" in line)
                yield next(word for word in said.split() if word.startswith("http://"))
            finally:
                server.terminate()


def move(page: Page, game: str) -> None:
    """Make some move of the game."""
    table = page.locator(".table")
    if game == "chopsticks":
        page.locator(".below .allowed").first.click()
        page.locator(".above .allowed").first.click()
    elif game == "ends":
        page.locator(".row-of-cards button").first.click()
    elif page.get_by_text("Choose 3 more").count():
        for place in (0, 4, 8):
            page.locator(".hand .card").nth(place).click()
        page.get_by_text("Pass these three").click()
    elif game == "hearts":
        page.locator(".hand .card.allowed").first.click()
    elif game == "president":
        play_set(page, table)
    elif page.locator("[data-focus=discard]").count():
        page.locator(".hand .card").first.click()
        page.locator("[data-focus=discard]").click()
    else:
        page.locator("[data-focus=call], [data-focus=check]").first.click()


def play_set(page: Page, table: Locator) -> None:
    """Play one card, or pass."""
    for card in table.locator(".hand .card.allowed").all():
        card.click()
        page.locator(".prompt.good, .prompt.bad").wait_for()
        if page.locator(".prompt.good").count():
            page.locator("[data-focus=play]").click()
            return
        card.click()
    page.locator("[data-focus=pass]").click()


def wait_for_turn(page: Page) -> None:
    """Wait until it is one's turn and no moment is shown; sheets are left."""
    ready = ".table.your-turn:not(.moment-trick):not(.moment-part)"
    go_on = page.locator("[data-focus=continue]")
    while True:
        page.locator(f"{ready}, .over, [data-focus=continue]").first.wait_for()
        if not go_on.count():
            return
        go_on.click()


def choose(page: Page, game: str) -> None:
    """Leave something chosen for the picture, as somebody does who thinks about a move."""
    wait_for_turn(page)
    page.wait_for_timeout(800)
    if game == "president":
        allowed = page.locator(".hand .card.allowed")
        if allowed.count():
            allowed.last.click()
    elif game in ("hearts", "ends"):
        page.get_by_role("button", name="Hint").click()
        page.locator(".hint").wait_for()
    page.wait_for_timeout(500)


def take_tables(page: Page, url: str, look: str) -> None:
    """Photograph the lobby, every game and the analysis of a hand."""
    for game, moves in MOVES.items():
        page.goto(url)
        page.locator(f"input[value={game}]").check()
        if game == "hearts":
            page.screenshot(path=FOLDER / f"lobby-{look}.jpg", quality=80)
        page.locator(f'[data-focus="play {game}"]').click()
        for _ in range(moves):
            wait_for_turn(page)
            move(page, game)
            page.wait_for_timeout(300)
        choose(page, game)
        page.screenshot(path=FOLDER / f"{game}-{look}.jpg", quality=80)
    page.goto(f"{url}discard?hand=9d+Td+6c+Qc+8h")
    page.locator(".odds").wait_for()
    page.screenshot(path=FOLDER / f"discard-{look}.jpg", quality=80)


def take_moments(page: Page, url: str, device: str) -> None:
    """Play short games to their end, and photograph how everything ends."""
    for game, rules, names in MOMENTS:
        page.goto(url)
        page.evaluate(OPEN, [game, rules])
        page.wait_for_url("**/room/*")
        waited = dict(names)
        while not page.locator(".over").count():
            for selector, name in list(waited.items()):
                if page.locator(selector).count():
                    page.wait_for_timeout(450)
                    page.screenshot(path=FOLDER / f"{name}-{device}.jpg", quality=80)
                    del waited[selector]
            if page.locator("[data-focus=continue]").count():
                # It may have come after the last look.
                if ".moment-part" not in waited:
                    page.locator("[data-focus=continue]").click()
            elif page.locator(".table.your-turn:not(.moment-trick):not(.moment-part)").count():
                count = page.locator(".table").get_attribute("data-count")
                move(page, game)
                page.wait_for_function(MOVED, arg=count)
            page.wait_for_timeout(60)
        page.wait_for_timeout(700)
        if ".over" in waited:
            page.screenshot(path=FOLDER / f"{waited.pop('.over')}-{device}.jpg", quality=80)
        assert not waited, f"never shown: {waited}"


def main() -> None:
    """Take all pictures."""
    browser_path = shutil.which("chromium") or shutil.which("google-chrome")
    if browser_path is None:
        sys.exit("no Chromium found: install it (chromium on Debian)")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with served() as url, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        for look, (width, height, scheme) in LOOKS.items():
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=scheme,
                device_scale_factor=1,
                locale="en-US",
            )
            page = context.new_page()
            take_tables(page, url, look)
            if look != "dark":
                take_moments(page, url, "phone" if look == "phone" else "desktop")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
