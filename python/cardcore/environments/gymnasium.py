"""The games for Gymnasium: one seat is the learner's, native bots hold the others.

:class:`Environment` is one game, :class:`VectorEnvironment` many at once, stepped natively.
Importing this module registers both as ``cardcore/<game>-v0``.

>>> import gymnasium
>>> import cardcore.environments.gymnasium
>>> environment = gymnasium.make("cardcore/hearts-v0", bots="greedy", suits=3, values=4, players=3)
>>> observation, info = environment.reset(seed=1)
>>> over = False
>>> while not over:
...     action = environment.action_space.sample(info["action_mask"])
...     observation, reward, over, _, info = environment.step(action)

``info["action_mask"]`` has a 1 for every legal action; both it and the observation are as
:class:`cardcore.environments.Encoding` makes them. The reward comes at the end: how far the
learner is better than the mean of all seats.
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
from cardcore.environments.acting import Acting, encode, rewards
from cardcore.environments.batch import Batch, named
from cardcore.environments.encoding import Actions
from cardcore.registry import games

__all__ = ["Environment", "VectorEnvironment", "env"]

#: So many games without a decision of the learner are taken for a sign that there never is one.
_MOST_SKIPPED = 1000


def _seated(seats: int, seat: int, bots: str | Sequence[str | None]) -> list[str | None]:
    """Tell who holds every seat: ``None`` is the learner."""
    whole_number("seat", seat, 0, seats - 1)
    if isinstance(bots, str):
        return [None if place == seat else bots for place in range(seats)]
    names = named(bots)
    if len(names) != seats:
        raise ValueError(f"bots: expected {seats}, one per seat, found {len(names)}")
    if [place for place, name in enumerate(names) if name is None] != [seat]:
        raise ValueError(f"bots: expected None at seat {seat} and nowhere else, found {bots!r}")
    return names


class Environment(gymnasium.Env):  # type: ignore[misc]
    """A game with the learner in one seat.

    Games that are over before the learner has decided anything are dealt again.

    Parameters
    ----------
    game
        The name of the game.
    seat
        The seat of the learner.
    bots
        The native bot that holds all other seats; or one for every seat, and ``None`` for that of
        the learner.
    actions
        How moves are numbered.
    illegal_reward
        The reward of an illegal action, which ends the game.
    render_mode
        ``"ansi"`` to have what the learner sees as text, ``"human"`` to have it printed.
    **rules
        The rules by name.

    Raises
    ------
    ValueError
        If there is no such game, seat or bot, or the rules make no game.
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
        self._acting = Acting(self._encoding.template, self._encoding)
        self._seat = seat
        self._names = _seated(self.table.seats, seat, bots)
        self._illegal_reward = float(illegal_reward)
        self._begin(0, 0)
        self.action_space = Discrete(self._encoding.action_count)
        self.observation_space = Box(*self._encoding.bounds, dtype=np.float32)

    @property
    def table(self) -> Any:
        """The game, which knows more than the learner may."""
        return self._acting.game

    def action_masks(self) -> NDArray[np.bool_]:
        """Give which actions are legal, under the name that other packages look for."""
        return self._mask().astype(bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a new game; without a seed, the one that follows from the seed before."""
        super().reset(seed=seed)
        for _ in range(_MOST_SKIPPED):
            self._begin(*self.np_random.integers(2**63, size=2).tolist())
            if not self.table.is_over:
                break
        else:
            raise ValueError(
                f"seat {self._seat}: {_MOST_SKIPPED} games in a row ended without a decision of it"
            )
        if self.render_mode == "human":
            self.render()
        return self._acting.observation(self._seat), self._info()

    def _begin(self, deal: int, choices: int) -> None:
        """Deal a game, and let the bots play up to the first decision of the learner."""
        self._seeds = deal, choices
        self._actions: list[int] = []
        self._acting = Acting(self.table.new_game(seed=deal), self._encoding)
        self._bots = Bots(self.table, self._names, choices)
        self._answer()

    def _act(self, action: int) -> None:
        """Take a legal action, and let the bots answer if it makes a move."""
        self._actions.append(action)
        if self._acting.act(action):
            self._answer()

    def _answer(self) -> None:
        # One that takes its time moves alone, then the others go on.
        while self._bots.advance(self.table):
            pass
        self._over = self.table.is_over

    def _mask(self) -> NDArray[np.int8]:
        mask = self._acting.mask(self._seat)
        return np.zeros_like(mask) if self._over else mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}

    def __getstate__(self) -> dict[str, Any]:
        """Give what a copy is made of: what the bots remember follows from the game so far."""
        return {name: kept for name, kept in vars(self).items() if name != "_bots"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Play the game again, up to where it was."""
        self.__dict__.update(state)
        kept, actions, over = self._acting, self._actions, self._over
        self._begin(*self._seeds)
        for action in actions:
            if self._mask()[action]:
                self._act(action)
        if self.table.moves != kept.game.moves:
            # A bot that thinks for some time need not do the same again: it goes on from here.
            self._acting, self._actions = kept, actions
        self._over = over

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Act, and let the bots play up to the next decision of the learner.

        Raises
        ------
        ValueError
            If there is no such action, which is not the same as an illegal one.
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
            reward = rewards(self.table)[self._seat] if self._over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._acting.observation(self._seat), reward, self._over, False, self._info()

    def render(self) -> str | None:
        """Show what the learner sees: as text, or printed."""
        text = str(self.table.view(self._seat))
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None


#: Makes the environment of a game, under the name that it has for PettingZoo too.
env = Environment


class VectorEnvironment(VectorEnv):  # type: ignore[misc]
    """Many games at once, stepped in the native part, the learner in the same seat of all.

    A game that ends begins anew within the same step (``AutoresetMode.SAME_STEP``): the reward is
    that of the game that has ended, the observation and the mask are those of the next. What was to
    be seen at the end is not kept, since nothing could be decided there any more: there is no
    ``final_obs``. An illegal action is an error that names its row, and nothing has changed then.

    Parameters
    ----------
    game
        The name of the game.
    num_envs
        How many games.
    seat, bots, actions
        As for :class:`Environment`.
    threads
        How many threads to use; all cores if not given.
    copy
        Whether to give copies of the arrays. Otherwise the next step overwrites them.
    **rules
        The rules by name.

    Raises
    ------
    ValueError
        If there is no such game, seat or bot, or the rules make no game.
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
            raise TypeError(f"{option}: expected for one game alone, not for many at once")
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
        """The games."""
        return self._batch

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin new games; without a seed, those that follow from the seed before.

        Raises
        ------
        ValueError
            If only some of the games are to begin: those that end do so by themselves.
        """
        if options and "reset_mask" in options:
            raise ValueError("reset_mask: expected none, games that end begin anew by themselves")
        super().reset(seed=seed)
        self._batch.reset(int(self.np_random.integers(2**63)))
        return self._given(self._batch.observations), self._info()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Act in every game, and let the bots play up to the next decision of the learner."""
        self._batch.step(actions)
        rewards = self._given(self._batch.rewards[:, self._seat])
        over = self._given(self._batch.done)
        never = np.zeros(self.num_envs, np.bool_)
        return self._given(self._batch.observations), rewards, over, never, self._info()

    def _info(self) -> dict[str, Any]:
        masks = self._given(self._batch.masks.view(np.int8))
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array


for _game in games():
    gymnasium.register(
        f"cardcore/{_game}-v0",
        entry_point="cardcore.environments.gymnasium:Environment",
        vector_entry_point="cardcore.environments.gymnasium:VectorEnvironment",
        kwargs={"game": _game},
    )
