"""The order of thoughts, driven by a clock of its own."""

import heapq
import random
from collections import defaultdict
from collections.abc import Callable

import pytest

from cardcore.serve.errors import RequestError
from cardcore.serve.fair_queue import FairQueue, QueuePolicy, Thought

#: What a thought does when it starts and ends, and how long it takes.
Item = tuple[str, float]


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Simulation:
    """Slots that think for as long as they are told to, without any waiting."""

    def __init__(self, policy: QueuePolicy | None = None) -> None:
        self.clock = Clock()
        self.queue: FairQueue[Item] = FairQueue(policy, clock=self.clock)
        self.waits: dict[str, list[float]] = {}
        self.used: defaultdict[str, float] = defaultdict(float)
        self.efforts: dict[str, list[float]] = {}
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._then: dict[Thought[Item], tuple[float, Callable[[], None]]] = {}
        self._number = 0

    def at(self, seconds: float, happen: Callable[[], None]) -> None:
        """Let something happen after some seconds."""
        self._number += 1
        heapq.heappush(self._events, (self.clock.now + seconds, self._number, happen))

    def think(
        self,
        name: str,
        seconds: float,
        then: Callable[[], None] = lambda: None,
        *,
        person: str | None = None,
        waiting: bool = True,
    ) -> Thought[Item]:
        """Put a thought of a room into the queue, and do something when it is finished."""
        added = self.clock.now
        thought = self.queue.add((name, seconds), room=name, person=person, waiting=waiting)
        self._then[thought] = (added, then)
        self._start()
        return thought

    def _start(self) -> None:
        while (thought := self.queue.start()) is not None:
            name, seconds = thought.item
            added, _ = self._then[thought]
            self.waits.setdefault(name, []).append(self.clock.now - added)
            self.efforts.setdefault(name, []).append(thought.effort)
            self.used[name] += seconds
            self.at(seconds, lambda thought=thought: self._finish(thought))  # type: ignore[misc]

    def _finish(self, thought: Thought[Item]) -> None:
        self.queue.finish(thought)
        _, then = self._then.pop(thought)
        then()
        self._start()

    def run(self, seconds: float) -> None:
        """Let the time pass."""
        until = self.clock.now + seconds
        while self._events and self._events[0][0] <= until:
            self.clock.now, _, happen = heapq.heappop(self._events)
            happen()
        self.clock.now = until

    def think_forever(self, name: str, seconds: float, *, waiting: bool) -> None:
        """Let the bots of a room play without pause."""

        def again() -> None:
            self.think(name, seconds, again, waiting=waiting)

        again()

    def play(self, name: str, bots: int, seconds: float, pause: float) -> None:
        """Let a person play: after a pause they move, and then some bots think in turn."""

        def bot(left: int) -> None:
            if left:
                self.think(name, seconds, lambda: bot(left - 1))
            else:
                self.at(pause, lambda: bot(bots))

        self.at(pause, lambda: bot(bots))


@pytest.mark.parametrize("rooms", [20, 200, 2000])
def test_a_person_waits_for_few_thoughts_whatever_spectators_watch(rooms: int) -> None:
    simulation = Simulation()
    for number in range(rooms):
        simulation.think_forever(f"bots {number}", 0.02, waiting=False)
    simulation.play("person", 3, 0.02, pause=0.5)
    simulation.run(60)
    waits = simulation.waits["person"]
    assert len(waits) > 200
    # A thought that runs already, and sometimes one that is the spectators' turn.
    assert max(waits) <= 2 * 0.02 + 1e-9
    assert sum(waits) / len(waits) <= 0.02


def test_spectators_are_not_starved() -> None:
    policy = QueuePolicy(people_in_a_row=8)
    simulation = Simulation(policy)
    for number in range(20):
        simulation.think_forever(f"people {number}", 0.01, waiting=True)
        simulation.think_forever(f"bots {number}", 0.01, waiting=False)
    simulation.run(90)
    watched = sum(used for name, used in simulation.used.items() if name.startswith("bots"))
    assert watched / sum(simulation.used.values()) == pytest.approx(1 / 9, rel=0.01)


def test_rooms_share_the_time_and_not_the_number_of_thoughts() -> None:
    simulation = Simulation()
    for number in range(4):
        simulation.think_forever(f"quick {number}", 0.001, waiting=True)
        simulation.think_forever(f"slow {number}", 0.1, waiting=True)
    simulation.run(20)
    assert sum(simulation.used.values()) == pytest.approx(40, rel=0.01)
    for name, used in simulation.used.items():
        assert used == pytest.approx(5, rel=0.05), name


