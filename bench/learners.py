"""``python -m bench learners [NAME …]``: learners of other packages train on Hearts for a while.

Each runs by the helpers of its own documentation, on the environments of this package, and must end
with a better reward than uniformly random play, which it begins with. What is not installed is left
out. A nightly job: it shows that new versions of a package still learn here. ``pip install torch``,
and then any of tianshou, torchrl, "ray[rllib]", agilerl and pufferlib. They pin different versions
of the same packages, so each may want an environment of its own.
"""

import argparse
import io
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib import import_module
from typing import Any

import numpy as np

#: Deals of twenty cards against weak bots: what is learned in a minute shows.
OPTIONS: dict[str, Any] = {
    "seat": "random",
    "bots": "random",
    "rewards": "normalized",
    "values": 5,
}

#: What a learner returns after training: from an observation and a mask to an action.
Player = Callable[[Any, Any], int]


def environment(**keys: str) -> Any:
    """Make a single environment, with the mask in the observation if keys are given."""
    adapter = import_module("cardcore.environments.gymnasium")
    made = adapter.env("hearts", **OPTIONS)
    return adapter.MaskedObservation(made, **keys) if keys else made


def judge(player: Player, games: int = 4000, seed: int = 9) -> tuple[float, float]:
    """Play games, and give the mean reward and half its 95% interval."""
    judged = environment()
    rewards: list[float] = []
    seen, information = judged.reset(seed=seed)
    while len(rewards) < games:
        action = player(seen, information["action_mask"])
        seen, reward, over, _, information = judged.step(int(action))
        if over:
            rewards.append(reward)
            seen, information = judged.reset()
    return float(np.mean(rewards)), float(1.96 * np.std(rewards, ddof=1) / games**0.5)


def tianshou(until: float) -> Player:
    """Train the DQN of tianshou; its policies look for ``mask`` in the observation."""
    torch: Any = import_module("torch")
    dqn: Any = import_module("tianshou.algorithm.modelfree.dqn")
    data: Any = import_module("tianshou.data")
    trainer: Any = import_module("tianshou.trainer")
    keys = {"key": "obs", "mask": "mask"}
    vectors = import_module("tianshou.env").DummyVectorEnv([lambda: environment(**keys)] * 8)
    single = environment(**keys)
    model = import_module("tianshou.utils.net.common").Net(
        state_shape=single.observation_space["obs"].shape,
        action_shape=single.action_space.n,
        hidden_sizes=[128, 128],
    )

    class Masked(torch.nn.Module):  # type: ignore[misc]
        """Gives the network the part of an observation that it understands."""

        def __init__(self) -> None:
            super().__init__()
            self.inner = model

        def forward(self, obs: Any, state: Any = None, info: Any = None) -> Any:
            return self.inner(getattr(obs, "obs", obs), state)

    policy = dqn.DiscreteQLearningPolicy(
        model=Masked(), action_space=single.action_space, eps_training=0.1
    )
    algorithm = dqn.DQN(
        policy=policy,
        optim=import_module("tianshou.algorithm.optim").AdamOptimizerFactory(lr=5e-4),
        gamma=1.0,
        n_step_return_horizon=8,
        target_update_freq=200,
    )
    collector = data.Collector(algorithm, vectors, data.VectorReplayBuffer(50_000, 8))
    collector.reset()
    while time.process_time() < until:
        algorithm.run_training(
            trainer.OffPolicyTrainerParams(
                training_collector=collector,
                max_epochs=1,
                epoch_num_steps=2000,
                batch_size=256,
                collection_step_num_env_steps=64,
                update_step_num_gradient_steps_per_sample=0.1,
                verbose=False,
                show_progress=False,
            )
        )

    def player(seen: Any, mask: Any) -> int:
        with torch.no_grad():
            values = model(seen[None])[0][0]
        return int(torch.where(torch.as_tensor(mask) == 1, values, -torch.inf).argmax())

    return player


