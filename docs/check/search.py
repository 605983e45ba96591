"""The site's search finds the right pages for the terms of the field."""

import re
from collections.abc import Iterator

from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as NothingFound

#: The right page has to be among this many results.
FIRST = 3

#: Queries, and the pages of which at least one has to be found.
QUERIES = {
    "EV": ("cookbook/video-poker/", "video-poker/discard/"),
    "risk of ruin": ("how-it-works/risk-of-ruin/", "video-poker/strategy/"),
    "RTP": ("video-poker/",),
    "house edge": ("tutorials/video-poker/", "video-poker/"),
    "offsuit": ("poker/", "tutorials/poker/"),
    "monte carlo": ("how-it-works/flat-monte-carlo/",),
    "determinization": ("how-it-works/flat-monte-carlo/",),
    "PIMC": ("how-it-works/flat-monte-carlo/",),
    "alpha-beta": ("how-it-works/double-dummy-hearts/", "cookbook/solvers/"),
    "retrograde analysis": ("how-it-works/retrograde-analysis/",),
    "self-play": ("tutorials/reinforcement-learning/", "reinforcement-learning/"),
    "SPRT": ("how-it-works/ratings-and-tests/",),
    "Elo": ("tournaments/",),
    "exploitability": ("poker/equilibrium/", "how-it-works/cfr-and-exploitability/"),
    "best response": ("poker/equilibrium/", "how-it-works/cfr-and-exploitability/"),
    "CFR": ("how-it-works/cfr-and-exploitability/",),
    "Nash equilibrium": ("poker/equilibrium/",),
    "vectorized environment": ("reinforcement-learning/",),
    "PettingZoo": ("reinforcement-learning/",),
    "Gymnasium": ("reinforcement-learning/",),
    "OpenSpiel": ("reinforcement-learning/",),
    "PPO": ("reinforcement-learning/learners/",),
    "torch": ("reinforcement-learning/learners/", "reinforcement-learning/networks/"),
    "safetensors": ("reinforcement-learning/networks/",),
    "league": ("reinforcement-learning/yardsticks/",),
    "jacks or better": ("video-poker/",),
    "deuces wild": ("video-poker/",),
    "strategy chart": ("video-poker/strategy/",),
    "hand evaluator": ("poker/",),
    "tablebase": ("api/chopsticks/", "how-it-works/retrograde-analysis/"),
    "double dummy": ("how-it-works/double-dummy-hearts/",),
    "video poker strategy": ("video-poker/strategy/",),
    "custom paytable": ("cookbook/video-poker/", "tutorials/video-poker/"),
    "texas holdem equity": ("cookbook/poker/", "tutorials/poker/"),
    "play against the computer": ("cookbook/playing/", "tutorials/player/"),
    "multiplayer": ("cookbook/playing/", "play/browser/"),
    "build from source": ("getting-started/", "extending/contributing/"),
    "deal sampling": ("how-it-works/sampling-deals/",),
    "Dask": ("tournaments/clusters/",),
    "kelly criterion": ("how-it-works/risk-of-ruin/",),
}


def results(page: Page, query: str) -> list[str]:
    """Return the addresses that a search finds, best first."""
    options = page.get_by_role("option")
    field = page.get_by_role("combobox", name="Search")
    field.fill("")
    options.first.wait_for(state="detached")
    field.fill(query)
    try:
        options.first.wait_for()
    except NothingFound:
        return []
    # Results arrive in batches: wait until the list no longer changes.
    found: list[str] = []
    while found != (now := [str(each.get_attribute("href")) for each in options.all()]):
        found = now
        page.wait_for_timeout(200)
    return found


def faults(browser: Browser, address: str) -> Iterator[str]:
    """Report queries that do not find their page."""
    page = browser.new_page()
    page.goto(address)
    page.keyboard.press("/")
    for query, expected in QUERIES.items():
        # Remove the query, which the address has for highlighting, and the section.
        found = [re.split(r"[?#]", each)[0].removeprefix(address) for each in results(page, query)]
        if not {*found[:FIRST]} & {*expected}:
            yield f"search for {query!r} finds {found[:FIRST]}, expected one of {expected}"
    page.close()
