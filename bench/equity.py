"""Equity beside eval7: ``python -m bench equity``.

Every answer is checked before it is timed, and the contestants take turns on one thread. eval7's
own exact equity is wrong unless the board is complete, so on the flop it is compared by a loop over
its evaluator, and before the flop by samples.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from bench.results import Judged, Skipped, judge
from cardcore import poker
from cardcore.compare.measure import CARDCORE, compare

#: Two ranges as players have them on a flop without two cards of a suit.
OPENING = "22+, A2s+, KTs+, QTs+, JTs, ATo+, KJo+"
CALLING = "22-TT, A2s-AJs, K9s+, Q9s+, J9s+, T9s, 98s, 87s, 76s, ATo-AJo, KTo+, QTo+"
FLOP = "Qh 7s 2d"


def run() -> Iterator[Judged | Skipped]:
    """Measure exact equities and samples, alone and beside eval7."""
    yield judge(
        compare(
            "aces against kings before the flop, exact, one thread",
            {CARDCORE: lambda: poker.equity(["AsAh", "KsKh"], exact=True, threads=1)},
            check=lambda found: found.exact_win[0].numerator == 9_794,
        ),
        limit=5e-3,
    )
    yield judge(
        compare(
            "two ranges on the flop, exact, one thread",
            {CARDCORE: lambda: poker.equity([OPENING, CALLING], FLOP, exact=True, threads=1)},
            check=lambda found: abs(found.equity[0] - 0.559443) < 1e-6,
        ),
        limit=10e-3,
    )
    yield judge(
        compare(
            "aces against kings before the flop, 1,000,000 samples, two threads",
            {
                CARDCORE: lambda: poker.equity(
                    ["AsAh", "KsKh"], exact=False, samples=1_000_000, threads=2
                )
            },
            check=lambda found: abs(found.equity[0] - 0.826366) < 0.003,
            items=2_000_000,
            unit="hand",
        ),
        limit=20e-9,
    )
    try:
        import eval7
    except ImportError:
        yield Skipped("equity beside eval7", "eval7 is not installed")
        return
    yield from beside_eval7(eval7)


def beside_eval7(eval7: Any) -> Iterator[Judged]:
    """Play a hand against a range, exactly and by samples."""
    hand = [eval7.Card("As"), eval7.Card("Ks")]
    board = [eval7.Card(card) for card in FLOP.split()]
    villain = eval7.HandRange("QQ+, AK, 76s")
    ours = "QQ+, AK, 76s"

    def enumerated() -> float:
        shares = deals = 0
        known = {*map(str, hand), *map(str, board)}
        for held, _ in villain.hands:
            if known.intersection(map(str, held)):
                continue
            used = known.union(map(str, held))
            deck = [card for card in eval7.Deck().cards if str(card) not in used]
            for rest in combinations(deck, 2):
                own = eval7.evaluate([*hand, *board, *rest])
                other = eval7.evaluate([*held, *board, *rest])
                shares += 2 * (own > other) + (own == other)
                deals += 2
        return shares / deals

    def compared(
        case: str, own: Callable[[], float], other: Callable[[], float], near: float, items: int
    ) -> Judged:
        expected = own()
        measured = compare(
            case,
            {CARDCORE: own, "eval7": other},
            check=lambda found: abs(found - expected) < near,
            items=items,
            unit="deal",
        )
        return judge(measured, {"eval7": 20})

    yield compared(
        "a hand against a range on the flop, exact, one thread",
        lambda: poker.equity(["AsKs", ours], FLOP, exact=True, threads=1).equity[0],
        enumerated,
        1e-9,
        1,
    )
    samples = 200_000
    yield compared(
        f"a hand against a range before the flop, {samples:,} samples, one thread",
        lambda: poker.equity(["AsKs", ours], exact=False, samples=samples, threads=1).equity[0],
        lambda: float(eval7.py_hand_vs_range_monte_carlo(hand, villain, [], samples)),
        0.01,
        samples,
    )
