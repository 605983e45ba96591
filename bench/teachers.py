"""``python -m bench teachers``: bots that answer for all rows of a batch, beside the bot alone.

A bot alone chooses in the same positions, one view after another. A quick bot needs less than the
call from Python, so it is compared with the arena, where a choice includes the move that is made,
all in native code. Contestants take turns, and the processor time of the best of the rounds counts.
The choices are compared before anything is timed.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import cardcore
from cardcore.environments import Batch

#: Game, rules and bot; whether a choice takes so long that a call from Python does not count.
CASES: tuple[tuple[str, dict[str, Any], str, bool], ...] = (
    ("hearts", {"target": None}, "rule", False),
    ("hearts", {"target": None}, "greedy", False),
    ("president", {"rounds": 1}, "plan", False),
    ("hearts", {"target": None}, "search:worlds=20", True),
    ("president", {"rounds": 1}, "search:worlds=20", True),
)


#: The moves of a deal of Hearts, with its passes: all rows are at the same place in it.
DEAL = 56


def timed(run: Callable[[], object]) -> float:
    """Give the processor time that a run takes."""
    begin = time.process_time()
    run()
    return time.process_time() - begin


def in_batch(batch: Batch, bot: str, steps: int) -> float:
    """Give the time of a choice in games that the bot plays against itself."""
    taken = 0.0
    for _ in range(steps):
        begin = time.process_time()
        actions = batch.choose(bot)
        taken += time.process_time() - begin
        batch.step(actions)
    return taken / (steps * batch.size)


def in_arena(game: str, rules: dict[str, Any], bot: str, games: int) -> float:
    """Give the time of a move in games of the bot against itself."""
    seats, moves = cardcore.new(game, seed=0, **rules).seats, 0
    for seed in range(100):
        played = cardcore.new(game, seed=seed, **rules)
        moves += len(cardcore.play(played, [bot] * seats).moves)
    run = cardcore.arena.run
    taken = timed(lambda: run(game, [bot] * seats, games=games, seed=1, threads=1, **rules))
    return taken / (games * moves / 100)


def by_views(batch: Batch, bot: str) -> tuple[float, float]:
    """Give the times of a choice of the bot alone and in a batch, in the same positions."""
    views = [batch.view(row) for row in range(batch.size)]
    alone = timed(lambda: [view.choose(bot, threads=1) for view in views])
    return alone / batch.size, timed(lambda: batch.choose(bot)) / batch.size


def by_games(batch: Batch, game: str, rules: dict[str, Any], bot: str) -> tuple[float, float]:
    """Give the times of a choice in the arena, with its move, and in a batch."""
    return in_arena(game, rules, bot, 2000), in_batch(batch, bot, DEAL)


def check(batch: Batch, bot: str) -> None:
    """Check that a bot without randomness makes the same choices alone."""
    for row, action in enumerate(batch.choose(bot)):
        view = batch.view(row)
        if view.choose(bot) != view.legal_moves()[action]:
            raise SystemExit(f"WRONG ANSWER: {bot} chooses otherwise in row {row} of a batch")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8, help="rounds of every contestant")
    asked = parser.parse_args()
    for game, rules, bot, is_slow in CASES:
        size = 32 if is_slow else 1024
        batch = Batch(game, size, seed=1, threads=1, actions="listed", **rules)
        # Rounds of President differ in length: after some of them, rows are at different places.
        for _ in range(10 if is_slow else 300):
            batch.step(batch.choose(bot))
        if not is_slow:
            check(batch, bot)
        rounds = [
            by_views(batch, bot) if is_slow else by_games(batch, game, rules, bot)
            for _ in range(asked.rounds)
        ]
        alone, taught = 1e6 * np.min(rounds, axis=0)
        times = f"{alone:.2f} µs | {taught:.2f} µs | {alone / taught:.2f}"
        print(f"| {game}, `{bot}` | {times} |", flush=True)


if __name__ == "__main__":
    main()
