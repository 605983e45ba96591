"""DESIGN.md: what it names is there, and no layer uses one above it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardcore

ROOT = Path(__file__).parents[2]
CORE = ROOT / "rust" / "core" / "src"
PACKAGE = ROOT / "python" / "cardcore"
DESIGN = (ROOT / "DESIGN.md").read_text(encoding="utf-8")

#: What all layers of the core may use.
FOUNDATION = {"cache", "confidence", "lazy", "monitor", "parallel", "process", "random"}

#: Front ends, which use the public API and not each other.
FRONTS = {"cli", "serve", "environments"}


def layers() -> list[set[str]]:
    """Read the order of the layers of the core, the lowest first."""
    [line] = re.findall(r"^`(.+← play) ← rust/py.*`,$", DESIGN, re.M)
    return [set(layer.split(", ")) for layer in line.split(" ← ")]


def used_in_core() -> Iterator[tuple[str, str, Path]]:
    """List which module of the core uses which, outside of tests."""
    for path in sorted(CORE.rglob("*.rs")):
        user = path.relative_to(CORE).parts[0].removesuffix(".rs")
        sources = path.read_text(encoding="utf-8").partition("#[cfg(test)]")[0]
        for used in set(re.findall(r"^(?!\s*//).*\bcrate::(\w+)", sources, re.M)):
            yield user, used, path


def used_in_package(folder: str) -> Iterator[tuple[str, Path]]:
    """List what the modules in a folder import of the package."""
    for path in sorted((PACKAGE / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for used in re.findall(r"^\s*(?:from|import) cardcore\.(\w+)", text, re.M):
            yield used, path


def test_every_file_it_names_is_there() -> None:
    names = re.findall(r"`([\w./]+(?:\.(?:py|pyi|rs|md|toml|json)|/[\w/]+))`", DESIGN)
    assert len(names) > 80
    sources = (ROOT / "bench", ROOT / "docs", ROOT / "python", ROOT / "rust")
    paths = [*ROOT.glob("*"), *(path for folder in sources for path in folder.rglob("*"))]
    known = {f"/{path.relative_to(ROOT).as_posix()}" for path in paths}
    for name in names:
        assert any(path.endswith(f"/{name}") for path in known), name


def test_every_module_of_the_core_and_every_package_is_in_it() -> None:
    modules = {path.stem for path in CORE.iterdir()} - {"lib"}
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert {"games", "nets", "reviews"} <= modules | packages
    for name in modules | (packages - set(cardcore.games())):
        assert re.search(rf"\b{name}\b", DESIGN), name


def test_no_layer_of_the_core_uses_one_above_it() -> None:
    height = {name: level for level, layer in enumerate(layers()) for name in layer}
    assert height["poker"] < height["game"] < height["play"]
    height |= dict.fromkeys(FOUNDATION, 0)
    uses = list(used_in_core())
    assert len(uses) > 300
    for user, used, path in uses:
        assert user == "lib" or height[used] <= height[user], f"{path}: uses {used}"


@pytest.mark.parametrize("front", sorted(FRONTS))
def test_front_ends_do_not_use_each_other(front: str) -> None:
    for used, path in used_in_package(front):
        starts_server = (path.name, used) == ("serve.py", "serve") and front == "cli"
        assert used not in FRONTS - {front} or starts_server, f"{path}: imports {used}"
