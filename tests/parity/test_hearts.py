"""Native Hearts against the reference: the same deals, move by move."""

import random
from copy import deepcopy
from typing import Any

import pytest

from cardcore import Game, hearts
from cardcore.compare import hearts as compare
from cardcore.compare.lockstep import at_random, lockstep
from cardcore.reference import hearts as reference
from tests.cases import cases

COMPARED = (compare.facts, compare.greedy)

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


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_generalized_deals_in_lockstep(shape: tuple[int, int, int]) -> None:
    generator = random.Random(str(shape))
    rules = hearts.Rules(*shape)
    deals = 1200 // (rules.suits * rules.values)
    for _ in range(cases(max(3, deals // 4), slow=max(3, deals))):
        games = compare.deal(rules, generator)
        for case in lockstep(*games, generator, also=COMPARED, choose=compare.sometimes_greedily):
            assert case.native == case.reference, case.case


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"passing": False, "moon": "subtract", "target": 60},
        {"moon": "none", "points_on_first_trick": True, "queen_breaks_hearts": True, "target": 60},
        {"target": None},
        {"jack": True, "target": 40},
        {"jack": True, "passing": False, "moon": "subtract", "target": None},
    ],
    ids=str,
)
def test_standard_matches_in_lockstep(players: int, options: dict[str, Any]) -> None:
    generator = random.Random(f"{players} {options}")
    rules = hearts.Rules.standard(players, **options)
    for _ in range(cases(1, slow=4)):
        games = compare.match(rules, generator)
        for case in lockstep(*games, generator, also=COMPARED, choose=compare.sometimes_greedily):
            assert case.native == case.reference, case.case


@pytest.mark.parametrize("moon", ["add", "subtract"])
def test_a_shot_moon_in_lockstep(moon: str) -> None:
    # Seat 0 has the highest cards of every suit and takes every trick.
    texts = [
        "2c Ac Kc Qc Ad Kd Qd Ah Kh Qh As Ks Qs",
        "3c 6c 9c 2d 5d 8d Jd 4h 7h Th 2s 5s 8s",
        "4c 7c Tc 3d 6d 9d 2h 5h 8h Jh 3s 6s 9s",
        "5c 8c Jc 4d 7d Td 3h 6h 9h 4s 7s Ts Js",
    ]
    rules = hearts.Rules.standard(passing=False, target=None, moon=moon)
    plain = compare.plain(rules)

    def highest(native: Game, slow: reference.Hearts, generator: random.Random) -> str:
        if slow.turn_player != 0:
            return at_random(native, slow, generator)
        return max(slow.legal_moves(), key=lambda move: plain.parse(move)[0][1])

    generator = random.Random(1)
    shots = 0
    for _ in range(cases(20, slow=60)):
        native = hearts.new(rules, deal=texts)
        slow = reference.Hearts(plain, [plain.parse(text) for text in texts])
        for case in lockstep(native, slow, generator, also=COMPARED, choose=highest):
            assert case.native == case.reference, case.case
        shots += sum(native.scores()) != 26
    assert shots > 0


def count(slow: reference.Hearts, depth: int) -> int:
    """Count the sequences of moves, the slow way."""
    if depth == 0 or slow.is_over:
        return 1
    total = 0
    for move in slow.legal_moves():
        after = deepcopy(slow)
        after.play(move)
        total += count(after, depth - 1)
    return total


@pytest.mark.parametrize("shape", [(2, 4, 2), (3, 3, 3), (3, 4, 4), (4, 3, 5)], ids=str)
def test_perft(shape: tuple[int, int, int]) -> None:
    generator = random.Random(str(shape))
    for _ in range(4):
        native, slow = compare.deal(hearts.Rules(*shape), generator)
        for depth in range(6):
            assert native.perft(depth) == count(slow, depth)


@pytest.mark.parametrize(
    "shape", [(2, 3, 2), (2, 4, 2), (3, 3, 3), (2, 5, 5), (3, 3, 4), (4, 2, 3)], ids=str
)
def test_solutions_equal_plain_search(shape: tuple[int, int, int]) -> None:
    generator = random.Random(str(shape))
    for _ in range(cases(4, slow=10)):
        games = compare.deal(hearts.Rules(*shape), generator)
        for case in lockstep(*games, generator, also=[compare.solution]):
            assert case.native == case.reference, case.case
