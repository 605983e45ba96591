"""A vectorized environment: many games in parallel."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardcore import _core
from cardcore._core import View
from cardcore.arrays import frozen
from cardcore.environments.encoding import Actions, Encoding

__all__ = ["Batch", "Rewards"]

#: The reward of a seat at the end of a game.
Rewards = Literal["margin", "scores"]


class Batch:
    """A vectorized environment: many games, stepped natively into preallocated arrays.

    Every row is an independent game (sub-environment) that waits for a decision of the seat in
    ``seats``. A step takes one action for every row, lets the bots play, and writes the next
    decision of a learner into the same arrays; copy what you want to keep.

    A game that ends is reset within the same step. That step has the ``rewards`` of all seats, and
    ``done`` is True in that row, where ``observations``, ``masks`` and ``seats`` already show the
    first decision of the next game. In all other steps the rewards are 0. Games without a decision
    of a learner are skipped.

    A row depends only on the seed, the number of the row and its actions: the same seed gives the
    same bytes on any number of threads, and the first rows of a large batch are those of a small
    one.

    Parameters
    ----------
    game
        One of :func:`cardcore.games`.
    size
        The number of games.
    seats
        The seats of the learners; by default, all seats without a bot.
    bots
        The name of the bot at all other seats, or for every seat the name of its bot, with None for
        a learner. See :func:`cardcore.bots`.
    seed
        A whole number from 0 to 2**64 - 1.
    actions
        ``factored``, ``flat`` or ``listed``, see :class:`Encoding`.
    rewards
        ``margin``: the margin of a seat over the mean score of all seats, so that rewards sum to 0.
        ``scores``: its score, negated where a lower score is better.
    threads
        The number of threads; by default, one per core.
    **rules
        The arguments of :func:`cardcore.new`. The examples shorten a match to one deal or round.

    Attributes
    ----------
    observations
        The observation of the seat to decide: ``float32``, shape (size, features).
    masks
        The action mask: ``bool``, shape (size, actions). No columns with listed actions: then the
        actions below ``legal_counts`` are legal.
    rewards
        The rewards of every seat for a game that has ended: ``float32``, shape (size, seats).
    seats
        The seat to decide: ``int32``, shape (size,).
    done
        Whether a game has ended: ``bool``, shape (size,).
    legal_counts
        The number of legal actions: ``int32``, shape (size,).
    moves
        With listed actions, the :meth:`Encoding.move_features` of the legal moves, those of all
        rows concatenated: ``float32``, shape (legal moves, features). Empty otherwise. A new array
        after every step, in the same memory.
    offsets
        With listed actions, the index in ``moves`` of the first move of every row, and their total
        number: ``int64``, shape (size + 1,).
    encoding
        The observation and action encoding.
    size
        The number of games.

    Raises
    ------
    ValueError
        If the game or a bot is unknown, the rules are invalid, or no seat is left for a learner.
    MemoryError
        If the arrays do not fit into memory.

    Examples
    --------
    >>> batch = Batch("hearts", 256, seats=[0], bots="greedy", seed=7, target=None)
    >>> total = np.zeros(4)
    >>> for _ in range(160):  # three picks and thirteen cards are a deal
    ...     batch.step(batch.sample_actions())
    ...     total += batch.rewards.sum(axis=0)
    >>> bool(total[0] < min(total[1:]))  # random moves lose to the bots
    True

    With listed actions, a network can score every legal move by its features. Here the choice is a
    move with the most cards:

    >>> batch = Batch("president", 256, seed=7, actions="listed", rounds=1)
    >>> cards = batch.encoding.move_sections[0]
    >>> scores = batch.moves[:, cards.slice].sum(axis=1)
    >>> batch.step([row.argmax() for row in np.split(scores, batch.offsets[1:-1])])
    """

    def __init__(
        self,
        game: str,
        size: int,
        *,
        seats: Iterable[int] | None = None,
        bots: str | Sequence[str | None] | None = None,
        seed: int = 0,
        actions: Actions = "factored",
        rewards: Rewards = "margin",
        threads: int | None = None,
        **rules: Any,
    ) -> None:
        self.encoding = Encoding(game, actions=actions, **rules)
        template = self.encoding.template
        names = _seated(template.seats, seats, bots)
        self._native = _core.Batch(template, size, names, actions, rewards, seed, threads)
        self.observations: NDArray[np.float32] = frozen(self._native.observations.view())
        self.masks: NDArray[np.bool_] = frozen(self._native.masks.view(np.bool_))
        self.rewards: NDArray[np.float32] = frozen(self._native.rewards.view())
        self.seats: NDArray[np.int32] = frozen(self._native.seats.view())
        self.done: NDArray[np.bool_] = frozen(self._native.done.view(np.bool_))
        self.legal_counts: NDArray[np.int32] = frozen(self._native.legal_counts.view())
        self.offsets: NDArray[np.int64] = frozen(self._native.offsets.view())
        self.moves: NDArray[np.float32] = frozen(self._native.moves[: self.offsets[-1]])
        self.size = len(self.seats)
        self.bots: tuple[str | None, ...] = tuple(names)

    def reset(self, seed: int) -> None:
        """Start new games in all rows.

        Parameters
        ----------
        seed
            A whole number from 0 to 2**64 - 1.
        """
        self._native.reset(seed)
        self._list_moves()

    def step(self, actions: ArrayLike) -> None:
        """Take an action in every row and continue to the next decision of a learner.

        Parameters
        ----------
        actions
            One whole number per row, which the mask of the row allows.

        Raises
        ------
        TypeError
            If the actions are not whole numbers.
        ValueError
            If an action is not legal; the message names its row. Then nothing changes.
        """
        self._native.step(_whole_numbers(actions))
        self._list_moves()

    def step_random(self) -> None:
        """Take the actions of :meth:`sample_actions` in all rows, without returning them."""
        self._native.step_random()
        self._list_moves()

    def sample_actions(self) -> NDArray[np.int64]:
        """Choose a legal action for every row, uniformly at random.

        Every row has its own stream of the seed, so the same calls give the same actions.
        """
        return self._native.sample_actions()

    def _list_moves(self) -> None:
        if self.encoding.action_space == "listed":
            self.moves = frozen(self._native.moves[: self.offsets[-1]])

    def view(self, row: int) -> View:
        """Return the view of the seat to decide in a row; it has no history."""
        return self._native.view(row)

    def picked(self, row: int) -> tuple[int, ...]:
        """Return the actions of a row's next move so far."""
        return tuple(self._native.picked(row))

    def __len__(self) -> int:
        """Return the number of games."""
        return self.size

    def __repr__(self) -> str:
        """Return the game and the sizes."""
        return f"<batch of {self.size}: {self.encoding!r}>"


