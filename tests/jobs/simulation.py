"""An executor that misbehaves, in simulated time: all of it follows from a seed.

The executor loses, delays, duplicates and reorders tasks, its workers die, it breaks on submission,
fails tasks that have finished, cancels, and falls silent. Time passes only while the job waits, so
an hour without an answer takes no time to test.
"""

import heapq
import random
from collections.abc import Callable, Collection
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

#: After how long a silent executor is given up, in simulated seconds.
TIMEOUT = 600

#: No simulated job takes longer, in simulated seconds.
LONGEST = 10_000.0

#: No simulated job waits more often.
MAX_WAITS = 30_000


class Hang(AssertionError):
    """A job that never ends."""


class SimulatedClock:
    """Time that passes only while somebody waits, from one event to the next."""

    def __init__(self) -> None:
        self.interrupt_at = float("inf")
        """When to raise a `KeyboardInterrupt`, as Ctrl-C does."""
        self._now, self._waits = 0.0, 0
        self._order = count()
        self._events: list[tuple[float, int, Callable[[], object]]] = []

    def now(self) -> float:
        return self._now

    def after(self, seconds: float, action: Callable[[], object]) -> None:
        """Call a function later."""
        heapq.heappush(self._events, (self._now + seconds, next(self._order), action))

    def wait(self, futures: Collection["Future[Any]"], seconds: float, /) -> None:
        deadline = self._now + seconds
        self._waits += 1
        if self._now > LONGEST or self._waits > MAX_WAITS:
            raise Hang(f"still waiting after {self._now:g} seconds and {self._waits} waits")
        while not any(future.done() for future in futures):
            if not self._events or self._events[0][0] > deadline:
                self._now = deadline
                break
            self._now, _, action = heapq.heappop(self._events)
            action()
        if self._now >= self.interrupt_at:
            self.interrupt_at = float("inf")
            raise KeyboardInterrupt


@dataclass
class Scenario:
    """What happens to a job, drawn from a seed."""

    random: random.Random
    total: int
    """The units of the job."""
    size: int | None
    """The units of a chunk, if it is fixed."""
    workers: int
    unit_seconds: float
    """How long a unit takes."""
    losses: int = 0
    """How many tasks are lost or very slow; few enough that a job can finish in time."""
    failures: int = 0
    """How many tasks fail or lose their worker."""
    killer: int | None = None
    """A unit that kills every worker that runs it."""
    fails: int = -1
    """A unit that raises an exception."""
    refuses: bool = False
    """Whether the executor raises an exception for every submission."""
    silent_from: float = float("inf")
    """When the executor stops answering."""
    canceled_from: float = float("inf")
    """When the executor cancels everything."""
    no_workers: tuple[float, float] = (float("inf"), float("inf"))
    """When the last worker leaves, and when the next one joins."""
    interrupt_at: float = float("inf")
    """When Ctrl-C is pressed."""
    close_after: int | None = None
    """After how many results the consumer stops."""
    is_replaceable: bool = True
    """Whether a broken executor can be made again."""
    shows_running: bool = True
    """Whether a task that runs can no longer be canceled."""

    @classmethod
    def draw(cls, seed: int) -> "Scenario":
        draw = random.Random(seed)
        total = draw.randint(1, 60)
        scenario = cls(
            random=draw,
            total=total,
            size=draw.choice([None, 1, draw.randint(2, 9)]),
            workers=draw.randint(1, 4),
            unit_seconds=10 ** draw.uniform(-3, 0.5),
            losses=draw.choice([0, 0, 1, 2, 3]),
            failures=draw.choice([0, 1, 2, 3, 6, 12]),
            is_replaceable=draw.random() < 0.9,
            shows_running=draw.random() < 0.5,
        )
        late = draw.expovariate(1 / (total * scenario.unit_seconds / scenario.workers))
        # At most one thing that a job cannot survive, so that it is known which one ends it.
        end = draw.choice(
            [
                *[None] * 6,
                *("killer", "killer", "fails", "refuses", "silent", "canceled"),
                *("interrupt", "close", "no workers", "pause"),
            ]
        )
        if end == "killer":
            scenario.killer = draw.randrange(total)
        elif end == "fails":
            scenario.fails = draw.randrange(total)
        elif end == "refuses":
            scenario.refuses = True
        elif end == "silent":
            scenario.silent_from = late
        elif end == "canceled":
            scenario.canceled_from = late
        elif end == "interrupt":
            scenario.interrupt_at = late
        elif end == "close":
            scenario.close_after = draw.randint(0, 5)
        elif end == "no workers":
            scenario.no_workers = (late, float("inf"))
        elif end == "pause":
            scenario.no_workers = (late, late + draw.uniform(0, 100))
        return scenario


@dataclass
class Submission:
    """A task of the simulated executor."""

    chunk: range
    run: Callable[[], Any]
    future: "Future[Any]" = field(default_factory=Future)


