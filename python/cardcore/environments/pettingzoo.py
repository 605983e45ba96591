"""PettingZoo environments: an agent for every seat, moving in turn (AEC).

>>> from cardcore.environments import pettingzoo
>>> environment = pettingzoo.env("hearts", suits=3, values=4, players=3)
>>> environment.reset(seed=1)
>>> for agent in environment.agent_iter():
...     observation, reward, terminated, truncated, info = environment.last()
...     over = terminated or truncated
...     mask = observation["action_mask"]
...     environment.step(None if over else environment.action_space(agent).sample(mask))

An observation has ``observation``, what the agent may know, and ``action_mask``, a 1 for every
legal action; :class:`cardcore.environments.Encoding` makes both. With factored actions, the
default, an agent whose move takes several cards acts several times in a row. Rewards come at the
end: the margin of a seat over the mean of all seats, so they sum to zero.
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

from cardcore.environments.encoding import Actions
from cardcore.environments.stepping import SteppedGame, encode, rewards

__all__ = ["Environment", "env", "raw_env"]


def env(game: str, *, render_mode: str | None = None, **options: Any) -> AECEnv:
    """Make an environment for a game, with PettingZoo's usual wrappers.

    An illegal action ends the game, with a reward of -1 for the agent that took it.

    Parameters
    ----------
    game
        The name of the game.
    render_mode
        ``"ansi"`` to return the game as text, ``"human"`` to print it, or ``None``.
    **options
        The rules by name, and ``actions``: the action encoding.

    Raises
    ------
    ValueError
        If there is no such game, or its rules are invalid.
    """
    made = Environment(game, render_mode=render_mode, **options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class Environment(AECEnv):  # type: ignore[misc]
    """A game with an agent in every seat; the parameters are those of :func:`env`.

    ``game`` is the game itself.
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
        self._stepped = SteppedGame(self._encoding.template, self._encoding)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
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
    def game(self) -> Any:
        """The game itself, including hidden information."""
        return self._stepped.game

    def observation_space(self, agent: str) -> Dict:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; without a seed, the next one of the series of the previous seed."""
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        dealt = self.game.new_game(seed=int(self._generator.integers(2**63)))
        self._stepped = SteppedGame(dealt, self._encoding)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        seat = self.game.to_move
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent, and its action mask if it is its turn."""
        seat = self.possible_agents.index(agent)
        return {
            "observation": self._stepped.observation(seat),
            "action_mask": self._stepped.mask(seat),
        }

    def step(self, action: Any) -> None:
        """Take an action for the selected agent; an agent that is done takes ``None``."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._stepped.step(index(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.is_over:
            self.rewards = dict(zip(self.agents, rewards(self.game), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Show the game with all hands: return it as text, or print it."""
        text = self._stepped.text()
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None


raw_env = Environment
