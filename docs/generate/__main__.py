"""``python -m docs.generate``: write all pages, and the configuration of the site generator."""

import json
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from docs.generate import navigation, notebooks, pages, social
from docs.generate.api import Reference
from docs.generate.links import BUILD, DOCS

#: File types that pages show or load.
ASSETS = {".css", ".jpg", ".svg", ".txt"}


def generate(build: Path) -> None:
    """Write all pages and the configuration into a folder, which is emptied first."""
    shutil.rmtree(build, ignore_errors=True)
    settings = navigation.settings()
    reference = Reference(navigation.modules(settings["project"]["nav"]))
    files = dict(written_pages(reference)) | dict(executed_notebooks())
    for name, text in files.items():
        path = build / "pages" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for asset in sorted(DOCS.rglob("*")):
        if asset.suffix in ASSETS:
            copy = build / "pages" / asset.relative_to(DOCS)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(asset, copy)
    social.draw(build / "pages" / "social.png")
    shutil.copytree(DOCS / "theme", build / "theme")
    lines = [f"{key} = {toml(value)}\n" for key, value in settings.items()]
    (build / "zensical.toml").write_text("".join(lines), encoding="utf-8")


def written_pages(reference: Reference) -> Iterator[tuple[str, str]]:
    """Yield the authored pages and the API reference."""
    for page, source in pages.sources().items():
        yield page, pages.describe(pages.write(page, source, reference))
    for page in reference.pages:
        yield page, pages.describe(reference.page(page))


def executed_notebooks() -> Iterator[tuple[str, str]]:
    """Yield the page of each notebook, its pictures, and its file for download."""
    sources = sorted((DOCS / "notebooks").glob("*.py"))
    with ThreadPoolExecutor(max_workers=2) as pool:
        for source, notebook in zip(sources, pool.map(notebooks.execute, sources), strict=True):
            name = source.stem
            yield f"notebooks/{name}.md", pages.describe(notebooks.to_markdown(notebook, name))
            yield f"notebooks/{name}.ipynb", json.dumps(notebook, indent=1) + "\n"
            for number, picture in enumerate(notebooks.pictures(notebook), 1):
                yield f"notebooks/{name}-{number}.svg", picture


def toml(value: Any) -> str:
    """Write a value in TOML, on one line.

    >>> toml({"features": ["search"], "font": False})
    '{"features" = ["search"], "font" = false}'
    """
    if isinstance(value, dict):
        entries = (f"{json.dumps(key)} = {toml(each)}" for key, each in value.items())
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    # Strings and Booleans look the same in TOML and in JSON.
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    generate(BUILD)
