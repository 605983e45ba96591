import re
from typing import Any

import numpy as np
import pytest

import cardcore
from cardcore import hearts, president
from cardcore.hearts.review import REVIEWER as HEARTS
from cardcore.president.review import REVIEWER as PRESIDENT
from cardcore.registry import reviewer
from cardcore.reviews import Reviewer
from cardcore.reviews.outcomes import find_reasons
from cardcore.reviews.walk import Position, walk


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


def _positions(seeds: range) -> list[tuple[str, Position]]:
    found = []
    for seed in seeds:
        deal = hearts.new(seed=seed, target=None)
        played = cardcore.play(deal, ["greedy", "policy", "rule", "policy"], seed=seed)
        found += [("hearts", made) for made in walk(played.record(), 0).parts[0].positions]
        round_ = president.new(seed=seed, rounds=1)
        game = cardcore.play(round_, ["greedy", "plan", "random", "plan"], seed=seed)
        found += [("president", made) for made in walk(game.record(), 2).parts[0].positions]
    return found


def _check(positions: list[tuple[str, Position]], deals: int) -> int:
    """Check that every reason has the sign of the loss, in words and numbers."""
    claims = 0
    for name, position in positions:
        knowledge = reviewer(name)
        found = knowledge.evaluate(position.view, position.made, deals=deals, seed=1)
        told = knowledge.reasons(position.view, found)
        if found.best == found.made:
            assert found.reasons == ()
            assert told == []
            continue
        assert len(told) <= 3
        for reason in found.reasons:
            assert (reason.best > reason.made) is reason.is_good
        for text in told:
            if not re.search(r"\d% of the deals", text):
                continue
            claims += 1
            [reason] = [reason for reason in found.reasons if text.startswith(reason.words)]
            # The best move is named first, with its own number.
            shares = re.findall(r"in (\d+)%.*? with (.+?)(?:,|$)", text)
            assert shares == [
                (f"{100 * reason.best:.0f}", found.best),
                (f"{100 * reason.made:.0f}", found.made),
            ]
    return claims


def test_reasons_have_the_sign_of_the_loss() -> None:
    assert _check(_positions(range(2)), deals=60) > 3


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_reasons_have_the_sign_of_the_loss_in_a_thousand_decisions() -> None:
    positions = _positions(range(60))
    assert len(positions) >= 1000
    assert _check(positions, deals=200) > 300
