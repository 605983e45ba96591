"""Optional packages: every one belongs to an extra, and its absence is said in the same words."""

import ast
import re
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python" / "cardcore"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]

#: Extras that are for developers of the package, and the one of all others.
NOT_OPTIONAL = {"all", "bench", "dev", "docs"}

#: What is imported under another name than it is installed by.
IMPORTED_AS = {"open_spiel": {"pyspiel"}, "dask": {"dask"}}


def imported_names(requirements: list[str]) -> set[str]:
    names = {re.split(r"[<>=; \[]", line, maxsplit=1)[0] for line in requirements}
    return set().union(*(IMPORTED_AS.get(name, {name}) for name in names))


EXTRAS = {
    extra: imported_names(requirements)
    for extra, requirements in PROJECT["optional-dependencies"].items()
    if extra not in NOT_OPTIONAL
}
OPTIONAL = set().union(*EXTRAS.values())
REQUIRED = imported_names(PROJECT["dependencies"])


@cache
def trees() -> list[tuple[Path, ast.Module]]:
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in PACKAGE.rglob("*.py")]


def imports(tree: ast.AST) -> set[str]:
    """Name the top-level packages that are imported anywhere in a tree, by text as well."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(node.module or "")
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "import_module":
            found.update(
                argument.value
                for argument in node.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            )
    return {name.partition(".")[0] for name in found}


def test_everything_imported_is_required_or_belongs_to_an_extra() -> None:
    known = {"cardcore", *sys.stdlib_module_names, *REQUIRED, *OPTIONAL}
    known.add("_xxsubinterpreters")  # of Python 3.11, and only looked for
    for path, tree in trees():
        assert imports(tree) <= known, path


def test_optional_packages_are_imported_where_their_absence_is_explained() -> None:
    reached = set()
    for path, tree in trees():
        optional = imports(tree) & OPTIONAL
        # The server is started by `cardcore serve`, which looks for its packages before.
        if path.is_relative_to(PACKAGE / "serve"):
            assert optional <= EXTRAS["serve"], path
            continue
        # These use what the library has loaded by then: its own clients, its own spaces.
        explained = {
            call.args[-1].value
            for call in ast.walk(tree)
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "needs"
            if isinstance(call.args[-1], ast.Constant)
        }
        for package in optional:
            assert any(package in EXTRAS[str(extra)] for extra in explained) or (
                # PettingZoo brings Gymnasium along.
                (package, explained) == ("gymnasium", {"pettingzoo"})
            ), f"{path} imports {package}"
        reached |= explained
    assert reached == set(EXTRAS)


def test_every_missing_import_is_explained_by_the_same_function() -> None:
    handlers = [
        (path, handler)
        for path, tree in trees()
        for handler in ast.walk(tree)
        if isinstance(handler, ast.ExceptHandler)
        and getattr(handler.type, "id", "") == "ImportError"
        and path.name != "_interpreter.py"
    ]
    assert len(handlers) >= len(EXTRAS)
    for path, handler in handlers:
        assert "needs(" in ast.unparse(handler), path


def test_all_extras_are_one() -> None:
    listed = " ".join(PROJECT["optional-dependencies"]["all"])
    named = set().union(*(names.split(",") for names in re.findall(r"\[([\w,]+)\]", listed)))
    assert named == set(EXTRAS)


@pytest.mark.parametrize("path", ["README.md", *map(str, (ROOT / "docs").rglob("*.md"))])
def test_pages_quote_extras_the_same_way(path: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    for quote, names in re.findall(r"pip install (.?)cardcore\[([\w,]+)\]", text):
        assert quote == '"', path
        assert set(names.split(",")) <= {*EXTRAS, "all"}, path
