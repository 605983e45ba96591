"""A network that learns Hearts from nothing but games against three ``greedy``, in NumPy.

    python examples/learn_hearts.py
    cardcore arena hearts --bots examples/learn_hearts.py:Learned,greedy,greedy,greedy --target 0
    cardcore play hearts --seats you,examples/learn_hearts.py:Learned,greedy,greedy

A deal is sixteen decisions of the learner: three cards to pass, thirteen to play. So all rows of a
batch end their deals in the same step, and one update of the network follows every sixteen steps.
It is an actor-critic: one hidden layer, from which a chance for every allowed action and the
expected reward of the deal are read off; what a deal brought beyond that expectation makes its
actions more likely.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore import View, arena
from cardcore.environments import Batch, Encoding

Numbers = NDArray[np.float32]

#: What was learned, and how it went.
WEIGHTS = Path(__file__).with_name("learned_hearts.npz")
CURVE = Path(__file__).with_name("learned_hearts.svg")

#: One deal is a game.
RULES: dict[str, Any] = {"target": None}
DECISIONS = 16


class Network:
    """One hidden layer, then a weight for every action and the expected reward."""

    def __init__(self, inputs: int, hidden: int, actions: int, seed: int) -> None:
        generator = np.random.default_rng(seed)
        self.parts: dict[str, Numbers] = {
            "hidden": generator.normal(0, (2 / 40) ** 0.5, (inputs, hidden)).astype(np.float32),
            "hidden_bias": np.zeros(hidden, np.float32),
            "actions": generator.normal(0, 0.01, (hidden, actions)).astype(np.float32),
            "value": np.zeros((hidden, 1), np.float32),
            "value_bias": np.zeros(1, np.float32),
        }
        self.means = {name: np.zeros_like(part) for name, part in self.parts.items()}
        self.squares = {name: np.zeros_like(part) for name, part in self.parts.items()}
        self.updates = 0

    def forward(self, seen: Numbers, masks: NDArray[np.bool_]) -> tuple[Numbers, Numbers, Numbers]:
        """Give the hidden layer, the chance of every action, and the expected rewards."""
        parts = self.parts
        hidden = np.maximum(seen @ parts["hidden"] + parts["hidden_bias"], 0)
        weights = np.where(masks, hidden @ parts["actions"], -np.inf)
        weights -= weights.max(axis=1, keepdims=True)
        chances = np.exp(weights)
        chances /= chances.sum(axis=1, keepdims=True)
        values = (hidden @ parts["value"])[:, 0] + parts["value_bias"]
        return hidden, chances, values

    def update(self, deal: dict[str, Any], rewards: Numbers, rate: float, entropy: float) -> None:
        """Make actions of deals that went better than expected more likely."""
        parts = self.parts
        seen, hidden, chances = deal["seen"], deal["hidden"], deal["chances"]
        better = rewards - deal["values"]
        scaled = better / (better.std() + 1e-6)
        rows = np.arange(len(seen))
        to_actions = chances * scaled[:, None]
        to_actions[rows, deal["actions"]] -= scaled
        # A little pull towards all allowed actions keeps the network curious.
        logarithms = np.log(np.maximum(chances, 1e-8))
        spread = -(chances * logarithms).sum(axis=1, keepdims=True)
        to_actions += entropy * chances * (logarithms + spread)
        to_value = (deal["values"] - rewards)[:, None] * 0.05
        to_hidden = to_actions @ parts["actions"].T + to_value @ parts["value"].T
        to_hidden[hidden <= 0] = 0
        gradients = {
            "hidden": seen.T @ to_hidden,
            "hidden_bias": to_hidden.sum(axis=0),
            "actions": hidden.T @ to_actions,
            "value": hidden.T @ to_value,
            "value_bias": to_value.sum(axis=0),
        }
        self.updates += 1
        for name, gradient in gradients.items():
            gradient /= len(seen)
            self.means[name] += 0.1 * (gradient - self.means[name])
            self.squares[name] += 0.001 * (gradient**2 - self.squares[name])
            mean = self.means[name] / (1 - 0.9**self.updates)
            square = self.squares[name] / (1 - 0.999**self.updates)
            parts[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def play_deals(
    network: Network, batch: Batch, generator: np.random.Generator
) -> tuple[dict[str, Any], Numbers]:
    """Play one deal in every row; gives all decisions and the reward of each."""
    taken: dict[str, list[Any]] = {
        name: [] for name in ("seen", "hidden", "chances", "values", "actions")
    }
    for _ in range(DECISIONS):
        seen = batch.observations.copy()
        hidden, chances, values = network.forward(seen, batch.masks)
        # A chance of 0 never wins, whatever is drawn.
        draws = generator.exponential(size=chances.shape)
        actions = (chances / draws).argmax(axis=1)
        batch.step(actions)
        for name, found in zip(taken, (seen, hidden, chances, values, actions), strict=True):
            taken[name].append(found)
    deal = {name: np.concatenate(found) for name, found in taken.items()}
    return deal, np.tile(batch.rewards[:, 0].copy(), DECISIONS)


def learn(deals: int, size: int, hidden: int, seed: int) -> list[tuple[int, float]]:
    """Learn from this many deals, and return the margin over the mean by deals played."""
    batch = Batch("hearts", size, seats=[0], bots="greedy", seed=seed, **RULES)
    network = Network(batch.observations.shape[1], hidden, batch.masks.shape[1], seed)
    generator = np.random.default_rng(seed)
    curve: list[tuple[int, float]] = []
    recent: list[float] = []
    for played in range(size, deals + 1, size):
        part = played / deals
        deal, rewards = play_deals(network, batch, generator)
        network.update(deal, rewards, rate=0.003 * (1 - part) + 0.0002, entropy=0.01 * (1 - part))
        recent.append(float(rewards.mean()))
        if len(recent) == 20:
            curve.append((played, sum(recent) / len(recent)))
            print(
                f"{played:>9,} deals  {curve[-1][1]:+.2f} points better than the mean", flush=True
            )
            recent.clear()
    parts: dict[str, Any] = network.parts
    np.savez_compressed(WEIGHTS, **{name: part.astype(np.float16) for name, part in parts.items()})
    return curve


def picture(curve: list[tuple[int, float]]) -> str:
    """Draw how the reward grew."""
    wide, high, edge = 640, 320, 48
    last = curve[-1][0]
    low = min(-1.0, min(reward for _, reward in curve))
    top = max(1.0, max(reward for _, reward in curve))

    def across(deals: float) -> float:
        return edge + (wide - 2 * edge) * deals / last

    def down(reward: float) -> float:
        return edge + (high - 2 * edge) * (top - reward) / (top - low)

    line = " ".join(f"{across(deals):.1f},{down(reward):.1f}" for deals, reward in curve)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">
<style>text {{ font: 15px sans-serif; fill: #444 }}</style>
<rect width="{wide}" height="{high}" fill="white"/>
<line x1="{edge}" x2="{wide - edge}" y1="{down(0):.1f}" y2="{down(0):.1f}" stroke="#999"/>
<text x="{edge}" y="24">points a deal better than the mean of all four seats</text>
<text x="8" y="{down(0) + 4:.1f}">0</text>
<text x="8" y="{down(top) + 4:.1f}">{top:+.1f}</text>
<text x="8" y="{down(low) + 4:.1f}">{low:+.1f}</text>
<text x="{wide - edge}" y="{high - 16}" text-anchor="end">{last:,} deals</text>
<polyline points="{line}" fill="none" stroke="#1f6feb" stroke-width="2"/>
</svg>
"""


