"""Load test of the server: rooms of two people and bots, all playing at once.

``python -m bench serve`` runs a server with its default limits and scripted people, each room from
an address of its own, and checks that no move is lost. Then attackers join in (``bench.attackers``)
while the same rooms play on, and the delays of honest people and the memory of the server are
measured again. ``--write`` puts the figures into the documentation. It needs a machine with nothing
else to do, and Linux, where clients can use all of 127.0.0.0/8.
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
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from typing import Any

#: The page that shows the measurements.
PAGE = Path(__file__).parent.parent / "docs" / "play" / "browser.md"

#: What ``bench.attackers`` can do, all at once or one by one.
ATTACKS = ("pings", "crowd", "guests", "bots", "stakes")

#: Seconds until everybody has a seat and measuring begins.
_SITTING_DOWN = 10.0

#: Seconds that the attackers have to get going before anything counts.
_GATHERING = 5.0

#: Seconds after an attack until memory is measured: clients that don't read are dropped by then.
_AFTERMATH = 45.0

_MARKED = re.compile(
    r"(<!-- served: `[^`]*` writes what follows -->\n).*?(<!-- served: until)", re.S
)


@dataclass
class Tally:
    """What the people have seen."""

    phase: str = ""
    """What is being measured now; nothing if empty."""
    delays: dict[str, list[float]] = field(default_factory=lambda: {"quiet": [], "attack": []})
    """Seconds from sending a move to being shown it, by phase."""
    moves: Counter[str] = field(default_factory=Counter)
    """Moves of people and bots that were shown, by phase."""
    lost: int = 0
    """Rooms whose two people saw different games."""
    links: dict[str, str] = field(default_factory=dict)
    """The links of one room."""
    over: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Figures:
    """What was measured, with memory in megabytes."""

    tally: Tally
    before: float
    attacked: float
    after: float


class Room:
    """A room of two people and two bots."""

    def __init__(self, address: str, number: int, tally: Tally) -> None:
        self._address = address
        self._tally = tally
        self._source = f"127.1.{number // 250}.{number % 250 + 1}"
        self._random = random.Random(number)
        self._histories: list[list[list[Any]]] = [[], []]

    async def play(self, think: float) -> None:
        """Play until it is over; everybody thinks for about ``think`` seconds before a move."""
        from websockets.asyncio.client import connect

        settings = {"pace": 0, "hints": False}
        opened = await asyncio.to_thread(
            open_room, self._address, "hearts", {}, settings, source=self._source
        )
        self._tally.links = opened
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
            # Nobody may wait for a state at the end: of a game that is over there is none.
            sitting = [
                asyncio.create_task(self._tally.over.wait()),
                asyncio.create_task(self._sit(ann, 0, think)),
                asyncio.create_task(self._sit(bob, 1, think)),
            ]
            ended, waiting = await asyncio.wait(sitting, return_when=asyncio.FIRST_COMPLETED)
            for task in waiting:
                task.cancel()
            for task in ended:
                task.result()
        # Only the player who passed cards is told which ones: compare without them.
        heard = [
            [(seat, text.partition(" ")[0]) for seat, text in history]
            for history in self._histories
        ]
        short, long = sorted(heard, key=len)
        self._tally.lost += short != long[: len(short)]

    async def _sit(self, socket: Any, seat: int, think: float) -> None:
        """Play one seat."""
        history = self._histories[seat]
        sent: tuple[int, float, str] | None = None
        number = seat
        while True:
            state = await _state(socket)
            table = state["table"]
            if table is None:
                continue
            del history[table["history"]["from"] :]
            history += table["history"]["moves"]
            now = time.monotonic()
            if seat == 0:
                self._tally.moves[self._tally.phase] += len(table["history"]["moves"])
            if sent is not None and (
                seat in table["decided"] or any(who == seat for who, _ in history[sent[0] :])
            ):
                if sent[2]:
                    self._tally.delays[sent[2]].append(now - sent[1])
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
            # People don't think in step: otherwise all rooms would move at once.
            await asyncio.sleep(think * (0.5 + self._random.random()))
            sent = (table["count"], time.monotonic(), self._tally.phase)
            move = {"type": "move", "text": text, "game": table["number"], "count": table["count"]}
            await socket.send(json.dumps(move))


def open_room(
    address: str,
    game: str,
    rules: Mapping[str, Any],
    settings: Mapping[str, Any],
    *,
    source: str = "127.0.0.1",
) -> dict[str, str]:
    """Open a room from an address; returns its links and the token of its host, Ann.

    Raises
    ------
    OSError
        If the server refuses.
    """
    asked = {"game": game, "name": "Ann", "rules": dict(rules), "settings": dict(settings)}
    connection = HTTPConnection(address, timeout=60, source_address=(source, 0))
    with closing(connection):
        headers = {"content-type": "application/json"}
        connection.request("POST", "/api/rooms", json.dumps(asked).encode(), headers)
        answer = connection.getresponse()
        found: dict[str, Any] = json.loads(answer.read())
    if answer.status != 201:
        raise OSError(found["error"]["message"])
    return found


async def _state(socket: Any) -> dict[str, Any]:
    """Wait for the next state; a refusal is a mistake of this script."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] == "state":
            return message
        if message["type"] == "error":
            raise RuntimeError(message["message"])


