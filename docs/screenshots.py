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

from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).parent / "pictures" / "serve"

#: How many moves are made before the picture is taken.
MOVES = {"draw": 3, "president": 4, "chopsticks": 3, "hearts": 5, "ends": 4}

#: What pictures are taken of: their names, the size of the screen, and the colours.
LOOKS: dict[str, tuple[int, int, Any]] = {
    "light": (1180, 800, "light"),
    "dark": (1180, 800, "dark"),
    "phone": (360, 740, "light"),
}


@contextmanager
def served() -> Iterator[str]:
    """Run a server; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "rooms")
        command = [sys.executable, "-m", "cardcore", "serve", "--port", "0", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                yield server.stdout.readline().split()[-1]
            finally:
                server.terminate()


def move(page: Page, game: str) -> None:
    """Make some move of the game."""
    page.locator(".table.your-turn").wait_for()
    if game == "chopsticks":
        page.locator(".pair-of-hands").nth(1).locator(".allowed").first.click()
        page.locator(".pair-of-hands").nth(0).locator(".allowed").first.click()
    elif game == "ends":
        page.locator(".row-of-cards button").first.click()
    elif page.get_by_text("Choose 3 more").count():
        for place in (0, 4, 8):
            page.locator(".hand .card").nth(place).click()
        page.get_by_text("Pass these three").click()
    elif game == "hearts":
        page.locator(".hand .card.allowed").first.click()
    elif game == "president":
        allowed = page.locator(".hand .card.allowed")
        if allowed.count():
            allowed.first.click()
            page.wait_for_timeout(500)
        play = page.locator("[data-focus=play]:not([disabled])")
        (play if play.count() else page.locator("[data-focus=pass]")).click()
    elif page.get_by_text("Tap what you throw away").count():
        page.locator(".hand .card").first.click()
        page.locator("[data-focus=discard]").click()
    else:
        page.locator("[data-focus=call], [data-focus=check]").first.click()
    page.wait_for_timeout(800)


def choose(page: Page, game: str) -> None:
    """Leave something chosen for the picture, as somebody does who thinks about a move."""
    page.locator(".table.your-turn, .over").first.wait_for()
    page.wait_for_timeout(800)
    if game == "president":
        allowed = page.locator(".hand .card.allowed")
        if allowed.count():
            allowed.last.click()
    elif game in ("hearts", "ends"):
        page.get_by_role("button", name="Hint").click()
        page.locator(".hint").wait_for()
    page.wait_for_timeout(500)


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
            )
            page = context.new_page()
            for game, moves in MOVES.items():
                page.goto(url)
                page.locator(f"input[value={game}]").check()
                page.get_by_label("Your name").fill("Ann")
                page.evaluate("() => scrollTo(0, 0)")
                if game == "hearts":
                    page.screenshot(path=FOLDER / f"lobby-{look}.jpg", quality=82)
                page.get_by_role("button", name="Play against bots").click()
                for _ in range(moves):
                    move(page, game)
                choose(page, game)
                page.evaluate("() => scrollTo(0, 0)")
                page.screenshot(path=FOLDER / f"{game}-{look}.jpg", quality=82)
            page.goto(f"{url}discard?hand=9d+Td+6c+Qc+8h")
            page.locator(".odds").wait_for()
            page.screenshot(path=FOLDER / f"discard-{look}.jpg", quality=82)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
