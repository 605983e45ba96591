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

from copy import deepcopy
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore.extras import needs

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError as _error:
    raise ImportError(needs(__name__, "PettingZoo", "pettingzoo")) from _error

from cardcore._core import whole_number
from cardcore.environments.batch import Rewards
from cardcore.environments.encoding import Actions, Features
from cardcore.environments.line_up import Start
from cardcore.environments.picture import render_table
from cardcore.environments.stepping import Scale, Starts, SteppedGame, encode

__all__ = ["Environment", "env", "raw_env"]

#: What ``render_mode`` may be.
_RENDER_MODES = ["human", "ansi", "rgb_array"]


def env(game: str, *, illegal_reward: float | None = None, **options: Any) -> "Environment":
    """Make an environment for a game in which an illegal action ends the game.

    Parameters
    ----------
    game
        The name of the game.
    illegal_reward
        The reward of the agent that took an illegal action; the others get none. By default it is
        1 below the worst that a game can bring, so that it never pays.
    **options
        As for :class:`Environment`.

    Raises
    ------
    ValueError
        If there is no such game, or its rules are invalid.
    """
    return Environment(
        game, illegal_reward="worst" if illegal_reward is None else illegal_reward, **options
    )


#: What copies of an environment have in common; the stepper is that of the copied game.
_SHARED = {"_encoding", "_native", "_scale", "metadata", "observation_spaces", "state_space"}


