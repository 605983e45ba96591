"""Programs that run in a process of their own."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping

import pytest


@pytest.fixture
def run() -> Callable[..., str]:
    """Run a program that must succeed without a word on standard error; return what it prints."""

    def run(code: str, environment: Mapping[str, str] | None = None) -> str:
        process = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            env={**os.environ, **(environment or {})},
        )
        assert (process.returncode, process.stderr) == (0, ""), process.stdout + process.stderr
        return process.stdout

    return run
