"""Skips: an unexpected one fails a strict run, and the list of allowed reasons is up to date."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.skips import SkipCheck, is_strict, load_allowed_skips

ROOT = Path(__file__).parents[2]

PROGRAM = """
import pytest

@pytest.mark.skipif(True, reason={reason!r})
def test_skipped():
    pass
"""

CONFTEST = """
from tests.skips import SkipCheck

def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(SkipCheck({"too cold": ["linux"]}, platform="linux"))
"""


@pytest.mark.parametrize(
    "options", [[], ["-p", "xdist", "--numprocesses=1"]], ids=["alone", "xdist"]
)
@pytest.mark.parametrize(("reason", "code"), [("too cold", 0), ("too hot", 1)])
def test_an_unexpected_skip_fails_the_run(
    reason: str, code: int, options: list[str], tmp_path: Path
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -ra\n")
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_one.py").write_text(PROGRAM.format(reason=reason))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *options],
        cwd=tmp_path,
        # Loading all plugins takes longer than the run.
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert f"SKIPPED [1] test_one.py:4: {reason}" in done.stdout
    assert (f"test_one.py::test_skipped: {reason}" in done.stdout) == bool(code)


def test_a_module_that_is_skipped_as_a_whole_counts() -> None:
    check = SkipCheck({"too cold": ["win32"]}, platform="linux")
    report = pytest.CollectReport("tests/test_a.py", "skipped", ("a", 1, "Skipped: too cold"), [])
    check.pytest_collectreport(report)
    assert check.unexpected == {"tests/test_a.py": "too cold"}


def test_strict_runs_are_asked_for() -> None:
    assert is_strict({"CI": "true"}) and is_strict({"CARDCORE_SKIPS": "strict"})
    assert not is_strict({}) and not is_strict({"CI": "false", "CARDCORE_SKIPS": "no"})


def reasons() -> Iterator[str]:
    """Read the reasons that tests give, except for packages that CI always installs."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = ast.unparse(node.func)
            if name == "pytest.skip":
                given = node.args[0]
            elif name == "pytest.mark.skipif":
                given = next(word.value for word in node.keywords if word.arg == "reason")
            else:
                continue
            assert isinstance(given, ast.Constant), f"{path}: {ast.unparse(node)}"
            yield str(given.value)


def test_every_reason_is_listed_and_every_listed_reason_is_given() -> None:
    found = {reason for reason in reasons() if not reason.endswith(" is not installed")}
    assert found == set(load_allowed_skips())
