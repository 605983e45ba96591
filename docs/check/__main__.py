"""``python -m docs.check``: check the built site and report every fault."""

import sys

from docs.check import layout, links, search
from docs.check.browser import chromium, served
from docs.generate.links import BUILD

SITE = BUILD / "site"


def main() -> int:
    """Print all faults and return the exit status."""
    if not SITE.is_dir():
        sys.exit(f"{SITE} is not there: `make docs` builds the site")
    pages = sorted(
        path.parent.relative_to(SITE).as_posix() + "/" for path in SITE.rglob("index.html")
    )
    faults = list(links.faults(SITE))
    with served(SITE) as address, chromium() as browser:
        faults += layout.faults(browser, address, pages)
        faults += search.faults(browser, address)
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(pages)} pages and {len(search.QUERIES)} searches checked: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
