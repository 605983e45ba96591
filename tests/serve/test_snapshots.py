"""What viewers are sent: nothing in it depends on what they may not know."""

import json
import random
from itertools import count
from typing import Any

import pytest

from cardcore.registry import presentation
from cardcore.serve.events import Moved, Started
from cardcore.serve.snapshots import Snapshots
from tests.serve.test_room import ANN, BOB, Table

HIDDEN = {
    "draw": {"players": 3, "hands": 4},
    "president": {"rounds": 3},
    "hearts": {"target": 30},
}


def shown(table: Table, person: str | None) -> dict[str, Any]:
    """Make the message but for the history: a sampled game has none."""
    message = Snapshots(table.room).state(person, {ANN}, set(), 0)
    return {**message, "table": {**message["table"], "history": None, "count": None}}


@pytest.mark.parametrize("game", HIDDEN)
def test_in_any_state_that_looks_the_same_the_same_is_sent(game: str) -> None:
    """Resample the hidden cards from what a viewer knows: the message must not change."""
    table = Table(game, HIDDEN[game])
    table.seat(BOB)
    room = table.room
    chance, differed = random.Random(5), 0
    for number in count():
        real = room.game
        assert real is not None
        if number % 7 == 0 or number < 8:
            for person in (ANN, BOB, None):
                message = shown(table, person)
                if real.is_over:
                    continue
                room.game = real.view(room.seat_of(person)).sample(seed=number)
                differed += room.game != real
                assert shown(table, person) == message
                room.game = real
        if real.is_over:
            break
        seat = real.to_move
        assert seat is not None
        table.happen([Moved(seat, str(chance.choice(real.legal_moves())), "bot")])
    # The samples were other games, so that something could have differed.
    assert differed > 20


def test_before_the_end_there_is_no_seed_no_token_and_no_replay() -> None:
    table = Table("hearts")
    table.seat(BOB)
    started = table.events[-1]
    assert isinstance(started, Started)
    for person in (ANN, BOB, None):
        text = json.dumps(shown(table, person))
        for secret in (started.seed, started.bots_seed, started.replay, ANN, BOB):
            assert str(secret) not in text
    assert table.room.watch not in json.dumps(shown(table, None))


def test_an_early_decision_is_told_but_not_what_it_is() -> None:
    table = Table("hearts")
    table.seat(BOB)
    assert table.room.game is not None
    before = shown(table, ANN)["table"]
    cards = [str(card) for card in table.room.game.view(1).hand[:3]]
    table.move(BOB, f"pass {' '.join(cards)}")
    after = shown(table, ANN)["table"]
    assert (before["decided"], after["decided"]) == ([], [1])
    assert {**after, "decided": [], "deciders": before["deciders"]} == before


def test_many_moves_are_not_listed_but_their_words_are() -> None:
    table = Table("hearts")
    table.seat()
    assert table.room.game is not None
    choices = presentation("hearts").move_facts(table.room.game.view(0))
    assert choices["moves"] is None
    assert set(choices["words"]) == {"pass", *map(str, table.room.game.view(0).hand)}
