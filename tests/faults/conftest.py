"""What the tests of faults share: programs that run in a process of their own."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping

import pytest

#: Nothing here takes as long: a process that has not ended by then hangs.
HANGS_AFTER = 900


@pytest.fixture
def run() -> Callable[..., str]:
    """Run a program, expect it to end well and in silence, and give what it prints."""

    def run(code: str, environment: Mapping[str, str] | None = None) -> str:
        process = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            timeout=HANGS_AFTER,
            env={**os.environ, **(environment or {})},
        )
        assert (process.returncode, process.stderr) == (0, ""), process.stdout + process.stderr
        return process.stdout

    return run
