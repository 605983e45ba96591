"""One simulated run: a server, its clients, and what goes wrong."""

import asyncio
import gc
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any, TypeVar, cast
from weakref import WeakSet

import uvicorn
from uvicorn.server import ServerState

from cardcore.serve import rooms as rooms_module
from cardcore.serve import server as server_module
from cardcore.serve import store as store_module
from cardcore.serve import thinking, tokens
from cardcore.serve.addresses import TrustedProxies
from cardcore.serve.connection import Connection
from cardcore.serve.fair_queue import FairQueue, Thought
from cardcore.serve.limits import Limits
from cardcore.serve.live_room import LiveRoom
from cardcore.serve.origins import Origins
from cardcore.serve.rooms import Rooms
from cardcore.serve.run import configuration
from cardcore.serve.server import serve_rooms
from cardcore.serve.sockets import ConnectionTracker
from cardcore.serve.store import Store
from tests.serve.simulation.clients import ATTACKS, Player, spectate
from tests.serve.simulation.clock import SimulatedLoop
from tests.serve.simulation.disk import Disk, SimulatedWriter
from tests.serve.simulation.invariants import Invariants
from tests.serve.simulation.network import Wire

__all__ = ["World", "simulate"]

_T = TypeVar("_T")

#: Limits that a few clients can reach.
LIMITS = Limits(
    connections=60,
    connections_of_address=20,
    guests_of_room=4,
    spectators_of_room=4,
    connections_of_person=3,
    people=6,
    checkpoint_every=15,
    replays_of_room=2,
)

#: Games and rules that are over soon, each with how often it is played: most races need a few moves
#: only, and President has many times the moves of the others.
_GAMES: list[tuple[tuple[str, dict[str, Any]], int]] = [
    (("ends", {"count": 2}), 30),
    (("ends", {"count": 6}), 12),
    (("chopsticks", {"moves": 4}), 8),
    (("draw", {"hands": 1, "players": 3}), 12),
    (("president", {"players": 3, "rounds": 1}), 1),
]

#: How many attackers a room has, each with how often: they send most of what is sent.
_ATTACKERS = [(0, 16), (1, 3), (2, 1)]

#: How much longer attackers rest once they have done their harm.
_TIRED = 60

#: How long players may take once nothing goes wrong any more, in simulated seconds.
_DEADLINE = 300.0

_SERVER: ContextVar[int] = ContextVar("server", default=0)


def _draw(random: Random, weighted: Sequence[tuple[_T, int]]) -> _T:
    """Draw one of several things, each with its weight."""
    things, weights = zip(*weighted, strict=True)
    return random.choices(things, weights)[0]


class SimulatedThinking:
    """Bots and hints in the server's own queue, which take simulated time and no CPU."""

    def __init__(self, random: Random, loop: SimulatedLoop) -> None:
        self._random = random
        self._loop = loop
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue(clock=loop.time)

    async def run(
        self,
        work: Callable[..., Any],
        *arguments: Any,
        room: str,
        person: str | None = None,
        waiting: bool = True,
    ) -> Any:
        """Answer after a while."""
        done = self._loop.create_future()
        thought = self._queue.add(done, room=room, person=person, waiting=waiting)
        self._start()
        try:
            await done
        finally:
            self._queue.drop(thought)
        if work is thinking.choose:
            view = arguments[0]
            return str(self._random.choice(view.legal_moves()))
        return {"words": "", "move": None, "reasons": []}

    def _start(self) -> None:
        while (thought := self._queue.start()) is not None:
            seconds = self._random.choice((0.0, 0.01, 3.0)) * self._random.random()
            self._loop.call_later(seconds, self._finish, thought)

    def _finish(self, thought: Thought[asyncio.Future[None]]) -> None:
        self._queue.finish(thought)
        if not thought.item.done():
            thought.item.set_result(None)
        self._start()

    def close(self) -> None:
        """Do nothing."""


