"""How many moves the server takes: rooms of two people and bots, all playing at once.

``python -m bench serve`` runs a server and people who play by script, each room from an address of
its own as in a network, and checks that no move is lost; ``--write`` puts what it measured into
``docs/play/browser.md``. It wants a machine with nothing else to do, and Linux, where clients can come
from all of 127.0.0.0/8.
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

#: The page that shows the measurements.
PAGE = Path(__file__).parent.parent / "docs" / "play" / "browser.md"

#: Seconds that people have to sit down before anything counts.
_SITTING_DOWN = 10.0

_MARKED = re.compile(
    r"(<!-- served: `[^`]*` writes what follows -->\n).*?(<!-- served: until)", re.S
)


@dataclass
class Tally:
    """What the people have seen."""

    since: float
    """When the counting begins."""
    delays: list[float] = field(default_factory=list)
    """Seconds from sending a move to being shown it."""
    moves: int = 0
    """Moves of people and bots that were shown."""
    lost: int = 0
    """Moves that were acknowledged to one person and differ for the other."""


class Room:
    """A room of two people and two bots."""

    def __init__(self, address: str, number: int, tally: Tally) -> None:
        self._address = address
        self._tally = tally
        self._source = f"127.1.{number // 250}.{number % 250 + 1}"
        self._random = random.Random(number)
        self._histories: list[list[list[Any]]] = [[], []]

    async def play(self, until: float, think: float) -> None:
        """Play until a time; everybody thinks for about so many seconds before a move."""
        from websockets.asyncio.client import connect

        settings = {"pace": 0, "hints": False}
        opened = await asyncio.to_thread(open_room, self._address, "hearts", {}, settings)
        link = f"ws://{self._address}/api/rooms/{opened['room']}"
        options: dict[str, Any] = {
            "local_addr": (self._source, 0),
            "compression": None,
            "open_timeout": 60,
        }
        async with connect(link, **options) as ann, connect(link, **options) as bob:
            await ann.send(json.dumps({"type": "hello", "token": opened["token"]}))
            await bob.send('{"type": "hello"}')
            await bob.send('{"type": "join", "name": "Bob"}')
            while (await _state(bob))["you"]["seat"] is None:
                pass
            await ann.send('{"type": "fill", "seats": [2, 3], "level": "greedy"}')
            await ann.send('{"type": "start"}')
            await asyncio.gather(self._sit(ann, 0, until, think), self._sit(bob, 1, until, think))
        # What was passed is told to whoever passed it alone.
        heard = [
            [(seat, text.partition(" ")[0]) for seat, text in history]
            for history in self._histories
        ]
        short, long = sorted(heard, key=len)
        self._tally.lost += short != long[: len(short)]

    async def _sit(self, socket: Any, seat: int, until: float, think: float) -> None:
        """Play one seat."""
        history = self._histories[seat]
        sent: tuple[int, float] | None = None
        number = seat
        while time.monotonic() < until:
            state = await _state(socket)
            table = state["table"]
            if table is None:
                continue
            del history[table["history"]["from"] :]
            history += table["history"]["moves"]
            now = time.monotonic()
            if seat == 0 and now >= self._tally.since:
                self._tally.moves += len(table["history"]["moves"])
            if sent is not None and (
                seat in table["decided"] or any(who == seat for who, _ in history[sent[0] :])
            ):
                if sent[1] >= self._tally.since:
                    self._tally.delays.append(now - sent[1])
                sent = None
            if table["is_over"] or table["choices"] is None or sent is not None:
                continue
            moves = table["choices"]["moves"]
            text = (
                moves[number % len(moves)]
                if moves
                else "pass " + " ".join(table["view"]["hand"][:3])
            )
            number += 1
            # People do not think in step: rooms that did would all move at once.
            await asyncio.sleep(think * (0.5 + self._random.random()))
            sent = (table["count"], time.monotonic())
            move = {"type": "move", "text": text, "game": table["number"], "count": table["count"]}
            await socket.send(json.dumps(move))


def open_room(
    address: str, game: str, rules: Mapping[str, Any], settings: Mapping[str, Any]
) -> dict[str, str]:
    """Open a room; gives the parts of its links and the token of its host, Ann."""
    asked = {"game": game, "name": "Ann", "rules": dict(rules), "settings": dict(settings)}
    request = urllib.request.Request(
        f"http://{address}/api/rooms",
        json.dumps(asked).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        found: dict[str, str] = json.loads(answer.read())
    return found


async def _state(socket: Any) -> dict[str, Any]:
    """Wait for the next state; a refusal is a mistake of this script."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] == "state":
            return message
        if message["type"] == "error":
            raise RuntimeError(message["message"])


