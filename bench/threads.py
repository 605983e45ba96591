"""The same work on more and more threads, for everything that uses them."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from bench.draw import hands
from bench.ends import row
from bench.poker import all_hands
from bench.results import Result, Scaling
from cardcore import arena, draw, ends, poker
from cardcore.benchmark.measure import Comparison, compare

#: More threads than a small machine has cores: that must not cost much either.
COUNTS = (1, 2, 4)


def run() -> Iterator[Result]:
    """Measure the evaluators, the solvers and the arena."""
    drawn, shuffled, cards = hands(50_000), all_hands(), row(40_000)
    hand = "Ah Ad Kc 7s 2d"
    works: dict[str, Callable[..., Any]] = {
        "`rank_many`, all hands": partial(poker.rank_many, shuffled),
        "`analyze_many`, 50,000 hands": partial(draw.analyze_many, drawn),
        "`best_discards`, 50,000 hands": partial(draw.best_discards, drawn),
        "`draw.solve`": partial(draw.solve, "jacks-or-better-9-6"),
        "`showdown`, sampled": partial(draw.showdown, hand, "class", samples=300_000, seed=1),
        "`ends.solve`, 40,000 cards": partial(ends.solve, cards),
        "arena of hearts": games("hearts", ["greedy", "random", "random", "random"], 20_000),
        "arena of president": games("president", ["greedy", "random", "random", "random"], 4_000),
        "arena of draw": games("draw", ["equity", "random"], 8_000),
    }
    arenas = [work for work in works if work.startswith("arena")]
    goals = {**dict.fromkeys(list(works)[:2], 1.7), **dict.fromkeys(arenas, 1.8)}
    measured = {work: threads(work, call) for work, call in works.items()}
    yield Scaling("threads", measured, goals)


def games(game: str, bots: Sequence[str], number: int) -> Callable[..., list[float]]:
    """Prepare many games in the arena; gives the mean scores."""

    def play(threads: int) -> list[float]:
        return [bot.mean for bot in arena.run(game, bots, number, 1, threads=threads).bots]

    return play


def threads(work: str, call: Callable[..., Any]) -> Comparison:
    """Time some work on every number of threads; the answer must not depend on it."""
    alone = fingerprint(call(threads=1))
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
    if isinstance(answer, draw.Solution):
        return answer.exact, answer.masks.tobytes()
    if isinstance(answer, draw.Showdown):
        return answer.wins.tobytes(), answer.ties.tobytes()
    return answer
