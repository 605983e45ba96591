"""A tablebase of the unlimited game, by retrograde analysis."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore.chopsticks.moves import TextMove
from cardcore.chopsticks.rules import USUAL, Hands, HandsLike, Rules, sides
from cardcore.result_table import HasResultTable, ResultTable, shown

__all__ = ["Position", "SolvedMove", "Tablebase", "tablebase"]


@dataclass(frozen=True, eq=False)
class SolvedMove(TextMove):
    """A move in a :class:`Tablebase`; equal to its text, and a game plays it as well.

    Attributes
    ----------
    text
        The move, such as ``tap L R`` or ``split 2 0``.
    me, opponent
        The hands of the player who makes it and of the other player after it.
    value
        The result for the player who makes it: 1, 0 or -1.
    distance
        The plies from after the move to the end of the game; ``None`` for a draw.
    """

    me: Hands
    opponent: Hands
    value: int
    distance: int | None


@dataclass(frozen=True)
class Position:
    """A reachable position, up to the order of hands.

    Attributes
    ----------
    me, opponent
        The hands of the player to move and of the other, each in ascending order.
    plies
        The fewest plies that lead here.
    value, distance
        As in :class:`Tablebase`, for the player to move.
    next
        The positions after each move, as indices into the list; empty if the game is over.
    """

    me: Hands
    opponent: Hands
    plies: int
    value: int
    distance: int | None
    next: tuple[int, ...]


class Tablebase(HasResultTable):
    """The unlimited game, solved for every position; made by :func:`tablebase`.

    A position is the hands of the player to move, ``me``, and of the ``opponent``. The winner
    minimizes and the loser maximizes the distance; if neither can force a win, it is a draw.

    Attributes
    ----------
    rules
        The argument of :func:`tablebase`.
    """

    def __init__(self, rules: Rules) -> None:
        self._native = _core.ChopsticksTablebase(rules)
        self.rules = rules

    @cached_property
    def values(self) -> NDArray[np.int8]:
        """The values of all positions, indexed ``[me0, me1, opponent0, opponent1]``; read-only."""
        values = self._native.values().reshape(sides(self.rules))
        values.flags.writeable = False
        return values

    @cached_property
    def distances(self) -> NDArray[np.int32]:
        """The distances of all positions, -1 for a draw, in the order of :attr:`values`."""
        distances = self._native.distances().reshape(sides(self.rules))
        distances.flags.writeable = False
        return distances

    @property
    def longest(self) -> int:
        """The greatest distance of any position.

        Examples
        --------
        >>> tablebase().longest
        33
        """
        return self._native.longest

    def value(self, me: HandsLike, opponent: HandsLike) -> int:
        """Return the result for the player to move: 1 won, 0 drawn, -1 lost.

        Raises
        ------
        ParseError
            If the hands are not valid under the rules.

        Examples
        --------
        >>> tablebase(Rules(rollover=True)).value((1, 1), (1, 1))
        0
        """
        return self._native.value(me, opponent)

    def distance(self, me: HandsLike, opponent: HandsLike) -> int | None:
        """Return the plies to the end of the game; ``None`` for a draw by endless play.

        Examples
        --------
        >>> tablebase(Rules(splits=False)).distance((1, 1), (1, 1))
        8
        """
        return self._native.distance(me, opponent)

    def moves(self, me: HandsLike, opponent: HandsLike) -> list[SolvedMove]:
        """List every move in the fixed order with its value and distance.

        Examples
        --------
        >>> for move in tablebase().moves((1, 1), (1, 1)):
        ...     print(move, move.value, move.distance)
        tap L L -1 25
        tap L R -1 25
        split 0 2 -1 15
        split 2 0 -1 15
        """
        return [_solved_move(move) for move in self._native.moves(me, opponent)]

    def best_move(self, me: HandsLike, opponent: HandsLike) -> SolvedMove | None:
        """Choose the fastest win, else the first move that holds the draw, else the slowest loss.

        Returns
        -------
        SolvedMove or None
            The first of equals; ``None`` when the game is over.
        """
        best = self._native.best_move(me, opponent)
        return best and _solved_move(best)

    def line(self, me: HandsLike, opponent: HandsLike) -> list[SolvedMove]:
        """List the best moves of both players to the end, or until a drawn position repeats.

        The hands of each move are those of the player who makes it, and of the other.

        Examples
        --------
        >>> [str(move) for move in tablebase().line((0, 1), (4, 4))]
        ['tap R L', 'tap R R']
        """
        moves = []
        seen = set()
        best = self.best_move(me, opponent)
        while best is not None and (best.me, best.opponent) not in seen:
            moves.append(best)
            seen.add((best.me, best.opponent))
            best = self.best_move(best.opponent, best.me)
        return moves

    def reachable(
        self, me: HandsLike | None = None, opponent: HandsLike | None = None
    ) -> list[Position]:
        """List the positions reachable from a position, up to the order of hands.

        Parameters
        ----------
        me, opponent
            The position to start with; by default, the start of the game.

        Returns
        -------
        list of Position
            In order of the fewest plies, the given position first.

        Examples
        --------
        >>> positions = tablebase(Rules(rollover=True, split_to_zero=False)).reachable()
        >>> len(positions), sum(not position.next for position in positions)
        (204, 14)
        """
        start = (self.rules.start,) * self.rules.hands
        found = _core.reach_chopsticks(
            self.rules, start if me is None else me, start if opponent is None else opponent
        )
        return [
            Position(
                tuple(position.me),
                tuple(position.opponent),
                position.plies,
                self.value(position.me, position.opponent),
                self.distance(position.me, position.opponent),
                tuple(position.next),
            )
            for position in found
        ]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tablebase):
            return NotImplemented
        return self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.rules)

    def _result_table(self) -> ResultTable:
        start = (self.rules.start,) * self.rules.hands
        result = _result(self.value(start, start), self.distance(start, start))
        rows = [
            (str(move), shown(move.me), shown(move.opponent), _result(move.value, move.distance))
            for move in self.moves(start, start)
        ]
        title = f"Chopsticks without a move limit: the first player {result} from the start"
        return ResultTable(title, ["first move", "own hands", "other hands", "first player"], rows)

    def __repr__(self) -> str:
        return f"Tablebase({self.rules!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Tablebase, (self.rules,)


def tablebase(rules: Rules = USUAL) -> Tablebase:
    """Solve the unlimited game for all positions, exactly, by retrograde analysis.

    Parameters
    ----------
    rules
        House rules.

    Returns
    -------
    Tablebase
        With ``value``, ``distance``, ``best_move``, ``moves``, and the arrays.

    Examples
    --------
    >>> solved = tablebase(Rules(fingers=6))
    >>> solved.value((1, 1), (1, 1)), solved.distance((5, 5), (5, 5))
    (0, 7)
    """
    return Tablebase(rules)


def _result(value: int, distance: int | None) -> str:
    """Describe the result of a position."""
    if distance is None:
        return "draws by endless play"
    if distance == 0:
        return "wins immediately" if value > 0 else "loses immediately"
    return f"{'wins' if value > 0 else 'loses'} in {distance} {'ply' if distance == 1 else 'plies'}"


def _solved_move(move: _core.ChopsticksSolvedMove) -> SolvedMove:
    return SolvedMove(move.text, tuple(move.me), tuple(move.opponent), move.value, move.distance)
