"""Clients that try to spoil a server for others, for ``python -m bench serve``.

They use a few addresses of their own, know the links of one honest room, and do all at once what
has broken servers before: flood pings without reading, open rooms of strong bots and rooms with
stakes that need a solution, crowd the honest room, and fill its log with names and chat.

``python -m bench.attackers ADDRESS ROOM WATCH SECONDS ATTACK …`` runs those that are named.
"""

import asyncio
import json
import random
import sys
from contextlib import suppress
from typing import Any

from bench.serve import open_room

#: The addresses that the attackers come from.
SOURCES = [f"127.2.0.{number}" for number in range(1, 5)]

_STRONG_ROOMS = 20
_PINGS = 200


def _connect(address: str, path: str, source: str) -> Any:
    from websockets.asyncio.client import connect

    return connect(
        f"ws://{address}/api/{path}",
        local_addr=(source, 0),
        compression=None,
        open_timeout=60,
        max_queue=None,
    )


async def _flood_pings(address: str, watch: str, source: str) -> None:
    """Send pings by hand, and read nothing."""
    host, port = address.split(":")
    ping = b"\x89\xfd" + bytes(4) + bytes(125)
    while True:
        _, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0), limit=1)
        writer.write(
            f"GET /api/watch/{watch} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(10):
                for _ in range(10_000):
                    writer.write(ping * _PINGS)
                    await writer.drain()
        writer.close()
        await asyncio.sleep(0.1)


async def _play_bots(address: str, source: str, game: str, rules: dict[str, int]) -> None:
    """Open a room, let strong bots have all seats, and watch them."""
    with suppress(OSError):
        opened = await asyncio.to_thread(
            open_room, address, game, rules, {"pace": 0}, source=source
        )
        async with _connect(address, f"rooms/{opened['room']}", source) as socket:
            await socket.send(json.dumps({"type": "hello", "token": opened["token"]}))
            await socket.send('{"type": "stand"}')
            while True:
                state = json.loads(await socket.recv())
                if state["type"] != "state":
                    continue
                table = state["table"]
                if table is None or table["is_over"]:
                    seats = list(range(len(state["seats"])))
                    fill = {"type": "fill", "seats": seats, "level": "best"}
                    await socket.send(json.dumps(fill))
                    await socket.send('{"type": "start"}')


async def _crowd(address: str, link: str, source: str) -> None:
    """Keep as many connections to a room as the server allows."""
    while True:
        with suppress(OSError):
            async with _connect(address, link, source) as socket:
                await socket.send('{"type": "hello"}')
                await asyncio.sleep(5)


async def _join_and_go(address: str, room: str, source: str) -> None:
    """Join under new names, rename, chat, and never come back."""
    while True:
        with suppress(OSError):
            async with _connect(address, f"rooms/{room}", source) as socket:
                await socket.send('{"type": "hello"}')
                name = f"x{random.randrange(10**9)}"
                await socket.send(json.dumps({"type": "join", "name": name}))
                for number in range(20):
                    rename = {"type": "rename", "name": f"{name}.{number}"}
                    await socket.send(json.dumps(rename))
                    await socket.send(json.dumps({"type": "say", "text": "x" * 200}))


def _attacks(room: str, watch: str, source: str) -> dict[str, list[tuple[Any, ...]]]:
    """List what attackers do from one address: functions with arguments, by attack."""
    draws = [{"players": 2, "ante": ante} for ante in random.sample(range(3, 200), 5)]
    return {
        "pings": [(_flood_pings, watch, source)] * 5,
        "crowd": [(_crowd, link, source) for link in (f"watch/{watch}", f"rooms/{room}")] * 30,
        "guests": [(_join_and_go, room, source)] * 5,
        "bots": [(_play_bots, source, "hearts", {})] * _STRONG_ROOMS,
        "stakes": [(_play_bots, source, "draw", rules) for rules in draws],
    }


async def _attack(address: str, room: str, watch: str, seconds: float, names: list[str]) -> None:
    from websockets.exceptions import WebSocketException

    async def persist(attack: Any, *arguments: Any) -> None:
        while True:
            with suppress(OSError, WebSocketException, EOFError):
                await attack(address, *arguments)
            await asyncio.sleep(0.2)

    attacks = [
        persist(*attack)
        for source in SOURCES
        for name, attacks in _attacks(room, watch, source).items()
        for attack in attacks
        if name in names
    ]
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*attacks, asyncio.sleep(seconds))


if __name__ == "__main__":
    asyncio.run(_attack(sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4]), sys.argv[5:]))
