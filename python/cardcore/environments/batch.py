"""A vectorized environment: many games in parallel."""

import json
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardcore import _core, atomic_files, records
from cardcore._core import View
from cardcore.arrays import frozen
from cardcore.environments.encoding import Actions, Encoding, Features
from cardcore.environments.line_up import (
    Bots,
    Callback,
    LineUp,
    Seats,
    Start,
    line_up,
    start_weights,
)

__all__ = ["Batch", "Decisions", "Estimates", "Oracle", "Rewards"]

#: The reward of a seat at the end of a game.
Rewards = Literal["margin", "scores", "normalized"]

#: The first line of a saved batch.
_FORMAT = b"cardcore batch 1\n"

#: More moves than this in a history have to be asked for.
_MAX_HISTORY = 4096


class Decisions(NamedTuple):
    """The decisions that a bot in Python is asked for, one in each of some rows of a batch."""

    observations: NDArray[Any]
    """The observation of the seat to decide."""
    masks: NDArray[np.bool_]
    """The action mask."""
    seats: NDArray[np.int32]
    """The seat to decide."""
    rows: NDArray[np.int64]
    """The rows of the batch."""


class Estimates(NamedTuple):
    """What a bot estimates in every row of a batch."""

    points: NDArray[np.float32]
    """The expected score of the seat by action, in the game's points; NaN without an estimate."""
    margins: NDArray[np.float32]
    """The same for its margin over the mean of all seats, more is better."""
    actions: NDArray[np.int64]
    """The action that the bot chooses."""


