"""Processes that are forks of one that has imported what they need, which saves most of the time.

What depends on how a process begins, such as its streams or its first import, is tested with a new
interpreter all the same.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

__all__ = ["Nursery"]

_PROGRAM = """
import json, os, sys, traceback
exec(sys.argv[1])
for line in sys.stdin:
    code, environment, *paths = json.loads(line)
    child = os.fork()
    if child == 0:
        os.environ.update(environment)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for stream, path in enumerate(paths, 1):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), stream)
        status = 0
        try:
            exec(code)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:
            traceback.print_exc()
            status = 1
        sys.stdout.flush()
        os._exit(status)
    print(child, flush=True)
    # Until then it can be sent signals: nobody else gets its identifier.
    sys.stdin.readline()
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Nursery:
    """Runs programs one after the other, each in a fork of a process that has run a setting.

    Parameters
    ----------
    setting
        What is run once, before all of them; their code finds its names.
    """

    def __init__(self, setting: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, setting],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._child: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def begin(
        self,
        code: str,
        output: Path | str = os.devnull,
        errors: Path | str = os.devnull,
        environment: Mapping[str, str] | None = None,
    ) -> int:
        """Begin a program that writes to these files; returns the identifier of its process."""
        if self._child is not None:
            # A test that failed has left it.
            os.kill(self._child, signal.SIGKILL)
            self.wait()
        given = [code, dict(environment or {}), str(output), str(errors)]
        self._child = self._ask(json.dumps(given))
        return self._child

    def wait(self) -> int:
        """Wait until the program has ended; returns its exit status, negative for a signal."""
        status = self._ask("wait")
        self._child = None
        return status

    def run(self, code: str, environment: Mapping[str, str] | None = None) -> str:
        """Run a program that must succeed and complain of nothing; return what it prints."""
        with tempfile.TemporaryDirectory() as folder:
            output, errors = Path(folder, "output"), Path(folder, "errors")
            self.begin(code, output, errors, environment)
            status = self.wait()
            shown = output.read_text()
            assert (status, errors.read_text()) == (0, ""), shown + errors.read_text()
            return shown

    def _ask(self, line: str) -> int:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())
