"""Every link of the site leads to a page or file, and to an anchor that is there."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    """The anchors of a page, and what it links to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Collect what matters of a tag."""
        found = dict(attributes)
        self.anchors |= {value for name in ("id", "name") if (value := found.get(name))}
        if (link := found.get("href" if tag in ("a", "link") else "src")) is not None:
            self.links.add(link)


def faults(site: Path) -> Iterator[str]:
    """Name the links of the built site that lead nowhere."""
    pages = {
        path.relative_to(site).as_posix(): _Page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
    }
    for name, page in pages.items():
        # The page for what is not found is shown at any address, and links to the site's own.
        if name == "404.html":
            continue
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            path = normpath(join(dirname(name), unquote(parts.path))) if parts.path else name
            if (site / path).is_dir():
                path = normpath(join(path, "index.html"))
            if not (site / path).is_file():
                yield f"{name}: {link} is not there"
            elif parts.fragment and path in pages and parts.fragment not in pages[path].anchors:
                yield f"{name}: {link} has no such anchor"
