"""Decisions a second of a batch, beside OpenSpiel and PettingZoo: ``python -m bench environments``.

All contestants take turns in one process, and what counts is the processor time of the best of
their rounds: a busy machine does not change it much. A decision is an action that a learner is
asked for, with observation and mask written; for OpenSpiel it is an action applied after the legal
ones were listed, without an observation, and for PettingZoo a turn with ``last`` and its mask.

OpenSpiel and PettingZoo are left out where they are not installed; PettingZoo's card games need
``pip install "pettingzoo[classic]"``.
"""

import argparse
import os
import random
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from statistics import mean, median
from typing import Any

import numpy as np

from cardcore.environments import Batch
from cardcore.environments.encoding import Actions

#: Rows of every batch.
SIZE = 1024

#: One deal, round or hand is a game: what learners mostly want.
GAMES: dict[str, dict[str, Any]] = {
    "hearts": {"target": None},
    "president": {"rounds": 1},
    "draw": {"hands": 1},
    "chopsticks": {},
    "ends": {},
    "kuhn": {},
    "leduc": {},
}

#: Decisions a second that a batch has to make on one core.
GOALS = {
    "hearts": 2_000_000,
    "president": 1_000_000,
    "draw": 2_000_000,
    "chopsticks": 3_000_000,
    "ends": 3_000_000,
}

#: PettingZoo's card games.
PETTINGZOO = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")

#: Makes some decisions, and tells how many.
Contestant = Callable[[], int]


def natively(
    game: str, threads: int, steps: int = 200, actions: Actions = "factored"
) -> Contestant:
    """Step a batch with actions that it chooses itself."""
    batch = Batch(game, SIZE, seed=1, threads=threads, actions=actions, **GAMES[game])

    def run() -> int:
        for _ in range(steps):
            batch.step_random()
        return steps * SIZE

    return run


def by_numpy(game: str, steps: int = 20) -> Contestant:
    """Step a batch with actions chosen from its masks in NumPy."""
    batch = Batch(game, SIZE, seed=1, threads=1, **GAMES[game])
    generator = np.random.default_rng(1)

    def run() -> int:
        for _ in range(steps):
            weights = generator.random(batch.masks.shape, dtype=np.float32)
            batch.step((weights * batch.masks).argmax(axis=1))
        return steps * SIZE

    return run


def openspiel(deals: int = 40) -> Contestant | None:
    """Play OpenSpiel's Hearts at random in a bare Python loop."""
    try:
        pyspiel: Any = import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game("hearts")
    generator = random.Random(1)

    def run() -> int:
        decisions = 0
        for _ in range(deals):
            state = game.new_initial_state()
            while not state.is_terminal():
                chance = state.is_chance_node()
                state.apply_action(generator.choice(state.legal_actions()))
                decisions += not chance
        return decisions

    return run


def pettingzoo(name: str, games: int = 20) -> Contestant | None:
    """Play a game of PettingZoo at random."""
    try:
        module = import_module(f"pettingzoo.classic.{name}")
    except ImportError:
        return None
    environment = module.env()
    generator = np.random.default_rng(1)

    def run() -> int:
        decisions = 0
        for seed in range(games):
            environment.reset(seed=seed)
            for _ in environment.agent_iter():
                observation, _, ended, cut, _ = environment.last()
                if ended or cut:
                    environment.step(None)
                    continue
                allowed = np.flatnonzero(observation["action_mask"])
                environment.step(int(generator.choice(allowed)))
                decisions += 1
        return decisions

    return run


def rates(contestants: dict[str, Contestant], rounds: int) -> dict[str, float]:
    """Give the decisions a second of processor time of the best round of everybody."""
    best = dict.fromkeys(contestants, 0.0)
    for _ in range(rounds):
        for name, run in contestants.items():
            begin = time.process_time()
            decisions = run()
            best[name] = max(best[name], decisions / (time.process_time() - begin))
    return best


def serve(game: str, steps: int, requests: Connection) -> None:
    """Step a batch of one's own whenever asked to, and tell how long it took."""
    run = natively(game, 1, steps)
    while requests.recv():
        requests.send(taken(run))


def taken(run: Contestant) -> float:
    """Give the seconds by the clock."""
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def on_two_cores(game: str, rounds: int, steps: int = 100) -> tuple[str, str]:
    """Tell how many times as much is done with two threads, and by two processes.

    The processes have a batch each and nothing to do with one another: what two cores are good for
    when it is measured. The first figure of both compares the medians, the one in brackets the best
    rounds, which a busy machine disturbs least. All take turns.
    """
    context = get_context("spawn")
    ends = []
    for _ in range(2):
        here, there = context.Pipe()
        context.Process(target=serve, args=(game, steps, there), daemon=True).start()
        ends.append(here)

    def two_processes() -> float:
        for end in ends:
            end.send(True)
        return float(mean(end.recv() for end in ends)) / 2

    one, two = natively(game, 1, steps), natively(game, 2, steps)
    two_processes()
    times = [(taken(one), taken(two), two_processes()) for _ in range(rounds)]
    for end in ends:
        end.send(False)
    alone, threads, processes = zip(*times, strict=True)

    def faster(times: tuple[float, ...]) -> str:
        return f"{median(alone) / median(times):.2f} ({min(alone) / min(times):.2f})"

    return faster(threads), faster(processes)


def by_game(rounds: int) -> Iterator[str]:
    """Measure every game, on one core and on two."""
    yield "| game | natively | goal | NumPy | listed | two threads | two processes |"
    yield "|---|---|---|---|---|---|---|"
    for game, goal in GOALS.items():
        contestants = {
            "native": natively(game, 1),
            "numpy": by_numpy(game),
            "listed": natively(game, 1, 20, "listed"),
        }
        found = rates(contestants, rounds)
        threads, processes = on_two_cores(game, 10 * rounds)
        yield (
            f"| {game} | {found['native'] / 1e6:.2f} million | {goal / 1e6:g} million | "
            f"{found['numpy'] / 1e6:.2f} million | {found['listed'] / 1e6:.2f} million | "
            f"{threads} times | {processes} times |"
        )


def beside_others(rounds: int) -> Iterator[str]:
    """Measure Hearts beside what others have."""
    found: dict[str, Contestant | None] = {
        "cardcore, `Batch`, actions chosen natively": natively("hearts", 1),
        "cardcore, `Batch`, actions chosen in NumPy": by_numpy("hearts"),
        "OpenSpiel, Hearts, bare loop": openspiel(),
        **{f"PettingZoo, `{name}`": pettingzoo(name) for name in PETTINGZOO},
    }
    present = {name: run for name, run in found.items() if run is not None}
    best = rates(present, rounds)
    first, second = list(best.values())[:2]
    yield "| what | decisions a second | natively | NumPy |"
    yield "|---|---|---|---|"
    for name, rate in best.items():
        yield f"| {name} | {rate:,.0f} | {first / rate:.1f} times | {second / rate:.1f} times |"
    for name in found.keys() - present.keys():
        yield f"| {name} | not installed | | |"


def main() -> None:
    """Measure and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="rounds of every contestant")
    asked = parser.parse_args()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    print(f"Processes that wanted a core when this began: {load:.0f} on {os.cpu_count()} cores.\n")
    for line in by_game(asked.rounds):
        print(line, flush=True)
    print()
    for line in beside_others(asked.rounds):
        print(line, flush=True)


if __name__ == "__main__":
    main()
