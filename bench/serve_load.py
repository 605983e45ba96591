"""How long people wait when others keep the server busy.

``python -m bench serve_load`` runs a server twice. First many rooms of four strong bots play
without pause while one person plays Hearts against three strong bots, and the time from a move of
the person to their next turn is measured. Then rooms of five-card draw with new stakes are opened
while a person asks for a hint in Hearts. ``--package`` names other copies of the package to compare
with.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.serve import SERVER, open_room

#: Seconds in which the crowd takes its seats.
_SETTLING = 8.0


@asynccontextmanager
async def _served(package: Path) -> AsyncIterator[str]:
    """Run a server of a copy of the package; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        loose = {name: [1e6, 1e6] for name in ("openings", "requests")}
        command = [sys.executable, "-c", SERVER, str(Path(folder) / "rooms"), json.dumps(loose)]
        environment = {**os.environ, "PYTHONPATH": str(package), "XDG_CACHE_HOME": folder}
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        ) as server:
            assert server.stdout is not None
            line = await asyncio.to_thread(server.stdout.readline)
            try:
                yield line.split("//")[1].strip("/\n")
            finally:
                server.kill()


class _Player:
    """A connection to a room, as its host."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket

    async def say(self, kind: str, **fields: Any) -> None:
        await self._socket.send(json.dumps({"type": kind, **fields}))

    async def hear(self, kind: str) -> dict[str, Any]:
        """Wait for the next message of a kind; an error is a mistake of this script."""
        while True:
            message: dict[str, Any] = json.loads(await self._socket.recv())
            if message["type"] == kind:
                return message
            if message["type"] == "error":
                raise RuntimeError(message["message"])

    async def table(self) -> dict[str, Any]:
        """Wait for the next state of a game."""
        while (table := (await self.hear("state"))["table"]) is None:
            pass
        return dict(table)


async def _enter(
    stack: AsyncExitStack, address: str, number: int, game: str, rules: dict[str, int]
) -> _Player:
    """Open a room and enter it, from an address of its own."""
    from websockets.asyncio.client import connect

    opened = await asyncio.to_thread(open_room, address, game, rules, {"pace": 0})
    socket = await stack.enter_async_context(
        connect(
            f"ws://{address}/api/rooms/{opened['room']}",
            local_addr=(f"127.1.{number // 250}.{number % 250 + 1}", 0),
            compression=None,
            open_timeout=60,
            max_queue=None,
        )
    )
    player = _Player(socket)
    await player.say("hello", token=opened["token"])
    return player


async def _watch_bots(address: str, number: int, game: str) -> None:
    """Let four strong bots play for as long as anybody asks."""
    async with AsyncExitStack() as stack:
        host = await _enter(stack, address, number, game, {})
        await host.say("stand")
        await host.say("fill", seats=[0, 1, 2, 3], level="best")
        await host.say("start")
        while True:
            if (await host.table())["is_over"]:
                await host.say("start")
                while (await host.table())["is_over"]:
                    pass


async def _wait_for_bots(address: str, number: int, moves: int) -> list[float]:
    """Play Hearts against strong bots; gives the seconds from each move to the next turn."""
    waits: list[float] = []
    async with AsyncExitStack() as stack:
        person = await _enter(stack, address, number, "hearts", {})
        await person.say("fill", seats=[1, 2, 3], level="best")
        await person.say("start")
        moved, count = None, -1
        while len(waits) < moves:
            table = await person.table()
            if table["is_over"]:
                await person.say("start")
                moved, count = None, -1
                continue
            if table["choices"] is None or table["count"] == count:
                continue
            if moved is not None:
                waits.append(time.monotonic() - moved)
            choices, hand = table["choices"]["moves"], table["view"]["hand"]
            text = choices[0] if choices else "pass " + " ".join(hand[:3])
            count = table["count"]
            await asyncio.sleep(0.05)
            moved = time.monotonic()
            await person.say("move", text=text, game=table["number"], count=count)
    return waits


async def measure_waits(package: Path, rooms: int, moves: int) -> list[float]:
    """Give the seconds that a person waits for bots while rooms of bots play."""
    async with _served(package) as address:
        games = ("hearts", "president")
        crowd = [
            asyncio.create_task(_watch_bots(address, number, games[number % 2]))
            for number in range(rooms)
        ]
        if rooms:
            await asyncio.sleep(_SETTLING)
        person = asyncio.create_task(_wait_for_bots(address, rooms, moves))
        await asyncio.wait([person, *crowd], return_when=asyncio.FIRST_COMPLETED)
        for task in crowd:
            if task.done():
                task.result()
            task.cancel()
        waits = await person
        await asyncio.gather(*crowd, return_exceptions=True)
    return waits


async def _play_draw(address: str, number: int, rules: dict[str, int]) -> None:
    """Play draw against the strongest bot by other rules, calling whatever it bets."""
    async with AsyncExitStack() as stack:
        person = await _enter(stack, address, number, "draw", rules)
        await person.say("fill", seats=[1], level="best")
        await person.say("start")
        while True:
            table = await person.table()
            if table["is_over"]:
                return
            if table["choices"] is not None:
                moves = table["choices"]["moves"]
                text = next((move for move in moves if move in ("call", "check")), moves[0])
                fields = {"game": table["number"], "count": table["count"]}
                await person.say("move", text=text, **fields)


async def measure_hint(package: Path, rooms: int) -> float:
    """Give the seconds that a hint in Hearts takes while draw is played for new stakes."""
    async with _served(package) as address, AsyncExitStack() as stack:
        person = await _enter(stack, address, rooms, "hearts", {})
        await person.say("fill", seats=[1, 2, 3], level="best")
        await person.say("start")
        while (await person.table())["choices"] is None:
            pass
        stakes = [{"ante": 2, "small_bet": 5, "big_bet": 11 + extra} for extra in range(rooms)]
        games = [
            asyncio.create_task(_play_draw(address, number, {**one, "stack": 1000}))
            for number, one in enumerate(stakes)
        ]
        await asyncio.sleep(2.0)
        begun = time.monotonic()
        await person.say("hint")
        await person.hear("hint")
        took = time.monotonic() - begun
        for game in games:
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)
    return took


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=200, help="rooms of four strong bots")
    parser.add_argument("--moves", type=int, default=200, help="moves of the person")
    parser.add_argument("--stakes", type=int, default=10, help="rooms of draw with new stakes")
    parser.add_argument(
        "--package",
        type=Path,
        action="append",
        help="the folder that holds the package; several are measured in turn",
    )
    parser.add_argument("--repeat", type=int, default=1)
    given = parser.parse_args()
    packages = given.package or [Path(__file__).parent.parent / "python"]
    for _ in range(given.repeat):
        for package in packages:
            print(package, flush=True)
            if given.moves:
                waits = asyncio.run(measure_waits(package, given.rooms, given.moves))
                shown = (median(waits), quantiles(waits, n=100)[98], max(waits))
                numbers = ", ".join(f"{1000 * seconds:.0f}" for seconds in shown)
                print(f"  a person's wait, median, p99 and max in ms: {numbers}", flush=True)
            if given.stakes:
                took = asyncio.run(measure_hint(package, given.stakes))
                print(f"  a hint while draw has new stakes: {1000 * took:.0f} ms", flush=True)


if __name__ == "__main__":
    main()
