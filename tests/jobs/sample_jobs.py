"""Jobs and players for the tests, in a module that workers can import."""

import json
import os
import signal
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardcore import arena


@dataclass(frozen=True)
class Squares:
    """Sum the squares of numbers, some of which cause trouble."""

    kills: tuple[int, ...] = ()
    """Numbers that kill the worker that adds them."""
    times: int = 1_000_000
    """How often they do."""
    notes: str = ""
    """The directory in which every kill is recorded."""
    fails: int = -1
    """A number that raises an exception."""
    name: str = "squares"

    unit = "numbers"

    def describe(self) -> dict[str, Any]:
        return {"job": self.name}

    def run(self, chunk: range, /) -> int:
        for number in set(self.kills) & set(chunk):
            note = Path(self.notes) / str(number)
            killed = len(note.read_bytes()) if note.exists() else 0
            if killed < self.times:
                note.write_bytes(b"x" * (killed + 1))
                os.kill(os.getpid(), signal.SIGKILL)
        if self.fails in chunk:
            raise Unlucky(f"{self.fails} is unlucky")
        return sum(number * number for number in chunk)

    def encode(self, result: int, /) -> bytes:
        return str(result).encode()

    def decode(self, content: bytes, chunk: range, /) -> int:
        return int(content)


class Unlucky(Exception):
    """An error that cannot be pickled."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.lock = threading.Lock()


class First:
    """A player that makes the first legal move."""

    def choose(self, view: Any, /) -> Any:
        return view.legal_moves()[0]


class Forgetful:
    """A player that counts its choices and plays by the count: every chunk has to start afresh."""

    def __init__(self) -> None:
        self.count = 0

    def choose(self, view: Any, /) -> Any:
        self.count += 1
        moves = view.legal_moves()
        return moves[self.count % len(moves)]


#: An arena of native bots, and one with a player written in Python: enough games for several
#: chunks, and one game more than whole deals have.
ARENAS: dict[str, dict[str, Any]] = {
    "native": {
        "game": "hearts",
        "bots": ["search:worlds=2", "rule", "random", "random"],
        "games": 97,
        "seed": 5,
        "target": 0,
    },
    "python": {
        "game": "hearts",
        "bots": [First(), "rule", "random", "random"],
        "games": 97,
        "seed": 5,
        "target": 0,
    },
}


def content(result: arena.Result) -> bytes:
    """Return everything in the result of an arena except its duration."""
    entries = result.to_dict()
    del entries["seconds"], entries["games_per_second"]
    return json.dumps(entries).encode()