class World:
    """A simulated run.

    Parameters
    ----------
    seed
        Decides everything.
    loop
        The simulated loop.
    trace
        Called with a line for everything that goes wrong on purpose.
    """

    def __init__(self, seed: int, loop: SimulatedLoop, trace: Callable[[str], object]) -> None:
        self.random = Random(seed)
        self.loop = loop
        self._trace = trace
        self.limits = LIMITS
        self.disk = Disk()
        self.disk_was_full = False
        self.is_calm = False
        self.invariants = Invariants(self)
        self.wires: list[Wire] = []
        self.live_rooms: list[LiveRoom] = []
        #: The connections of the server that runs now, as far as they are in memory.
        self.connections: WeakSet[Connection] = WeakSet()
        self.rooms: Rooms
        self._incarnation = 0
        self._is_up = False
        self._tasks: dict[int, list[asyncio.Task[Any]]] = {}
        loop.set_task_factory(self._make_task)

    def note(self, text: str) -> None:
        """Trace what happens."""
        self._trace(f"{self.loop.time():9.3f}  {text}")

    # The server.

    def start(self) -> None:
        """Start the server on what is on disk."""
        self._incarnation += 1
        self._is_up = True
        self.note(f"server {self._incarnation} starts")
        context = copy_context()
        context.run(_SERVER.set, self._incarnation)
        self._context: Context = context
        context.run(self._build)

    def _build(self) -> None:
        self._writer = SimulatedWriter(self.disk, self.random, self._committed)
        store = Store(
            self._writer, replays_of_room=self.limits.replays_of_room, clock=self.loop.time
        )
        self.live_rooms = []
        self.connections.clear()
        self.rooms = Rooms(
            store,
            self.limits,
            clock=self.loop.time,
            offload=self._offload,
            thinking=SimulatedThinking(self.random, self.loop),  # type: ignore[arg-type]
        )
        self.rooms.begin()
        self._tracker = ConnectionTracker(self.limits, TrustedProxies(), clock=self.loop.time)
        self._config: uvicorn.Config = configuration(
            serve_rooms(self.rooms, Origins("127.0.0.1", None)), self._tracker
        )
        self._config.load()
        self._watch(self._incarnation)
        self._state = ServerState()

    def _watch(self, incarnation: int) -> None:
        """Do what the server's main loop does every second."""
        if incarnation == self._incarnation:
            self._tracker.drop_stalled(self.loop.time())
            self.loop.call_later(1.0, self._watch, incarnation, context=self._context)

    async def _offload(self, function: Callable[..., Any], *arguments: Any) -> Any:
        await asyncio.sleep(self.random.choice((0.0, 0.01, 0.3)) * self.random.random())
        return function(*arguments)

    def _committed(self) -> bool:
        """Check what was stored; at times the server crashes before anybody learns of it."""
        self.invariants.check_disk()
        if not self.is_calm and self.random.random() < 0.002:
            self.crash()
            return False
        return True

    def crash(self) -> None:
        """Kill the server: memory and connections are lost, what is on disk stays."""
        if not self._is_up:
            return
        self.note(f"server {self._incarnation} crashes")
        self._is_up = False
        self._writer.die()
        for wire in self.wires:
            wire.kill()
        self.wires.clear()
        for task in self._tasks.pop(self._incarnation, []):
            task.cancel()
        self.loop.call_later(self.random.random(), self.start)

    def server_tasks(self) -> list[asyncio.Task[Any]]:
        """List the server's tasks that are not done, but for the one that deletes expired rooms."""
        cleaning = self.rooms._cleaning
        tasks = self._tasks.get(self._incarnation, [])
        tasks[:] = [task for task in tasks if not task.done()]
        return [task for task in tasks if task is not cleaning]

    def _make_task(
        self, loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any
    ) -> "asyncio.Task[Any]":
        task: asyncio.Task[Any] = asyncio.Task(coroutine, loop=loop, **options)
        server = _SERVER.get()
        if server:
            tasks = self._tasks.setdefault(server, [])
            tasks.append(task)
            if len(tasks) > 200:
                tasks[:] = [kept for kept in tasks if not kept.done()]
            if server != self._incarnation or not self._is_up:
                task.cancel()
        return task

    # The network.

    def connect(
        self, address: str, received: Callable[[bytes], object], lost: Callable[[], object]
    ) -> Wire | None:
        """Connect a client; ``None`` if the server is down."""
        if not self._is_up:
            self.loop.call_soon(lost)
            return None
        make = self._config.http_protocol_class
        protocol = self._context.run(
            make, config=self._config, server_state=self._state, app_state={}, _loop=self.loop
        )
        wire = Wire(self.loop, self.random, protocol, self._context, address, received, lost)
        self.wires.append(wire)
        self.wires = [wire for wire in self.wires if not wire.transport.is_lost]
        return wire

    async def _disturb(self) -> None:
        """Let things go wrong for a while."""
        until = self.loop.time() + self.random.choice((1.0, 4.0, 15.0)) * self.random.random()
        danger = self.random.choice((0.0, 0.3, 1.0))
        while self.loop.time() < until:
            await asyncio.sleep(self.random.expovariate(2.0))
            self.invariants.check_memory()
            if self.random.random() > danger:
                continue
            match self.random.randrange(8):
                case 0:
                    self.crash()
                case 1:
                    self.disk.is_full = self.disk_was_full = True
                    self.note("the disk is full")
                    await asyncio.sleep(self.random.random())
                    self.disk.is_full = False
                case 2 if self.wires:
                    self.note("a cable is cut")
                    self.random.choice(self.wires).cut()
                case _ if self.wires:
                    self.note("a connection breaks")
                    self.random.choice(self.wires).drop()

    async def rest(self, seconds: float) -> None:
        """Let an attacker wait: much longer once it has done its harm."""
        await asyncio.sleep(seconds * (_TIRED if self.is_calm else 1))

    # The run.

    async def run(self) -> None:
        """Let players play while things go wrong, then without, and check that they finish."""
        self.start()
        random = self.random
        players: list[Player] = []
        others: list[asyncio.Task[Any]] = []
        for number in range(random.choice((1, 1, 1, 1, 2))):
            game, rules = _draw(random, _GAMES)
            host = Player(self, f"Host {number}", f"10.0.0.{number}")
            opened = await host.host(game, rules)
            self.note(f"{host.name} opens a room of {game}")
            room = [host]
            for guest in range(random.choice((0, 1, 1, 2))):
                player = Player(self, f"Player {number}.{guest}", f"10.0.2.{len(players)}")
                player.room, player.games = host.room, host.games
                room.append(player)
            players += room
            if random.random() < 0.3:
                others.append(asyncio.create_task(spectate(self, opened["watch"], random)))
            for attack in random.sample(ATTACKS, _draw(random, _ATTACKERS)):
                self.note(f"an attacker: {attack.__name__}")
                others.append(asyncio.create_task(attack(self, opened, random)))
        playing = [asyncio.create_task(self._arrive(player)) for player in players]
        await self._disturb()
        self.note("calm")
        self.is_calm = True
        await self._finish(players, playing)
        await asyncio.gather(*(player.come_back() for player in players if player.has_seat))
        self.invariants.check_memory()
        for task in others:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*others)
        for wire in self.wires:
            wire.close()
        await asyncio.sleep(120)
        for task in playing + others:
            if task.done() and not task.cancelled():
                task.result()
        self.invariants.check_idle()

    async def _arrive(self, player: Player) -> None:
        """Let a player play; guests may come late, when others have been there for a while."""
        if not player.has_joined:
            await asyncio.sleep(self.random.choice((0.0, 0.0, 0.5, 5.0)) * self.random.random())
        await player.play()

    async def _finish(self, players: list[Player], playing: "list[asyncio.Task[None]]") -> None:
        """Wait until everyone has played to the end."""
        until = self.loop.time() + _DEADLINE
        while not all(task.done() for task in playing):
            await asyncio.wait(playing, timeout=20)
            self.invariants.check_memory()
            for task in playing:
                if task.done():
                    task.result()
            if self.loop.time() > until:
                stuck = [
                    f"{player.name} after {player.seen} moves"
                    for player in players
                    if not player.has_finished
                ]
                raise AssertionError(f"no progress: {', '.join(stuck)}")


