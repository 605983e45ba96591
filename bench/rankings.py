"""Ranking hands of lowball, badugi and Omaha, and single hands; beside peers."""

import timeit
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.results import Figure, Result, Skipped, judge
from bench.rust import cargo_bench
from cardcore import poker
from cardcore.compare.measure import CARDCORE, Comparison, compare, require
from cardcore.compare.poker import hands
from cardcore.reference import rankings as reference

#: The games of the Rust bench, and their hands.
IN_RUST = ("deuce_to_seven", "ace_to_five", "badugi", "omaha")
RUST_HANDS = 200_000


def run() -> Iterator[Result]:
    """Measure the rankings of other games than high poker."""
    for game, cards in (("2-7", 5), ("a-5", 5), ("badugi", 4)):
        yield judge(batch(game, cards), limit=10e-9)
    yield omaha_beside_phevaluator()
    for name in IN_RUST:
        yield inside_rust(name)
    yield single_hand()


def batch(game: str, cards: int, count: int = 1_000_000) -> Comparison:
    """Rank many hands of a game on one thread."""
    dealt = hands(count, size=cards)
    some = slice(None, None, count // 5_000)
    plain = [reference.strength(row, game) for row in dealt[some].tolist()]

    def check(strengths: NDArray[np.uint16]) -> bool:
        return bool(strengths[some].tolist() == plain)

    return compare(
        f"rank {count:,} hands of {game}, one thread",
        {CARDCORE: lambda: poker.rank_many(dealt, game=game, threads=1)},
        check=check,
        items=count,
        unit="hand",
        repeats=15,
    )


def omaha_beside_phevaluator(count: int = 20_000) -> Comparison | Skipped:
    """Rank hands of Omaha beside phevaluator, which takes the board first."""
    try:
        from phevaluator import evaluate_omaha_cards
    except ImportError:
        return Skipped("hands of Omaha ranked by phevaluator", "phevaluator is not installed")
    cards = hands(count, size=9)
    holes, boards = cards[:, :4].copy(), cards[:, 4:].copy()
    rows = np.hstack([boards, holes]).tolist()
    some = range(0, count, count // 500)
    plain = [reference.strength(holes[i].tolist(), "omaha", boards[i].tolist()) for i in some]
    ours = poker.rank_many(holes, board=boards, game="omaha")
    require([int(ours[i]) for i in some] == plain, "the strength in Omaha")

    def check(numbers: Any) -> bool:
        # phevaluator counts from 1, the royal flush, to 7462.
        found = np.asarray(numbers, np.int64)
        return np.array_equal(found, ours) or np.array_equal(7462 - found, ours)

    return judge(
        compare(
            f"rank {count:,} hands of Omaha, one thread, beside phevaluator",
            {
                CARDCORE: lambda: poker.rank_many(holes, board=boards, game="omaha", threads=1),
                "phevaluator": lambda: [evaluate_omaha_cards(*row) for row in rows],
            },
            check=check,
            items=count,
            unit="hand",
            repeats=9,
        ),
        {"phevaluator": 10},
    )


def inside_rust(name: str, repeats: int = 5) -> Comparison | Skipped:
    """Rank hands inside Rust, beside a public crate; whole runs take turns."""
    case = f"rank hands in Rust, {name.replace('_', '-')}"
    contestants = {CARDCORE: name, "aya_poker, from cards": f"{name}_aya_poker"}
    seconds: dict[str, list[float]] = {contestant: [] for contestant in contestants}
    for _ in range(repeats):
        for contestant, row in contestants.items():
            rows = cargo_bench("rankings", row)
            if rows is None:
                return Skipped(case, "cargo is not installed")
            seconds[contestant].append(rows[row]["median"])
    return Comparison(case, "hand", RUST_HANDS, seconds)


def single_hand(number: int = 5_000, repeats: int = 60) -> Figure:
    """Measure one call for one hand, given as text."""
    hand = "As Ks Qs Js Ts"
    require(poker.rank(hand).strength == 7461, "the strength of a royal flush")
    seconds = min(timeit.repeat(partial(poker.rank, hand), number=number, repeat=repeats)) / number
    return Figure("poker.rank of one hand", seconds, "s", "at most 300 ns", seconds <= 300e-9)