class Environment(AECEnv):  # type: ignore[misc]
    """A game with an agent in every seat.

    PettingZoo's usual wrappers are not needed, and an action costs less without them: what they
    check is checked here.

    Parameters
    ----------
    game
        The name of the game.
    render_mode
        ``"ansi"`` to return the game as text, ``"rgb_array"`` as a picture, ``"human"`` to print
        it, or ``None``.
    actions
        The action encoding. With ``listed``, an observation also has ``moves``, the features of
        the legal moves, and an action is the index of one of them.
    max_moves
        The number of listed actions.
    rewards, starts, features
        As for :class:`cardcore.environments.Batch`.
    illegal_reward
        By default, an illegal action is an error and changes nothing. A number, or ``"worst"`` for
        1 below the worst return of a game: it ends the game with this reward.
    **rules
        The rules by name.

    Raises
    ------
    ValueError
        If there is no such game, or its rules are invalid.
    """

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        actions: Actions = "factored",
        max_moves: int = 512,
        rewards: Rewards = "margin",
        starts: Start | None = None,
        features: Features = "basic",
        illegal_reward: float | str | None = None,
        **rules: Any,
    ) -> None:
        super().__init__()
        self.metadata: dict[str, Any] = {
            "name": f"cardcore_{game}_v0",
            "render_modes": _RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        if render_mode not in (None, *_RENDER_MODES):
            raise ValueError(
                f"render_mode: expected 'human', 'ansi' or 'rgb_array', found {render_mode!r}"
            )
        self.render_mode = render_mode
        self._encoding = encode(game, actions, rules, features)
        self._listed = actions == "listed"
        template = self._encoding.template
        self._generator = np.random.default_rng()
        self._starts = Starts(template, starts)
        self._scale = Scale(template, rewards)
        self._illegal_reward = (
            self._scale.below(template) if illegal_reward == "worst" else illegal_reward
        )
        self._stepped = SteppedGame(self._encoding)
        self._native = self._stepped.native
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(template.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = list(self.possible_agents)
        self._count = (
            whole_number("max_moves", max_moves, 1, 2**22)
            if self._listed
            else self._encoding.action_count
        )
        low, high = self._encoding.bounds
        spaces = {
            "observation": Box(low, high, dtype=np.float32),
            "action_mask": Box(0, 1, (self._count,), np.int8),
        }
        if self._listed:
            sizes = [section.size for section in self._encoding.move_sections]
            lows = np.repeat([section.low for section in self._encoding.move_sections], sizes)
            highs = np.repeat([section.high for section in self._encoding.move_sections], sizes)
            shape = (self._count, sum(sizes))
            spaces["moves"] = Box(
                np.broadcast_to(np.minimum(lows, 0).astype(np.float32), shape),
                np.broadcast_to(highs.astype(np.float32), shape),
                dtype=np.float32,
            )
        self.action_spaces: dict[str, Discrete] = {
            agent: Discrete(self._count) for agent in self.agents
        }
        self.observation_spaces: dict[str, Dict] = {agent: Dict(spaces) for agent in self.agents}
        seats = template.seats
        self.state_space: Box = Box(np.tile(low, seats), np.tile(high, seats), dtype=np.float32)

    @property
    def game(self) -> Any:
        """A copy of the game, including hidden information."""
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
        deal = int(self._generator.integers(2**63))
        self._stepped.reset(deal, start=self._starts.sample(self._generator))
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._over = False
        self._select()

    def _select(self) -> None:
        seat = self._native.to_move
        if seat is not None:
            self.agent_selection: str = self.possible_agents[seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent, and its action mask if it is its turn."""
        seat, native = self._seats[agent], self._native
        mask = native.mask(seat)
        if self._over:
            mask = np.zeros_like(mask)
        if not self._listed:
            return {"observation": native.observation(seat), "action_mask": mask}
        if len(mask) > self._count:
            raise ValueError(
                f"max_moves: expected at least {len(mask)}, the number of legal moves, "
                f"found {self._count}"
            )
        padded = np.zeros(self._count, np.int8)
        padded[: len(mask)] = mask
        features = self._encoding.move_features(self.game.view(seat))
        moves = np.zeros((self._count, *self._encoding.move_shape), np.float32)
        moves[: len(features)] = features
        return {
            "observation": native.observation(seat),
            "action_mask": padded,
            "moves": moves,
        }

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Return the observation, reward, termination, truncation and info of the agent to act."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def state(self) -> NDArray[np.float32]:
        """Return the observations of all agents, one after another: what no agent may see."""
        return np.concatenate([self._native.observation(seat) for seat in self._seats.values()])

    def step(self, action: Any) -> None:
        """Take an action for the selected agent; an agent that is done takes ``None``.

        Raises
        ------
        TypeError
            If the action is not a whole number.
        ValueError
            If there is no such action; without ``illegal_reward``, if it is illegal. Then nothing
            changes.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        chosen, native = index(action), self._native
        if self._illegal_reward is not None and not native.is_legal(self._checked(chosen)):
            EnvLogger.warn_on_illegal_move()
            self._end({agent: float(self._illegal_reward)})
        else:
            native.step(chosen)
            seat = native.to_move
            if seat is None:
                rewards = self._scale.rewards(native.scores())
                self._end(dict(zip(self.possible_agents, rewards, strict=True)))
            else:
                self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    def _checked(self, action: int) -> int:
        if not 0 <= action < self._count:
            last = self._count - 1
            raise ValueError(f"action: expected a whole number from 0 to {last}, found {action}")
        return action

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = {agent: rewards.get(agent, 0.0) for agent in self.agents}
        # There are no rewards before the end.
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, True)
        self._over = True

    def render(self) -> str | NDArray[np.uint8] | None:
        """Show the game with all hands: return it as text or as a picture, or print it."""
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            game = self.game
            return render_table(game.view(None), [game.view(seat) for seat in range(game.seats)])
        text = self._stepped.text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: there is no window to close."""

    def __deepcopy__(self, memory: dict[int, Any]) -> "Environment":
        """Copy the game as it is; what does not change from game to game is shared."""
        made = Environment.__new__(type(self))
        memory[id(self)] = made
        for name, value in vars(self).items():
            made.__dict__[name] = value if name in _SHARED else deepcopy(value, memory)
        made._native = made._stepped.native
        return made

    def __getstate__(self) -> dict[str, Any]:
        """Return the state of a copy."""
        return {name: value for name, value in vars(self).items() if name != "_native"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Continue from a state."""
        self.__dict__.update(state)
        self._native = self._stepped.native


raw_env = Environment