class _ServerLog(logging.Handler):
    """Stops at an error that the server logs: nobody expected it, unless the disk was full."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        """Look at what is logged."""
        is_disk = record.name == store_module.__name__ and self._world.disk_was_full
        if record.name.startswith("cardcore.") and not is_disk:
            self._world.loop.fail(f"the server logged: {record.getMessage()}")


@contextmanager
def _reproducible(random: Random, world: World) -> Iterator[None]:
    """Replace what a seed can't reach: random tokens, and the classes whose objects are watched.

    The garbage collector is off: what the server is done with must go without it, since a crowd
    that comes and goes would otherwise fill the memory before it runs.
    """

    class RecordedRoom(LiveRoom):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            world.live_rooms.append(self)

    class RecordedConnection(Connection):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            world.connections.add(self)

    rooms, server = cast(Any, rooms_module), cast(Any, server_module)
    bits = tokens.random_bits
    tokens.random_bits = random.getrandbits
    rooms.LiveRoom, server.Connection = RecordedRoom, RecordedConnection
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        tokens.random_bits = bits
        rooms.LiveRoom, server.Connection = LiveRoom, Connection


def simulate(seed: int, trace: Callable[[str], object] = lambda _: None) -> int:
    """Run one seed; returns the number of frames that clients received.

    Raises
    ------
    AssertionError
        If an invariant does not hold.
    """
    loop = SimulatedLoop()
    world = World(seed, loop, trace)
    log = _ServerLog(world)
    logging.getLogger().addHandler(log)
    logging.disable(logging.WARNING)
    asyncio.set_event_loop(loop)
    try:
        with _reproducible(world.random, world):
            try:
                loop.run_until_complete(world.run())
            except RuntimeError:
                if not loop.errors:
                    raise
        assert not loop.errors, loop.errors[0]
        return world.invariants.frames
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        asyncio.set_event_loop(None)
        loop.close()
        logging.disable(logging.NOTSET)
        logging.getLogger().removeHandler(log)
