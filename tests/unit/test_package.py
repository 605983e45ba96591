"""The package as a whole: what it loads."""

import subprocess
import sys
from pathlib import Path

import pytest

import cardcore


def run(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_the_reference_never_loads_the_extension() -> None:
    package = Path(cardcore.__file__).parent / "reference"
    names = [
        ".".join(path.relative_to(package).with_suffix("").parts)
        for path in sorted(package.rglob("*.py"))
    ]
    modules = [f"cardcore.reference.{name}".removesuffix(".__init__") for name in names]
    assert "cardcore.reference.poker" in modules
    code = f"""
import importlib, sys
for module in {modules!r}:
    importlib.import_module(module)
print(sorted(name for name in sys.modules if name in ("cardcore._core", "numpy")))
"""
    assert run(code) == "[]"


def test_importing_the_package_loads_only_what_is_asked_for() -> None:
    loaded = run("import sys, cardcore; print('cardcore._core' in sys.modules)")
    assert loaded == "False"
    code = (
        "import sys, cardcore; cardcore.poker; print('click' in sys.modules, 'rich' in sys.modules)"
    )
    assert run(code) == "False False"


def test_every_public_name_is_there() -> None:
    for name in cardcore.__all__:
        assert getattr(cardcore, name) is not None
        assert name in dir(cardcore)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = cardcore.nothing
