"""Thoughts on threads: their order, what becomes of them, and what bots and hints make of them."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import cardcore
from cardcore.difficulty import LEVELS
from cardcore.serve import catalog
from cardcore.serve.database import Database, DatabaseThread
from cardcore.serve.errors import RequestError
from cardcore.serve.fair_queue import FairQueue, QueuePolicy
from cardcore.serve.limits import Limits
from cardcore.serve.live_room import LiveRoom
from cardcore.serve.rooms import Rooms
from cardcore.serve.store import Store
from cardcore.serve.thinking import Thinking, ThinkingQueue, advise, choose, reduce_effort
from cardcore.serve.tokens import digest
from tests.serve.serving import LOOSE, Person, Served

#: Long enough for any machine; only a failing test waits for it.
LONG = 60.0


class Gate:
    """Work that begins when it starts and ends when it is let through."""

    def __init__(self) -> None:
        self._begun = threading.Event()
        self._open = threading.Event()

    def __call__(self, effort: float) -> float:
        self._begun.set()
        assert self._open.wait(LONG)
        return effort

    async def begun(self) -> None:
        assert await asyncio.to_thread(self._begun.wait, LONG)

    def open(self) -> None:
        self._open.set()


def one_slot(**numbers: Any) -> ThinkingQueue:
    return ThinkingQueue(FairQueue(QueuePolicy(slots=1, **numbers)))


def test_work_gets_its_effort_and_arguments_and_gives_its_result() -> None:
    async def ask() -> tuple[float, str, int]:
        thinking: Thinking = ThinkingQueue()
        try:
            return await thinking.run(lambda *given: given, "text", 7, room="room")
        finally:
            thinking.close()

    assert asyncio.run(ask()) == (1.0, "text", 7)


def test_errors_of_the_work_reach_the_caller() -> None:
    async def ask() -> None:
        thinking = one_slot()
        with pytest.raises(ZeroDivisionError):
            await thinking.run(lambda effort: effort / 0, room="room")
        # The slot is free again.
        assert await thinking.run(lambda effort: effort, room="room") == 1.0
        thinking.close()

    asyncio.run(ask())


def test_people_go_before_spectators() -> None:
    async def ask() -> list[str]:
        thinking, gate, order = one_slot(), Gate(), []

        async def think(name: str, **given: Any) -> None:
            await thinking.run(lambda _: order.append(name), **given)

        first = asyncio.create_task(thinking.run(gate, room="first"))
        await gate.begun()
        thoughts = [
            asyncio.create_task(think("watched", room="bots", waiting=False)),
            asyncio.create_task(think("awaited", room="table")),
            asyncio.create_task(think("hint", room="other", person="Ann")),
        ]
        # All are in the queue before the slot is free.
        await asyncio.sleep(0)
        gate.open()
        await asyncio.gather(first, *thoughts)
        thinking.close()
        return order

    assert asyncio.run(ask()) == ["awaited", "hint", "watched"]


def test_a_thought_that_nobody_waits_for_does_not_start() -> None:
    async def ask() -> list[str]:
        thinking, gate, begun = one_slot(), Gate(), []
        running = asyncio.create_task(thinking.run(gate, room="one"))
        await gate.begun()
        waiting = asyncio.create_task(thinking.run(lambda _: begun.append("waiting"), room="two"))
        await asyncio.sleep(0)
        # Neither the one that runs nor the one that waits is wanted any more.
        for task in (waiting, running):
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        last = asyncio.create_task(thinking.run(lambda _: begun.append("last"), room="one"))
        await asyncio.sleep(0)
        assert begun == []
        gate.open()
        await last
        thinking.close()
        return begun

    assert asyncio.run(ask()) == ["last"]


def test_too_many_questions_of_a_person_are_refused() -> None:
    async def ask() -> None:
        thinking, gate = one_slot(per_owner=2), Gate()
        tasks = [
            asyncio.create_task(thinking.run(gate, room="one", person="Ann")) for _ in range(3)
        ]
        await gate.begun()
        with pytest.raises(RequestError, match="wait for the answers") as error:
            await thinking.run(gate, room="one", person="Ann")
        assert error.value.code == "rate-limited"
        gate.open()
        assert await asyncio.gather(*tasks) == [1.0, 1.0, 1.0]
        thinking.close()

    asyncio.run(ask())


def test_nothing_starts_after_closing() -> None:
    async def ask() -> None:
        thinking, gate = one_slot(), Gate()
        running = asyncio.create_task(thinking.run(gate, room="one"))
        await gate.begun()
        waiting = asyncio.create_task(thinking.run(lambda _: pytest.fail("started"), room="two"))
        await asyncio.sleep(0)
        thinking.close()
        gate.open()
        assert await running == 1.0
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(ask())


@pytest.mark.parametrize("game", cardcore.games())
def test_bots_make_the_same_move_again_with_full_effort(game: str) -> None:
    played = cardcore.new(game, seed=3)
    for _ in range(3):
        assert played.to_move is not None
        view = played.view(played.to_move)
        moves = {choose(1.0, view, played.rules, "best", 11) for _ in range(2)}
        assert len(moves) == 1
        # Under load it is a legal move all the same.
        assert choose(0.1, view, played.rules, "best", 11) in map(str, view.legal_moves())
        played.play(moves.pop())


@pytest.mark.parametrize(
    ("bot", "effort", "expected"),
    [
        ("search", 1.0, "search"),
        ("search", 0.5, "search:worlds=200"),
        ("search", 0.0001, "search:worlds=1"),
        ("search:worlds=50", 0.1, "search:worlds=5"),
        ("search:moon=no", 0.1, "search:moon=no:worlds=40"),
        ("search:10ms", 0.1, "search:10ms"),
        ("search:time=10ms", 0.1, "search:time=10ms"),
        ("greedy", 0.1, "greedy"),
    ],
)
def test_effort_is_the_number_of_sampled_deals(bot: str, effort: float, expected: str) -> None:
    assert reduce_effort("hearts", bot, effort) == expected


def test_a_hint_under_load_says_how_many_deals_it_sampled() -> None:
    game = cardcore.new("hearts", seed=1)
    while len(game.legal_moves()) < 5 or game.deciders != [game.to_move]:
        game.play(game.legal_moves()[0])
    view = game.view(game.to_move)

    def numbers(effort: float) -> str:
        hint = advise(effort, view, game.rules)
        return str(hint["details"][-1])

    assert "over 400 sampled deals" in numbers(1.0)
    assert "over 40 sampled deals" in numbers(0.1)


# New stakes of five-card draw.

NEW_STAKES = {"ante": 3, "small_bet": 5, "big_bet": 7, "stack": 1000}


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"ante": 50, "small_bet": 100, "big_bet": 200, "stack": 5000},
        {"stack": 20},
        {"players": 3},
    ],
)
def test_multiples_of_the_default_stakes_are_played_near_equilibrium(rules: dict[str, int]) -> None:
    game = cardcore.new("draw", rules=rules, seed=1)
    assert str(catalog.levels("draw", game.rules)["best"]) == "nash"
    assert catalog.adviser("draw", game.rules) == "nash"
    assert game.to_move is not None
    assert advise(1.0, game.view(game.to_move), game.rules)["words"] == "Try"


@pytest.mark.parametrize("rules", [NEW_STAKES, {"players": 3, "ante": 2}, {"raises": 1}])
def test_rules_without_a_solution_say_which_bot_plays(rules: dict[str, int]) -> None:
    game = cardcore.new("draw", rules=rules, seed=1)
    levels = catalog.levels("draw", game.rules)
    for name in ("best", "nash"):
        assert levels[name].bot == "equity"
        assert str(levels[name]) == "equity, as nash is not solved for these rules"
    assert all(levels[name].bot.startswith("equity:temperature=") for name in LEVELS[:7])
    assert game.to_move is not None
    assert catalog.adviser("draw", game.rules) == "equity"
    hint = advise(1.0, game.view(game.to_move), game.rules)
    assert hint["move"] in game.legal_moves()


def test_new_stakes_are_never_solved_by_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with Served(tmp_path / "rooms", LOOSE) as served:
        opened = served.open("hearts")
        with Person(served, f"rooms/{opened['room']}", opened["token"]) as hearts:
            hearts.say("fill", seats=[1, 2, 3], level="easy")
            hearts.say("start")
            hearts.until(lambda: hearts.may_move)
            for big_bet in range(7, 12):
                opened = served.open("draw", {**NEW_STAKES, "big_bet": big_bet})
                with Person(served, f"rooms/{opened['room']}", opened["token"]) as person:
                    play_a_hand(person)
            assert hearts.ask("hint")["words"] == "Try"
        complaints = served.stop()
    # A solution would be announced and stored.
    assert complaints == ""
    assert not (tmp_path / "cache").exists()


def play_a_hand(person: Person) -> None:
    """Play five-card draw against the strongest bot, and ask for a hint."""
    welcome = next(frame for frame in person.frames if frame["type"] == "welcome")
    bots = {level["name"]: level["bot"] for level in welcome["levels"]}
    assert bots["best"] == "equity, as nash is not solved for these rules"
    person.say("fill", seats=[1], level="best")
    person.say("start")
    person.until(lambda: person.may_move)
    assert person.ask("hint")["words"] == "Try"
    while person.table["view"]["hand_number"] == 1:
        if person.may_move:
            person.move()
        else:
            person.hear()


# What becomes of the thoughts of a room.


class Pending:
    """Thinking that never ends by itself, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.dropped: list[str] = []
        self._answers: list[asyncio.Future[Any]] = []

    async def run(self, work: Any, *arguments: Any, **given: Any) -> Any:
        self.asked.append(given)
        self._answers.append(asyncio.get_running_loop().create_future())
        try:
            return await self._answers[-1]
        except asyncio.CancelledError:
            self.dropped.append(work.__name__)
            raise

    def answer(self, result: Any) -> None:
        self._answers[-1].set_result(result)

    def close(self) -> None:
        pass


