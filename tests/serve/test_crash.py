"""``kill -9`` at any moment: every move that was acknowledged is there afterwards."""

import random
import signal
import sqlite3
import threading
from pathlib import Path
from typing import Any

from tests.serve.serving import Person, Served
from websockets.exceptions import ConnectionClosed

#: How often the server is killed.
KILLS = 50

GAMES: dict[str, dict[str, Any]] = {"hearts": {"target": None}, "draw": {"hands": 3}, "ends": {}}


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
                ann.until(lambda ann=ann: not ann.table["is_over"])
            if ann.may_move:
                ann.move(turn)
                turn += 1
            else:
                ann.catch_up()
            room.note(ann)


def test_after_a_kill_every_acknowledged_move_is_there(tmp_path: Path) -> None:
    data = tmp_path / "rooms"
    chance = random.Random(11)
    with Served(data) as served:
        rooms = [Remembered(served, game) for game in GAMES]
    moved = 0
    for _ in range(KILLS):
        served = Served(data)
        people: list[Person] = []
        killer = threading.Timer(chance.uniform(0.0, 0.5), served.process.kill)
        try:
            for room in rooms:
                people.append(room.enter(served))
                room.check(people[-1])
            killer.start()
            play_on(rooms, people, turn=moved)
        except (ConnectionClosed, EOFError):
            # What came in before the end counts as acknowledged.
            for room, person in zip(rooms, people, strict=False):
                if person.state.get("table") is not None:
                    room.note(person)
        finally:
            killer.join()
            for person in people:
                person.__exit__()
            served.stop(signal.SIGKILL)
        moved += sum(len(room.history) for room in rooms)
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
