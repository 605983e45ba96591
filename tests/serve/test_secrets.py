"""Whole games over real sockets: every frame is searched for what its reader may not know."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from cardcore.records import replay_moves
from tests.serve.known import check_frames, is_secret
from tests.serve.serving import Person, Served

GAMES: dict[str, dict[str, Any]] = {
    "draw": {"players": 3, "hands": 4},
    "president": {"rounds": 3},
    "hearts": {"target": 30},
    "chopsticks": {},
    "ends": {},
}


#: What people try that is hardly ever allowed.
SAID = ("As Ah Ad Ac 2s", "Qs", "discard Qs")


def play_together(people: list[Person]) -> None:
    """Let people play a game to its end, asking for hints and trying what is not allowed."""
    number = 0
    while not all(person.table["is_over"] for person in people):
        for person in people:
            if person.may_move:
                if number % 5 == 0:
                    person.ask("hint")
                    for text in SAID:
                        person.ask("try", text=text)
                        person.say("move", text=text, game=1, count=0)
                person.move(number)
                number += 1
            else:
                person.catch_up()


@pytest.mark.parametrize("game", GAMES)
def test_no_frame_shows_a_card_that_its_reader_may_not_know(served: Served, game: str) -> None:
    room = served.open(game, GAMES[game])
    link = f"rooms/{room['room']}"
    with (
        Person(served, link, room["token"]) as ann,
        Person(served, link) as bob,
        Person(served, f"watch/{room['watch']}") as watcher,
    ):
        bob.say("join", name="Bob")
        bob.until(lambda: bob.state["you"]["seat"] is not None)
        places = [place for place, seat in enumerate(bob.state["seats"]) if seat["kind"] == "open"]
        if places:
            ann.say("fill", seats=places, level="easy")
        ann.say("start")
        for person in (ann, bob, watcher):
            person.until(lambda person=person: person.state["table"] is not None)  # type: ignore[misc]
        play_together([ann, bob])
        watcher.until(lambda: watcher.table["is_over"])
        _, record = served.get(f"api/replays/{ann.table['replay']}/record")
        made = list(replay_moves(record))
        assert made and record["seats"][:2] == ["Ann", "Bob"]
        if not ann.table["is_open"]:
            looked = check_frames(record, 0, ann.frames, SAID)
            looked += check_frames(record, 1, bob.frames, SAID)
            assert looked > 10
            assert check_frames(record, None, watcher.frames) > 0
        # What each heard is what the record says, but for the secrets of the others.
        for seat, person in ((0, ann), (1, bob), (None, watcher)):
            pairs = list(zip(person.history, made, strict=True))
            assert all(heard[0] == mover for heard, (mover, _) in pairs)
            hidden = [heard[1] != told for heard, (_, told) in pairs]
            assert hidden == [mover != seat and is_secret(told) for mover, told in made]


def test_the_oracle_of_these_tests_finds_what_it_looks_for() -> None:
    """A frame with a card of another seat is found, so the tests above can fail."""
    import cardcore

    game = cardcore.new("hearts", target=None, seed=3)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    record = game.record()
    game = cardcore.new("hearts", target=None, seed=3)
    table = {"is_over": False, "count": 0, "history": {"from": 0, "moves": []}}
    own = {"type": "state", "table": {**table, "view": {"hand": list(map(str, game.view(0).hand))}}}
    assert check_frames(record, 0, [own]) == 1
    for seat, frame in ((1, own), (None, own)):
        with pytest.raises(AssertionError):
            check_frames(record, seat, [frame])
    refused = {"type": "error", "message": f"you hold {game.view(1).hand[0]}"}
    with pytest.raises(AssertionError):
        check_frames(record, 0, [own, refused])


def test_seeds_and_tokens_are_in_no_frame_no_page_and_no_log(tmp_path: Path) -> None:
    data = tmp_path / "rooms"
    with Served(data) as served:
        room = served.open("hearts", {"target": None})
        link = f"rooms/{room['room']}"
        with (
            Person(served, link, room["token"]) as ann,
            Person(served, f"watch/{room['watch']}") as watcher,
        ):
            ann.say("fill", seats=[1, 2, 3], level="easy")
            ann.say("start")
            ann.until(lambda: ann.state["table"] is not None)
            ann.say("say", text="hello")
            for number in range(5):
                ann.until(lambda: ann.may_move)
                ann.move(number)
            ann.ask("hint")
            watcher.until(lambda: watcher.state["table"] is not None)
            answers = [
                served.get(path)
                for path in (
                    "api/games",
                    f"api/replays/{room['room']}",
                    f"api/rooms/{room['room']}",
                )
            ]
        sent = json.dumps([ann.frames, watcher.frames, answers])
        said = served.stop()
    kept = sqlite3.connect(data)
    events = [json.loads(text) for (text,) in kept.execute("SELECT event FROM events")]
    kept.close()
    [started] = [event for event in events if event["kind"] == "started"]
    for secret in (started["seed"], started["bots_seed"], started["replay"], room["token"]):
        assert str(secret) not in sent + said
    assert room["token"] not in json.dumps(events)
    assert room["room"] not in json.dumps(watcher.frames)
    assert said == ""


def test_a_replay_is_told_only_when_the_game_is_over(tmp_path: Path) -> None:
    data = tmp_path / "rooms"
    with Served(data) as served:
        room = served.open("ends", {"count": 4})
        with Person(served, f"rooms/{room['room']}", room["token"]) as ann:
            ann.say("fill", seats=[1], level="easy")
            ann.say("start")
            ann.until(lambda: ann.may_move)
        served.stop()
    kept = sqlite3.connect(data)
    [(link,)] = kept.execute("SELECT id FROM replays").fetchall()
    kept.close()
    with Served(data) as served:
        status, answer = served.get(f"api/replays/{link}")
        assert (status, answer["error"]["code"]) == (403, "forbidden")
        with Person(served, f"rooms/{room['room']}", room["token"]) as ann:
            ann.play()
            assert ann.table["replay"] == link
        status, answer = served.get(f"api/replays/{link}")
        assert (status, len(answer["moves"])) == (200, 4)
        assert served.get(f"api/replays/{link}/steps/4")[1]["is_over"]
        assert served.get(f"api/replays/{link}/steps/5")[0] == 404
        assert served.get(f"api/replays/{link}/advice/0")[1]["cost"]["unit"] == "points"
        assert served.get(f"api/replays/{link}/advice/4")[0] == 404
