"""Every link within the site leads to an existing page or file, and to an existing anchor."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    """The anchors and links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Collect the anchors and links of a tag."""
        found = dict(attributes)
        self.anchors |= {value for name in ("id", "name") if (value := found.get(name))}
        if (link := found.get("href" if tag in ("a", "link") else "src")) is not None:
            self.links.add(link)


def faults(site: Path) -> Iterator[str]:
    """Report broken links."""
    pages = {
        path.relative_to(site).as_posix(): _Page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
    }
    for name, page in pages.items():
        # The error page is shown at any address, so its links are absolute.
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
