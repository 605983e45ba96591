"""Pages and the links between them.

A page is named by its path below the folder of all pages, such as ``video-poker/index.md``.
"""

import re
from collections.abc import Callable
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BUILD = ROOT / "build"
REPOSITORY = "https://github.com/cardcore/cardcore/blob/main"

#: Files of the repository that are also pages.
ADOPTED = {
    "CHANGELOG.md": "reference/changelog.md",
    "CONTRIBUTING.md": "extending/contributing.md",
    "DESIGN.md": "how-it-works/design.md",
}

_FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)")


def relative(target: str, page: str) -> str:
    """Return the relative link from a page to a page, file or anchor.

    >>> relative("api/poker.md#cardcore.poker.rank", "video-poker/index.md")
    '../api/poker.md#cardcore.poker.rank'
    >>> relative("api/poker.md#cardcore.poker.rank", "api/poker.md")
    '#cardcore.poker.rank'
    """
    path, mark, anchor = target.partition("#")
    if path == page and mark:
        return f"#{anchor}"
    return f"{relpath(path, dirname(page) or '.')}{mark}{anchor}"


def rebase(text: str, source: str, page: str) -> str:
    """Rewrite the links of a file in the repository for the page made from it.

    Links to files that are not pages point to the repository on GitHub.

    >>> rebase("[rules](docs/games), [tests](tests/report.md#long)", "README.md", "play/index.md")
    '[rules](../games), [tests](https://github.com/cardcore/cardcore/blob/main/tests/report.md#long)'
    """

    def change(link: re.Match[str]) -> str:
        path = normpath(join(dirname(source), link[1]))
        if path.startswith("docs/"):
            target = relative(path.removeprefix("docs/"), page)
        elif path in ADOPTED:
            target = relative(ADOPTED[path], page)
        else:
            target = f"{REPOSITORY}/{path}"
        return f"]({target}{link[2] or ''})"

    return outside_of_code(text, lambda prose: _LINK.sub(change, prose))


def outside_of_code(text: str, change: Callable[[str], str]) -> str:
    """Change Markdown text outside of its fenced code blocks."""
    return "".join(part if part.startswith("```") else change(part) for part in _FENCED.split(text))