class Seen:
    """A connection to a room that sends nothing."""

    address = "127.0.0.1"

    def __init__(self, person: str | None = None) -> None:
        self.person = person
        self.is_spectator = person is None

    def notify(self) -> None:
        pass

    def close(self, error: RequestError) -> None:
        raise error


async def settle() -> None:
    """Let everything happen that can happen without an answer."""
    for _ in range(20):
        await asyncio.sleep(0)


def in_a_room(test: Callable[[LiveRoom, Pending, str], Awaitable[None]], path: Path) -> None:
    """Run a test in a room of Chopsticks, whose host has the first seat."""

    async def run() -> None:
        pending = Pending()
        thinking: Any = pending
        store = Store(DatabaseThread(Database(path)))
        rooms = Rooms(store, Limits(), thinking=thinking)
        opened = await rooms.open("chopsticks", {}, {"pace": 0}, "Ann")
        async with rooms.enter(opened["room"]) as live:
            await test(live, pending, digest(opened["token"]))
            await live.close()
        await rooms.close()
        store.close()

    asyncio.run(run())


def test_a_bot_stops_thinking_when_its_move_is_not_wanted_any_more(tmp_path: Path) -> None:
    async def test(live: LiveRoom, pending: Pending, host: str) -> None:
        ann = Seen(host)
        live.attach(ann)
        await live.handle(ann, {"type": "fill", "seats": [1], "level": "best"})
        await live.handle(ann, {"type": "start"})
        await live.handle(ann, {"type": "move", "text": "tap L L", "game": 1, "count": 0})
        await settle()
        assert pending.asked == [{"room": live.room.id, "waiting": True}]
        # Chat changes nothing.
        await live.handle(ann, {"type": "say", "text": "hello"})
        await settle()
        assert pending.dropped == []
        await live.handle(ann, {"type": "undo"})
        await settle()
        assert pending.dropped == ["choose"] and len(pending.asked) == 1
        # The bot thinks again after another move, and moves.
        await live.handle(ann, {"type": "move", "text": "tap L R", "game": 1, "count": 0})
        await settle()
        pending.answer("tap L L")
        while len(live.room.game.moves) < 2:
            await asyncio.sleep(0)
        assert pending.dropped == ["choose"]

    in_a_room(test, tmp_path / "rooms")


