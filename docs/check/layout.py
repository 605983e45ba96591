"""Every page fits the screen and loads without errors."""

from collections.abc import Iterator

from playwright.sync_api import Browser, Error, Response, Route

#: Widths of a desktop and of a phone.
WIDTHS = (1280, 390)

#: How many pixels the page is wider than the screen.
_EXCESS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def faults(browser: Browser, address: str, pages: list[str]) -> Iterator[str]:
    """Report pages that overflow horizontally, failed requests and script errors."""
    page = browser.new_page()
    missing: list[str] = []

    def note_missing(response: Response) -> None:
        if response.status >= 400:
            missing.append(f"{response.url} cannot be loaded")

    def note_error(error: Error) -> None:
        missing.append(f"error in a script: {error}")

    def stay_here(route: Route) -> None:
        # The theme asks GitHub about the repository; the check must not need the network.
        if route.request.url.startswith(address):
            route.continue_()
        else:
            route.abort()

    page.on("response", note_missing)
    page.on("pageerror", note_error)
    page.route("**/*", stay_here)
    for path in pages:
        page.goto(f"{address}{path}")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            if (excess := page.evaluate(_EXCESS)) > 0:
                yield f"{path}: {excess} pixels wider than a screen of {width} pixels"
        yield from (f"{path}: {fault}" for fault in missing)
        missing.clear()
    page.close()
