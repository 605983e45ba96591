"""What a seat sees as an array, and what it may do as numbered actions."""

from collections.abc import Iterable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore._core import Game, Section, View
from cardcore.registry import new

_core.load_numpy()

__all__ = ["Actions", "Encoding", "Section"]

#: How actions are numbered.
Actions = Literal["factored", "flat", "listed"]


class Encoding:
    """What a seat sees as an array, and what it may do as numbered actions.

    Everything is made of a view, so an array never holds what its seat may not know. Seats are
    counted to the left of the one that looks, which is number 0 itself. Numbers are 0 or 1, or
    parts of a whole that the rules give.

    Parameters
    ----------
    game
        One of :func:`cardcore.games`.
    actions
        ``factored``: a few dozen actions; cards are picked one at a time, in any order, and a move
        is made as soon as nothing is left to choose. ``flat``: a number for every move there can
        be. ``listed``: the place of a move among the legal ones, which :meth:`rows` describes.
    **rules
        As for :func:`cardcore.new`.

    Raises
    ------
    ValueError
        If there is no such game, its rules make no game, or under them there would be more than
        4,194,304 numbers or actions.

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

    def __init__(self, game: str, *, actions: Actions = "factored", **rules: Any) -> None:
        template = new(game, **{"seed": 0, **rules})
        self._native = _core.Encoding(template, actions)
        self._template = template
        self._actions = actions
        self._given = rules

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
        """A game under these rules that nobody has played yet."""
        return self._template.new_game(seed=0)

    @property
    def action_space(self) -> Actions:
        """How actions are numbered: ``factored``, ``flat`` or ``listed``."""
        return self._actions

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of an observation."""
        return (self._native.observation_size,)

    @property
    def row_shape(self) -> tuple[int, ...]:
        """The shape of the numbers that describe one move."""
        return (self._native.row_size,)

    @property
    def action_count(self) -> int:
        """How many actions there are.

        Raises
        ------
        ValueError
            If actions are listed: then there are as many as legal moves.
        """
        count = self._native.action_count
        if count is None:
            raise ValueError("listed actions have no fixed number, expected 'factored' or 'flat'")
        return count

    @property
    def sections(self) -> list[Section]:
        """What an observation consists of, in order."""
        return self._native.sections()

    @property
    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The least and the most that every number of an observation can be."""
        sections = self.sections
        sizes = [section.size for section in sections]
        low = np.repeat([section.low for section in sections], sizes)
        high = np.repeat([section.high for section in sections], sizes)
        return low.astype(np.float32), high.astype(np.float32)

    @property
    def row_sections(self) -> list[Section]:
        """What the numbers that describe one move consist of, in order."""
        return self._native.row_sections()

    @property
    def feature_names(self) -> list[str]:
        """A name for every number of an observation, such as ``hand[3]``."""
        return [
            section.name if section.size == 1 else f"{section.name}[{place}]"
            for section in self.sections
            for place in range(section.size)
        ]

    def describe(self) -> str:
        """Tell what every part of an observation means, one line each.

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
        """Give what a seat knows, and what it has picked of the move it is composing.

        Parameters
        ----------
        view
            The view of a seat.
        picked
            The actions that the seat has taken of its move so far.

        Raises
        ------
        ValueError
            If the view is that of a bystander or of another game, or the actions do not begin a
            move.
        """
        return self._native.observation(view, picked)

    def mask(self, view: View, picked: Iterable[int] = ()) -> NDArray[np.bool_]:
        """Tell which actions may come next; none unless it is the seat's turn.

        Parameters
        ----------
        view
            The view of a seat.
        picked
            The actions that the seat has taken of its move so far.

        Raises
        ------
        ValueError
            As for :meth:`observation`.
        """
        return self._native.mask(view, picked).view(np.bool_)

    def rows(self, view: View) -> NDArray[np.float32]:
        """Describe the legal moves, a row each, in the order of ``view.legal_moves()``.

        Raises
        ------
        ValueError
            As for :meth:`observation`.
        """
        return self._native.rows(view)

    def move(self, view: View, picked: Iterable[int], action: int) -> Any | None:
        """Give the move that an action makes with those picked before it.

        Parameters
        ----------
        view
            The view of the seat to move.
        picked
            The actions that the seat has taken of its move so far.
        action
            One more, which :meth:`mask` allows.

        Returns
        -------
        object or None
            The move, as ``view.legal_moves()`` has it; None if more actions are needed. Then
            ``action`` is to be added to those picked.

        Raises
        ------
        ValueError
            If the action is not allowed, with those that are.
        """
        return self._native.move(view, picked, action)

    def actions(self, view: View, move: Any) -> tuple[int, ...]:
        """Give the actions that make a legal move.

        Parameters
        ----------
        view
            The view of the seat to move.
        move
            The move, as text or as ``view.legal_moves()`` has it.

        Raises
        ------
        IllegalMoveError
            If the move is not legal.
        """
        return tuple(self._native.actions(view, move))

    def action_text(self, action: int) -> str:
        """Tell what an action is.

        Raises
        ------
        ValueError
            If there is no such action, or actions are listed.
        """
        return self._native.action_text(action)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let copies and pickles be made anew of what this was made of."""
        return _make, (self.game, self._actions, self._given)

    def __repr__(self) -> str:
        """Name the game, the actions and the sizes."""
        count = self._native.action_count
        sizes = f"{self.observation_shape[0]} numbers"
        if count is not None:
            sizes += f", {count} actions"
        return f"<{self._actions} encoding of {self.game}: {sizes}>"


def _make(game: str, actions: Actions, rules: dict[str, Any]) -> Encoding:
    return Encoding(game, actions=actions, **rules)
