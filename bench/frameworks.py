"""Frameworks beside each other, decisions a second: ``python -m bench frameworks``.

Every contestant that is installed plays at random in one process, and they take turns. What counts
is the processor time of the best of their rounds. The games differ, so this compares what a
decision costs in a framework, not how good a game is. ``bench/frameworks.md`` has the results.

Frameworks that are not installed are left out. All but pgx go into one environment: ``pip install
open_spiel pettingzoo gymnasium rlcard phevaluator``; pgx wants one of its own, with JAX.
"""

import argparse
import os
import random
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import cardcore
from bench.environments import SIZE, Contestant, natively, rates
from cardcore import poker

#: Hands that evaluators rank in a round.
HANDS = 200_000

#: Random deals of Hearts in a round of OpenSpiel, and games of other frameworks.
DEALS = {"hearts": 20, "cardcore_hearts": 4}
GAMES = {"doudizhu": 4, "leduc-holdem": 200, "limit-holdem": 100, "gin-rummy": 2}

#: What is compared: faster, slower, how many times as fast it should be at least or at most.
GOALS = (
    ("cardcore, `Batch`, Kuhn", "pgx, kuhn_poker", "at least 3"),
    ("cardcore, `Batch`, Leduc", "pgx, leduc_holdem", "at least 3"),
    ("cardcore, `Batch`, Leduc", "RLCard, leduc-holdem", "at least 100"),
    (
        "OpenSpiel, its Hearts, bare loop",
        "OpenSpiel, cardcore's Hearts, the same loop",
        "at most 4",
    ),
)

#: Steps of a batch of pgx in a round.
STEPS = {"kuhn_poker": 100, "leduc_holdem": 50}


def open_spiel(name: str) -> Contestant:
    """Play a game of OpenSpiel in a bare loop, without observations."""
    pyspiel: Any = import_module("pyspiel")
    import_module("cardcore.environments.openspiel")
    game, generator = pyspiel.load_game(name), random.Random(1)

    def run() -> int:
        decisions = 0
        for _ in range(DEALS[name]):
            state = game.new_initial_state()
            while not state.is_terminal():
                decisions += not state.is_chance_node()
                state.apply_action(generator.choice(state.legal_actions()))
        return decisions

    return run


def petting_zoo(games: int = 6) -> Contestant:
    """Play cardcore's Hearts as an environment of PettingZoo."""
    adapter = import_module("cardcore.environments.pettingzoo")
    # The choice itself should cost little beside the environment.
    environment, choose = adapter.env("hearts", target=None), random.Random(1).choice

    def run() -> int:
        decisions = 0
        for seed in range(games):
            environment.reset(seed=seed)
            for _ in environment.agent_iter():
                observation, _, ended, cut, _ = environment.last()
                if ended or cut:
                    environment.step(None)
                    continue
                environment.step(choose(observation["action_mask"].nonzero()[0].tolist()))
                decisions += 1
        return decisions

    return run


def gymnasium(games: int = 20) -> Contestant:
    """Play cardcore's Hearts as a single environment of Gymnasium."""
    adapter = import_module("cardcore.environments.gymnasium")
    environment, choose = adapter.env("hearts", target=None), random.Random(1).choice

    def run() -> int:
        decisions = 0
        for seed in range(games):
            _, information = environment.reset(seed=seed)
            over = False
            while not over:
                allowed = information["action_mask"].nonzero()[0].tolist()
                _, _, over, _, information = environment.step(choose(allowed))
                decisions += 1
        return decisions

    return run


def rlcard(name: str) -> Contestant:
    """Play a game of RLCard."""
    environment = import_module("rlcard").make(name, config={"seed": 1})
    generator = random.Random(1)

    def run() -> int:
        decisions = 0
        for _ in range(GAMES[name]):
            state, _ = environment.reset()
            while not environment.is_over():
                state, _ = environment.step(generator.choice(list(state["legal_actions"])))
                decisions += 1
        return decisions

    return run


