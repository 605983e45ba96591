"""Native Hearts against the reference: the same deals, move by move."""

import random
from copy import deepcopy
from typing import Any

import pytest

from cardcore import Game, hearts
from cardcore.reference import hearts as reference

#: Leftovers, opening or special card often not dealt, two and three values, where the special
#: and the opening card meet, and decks of more than one word.
SHAPES = [
    *(
        (suits, values, players)
        for suits in (2, 3, 4)
        for values in (2, 3, 4, 7)
        for players in (2, 3, 4, 5)
        if players <= suits * values
    ),
    (4, 13, 4),
    (5, 3, 7),
    (7, 2, 13),
    (2, 32, 2),
    (5, 13, 4),
    (3, 30, 4),
    (9, 8, 11),
]


def deal(rules: Any, generator: random.Random) -> list[list[tuple[int, int]]]:
    cards, size = rules.deck(), rules.hand_size()
    generator.shuffle(cards)
    return [cards[seat * size : (seat + 1) * size] for seat in range(rules.players)]


def compare(native: Game, plain: reference.Hearts) -> None:
    assert native.to_move == plain.to_move
    assert native.legal_moves() == plain.legal_moves()
    assert native.scores() == plain.scores()


def compare_state(native: Game, plain: reference.Hearts, seat: int) -> None:
    view = native.view(seat)
    assert {as_pair(card) for card in view.hand} == plain.hands[seat]
    assert [as_pair(card) for _, card in view.trick] == plain.current_trick
    played = [card for trick in plain.trick_history for card in trick] + plain.current_trick
    assert [as_pair(card) for _, card in view.plays] == played
    assert view.hearts_broken == plain.hearts_broken
    assert view.special_played == plain.special_card_played
    assert view.points == plain.points


def as_pair(card: Any) -> tuple[int, int]:
    return (
        card
        if isinstance(card, tuple)
        else ("cdhs".index(card.suit), "23456789TJQKA".index(card.rank) + 1)
    )


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_generalised_deals_in_lockstep(shape: tuple[int, int, int]) -> None:
    generator = random.Random(str(shape))
    rules = reference.Rules(*shape)
    cards = shape[0] * shape[1]
    for _ in range(max(3, 1200 // cards)):
        hands = deal(rules, generator)
        native = hearts.new(hearts.Rules(*shape), deal=hands)
        plain = reference.Hearts(rules, hands)
        compare(native, plain)
        while not plain.is_over:
            seat = plain.turn_player
            compare_state(native, plain, generator.randrange(rules.players))
            greedy = plain.greedy_play()
            assert native.view(seat).choose("greedy") == greedy
            move = greedy if generator.random() < 0.3 else generator.choice(plain.legal_moves())
            native.play(move)
            plain.play(move)
            compare(native, plain)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"passing": False, "moon": "subtract", "target": 60},
        {"moon": "none", "points_on_first_trick": True, "queen_breaks_hearts": True, "target": 60},
        {"target": None},
    ],
    ids=str,
)
def test_standard_matches_in_lockstep(players: int, options: dict[str, Any]) -> None:
    generator = random.Random(f"{players} {options}")
    rules = reference.Rules.standard(players, **options)
    for seed in range(2):
        native = hearts.new(hearts.Rules.standard(players, **options), seed=seed)

        def next_deal(native: Game = native) -> list[list[tuple[int, int]]]:
            return [[as_pair(card) for card in native.view(s).hand] for s in range(players)]

        plain = reference.Hearts(rules, next_deal(), next_deal)
        while not plain.is_over:
            seat = plain.turn_player
            greedy = plain.greedy_play()
            assert native.view(seat).choose("greedy") == greedy
            move = greedy if generator.random() < 0.3 else generator.choice(plain.legal_moves())
            # The native game first: it deals the next hands for both.
            native.play(move)
            plain.play(move)
            compare(native, plain)
            if not plain.is_over:
                compare_state(native, plain, generator.randrange(players))


@pytest.mark.parametrize("moon", ["add", "subtract"])
def test_a_shot_moon_in_lockstep(moon: str) -> None:
    # Seat 0 has the highest cards of every suit and takes every trick.
    texts = [
        "2c Ac Kc Qc Ad Kd Qd Ah Kh Qh As Ks Qs",
        "3c 6c 9c 2d 5d 8d Jd 4h 7h Th 2s 5s 8s",
        "4c 7c Tc 3d 6d 9d 2h 5h 8h Jh 3s 6s 9s",
        "5c 8c Jc 4d 7d Td 3h 6h 9h 4s 7s Ts Js",
    ]
    options = {"passing": False, "target": None, "moon": moon}
    rules = reference.Rules.standard(**options)
    generator = random.Random(1)
    shots = 0
    for _ in range(60):
        left = hearts.new(hearts.Rules.standard(**options), deal=texts)
        right = reference.Hearts(rules, [rules.parse(text) for text in texts])
        while not right.is_over:
            moves = right.legal_moves()
            highest = max(moves, key=lambda move: rules.parse(move)[0][1])
            move = highest if right.turn_player == 0 else generator.choice(moves)
            left.play(move)
            right.play(move)
            compare(left, right)
        shots += sum(left.scores()) != 26
    assert shots > 0


def count(plain: reference.Hearts, depth: int) -> int:
    """Count the sequences of moves, the slow way."""
    if depth == 0 or plain.is_over:
        return 1
    total = 0
    for move in plain.legal_moves():
        after = deepcopy(plain)
        after.play(move)
        total += count(after, depth - 1)
    return total


@pytest.mark.parametrize("shape", [(2, 4, 2), (3, 3, 3), (3, 4, 4), (4, 3, 5)], ids=str)
def test_perft(shape: tuple[int, int, int]) -> None:
    generator = random.Random(str(shape))
    rules = reference.Rules(*shape)
    for _ in range(4):
        hands = deal(rules, generator)
        native, plain = hearts.new(hearts.Rules(*shape), deal=hands), reference.Hearts(rules, hands)
        for depth in range(6):
            assert native.perft(depth) == count(plain, depth)


@pytest.mark.parametrize(
    "shape", [(2, 3, 2), (2, 4, 2), (3, 3, 3), (2, 5, 5), (3, 3, 4), (4, 2, 3)], ids=str
)
def test_solutions_equal_plain_search(shape: tuple[int, int, int]) -> None:
    generator = random.Random(str(shape))
    rules = reference.Rules(*shape)
    for _ in range(50):
        hands = deal(rules, generator)
        native, plain = hearts.new(hearts.Rules(*shape), deal=hands), reference.Hearts(rules, hands)
        for _ in range(generator.randrange(4)):
            move = generator.choice(plain.legal_moves())
            native.play(move)
            plain.play(move)
        solution = hearts.solve(native)
        assert (solution.scores, solution.moves) == reference.solve(plain)