def test_nobody_thinks_in_a_room_that_everybody_left(tmp_path: Path) -> None:
    async def test(live: LiveRoom, pending: Pending, host: str) -> None:
        ann, spectator = Seen(host), Seen()
        for viewer in (ann, spectator):
            live.attach(viewer)
        await live.handle(ann, {"type": "stand"})
        await live.handle(ann, {"type": "fill", "seats": [0, 1], "level": "best"})
        await live.handle(ann, {"type": "start"})
        await settle()
        # Nobody at the table waits for these bots.
        assert pending.asked == [{"room": live.room.id, "waiting": False}]
        live.detach(ann)
        await settle()
        assert pending.dropped == []
        live.detach(spectator)
        await settle()
        assert pending.dropped == ["choose"]

    in_a_room(test, tmp_path / "rooms")


def test_a_hint_is_dropped_when_the_game_moves_on(tmp_path: Path) -> None:
    async def test(live: LiveRoom, pending: Pending, host: str) -> None:
        ann, tab = Seen(host), Seen(host)
        for viewer in (ann, tab):
            live.attach(viewer)
        await live.handle(ann, {"type": "fill", "seats": [1], "level": "best"})
        await live.handle(ann, {"type": "start"})
        hint = asyncio.create_task(live.handle(ann, {"type": "hint"}))
        await settle()
        assert pending.asked == [{"room": live.room.id, "person": host}]
        # Ann moves in another tab.
        await live.handle(tab, {"type": "move", "text": "tap L L", "game": 1, "count": 0})
        with pytest.raises(RequestError, match="the game has moved on"):
            await hint
        assert pending.dropped == ["advise"]

    in_a_room(test, tmp_path / "rooms")


def test_a_bot_plays_for_somebody_who_was_gone_before_their_seat_was_stored(
    tmp_path: Path,
) -> None:
    async def test(live: LiveRoom, pending: Pending, host: str) -> None:
        ann, bob = Seen(host), Seen()
        bob.is_spectator = False
        for viewer in (ann, bob):
            live.attach(viewer)
        await live.handle(ann, {"type": "settings", "settings": {"away": 5}})
        # Bob's connection is lost while the server writes that he has joined.
        joining = asyncio.create_task(live.handle(bob, {"type": "join", "name": "Bob"}))
        await asyncio.sleep(0)
        live.detach(bob)
        joining.cancel()
        while len(live.room.people) < 2:
            await asyncio.sleep(0)
        now = asyncio.get_running_loop().time()
        [(person, since)] = live._deadlines()
        assert live.room.people[person] == "Bob" and now < since <= now + 5

    in_a_room(test, tmp_path / "rooms")
