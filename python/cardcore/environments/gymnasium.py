"""Gymnasium environments: one seat is the agent's, native bots hold the others.

:class:`Environment` is one game, :class:`VectorEnvironment` a vectorized environment.
Importing this module registers both as ``cardcore/<game>-v0``.

>>> import gymnasium
>>> import cardcore.environments.gymnasium
>>> environment = gymnasium.make("cardcore/hearts-v0", bots="greedy", suits=3, values=4, players=3)
>>> observation, info = environment.reset(seed=1)
>>> over = False
>>> while not over:
...     action = environment.action_space.sample(info["action_mask"])
...     observation, reward, over, _, info = environment.step(action)

``info["action_mask"]`` has a 1 for every legal action. :class:`cardcore.environments.Encoding`
makes it and the observation. The reward comes at the end: the margin of the agent over the mean of
all seats.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cardcore.extras import needs

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as _error:
    raise ImportError(needs(__name__, "Gymnasium", "gymnasium")) from _error

from cardcore._core import Stepper, whole_number
from cardcore.environments.batch import Batch, Rewards
from cardcore.environments.encoding import Actions, Features
from cardcore.environments.line_up import Bots, LineUp, Start, line_up
from cardcore.environments.picture import render_table
from cardcore.environments.stepping import Scale, Starts, SteppedGame, encode
from cardcore.registry import games

__all__ = ["Environment", "MaskedObservation", "VectorEnvironment", "env"]

#: After this many games in a row without a decision of the agent, there probably never is one.
_MAX_SKIPPED = 1000

#: What ``render_mode`` may be.
_RENDER_MODES = ["human", "ansi", "rgb_array"]


def _seated(seats: int, seat: int | Literal["random"], bots: Bots) -> LineUp:
    """Return the line-up: the agent at its seat, or anywhere, and the bots."""
    if seat != "random":
        whole_number("seat", seat, 0, seats - 1)
    listed = not isinstance(bots, str | Mapping)
    if listed:
        found = line_up(seats, "random" if seat == "random" else None, bots)
        learners = [index for index, bot in enumerate(found.seats) if bot == -1]
        if len(learners) != 1 or seat not in ("random", *learners):
            where = "once" if seat == "random" else f"at seat {seat} and nowhere else"
            raise ValueError(f"bots: expected None {where}, found {bots!r}")
    else:
        found = line_up(seats, "random" if seat == "random" else [seat], bots)
    if found.callbacks:
        raise ValueError(f"bots: expected names, found {bots!r}; functions play in Batch")
    return found


#: What copies of an environment have in common.
_SHARED = {"_encoding", "_line_up", "_scale", "observation_space", "spec"}


class Environment(gymnasium.Env):  # type: ignore[misc]
    """A game with the agent in one seat.

    Games that end before the agent has had a decision are skipped.

    Parameters
    ----------
    game
        The name of the game.
    seat
        The seat of the agent; ``"random"`` for another one in every game.
    bots
        The native bot in all other seats; names with weights, to draw each of them before every
        game; or one for every seat, with ``None`` for the agent.
    actions
        The action encoding: ``factored`` or ``flat``.
    rewards, starts, features
        As for :class:`cardcore.environments.Batch`.
    illegal_reward
        The reward of an illegal action, which ends the game. By default it is 1 below the worst
        that a game can bring, so that it never pays.
    render_mode
        ``"ansi"`` to return the agent's view as text, ``"rgb_array"`` as a picture, ``"human"`` to
        print it.
    **rules
        The rules by name.

    Raises
    ------
    ValueError
        If there is no such game, seat or bot, or the rules are invalid.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  as in the base
        "render_modes": _RENDER_MODES,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        *,
        seat: int | Literal["random"] = 0,
        bots: Bots = "random",
        actions: Actions = "factored",
        rewards: Rewards = "margin",
        starts: Start | None = None,
        features: Features = "basic",
        illegal_reward: float | None = None,
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        if render_mode not in (None, *_RENDER_MODES):
            raise ValueError(
                f"render_mode: expected 'human', 'ansi' or 'rgb_array', found {render_mode!r}"
            )
        self.render_mode = render_mode
        self._encoding = encode(game, actions, rules, features)
        template = self._encoding.template
        self._line_up = _seated(template.seats, seat, bots)
        self._starts = Starts(template, starts)
        self._scale = Scale(template, rewards)
        #: The reward of an illegal action.
        self.illegal_reward: float = (
            self._scale.below(template) if illegal_reward is None else float(illegal_reward)
        )
        self._stepped = SteppedGame(self._encoding)
        self._start(np.random.default_rng(0))
        self._count = self._encoding.action_count
        self.action_space: Discrete = Discrete(self._count)
        self.observation_space: Box = Box(*self._encoding.bounds, dtype=np.float32)

    def __deepcopy__(self, memory: dict[int, Any]) -> "Environment":
        """Copy the game and the generators; what does not change from game to game is shared."""
        made = object.__new__(type(self))
        memory[id(self)] = made
        for name, value in vars(self).items():
            made.__dict__[name] = value if name in _SHARED else deepcopy(value, memory)
        return made

    @property
    def game(self) -> Any:
        """A copy of the game, including hidden information."""
        return self._stepped.game

    @property
    def seat(self) -> int:
        """The seat of the agent in this game."""
        return self._seat

    @property
    def bots(self) -> tuple[str | None, ...]:
        """The bot of every seat in this game, ``None`` for the agent."""
        return self._names

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal; other packages look for this name."""
        return self._mask().astype(bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a new game; without a seed, the next one of the series of the previous seed."""
        super().reset(seed=seed)
        for _ in range(_MAX_SKIPPED):
            self._start(self.np_random)
            if not self._over:
                break
        else:
            raise ValueError(
                f"seat {self._seat}: {_MAX_SKIPPED} games in a row ended without a decision"
            )
        if self.render_mode == "human":
            self.render()
        return self._native.observation(self._seat), self._info()

    def _start(self, generator: np.random.Generator) -> None:
        """Deal a game, and let the bots play up to the agent's first decision."""
        deal, choices = generator.integers(2**63, size=2).tolist()
        start = self._starts.sample(generator)
        seats = self._line_up.sample(generator)
        self._seat = seats.index(-1)
        names = self._line_up.native[0]
        self._names = tuple(None if bot < 0 else names[bot] for bot in seats)
        self._stepped.reset(deal, choices, start, self._names)
        self._over = self._native.to_move is None

    @property
    def _native(self) -> Stepper:
        return self._stepped.native

    def _mask(self) -> NDArray[np.int8]:
        mask = self._native.mask(self._seat)
        return np.zeros_like(mask) if self._over else mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Take an action, and let the bots play up to the agent's next decision.

        Raises
        ------
        ValueError
            If there is no such action; an illegal action is not an error.
        gymnasium.error.ResetNeeded
            If the game is over.
        """
        if self._over:
            raise gymnasium.error.ResetNeeded("the game is over: expected reset() before step()")
        # What is no whole number in range is not in the space either, but that takes longer to ask.
        is_plain = type(action) is int and 0 <= action < self._count
        if not is_plain and not self.action_space.contains(action):
            last = self._count - 1
            raise ValueError(f"action: expected a whole number from 0 to {last}, found {action!r}")
        native, chosen, reward = self._native, int(action), 0.0
        if not native.is_legal(chosen):
            reward, self._over = self.illegal_reward, True
        else:
            native.step(chosen)
            if native.to_move is None:
                self._over = True
                reward = self._scale.rewards(native.scores())[self._seat]
        if self.render_mode == "human":
            self.render()
        return native.observation(self._seat), reward, self._over, False, self._info()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Show the agent's view: return it as text or as a picture, or print it."""
        if self.render_mode is None:
            return None
        view = self.game.view(self._seat)
        if self.render_mode == "rgb_array":
            return render_table(view)
        if self.render_mode == "ansi":
            return str(view)
        print(view)
        return None


