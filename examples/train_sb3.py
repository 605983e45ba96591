"""Stable-Baselines3: its own PPO without masks, and MaskablePPO with them, on the same game.

    pip install "cardcore[gymnasium]" sb3-contrib
    python examples/train_sb3.py --steps 20000

``make_vec_env`` is the helper of its documentation, unchanged. PPO knows nothing of masks: an
illegal action ends the game with less than the worst game brings, so it learns to stay legal.
MaskablePPO asks ``action_masks`` and never is illegal.
"""

import argparse
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env

import cardcore.environments.gymnasium  # noqa: F401  registers the games


def judge(model: Any, environments: Any, games: int, masked: bool) -> tuple[float, float]:
    """Play games, and give the mean reward and the part of them that ended by an illegal action."""
    rewards: list[float] = []
    illegal = 0
    seen = environments.reset()
    worst = environments.envs[0].unwrapped.illegal_reward
    while len(rewards) < games:
        options = {}
        if masked:
            options["action_masks"] = np.stack(environments.env_method("action_masks"))
        actions, _ = model.predict(seen, deterministic=True, **options)
        seen, found, done, _ = environments.step(actions)
        rewards.extend(found[done].tolist())
        illegal += int((found == worst).sum())
    return float(np.mean(rewards)), illegal / len(rewards)


def main() -> None:
    """Train both, and print what they came to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="hearts")
    parser.add_argument("--steps", type=int, default=20_000)
    asked = parser.parse_args()
    rules = {"target": None} if asked.game == "hearts" else {}
    options = {"seat": "random", "bots": {"rule": 1, "greedy": 1}, "rewards": "normalized", **rules}
    for kind, masked in ((PPO, False), (MaskablePPO, True)):
        environments = make_vec_env(
            f"cardcore/{asked.game}-v0", n_envs=8, seed=1, env_kwargs=options
        )
        model = kind("MlpPolicy", environments, n_steps=256, batch_size=512, seed=1, device="cpu")
        for trained in (0, asked.steps):
            if trained:
                model.learn(trained)
            mean, illegal = judge(model, environments, 200, masked)
            print(f"{kind.__name__:<12} {trained:>8,} steps: {mean:+.3f}, {illegal:.0%} illegal")


if __name__ == "__main__":
    main()
