"""The same work on more and more threads, for everything that uses them."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.discard import DRAWS, NINE_SIX
from bench.discard import right as right_tables
from bench.ends import diagonals, row
from bench.poker import all_hands
from bench.poker import right as right_strengths
from bench.results import Result, Scaling
from cardcore import arena, discard, draw, ends, poker
from cardcore.compare.measure import Comparison, compare, require
from cardcore.compare.poker import hands
from cardcore.reference.cards import parse_cards
from cardcore.reference.discard import showdown_by_sampling

#: More threads than a small machine has cores: that must not cost much either.
COUNTS = (1, 2, 4)


def run() -> Iterator[Result]:
    """Measure the evaluators, the solvers and the arena."""
    drawn, shuffled, cards = hands(50_000), all_hands(), row(40_000)
    hand = "Ah Ad Kc 7s 2d"
    # The work, and how its answer on one thread is checked.
    works: dict[str, tuple[Callable[..., Any], Callable[[Any], bool]]] = {
        "`rank_many`, all hands": (
            partial(poker.rank_many, shuffled),
            partial(right_strengths, shuffled),
        ),
        "`analyze_many`, 50,000 hands": (
            partial(draw.analyze_many, drawn),
            partial(right_tables, drawn),
        ),
        "`best_discards`, 50,000 hands": (
            partial(draw.best_discards, drawn),
            partial(right_discards, drawn),
        ),
        "`draw.solve`": (
            partial(draw.solve, "jacks-or-better-9-6"),
            lambda solution: bool(solution.exact == NINE_SIX),
        ),
        "`showdown`, sampled": (
            partial(discard.showdown, hand, "class", samples=300_000, seed=1),
            partial(right_showdown, hand),
        ),
        "`ends.solve`, 40,000 cards": (
            partial(ends.solve, cards),
            lambda line: bool(line.score == diagonals(cards)),
        ),
        "arena of hearts": games(
            "hearts", ["greedy", "random", "random", "random"], 20_000, 26, suits=4
        ),
        "arena of president": games(
            "president", ["greedy", "random", "random", "random"], 4_000, 3 * 10
        ),
        "arena of draw": games("draw", ["equity", "random"], 8_000, 0),
    }
    arenas = [work for work in works if work.startswith("arena")]
    goals = {**dict.fromkeys(list(works)[:2], 1.7), **dict.fromkeys(arenas, 1.8)}
    measured = {work: threads(work, *call) for work, call in works.items()}
    yield Scaling("threads", measured, goals)


def right_discards(drawn: NDArray[np.uint8], best: tuple[Any, Any]) -> bool:
    """Tell whether these are the best discards of hands, by the tables of their odds."""
    masks, values = best
    expected = draw.analyze_many(drawn) @ np.arange(9) / DRAWS
    chosen = expected[np.arange(len(drawn)), masks]
    return np.allclose(chosen, expected.max(axis=1)) and np.allclose(values, chosen)


def right_showdown(hand: str, found: discard.Showdown) -> bool:
    """Check some equities against those that the reference samples."""

    def policy(theirs: Sequence[int]) -> int:
        return draw.analyze(list(theirs)).best("class").mask

    plain = [
        float(showdown_by_sampling(parse_cards(hand), mask, policy, 5_000, 1)) for mask in (0, 24)
    ]
    # Four times the standard error.
    return np.allclose(found.equity[[0, 24]], plain, rtol=0, atol=0.03)


def games(
    game: str, bots: Sequence[str], number: int, total: int, **rules: Any
) -> tuple[Callable[..., list[float]], Callable[[list[float]], bool]]:
    """Prepare many games in the arena that give the mean scores; all scores have a known sum."""

    def play(threads: int) -> list[float]:
        return [bot.mean for bot in arena.run(game, bots, number, 1, threads=threads, **rules).bots]

    return play, lambda means: round(sum(means), 6) == total


def threads(work: str, call: Callable[..., Any], right: Callable[[Any], bool]) -> Comparison:
    """Time some work on every number of threads; the answer must not depend on it."""
    answer = call(threads=1)
    require(right(answer), f"{work}: the answer on one thread")
    alone = fingerprint(answer)
    return compare(
        work,
        {str(count): partial(call, threads=count) for count in COUNTS},
        check=lambda answer: fingerprint(answer) == alone,
        # A second thread needs a second core to itself, which a busy machine does not always give.
        repeats=31,
    )


def fingerprint(answer: Any) -> Any:
    """Make something of an answer that compares as a whole."""
    if isinstance(answer, np.ndarray):
        return answer.tobytes()
    if isinstance(answer, tuple):
        return tuple(map(fingerprint, answer))
    if isinstance(answer, discard.Solution):
        return answer.exact, answer.masks.tobytes()
    if isinstance(answer, discard.Showdown):
        return answer.wins.tobytes(), answer.ties.tobytes()
    return answer