#: Makes the environment of a game, under the same name as for PettingZoo.
env = Environment


class MaskedObservation(gymnasium.ObservationWrapper):  # type: ignore[misc]
    """An environment whose observations have the action mask, for learners that look for it there.

    Parameters
    ----------
    environment
        The environment.
    key, mask
        The names of observation and mask: ``observation`` and ``action_mask`` for TorchRL, with
        ``observations`` for RLlib; ``obs`` and ``mask`` for tianshou.

    Examples
    --------
    >>> masked = MaskedObservation(env("hearts", target=None), key="observations")
    >>> observation, _ = masked.reset(seed=1)
    >>> {name: array.shape for name, array in observation.items()}
    {'observations': (499,), 'action_mask': (52,)}
    """

    def __init__(
        self,
        environment: gymnasium.Env,
        *,
        key: str = "observation",
        mask: str = "action_mask",
    ) -> None:
        super().__init__(environment)
        self._keys = key, mask
        masks = Box(0, 1, (environment.action_space.n,), np.int8)
        spaces = {key: environment.observation_space, mask: masks}
        self.observation_space = gymnasium.spaces.Dict(spaces)

    def observation(self, observation: NDArray[np.float32]) -> dict[str, NDArray[Any]]:
        """Return the observation with the mask."""
        key, mask = self._keys
        return {key: observation, mask: self.action_masks().astype(np.int8)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal."""
        masks: NDArray[np.bool_] = self.unwrapped.action_masks()
        return masks


class VectorEnvironment(VectorEnv):  # type: ignore[misc]
    """A vectorized environment: many games stepped natively, with one agent in each.

    A game that ends is reset within the same step (``AutoresetMode.SAME_STEP``): the reward is that
    of the game that has ended, the observation and the mask are those of the next. The final
    observation is not stored, since there is nothing left to decide: there is no ``final_obs``. An
    illegal action raises an error that names its row, and nothing changes.

    Parameters
    ----------
    game
        The name of the game.
    num_envs
        The number of sub-environments.
    seat, bots, actions, rewards, starts, features
        As for :class:`Environment`.
    dtype
        ``"float32"``, or ``"uint8"`` for packed observations, see
        :meth:`cardcore.environments.Encoding.pack`.
    threads
        The number of threads; by default, one per core.
    copy
        Whether to return copies of the arrays. Otherwise the next step overwrites them.
    **rules
        The rules by name.

    Raises
    ------
    ValueError
        If there is no such game, seat or bot, or the rules are invalid.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  as in the base
        "autoreset_mode": AutoresetMode.SAME_STEP
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seat: int | Literal["random"] = 0,
        bots: Bots = "random",
        actions: Literal["factored", "flat"] = "factored",
        rewards: Rewards = "margin",
        starts: Start | None = None,
        features: Features = "basic",
        dtype: Literal["float32", "uint8"] = "float32",
        threads: int | None = None,
        copy: bool = True,
        **rules: Any,
    ) -> None:
        for option in {"illegal_reward", "render_mode"} & {*rules}:
            if rules[option] is not None:
                raise TypeError(f"{option}: expected only for a single game, not a vectorized one")
            del rules[option]
        _seated(encode(game, actions, rules).template.seats, seat, bots)
        listed: Sequence[int] | None = (
            [seat] if isinstance(bots, str | Mapping) and seat != "random" else None
        )
        self._batch = Batch(
            game,
            num_envs,
            seats="random" if seat == "random" else listed,
            bots=bots,
            seed=0,
            actions=actions,
            rewards=rewards,
            starts=starts,
            features=features,
            dtype=dtype,
            threads=threads,
            **rules,
        )
        self._copy = copy
        self.num_envs = num_envs
        encoding = self._batch.encoding
        self.single_action_space = Discrete(encoding.action_count)
        self.single_observation_space = (
            Box(*encoding.bounds, dtype=np.float32)
            if dtype == "float32"
            else Box(0, 255, encoding.packed_shape, np.uint8)
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    @property
    def batch(self) -> Batch:
        """The underlying batch."""
        return self._batch

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start new games; without a seed, the next ones of the series of the previous seed.

        Raises
        ------
        ValueError
            If only some sub-environments are to be reset: they reset themselves.
        """
        if options and "reset_mask" in options:
            raise ValueError("reset_mask: expected none, sub-environments reset themselves")
        super().reset(seed=seed)
        self._batch.reset(int(self.np_random.integers(2**63)))
        return self._result(self._batch.observations), self._info()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Step every game, and let the bots play up to the agent's next decision."""
        # A game that ends may be followed by one with another seat.
        seats = self._batch.seats.copy()
        self._batch.step(actions)
        rewards = self._batch.rewards[np.arange(self.num_envs), seats]
        terminated = self._result(self._batch.done)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._result(self._batch.observations), rewards, terminated, truncated, self._info()

    def _info(self) -> dict[str, Any]:
        masks = self._result(self._batch.masks.view(np.int8))
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _result(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array


for _game in games():
    gymnasium.register(
        f"cardcore/{_game}-v0",
        entry_point="cardcore.environments.gymnasium:Environment",
        vector_entry_point="cardcore.environments.gymnasium:VectorEnvironment",
        kwargs={"game": _game},
    )
