"""The terms of the field find their pages with the search of the site."""

from collections.abc import Iterator

from playwright.sync_api import Browser, Page, TimeoutError

#: How many results are looked at.
FIRST = 3

#: What somebody may type, and the pages of which one has to be among the first results.
QUERIES: dict[str, tuple[str, ...]] = {
    "EV": ("video-poker/",),
}


def results(page: Page, query: str) -> list[str]:
    """Give the addresses that a search finds, best first."""
    options = page.get_by_role("option")
    field = page.get_by_role("combobox", name="Search")
    field.fill("")
    options.first.wait_for(state="detached")
    field.fill(query)
    try:
        options.first.wait_for()
    except TimeoutError:
        return []
    # The list is complete once it no longer changes.
    found: list[str] = []
    while found != (now := [str(each.get_attribute("href")) for each in options.all()]):
        found = now
        page.wait_for_timeout(200)
    return found


def faults(browser: Browser, address: str) -> Iterator[str]:
    """Name the queries that do not find their page."""
    page = browser.new_page()
    page.goto(address)
    page.keyboard.press("/")
    for query, expected in QUERIES.items():
        found = [each.removeprefix(address) for each in results(page, query)[:FIRST]]
        if not any(each.startswith(tuple(expected)) for each in found):
            yield f"search for {query!r} finds {found}, expected one of {expected}"
    page.close()