def torchrl(until: float) -> Player:
    """Train by REINFORCE in TorchRL: its collector, its transform and its masked distribution."""
    torch: Any = import_module("torch")
    envs: Any = import_module("torchrl.envs")
    modules: Any = import_module("torchrl.modules")
    nn: Any = import_module("tensordict.nn")
    wrapped = envs.TransformedEnv(
        envs.GymWrapper(environment(key="observation", mask="action_mask")),
        envs.Compose(
            envs.DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]),
            envs.ActionMask(),
        ),
    )
    single = environment()
    size, actions = single.observation_space.shape[0], int(single.action_space.n)
    network = torch.nn.Sequential(
        torch.nn.Linear(size, 128), torch.nn.ReLU(), torch.nn.Linear(128, actions)
    )
    actor = modules.ProbabilisticActor(
        nn.TensorDictModule(network, in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"],
        distribution_class=modules.MaskedOneHotCategorical,
    )
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    mean = 0.0
    while time.process_time() < until:
        loss, count = torch.zeros(()), 16
        for _ in range(count):
            with torch.no_grad():
                episode = wrapped.rollout(64, actor)
            reward = float(episode["next", "reward"].sum())
            mean += 0.01 * (reward - mean)
            chance = actor.get_dist(episode).log_prob(episode["action"])
            loss = loss - (reward - mean) * chance.sum()
        optimizer.zero_grad()
        (loss / count).backward()
        optimizer.step()

    def player(seen: Any, mask: Any) -> int:
        with torch.no_grad():
            logits = network(torch.as_tensor(seen))
        return int(torch.where(torch.as_tensor(mask) == 1, logits, -torch.inf).argmax())

    return player


def rllib(until: float) -> Player:
    """Train the PPO of RLlib with its own action-masking module."""
    torch: Any = import_module("torch")
    ppo: Any = import_module("ray.rllib.algorithms.ppo")
    spec: Any = import_module("ray.rllib.core.rl_module.rl_module").RLModuleSpec
    masking: Any = import_module("ray.rllib.examples.rl_modules.classes.action_masking_rlm")
    registry: Any = import_module("ray.tune.registry")
    registry.register_env("cardcore", lambda _: environment(key="observations", mask="action_mask"))
    configuration = (
        ppo.PPOConfig()
        .environment("cardcore")
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .training(train_batch_size_per_learner=2048, minibatch_size=512, num_epochs=4, lr=5e-4)
        .rl_module(
            rl_module_spec=spec(
                module_class=masking.ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [128, 128], "head_fcnet_activation": "relu"},
            )
        )
    )
    algorithm = configuration.build_algo()
    while time.process_time() < until:
        algorithm.train()
    module = algorithm.get_module()

    def player(seen: Any, mask: Any) -> int:
        # Eight-bit masks are numbers to the logarithm of RLlib's module.
        asked = {
            "observations": torch.as_tensor(seen)[None],
            "action_mask": torch.as_tensor(mask, dtype=torch.float32)[None],
        }
        with torch.no_grad():
            return int(module.forward_inference({"obs": asked})["action_dist_inputs"].argmax())

    return player


def agilerl(until: float) -> Player:
    """Train the PPO of AgileRL, whose rollouts find the masks of a vectorized environment."""
    algorithm: Any = import_module("agilerl.algorithms").PPO
    collect: Any = import_module("agilerl.rollouts.on_policy").collect_rollouts
    gymnasium = import_module("gymnasium")
    import_module("cardcore.environments.gymnasium")
    count = 64
    vectors: Any = gymnasium.make_vec("cardcore/hearts-v0", num_envs=count, **OPTIONS)
    hidden = {"hidden_size": [128]}
    agent = algorithm(
        vectors.single_observation_space,
        vectors.single_action_space,
        net_config={"encoder_config": {**hidden, "min_mlp_nodes": 16}, "head_config": hidden},
        num_envs=count,
        learn_step=32 * count,
        batch_size=512,
        lr=1e-3,
        ent_coef=0.0,
        gamma=1.0,
    )
    last: dict[str, Any] = {}
    while time.process_time() < until:
        _, *state = collect(agent, vectors, **last)
        last = dict(zip(("last_obs", "last_done", "last_scores", "last_info"), state, strict=True))
        agent.learn()

    def player(seen: Any, mask: Any) -> int:
        return int(np.ravel(agent.get_action(seen[None], action_mask=np.asarray(mask)[None])[0])[0])

    return player


