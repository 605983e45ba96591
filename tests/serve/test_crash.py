"""``kill -9`` at any moment: every move that was acknowledged is there afterwards."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from tests.cases import cases
from tests.serve.serving import Person, Served

#: How often the server is killed.
KILLS = cases(6, slow=50)

GAMES: dict[str, dict[str, Any]] = {"hearts": {"target": None}, "draw": {"hands": 3}, "ends": {}}


#: A process that has loaded everything, and is forked for every server that is to be killed.
NURSERY = """
import os, sys
from pathlib import Path
from cardcore.serve.limits import Limits, Rate
from cardcore.serve.run import serve

loose = Rate(1e6, 1e6)
limits = Limits(openings=loose, requests=loose, messages=loose)
for data in sys.stdin:
    child = os.fork()
    if child == 0:
        ready = lambda url: print(os.getpid(), url, flush=True)
        serve(Path(data.strip()), port=0, limits=limits, ready=ready)
        os._exit(0)
    os.waitpid(child, 0)
    print("gone", flush=True)
"""


class Nursery:
    """Gives birth to servers, one after the other."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", NURSERY],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def bear(self, data: Path) -> "Newborn":
        assert self._process.stdin is not None
        self._process.stdin.write(f"{data}\n")
        self._process.stdin.flush()
        pid, url = self.hear().split()
        return Newborn(int(pid), url)

    def hear(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        self._process.communicate()


class Newborn(Served):
    """A server that lives in a fork."""

    def __init__(self, pid: int, url: str) -> None:
        self.pid, self.url = pid, url
        self.address = urlsplit(url).netloc

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)


class Remembered:
    """A room, and what its host has seen happen in it."""

    def __init__(self, served: Served, game: str) -> None:
        self.room = served.open(game, GAMES[game])
        self.link = f"rooms/{self.room['room']}"
        self.number, self.history = 0, list[list[Any]]()
        with self.enter(served) as ann:
            ann.say("fill", seats=list(range(1, len(ann.state["seats"]))), level="easy")
            ann.say("start")
            ann.until(lambda: ann.state["table"] is not None)
            self.note(ann)

    def enter(self, served: Served) -> Person:
        return Person(served, self.link, self.room["token"])

    def note(self, ann: Person) -> None:
        self.number, self.history = ann.table["number"], list(ann.history)

    def check(self, ann: Person) -> None:
        """Hold what the server shows now against what it has shown before."""
        assert ann.table["number"] >= self.number
        if ann.table["number"] == self.number:
            assert ann.history[: len(self.history)] == self.history


def play_on(rooms: list[Remembered], people: list[Person], turn: int) -> None:
    """Let everybody move until the server is gone, and note what they are shown."""
    while True:
        for room, ann in zip(rooms, people, strict=True):
            if ann.table["is_over"]:
                ann.say("start")
                ann.until(lambda ann=ann: not ann.table["is_over"])  # type: ignore[misc]
            if ann.may_move:
                ann.move(turn)
                turn += 1
            else:
                ann.catch_up()
            room.note(ann)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are born by forks here")
def test_after_a_kill_every_acknowledged_move_is_there(tmp_path: Path) -> None:
    data = tmp_path / "rooms"
    chance = random.Random(11)
    with Served(data) as served:
        rooms = [Remembered(served, game) for game in GAMES]
    moved = 0
    nursery = Nursery()
    for _ in range(KILLS):
        newborn = nursery.bear(data)
        people: list[Person] = []
        killer = threading.Timer(chance.uniform(0.0, 0.4), newborn.kill)
        try:
            for room in rooms:
                people.append(room.enter(newborn))
                room.check(people[-1])
            killer.start()
            play_on(rooms, people, turn=moved)
        except (ConnectionClosed, EOFError):
            # What came in before the end counts as acknowledged.
            for room, person in zip(rooms, people, strict=True):
                room.note(person)
        killer.join()
        for person in people:
            person.__exit__()
        assert nursery.hear() == "gone"
        moved += sum(len(room.history) for room in rooms)
    nursery.close()
    with Served(data) as served:
        for room in rooms:
            with room.enter(served) as ann:
                room.check(ann)
                ann.play()
        assert served.stop() == ""
    kept = sqlite3.connect(data)
    assert kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    kept.close()
    assert moved > KILLS
