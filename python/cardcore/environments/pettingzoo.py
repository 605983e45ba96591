"""The games for PettingZoo: every seat an agent, in turn.

>>> from cardcore.environments import pettingzoo
>>> environment = pettingzoo.env("hearts", suits=3, values=4, players=3)
>>> environment.reset(seed=1)
>>> for agent in environment.agent_iter():
...     observation, reward, terminated, truncated, info = environment.last()
...     over = terminated or truncated
...     mask = observation["action_mask"]
...     environment.step(None if over else environment.action_space(agent).sample(mask))

An observation has ``observation``, what the agent may know, and ``action_mask``, a 1 for every
legal action; both are as :class:`cardcore.environments.Encoding` makes them. With factored actions,
the usual ones, an agent whose move takes several cards acts several times in a row. Rewards come at
the end: how far a seat is better than the mean of all seats, so they add up to zero.
"""

from operator import index
from typing import Any

import numpy as np

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(
        "cardcore.environments.pettingzoo needs PettingZoo: pip install 'cardcore[pettingzoo]'"
    ) from error

from cardcore.environments.acting import Acting, encode, rewards
from cardcore.environments.encoding import Actions

__all__ = ["Environment", "env", "raw_env"]


def env(game: str, *, render_mode: str | None = None, **options: Any) -> AECEnv:
    """Make an environment for a game, with PettingZoo's usual wrappers.

    An illegal action ends the game, with a reward of -1 for whoever took it.

    Parameters
    ----------
    game
        The name of the game.
    render_mode
        ``"ansi"`` to have the game as text, ``"human"`` to have it printed, or nothing.
    **options
        The rules by name, and ``actions``: how moves are numbered.

    Raises
    ------
    ValueError
        If there is no such game, or its rules make none.
    """
    made = Environment(game, render_mode=render_mode, **options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class Environment(AECEnv):  # type: ignore[misc]
    """A game with an agent in every seat; the parameters are those of :func:`env`.

    ``table`` is the game itself.
    """

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        actions: Actions = "factored",
        **rules: Any,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"cardcore_{game}_v0",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        if render_mode not in (None, "human", "ansi"):
            raise ValueError(f"render_mode: expected 'human' or 'ansi', found {render_mode!r}")
        self.render_mode = render_mode
        self._encoding = encode(game, actions, rules)
        self._generator = np.random.default_rng()
        self._acting = Acting(self._encoding.template, self._encoding)
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.agents = list(self.possible_agents)
        (low, high), count = self._encoding.bounds, self._encoding.action_count
        self.action_spaces = {agent: Discrete(count) for agent in self.agents}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(low, high, dtype=np.float32),
                    "action_mask": Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.agents
        }

    @property
    def table(self) -> Any:
        """The game, which knows more than any agent may."""
        return self._acting.game

    def observation_space(self, agent: str) -> Dict:
        """Tell what observations of an agent look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Tell which actions there are."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; without a seed, the one that follows from the seed before."""
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        dealt = self.table.new_game(seed=int(self._generator.integers(2**63)))
        self._acting = Acting(dealt, self._encoding)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        seat = self.table.to_move
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """Give what an agent may know, and what it may do if it is its turn."""
        seat = self.possible_agents.index(agent)
        return {
            "observation": self._acting.observation(seat),
            "action_mask": self._acting.mask(seat),
        }

    def step(self, action: Any) -> None:
        """Let the agent whose turn it is act; one whose game is over leaves, with ``None``."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._acting.act(index(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.table.is_over:
            self.rewards = dict(zip(self.agents, rewards(self.table), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Show the game, with the hands of all seats: as text, or printed."""
        text = self._acting.text()
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None


raw_env = Environment
