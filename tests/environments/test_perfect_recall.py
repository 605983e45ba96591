"""Observation and history are the information state: proven on all positions of small games."""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import pytest

import cardcore
from cardcore.environments import Encoding
from cardcore.environments.information_state import (
    ReceivedCards,
    information_state_string,
    update_received,
)

DECK = [
    "2c",
    "2d",
    "5h",
    "7c",
    "9s",
    "Jh",
    "Qd",
    "Ks",
    "As",
    "3c",
    "4d",
    "6h",
    "8c",
    "Ts",
    "Jd",
    "3h",
    "5c",
    "6s",
    "9d",
    "Qc",
]


def hearts_deals() -> Iterator[Any]:
    cards = [(suit, value) for suit in range(2) for value in (1, 2, 3)]
    for hand in combinations(cards, 3):
        yield [hand, [card for card in cards if card not in hand]]


def president_deals() -> Iterator[Any]:
    cards = ["3d", "3c", "4d", "5h", "5s", "6c"]
    for hand in combinations(cards, 3):
        yield [" ".join(hand), " ".join(card for card in cards if card not in hand)]


def draw_deals() -> Iterator[Any]:
    for first, second in permutations(range(10, 13), 2):
        deck = list(DECK)
        deck[0], deck[first] = deck[first], deck[0]
        deck[5], deck[second] = deck[second], deck[5]
        yield [" ".join(deck)]


def toy_deals(copies: int, cards: int) -> Iterator[Any]:
    yield from sorted({*permutations("JQK" * copies, cards)})


GAMES: list[tuple[str, dict[str, Any], Any]] = [
    ("hearts", {"suits": 2, "values": 3, "players": 2}, hearts_deals),
    ("president", {"players": 2, "rounds": 1}, president_deals),
    ("draw", {"hands": 1, "raises": 1}, draw_deals),
    ("chopsticks", {"moves": 3}, lambda: [None]),
    ("ends", {}, lambda: [[3, 1, 4, 1, 5, 9, 2]]),
    ("kuhn", {}, lambda: toy_deals(1, 2)),
    ("leduc", {}, lambda: toy_deals(2, 3)),
]


def candidates(game: Any) -> list[Any]:
    """Return all moves; of the 32 discards, four that differ in number and in cards."""
    moves = game.legal_moves()
    return moves[:4] if len(moves) == 32 else moves


def positions(game: Any, received: tuple[ReceivedCards, ...], depth: int = 0) -> Iterator[Any]:
    if game.is_over:
        return
    yield game.view(game.to_move), received[game.to_move]
    for move in candidates(game):
        after = game.copy()
        after.play(move)
        known = received if after.is_open else update_received(after, depth + 1, received)
        yield from positions(after, known, depth + 1)


@pytest.mark.parametrize(("name", "rules", "deals"), GAMES)
def test_observation_and_history_distinguish_every_information_state(
    name: str, rules: dict[str, Any], deals: Any
) -> None:
    states: dict[tuple[int, bytes, bytes], str] = {}
    keys: dict[tuple[int, str], tuple[int, bytes, bytes]] = {}
    plain: set[tuple[int, bytes]] = set()
    for deal in deals():
        game = cardcore.new(name, deal=deal, **rules)
        encoding = Encoding.of(game)
        nothing = (ReceivedCards(),) * game.seats
        received = nothing if game.is_open else update_received(game, 0, nothing)
        for view, own in positions(game, received):
            text = information_state_string(view, own)
            if name == "leduc":
                text += f" up: {view.public}"  # it goes to nobody's hand
            observation = encoding.observation(view).tobytes()
            key = view.seat, observation, encoding.history(view).tobytes()
            assert states.setdefault(key, text) == text
            assert keys.setdefault((view.seat, text), key) == key
            plain.add(key[:2])
    assert len(states) == len(keys) > 10
    if name in ("draw", "hearts"):
        # The observation alone forgets the order of play.
        assert len(plain) < len(keys)
    if name == "kuhn":
        assert len(keys) == 12
    if name == "leduc":
        assert len(keys) == 288  # suits do not count: 936 with them