class SimulatedCluster:
    """Everything that outlives one simulated executor."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario, self.random = scenario, scenario.random
        self.clock = SimulatedClock()
        self.clock.interrupt_at = scenario.interrupt_at
        self.trace: list[str] = []
        """What happened, to compare replays."""
        self.submissions: list[Submission] = []
        self.finished: list[Submission] = []
        """The tasks whose result was delivered."""
        self.deaths: list[tuple[range, bool]] = []
        """The chunks that were told to have lost a worker, and whether each was alone."""

    def make(self) -> "SimulatedExecutor":
        self.note("made an executor")
        return SimulatedExecutor(self)

    def note(self, event: str) -> None:
        self.trace.append(f"{self.clock.now():.6f} {event}")

    def spend(self, budget: str, chance: float) -> bool:
        """Decide whether to do one of the things that may happen a limited number of times."""
        left: int = getattr(self.scenario, budget)
        if not left or self.random.random() >= chance:
            return False
        setattr(self.scenario, budget, left - 1)
        return True

    @property
    def has_workers(self) -> bool:
        leave, join = self.scenario.no_workers
        return not leave <= self.clock.now() < join


class SimulatedExecutor(Executor):
    """An executor of a simulated cluster; once broken, it stays broken."""

    def __init__(self, cluster: SimulatedCluster) -> None:
        self._cluster, self._scenario, self._random = cluster, cluster.scenario, cluster.random
        self._clock = cluster.clock
        self._is_broken = False
        self._tasks: list[Submission] = []

    @property
    def _max_workers(self) -> int:
        return self._scenario.workers if self._cluster.has_workers else 0

    def submit(self, function: Any, /, *arguments: Any, **_: Any) -> "Future[Any]":
        chunk = range(arguments[2], arguments[3])
        task = Submission(chunk, lambda: function(*arguments))
        if self._scenario.refuses:
            raise RuntimeError("cannot schedule new futures")
        if not self._is_broken and self._cluster.spend("failures", 0.05):
            self._cluster.note(f"refused {chunk}")
            if self._random.random() < 0.5:
                raise RuntimeError("cannot schedule new futures")
            self._break()
        if self._is_broken:
            self._die(task)
            raise BrokenExecutor("broken on submission")
        self._cluster.note(f"accepted {chunk}")
        self._cluster.submissions.append(task)
        self._tasks.append(task)
        if not self._cluster.spend("losses", 0.15):
            self._start(task, self._random.uniform(0, 0.1))
        elif self._random.random() < 0.5:
            self._start(task, self._random.uniform(10, 100))
        return task.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._cluster.note("shut down")

    def _start(self, task: Submission, delay: float) -> None:
        seconds = len(task.chunk) * self._scenario.unit_seconds * self._random.uniform(0.5, 1.5)
        if self._scenario.shows_running:
            self._clock.after(delay, lambda: self._mark_running(task))
        self._clock.after(delay + seconds, lambda: self._end(task, seconds))

    def _alive(self, task: Submission) -> bool:
        return not (self._is_broken or task.future.done())

    def _mark_running(self, task: Submission) -> None:
        if self._alive(task) and not task.future.running():
            task.future.set_running_or_notify_cancel()

    def _end(self, task: Submission, seconds: float) -> None:
        """End a task that has run to its end, or would have."""
        now = self._clock.now()
        if not self._alive(task) or now >= self._scenario.silent_from:
            return
        if not self._cluster.has_workers:
            self._clock.after(self._random.uniform(1, 50), lambda: self._end(task, seconds))
            return
        if now >= self._scenario.canceled_from:
            self._cancel()
            return
        if self._scenario.killer in task.chunk:
            self._kill(task)
            return
        answer = task.run()
        if isinstance(answer[0], float):
            # Measured time would make chunks of another size in every run.
            answer = (seconds, answer[1])
        if self._cluster.spend("failures", 0.15):
            # The work is done all the same, and nobody hears of it.
            if self._random.random() < 0.3:
                self._cluster.note(f"failed after finishing {task.chunk}")
                task.future.set_exception(ValueError("not enough values to unpack"))
            else:
                self._kill(task)
            return
        if self._random.random() < 0.05:
            self._cluster.note(f"ran twice {task.chunk}")
            assert task.run()[1] == answer[1]
        self._cluster.note(f"finished {task.chunk}")
        self._cluster.finished.append(task)
        task.future.set_result(answer)

    def _kill(self, task: Submission) -> None:
        """Kill the worker of a task: of a pool that breaks, or of a cluster that goes on."""
        self._cluster.note(f"worker died with {task.chunk}")
        if self._random.random() < 0.5:
            self._break()
            return
        self._die(task)
        # Where Dask is not installed, jobs do not know its exception either.
        from distributed import KilledWorker

        error = KilledWorker("task", None, self._random.choice([0, 0, 3]))
        task.future.set_exception(error)

    def _break(self) -> None:
        """Break: fail everything in flight, but not all at once, and some of it never."""
        self._is_broken = True
        undone = [task for task in self._tasks if not task.future.done()]
        self._random.shuffle(undone)
        for number, task in enumerate(undone):
            self._die(task)
            if number == 0:
                task.future.set_exception(BrokenExecutor("a worker died"))
            elif self._random.random() < 0.9:
                self._clock.after(self._random.uniform(0, 3), partial(self._fail, task))

    def _fail(self, task: Submission) -> None:
        if not task.future.done():
            task.future.set_exception(BrokenExecutor("a worker died"))

    def _die(self, task: Submission) -> None:
        others = [other for other in self._tasks if other is not task and not other.future.done()]
        alone = all(other.chunk == task.chunk for other in others)
        self._cluster.deaths.append((task.chunk, alone))

    def _cancel(self) -> None:
        self._cluster.note("canceled everything")
        for task in self._tasks:
            if task.future.cancel():
                task.future.set_running_or_notify_cancel()
