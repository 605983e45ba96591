"""Learn to play President by self-play, and play by what was learned.

The bots ``policy`` and ``search`` come with weights that were learned in this way; ``cardcore learn
president`` does it on the command line. The weights depend on the rules, the number of players, the
number of deals and the seed, not on the number of threads.

>>> learning = Learning(3, deals=64, seed=5)
>>> for step in learning.steps():
...     pass
>>> step.deals, learning.is_done
(64, True)
>>> player = LearnedPolicy(learning.policy())
>>> from cardcore import play, president
>>> game = play(president.new(players=3, rounds=1, seed=1), [player, "plan", "policy"])
>>> sorted(game.scores())
[1, 2, 3]
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from cardcore import _core
from cardcore._core import Move
from cardcore._core import PresidentView as View

__all__ = ["DEALS", "MAX_DEALS", "LearnedPolicy", "Learning", "Preset", "Step"]

#: The number of deals behind the weights that come with the package.
DEALS = 350_000

#: The most deals.
MAX_DEALS = 100_000_000

#: The rules that can be learned: those of ``Rules.report()``, ``Rules.basic()``,
#: ``Rules.big_two()`` and ``Rules.daihinmin()``.
Preset = Literal["report", "basic", "big-two", "daihinmin"]


@dataclass(frozen=True)
class Step:
    """What a batch of training has shown."""

    deals: int
    """The deals that were played."""
    total: int
    """The deals in all."""
    margin: float
    """The margin against other players a round, in places or points, while the policy explores."""


class Learning:
    """Training in progress.

    Parameters
    ----------
    players
        The number of players, 2 to 13.
    preset
        The rules.
    deals
        The number of deals.
    seed
        The same seed gives the same weights.

    Examples
    --------
    >>> learning = Learning(deals=16)
    >>> steps = learning.steps()
    >>> next(steps).total
    16
    >>> Learning.resume(learning.checkpoint()).policy() == learning.policy()
    True
    """

    def __init__(
        self,
        players: int = 4,
        *,
        preset: Preset = "report",
        deals: int = DEALS,
        seed: int = 1,
    ) -> None:
        self._learning = _core.PresidentLearning(
            preset=preset, players=players, deals=deals, seed=seed
        )

    @classmethod
    def resume(cls, checkpoint: bytes) -> "Learning":
        """Continue from a checkpoint: the weights will be those of training without a pause.

        Raises
        ------
        ParseError
            If it is not a checkpoint.
        """
        resumed = cls.__new__(cls)
        resumed._learning = _core.PresidentLearning.resume(checkpoint)
        return resumed

    def steps(self, *, threads: int | None = None) -> Iterator[Step]:
        """Train batch by batch to the end; stopping in between loses nothing.

        Parameters
        ----------
        threads
            The number of threads; by default, one per core.
        """
        while not self.is_done:
            deals, margin = self._learning.step(threads=threads)
            yield Step(deals, self.deals, margin)

    @property
    def is_done(self) -> bool:
        """Whether all deals are played."""
        return self._learning.is_done

    @property
    def preset(self) -> str:
        """The rules."""
        return self._learning.preset

    @property
    def players(self) -> int:
        """The number of players."""
        return self._learning.players

    @property
    def deals(self) -> int:
        """The number of deals; training ends with the batch that reaches it."""
        return self._learning.deals

    @property
    def seed(self) -> int:
        """The seed."""
        return self._learning.seed

    def checkpoint(self) -> bytes:
        """Return everything that :meth:`resume` needs, as a safetensors file."""
        return self._learning.checkpoint()

    def policy(self) -> bytes:
        """Return the policy so far, as a safetensors file."""
        return self._learning.policy()


class LearnedPolicy:
    """A player that follows a learned policy, without search.

    Parameters
    ----------
    content
        The policy, as a safetensors file.

    Raises
    ------
    ParseError
        If it is not a policy of President.
    """

    def __init__(self, content: bytes) -> None:
        self._policy = _core.PresidentPolicy(content)

    @property
    def preset(self) -> str:
        """The rules it is for."""
        return self._policy.preset

    @property
    def players(self) -> int:
        """The number of players it was learned with."""
        return self._policy.players

    def choose(self, view: View) -> Move:
        """Choose a move, at a table of any number of players.

        Raises
        ------
        ValueError
            If it is not the viewer's turn, or rounds are played by other rules.
        """
        chosen = self._policy.choose(view)
        if chosen is None:
            raise ValueError(f"view: expected a turn by the rules of '{self.preset}'")
        return chosen
