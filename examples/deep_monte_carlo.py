"""Deep Monte Carlo in PyTorch, by self-play: a network scores every legal move by its features.

    pip install torch
    python examples/deep_monte_carlo.py president --steps 1000000 --save agent.safetensors
    cardcore play president --seats you,net:agent.safetensors,shortest,greedy

The method of DouZero (Zha et al., *DouZero: Mastering DouDizhu with Self-Play Deep Reinforcement
Learning*, ICML 2021): play whole games, mostly by the best score, and learn to predict what every
move brought its seat at the end. No bootstrapping, no policy. It suits games with many moves, since
a move is described instead of numbered. It prints a learning curve: the mean margin over the table
against held-out bots, with 95% intervals, on the same deals every time. The network is saved as a
file that plays wherever bots do.
"""

import argparse
import json
import time
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from cardcore.environments import Batch, export_net

#: One deal, round or hand is a game.
RULES: dict[str, dict[str, Any]] = {
    "hearts": {"target": None},
    "president": {"rounds": 1},
    "draw": {"hands": 1},
    "chopsticks": {},
    "ends": {},
}

#: Bots that the learner is judged by.
JUDGES = {"hearts": "rule", "president": "shortest", "draw": "pattern", "ends": "greedy"}


def scorer(inputs: int, hidden: int) -> nn.Sequential:
    """Make a network from an observation and the features of a move to a score."""
    return nn.Sequential(
        nn.Linear(inputs, hidden),
        nn.ReLU(),
        nn.Linear(hidden, hidden),
        nn.ReLU(),
        nn.Linear(hidden, 1),
    )


def described(batch: Batch) -> Any:
    """Give the observation and the features of every legal move of all rows."""
    seen = np.repeat(batch.observations, batch.legal_counts, axis=0)
    return torch.from_numpy(np.hstack([seen, batch.moves]))


def best(batch: Batch, inputs: Any, network: nn.Module) -> Any:
    """Give the move with the highest score in every row."""
    with torch.no_grad():
        scores = network(inputs)[:, 0].numpy()
    rows = np.repeat(np.arange(batch.size), batch.legal_counts)
    # Sort by row, then by score: the best of a row is the last one of it.
    order = np.lexsort((scores, rows))
    return order[batch.offsets[1:] - 1] - batch.offsets[:-1]


class SelfPlay:
    """Games of a network against itself, and what their moves brought."""

    def __init__(self, batch: Batch, explore: float, seed: int) -> None:
        self._batch, self._explore = batch, explore
        self._generator = np.random.default_rng(seed)
        #: The inputs of the moves of every row's game so far, with the seats that made them.
        self._games: list[list[tuple[Any, int]]] = [[] for _ in range(batch.size)]

    def step(self, network: nn.Module) -> list[tuple[Any, float]]:
        """Make a move in every row; give the moves of games that have ended, with their reward."""
        batch = self._batch
        inputs = described(batch)
        chosen = best(batch, inputs, network)
        random = self._generator.random(batch.size) < self._explore
        chosen = np.where(random, self._generator.integers(batch.legal_counts), chosen)
        for row, place in enumerate(batch.offsets[:-1] + chosen):
            self._games[row].append((inputs[place].clone(), int(batch.seats[row])))
        batch.step(chosen)
        finished = []
        for row in np.flatnonzero(batch.done).tolist():
            rewards = batch.rewards[row]
            finished += [(made, float(rewards[seat])) for made, seat in self._games[row]]
            self._games[row] = []
        return finished


def learn(
    network: nn.Module, optimizer: torch.optim.Optimizer, samples: list[tuple[Any, float]]
) -> float:
    """Regress the scores of moves to what they brought, and give the loss."""
    inputs = torch.stack([made for made, _ in samples])
    rewards = torch.tensor([reward for _, reward in samples])
    loss = (network(inputs)[:, 0] - rewards).square().mean()
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimizer.step()
    return float(loss)


def judge(game: str, network: nn.Module, bot: str, games: int, seed: int) -> tuple[float, float]:
    """Play the best move against a bot, and give the mean margin and half its interval."""
    batch = Batch(
        game, games, seats="random", bots=bot, starts="random", actions="listed", seed=seed,
        **RULES[game],
    )  # fmt: skip
    margins = np.full(games, np.nan)
    while np.isnan(margins).any():
        seats = batch.seats.copy()
        batch.step(best(batch, described(batch), network))
        ended = batch.done & np.isnan(margins)
        margins[ended] = batch.rewards[ended, seats[ended]]
    return float(margins.mean()), float(1.96 * margins.std(ddof=1) / games**0.5)


def main() -> None:
    """Learn, and print the curve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=RULES, nargs="?", default="president")
    parser.add_argument("--steps", type=int, default=1_000_000, help="moves to learn from")
    parser.add_argument("--rows", type=int, default=128)
    parser.add_argument("--explore", type=float, default=0.05, help="the part of random moves")
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=2000, help="games of every judgment")
    parser.add_argument("--save", type=Path, help="a file for the network, as a bot")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    batch = Batch(
        asked.game,
        asked.rows,
        starts="random",
        rewards="normalized",
        actions="listed",
        seed=asked.seed,
        **RULES[asked.game],
    )
    network = scorer(batch.observations.shape[1] + batch.moves.shape[1], asked.hidden)
    optimizer = torch.optim.Adam(network.parameters(), lr=5e-4)
    playing = SelfPlay(batch, asked.explore, asked.seed)
    bot, minibatch = JUDGES.get(asked.game, "random"), 1024
    kept: deque[tuple[Any, float]] = deque(maxlen=16 * minibatch)
    generator = np.random.default_rng(asked.seed)
    rounds, curve, begin = max(1, asked.steps // asked.rows), [], time.perf_counter()
    fresh = 0
    for number in range(rounds + 1):
        if number % max(1, rounds // 10) == 0:
            mean, half = judge(asked.game, network, bot, asked.games, seed=asked.seed + 1)
            curve.append((number * asked.rows, mean, half))
            print(
                f"{curve[-1][0]:>10,} moves  {mean:+.3f} ± {half:.3f} against {bot}  "
                f"{time.perf_counter() - begin:.0f} s",
                flush=True,
            )
        finished = playing.step(network)
        kept.extend(finished)
        fresh += len(finished)
        # Every move is learned from about once.
        while fresh >= minibatch:
            chosen = generator.choice(len(kept), min(minibatch, len(kept)), replace=False)
            learn(network, optimizer, [kept[place] for place in chosen])
            fresh -= minibatch
    if asked.save is not None:
        print(export_net(asked.save, network, batch.encoding))
        asked.save.with_suffix(".json").write_text(json.dumps(curve))


if __name__ == "__main__":
    main()
