"""The depth-limited game, solved for every state at every level by backward induction."""

from dataclasses import dataclass, field
from functools import cached_property
from operator import index
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore.chopsticks.moves import TextMove
from cardcore.chopsticks.rules import USUAL, Hands, HandsLike, Rules, sides
from cardcore.result_table import HasResultTable, ResultTable, shown

__all__ = ["Table", "TableMove", "TieBreak", "solve"]

#: How a table chooses among moves of the best value.
TieBreak: TypeAlias = Literal["first", "counts"]


@dataclass(frozen=True, eq=False)
class TableMove(TextMove):
    """A move at some level of a :class:`Table`; equal to its text, and a game plays it as well.

    Attributes
    ----------
    text
        The move, such as ``tap L R`` or ``split 2 0``.
    a, b, level
        The hands of player A and of player B after it, and the level there.
    value
        The result for player A with perfect play from there: 1, 0 or -1.
    """

    a: Hands
    b: Hands
    level: int
    value: int
    _table: "Table" = field(repr=False, compare=False)

    @property
    def wins(self) -> int:
        """The number of lines of play after this move, to the end or the horizon, that A wins.

        Exact up to 2**128 - 1, where it saturates.
        """
        return self._table.lines(self.a, self.b, self.level)[0]

    @property
    def losses(self) -> int:
        """The number of lines of play after this move that A loses, counted as :attr:`wins`."""
        return self._table.lines(self.a, self.b, self.level)[1]