def test_a_room_that_used_little_goes_before_rooms_that_play_without_pause() -> None:
    simulation = Simulation()
    for number in range(50):
        simulation.think_forever(f"busy {number}", 0.02, waiting=True)
    # This needs less than a fair share, which is a twenty-fifth.
    simulation.play("person", 3, 0.02, pause=3.0)
    simulation.run(10)
    simulation.waits.clear()
    simulation.run(100)
    assert max(simulation.waits["person"]) <= 0.02 + 1e-9
    assert max(simulation.waits["busy 0"]) > 0.3


def test_a_new_room_is_level_with_the_others() -> None:
    simulation = Simulation()
    for number in range(10):
        simulation.think_forever(f"old {number}", 0.02, waiting=True)
    simulation.run(100)
    before = simulation.used["old 0"]
    simulation.think_forever("new", 0.02, waiting=True)
    simulation.run(11)
    # It does not catch up on the time before it came.
    assert simulation.used["new"] == pytest.approx(2.0, rel=0.1)
    assert simulation.used["old 0"] - before == pytest.approx(2.0, rel=0.1)


def test_an_idle_room_saves_no_more_than_the_credit() -> None:
    simulation = Simulation(QueuePolicy(slots=1, credit=0.5))
    simulation.think_forever("busy", 0.05, waiting=True)
    simulation.think("idle", 0.05)
    simulation.run(1000)
    simulation.used.clear()
    simulation.think_forever("idle", 0.05, waiting=True)
    simulation.run(2)
    # It is ahead by half a second, no matter how long it was idle.
    assert simulation.used["idle"] - simulation.used["busy"] == pytest.approx(0.5, abs=0.15)


def test_hints_count_as_the_time_of_the_person_who_asks() -> None:
    simulation = Simulation(QueuePolicy(slots=1))

    def ask() -> None:
        simulation.think("room", 0.3, ask, person="curious")

    def play() -> None:
        simulation.think("room", 0.01, play)

    ask()
    play()
    simulation.think_forever("other", 0.01, waiting=True)
    simulation.run(30)
    # The person, their room and the other room each get a third.
    assert simulation.used["other"] == pytest.approx(10, rel=0.1)
    assert simulation.used["room"] == pytest.approx(20, rel=0.1)


def test_a_room_thinks_one_thought_at_a_time() -> None:
    clock = Clock()
    queue: FairQueue[str] = FairQueue(QueuePolicy(slots=3), clock=clock)
    queue.add("move", room="one")
    queue.add("hint", room="one", person="Ann")
    queue.add("another hint", room="one", person="Bob")
    queue.add("other", room="two")
    first, second = queue.start(), queue.start()
    assert first is not None and second is not None
    assert (first.item, second.item) == ("move", "other")
    assert queue.start() is None and len(queue) == 2 and queue.running == 2
    queue.finish(first)
    third = queue.start()
    assert third is not None and third.item == "hint" and queue.start() is None
    queue.finish(third)
    last = queue.start()
    assert last is not None and last.item == "another hint"


def test_a_person_thinks_one_thought_at_a_time() -> None:
    queue: FairQueue[str] = FairQueue(clock=Clock())
    queue.add("first", room="replay 1", person="Ann")
    queue.add("second", room="replay 2", person="Ann")
    first = queue.start()
    assert first is not None and first.item == "first" and queue.start() is None
    queue.finish(first)
    second = queue.start()
    assert second is not None and second.item == "second"


def test_the_queue_of_an_owner_is_bounded() -> None:
    queue: FairQueue[int] = FairQueue(QueuePolicy(per_owner=3), clock=Clock())
    for number in range(3):
        queue.add(number, room="one", person="Ann")
    with pytest.raises(RequestError, match="wait for the answers"):
        queue.add(3, room="one", person="Ann")
    # Others are not affected, and there is room again once a thought has started.
    queue.add(0, room="one", person="Bob")
    assert queue.start() is not None
    queue.add(3, room="one", person="Ann")


