"""Blocks of a tutorial page, and how the commands in them are run as a reader would run them.

A page may contain three kinds of fenced blocks: ``pycon``, which pytest runs as doctests; files,
whose opening fence has a ``title``; and ``console`` sessions. A session is a list of commands after
``$``, each followed by the output that the page shows, with ``...`` for what it leaves out. Where
a command asks a question, the answer stands behind the prompt, and is typed.
"""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from cardcore.cli.app import main

#: What ``cardcore play`` and ``cardcore train`` ask with.
PROMPT = re.compile(r"^(?:your move|hold|which game \(Enter for the first\)): ?(.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block."""

    language: str
    title: str | None
    text: str
    line: int


@dataclass(frozen=True)
class Command:
    """A command of a session, and the output that the page shows."""

    text: str
    shown: str
    line: int

    @property
    def answers(self) -> list[str]:
        """What the reader types at the prompts."""
        return PROMPT.findall(self.shown)


@dataclass(frozen=True)
class Finished:
    """A command that has ended."""

    status: int
    output: str


def blocks(page: Path) -> list[Block]:
    """Find the fenced blocks of a page."""
    content = page.read_text(encoding="utf-8")
    fences = re.finditer(r"^```(\w*)(?: title=\"([^\"]+)\")?\n(.*?)^```$", content, re.M | re.S)
    return [
        Block(fence[1], fence[2], fence[3], content.count("\n", 0, fence.start()) + 1)
        for fence in fences
    ]


def commands(block: Block) -> Iterator[Command]:
    """Split a session into its commands."""
    before, *found = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert not before, f"line {block.line}: a session begins with a command"
    line = block.line + 1
    for part in found:
        text, _, shown = part.partition("\n")
        yield Command(text, shown, line)
        line += part.count("\n")


def run(command: Command) -> Finished:
    """Run ``cardcore …``, with ``< FILE`` or ``> FILE``, or ``python FILE``."""
    words = shlex.split(command.text)
    source = target = None
    if len(words) > 2 and words[-2] == "<":
        *words, _, source = words
    elif len(words) > 2 and words[-2] == ">":
        *words, _, target = words
    if words[0] == "python":
        script = subprocess.run(
            [sys.executable, *words[1:]], capture_output=True, text=True, check=False
        )
        return Finished(script.returncode, script.stdout + script.stderr)
    assert words[0] == "cardcore", f"cannot run {command.text!r}"
    typed = "".join(f"{answer}\n" for answer in command.answers)
    if source is not None:
        typed = Path(source).read_text(encoding="utf-8")
    # A terminal shows what is typed; a file that is read is not shown.
    runner = CliRunner(echo_stdin=source is None)
    ended = runner.invoke(main, words[1:], input=typed)
    output = ended.output
    if target is not None:
        Path(target).write_text(ended.stdout, encoding="utf-8")
        output = ended.stderr
    return Finished(ended.exit_code, output)


def differences(shown: str, found: str) -> str | None:
    """Compare what a page shows with what a command printed, whatever the blanks.

    ``...`` between blanks stands for any number of words, also for none, and within a word for any
    letters.
    """
    words = found.split()
    first, *others = _parts(shown)
    place = 0 if _begins(first, words) else None
    for number, part in enumerate(others, 1):
        if place is None:
            break
        starts = range(place + len(first), len(words) - len(part) + 1)
        if number == len(others):
            starts = starts[-1:]
        place = next((start for start in starts if _begins(part, words[start:])), None)
        first = part
    if place is not None and (others or len(first) == len(words)):
        return None
    return f"expected:\n{shown}\nfound:\n{found}"


def _parts(shown: str) -> list[list[str]]:
    """Split words where any others may stand."""
    parts: list[list[str]] = [[]]
    for word in shown.split():
        if word == "...":
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _begins(part: list[str], words: list[str]) -> bool:
    """Tell whether words begin with a part."""
    patterns = [".*".join(map(re.escape, word.split("..."))) for word in part]
    return len(part) <= len(words) and all(map(re.fullmatch, patterns, words))
