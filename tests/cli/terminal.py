"""A person at a pseudo-terminal of 60 columns and 24 rows, who sees what is on the screen."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager

import pyte

COLUMNS, ROWS = 60, 24

# The command as a terminal starts it. Tests that run in the background inherit that interrupts
# are ignored, which a terminal's programs do not.
PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from cardcore.cli.app import main
main(prog_name="cardcore")
"""

PROMPT = re.compile(r"(?:your move|another move|the first\)|medium\)|hold): (?:\x1b\[0m)?$")

#: Where a person only has to look, and what they then type.
PAUSES = {
    re.compile(r"Enter to go on: (?:\x1b\[0m)?$"): "",
    re.compile(r"Play again\? .*: (?:\x1b\[0m)?$"): "n",
}


class Terminal:
    """A program at the other end of a pseudo-terminal."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.output = ""
        #: How often the person was only to look.
        self.pauses = 0
        # A piece may end within a sign.
        self._decoder = getincrementaldecoder("utf-8")()
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.Stream(self._screen)
        environment = {
            name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**environment, "TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(slave)

    def read(self) -> str | None:
        """Read up to the next prompt; ``None`` once the program has ended."""
        text = ""
        # Far more than it takes: a test that hangs is to end.
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            if not select.select([self.master], [], [], 0.2)[0]:
                continue
            try:
                raw = os.read(self.master, 65536)
            except OSError:
                return None
            if not raw:
                return None
            piece = self._decoder.decode(raw)
            text += piece
            self.output += piece
            self._stream.feed(piece)
            for pause, line in PAUSES.items():
                if pause.search(text):
                    self.pauses += 1
                    self.type(line)
                    text += "\n"
            if PROMPT.search(text):
                return re.sub(r"\x1b\[[\d;]*[mHJ]", "", text).replace("\r\n", "\n")
        raise AssertionError(f"no prompt: {self.output[-2000:]}")

    def answer(self, line: str) -> str | None:
        """Type a line and read the output up to the next prompt."""
        self.type(line)
        return self.read()

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.master, f"{line}\n".encode())

    def rows(self) -> list[str]:
        """Give what is on the screen, without empty rows at its end."""
        shown = [row.rstrip() for row in self._screen.display]
        while shown and not shown[-1]:
            shown.pop()
        return shown


@contextmanager
def terminal(*arguments: str) -> Iterator[Terminal]:
    """Start a program at a terminal, and end it."""
    opened = Terminal(*arguments)
    try:
        yield opened
    finally:
        opened.process.kill()
        opened.process.wait()
        os.close(opened.master)
