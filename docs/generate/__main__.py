"""``python -m docs.generate``: write all pages, and the configuration of the site generator."""

import json
import shutil
from pathlib import Path
from typing import Any

from docs.generate import navigation, pages
from docs.generate.api import Reference
from docs.generate.links import BUILD, DOCS


#: What pages show besides their text.
ASSETS = {".css", ".jpg", ".svg", ".txt"}


def generate(build: Path) -> None:
    """Write all pages and the configuration into a folder, which is emptied first."""
    shutil.rmtree(build, ignore_errors=True)
    settings = navigation.settings()
    reference = Reference(navigation.modules(settings["project"]["nav"]))
    texts = {page: pages.write(page, source, reference) for page, source in pages.sources().items()}
    texts |= {page: reference.page(page) for page in reference.pages}
    for page, text in texts.items():
        path = build / "pages" / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(pages.describe(text), encoding="utf-8")
    for asset in DOCS.rglob("*"):
        if asset.suffix in ASSETS:
            copy = build / "pages" / asset.relative_to(DOCS)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(asset, copy)
    shutil.copytree(DOCS / "theme", build / "theme")
    lines = [f"{key} = {toml(value)}\n" for key, value in settings.items()]
    (build / "zensical.toml").write_text("".join(lines), encoding="utf-8")


def toml(value: Any) -> str:
    """Write a value in TOML, on one line.

    >>> toml({"features": ["search"], "font": False})
    '{"features" = ["search"], "font" = false}'
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    # Strings and truth values of TOML are written as in JSON.
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    generate(BUILD)