def pgx(name: str) -> Contestant:
    """Step a batch of pgx on the processor; games that end restart."""
    jax: Any = import_module("jax")
    wrappers: Any = import_module("pgx.experimental.wrappers")
    environment: Any = import_module("pgx").make(name)
    initial = jax.vmap(environment.init)
    step = jax.vmap(wrappers.auto_reset(environment.step, environment.init))

    def one_step(_: int, carried: tuple[Any, Any]) -> tuple[Any, Any]:
        state, key = carried
        key, choosing, dealing = jax.random.split(key, 3)
        weights = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(choosing, weights, axis=-1)
        return step(state, actions, jax.random.split(dealing, SIZE)), key

    loop = jax.jit(lambda *start: jax.lax.fori_loop(0, STEPS[name], one_step, start))
    key = jax.random.PRNGKey(0)
    carried = [jax.jit(initial)(jax.random.split(key, SIZE)), key]

    def run() -> int:
        carried[:] = jax.block_until_ready(loop(*carried))
        return STEPS[name] * SIZE

    begin = time.perf_counter()
    run()
    print(f"pgx, {name}: compiled in {time.perf_counter() - begin:.0f} s")
    return run


def evaluators(cards: int) -> Iterator[tuple[str, Contestant]]:
    """Give cardcore and both entries of phevaluator, for hands of five or seven cards."""
    hands = cardcore.deal_many(HANDS, cards=cards, seed=11)
    rows = [tuple(hand) for hand in hands.tolist()]

    def ranked(evaluate: Callable[..., int]) -> Contestant:
        return lambda: len([evaluate(*hand) for hand in rows])

    yield "cardcore", lambda: len(poker.rank_many(hands, threads=1))
    public = import_module("phevaluator").evaluate_cards
    yield "phevaluator, `evaluate_cards`", ranked(public)
    private = import_module("phevaluator._pheval")
    yield "phevaluator, private C function", ranked(getattr(private, f"evaluate_{cards}cards"))


def contestants() -> Iterator[tuple[str, Contestant]]:
    """Give every framework that is installed, and its games."""
    makers: list[tuple[str, Callable[[], Contestant]]] = [
        ("cardcore, `Batch`, Hearts", lambda: natively("hearts", 1, 40)),
        ("cardcore, `Batch`, draw", lambda: natively("draw", 1, 40)),
        ("cardcore, `Batch`, Leduc", lambda: natively("leduc", 1, 200)),
        ("cardcore, `Batch`, Kuhn", lambda: natively("kuhn", 1, 200)),
        ("OpenSpiel, its Hearts, bare loop", lambda: open_spiel("hearts")),
        ("OpenSpiel, cardcore's Hearts, the same loop", lambda: open_spiel("cardcore_hearts")),
        ("PettingZoo, cardcore's Hearts", petting_zoo),
        ("Gymnasium, cardcore's Hearts, one environment", gymnasium),
        *((f"RLCard, {name}", lambda name=name: rlcard(name)) for name in GAMES),
        *((f"pgx, {name}", lambda name=name: pgx(name)) for name in STEPS),
    ]
    for name, make in makers:
        try:
            yield name, make()
        except ImportError as missing:
            print(f"{name}: left out, {missing}")


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=12, help="rounds of every contestant")
    asked = parser.parse_args()
    print(f"{os.getloadavg()[0]:.0f} processes wanted the {os.cpu_count()} cores at the start\n")
    best = rates(dict(contestants()), asked.rounds)
    for name, rate in best.items():
        print(f"| {name} | {rate:,.0f} |", flush=True)
    print()
    for fast, slow, goal in GOALS:
        if fast in best and slow in best:
            print(f"| {fast} | {slow} | {best[fast] / best[slow]:.1f} times | {goal} |", flush=True)
    for cards in (5, 7):
        try:
            found = rates(dict(evaluators(cards)), asked.rounds)
        except ImportError as missing:
            print(f"hands of {cards} cards: left out, {missing}")
            continue
        for name, rate in found.items():
            times = found["cardcore"] / rate
            print(f"| {name}, {cards} cards | {1e9 / rate:.1f} ns | {times:.0f} |", flush=True)


if __name__ == "__main__":
    main()
