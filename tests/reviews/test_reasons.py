import re
from typing import Any

import numpy as np
import pytest

import cardcore
from cardcore.hearts.review import REVIEWER as HEARTS
from cardcore.president.review import REVIEWER as PRESIDENT
from cardcore.registry import games, reviewer
from cardcore.reviews import Evaluation, Reviewer
from cardcore.reviews.outcomes import find_reasons
from cardcore.reviews.walk import Position, walk
from tests.reviews.games import new


def _happens(knowledge: Reviewer[Any], words: str, scores: list[int], seat: int) -> bool:
    [outcome] = [found for found in knowledge.outcomes if found.words == words]
    return bool(outcome.happens(np.array([scores]), seat)[0])


def test_outcomes_of_hearts_are_what_they_say() -> None:
    # The signs are turned: more is better.
    said = [
        ("you take 13 points or more", [-13, -4, -9, 0], 0, True),
        ("you take 13 points or more", [-12, -14, 0, 0], 0, False),
        ("you take no points", [-13, -4, -9, 0], 3, True),
        ("you shoot the moon", [0, -26, -26, -26], 0, True),
        ("you shoot the moon", [0, -26, 0, 0], 0, False),
        ("another player shoots the moon", [0, -26, -26, -26], 1, True),
        ("another player shoots the moon", [0, -26, -26, -26], 0, False),
        # The moon may be subtracted instead.
        ("you shoot the moon", [26, 0, 0, 0], 0, True),
        ("another player shoots the moon", [26, 0, 0, 0], 2, True),
    ]
    for words, scores, seat, expected in said:
        assert _happens(HEARTS, words, scores, seat) is expected, (words, scores, seat)


def test_outcomes_of_president_are_what_they_say() -> None:
    assert _happens(
        PRESIDENT,
        "you come first",
        [-1, -2, -3, -4],
        0,
    )
    assert not _happens(PRESIDENT, "you come first", [-1, -2, -3, -4], 1)
    assert _happens(PRESIDENT, "you come last", [-1, -2, -3, -4], 3)


def test_only_what_speaks_for_the_best_move_is_a_reason() -> None:
    good = np.array([[0, -9, -9, -8]] * 30 + [[-20, -2, -2, -2]] * 10)
    bad = np.array([[0, -9, -9, -8]] * 10 + [[-20, -2, -2, -2]] * 30)
    found = find_reasons(HEARTS.outcomes, good, bad, 0)
    assert [(reason.words, reason.best, reason.made) for reason in found] == [
        ("you take 13 points or more", 0.25, 0.75),
        ("you take no points", 0.75, 0.25),
    ]
    assert find_reasons(HEARTS.outcomes, bad, good, 0) == ()
    # A difference that chance explains is none.
    assert find_reasons(HEARTS.outcomes, good[:31], np.roll(good, 1, axis=0)[:31], 0) == ()


#: By game: its rules, who plays, and the seat whose decisions are looked at.
_TABLES: dict[str, tuple[dict[str, Any], list[str], int]] = {
    "hearts": ({"target": None}, ["greedy", "policy", "rule", "policy"], 0),
    "president": ({"rounds": 1}, ["greedy", "plan", "random", "plan"], 2),
    "draw": ({"hands": 2}, ["pattern", "nash"], 0),
    "ends": ({"count": 12}, ["greedy", "perfect"], 0),
    "chopsticks": ({}, ["random", "perfect"], 0),
}

#: What a reason says in numbers, first of the best move, then of the move made.
_CLAIMS = {
    "deals": (
        r"in (?P<best>\d+)% of the deals with (?P<move>.+), "
        r"in (?P<made>\d+)% with (?P<other>.+)"
    ),
    "equity": (
        r"stands pat is (?P<best>[\d.]+)% with (?P<move>.+), "
        r"(?P<made>[\d.]+)% with (?P<other>.+)"
    ),
    "way out": (
        r"takes (?P<best>\d+) moves? after (?P<move>.+), (?P<made>\d+) after (?P<other>.+)"
    ),
}

#: How the games end that are solved, from bad to good.
_VERDICTS = ("loses", "ties", "wins")


def _positions(name: str, seeds: range) -> list[Position]:
    rules, players, seat = _TABLES[name]
    found = []
    for seed in seeds:
        game = cardcore.play(new(name, seed, **rules), players, seed=seed)
        found += [made for part in walk(game.record(), seat).parts for made in part.positions]
    return found


def _check(name: str, positions: list[Position], deals: int) -> int:
    """Check that every reason has the sign of the loss, in words and numbers."""
    claims = 0
    for position in positions:
        knowledge = reviewer(name)
        found = knowledge.evaluate(position.view, position.made, deals=deals, seed=1)
        told = list(map(str, knowledge.reasons(position.view, found)))
        if found.best == found.made:
            assert found.reasons == ()
            assert told == []
            continue
        assert len(told) <= 3
        for reason in found.reasons:
            assert (reason.best > reason.made) is reason.is_good
        claims += _exact(name, told, found) if found.is_exact and name != "hearts" else 0
        for text in told:
            kinds = {kind: re.search(claim, text) for kind, claim in _CLAIMS.items()}
            for kind, claim in kinds.items():
                if claim is None:
                    continue
                claims += 1
                # The best move is named first, with its own number.
                assert (claim["move"], claim["other"]) == (found.best, found.made)
                best, made = float(claim["best"]), float(claim["made"])
                if kind == "deals":
                    [reason] = [one for one in found.reasons if text.startswith(one.words)]
                    assert (best, made) == (round(100 * reason.best), round(100 * reason.made))
                else:
                    assert (best > made) is (kind == "equity"), text
    return claims


def _exact(name: str, told: list[str], found: Evaluation) -> int:
    """Check what is said of the results of the best move and of the move made."""
    if name == "ends":
        results = [int(re.findall(r"ends ([+-]?\d+)", text)[0]) for text in told]
        assert results == [found.moves[move].mean for move in (found.best, found.made)]
    else:
        results = [_VERDICTS.index(text.split()[-5]) for text in told]
    assert results[0] > results[1]
    for text, move in zip(told, (found.best, found.made), strict=True):
        assert text.startswith(move)
    return len(told)


@pytest.mark.parametrize("name", games())
def test_reasons_have_the_sign_of_the_loss(name: str) -> None:
    assert _check(name, _positions(name, range(2)), deals=60) >= 2


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_reasons_have_the_sign_of_the_loss_in_a_thousand_decisions() -> None:
    decisions = claims = 0
    for name, count in (("hearts", 35), ("president", 35), ("draw", 40), ("ends", 50)):
        positions = _positions(name, range(count))
        found = _check(name, positions, deals=150)
        print(f"{name}: {len(positions)} decisions, {found} claims", flush=True)
        decisions, claims = decisions + len(positions), claims + found
    positions = _positions("chopsticks", range(20))
    claims += _check("chopsticks", positions, deals=2)
    decisions += len(positions)
    print(f"{decisions} decisions, {claims} claims", flush=True)
    assert decisions >= 1000
    assert claims > 300
