"""The package as a whole: what it loads."""

import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

import pytest

import cardcore

ROOT = Path(__file__).parents[2]

#: What a source distribution does without: what Git and its services need.
NOT_DISTRIBUTED = (".git", ".github/", ".devcontainer/")


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


def test_presentations_and_the_server_load_no_terminal() -> None:
    modules = [f"cardcore.{game}.presentation" for game in cardcore.games()]
    code = f"""
import importlib, sys
for module in {modules!r}:
    importlib.import_module(module)
print(sorted({{"click", "rich", "cardcore.cli"}} & set(sys.modules)))
"""
    assert run(code) == "[]"
    pytest.importorskip("uvicorn")
    package = Path(cardcore.__file__).parent / "serve"
    modules = [f"cardcore.serve.{path.stem}" for path in sorted(package.glob("[!_]*.py"))]
    assert "cardcore.serve.room" in modules
    # Uvicorn has a command line and loads click for it; what loads it again is ours.
    code = f"""
import importlib, sys
import cardcore.serve
assert not {{"click", "rich"}} & set(sys.modules)
import uvicorn
del sys.modules["click"]
for module in {modules!r}:
    importlib.import_module(module)
print(sorted({{"click", "rich", "cardcore.cli"}} & set(sys.modules)))
"""
    assert run(code) == "[]"


@pytest.mark.parametrize("game", cardcore.games())
def test_a_game_loads_its_presentation_only_when_asked(game: str) -> None:
    name = f"cardcore.{game}.presentation"
    loaded = f"print([name in sys.modules for name in ({name!r}, 'cardcore.presentation')])"
    assert run(f"import sys, cardcore.{game}; {loaded}") == "[False, False]"
    asked = f"from cardcore.registry import presentation; presentation({game!r})"
    assert run(f"import sys; {asked}; {loaded}") == "[True, True]"


def test_every_public_name_is_there() -> None:
    for name in cardcore.__all__:
        assert getattr(cardcore, name) is not None
        assert name in dir(cardcore)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = cardcore.nothing


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not in a clone of the repository")
def test_the_source_distribution_holds_everything_the_tests_need(tmp_path: Path) -> None:
    maturin = Path(sysconfig.get_path("scripts"), "maturin")
    if not maturin.exists():
        pytest.skip("maturin is not installed")
    build = [str(maturin), "sdist", "--out", str(tmp_path)]
    subprocess.run(build, check=True, cwd=ROOT, capture_output=True)
    listing = ["git", "ls-files"]
    tracked = subprocess.run(listing, check=True, cwd=ROOT, capture_output=True, text=True).stdout
    expected = {
        name
        for name in tracked.splitlines()
        if not name.startswith(NOT_DISTRIBUTED) and (ROOT / name).is_file()
    }
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        found = {name.split("/", 1)[1] for name in archive.getnames()}
    assert expected - found == set()
    assert not [name for name in found if "__pycache__" in name or name.endswith(".so")]
