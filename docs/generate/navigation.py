"""The navigation of the site, and which pages there are.

``docs/site.toml`` has it in the order in which people read it. An entry with ``{game}`` in it
stands for one entry per game.
"""

import tomllib
from collections.abc import Iterator
from typing import Any

from cardcore.registry import games
from docs.generate.links import DOCS

#: A page, a title with a page, or a title with what is below it.
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
    """Give the modules that pages of the reference describe, by page."""
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
                # The titles of these pages begin with the name of the package, all of them.
                yield {_module(page): page} if page.startswith("api/") else page
        else:
            [(title, content)] = entry.items()
            yield {title: content if isinstance(content, str) else [*_with_games(content)]}
