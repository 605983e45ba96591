"""The discard table, many hands, the whole game and showdowns of five-card draw."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.growth import grow
from bench.peers import Peer, peers
from bench.process import fresh
from bench.results import Figure, Growth, Result, Skipped, judge
from cardcore import draw
from cardcore.compare.measure import CARDCORE, Comparison, compare, require
from cardcore.compare.poker import hands
from cardcore.discard import Paytable, PaytableName
from cardcore.reference import discard as reference
from cardcore.reference.cards import parse_cards

HAND = "9d Td 6c Qc 8h"

#: How many draws there are for every discard, and how many of all hands are of every class.
DRAWS = [comb(47, mask.bit_count()) for mask in range(32)]
CLASSES = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]

#: The return of 9-6 jacks or better under optimal play.
NINE_SIX = Fraction(1_653_526_326_983, 1_661_102_543_100)

#: The equity of a random hand that draws for the showdown, against an opponent who stands pat.
AGAINST_PAT = Fraction(2_155_868_056_117_817, 3_098_786_794_153_050)


def run() -> Iterator[Result]:
    """Measure what the analysis has to reach."""
    yield from first_hand()
    yield by_enumeration()
    yield from loops_over_peers()
    yield judge(many_hands(), limit=0.5e-6)
    yield judge(many_wild_hands(), limit=0.5e-6)
    yield from whole_game()
    yield from wild_games()
    yield unusual_deck()
    yield from cold_showdown()
    yield from all_showdowns()
    yield growth()


def in_new_process(expression: str, answer: str) -> dict[str, Any]:
    """Evaluate an expression of the draw and discard modules in new processes."""
    return fresh("from cardcore import discard, draw", expression, answer)


def first_hand(repeats: int = 3) -> Iterator[Figure]:
    """Measure the first hand of a process, against the reference on the same hand, in turns."""
    rows = draw.analyze(HAND).counts.tolist()
    plain, new = [], []
    for _ in range(repeats):
        begin = time.perf_counter()
        found = reference.analyze(parse_cards(HAND))
        plain.append(time.perf_counter() - begin)
        require(found == rows, "the table of a hand")
        expression = f'draw.analyze("{HAND}").counts[28].tolist()'
        new.append(in_new_process(expression, str(rows[28]))["seconds"])
    first, slow = median(new), median(plain)
    yield Figure("first table of a process", first, "s", "at most 10 ms", first <= 0.01)
    ratio = slow / first
    goal = "at least 1,000 times"
    yield Figure("reference over first table", ratio, "times", goal, ratio >= 1000)
    yield Figure("reference, one table", slow, "s")


def by_enumeration() -> Comparison:
    """Fill tables by looking at every final hand instead."""
    drawn = hands(10)
    counts = draw.analyze_many(drawn)

    return compare(
        "tables of 10 hands, one call each",
        {
            CARDCORE: lambda: [draw.analyze(hand).counts for hand in drawn],
            f"{CARDCORE}, by enumeration": lambda: [
                draw.analyze(hand, method="enumeration").counts for hand in drawn
            ],
        },
        check=lambda tables: np.array_equal(tables, counts),
        items=len(drawn),
        unit="hand",
    )


def loops_over_peers(most: int = 3) -> Iterator[Comparison | Skipped]:
    """Fill the rows with at most ``most`` discarded cards by loops over peers.

    These are 173,261 hands of the table's 2,598,960; this library always fills the whole table.
    """
    hand = parse_cards(HAND)
    masks = [mask for mask in range(32) if mask.bit_count() <= most]
    expected = [reference.class_counts(hand, mask) for mask in masks]
    contestants: dict[str, Callable[[], list[list[int]]]] = {
        f"{CARDCORE}, all 32 discards": lambda: draw.analyze(hand).counts[masks].tolist()
    }
    for peer in peers():
        if isinstance(peer, Skipped):
            yield peer
        else:
            contestants[peer.name] = partial(loop, peer, hand, masks)
    yield compare(
        f"discards of at most {most} cards of one hand, by loops over peers",
        contestants,
        check=lambda rows: rows == expected,
        unit="hand",
        repeats=3,
    )


def loop(peer: Peer, hand: list[int], masks: list[int]) -> list[list[int]]:
    """Count the final hands of discards by class with a peer."""
    unseen = [peer.cards[number] for number in range(52) if number not in hand]
    rows = []
    for mask in masks:
        kept = [peer.cards[number] for place, number in enumerate(hand) if not mask >> place & 1]
        draws = combinations(unseen, mask.bit_count())
        row = [0] * 9
        ranks = Counter(peer.rank_all([[*kept, *drawn] for drawn in draws]))
        for rank, count in ranks.items():
            row[peer.category(rank)] += count
        rows.append(row)
    return rows


def right(drawn: NDArray[np.uint8], tables: NDArray[np.uint32]) -> bool:
    """Tell whether these can be the tables of hands.

    Every row has all draws, every final hand is in exactly one row, and the tables of a few hands
    are those that looking at every final hand gives.
    """
    few = np.linspace(0, len(drawn) - 1, 5, dtype=int)
    looked = [draw.analyze(drawn[place], method="enumeration").counts for place in few]
    return bool(
        tables.shape == (len(drawn), 32, 9)
        and (tables.sum(axis=2) == DRAWS).all()
        and (tables.sum(axis=1) == CLASSES).all()
        and np.array_equal(tables[few], looked)
    )


def many_hands() -> Comparison:
    """Measure many hands on one thread."""
    drawn = hands(50_000)
    return compare(
        "tables of 50,000 hands, one thread",
        {CARDCORE: lambda: draw.analyze_many(drawn, threads=1)},
        check=partial(right, drawn),
        items=len(drawn),
        unit="hand",
        repeats=21,
    )


#: A game with a joker, and its lines.
JOKER: PaytableName = "joker-poker-kings-20-7-5"

#: What whole games with wild cards return, and how long they may take.
WILD = {
    "deuces-wild-full-pay": (Fraction(32_187_682_693, 31_944_279_675), 0.1),
    JOKER: (Fraction(412_127_554_537, 409_481_092_020), 0.3),
}


def wild_hands(count: int) -> NDArray[np.uint8]:
    """Deal hands from a deck with a joker: of some, it takes the place of a card."""
    drawn = hands(count).copy()
    # As often as one of five cards is one of 53.
    drawn[:: 53 // 5, 0] = 52
    return drawn


def right_with_joker(drawn: NDArray[np.uint8], tables: NDArray[np.uint32]) -> bool:
    """Tell whether these can be the tables of hands from a deck with a joker."""
    few = np.linspace(0, len(drawn) - 1, 4, dtype=int)
    looked = [draw.analyze(drawn[place], JOKER, method="enumeration").counts for place in few]
    draws = [comb(48, mask.bit_count()) for mask in range(32)]
    return bool((tables.sum(axis=2) == draws).all() and np.array_equal(tables[few], looked))


def many_wild_hands() -> Comparison:
    """Measure many hands with a joker on one thread."""
    drawn = wild_hands(50_000)
    return compare(
        "tables of 50,000 hands with a joker, one thread",
        {CARDCORE: lambda: draw.analyze_many(drawn, JOKER, threads=1)},
        check=partial(right_with_joker, drawn),
        items=len(drawn),
        unit="hand",
        repeats=21,
    )


def wild_games() -> Iterator[Figure]:
    """Measure whole games with wild cards in new processes, tables included."""
    for name, (value, limit) in WILD.items():
        found = in_new_process(f'draw.solve("{name}").exact', str(value))
        seconds = found["seconds"]
        goal = f"at most {1000 * limit:.0f} ms"
        yield Figure(f"{name} in a new process", seconds, "s", goal, seconds <= limit)


#: A game in which the one-eyed jacks are wild, and its return.
ONE_EYED = {
    "three_of_a_kind": 1,
    "straight": 2,
    "flush": 2,
    "full_house": 3,
    "four_of_a_kind": 5,
    "straight_flush": 9,
    "five_of_a_kind": 15,
    "wild_royal": 25,
    "natural_royal": 800,
}
ONE_EYED_RETURN = Fraction(1_670_578_369_877, 3_322_205_086_200)


def unusual_deck(repeats: int = 11) -> Figure:
    """Measure a deck whose suits differ against 9-6 jacks or better, in turns, by CPU time."""
    jacks = Paytable("one-eyed jacks", ONE_EYED, wild="Jh Js")
    ratios = []
    for _ in range(repeats):
        seconds = []
        usual = Paytable("jacks-or-better-9-6")
        for objective, value in ((jacks, ONE_EYED_RETURN), (usual, NINE_SIX)):
            begin = time.process_time()
            found = draw.solve(objective, threads=1).exact
            seconds.append(time.process_time() - begin)
            require(found == value, "the return of a game")
        ratios.append(seconds[0] / seconds[1])
    ratio = median(ratios)
    case = "whole game with one-eyed jacks over jacks or better"
    return Figure(case, ratio, "times", "at most 5 times", ratio <= 5)


def whole_game() -> Iterator[Figure | Skipped]:
    """Measure the whole game in a new process, tables included."""
    found = in_new_process('draw.solve("jacks-or-better-9-6").exact', str(NINE_SIX))
    seconds, memory = found["seconds"], found["memory"]
    goal = "at most 250 ms"
    yield Figure("whole game in a new process", seconds, "s", goal, seconds <= 0.25)
    yield peak("peak memory of the whole game", memory)


def cold_showdown() -> Iterator[Figure | Skipped]:
    """Measure a showdown against a pat opponent in a new process."""
    found = in_new_process('discard.showdown("Ah Ad Kc 7s 2d").wins[24]', "1236592274")
    seconds, memory = found["seconds"], found["memory"]
    goal = "at most 400 ms"
    yield Figure("first showdown against pat", seconds, "s", goal, seconds <= 0.4)
    yield peak("peak memory of a showdown", memory)


def all_showdowns() -> Iterator[Figure | Skipped]:
    """Measure the whole game of showdowns against a pat opponent in a new process."""
    found = in_new_process('draw.solve("showdown").exact', str(AGAINST_PAT))
    seconds, memory = found["seconds"], found["memory"]
    goal = "at most 6 s"
    yield Figure("showdowns of all hands in a new process", seconds, "s", goal, seconds <= 6)
    yield peak("peak memory of all showdowns", memory)


def peak(case: str, memory: float | None) -> Figure | Skipped:
    """Judge the peak memory of a process."""
    if memory is None:
        return Skipped(case, "this system does not tell the largest memory of a process")
    return Figure(case, memory, "MB", "under 200 MB", memory < 200)


def growth() -> Growth:
    """Count the discards of ever more hands."""
    drawn = hands(50_000)

    def prepare(count: int) -> dict[str, Callable[[], Any]]:
        return {
            name: partial(draw.analyze_many, drawn[:count], threads=threads)
            for name, threads in (("one thread", 1), ("two threads", 2))
        }

    def check(count: int, found: Any) -> bool:
        return right(drawn[:count], found)

    return grow("analyze_many", "hands", (100, 1_000, 10_000, 50_000), prepare, check)