async def _measure(
    address: str, rooms: int, seconds: float, think: float, server: int, attacks: list[str]
) -> Figures:
    """Let people play, undisturbed at first and then under attack."""
    tally = Tally()
    players = [
        asyncio.create_task(Room(address, number, tally).play(think)) for number in range(rooms)
    ]
    await asyncio.sleep(_SITTING_DOWN)
    tally.phase = "quiet"
    await asyncio.sleep(seconds)
    tally.phase = ""
    before = _memory(server)
    # Real attackers have processors of their own, so these only get what nobody else wants.
    links = tally.links["room"], tally.links["watch"]
    command = ["nice", "-n", "19", sys.executable, "-m", "bench.attackers", address, *links]
    command += [str(_GATHERING + seconds), *attacks]
    attackers = await asyncio.create_subprocess_exec(*command)
    await asyncio.sleep(_GATHERING)
    tally.phase = "attack"
    await asyncio.sleep(seconds)
    tally.phase = ""
    peak = _memory(server)
    await attackers.wait()
    await asyncio.sleep(_AFTERMATH)
    after = _memory(server)
    tally.over.set()
    await asyncio.gather(*players)
    return Figures(tally, before, peak, after)


def _memory(process: int) -> float:
    """Return the resident memory of a process in megabytes."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1024


#: A server with the limits given as JSON, and the defaults for all others.
SERVER = """
import json, sys
from pathlib import Path
from cardcore.serve.limits import Limits, Rate
from cardcore.serve.run import serve
limits = Limits(**{name: Rate(*rate) for name, rate in json.loads(sys.argv[2]).items()})
ready = lambda url: print(url, flush=True)
serve(Path(sys.argv[1]), port=0, limits=limits, load_bots=True, ready=ready)
"""


def measure(rooms: int, seconds: float, think: float, attacks: list[str]) -> dict[str, float]:
    """Run a server, let people play, and return how it went.

    Parameters
    ----------
    rooms
        How many rooms there are.
    seconds
        How long each phase is measured.
    think
        How many seconds a person thinks before a move.
    attacks
        What attackers do in the second phase, all of it at once: names of ``ATTACKS``.
    """
    # Not every system has it, and this module is loaded to look for examples.
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(4 * rooms + 200, hard)), hard))
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, str(Path(folder) / "rooms"), "{}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().split("//")[1].strip("/\n")
            try:
                figures = asyncio.run(_measure(address, rooms, seconds, think, server.pid, attacks))
            finally:
                server.terminate()
    tally = figures.tally
    found: dict[str, float] = {"rooms": rooms, "load": load, "lost": tally.lost}
    for phase, delays in tally.delays.items():
        cuts = quantiles(delays, n=100)
        found[f"{phase} moves"] = tally.moves[phase] / seconds
        found[f"{phase} p50"] = 1000 * cuts[49]
        found[f"{phase} p99"] = 1000 * cuts[98]
    found["ratio"] = found["attack p99"] / found["quiet p99"]
    found["memory before"] = figures.before
    found["memory attacked"] = figures.attacked
    found["memory after"] = figures.after
    return found


def write(found: dict[str, float]) -> None:
    """Put the measurements into the page."""
    grown = 100 * (found["memory after"] / found["memory before"] - 1)
    text = (
        "One run of `python -m bench serve` on a virtual machine with 2 cores, shared by the\n"
        "server, the scripted people and the attackers: Hearts, two people and two `greedy` bots\n"
        "in every room. A delay is the time from sending a move to seeing it, committed to disk.\n"
        "The attackers flood pings, open rooms of strong bots and of new stakes, crowd a room and\n"
        "fill its log, all at the same time.\n\n"
        "| | alone | under attack | goal |\n|---|---|---|---|\n"
        f"| rooms playing | {found['rooms']:.0f} | {found['rooms']:.0f} | 200 |\n"
        f"| moves a second | {found['quiet moves']:.0f} | {found['attack moves']:.0f} | |\n"
        f"| median delay | {found['quiet p50']:.0f} ms | {found['attack p50']:.0f} ms | |\n"
        f"| 99th percentile | {found['quiet p99']:.0f} ms | {found['attack p99']:.0f} ms "
        "| 100 ms alone, 3 times that under attack |\n"
        f"| memory of the server | {found['memory before']:.0f} MB "
        f"| {found['memory attacked']:.0f} MB | |\n"
        f"| memory after the attack | | {found['memory after']:.0f} MB ({grown:+.0f} %) "
        "| at most +20 % |\n"
        f"| rooms whose people saw different games | | {found['lost']:.0f} | 0 |\n"
        f"| load of the machine before the run | {found['load']:.1f} | | 0 |\n\n"
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
    parser.add_argument(
        "--attack",
        nargs="*",
        choices=ATTACKS,
        default=ATTACKS,
        help="what attackers do, if not everything; nothing after the option: people only play on",
    )
    parser.add_argument("--write", action="store_true", help="write the figures into the page")
    given = parser.parse_args()
    found = measure(given.rooms, given.seconds, given.think, given.attack)
    for name, number in found.items():
        print(f"{name}: {number:.1f}")
    if given.write:
        write(found)
    if found["lost"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
