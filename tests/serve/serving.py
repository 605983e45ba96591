"""A real server in a process of its own, and scripted people who talk to it."""

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

#: Starts a server that does not mind how quickly tests open rooms, unless it is told to.
PROGRAM = """
import json, sys
from pathlib import Path
from cardcore.serve.limits import Limits, Rate
from cardcore.serve.run import serve

given = {name: Rate(*value) if isinstance(value, list) else value
         for name, value in json.loads(sys.argv[2]).items()}
options = {"port": 0, **json.loads(sys.argv[3])}
options["ready"] = lambda url: print(url, flush=True)
serve(Path(sys.argv[1]), limits=Limits(**given), **options)
"""

#: What tests ask for in a minute is more than people do.
LOOSE: dict[str, Any] = {
    **{name: [1e6, 1e6] for name in ("arrivals", "openings", "requests", "messages", "thoughts")},
    "patience": 10**6,
}


class Served:
    """A server that runs on a port of its own, with limits and options of ``serve``."""

    def __init__(self, data: Path, limits: Mapping[str, Any] = LOOSE, **options: Any) -> None:
        given = [json.dumps(dict(limits)), json.dumps(options)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(data), *given],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONWARNINGS": "default"},
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        if not self.url:
            _, said = self.process.communicate()
            raise AssertionError(f"the server did not start: {said}")
        self.address = urlsplit(self.url).netloc

    def stop(self, number: int = signal.SIGTERM) -> str:
        """Stop the server and return what it wrote to standard error."""
        self.process.send_signal(number)
        _, said = self.process.communicate()
        return said

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.stop(signal.SIGKILL if error else signal.SIGTERM)

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> tuple[int, Any]:
        """Ask for something; gives the status and the JSON of the answer."""
        return self._ask(urllib.request.Request(self.url + path, headers=dict(headers or {})))

    def post(
        self, path: str, body: Any, headers: Mapping[str, str] | None = None
    ) -> tuple[int, Any]:
        """Send something; gives the status and the JSON of the answer."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        given = {"content-type": "application/json", **(headers or {})}
        return self._ask(urllib.request.Request(self.url + path, content, given))

    def _ask(self, request: urllib.request.Request) -> tuple[int, Any]:
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read())

    def open(
        self, game: str, rules: Mapping[str, Any] | None = None, **settings: Any
    ) -> dict[str, str]:
        """Open a room of Ann's."""
        asked = {"game": game, "rules": dict(rules or {}), "name": "Ann"}
        status, opened = self.post("api/rooms", {**asked, "settings": {"pace": 0, **settings}})
        assert status == 201, opened
        return dict(opened)

    def connect(self, path: str, **options: Any) -> Any:
        """Open a socket, as a context."""
        # Who has not read everything must be able to say goodbye all the same.
        return connect(f"ws://{self.address}/api/{path}", **{"max_queue": None, **options})


class Person:
    """Somebody at a room who takes what is shown to them for true, and remembers all of it."""

    def __init__(self, served: Served, path: str, token: str | None = None) -> None:
        self._opened = served.connect(path)
        self.socket: ClientConnection = self._opened.__enter__()
        self.frames: list[dict[str, Any]] = []
        self.token = token
        self.state: dict[str, Any] = {}
        self.history: list[list[Any]] = []
        self.say("hello", **({} if token is None else {"token": token}))
        self.until(lambda: bool(self.state))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.__exit__(None, None, None)

    def say(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        self.socket.send(json.dumps({"type": kind, **fields}))

    def hear(self, timeout: float = 30.0) -> dict[str, Any]:
        """Wait for the next message."""
        frame: dict[str, Any] = json.loads(self.socket.recv(timeout=timeout))
        self.frames.append(frame)
        if frame["type"] == "state":
            table = frame["table"]
            if table is not None:
                if (
                    self.state.get("table") is None
                    or self.state["table"]["number"] != table["number"]
                ):
                    self.history = []
                del self.history[table["history"]["from"] :]
                self.history += table["history"]["moves"]
            self.state = frame
        elif frame["type"] == "token":
            self.token = frame["token"]
        return frame

    def catch_up(self) -> None:
        """Hear what has been said already."""
        with suppress(TimeoutError):
            while True:
                self.hear(timeout=0.005)

    def until(self, is_so: Callable[[], bool]) -> None:
        """Listen until something is so."""
        while not is_so():
            self.hear()

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message and return the first reply that is not a state."""
        self.say(kind, **fields)
        while (frame := self.hear())["type"] in ("state", "welcome"):
            pass
        return frame

    @property
    def table(self) -> dict[str, Any]:
        """What is shown of the game."""
        found: dict[str, Any] = self.state["table"]
        return found

    @property
    def may_move(self) -> bool:
        """Whether it is this person's turn."""
        table = self.state.get("table")
        return table is not None and table["choices"] is not None

    def choose(self, number: int) -> str:
        """Choose some legal move."""
        moves = self.table["choices"]["moves"]
        if moves is None:
            return "pass " + " ".join(map(str, self.table["view"]["hand"][:3]))
        return str(moves[number % len(moves)])

    def move(self, number: int = 0) -> str:
        """Make some legal move; returns once it is acknowledged, with its text."""
        text, count = self.choose(number), self.table["count"]
        game = self.table["number"]
        self.say("move", text=text, game=game, count=count)
        self.until(lambda: self.table["count"] > count or self.table["choices"] is None)
        return text

    def play(self) -> None:
        """Play a whole game against bots."""
        number = 0
        while not self.table["is_over"]:
            if self.may_move:
                self.move(number)
                number += 1
            else:
                self.hear()
