"""A league for self-play: a pool of opponents with snapshots of the learner, and matchmaking.

Self-play against the latest policy alone runs in circles. A league keeps frozen copies of the
learner as networks and lets it meet those it beats least often (prioritized fictitious self-play,
Vinyals et al., *Grandmaster level in StarCraft II using multi-agent reinforcement learning*, Nature
2019).
"""

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardcore.environments.batch import Batch
from cardcore.environments.encoding import Encoding
from cardcore.environments.nets import export_net
from cardcore.tournament import Tournament, tournament

__all__ = ["League"]


class League:
    """A pool of opponents for a learner.

    Parameters
    ----------
    game
        One of :func:`cardcore.games`.
    directory
        Where snapshots are stored, ``snapshot-0.safetensors`` and so on. It is made if it is
        missing; snapshots that are there already join the pool, so a league goes on after a
        restart.
    bots
        The bots that are in the pool from the start.
    power
        How much harder opponents are preferred: the weight of an opponent is ``(1 - share) **
        power`` with the share of games in which the learner scored better than it. With 0 all are
        equally likely.
    actions, features
        The encoding of the snapshots, see :class:`Encoding`.
    **rules
        The arguments of :func:`cardcore.new`.

    Attributes
    ----------
    encoding
        The encoding of snapshots and batches.
    members
        The names of all opponents: the bots, then the snapshots as ``net:FILE``.

    Raises
    ------
    ValueError
        If there is no such game or bot, or no bot at all.

    Examples
    --------
    The learner is a linear network here that never learns. It meets ``perfect`` more often, which
    beats it more often:

    >>> import tempfile
    >>> directory = tempfile.TemporaryDirectory()
    >>> league = League("ends", directory.name, bots=["random", "perfect"], count=8)
    >>> batch = league.batch(512, seed=1)
    >>> for _ in range(8):
    ...     league.step(batch, batch.sample_actions())
    >>> weights = league.weights()
    >>> weights["perfect"] > weights["random"]
    True
    >>> layers = [(np.zeros((2, batch.observations.shape[1])), np.zeros(2))]
    >>> bot = league.add(layers)
    >>> [bot.rating for bot in league.rate(games=400, seed=1).bots][1] > 0  # perfect leads
    True
    >>> directory.cleanup()
    """

    def __init__(
        self,
        game: str,
        directory: str | PathLike[str],
        *,
        bots: Sequence[str] = ("random",),
        power: float = 2.0,
        actions: Any = "factored",
        features: Any = "basic",
        **rules: Any,
    ) -> None:
        if isinstance(bots, str) or not bots:
            raise ValueError(f"bots: expected a list of at least one, found {bots!r}")
        if not power >= 0:
            raise ValueError(f"power: expected at least 0, found {power}")
        self.encoding = Encoding(game, actions=actions, features=features, **rules)
        self._game, self._rules, self._power = game, rules, float(power)
        self._directory = Path(directory)
        self._directory.mkdir(parents=True, exist_ok=True)
        found: list[str] = []
        while (path := self._snapshot(len(found))).exists():
            found.append(f"net:{path}")
        self.members: list[str] = [*bots, *found]
        self._bots = len(bots)
        #: Games against each member, and in how many of them the learner was better.
        self._games: dict[str, float] = {}
        self._better: dict[str, float] = {}
        self._line_ups: dict[int, NDArray[np.int16]] = {}

    def _snapshot(self, number: int) -> Path:
        return self._directory / f"snapshot-{number}.safetensors"

    def add(self, layers: Any, **options: Any) -> str:
        """Add a snapshot of the learner, and return its name.

        Parameters
        ----------
        layers
            The network, as :func:`export_net` takes it.
        **options
            The options of :func:`export_net`.
        """
        path = self._snapshot(len(self.members) - self._bots)
        name = export_net(path, layers, self.encoding, **options)
        self.members.append(name)
        return name

    def share(self, member: str) -> float:
        """Return the share of games in which the learner scored better than a member.

        Ties count half, and one tied game is assumed at the start.
        """
        return (self._better.get(member, 0.0) + 0.5) / (self._games.get(member, 0.0) + 1)

    def weights(self) -> dict[str, float]:
        """Return the chances with which opponents are drawn; they sum to 1."""
        # An opponent that is always beaten is still met from time to time.
        hardness = {name: max(1 - self.share(name), 0.02) ** self._power for name in self.members}
        total = sum(hardness.values())
        return {name: weight / total for name, weight in hardness.items()}

    def batch(self, size: int, *, seed: int = 0, **options: Any) -> Batch:
        """Make a batch with the learner at a random seat and opponents drawn by their weights.

        Parameters
        ----------
        size
            The number of games.
        seed
            The seed.
        **options
            Further options of :class:`Batch`, such as ``starts="random"``.
        """
        batch = Batch(
            self._game,
            size,
            seats="random",
            bots=self.weights(),
            seed=seed,
            actions=self.encoding.action_space,
            features=self.encoding.features,
            **{**self._rules, **options},
        )
        self._line_ups = {id(batch): batch.line_ups()}
        return batch

    def step(self, batch: Batch, actions: ArrayLike) -> None:
        """Take actions in the latest :meth:`batch`, and record who beat whom in games that end.

        Raises
        ------
        ValueError
            If it is another batch, or as :meth:`Batch.step` does.
        """
        before = self._line_ups.get(id(batch))
        if before is None:
            raise ValueError("batch: expected the latest one of this league")
        batch.step(actions)
        if not batch.done.any():
            return
        ended = np.flatnonzero(batch.done)
        seats, rewards = before[ended], batch.rewards[ended]
        learner = rewards[np.arange(len(ended)), (seats < 0).argmax(axis=1)][:, None]
        better = (learner > rewards) + 0.5 * (learner == rewards)
        for bot, name in enumerate(batch.bot_names):
            met = seats == bot
            self._games[name] = self._games.get(name, 0.0) + float(met.sum())
            self._better[name] = self._better.get(name, 0.0) + float(better[met].sum())
        self._line_ups = {id(batch): batch.line_ups()}

    def forget(self, keep: float = 0.5) -> None:
        """Weaken the record, since the learner has changed: this part of every count is kept."""
        if not 0 <= keep <= 1:
            raise ValueError(f"keep: expected 0 to 1, found {keep}")
        for counts in (self._games, self._better):
            for name in counts:
                counts[name] *= keep

    def rate(self, *, games: int = 1000, seed: int = 0, **options: Any) -> Tournament:
        """Play a tournament of all members on paired deals, and rate them.

        Parameters
        ----------
        games
            The number of games of each line-up.
        seed
            The seed.
        **options
            Further options of :func:`cardcore.arena.tournament`.
        """
        return tournament(
            self._game,
            self.members,
            games,
            seed,
            **{"schedule": "round robin", **self._rules, **options},
        )
