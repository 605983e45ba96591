"""Commands with a time limit are killed with everything that they have started."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[1] / "time_limit.py"


def test_the_exit_code_is_the_commands_own() -> None:
    command = [sys.executable, str(PROGRAM), "100", sys.executable, "-c", "import sys; sys.exit(7)"]
    assert subprocess.run(command).returncode == 7


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_command_that_takes_too_long_is_killed_with_its_children() -> None:
    # A child that survives keeps the pipe open, so that this call does not return.
    done = subprocess.run(
        [sys.executable, PROGRAM, "0.2", "sh", "-c", "sleep 1000 & sleep 1000"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 124
    assert done.stderr == "sh -c sleep 1000 & sleep 1000: killed after 0.2 seconds\n"