def _seated(
    count: int, seats: Iterable[int] | None, bots: str | Sequence[str | None] | None
) -> list[str | None]:
    """Return for every seat the name of its bot, or None for a learner."""
    learners = None
    if seats is not None:
        if isinstance(seats, str) or not isinstance(seats, Iterable):
            raise TypeError(f"seats: expected numbers of seats, found {seats!r}")
        learners = [_core.whole_number("seats", seat, 0, count - 1) for seat in seats]
        if len(set(learners)) != len(learners):
            raise ValueError(f"seats: expected every seat once, found {learners}")
    if bots is None:
        if learners is not None and set(learners) != set(range(count)):
            raise ValueError("bots: expected a bot for the seats without a learner")
        return [None] * count
    if isinstance(bots, str):
        if learners is None:
            raise ValueError("seats: expected the seats of the learners with a single bot's name")
        return [None if seat in learners else bots for seat in range(count)]
    names = bot_names(bots)
    if len(names) != count:
        raise ValueError(f"bots: expected {count}, one per seat, found {len(names)}")
    without = [seat for seat, name in enumerate(names) if name is None]
    if learners is not None and sorted(set(learners)) != without:
        raise ValueError(f"seats: expected {without}, which have no bot, found {sorted(learners)}")
    return names


def bot_names(bots: Sequence[str | None]) -> list[str | None]:
    """List the bots of all seats.

    Raises
    ------
    TypeError
        If this is not a list.
    """
    if not isinstance(bots, Iterable):
        raise TypeError(f"bots: expected a name, or one per seat, found {bots!r}")
    return list(bots)


def _whole_numbers(actions: ArrayLike) -> NDArray[np.int64]:
    given = np.asarray(actions)
    if given.size == 0:
        return np.empty(0, np.int64)
    if given.dtype.kind not in "iu":
        raise TypeError(f"actions: expected whole numbers, found {given.dtype}")
    if given.ndim != 1:
        raise ValueError(f"actions: expected one per row, found an array of shape {given.shape}")
    if given.dtype == np.uint64:
        # Values that don't fit are not valid actions either.
        given = np.minimum(given, np.iinfo(np.int64).max)
    return np.ascontiguousarray(given, dtype=np.int64)
