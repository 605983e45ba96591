# %% [markdown]
# # Notebook: train an agent on Hearts
#
# A vectorized environment, a policy network in NumPy, and the policy-gradient method REINFORCE:
# an agent that learns Hearts from nothing but games. To train in seconds, the deck is small: 3
# suits of 5 cards for 3 players.

# %%
import numpy as np
from matplotlib import pyplot

from cardcore import arena
from cardcore.environments import Batch, Encoding

rules = {"suits": 3, "values": 5, "players": 3}
batch = Batch("hearts", 512, seats=[0], bots="greedy", seed=1, **rules)
batch.observations.shape, batch.masks.shape

# %% [markdown]
# All 512 games run side by side in native code. Seat 0 belongs to the agent and two `greedy`
# bots hold the others. Every row of `observations` is a decision of the agent; the row of
# `masks` says which actions are legal.
#
# ## The policy
#
# One hidden layer, then a softmax over the legal actions. Adam does the updates.


# %%
class Policy:
    """A network with one hidden layer: observation in, probability of each legal action out."""

    def __init__(self, inputs, hidden, actions, seed):
        generator = np.random.default_rng(seed)
        self.weights = [
            generator.normal(0, (2 / inputs) ** 0.5, (inputs, hidden)).astype(np.float32),
            generator.normal(0, 0.01, (hidden, actions)).astype(np.float32),
        ]
        self.moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.weights]
        self.updates = 0

    def forward(self, observations, masks):
        hidden = np.maximum(observations @ self.weights[0], 0)
        scores = np.where(masks, hidden @ self.weights[1], -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True)

    def reinforce(self, observations, masks, actions, advantages, rate=0.003):
        hidden, chances = self.forward(observations, masks)
        chances[np.arange(len(actions)), actions] -= 1
        outer = chances * advantages[:, None] / len(actions)
        inner = (outer @ self.weights[1].T) * (hidden > 0)
        self.updates += 1
        gradients = [observations.T @ inner, hidden.T @ outer]
        for weights, gradient, (mean, square) in zip(
            self.weights, gradients, self.moments, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            step = mean / (1 - 0.9**self.updates)
            scale = np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8
            weights -= rate * step / scale


# %% [markdown]
# ## Training
#
# A deal is five decisions, so all rows finish together. The reward is the *margin*: how much
# better the agent did than the average of all seats. What a deal brought beyond the average of
# the batch is the advantage of all its actions.

# %%
policy = Policy(batch.observations.shape[1], 64, batch.masks.shape[1], seed=1)
generator = np.random.default_rng(1)
curve = []
for _ in range(200):
    steps = []
    for _ in range(5):
        observations, masks = batch.observations.copy(), batch.masks.copy()
        chances = policy.forward(observations, masks)[1]
        actions = (chances / generator.exponential(size=chances.shape)).argmax(axis=1)
        batch.step(actions)
        steps.append((observations, masks, actions))
    assert batch.done.all()
    rewards = batch.rewards[:, 0].copy()
    curve.append(rewards.mean())
    advantages = (rewards - rewards.mean()) / (rewards.std() + 1e-8)
    seen, allowed, chosen = (np.concatenate(part) for part in zip(*steps, strict=True))
    policy.reinforce(seen, allowed, chosen, np.tile(advantages, 5))

# %%
smooth = np.convolve(curve, np.ones(20) / 20, mode="valid")
figure, axes = pyplot.subplots(figsize=(7, 3.6))
axes.plot(np.arange(len(smooth)) * 512, smooth)
axes.axhline(0, color="gray", linestyle=":")
axes.set(xlabel="deals", ylabel="margin in points per deal", title="Learning curve")
figure.tight_layout()
print(f"margin: {np.mean(curve[:10]):+.2f} at the start, {np.mean(curve[-10:]):+.2f} at the end")

# %% [markdown]
# ## In the arena
#
# `Encoding` connects a network to a game that is played one view at a time. As a player with
# `choose(view)` the agent can sit in the arena, at the terminal or in the browser.


# %%
class Agent:
    """Plays the most likely action."""

    def __init__(self):
        self.encoding = Encoding("hearts", **rules)

    def choose(self, view):
        seen = self.encoding.observation(view, [])
        mask = self.encoding.mask(view, [])
        action = int(policy.forward(seen[None], mask[None])[1].argmax())
        return self.encoding.move(view, [], action)


arena.run("hearts", [Agent(), "greedy", "greedy"], games=600, seed=2, **rules)