async def _play_all(address: str, rooms: int, seconds: float, think: float) -> Tally:
    # Until then everybody has found the room and a seat.
    tally = Tally(time.monotonic() + _SITTING_DOWN)
    until = tally.since + seconds
    await asyncio.gather(
        *(Room(address, number, tally).play(until, think) for number in range(rooms))
    )
    return tally


def _memory(process: int) -> float:
    """Tell how many megabytes a process has taken at most."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1024


#: Rooms are opened quicker here than one address may.
SERVER = """
import sys
from pathlib import Path
from cardcore.serve.limits import Limits, Rate
from cardcore.serve.run import serve
loose = Rate(1e6, 1e6)
limits = Limits(openings=loose, requests=loose)
serve(Path(sys.argv[1]), port=0, limits=limits, ready=lambda url: print(url, flush=True))
"""


def measure(rooms: int, seconds: float, think: float) -> dict[str, float]:
    """Run a server, let people play, and tell how it went.

    Parameters
    ----------
    rooms
        How many rooms there are.
    seconds
        For how long they play.
    think
        How many seconds a person thinks before a move.
    """
    # Not every system has it, and this module is loaded to look for examples.
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(4 * rooms + 200, hard)), hard))
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, str(Path(folder) / "rooms")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().split("//")[1].strip("/\n")
            try:
                tally = asyncio.run(_play_all(address, rooms, seconds, think))
                memory = _memory(server.pid)
            finally:
                server.terminate()
    cuts = quantiles(tally.delays, n=100)
    return {
        "rooms": rooms,
        "moves a second": tally.moves / seconds,
        "p50": 1000 * cuts[49],
        "p99": 1000 * cuts[98],
        "memory": memory,
        "lost": tally.lost,
        "load": load,
    }


def write(found: dict[str, float]) -> None:
    """Put the measurements into the page."""
    text = (
        "One run of `python -m bench serve` on a virtual machine with 2 cores, which the scripted\n"
        "people share with the server: Hearts, two people and two greedy bots in every room.\n"
        "A move is timed from sending it to being shown it, committed to disk.\n\n"
        "| what | found | goal |\n|---|---|---|\n"
        f"| rooms playing at once | {found['rooms']:.0f} | 200 |\n"
        f"| moves a second | {found['moves a second']:.0f} | 500 |\n"
        f"| half of the moves are shown within | {found['p50']:.0f} ms | |\n"
        f"| 99 of 100 are shown within | {found['p99']:.0f} ms | 100 ms |\n"
        f"| memory of the server | {found['memory']:.0f} MB | 300 MB |\n"
        f"| rooms whose people saw different games | {found['lost']:.0f} | 0 |\n"
        f"| processes that wanted the two cores before the run | {found['load']:.1f} | 0 |\n\n"
    )
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(
        _MARKED.sub(lambda marks: marks[1] + "\n" + text + marks[2], page), encoding="utf-8"
    )


def main() -> None:
    """Measure, print, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--think", type=float, default=0.8, help="seconds before a move")
    parser.add_argument("--write", action="store_true", help="write the figures into the page")
    given = parser.parse_args()
    found = measure(given.rooms, given.seconds, given.think)
    for name, number in found.items():
        print(f"{name}: {number:.1f}")
    if given.write:
        write(found)
    if found["lost"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
