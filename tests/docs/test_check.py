"""The checks of the built site find the faults that are planted."""

from pathlib import Path

import pytest

from docs.check import layout, links
from docs.check.browser import chromium, served
from tests.serve import browsing


def site(folder: Path, **pages: str) -> Path:
    """Write a site of a few pages."""
    for name, body in pages.items():
        path = folder / name / "index.html"
        path.parent.mkdir(parents=True)
        path.write_text(f"<!doctype html><title>{name}</title>{body}", encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("../two/", None),
        ("../two/#here", None),
        ("#top", None),
        ("https://example.org/nothing/", None),
        ("../three/", "one/index.html: ../three/ is not there"),
        ("../two/#there", "one/index.html: ../two/#there has no such anchor"),
        ("#bottom", "one/index.html: #bottom has no such anchor"),
    ],
)
def test_links_that_lead_nowhere_are_found(link: str, fault: str | None, tmp_path: Path) -> None:
    site(tmp_path, one=f'<h1 id="top">1</h1><a href="{link}">x</a>', two='<h1 id="here">2</h1>')
    assert list(links.faults(tmp_path)) == ([] if fault is None else [fault])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>Fits.</p>", []),
        ("<div style='width: 600px'>Wide.</div>", ["wider than a screen of 390 pixels"]),
        ("<img src='nothing.png'>", ["nothing.png cannot be loaded"]),
        ("<script>undefinedFunction()</script>", ["error in a script"]),
    ],
)
def test_pages_that_do_not_fit_or_load_are_found(
    body: str, expected: list[str], tmp_path: Path
) -> None:
    browsing.chromium()  # skips where there is none
    site(tmp_path, one=body)
    with served(tmp_path) as address, chromium() as browser:
        found = list(layout.faults(browser, address, ["one/"]))
    assert len(found) == len(expected)
    assert all(part in fault for part, fault in zip(expected, found, strict=True)), found
