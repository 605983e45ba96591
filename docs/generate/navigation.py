"""The navigation of the site.

``docs/site.toml`` lists the pages in reading order. An entry that contains ``{game}`` stands for
one entry per game.
"""

import tomllib
from collections.abc import Iterator
from typing import Any

from cardcore.registry import games
from docs.generate.links import DOCS

#: A page, a title with a page, or a title with a list of entries.
Entry = str | dict[str, Any]


def settings() -> dict[str, Any]:
    """Read the configuration of the site, with all games in its navigation."""
    with (DOCS / "site.toml").open("rb") as file:
        found = tomllib.load(file)
    found["project"]["nav"] = [*_with_games(found["project"]["nav"])]
    return found


def pages(navigation: list[Entry]) -> Iterator[str]:
    """List the pages of a navigation, in its order."""
    for entry in navigation:
        if isinstance(entry, str):
            yield entry
        else:
            [content] = entry.values()
            yield from pages([content] if isinstance(content, str) else content)


def modules(navigation: list[Entry]) -> dict[str, str]:
    """Map the pages of the API reference to the modules they describe."""
    found = {page: _module(page) for page in pages(navigation) if page.startswith("api/")}
    return {
        page: name if name == "cardcore" else f"cardcore.{name}" for page, name in found.items()
    }


def _module(page: str) -> str:
    return page.removeprefix("api/").removesuffix(".md").replace("/", ".")


def _with_games(navigation: list[Entry]) -> Iterator[Entry]:
    for entry in navigation:
        if isinstance(entry, str):
            for page in [entry.format(game=game) for game in games()] if "{" in entry else [entry]:
                # Without the package name, which begins every title, entries fit the sidebar.
                yield {_module(page): page} if page.startswith("api/") else page
        else:
            [(title, content)] = entry.items()
            yield {title: content if isinstance(content, str) else [*_with_games(content)]}
