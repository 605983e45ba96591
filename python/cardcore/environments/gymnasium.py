"""The games for Gymnasium: one seat is the learner's, native bots hold the others.

:class:`Environment` is one game, :class:`VectorEnvironment` many at once, stepped natively. Importing
this module registers both as ``cardcore/<game>-v0``.

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
from typing import Any

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

from cardcore._core import Bots
from cardcore.environments import Batch, Encoding
from cardcore.environments.acting import Acting, rewards
from cardcore.registry import games, new

__all__ = ["Environment", "VectorEnvironment"]


def _seated(seats: int, seat: int, bots: str | Sequence[str]) -> list[str | None]:
    """Tell who holds every seat: ``None`` is the learner."""
    if not 0 <= seat < seats:
        raise ValueError(f"seat: expected one from 0 to {seats - 1}, found {seat!r}")
    names = [bots] * (seats - 1) if isinstance(bots, str) else list(bots)
    if len(names) != seats - 1:
        raise ValueError(f"bots: expected {seats - 1}, one for every other seat, found {len(names)}")
    return [*names[:seat], None, *names[seat:]]


class Environment(gymnasium.Env[NDArray[np.float32], Any]):
    """A game with the learner in one seat.

    Games that are over before the learner has decided anything are dealt again.

    Parameters
    ----------
    game
        The name of the game.
    seat
        The seat of the learner.
    bots
        The native bots in the other seats, in order; or one that holds them all.
    actions
        How moves are numbered.
    illegal_reward
        The reward of an illegal action, which ends the game.
    render_mode
        ``"ansi"`` to have as text what the learner sees, ``"human"`` to have it printed, or nothing.
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
        bots: str | Sequence[str] = "random",
        actions: str = "factored",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode: expected 'human' or 'ansi', found {render_mode!r}")
        self.render_mode = render_mode
        self._encoding = Encoding(game, actions=actions, **rules)
        self._template = new(game, seed=0, **rules)
        self._seat = seat
        self._names = _seated(self._template.seats, seat, bots)
        self._illegal_reward = illegal_reward
        self._begin(0, 0)
        self.action_space = Discrete(self._encoding.action_count)
        self.observation_space = Box(0.0, 1.0, self._encoding.observation_shape, np.float32)

    @property
    def table(self) -> Any:
        """The game, which knows more than the learner may."""
        return self._acting.game

    def action_masks(self) -> NDArray[np.bool_]:
        """Give which actions are legal, under the name that other packages look for."""
        return self._acting.mask(self._seat).astype(bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a new game; without a seed, the one that follows from the seed before."""
        super().reset(seed=seed)
        self._begin(*self.np_random.integers(2**63, size=2).tolist())
        while self.table.is_over:
            self._begin(*self.np_random.integers(2**63, size=2).tolist())
        if self.render_mode == "human":
            self.render()
        return self._acting.observation(self._seat), self._info()

    def _begin(self, deal: int, choices: int) -> None:
        """Deal a game, and let the bots play up to the first decision of the learner."""
        self._acting = Acting(self._template.new_game(seed=deal), self._encoding)
        self._bots = Bots(self.table, self._names, choices)
        self._bots.advance(self.table)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._acting.mask(self._seat)}

    def step(
        self, action: Any
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Act, and let the bots play up to the next decision of the learner."""
        reward, over = 0.0, False
        if not self._acting.mask(self._seat)[action]:
            reward, over = self._illegal_reward, True
        elif self._acting.act(int(action)):
            self._bots.advance(self.table)
            over = self.table.is_over
            reward = rewards(self.table)[self._seat] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._acting.observation(self._seat), reward, over, False, self._info()

    def render(self) -> str | None:  # type: ignore[override]
        """Show what the learner sees: as text, or printed."""
        text = str(self.table.view(self._seat))
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None
