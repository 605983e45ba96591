"""The same work by the native part and by the reference, game by game."""

import statistics
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from cardcore import chopsticks, draw, ends, hearts, poker, president
from cardcore.benchmark.measure import CARDCORE, Comparison, compare
from cardcore.reference import chopsticks as reference_chopsticks
from cardcore.reference import discard as reference_discard
from cardcore.reference import ends as reference_ends
from cardcore.reference import hearts as reference_hearts
from cardcore.reference import poker as reference_poker
from cardcore.reference import president as reference_president
from cardcore.reference.cards import cards_text

REFERENCE = "reference"


def run(repeats: int = 5) -> Iterator[Comparison]:
    """Measure every case; the more repeats, the steadier the medians."""
    yield ranks(20_000, repeats)
    yield discard_table(repeats)
    yield president_moves(repeats)
    yield president_lines(repeats)
    yield chopsticks_table(repeats)
    yield hearts_deals(repeats, 100)
    yield ends_line(200, repeats)


def ranks(count: int = 100_000, repeats: int = 7) -> Comparison:
    """Rank random hands on one thread."""
    generator = np.random.default_rng(1)
    decks = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    hands = generator.permuted(decks, axis=1)[:, :5].copy()
    rows = hands.tolist()
    expected = [reference_poker.strength(row) for row in rows]
    return compare(
        f"strengths of {count:,} hands",
        {
            CARDCORE: lambda: poker.rank_many(hands, threads=1),
            REFERENCE: lambda: [reference_poker.strength(row) for row in rows],
        },
        check=lambda strengths: np.array_equal(strengths, expected),
        items=count,
        unit="hand",
        repeats=repeats,
    )


def discard_table(repeats: int = 7) -> Comparison:
    """Count the hands of a discard of three; the native part counts all 32 discards."""
    hand, mask = [29, 33, 16, 40, 26], 0b11100
    expected = reference_discard.class_counts(hand, mask)
    return compare(
        f"32 discards of a hand; {REFERENCE}: one discard of three cards",
        {
            CARDCORE: lambda: draw.analyze(hand).counts[mask].tolist(),
            REFERENCE: lambda: reference_discard.class_counts(hand, mask),
        },
        check=lambda counts: bool(counts == expected),
        unit="hand",
        repeats=repeats,
    )


def president_moves(repeats: int = 7) -> Comparison:
    """List the moves of random 13-card hands."""
    random = Random(1)
    hands = [tuple(random.sample(range(52), 13)) for _ in range(100)]
    expected = [
        [cards_text(move) for move in reference_president.get_valid_moves(hand)] for hand in hands
    ]

    def check(answers: list[list[object]]) -> bool:
        texts = [
            [cards_text(move) if isinstance(move, tuple) else str(move) for move in moves]
            for moves in answers
        ]
        return texts == expected

    return compare(
        "moves of a random 13-card hand",
        {
            CARDCORE: lambda: [president.legal_moves(hand) for hand in hands],
            REFERENCE: lambda: [reference_president.get_valid_moves(hand) for hand in hands],
        },
        check=check,
        items=len(hands),
        unit="hand",
        repeats=repeats,
        goals={REFERENCE: 200},
    )


def president_lines(repeats: int = 7) -> Comparison:
    """Find shortest lines of random hands: 8 cards, which the reference can still search."""
    random = Random(2)
    hands = [tuple(random.sample(range(52), 8)) for _ in range(60)]
    expected = [reference_president.moves_to_victory(hand) for hand in hands]

    def search() -> list[int]:
        reference_president.forget()
        return [reference_president.moves_to_victory(hand) for hand in hands]

    return compare(
        "shortest line of a random 8-card hand",
        {
            CARDCORE: lambda: [president.moves_to_victory(hand).count for hand in hands],
            REFERENCE: search,
        },
        check=lambda counts: bool(counts == expected),
        items=len(hands),
        unit="hand",
        repeats=repeats,
    )


def chopsticks_table(repeats: int = 7) -> Comparison:
    """Solve 20 plies with all values and the best move of the start."""
    start = (1, 1), (1, 1)
    expected = np.zeros((21, 5, 5, 5, 5), np.int8)
    for (a, b, level), (value, _) in reference_chopsticks.best_move_dp(20).items():
        expected[(level, *a, *b)] = value

    def solve() -> Any:
        solved = chopsticks.solve(20)
        return solved.values, solved.best_move(*start, 0)

    def right(answer: Any) -> bool:
        if isinstance(answer, dict):
            return bool(answer[(*start, 0)] == (0, ((1, 1), (2, 1), 1)))
        values, best = answer
        return np.array_equal(values, expected) and best == "tap L L"

    # Ten at a time: one alone would mostly measure how much of it the reference left in the cache.
    times = range(10)
    return compare(
        "table of 20 plies",
        {
            CARDCORE: lambda: [solve() for _ in times],
            REFERENCE: lambda: [reference_chopsticks.best_move_dp(20) for _ in times],
        },
        check=lambda answers: all(map(right, answers)),
        items=len(times),
        unit="table",
        repeats=repeats,
        goals={REFERENCE: 500},
    )


def hearts_deals(repeats: int = 7, count: int = 40) -> Comparison:
    """Deal the usual 52 cards and play them at random."""
    rules = hearts.Rules.standard(passing=False, target=None)
    plain = reference_hearts.Rules.standard(passing=False, target=None)

    def plainly() -> float:
        generator = Random(1)
        games = (reference_hearts.Hearts.shuffled(plain, seed) for seed in range(count))
        return statistics.mean(
            mean for game in games for mean in reference_hearts.random_round(game, generator)
        )

    def right(mean: float) -> bool:
        # 26 points a deal among four seats, and 78 when one of them takes all, which few do.
        moons = (4 * mean * count - 26 * count) / 52
        return round(moons, 6) in range(1 + count // 10)

    return compare(
        f"{count} random deals of hearts",
        {
            CARDCORE: lambda: statistics.mean(hearts.random_means(rules, count, seed=1)),
            REFERENCE: plainly,
        },
        check=right,
        items=count,
        unit="deal",
        repeats=repeats,
    )


def ends_line(count: int, repeats: int = 3) -> Comparison:
    """Solve a row against the dog beside the plain Python programme."""
    cards = np.random.default_rng(count).integers(1, 100, count).tolist()
    expected = reference_ends.optimal(cards)

    def native() -> tuple[int, str]:
        line = ends.solve(cards)
        return line.score, line.path

    return compare(
        f"{count} cards against the dog",
        {CARDCORE: native, REFERENCE: lambda: reference_ends.optimal(cards)},
        check=lambda answer: bool(answer == expected),
        unit="row",
        repeats=repeats,
    )
