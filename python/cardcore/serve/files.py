"""The files of the page: read once, so that no request can name another one."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

__all__ = ["INDEX", "PageFile", "page_files"]

#: The file that every page begins with.
INDEX = "index.html"

_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True)
class PageFile:
    """A file as it is served."""

    content: bytes
    kind: str
    tag: str
    """Changes with the content."""
    compressed: bytes
    """The content by gzip."""


@cache
def page_files() -> Mapping[str, PageFile]:
    """Read the files of the page, by their paths.

    >>> page_files()["index.html"].kind
    'text/html; charset=utf-8'
    """
    folder = Path(__file__).parent / "page"
    found = {}
    for file in sorted(folder.rglob("*")):
        if file.suffix in _KINDS:
            content = file.read_bytes()
            tag = f'"{sha256(content).hexdigest()[:16]}"'
            path = file.relative_to(folder).as_posix()
            # Without a time in it, so that the same file is the same bytes.
            compressed = gzip.compress(content, mtime=0)
            found[path] = PageFile(content, _KINDS[file.suffix], tag, compressed)
    return found
