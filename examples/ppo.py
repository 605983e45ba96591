"""Proximal policy optimization (PPO) in PyTorch, by self-play or against bots.

    pip install torch
    python examples/ppo.py hearts --steps 2000000
    python examples/ppo.py president --opponents shortest:1,greedy:1 --save agent.safetensors
    cardcore play president --seats you,net:agent.safetensors,shortest,greedy

A reference to start from, in one file: a vectorized environment with another seat, line-up and
start in every game, action masks, advantages by seat, clipped updates. Without opponents every seat
is the learner's. It prints a learning curve: the mean margin over the table against held-out bots,
with 95% intervals, on the same deals every time.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from cardcore.environments import Batch, advantages_by_seat, export_net

#: One deal, round or hand is a game.
RULES: dict[str, dict[str, Any]] = {
    "hearts": {"target": None},
    "president": {"rounds": 1},
    "draw": {"hands": 1},
    "chopsticks": {},
    "ends": {},
    "kuhn": {},
    "leduc": {},
}

#: Bots that the learner is judged by; those it learns from are given.
JUDGES = {"hearts": "rule", "president": "shortest", "draw": "pattern", "ends": "greedy"}


class Network(nn.Module):  # type: ignore[misc]
    """Two hidden layers, then a logit for every action and the value of the position."""

    def __init__(self, inputs: int, actions: int, hidden: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.logits, self.value = nn.Linear(hidden, actions), nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.logits.weight, 0.01)

    def forward(self, seen: Any, masks: Any) -> tuple[Any, Any]:
        """Give the log probabilities of the actions, and the values."""
        hidden = self.body(seen)
        logits = self.logits(hidden).masked_fill(~masks, -1e9)
        return logits.log_softmax(dim=1), self.value(hidden)[:, 0]


def shown(batch: Batch) -> tuple[Any, Any]:
    """Copy observations and masks of a batch into tensors."""
    return torch.tensor(batch.observations), torch.tensor(batch.masks)


def collect(batch: Batch, network: Network, steps: int) -> dict[str, Any]:
    """Play some steps in every row, and give what an update needs."""
    kept: dict[str, list[Any]] = {name: [] for name in KEPT}
    for _ in range(steps):
        seen, masks = shown(batch)
        with torch.no_grad():
            chances, values = network(seen, masks)
        actions = torch.multinomial(chances.exp(), 1)[:, 0]
        seats = batch.seats.copy()
        batch.step(actions.numpy())
        chance = chances.gather(1, actions[:, None])[:, 0]
        found = (
            seen,
            masks,
            actions,
            chance,
            values,
            seats,
            batch.rewards.copy(),
            batch.done.copy(),
        )
        for name, value in zip(KEPT, found, strict=True):
            kept[name].append(value)
    return kept


KEPT = ("seen", "masks", "actions", "chances", "values", "seats", "rewards", "done")


def learn(
    network: Network,
    optimizer: torch.optim.Optimizer,
    kept: dict[str, Any],
    *,
    epochs: int = 2,
    minibatch: int = 2048,
    clip: float = 0.2,
    entropy: float = 0.01,
) -> None:
    """Make the actions of a rollout more or less likely by their advantages."""
    found = advantages_by_seat(
        np.stack(kept["seats"]),
        torch.stack(kept["values"]).numpy(),
        np.stack(kept["rewards"]),
        np.stack(kept["done"]),
    )
    known = torch.tensor(found.complete.ravel())
    advantages = torch.tensor(found.advantages.ravel())[known]
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    returns = torch.tensor(found.returns.ravel())[known]
    seen, masks, actions, before = (
        torch.cat(kept[name])[known] for name in ("seen", "masks", "actions", "chances")
    )
    for _ in range(epochs):
        for part in torch.randperm(len(actions)).split(minibatch):
            chances, values = network(seen[part], masks[part])
            ratio = (chances.gather(1, actions[part, None])[:, 0] - before[part]).exp()
            gain = torch.min(
                ratio * advantages[part], ratio.clamp(1 - clip, 1 + clip) * advantages[part]
            )
            spread = -(chances.exp() * chances.clamp(min=-20)).sum(dim=1)
            loss = -gain.mean() + 0.5 * (values - returns[part]).square().mean()
            loss = loss - entropy * spread.mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def judge(game: str, network: Network, bot: str, games: int, seed: int) -> tuple[float, float]:
    """Play the best action against a bot, and give the mean margin and half its interval."""
    batch = Batch(game, games, seats="random", bots=bot, starts="random", seed=seed, **RULES[game])
    margins = np.full(games, np.nan)
    while np.isnan(margins).any():
        seen, masks = shown(batch)
        with torch.no_grad():
            actions = network(seen, masks)[0].argmax(dim=1)
        seats = batch.seats.copy()
        batch.step(actions.numpy())
        ended = batch.done & np.isnan(margins)
        margins[ended] = batch.rewards[ended, seats[ended]]
    return float(margins.mean()), float(1.96 * margins.std(ddof=1) / games**0.5)


def weights(text: str) -> dict[str, float]:
    """Read opponents such as ``rule:2,greedy:1``."""
    pairs = (entry.partition(":") for entry in text.split(","))
    return {name: float(weight or 1) for name, _, weight in pairs}


def main() -> None:
    """Learn, and print the curve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=RULES, nargs="?", default="hearts")
    parser.add_argument("--steps", type=int, default=2_000_000, help="decisions to learn from")
    parser.add_argument("--rows", type=int, default=256)
    parser.add_argument("--opponents", type=weights, help="bots to learn from; default: self-play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--games", type=int, default=2000, help="games of every judgment")
    parser.add_argument("--save", type=Path, help="a file for the network, as a bot")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    line_up = {} if asked.opponents is None else {"seats": "random", "bots": asked.opponents}
    batch = Batch(
        asked.game,
        asked.rows,
        starts="random",
        rewards="normalized",
        seed=asked.seed,
        **line_up,
        **RULES[asked.game],
    )
    encoding = batch.encoding
    network = Network(encoding.observation_shape[0], encoding.action_count, asked.hidden)
    optimizer = torch.optim.Adam(network.parameters(), lr=5e-4, eps=1e-5)
    bot = JUDGES.get(asked.game, "random")
    length, curve, begin = 64, [], time.perf_counter()
    rounds = max(1, asked.steps // (length * asked.rows))
    for number in range(rounds + 1):
        if number % max(1, rounds // 10) == 0:
            mean, half = judge(asked.game, network, bot, asked.games, seed=asked.seed + 1)
            curve.append((number * length * asked.rows, mean, half))
            print(
                f"{curve[-1][0]:>10,} decisions  {mean:+.3f} ± {half:.3f} against {bot}  "
                f"{time.perf_counter() - begin:.0f} s",
                flush=True,
            )
        if number < rounds:
            learn(network, optimizer, collect(batch, network, length))
    if asked.save is not None:
        policy = nn.Sequential(network.body, network.logits)
        print(export_net(asked.save, policy, encoding, choice="sample"))
        asked.save.with_suffix(".json").write_text(json.dumps(curve))


if __name__ == "__main__":
    main()
