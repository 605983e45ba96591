"""Fail a run in which a test is skipped for a reason that is not allowed on this platform.

GitHub sets ``CI=true``, ``.ci/run`` sets ``CARDCORE_SKIPS=strict``: no broken setup hides tests.
``data/allowed-skips.toml`` lists the allowed reasons.
"""

import os
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

ALLOWED_SKIPS = Path(__file__).parent / "data" / "allowed-skips.toml"


def is_strict(environment: Mapping[str, str] = os.environ) -> bool:
    """Tell whether unexpected skips are failures."""
    return environment.get("CI") == "true" or environment.get("CARDCORE_SKIPS") == "strict"


def load_allowed_skips() -> dict[str, list[str]]:
    """Map every reason that is allowed to the platforms it is allowed on."""
    entries = tomllib.loads(ALLOWED_SKIPS.read_text(encoding="utf-8"))["allowed"]
    return {reason: entry["platforms"] for entry in entries for reason in entry["reasons"]}


class SkipCheck:
    """Collect the skips of a run and fail it if one of them is unexpected.

    Registered in the process that reports: under xdist, the one that hears from all workers.
    """

    def __init__(self, allowed: Mapping[str, list[str]], platform: str = sys.platform) -> None:
        self._reasons = {reason for reason, where in allowed.items() if platform in where}
        #: Tests and modules by name, so that a module that every worker skips counts once.
        self.unexpected: dict[str, str] = {}

    def _check(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if not report.skipped or hasattr(report, "wasxfail"):
            return
        text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reason = text.removeprefix("Skipped: ")
        if reason not in self._reasons:
            self.unexpected[report.nodeid] = reason

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Look at a test."""
        self._check(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Look at a module, which can be skipped as a whole."""
        self._check(report)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Turn a pass into a failure."""
        if self.unexpected and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """List what was unexpected."""
        if self.unexpected:
            terminalreporter.section("unexpected skips", red=True, bold=True)
            for name, reason in sorted(self.unexpected.items()):
                terminalreporter.line(f"{name}: {reason}")
            terminalreporter.line(f"Fix the setup, or allow the reason in {ALLOWED_SKIPS.name}.")
