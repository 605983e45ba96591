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

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError(
        "cardcore.environments.gymnasium needs Gymnasium: pip install 'cardcore[gymnasium]'"
    ) from error

from cardcore._core import Bots, whole_number
from cardcore.environments.batch import Batch, bot_names
from cardcore.environments.encoding import Actions
from cardcore.environments.stepping import SteppedGame, encode, rewards
from cardcore.registry import games

__all__ = ["Environment", "VectorEnvironment", "env"]

#: After this many games in a row without a decision of the agent, there probably never is one.
_MAX_SKIPPED = 1000


def _seated(seats: int, seat: int, bots: str | Sequence[str | None]) -> list[str | None]:
    """Return the bot of every seat: ``None`` for the agent."""
    whole_number("seat", seat, 0, seats - 1)
    if isinstance(bots, str):
        return [None if index == seat else bots for index in range(seats)]
    names = bot_names(bots)
    if len(names) != seats:
        raise ValueError(f"bots: expected {seats}, one per seat, found {len(names)}")
    if [index for index, name in enumerate(names) if name is None] != [seat]:
        raise ValueError(f"bots: expected None at seat {seat} and nowhere else, found {bots!r}")
    return names


class Environment(gymnasium.Env):  # type: ignore[misc]
    """A game with the agent in one seat.

    Games that end before the agent has had a decision are skipped.

    Parameters
    ----------
    game
        The name of the game.
    seat
        The seat of the agent.
    bots
        The native bot in all other seats; or one for every seat, with ``None`` for the agent.
    actions
        The action encoding.
    illegal_reward
        The reward of an illegal action, which ends the game.
    render_mode
        ``"ansi"`` to return the agent's view as text, ``"human"`` to print it.
    **rules
        The rules by name.

    Raises
    ------
    ValueError
        If there is no such game, seat or bot, or the rules are invalid.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012  as in the base

    def __init__(
        self,
        game: str,
        *,
        seat: int = 0,
        bots: str | Sequence[str | None] = "random",
        actions: Actions = "factored",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        if render_mode not in (None, "human", "ansi"):
            raise ValueError(f"render_mode: expected 'human' or 'ansi', found {render_mode!r}")
        self.render_mode = render_mode
        self._encoding = encode(game, actions, rules)
        self._stepped = SteppedGame(self._encoding.template, self._encoding)
        self._seat = seat
        self._names = _seated(self.game.seats, seat, bots)
        self._illegal_reward = float(illegal_reward)
        self._start(0, 0)
        self.action_space = Discrete(self._encoding.action_count)
        self.observation_space = Box(*self._encoding.bounds, dtype=np.float32)

    @property
    def game(self) -> Any:
        """The game itself, including hidden information."""
        return self._stepped.game

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal; other packages look for this name."""
        return self._mask().astype(bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a new game; without a seed, the next one of the series of the previous seed."""
        super().reset(seed=seed)
        for _ in range(_MAX_SKIPPED):
            self._start(*self.np_random.integers(2**63, size=2).tolist())
            if not self.game.is_over:
                break
        else:
            raise ValueError(
                f"seat {self._seat}: {_MAX_SKIPPED} games in a row ended without a decision"
            )
        if self.render_mode == "human":
            self.render()
        return self._stepped.observation(self._seat), self._info()

    def _start(self, deal: int, choices: int) -> None:
        """Deal a game, and let the bots play up to the agent's first decision."""
        self._seeds = deal, choices
        self._actions: list[int] = []
        self._stepped = SteppedGame(self.game.new_game(seed=deal), self._encoding)
        self._bots = Bots(self.game, self._names, choices)
        self._play_bots()

    def _act(self, action: int) -> None:
        """Take a legal action, and let the bots play if it completes a move."""
        self._actions.append(action)
        if self._stepped.step(action):
            self._play_bots()

    def _play_bots(self) -> None:
        # A slow bot moves alone, then the others continue.
        while self._bots.advance(self.game):
            pass
        self._over = self.game.is_over

    def _mask(self) -> NDArray[np.int8]:
        mask = self._stepped.mask(self._seat)
        return np.zeros_like(mask) if self._over else mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}

    def __getstate__(self) -> dict[str, Any]:
        """Return the state of a copy: that of the bots follows from the game so far."""
        return {name: value for name, value in vars(self).items() if name != "_bots"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Replay the game up to the same position."""
        self.__dict__.update(state)
        stepped, actions, over = self._stepped, self._actions, self._over
        self._start(*self._seeds)
        for action in actions:
            if self._mask()[action]:
                self._act(action)
        if self.game.moves != stepped.game.moves:
            # A bot with a time limit need not repeat its choices: continue from the saved position.
            self._stepped, self._actions = stepped, actions
        self._over = over

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
        if not self.action_space.contains(action):
            last = self._encoding.action_count - 1
            raise ValueError(f"action: expected a whole number from 0 to {last}, found {action!r}")
        chosen, reward = int(action), 0.0
        if not self._mask()[chosen]:
            reward, self._over = self._illegal_reward, True
        else:
            self._act(chosen)
            reward = rewards(self.game)[self._seat] if self._over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._stepped.observation(self._seat), reward, self._over, False, self._info()

    def render(self) -> str | None:
        """Show the agent's view: return it as text, or print it."""
        text = str(self.game.view(self._seat))
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None


#: Makes the environment of a game, under the same name as for PettingZoo.
env = Environment


class VectorEnvironment(VectorEnv):  # type: ignore[misc]
    """A vectorized environment: many games stepped natively, with the agent in the same seat.

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
    seat, bots, actions
        As for :class:`Environment`.
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

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  as in the base

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seat: int = 0,
        bots: str | Sequence[str | None] = "random",
        actions: Literal["factored", "flat"] = "factored",
        threads: int | None = None,
        copy: bool = True,
        **rules: Any,
    ) -> None:
        for option in {"illegal_reward", "render_mode"} & {*rules}:
            raise TypeError(f"{option}: expected only for a single game, not a vectorized one")
        names = _seated(encode(game, actions, rules).template.seats, seat, bots)
        self._batch = Batch(
            game, num_envs, bots=names, seed=0, actions=actions, threads=threads, **rules
        )
        self._seat = seat
        self._copy = copy
        self.num_envs = num_envs
        encoding = self._batch.encoding
        self.single_action_space = Discrete(encoding.action_count)
        self.single_observation_space = Box(*encoding.bounds, dtype=np.float32)
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
        self._batch.step(actions)
        rewards = self._result(self._batch.rewards[:, self._seat])
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