class Oracle(NamedTuple):
    """What no player may see: perfect information about every row of a batch."""

    observations: NDArray[np.float32]
    """The observations of all seats: shape (size, seats, features)."""
    hands: NDArray[np.float32] | None
    """The section ``hand`` of them, if the game has one: shape (size, seats, cards)."""


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
        The seats of the learners; by default, all seats without a bot. ``"random"``: one learner,
        at another seat in every game; or with a bot for every seat, all of them in random order.
    bots
        The bots of the other seats, see :func:`cardcore.bots`. A name for all of them; names with
        weights, such as ``{"rule": 2, "greedy": 1}``, to draw the bot of each seat and game; or
        for every seat the name of its bot, with None for a learner. Instead of a name, a function
        that gets :class:`Decisions` of many rows and returns an action for each. ``net:FILE`` is a
        network, see :func:`export_net`.
    seed
        A whole number from 0 to 2**64 - 1.
    actions
        ``factored``, ``flat`` or ``listed``, see :class:`Encoding`.
    rewards
        ``margin``: the margin of a seat over the mean score of all seats, so that rewards sum to 0.
        ``normalized``: the same as a fraction of the largest margin under the rules, from -1 to 1.
        ``scores``: its score, negated where a lower score is better.
    starts
        What a match cycles through from deal to deal, such as the direction of a pass or the seat
        of the button. By default games begin with the first. One of
        :attr:`start_names`, weights of them, ``"random"``, or ``"scheduled"``: one after another,
        row *n* beginning with number *n*.
    features
        ``basic`` or ``full``, see :class:`Encoding`.
    dtype
        ``"float32"``, or ``"uint8"`` for packed observations, see :meth:`Encoding.pack`.
    history
        How many of the latest moves ``history`` has; True for as many as a game can have.
    writable
        Whether arrays can be written, as ``torch.from_numpy`` and DLPack want it. What is written
        is overwritten by the next step, but masks must be left alone.
    threads
        The number of threads; by default, one per core.
    **rules
        The arguments of :func:`cardcore.new`. The examples shorten a match to one deal or round.

    Attributes
    ----------
    observations
        The observation of the seat to decide: ``float32``, shape (size, features), or packed into
        ``uint8``.
    history
        What the seat to decide was told about the latest moves, in order, see
        :meth:`Encoding.history`: ``uint8``, shape (size, moves, bytes). Rows beyond
        ``history_lengths`` are 0.
    history_lengths
        The number of moves in ``history``: ``int32``, shape (size,).
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
    bots
        The bot of every seat, None for a learner, if all games have the same line-up; otherwise
        None.
    bot_names
        The bots to which :meth:`line_ups` refers.
    start_names
        The starts to which :meth:`starts` refers.

    Raises
    ------
    ValueError
        If the game or a bot is unknown, the rules are invalid, no seat is left for a learner, or
        the rewards of a game with unbounded scores are to be normalized.
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
        seats: Seats | None = None,
        bots: Bots | None = None,
        seed: int = 0,
        actions: Actions = "factored",
        rewards: Rewards = "margin",
        starts: Start | None = None,
        features: Features = "basic",
        dtype: Literal["float32", "uint8"] = "float32",
        history: int | bool = False,
        writable: bool = False,
        threads: int | None = None,
        **rules: Any,
    ) -> None:
        encoding = Encoding(game, actions=actions, features=features, **rules)
        options = {
            "line_up": line_up(encoding.template.seats, seats, bots),
            "starts": start_weights(encoding.template, starts),
            "rewards": rewards,
            "dtype": _dtype(dtype),
            "history": _history(encoding, history),
            "writable": bool(writable),
            "threads": threads,
        }
        self._make(encoding, options, size, seed)

    def _make(self, encoding: Encoding, options: dict[str, Any], size: int, seed: int) -> None:
        native = _core.Batch(
            encoding.template,
            size,
            options["line_up"].native,
            options["starts"],
            encoding.action_space,
            options["rewards"],
            encoding.features,
            options["dtype"] == "uint8",
            options["history"],
            seed,
            options["threads"],
        )
        self._set(encoding, options, native)
        self._begin()

    def _set(self, encoding: Encoding, options: dict[str, Any], native: _core.Batch) -> None:
        self.encoding: Encoding = encoding
        self._options, self._native = options, native
        packed = options["dtype"] == "uint8"
        self.observations: NDArray[Any] = self._shown(
            native.packed if packed else native.observations
        )
        self.history: NDArray[np.uint8] = self._shown(native.history)
        self.history_lengths: NDArray[np.int32] = self._shown(native.history_lengths)
        self.masks: NDArray[np.bool_] = self._shown(native.masks.view(np.bool_))
        self.rewards: NDArray[np.float32] = self._shown(native.rewards)
        self.seats: NDArray[np.int32] = self._shown(native.seats)
        self.done: NDArray[np.bool_] = self._shown(native.done.view(np.bool_))
        self.legal_counts: NDArray[np.int32] = self._shown(native.legal_counts)
        self.offsets: NDArray[np.int64] = self._shown(native.offsets)
        self.moves: NDArray[np.float32] = self._shown(native.moves[: self.offsets[-1]])
        self.size: int = len(self.seats)
        self.bots: tuple[str | Callback | None, ...] | None = options["line_up"].fixed
        self.bot_names: tuple[str, ...] = tuple(map(_bot_name, options["line_up"].names))
        self._callbacks = options["line_up"].callbacks
        if self._callbacks and encoding.action_space == "listed":
            raise ValueError("actions: expected 'factored' or 'flat' with bots in Python")
        self.start_names: tuple[str, ...] = tuple(encoding.template.start_names)

    def _shown(self, array: NDArray[Any]) -> NDArray[Any]:
        view = array.view()
        return view if self._options["writable"] else frozen(view)

    def reset(self, seed: int) -> None:
        """Start new games in all rows.

        Parameters
        ----------
        seed
            A whole number from 0 to 2**64 - 1.
        """
        self._native.reset(seed)
        self._begin()
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
        self._answer()
        self._list_moves()

    def step_random(self) -> None:
        """Take the actions of :meth:`sample_actions` in all rows, without returning them."""
        self._native.step_random()
        self._answer()
        self._list_moves()

    def _begin(self) -> None:
        """Advance new games to a learner's first decision."""
        if self._callbacks:
            self._answer()
            # Games that ended on the way were nobody's.
            self._native.rewards[:], self._native.done[:] = 0, 0

    def _answer(self) -> None:
        """Let the bots in Python act until every row waits for a learner."""
        while self._callbacks:
            waiting = self._native.waiting()
            if (waiting < 0).all():
                return
            actions = np.full(self.size, -1, np.int64)
            for bot, callback in self._callbacks.items():
                rows = np.flatnonzero(waiting == bot)
                if not rows.size:
                    continue
                seats = self.seats[rows]
                asked = Decisions(self.observations[rows], self.masks[rows], seats, rows)
                chosen = _whole_numbers(callback(asked))
                if chosen.shape != rows.shape or (chosen < 0).any():
                    raise ValueError(
                        f"bot {self.bot_names[bot]!r}: expected {len(rows)} actions of at least 0, "
                        f"found {chosen.tolist()}"
                    )
                actions[rows] = chosen
            self._native.answer(actions)

    def sample_actions(self) -> NDArray[np.int64]:
        """Choose a legal action for every row, uniformly at random.

        Every row has its own stream of the seed, so the same calls give the same actions.
        """
        return self._native.sample_actions()

    def _list_moves(self) -> None:
        if self.encoding.action_space == "listed":
            self.moves = self._shown(self._native.moves[: self.offsets[-1]])

    def choose(self, bot: str, *, seed: int = 0) -> NDArray[np.int64]:
        """Return the action that a bot would take in every row, on all threads.

        With factored actions it is the next action of the bot's move. If other actions were picked
        for it before, it is the first that is legal.

        Parameters
        ----------
        bot
            The name of a bot, see :func:`cardcore.bots`.
        seed
            The seed of its choices. Every row and move has its own stream.

        Raises
        ------
        ValueError
            If there is no such bot.

        Examples
        --------
        >>> batch = Batch("hearts", 64, seed=7, target=None)
        >>> for _ in range(4 * 16):  # every seat plays by the rule bot
        ...     batch.step(batch.choose("rule"))
        >>> bool(batch.done.all())
        True
        """
        return self._native.choose(bot, seed)

    def weigh(self, bot: str, *, seed: int = 0) -> Estimates:
        """Return a searching bot's estimates of the actions in every row, on all threads.

        An action that is part of several moves has the estimate of the best of them.

        Parameters
        ----------
        bot
            The name of a bot that estimates moves, such as ``"search:worlds=100"``.
        seed
            The seed of its sampling. Every row and move has its own stream.

        Returns
        -------
        Estimates
            Points and margins in shape (size, actions), or with listed actions one number for
            every row of ``moves``, and the chosen action of every row.

        Raises
        ------
        ValueError
            If there is no such bot, or it does not estimate moves.

        Examples
        --------
        >>> batch = Batch("hearts", 8, seed=7, target=None, passing=False)
        >>> batch.step_random()
        >>> estimates = batch.weigh("search:worlds=20")
        >>> best = np.nanargmax(estimates.margins, axis=1)
        >>> bool((estimates.margins[range(8), best] >= estimates.margins[
        ...     range(8), estimates.actions]).all())
        True
        """
        points, margins, actions = self._native.weigh(bot, seed)
        if self.encoding.action_space == "listed":
            return Estimates(points, margins, actions)
        return Estimates(
            points.reshape(self.masks.shape), margins.reshape(self.masks.shape), actions
        )

    def oracle(self) -> Oracle:
        """Return what no player may see: the observations and hands of all seats.

        For critics, belief networks and distillation from perfect information; a policy that sees
        it cannot play. Seats are absolute, the observation of each is relative to it.

        >>> batch = Batch("hearts", 16, seed=7, target=None)
        >>> oracle = batch.oracle()
        >>> oracle.observations.shape, oracle.hands.shape, int(oracle.hands.sum())
        ((16, 4, 499), (16, 4, 52), 832)
        """
        observations = self._native.observe_all()
        hand = next((each for each in self.encoding.sections if each.name == "hand"), None)
        return Oracle(observations, None if hand is None else observations[:, :, hand.slice])

    def line_ups(self) -> NDArray[np.int16]:
        """Return who sits where: an index of ``bot_names``, -1 for a learner; (size, seats).

        After a step that ends a game they are those of the next game: ask before.

        >>> batch = Batch("hearts", 1000, seats="random", bots={"rule": 2, "greedy": 1}, seed=1)
        >>> line_ups = batch.line_ups()
        >>> [int((line_ups == bot).sum()) for bot in (-1, 0, 1)]
        [1000, 1988, 1012]
        """
        return self._native.line_ups()

    def starts(self) -> NDArray[np.int16]:
        """Return how the game of every row began: an index of ``start_names``.

        >>> batch = Batch("hearts", 8, seed=1, starts="scheduled", target=None)
        >>> [batch.start_names[start] for start in batch.starts()[:4]]
        ['left', 'right', 'across', 'hold']
        """
        return self._native.starts()

    def clone(self, rows: Iterable[int] | None = None) -> "Batch":
        """Copy the games of some rows into a new batch, where they continue alike.

        Parameters
        ----------
        rows
            The rows, each as often as wanted; by default, all.

        Examples
        --------
        >>> batch = Batch("hearts", 8, seats=[0], bots="greedy", seed=7)
        >>> branches = batch.clone([3] * 2)
        >>> branches.step(branches.masks.argmax(axis=1))  # leaves the batch as it is
        """
        made = Batch.__new__(Batch)
        chosen = range(self.size) if rows is None else rows
        made._set(self.encoding, self._options, self._native.copy(chosen))
        return made

    def restore(self, source: "Batch", rows: Iterable[int] | None = None) -> None:
        """Put the games of a clone back.

        Parameters
        ----------
        source
            A :meth:`clone` of this batch, or of a clone of it.
        rows
            For each row of the source, the row to replace; by default, all.

        Raises
        ------
        ValueError
            If it is not a clone of this batch, or the number of rows differs.

        Examples
        --------
        >>> batch = Batch("ends", 4, seed=7)
        >>> before = batch.clone([2])
        >>> batch.step_random()
        >>> batch.restore(before, [2])
        >>> bool((batch.observations[2] == before.observations[0]).all())
        True
        """
        chosen = list(range(self.size) if rows is None else rows)
        self._native.restore(chosen, source._native)
        for own, other in (
            (self._native.rewards, source.rewards),
            (self._native.done, source.done),
        ):
            own[chosen] = other
        self._list_moves()

    def save(self, path: str | PathLike[str]) -> None:
        """Save the batch to a file, from which :meth:`load` continues it byte for byte.

        The file has the rules, the options, and what every game was made from; it is portable.

        Raises
        ------
        OSError
            If the file cannot be written.
        ValueError
            If a bot is a function: pickle the batch instead.
        """
        if self._callbacks:
            raise ValueError("bots: expected names, found functions, which cannot be saved")
        header = {"options": self._state(), "game": self.encoding.template.record()}
        text = json.dumps(header, separators=(",", ":")).encode() + b"\n"
        content = b"".join([_FORMAT, text, *self._content()])
        atomic_files.write(Path(path), content)

    @classmethod
    def load(cls, path: str | PathLike[str], *, threads: int | None = None) -> "Batch":
        """Continue a saved batch.

        Parameters
        ----------
        path
            The file.
        threads
            The number of threads; by default, one per core.

        Raises
        ------
        OSError
            If the file cannot be read.
        ValueError
            If it is not a saved batch.

        Examples
        --------
        >>> import tempfile
        >>> batch = Batch("president", 16, seed=7)
        >>> with tempfile.TemporaryDirectory() as directory:
        ...     batch.save(directory + "/games.batch")
        ...     again = Batch.load(directory + "/games.batch")
        >>> batch.step_random(), again.step_random()
        (None, None)
        >>> bool((batch.observations == again.observations).all())
        True
        """
        content = Path(path).read_bytes()
        if not content.startswith(_FORMAT):
            raise ValueError(f"{str(path)!r}: expected a saved batch, found another file")
        text, _, rest = content[len(_FORMAT) :].partition(b"\n")
        try:
            header = json.loads(text)
            game = records.replay(header["game"])
            return _restored(game, {**header["options"], "threads": threads}, rest)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{str(path)!r}: damaged: {error}") from error

    def _state(self) -> dict[str, Any]:
        """Return the options as JSON values."""
        encoding = {"actions": self.encoding.action_space, "features": self.encoding.features}
        return {**self._options, **encoding, "size": self.size}

    def _content(self) -> list[bytes]:
        """Return rewards and ends, which no game tells any more, and the games."""
        return [self.rewards.astype("<f4").tobytes(), self.done.tobytes(), self._native.save()]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy the games as they are."""
        return _restored, (self.encoding.template, self._state(), b"".join(self._content()))

    def __copy__(self) -> "Batch":
        """Return an independent copy."""
        return self.clone()

    def __deepcopy__(self, _memory: object) -> "Batch":
        """Return an independent copy."""
        return self.clone()

    def view(self, row: int) -> View:
        """Return the view of the seat to decide in a row."""
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


def _restored(game: _core.Game, state: dict[str, Any], content: bytes) -> Batch:
    """Make a batch from its state and content."""
    options = dict(state)
    size = _core.whole_number("size", options.pop("size"), 1, 2**32)
    encoding = Encoding.of(game, actions=options.pop("actions"), features=options.pop("features"))
    options["line_up"] = LineUp(*options["line_up"])
    batch = Batch.__new__(Batch)
    batch._make(encoding, options, size, 0)
    rewards = 4 * batch.rewards.size
    if len(content) < rewards + size:
        raise ValueError(f"expected at least {rewards + size} bytes, found {len(content)}")
    batch._native.load(content[rewards + size :])
    batch._native.rewards[:] = np.frombuffer(content[:rewards], "<f4").reshape(batch.rewards.shape)
    batch._native.done[:] = np.frombuffer(content[rewards : rewards + size], np.uint8)
    batch._list_moves()
    return batch


def _bot_name(bot: str | Callback) -> str:
    return bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)


def _dtype(dtype: Any) -> str:
    name: str = np.dtype(dtype).name
    if name not in ("float32", "uint8"):
        raise ValueError(f"dtype: expected 'float32' or 'uint8', found {dtype!r}")
    return name


def _history(encoding: Encoding, history: int | bool) -> int:
    """Return the number of moves in a history."""
    if history is not True:
        return _core.whole_number("history", int(history), 0, _MAX_HISTORY)
    most = encoding.template.bounds.moves
    if most is None or most > _MAX_HISTORY:
        raise ValueError(
            f"history: expected a number of moves up to {_MAX_HISTORY}, under these rules a game "
            f"can have {'any number' if most is None else most}"
        )
    return most


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
