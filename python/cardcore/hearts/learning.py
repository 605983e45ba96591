"""Learn to play Hearts by self-play, and play by what was learned.

The bots ``policy`` and ``search`` come with weights that were learned in this way; ``cardcore learn
hearts`` does it on the command line. Training goes through four stages: a policy by policy
gradient, a value net for it as a critic, the policy again with that critic, and the value net of
the final policy. The weights depend on the number of players, the number of deals and the seed, not
on the number of threads.

>>> learning = Learning(3, deals=64, seed=5)
>>> for step in learning.steps():
...     pass
>>> step.stage, learning.is_done
('value net', True)
>>> player = LearnedPolicy(learning.policy())
>>> from cardcore import hearts, play
>>> game = play(hearts.new(players=3, target=None, seed=1), [player, "rule", "policy"])
>>> sum(game.scores()) in (26, 52)
True
"""

from collections.abc import Iterator
from dataclasses import dataclass

from cardcore import _core
from cardcore._core import HeartsView as View

__all__ = ["DEALS", "MAX_DEALS", "LearnedPolicy", "Learning", "Step"]

#: The number of deals behind the weights that come with the package.
DEALS = 1_000_000

#: The most deals.
MAX_DEALS = 100_000_000


@dataclass(frozen=True)
class Step:
    """What a batch of training has shown."""

    stage: str
    """The stage: ``policy``, ``critic``, ``policy with critic`` or ``value net``."""
    deals: int
    """The deals of the stage that were played."""
    total: int
    """The deals of the stage in all."""
    margin: float | None
    """For a policy: its margin against other bots, in points a deal, while it explores."""
    error: float | None
    """For a value net: the root of its mean squared error, in points."""


class Learning:
    """Training in progress.

    Parameters
    ----------
    players
        The number of players, 3 to 6.
    deals
        The number of deals of the longest stages.
    seed
        The same seed gives the same weights.

    Examples
    --------
    >>> learning = Learning(deals=16)
    >>> steps = learning.steps()
    >>> next(steps).stage
    'policy'
    >>> Learning.resume(learning.checkpoint()).policy() == learning.policy()
    True
    """

    def __init__(self, players: int = 4, *, deals: int = DEALS, seed: int = 1) -> None:
        self._learning = _core.HeartsLearning(players=players, deals=deals, seed=seed)

    @classmethod
    def resume(cls, checkpoint: bytes) -> "Learning":
        """Continue from a checkpoint: the weights will be those of training without a pause.

        Raises
        ------
        ParseError
            If it is not a checkpoint.
        """
        resumed = cls.__new__(cls)
        resumed._learning = _core.HeartsLearning.resume(checkpoint)
        return resumed

    def steps(self, *, threads: int | None = None) -> Iterator[Step]:
        """Train batch by batch to the end; stopping in between loses nothing.

        Parameters
        ----------
        threads
            The number of threads; by default, one per core.
        """
        while not self.is_done:
            stage, deals, total, figure = self._learning.step(threads=threads)
            is_policy = stage.startswith("policy")
            yield Step(
                stage,
                deals,
                total,
                margin=figure if is_policy else None,
                error=None if is_policy else figure,
            )

    @property
    def is_done(self) -> bool:
        """Whether all stages are done."""
        return self._learning.is_done

    @property
    def players(self) -> int:
        """The number of players."""
        return self._learning.players

    @property
    def deals(self) -> int:
        """The number of deals of the longest stages."""
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

    def value_net(self) -> bytes | None:
        """Return the value net so far, as a safetensors file; ``None`` before the last stage."""
        return self._learning.value_net()


class LearnedPolicy:
    """A player that follows a learned policy, without search.

    Parameters
    ----------
    content
        The policy, as a safetensors file.

    Raises
    ------
    ParseError
        If it is not a policy of Hearts.
    """

    def __init__(self, content: bytes) -> None:
        self._policy = _core.HeartsPolicy(content)

    @property
    def players(self) -> int:
        """The number of players it is for."""
        return self._policy.players

    def choose(self, view: View) -> str:
        """Choose a move.

        Raises
        ------
        ValueError
            If it is not the viewer's turn, or the game is not the standard one for as many players.
        """
        chosen = self._policy.choose(view)
        if chosen is None:
            raise ValueError(
                f"view: expected a turn in the standard game of {self.players} players"
            )
        return chosen