class Table(HasResultTable):
    """The depth-limited game, solved for every state at every level; made by :func:`solve`.

    At level 0 player A is to move, at level 1 player B, and so on; level ``depth`` is the horizon,
    where players that are still in have tied. Values are for player A: 1 won, 0 tied, -1 lost.

    Attributes
    ----------
    depth, policy, rules
        The arguments of :func:`solve`.

    Examples
    --------
    >>> table = solve(depth=20, policy="counts")
    >>> for move in table.moves((1, 4), (3, 0), level=10):
    ...     print(move, move.a, move.b, move.value, move.wins, move.losses)
    tap L L (1, 4) (4, 0) 0 5160 15446
    tap R L (1, 4) (0, 0) 1 1 0
    split 2 3 (2, 3) (3, 0) 0 2516 9506
    split 3 2 (3, 2) (3, 0) 0 2516 9506
    >>> table.best_move((1, 4), (3, 0), level=10) == "tap R L"
    True
    """

    def __init__(self, depth: int, policy: TieBreak, rules: Rules) -> None:
        self._native = _core.ChopsticksTable(rules, depth, policy)
        self.depth: int = self._native.depth
        self.policy = policy
        self.rules = rules

    @cached_property
    def values(self) -> NDArray[np.int8]:
        """The values of all states at all levels, indexed ``[level, a0, a1, b0, b1]``.

        For two hands of five fingers the shape is (depth + 1, 5, 5, 5, 5); other rules have an
        axis of length ``fingers`` for each hand. Computed on first access, and read-only.

        Raises
        ------
        ValueError
            If the array would take more than 512 MiB. Everything else works for any depth.

        Examples
        --------
        >>> int(solve(depth=20).values[0, 4, 0, 0, 4])
        1
        """
        values = self._native.values().reshape(self.depth + 1, *sides(self.rules))
        values.flags.writeable = False
        return values

    def value(self, a: HandsLike, b: HandsLike, level: int) -> int:
        """Return the result for player A with perfect play from this state.

        Examples
        --------
        >>> solve(depth=26).value((1, 1), (1, 1), level=0)
        -1
        """
        return self._native.value(a, b, level)

    def moves(self, a: HandsLike, b: HandsLike, level: int) -> list[TableMove]:
        """List every move of the player to move in the fixed order, with its value and counts.

        Parameters
        ----------
        a, b
            The hands of player A and of player B.
        level
            The number of plies made: player A is to move if it is even.

        Returns
        -------
        list of TableMove
            Empty at the horizon and when the game is over.

        Raises
        ------
        ValueError
            If hands are not valid under the rules (as :class:`~cardcore.ParseError`), or the level
            is beyond the horizon.
        """
        return [self._move(move, level) for move in self._native.moves(a, b, level)]

    def best_move(self, a: HandsLike, b: HandsLike, level: int) -> TableMove | None:
        """Choose a move of the best value by the table's policy.

        Parameters and errors are those of :meth:`moves`.

        Returns
        -------
        TableMove or None
            ``None`` at the horizon and when the game is over.
        """
        best = self._native.best_move(a, b, level)
        return best and self._move(best, level)

    def lines(self, a: HandsLike, b: HandsLike, level: int) -> tuple[int, int]:
        """Count the lines of play from a state, to the end or the horizon, by their result.

        Returns
        -------
        tuple of int
            The numbers of lines that player A wins and loses. Exact up to 2**128 - 1, where they
            saturate.

        Raises
        ------
        ValueError
            As :meth:`moves`, and if the counts of all positions would take more than 1 GiB, which
            only large rules do.

        Examples
        --------
        >>> solve(depth=20).lines((1, 1), (1, 1), level=0)
        (9565033544, 35826226704)
        """
        return self._native.lines(a, b, level)

    def line(self, a: HandsLike, b: HandsLike, level: int = 0) -> list[TableMove]:
        """List the best moves of both players from a state to the end or the horizon.

        Examples
        --------
        >>> [str(move) for move in solve(depth=20).line("0,1", "4,4")]
        ['tap R L', 'tap R R']
        """
        moves = []
        best = self.best_move(a, b, level)
        while best is not None:
            moves.append(best)
            best = self.best_move(best.a, best.b, best.level)
        return moves

    def _move(self, move: _core.ChopsticksTableMove, level: int) -> TableMove:
        after = index(level) + 1
        return TableMove(move.text, tuple(move.a), tuple(move.b), after, move.value, self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash(self.__reduce__())

    def _result_table(self) -> ResultTable:
        start = (self.rules.start,) * self.rules.hands
        words = {1: "wins", 0: "ties", -1: "loses"}
        result = words[self.value(start, start, 0)]
        title = f"Chopsticks to {self.depth} plies: the first player {result} from the start"
        rows = [
            (str(m), shown(m.a), shown(m.b), words[m.value]) for m in self.moves(start, start, 0)
        ]
        return ResultTable(title, ["first move", "own hands", "other hands", "first player"], rows)

    def __repr__(self) -> str:
        return f"Table(depth={self.depth}, policy={self.policy!r}, rules={self.rules!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.depth, self.policy, self.rules)


def solve(depth: int = 20, policy: TieBreak = "first", rules: Rules = USUAL) -> Table:
    """Solve the depth-limited game for all states and all levels.

    Parameters
    ----------
    depth
        The number of plies to the horizon; odd ones too.
    policy
        The choice among moves of the best value: ``"first"`` takes the first in the fixed order;
        ``"counts"`` takes the one with the most winning minus losing lines for the player to move,
        the first of equals.
    rules
        House rules.

    Returns
    -------
    Table
        With ``values``, ``best_move`` and ``moves``.

    Raises
    ------
    ValueError
        If the depth is negative or not a 32-bit number, or the policy is unknown.

    Notes
    -----
    Backward induction from the horizon, one layer per number of plies left. Layers are computed
    only until they repeat, so the cost of a large depth is that of copying ``values``.

    Examples
    --------
    >>> table = solve(depth=20)
    >>> table.values.shape
    (21, 5, 5, 5, 5)
    >>> table.best_move((1, 1), (1, 1), level=0)
    TableMove(text='tap L L', a=(1, 1), b=(2, 1), level=1, value=0)
    """
    return Table(depth, policy, rules)
