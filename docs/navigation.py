"""The pages of the games, put into the navigation by the names of the games."""

from typing import Any

from cardcore.registry import games


def on_config(config: Any) -> Any:
    """Fill in what depends on which games there are; MkDocs calls this before it builds."""
    config["nav"] = with_games(config["nav"])
    return config


def with_games(navigation: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give the navigation with a page about every game, and one of reference for its module."""
    pages = [f"games/{game}.md" for game in games()]
    modules = [{f"cardcore.{game}": f"api/{game}.md"} for game in games()]
    filled = []
    for section in navigation:
        [(title, content)] = section.items()
        if title == "Games":
            content = pages
        elif title == "Reference":
            content = [*content, *modules]
        filled.append({title: content})
    return filled