def pufferlib(until: float) -> Player:
    """Train by PufferLib, which knows no masks: the policy reads them off the observation."""
    torch: Any = import_module("torch")
    gymnasium: Any = import_module("gymnasium")
    emulation: Any = import_module("pufferlib.emulation")
    vector: Any = import_module("pufferlib.vector")
    trainer: Any = import_module("pufferlib.pufferl")
    single = environment()
    size, actions, count = single.observation_space.shape[0], int(single.action_space.n), 64

    def made(buf: Any = None, seed: int = 0) -> Any:
        flat = gymnasium.wrappers.FlattenObservation(environment(key="cards", mask="mask"))
        return emulation.GymnasiumPufferEnv(flat, buf=buf, seed=seed)

    class Policy(torch.nn.Module):  # type: ignore[misc]
        """Logits and value; a flattened dictionary has its parts in alphabetical order."""

        def __init__(self) -> None:
            super().__init__()
            self.body = torch.nn.Sequential(torch.nn.Linear(size, 128), torch.nn.ReLU())
            self.logits, self.value = torch.nn.Linear(128, actions), torch.nn.Linear(128, 1)

        def forward(self, seen: Any, _: Any = None) -> tuple[Any, Any]:
            """Give the logits, without those of illegal actions, and the values."""
            hidden = self.body(seen[:, :size].float())
            logits = self.logits(hidden).masked_fill(seen[:, size:] == 0, -1e9)
            return logits, self.value(hidden)

        forward_eval = forward

    policy = Policy()
    vectors = vector.make(made, num_envs=count, backend=vector.Serial)
    # It reads the command line, draws a dashboard and leaves checkpoints.
    sys.argv = sys.argv[:1]
    with tempfile.TemporaryDirectory() as directory, redirect_stdout(io.StringIO()):
        options = trainer.load_config("default")["train"]
        options |= {
            "env": "hearts",
            "device": "cpu",
            "optimizer": "adam",
            "learning_rate": 1e-3,
            "gamma": 1.0,
            "bptt_horizon": 32,
            "minibatch_size": 512,
            "update_epochs": 2,
            "use_rnn": False,
            "anneal_lr": False,
            "data_dir": directory,
        }
        training = trainer.PuffeRL(options, vectors, policy)
        while time.process_time() < until:
            training.evaluate()
            training.train()
        training.close()

    def player(seen: Any, mask: Any) -> int:
        with torch.no_grad():
            both = torch.as_tensor(np.concatenate([seen, mask]), dtype=torch.float32)
            return int(policy(both[None])[0].argmax())

    return player


LEARNERS: dict[str, Callable[[float], Player]] = {
    each.__name__: each for each in (tianshou, torchrl, rllib, agilerl, pufferlib)
}


def main() -> None:
    """Train and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(LEARNERS)}; all by default")
    parser.add_argument("--seconds", type=float, default=60, help="of training, by the processor")
    asked = parser.parse_args()
    if unknown := {*asked.names} - {*LEARNERS}:
        parser.error(f"expected names of {', '.join(LEARNERS)}, found {', '.join(unknown)}")
    generator = np.random.default_rng(1)
    mean, half = judge(lambda _, mask: int(generator.choice(np.flatnonzero(mask))))
    print(f"| random play | {mean:+.3f} ± {half:.3f} |", flush=True)
    failed = []
    for name in asked.names or LEARNERS:
        try:
            import_module("ray.rllib" if name == "rllib" else name)
        except ImportError as missing:
            print(f"{name}: left out, {missing}")
            continue
        found, error = judge(LEARNERS[name](time.process_time() + asked.seconds))
        print(f"| {name} | {found:+.3f} ± {error:.3f} |", flush=True)
        if found - error <= mean + half:
            failed.append(name)
    if failed:
        raise SystemExit(f"no better than random play: {', '.join(failed)}")


if __name__ == "__main__":
    main()