def test_dropped_thoughts_do_not_start() -> None:
    queue: FairQueue[str] = FairQueue(QueuePolicy(slots=1), clock=Clock())
    running = queue.add("running", room="one")
    assert queue.start() is running
    dropped = [queue.add("dropped", room=room) for room in ("one", "two")]
    kept = queue.add("kept", room="two", person="Ann")
    for thought in dropped:
        queue.drop(thought)
        queue.drop(thought)
    # A running thought goes on.
    queue.drop(running)
    assert len(queue) == 1 and queue.running == 1 and queue.start() is None
    queue.finish(running)
    assert queue.start() is kept and len(queue) == 0
    queue.finish(kept)
    assert queue.start() is None
    again = queue.add("again", room="one")
    assert queue.start() is again


def test_effort_shrinks_with_the_queue_and_recovers() -> None:
    queue: FairQueue[int] = FairQueue(
        QueuePolicy(slots=1, full_effort_up_to=8, least_effort=0.1), clock=Clock()
    )
    for number in range(201):
        queue.add(number, room=f"room {number}")
    efforts = []
    while (thought := queue.start()) is not None:
        efforts.append(thought.effort)
        queue.finish(thought)
    assert efforts[0] == efforts[120] == 0.1
    assert efforts[200 - 16] == 0.5 and efforts[200 - 32] == 0.25
    assert efforts[200 - 8 :] == [1.0] * 9
    assert sorted(efforts) == efforts


def test_spectators_do_not_lower_the_effort_of_bots_that_play_people() -> None:
    queue: FairQueue[str] = FairQueue(QueuePolicy(slots=2), clock=Clock())
    for number in range(100):
        queue.add("watched", room=f"bots {number}", waiting=False)
    queue.add("awaited", room="person")
    awaited, watched = queue.start(), queue.start()
    assert awaited is not None and (awaited.item, awaited.effort) == ("awaited", 1.0)
    assert watched is not None and (watched.item, watched.effort) == ("watched", 0.1)


def test_few_idle_owners_are_remembered() -> None:
    queue: FairQueue[int] = FairQueue(QueuePolicy(slots=2, remembered=10), clock=Clock())
    patient = queue.add(0, room="patient")
    assert queue.start() is patient
    for number in range(1000):
        thought = queue.add(number, room=f"room {number}")
        assert queue.start() is thought
        queue.finish(thought)
        assert queue.owners <= 11
    # An owner with a thought is not forgotten meanwhile.
    queue.finish(patient)
    assert queue.running == 0


def test_any_use_keeps_the_promises() -> None:
    """Drive the queue at random: slots, rooms and owners are never exceeded, nothing is lost."""
    dice = random.Random(7)
    clock = Clock()
    policy = QueuePolicy(slots=3, per_owner=4, remembered=5)
    queue: FairQueue[int] = FairQueue(policy, clock=clock)
    waiting: dict[int, tuple[Thought[int], str]] = {}
    running: list[tuple[Thought[int], str]] = []
    refused = 0
    for number in range(20_000):
        clock.now += dice.random()
        action = dice.random()
        if action < 0.5:
            room = f"room {dice.randrange(6)}"
            person = dice.choice([None, None, f"person {dice.randrange(4)}"])
            is_awaited = dice.random() < 0.5
            owner = f"{is_awaited} {person or room}"
            queued = sum(other == owner for _, other in waiting.values())
            try:
                thought = queue.add(number, room=room, person=person, waiting=is_awaited)
            except RequestError:
                assert queued == policy.per_owner
                refused += 1
            else:
                assert queued < policy.per_owner
                waiting[number] = (thought, owner)
        elif action < 0.6 and waiting:
            thought, _ = waiting.pop(dice.choice(list(waiting)))
            queue.drop(thought)
        elif action < 0.8 and running:
            thought, _ = running.pop(dice.randrange(len(running)))
            queue.finish(thought)
        else:
            started = queue.start()
            rooms = {thought.room for thought, _ in running}
            owners = {owner for _, owner in running}
            if started is None:
                free = [
                    thought
                    for thought, owner in waiting.values()
                    if thought.room not in rooms and owner not in owners
                ]
                # Of an owner only the first thought competes.
                firsts = {owner: thought for thought, owner in reversed(waiting.values())}
                free = [thought for thought in free if thought in firsts.values()]
                assert len(running) == policy.slots or not free
            else:
                _, owner = waiting.pop(started.item)
                assert started.room not in rooms and owner not in owners
                assert 0.1 <= started.effort <= 1.0
                running.append((started, owner))
        assert len(queue) == len(waiting) and queue.running == len(running) <= policy.slots
    assert refused > 100
