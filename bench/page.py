"""How heavy the page is, and how soon one can use it.

``python -m bench page`` runs a server and opens its lobby in Chromium with an empty cache, on a
desktop and on a phone whose processor is four times slower. Counted are requests, bytes as
transferred, and requests to other servers (there must be none). Measured are the first paint, the
time until the button that starts a game is there and no long task is running, and the time from a
press of that button to the first card. The page notes these moments itself, so what the test driver
adds is not in them. The CPU time of the page's main thread hardly depends on what else runs.

``--write`` keeps the table in ``bench/page.md``.
"""

import argparse
import sys
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from cardcore.compare.measure import WrongAnswer
from docs.screenshots import served
from tests.serve.browsing import chromium

REPORT = Path(__file__).with_name("page.md")

#: The names of what is measured, in the order of the columns.
COLUMNS = (
    "requests",
    "kilobytes",
    "first paint, ms",
    "interactive, ms",
    "main thread until then, CPU ms",
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

#: How long anything may take, in milliseconds: a busy machine is no reason to stop.
PATIENCE = 180_000

#: Notes when the button is there, when long tasks ended, and when the first card came. The room is
#: another page, so a press is remembered by the clock.
WATCH = """
(() => {
    const noted = window.noted = { button: null, busy: 0, card: null };
    new PerformanceObserver((list) => {
        for (const task of list.getEntries()) noted.busy = task.startTime + task.duration;
    }).observe({ type: "longtask", buffered: true });
    new MutationObserver(() => {
        if (noted.button === null && document.querySelector('[data-focus="play hearts"]')) {
            noted.button = performance.now();
        }
        if (noted.card === null && document.querySelector(".hand .card")) {
            noted.card = Date.now() - Number(sessionStorage.getItem("pressed"));
        }
    }).observe(document, { subtree: true, childList: true });
    addEventListener("click", () => sessionStorage.setItem("pressed", Date.now()), true);
})()
"""

PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def visit(browser: Browser, url: str, device: str) -> list[float]:
    """Open the lobby as a new visitor and start a game; gives a value for each column."""
    screen, slower = DEVICES[device]
    context = browser.new_context(**screen, locale="en-US")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.add_init_script(WATCH)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    session.send("Network.enable")
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    asked: list[str] = []
    sizes: list[float] = []
    page.on("request", lambda request: asked.append(request.url))
    session.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
    page.goto(url)
    page.wait_for_function("() => noted.button !== null && performance.now() > noted.busy + 500")
    metrics = {
        one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]
    }
    noted = page.evaluate("noted")
    interactive = max(noted["button"], noted["busy"])
    paint = page.evaluate(PAINT)
    loaded = (len(asked), sum(sizes) / 1000)
    page.locator('[data-focus="play hearts"]').click()
    page.wait_for_function("() => noted.card !== null")
    first_card = page.evaluate("noted.card")
    elsewhere = [one for one in asked if not one.startswith(url)]
    context.close()
    if elsewhere:
        raise WrongAnswer(f"requests to other servers: {', '.join(elsewhere)}")
    return [*loaded, paint, interactive, 1000 * metrics["TaskDuration"], first_card]


def measure(repeat: int) -> list[str]:
    """Visit the page on every device in turn; gives the lines of a table of medians."""
    with served() as url, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        # The first visit warms the server.
        visit(browser, url, "desktop")
        visits: dict[str, list[list[float]]] = {device: [] for device in DEVICES}
        for _ in range(repeat):
            for device, found in visits.items():
                found.append(visit(browser, url, device))
        browser.close()
    rows = [
        " | ".join([device, *(f"{median(column):.0f}" for column in zip(*found, strict=True))])
        for device, found in visits.items()
    ]
    return [
        f"| device | {' | '.join(COLUMNS)} |",
        f"|---|{'---|' * len(COLUMNS)}",
        *(f"| {row} |" for row in rows),
    ]


def main() -> int:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=7, help="visits on each device")
    parser.add_argument("--write", action="store_true", help="keep the table in bench/page.md")
    given = parser.parse_args()
    try:
        table = measure(given.repeat)
    except WrongAnswer as error:
        print(f"WRONG ANSWER: {error}", file=sys.stderr)
        return 1
    print("\n".join(table))
    if given.write:
        about = (
            f"`python -m bench page`, {date.today():%B %Y}: the lobby of `cardcore serve` with an "
            f"empty cache, medians of {given.repeat} visits on each device.\nThe phone's processor "
            "is made four times slower."
        )
        text = "\n".join(["# Weight and speed of the page", "", about, "", *table, ""])
        REPORT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    sys.exit(main())