class Learned:
    """The player that was learned, for the arena and the terminal."""

    def __init__(self) -> None:
        if not WEIGHTS.exists():
            raise FileNotFoundError(f"{WEIGHTS}: learn first, with python {Path(__file__).name}")
        self.deal, self.match = Encoding("hearts", **RULES), Encoding("hearts")
        totals = next(section for section in self.match.sections if section.name == "totals")
        self.totals = totals.slice
        with np.load(WEIGHTS) as kept:
            self.network = Network(1, 1, 1, 0)
            self.network.parts = {name: kept[name].astype(np.float32) for name in kept.files}

    def choose(self, view: View) -> Any:
        """Choose the most likely action until they make a move."""
        # In a match every deal is played for itself: the network has not learned what totals mean.
        is_match = view.part is not None and view.part["of"] is None
        encoding = self.match if is_match else self.deal
        picked: list[int] = []
        while True:
            seen = encoding.observation(view, picked)
            if is_match:
                seen = np.delete(seen, self.totals)
            _, chances, _ = self.network.forward(seen[None], encoding.mask(view, picked)[None])
            action = int(chances.argmax())
            move = encoding.move(view, picked, action)
            if move is not None:
                return move
            picked.append(action)


def main() -> None:
    """Learn, keep what was learned, draw the curve, and have the arena judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000, help="to learn from")
    parser.add_argument("--size", type=int, default=256, help="deals at once")
    parser.add_argument("--hidden", type=int, default=128, help="width of the hidden layer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=2000, help="deals of the arena")
    asked = parser.parse_args()
    if asked.deals < asked.size:
        parser.error(f"--deals: expected at least --size, {asked.size}, found {asked.deals}")
    curve = learn(asked.deals, asked.size, asked.hidden, asked.seed)
    if curve:
        CURVE.write_text(picture(curve), encoding="utf-8")
    bots: list[Any] = [Learned(), "greedy", "greedy", "greedy"]
    print(arena.run("hearts", bots, games=asked.games, seed=asked.seed + 1, **RULES))


if __name__ == "__main__":
    main()
