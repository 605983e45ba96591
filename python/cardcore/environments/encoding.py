"""Observation and action encoders: views as arrays, moves as numbered actions."""

from collections.abc import Iterable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore._core import Game, Section, View
from cardcore.registry import new

_core.load_numpy()

__all__ = ["Actions", "Encoding", "Features", "Section"]

#: The action encodings.
Actions = Literal["factored", "flat", "listed"]

#: The sections of an observation.
Features = Literal["basic", "full"]


class Encoding:
    """The observation and action encoders of a game.

    Observations are made of views, so they never contain hidden information. Seats are relative:
    seat 0 is the observer, the next ones follow to its left. Features are 0 or 1, or fractions of a
    maximum that the rules define.

    Parameters
    ----------
    game
        One of :func:`cardcore.games`.
    actions
        ``factored`` (autoregressive): a few dozen actions; cards are picked one at a time, in any
        order, and the move is made once nothing is left to choose. ``flat`` (flat discrete): one
        action for every possible move. ``listed``: the index of a move in the list of legal moves;
        :meth:`move_features` has per-action features.
    features
        ``basic``, or ``full``: with what follows from the basic features but is awkward for a
        network to compute, such as the unseen cards and who is winning the trick.
    **rules
        The arguments of :func:`cardcore.new`.

    Raises
    ------
    ValueError
        If there is no such game, its rules are invalid, or there would be more than 4,194,304
        features or actions.

    Examples
    --------
    >>> import cardcore
    >>> game = cardcore.new("president", players=3, rounds=1, seed=7)
    >>> encoding = Encoding("president", players=3, rounds=1)
    >>> view = game.view(game.to_move)
    >>> card, done = encoding.actions(view, "3d")
    >>> encoding.action_text(card), encoding.action_text(done)
    ('3d', 'done')
    >>> encoding.move(view, (), card) is None
    True
    >>> print(encoding.move(view, (card,), done))
    3d
    """

    def __init__(
        self,
        game: str,
        *,
        actions: Actions = "factored",
        features: Features = "basic",
        **rules: Any,
    ) -> None:
        self._set(new(game, **{"seed": 0, **rules}), actions, features)

    def _set(self, template: Game, actions: Actions, features: Features) -> None:
        self._native = _core.Encoding(template, actions, features)
        self._template = template
        self._actions = actions
        self._features = features
        # Both are asked for at every step of some environments.
        self._packed_size, self._bit_bytes = self._native.packed_size

    @classmethod
    def of(
        cls, game: Game, *, actions: Actions = "factored", features: Features = "basic"
    ) -> "Encoding":
        """Make the encoding of a game in progress, for all games under its rules.

        >>> import cardcore
        >>> Encoding.of(cardcore.new("ends", count=6))
        <factored encoding of ends: 16 numbers, 2 actions>
        """
        made = cls.__new__(cls)
        made._set(game.new_game(seed=0), actions, features)
        return made

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._template.name

    @property
    def rules(self) -> dict[str, Any]:
        """The rules of the game."""
        return self._template.rules

    @property
    def template(self) -> Game:
        """A new game under these rules."""
        return self._template.new_game(seed=0)

    @property
    def action_space(self) -> Actions:
        """The action encoding: ``factored``, ``flat`` or ``listed``."""
        return self._actions

    @property
    def features(self) -> Features:
        """The sections of an observation: ``basic`` or ``full``."""
        return self._features

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of an observation."""
        return (self._native.observation_size,)

    @property
    def move_shape(self) -> tuple[int, ...]:
        """The shape of the features of one move."""
        return (self._native.row_size,)

    @property
    def action_count(self) -> int:
        """The number of actions.

        Raises
        ------
        ValueError
            With listed actions: then there are as many as legal moves.
        """
        count = self._native.action_count
        if count is None:
            raise ValueError("listed actions have no fixed number, expected 'factored' or 'flat'")
        return count

    @property
    def sections(self) -> list[Section]:
        """The sections of an observation, in order."""
        return self._native.sections()

    @property
    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The lower and upper bounds of an observation."""
        sections = self.sections
        sizes = [section.size for section in sections]
        low = np.repeat([section.low for section in sections], sizes)
        high = np.repeat([section.high for section in sections], sizes)
        return low.astype(np.float32), high.astype(np.float32)

    @property
    def move_sections(self) -> list[Section]:
        """The sections of the features of one move, in order."""
        return self._native.row_sections()

    @property
    def event_sections(self) -> list[Section]:
        """The sections of one move in a history, after the seat that made it."""
        return self._native.event_sections()

    @property
    def event_shape(self) -> tuple[int, ...]:
        """The shape of one move in a history that is not packed, its seat included."""
        return (self._template.seats + sum(section.size for section in self.event_sections),)

    @property
    def packed_shape(self) -> tuple[int, ...]:
        """The shape of a packed observation, see :meth:`pack`."""
        return (self._packed_size,)

    @property
    def feature_names(self) -> list[str]:
        """A name for every feature of an observation, such as ``hand[3]``."""
        return [
            section.name if section.size == 1 else f"{section.name}[{index}]"
            for section in self.sections
            for index in range(section.size)
        ]

    def describe(self) -> str:
        """Describe every section of an observation, one line each.

        >>> print(Encoding("chopsticks").describe())
         0 ..  9  own         by own hand: its fingers, 0 to one less than put it out
        10 .. 19  other       by hand of the opponent: its fingers
        20 .. 20  plies_left  plies to the tie, as a fraction of all
        21 .. 22  turn        player whose turn it is, oneself first
        """
        sections = self.sections
        width = max(len(section.name) for section in sections)
        digits = len(str(self.observation_shape[0]))
        return "\n".join(
            f"{section.start:>{digits}} .. {section.start + section.size - 1:>{digits}}  "
            f"{section.name:<{width}}  {section.meaning}"
            for section in sections
        )

    def observation(self, view: View, picked: Iterable[int] = ()) -> NDArray[np.float32]:
        """Return the observation of a seat, including its partial move.

        Parameters
        ----------
        view
            The view of a seat.
        picked
            The actions of the seat's next move so far.

        Raises
        ------
        ValueError
            If the view is that of a spectator or of another game, or the actions are not the start
            of a move.
        """
        return self._native.observation(view, picked)

    def history(self, view: View) -> NDArray[np.uint8]:
        """Return what a seat was told about all moves so far, one packed row for each.

        Together with the observation this is the information state of the seat in a game of one
        deal: the observation alone forgets the order of play. :meth:`unpack_history` gives the
        seat that moved, counted to the left of the viewer, and the :attr:`event_sections`.

        Raises
        ------
        ValueError
            If the view is that of a spectator or of another game.

        Examples
        --------
        >>> import cardcore
        >>> game = cardcore.new("ends", deal=[3, 1, 4, 1])
        >>> for end in "LR":
        ...     game.play(end)
        >>> encoding = Encoding("ends", deal=[3, 1, 4, 1])
        >>> encoding.unpack_history(encoding.history(game.view(0)))
        array([[1, 0, 1, 0],
               [0, 1, 0, 1]], dtype=uint8)
        """
        return self._native.history(view)

    def unpack_history(self, packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Unpack the moves of a history, one row of 0 and 1 for each.

        Parameters
        ----------
        packed
            One or more packed moves, in any number of dimensions before the last.
        """
        (count,) = self.event_shape
        return np.unpackbits(packed, axis=-1, count=count, bitorder="little")

    def pack(self, observations: NDArray[np.float32]) -> NDArray[np.uint8]:
        """Pack observations into bytes, without loss.

        A packed observation has one bit for every number of a binary section, in order and with
        the lowest bit of a byte first, and then the other numbers as little-endian floats.

        Parameters
        ----------
        observations
            One or more observations, in any number of dimensions before the last.

        Examples
        --------
        >>> import cardcore
        >>> encoding = Encoding("hearts", target=None)
        >>> observation = encoding.observation(cardcore.new("hearts", target=None, seed=7).view(0))
        >>> packed = encoding.pack(observation)
        >>> observation.nbytes, packed.nbytes
        (1996, 78)
        >>> bool((encoding.unpack(packed) == observation).all())
        True
        """
        binary = self._binary
        numbers = np.asarray(observations, np.float32)
        bits = np.packbits(numbers[..., binary] != 0, axis=-1, bitorder="little")
        others = np.ascontiguousarray(numbers[..., ~binary], "<f4").view(np.uint8)
        return np.concatenate([bits, others], axis=-1)

    def unpack(self, packed: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Unpack observations, see :meth:`pack`.

        Parameters
        ----------
        packed
            One or more packed observations, in any number of dimensions before the last.
        """
        binary = self._binary
        numbers = np.empty((*packed.shape[:-1], len(binary)), np.float32)
        bits, others = packed[..., : self._bit_bytes], packed[..., self._bit_bytes :]
        count = int(binary.sum())
        numbers[..., binary] = np.unpackbits(bits, axis=-1, count=count, bitorder="little")
        numbers[..., ~binary] = np.ascontiguousarray(others).view("<f4")
        return numbers

    @property
    def _binary(self) -> NDArray[np.bool_]:
        """Which numbers of an observation are 0 or 1."""
        sections = self.sections
        sizes = [section.size for section in sections]
        return np.repeat([section.is_binary for section in sections], sizes)

    def mask(self, view: View, picked: Iterable[int] = ()) -> NDArray[np.bool_]:
        """Return the mask of legal next actions; all False out of turn.

        Parameters
        ----------
        view
            The view of a seat.
        picked
            The actions of the seat's next move so far.

        Raises
        ------
        ValueError
            As for :meth:`observation`.
        """
        return self._native.mask(view, picked).view(np.bool_)

    def move_features(self, view: View) -> NDArray[np.float32]:
        """Return the features of the legal moves, a row each, in the order of ``legal_moves()``.

        Raises
        ------
        ValueError
            As for :meth:`observation`.
        """
        return self._native.rows(view)

    def move(self, view: View, picked: Iterable[int], action: int) -> Any | None:
        """Return the move that an action completes.

        Parameters
        ----------
        view
            The view of the seat to move.
        picked
            The actions of the seat's next move so far.
        action
            The next action, which :meth:`mask` allows.

        Returns
        -------
        object or None
            The move, as in ``view.legal_moves()``; None if more actions are needed. Then append
            ``action`` to ``picked``.

        Raises
        ------
        ValueError
            If the action is not legal; the message lists the legal ones.
        """
        return self._native.move(view, picked, action)

    def actions(self, view: View, move: Any) -> tuple[int, ...]:
        """Return the actions that make a legal move.

        Parameters
        ----------
        view
            The view of the seat to move.
        move
            The move, as text or as in ``view.legal_moves()``.

        Raises
        ------
        IllegalMoveError
            If the move is not legal.
        """
        return tuple(self._native.actions(view, move))

    def action_text(self, action: int) -> str:
        """Return the text of an action.

        Raises
        ------
        ValueError
            If there is no such action, or actions are listed.
        """
        return self._native.action_text(action)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle by a game with these rules."""
        return _of, (self._template, self._actions, self._features)

    def __repr__(self) -> str:
        """Return the game, the action encoding and the sizes."""
        count = self._native.action_count
        sizes = f"{self.observation_shape[0]} numbers"
        if count is not None:
            sizes += f", {count} actions"
        return f"<{self._actions} encoding of {self.game}: {sizes}>"


def _of(game: Game, actions: Actions, features: Features) -> Encoding:
    return Encoding.of(game, actions=actions, features=features)
