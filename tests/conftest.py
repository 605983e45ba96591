"""What all tests share."""

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.cases import IS_SLOW_RUN
from tests.skips import SkipCheck, is_strict, load_allowed_skips

# Windows has no pseudo-terminals.
collect_ignore = ["cli/test_terminal.py"] if sys.platform == "win32" else []

# How long an example takes says more about the machine than about the library.
settings.register_profile("cardcore", deadline=None)
settings.load_profile("cardcore")


def pytest_configure(config: pytest.Config) -> None:
    """Check skips where that is asked for, in the process that reports."""
    if is_strict() and not hasattr(config, "workerinput"):
        config.pluginmanager.register(SkipCheck(load_allowed_skips()), "skip-check")


#: Tests that take longest go first, so that no worker is left with one of them at the end.
LONGEST = ("tests/docs/test_adding_a_game.py", "tests/serve/test_crash.py", "tests/faults/")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out slow tests, unless this is a slow run, and sort the others."""
    if not IS_SLOW_RUN:
        slow = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


@pytest.fixture(scope="session")
def state_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Name a new folder for every test; hardly any makes it."""
    folder = tmp_path_factory.mktemp("state")
    return (folder / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def state_folder(state_folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let games that are left be kept where the tests end, not among the user's own."""
    folder = next(state_folders)
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder / "cardcore"
