"""Playing through a pseudo-terminal, as a person does."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

import cardcore

PROMPT = "your move: "

# The command as a terminal starts it. Tests that run in the background inherit that interrupts
# are ignored, which a terminal's programs do not.
PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from cardcore.cli.app import main
main()
"""

SHORT = {
    "draw": ["--hands", "3", "--players", "3"],
    "president": ["--rounds", "2", "--players", "5"],
    "chopsticks": ["--moves", "6"],
    "hearts": ["--values", "5"],
    "ends": ["--count", "8"],
}


class Terminal:
    """A program at the other end of a pseudo-terminal of 80 columns."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        self.screen = ""
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
            start_new_session=True,
        )
        os.close(slave)

    def read(self) -> str | None:
        """Read up to the next prompt; ``None`` once the program has ended."""
        text = ""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if not select.select([self.master], [], [], 0.2)[0]:
                continue
            try:
                piece = os.read(self.master, 65536).decode()
            except OSError:
                return None
            if not piece:
                return None
            text += piece
            self.screen += piece
            if text.endswith(PROMPT) or text.endswith(f"{PROMPT}\x1b[0m"):
                return text
        raise AssertionError(f"no prompt: {self.screen[-2000:]}")

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())


@contextmanager
def terminal(*arguments: str) -> Iterator[Terminal]:
    opened = Terminal(*arguments)
    try:
        yield opened
    finally:
        opened.process.kill()
        opened.process.wait()
        os.close(opened.master)


@pytest.mark.parametrize("game", SHORT)
def test_a_full_game_with_wrong_inputs_on_the_way(game: str, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    with terminal("play", game, *SHORT[game], "--seed", "5", "--record", str(record)) as person:
        assert person.read() is not None
        person.type("what?")
        text = person.read()
        assert text is not None
        assert "move 'what?'" in text
        person.type("999")
        text = person.read()
        assert text is not None
        assert "expected a number from 1 to" in text
        person.type("hint")
        text = person.read()
        assert text is not None
        assert "would play" in text
        person.type("help")
        while person.read() is not None:
            person.type("1")
        assert person.process.wait(30) == 0
    assert "score" in person.screen
    assert "\x1b[" in person.screen
    saved = json.loads(record.read_text())
    assert saved["result"] is not None
    assert cardcore.replay(saved).is_over


def test_an_interrupt_leaves_cleanly(tmp_path: Path) -> None:
    with terminal("play", "ends", "--record", str(tmp_path / "game.json")) as person:
        assert person.read() is not None
        # A signal just before the program begins to wait for a line may be noticed only with the
        # next key; a person would press again, too.
        for _ in range(20):
            person.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                person.process.wait(3)
                break
        assert person.read() is None
        assert person.process.wait(0) == 130
    assert "you left after 0 moves; go on with" in person.screen
    assert "Traceback" not in person.screen
