"""How heavy the page is, and how soon one can use it.

``python -m bench page`` runs a server and opens its lobby in Chromium with an empty cache, on a
desktop and on a phone whose processor is four times slower. Counted are requests, bytes, and
requests to other servers (there must be none). Measured are the first paint, the time until the
button that starts a game can be pressed, and the time from that press to the first card.
"""

import argparse
import sys
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from cardcore.compare.measure import WrongAnswer
from docs.screenshots import served
from tests.serve.browsing import chromium

#: The names of what is measured, in the order of the columns.
COLUMNS = (
    "requests",
    "kilobytes",
    "first paint, ms",
    "interactive, ms",
    "first card after the press, ms",
)

#: The devices: their screens, and how many times slower their processors are made.
DEVICES: dict[str, tuple[dict[str, Any], int]] = {
    "desktop": ({"viewport": {"width": 1280, "height": 800}}, 1),
    "phone": (
        {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True},
        4,
    ),
}

#: Gives the moment of the first paint, once there was one.
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"


def visit(browser: Browser, url: str, device: str) -> list[float]:
    """Open the lobby as a new visitor and start a game; gives a value for each column."""
    screen, slower = DEVICES[device]
    context = browser.new_context(**screen, locale="en-US")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    asked: list[str] = []
    sizes: list[int] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    page.goto(url, wait_until="commit")
    play = page.get_by_role("button", name="Play Hearts")
    play.wait_for()
    # The button exists once its code runs, so this is when a press counts.
    interactive = float(page.evaluate("performance.now()"))
    paint = float(page.evaluate(PAINT) or interactive)
    page.wait_for_load_state("networkidle")
    loaded = (len(asked), sum(sizes) / 1000)
    begun = float(page.evaluate("performance.now()"))
    play.click()
    page.locator(".hand .card").first.wait_for()
    first_card = float(page.evaluate("performance.now()")) - begun
    elsewhere = [one for one in asked if not one.startswith(url)]
    context.close()
    if elsewhere:
        raise WrongAnswer(f"requests to other servers: {', '.join(elsewhere)}")
    return [*loaded, paint, interactive, first_card]


def main() -> int:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=7, help="visits on each device")
    given = parser.parse_args()
    print(f"| device | {' | '.join(COLUMNS)} |")
    print(f"|---|{'---|' * len(COLUMNS)}")
    try:
        with served() as url, sync_playwright() as running:
            browser = running.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            # The first visit warms the server.
            visit(browser, url, "desktop")
            for device in DEVICES:
                visits = [visit(browser, url, device) for _ in range(given.repeat)]
                cells = [f"{median(column):.0f}" for column in zip(*visits, strict=True)]
                print(f"| {device} | {' | '.join(cells)} |", flush=True)
            browser.close()
    except WrongAnswer as error:
        print(f"WRONG ANSWER: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    sys.exit(main())
