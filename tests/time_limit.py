"""Run a command with a time limit in seconds: `python tests/time_limit.py 1200 cargo test`.

`cargo test` has no time limit of its own, and macOS no `timeout`.
"""

import os
import signal
import subprocess
import sys


def kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process and everything that it has started."""
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def main(limit: float, command: list[str]) -> int:
    """Return the command's exit code, or 124 after a timeout."""
    # Its own session, so that it can be killed as a whole. Ctrl-C reaches this process only.
    process = subprocess.Popen(command, start_new_session=True)
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        kill(process)
        print(f"{' '.join(command)}: killed after {limit:g} seconds", file=sys.stderr)
        return 124
    except KeyboardInterrupt:
        kill(process)
        return 130


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
