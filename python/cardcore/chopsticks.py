"""Chopsticks: the depth-limited game as a table, the game without a limit as a tablebase.

Two players have two hands each that show fingers, one each at the start. A move taps a live hand
of the opponent with a live hand of one's own, which makes the tapped hand grow by the fingers of
the tapping one, or moves fingers between one's own hands (a split). A hand that reaches five is
out; whoever has no hand left has lost. :class:`Rules` has the house rules.

Moves are texts. ``tap L R`` taps with one's own left hand the opponent's right one; three hands
are called ``L``, ``M`` and ``R``, a single one ``L``. ``split 2 0`` says what one's own hands show
afterwards. Of several moves that lead to the same position only the first is listed; a tap that is
not listed for that reason is read as the one that is.

>>> tablebase().distance((1, 1), (1, 1)), tablebase().value((1, 1), (1, 1))
(26, -1)
>>> solve(depth=20).best_move((1, 1), (1, 1), level=0).text
'tap L L'
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import islice
from operator import index
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore._core import Game
from cardcore.errors import ParseError

_core.load_numpy()

__all__ = [
    "USUAL",
    "Hands",
    "HandsLike",
    "TieBreak",
    "Position",
    "Rules",
    "SolvedMove",
    "Table",
    "TableMove",
    "Tablebase",
    "new",
    "parse_state",
    "solve",
    "tablebase",
]

#: The fingers on each hand of one player, from left to right; 0 is a hand that is out.
Hands: TypeAlias = tuple[int, ...]

#: Whatever can stand for hands: text such as ``"1,1"``, or whole numbers.
HandsLike: TypeAlias = str | Iterable[int]

#: How a table chooses among moves of the best value.
TieBreak: TypeAlias = Literal["first", "counts"]


@dataclass(frozen=True)
class Rules:
    """House rules; the defaults are the usual game.

    A split has to keep all rules at once: with swaps allowed but no reviving, (3, 0) still cannot
    become (0, 3).

    Parameters
    ----------
    fingers
        A hand that reaches this many fingers is out: 2 to 16.
    hands
        Hands per player: 1 to 3.
    rollover
        A tapped hand keeps the sum modulo ``fingers``, so that only an exact hit puts it out.
        Otherwise any sum of ``fingers`` or more puts it out (cut-off).
    splits
        Fingers may be moved from one of one's own hands to another, as long as no hand reaches
        ``fingers``.
    swaps
        A split may leave one with the same numbers in another order.
    revive
        A split may bring back a hand that is out.
    split_to_zero
        A split may put out one of one's own hands.
    halves_only
        The only splits are an even hand halved into an empty one ("halvesies").
    sudden_death
        A player has lost as soon as one hand is out.
    misere
        Whoever is out wins instead of losing.
    start
        Fingers on every hand at the start: 1 to ``fingers - 1``. (4 is known as "suns".)

    Raises
    ------
    ValueError
        If a number is out of range, or for options that make no sense together.

    Examples
    --------
    >>> Rules(rollover=True, splits=False)
    Rules(fingers=5, hands=2, rollover=True, splits=False, swaps=False, revive=True, ...)
    >>> Rules(splits=False, swaps=True)
    Traceback (most recent call last):
    ValueError: swaps makes no sense without splits
    """

    fingers: int = 5
    hands: int = 2
    rollover: bool = False
    splits: bool = True
    swaps: bool = False
    revive: bool = True
    split_to_zero: bool = True
    halves_only: bool = False
    sudden_death: bool = False
    misere: bool = False
    start: int = 1

    def __post_init__(self) -> None:
        _core.check_chopsticks_rules(self)


#: The usual game.
USUAL = Rules()


@dataclass(frozen=True, eq=False)
class _TextMove:
    """A move that is as good as its text."""

    text: str

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self.text == other
        if type(other) is not type(self):
            return NotImplemented
        names = [part.name for part in fields(self) if part.compare]
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def __hash__(self) -> int:
        return hash(self.text)


@dataclass(frozen=True, eq=False)
class TableMove(_TextMove):
    """A move at some level of a :class:`Table`; equal to its text, and a game plays it as well.

    Attributes
    ----------
    text
        The move, such as ``tap L R`` or ``split 2 0``.
    a, b, level
        The hands of player A and of player B after it, and the level there.
    value
        The result for player A if both play well from there: 1, 0 or -1.
    """

    a: Hands
    b: Hands
    level: int
    value: int
    _table: "Table" = field(repr=False, compare=False)

    @property
    def wins(self) -> int:
        """How many lines of play under this move, to the end or the horizon, player A wins.

        Exact up to 2**128 - 1; a greater count stays there.
        """
        return self._table.lines(self.a, self.b, self.level)[0]

    @property
    def losses(self) -> int:
        """How many lines of play under this move player A loses, counted as :attr:`wins`."""
        return self._table.lines(self.a, self.b, self.level)[1]


@dataclass(frozen=True, eq=False)
class SolvedMove(_TextMove):
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
    """A position that can come up, up to the order of hands.

    Attributes
    ----------
    me, opponent
        The hands of the player to move and of the other, each in ascending order.
    plies
        The fewest plies that lead here.
    value, distance
        As in :class:`Tablebase`, for the player to move.
    next
        What the moves lead to, as places in the list of positions; empty if the game is over.
    """

    me: Hands
    opponent: Hands
    plies: int
    value: int
    distance: int | None
    next: tuple[int, ...]


class Table:
    """The depth-limited game, solved for every state at every level; made by :func:`solve`.

    At level 0 player A is to move, at level 1 player B, and so on; level ``depth`` is the horizon,
    where players that are still in play have tied. Values are for player A: 1 won, 0 tied, -1 lost.

    Attributes
    ----------
    depth, policy, rules
        As given to :func:`solve`.

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
        self.depth = self._native.depth
        self.policy = policy
        self.rules = rules

    @cached_property
    def values(self) -> NDArray[np.int8]:
        """The values of all states at all levels, indexed ``[level, a0, a1, b0, b1]``.

        For two hands of five fingers the shape is (depth + 1, 5, 5, 5, 5); other rules have an
        axis of length ``fingers`` for each hand. Made when first asked for, and read-only.

        Raises
        ------
        ValueError
            If the array would take more than 512 MiB. Everything else works for any depth.

        Examples
        --------
        >>> int(solve(depth=20).values[0, 4, 0, 0, 4])
        1
        """
        values = self._native.values().reshape(self.depth + 1, *_sides(self.rules))
        values.flags.writeable = False
        return values

    def value(self, a: HandsLike, b: HandsLike, level: int) -> int:
        """Tell the result for player A if both play well from this state.

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
            For hands that the rules do not know (as :class:`~cardcore.ParseError`), or a level
            beyond the horizon.
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
            How many of them player A wins and loses. Exact up to 2**128 - 1; a greater count
            stays there.

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

    def _move(self, move: tuple[str, list[int], list[int], int], level: int) -> TableMove:
        text, a, b, value = move
        return TableMove(text, tuple(a), tuple(b), index(level) + 1, value, self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash(self.__reduce__())

    def __repr__(self) -> str:
        return f"Table(depth={self.depth}, policy={self.policy!r}, rules={self.rules!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.depth, self.policy, self.rules)


class Tablebase:
    """The game without a limit, solved for every position; made by :func:`tablebase`.

    A position is the hands of the player to move, ``me``, and of the ``opponent``. The winner
    hurries and the loser delays; what neither can bring to an end is a draw.

    Attributes
    ----------
    rules
        As given to :func:`tablebase`.
    """

    def __init__(self, rules: Rules) -> None:
        self._native = _core.ChopsticksTablebase(rules)
        self.rules = rules

    @cached_property
    def values(self) -> NDArray[np.int8]:
        """The values of all positions, indexed ``[me0, me1, opponent0, opponent1]``; read-only."""
        values = self._native.values().reshape(_sides(self.rules))
        values.flags.writeable = False
        return values

    @cached_property
    def distances(self) -> NDArray[np.int32]:
        """The distances of all positions, -1 for a draw, in the order of :attr:`values`."""
        distances = self._native.distances().reshape(_sides(self.rules))
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
        """Tell the result for the player to move: 1 won, 0 drawn, -1 lost.

        Raises
        ------
        ParseError
            For hands that the rules do not know.

        Examples
        --------
        >>> tablebase(Rules(rollover=True)).value((1, 1), (1, 1))
        0
        """
        return self._native.value(me, opponent)

    def distance(self, me: HandsLike, opponent: HandsLike) -> int | None:
        """Count the plies to the end of the game; ``None`` if it is a draw by endless play.

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
        """List the best moves of both players to the end, or until a drawn position comes again.

        Hands of each move are seen by the player who makes it.

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
        """List the positions that can come up from a position, up to the order of hands.

        Parameters
        ----------
        me, opponent
            The position to begin with; the start of the game if not given.

        Returns
        -------
        list of Position
            In order of the fewest plies that lead there, the given position first.

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
                tuple(mine),
                tuple(theirs),
                plies,
                self.value(mine, theirs),
                self.distance(mine, theirs),
                tuple(following),
            )
            for mine, theirs, plies, following in found
        ]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tablebase):
            return NotImplemented
        return self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.rules)

    def __repr__(self) -> str:
        return f"Tablebase({self.rules!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Tablebase, (self.rules,)


def solve(depth: int = 20, policy: TieBreak = "first", rules: Rules = USUAL) -> Table:
    """Solve the depth-limited game for all states and all levels.

    Parameters
    ----------
    depth
        The number of plies to the horizon; odd ones too.
    policy
        How the best move is chosen among moves of the best value: ``"first"`` takes the first in
        the fixed order; ``"counts"`` takes the one with the most winning minus losing lines for
        the player to move, the first of equals.
    rules
        House rules.

    Returns
    -------
    Table
        With ``values``, ``best_move`` and ``moves``.

    Raises
    ------
    ValueError
        If the depth is negative or no 32-bit number, or the policy is unknown.

    Notes
    -----
    Backward from the horizon, one layer per number of plies left; a layer is kept only until it
    repeats, so the cost of a great depth is that of copying ``values``.

    Examples
    --------
    >>> table = solve(depth=20)
    >>> table.values.shape
    (21, 5, 5, 5, 5)
    >>> table.best_move((1, 1), (1, 1), level=0)
    TableMove(text='tap L L', a=(1, 1), b=(2, 1), level=1, value=0)
    """
    return Table(depth, policy, rules)


def tablebase(rules: Rules = USUAL) -> Tablebase:
    """Solve the game without a limit for all positions, exactly.

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


def new(
    moves: int = 10,
    rules: Rules | Mapping[str, Any] = USUAL,
    state: str | tuple[HandsLike, HandsLike] | None = None,
    seed: int | None = None,
) -> Game:
    """Begin a game: seat 0 is player A and moves first.

    The game ends when a player is out, or in a tie once each has made ``moves`` moves. Scores are
    1 for the winner, -1 for the loser, 0 for both in a tie and before the end. Bots: ``random``,
    ``table`` (by the :class:`Table` of this depth) and ``perfect`` (by the :class:`Tablebase`).

    Parameters
    ----------
    moves
        The most moves that each player makes.
    rules
        House rules, also as a mapping of their names.
    state
        The hands of player A and of player B, also as text such as ``"1,1 1,1"``; the start of
        the game if not given.
    seed
        Taken by every game; nothing in this one is random.

    Examples
    --------
    >>> game = new(moves=10)
    >>> game.play("tap L R")
    >>> game.legal_moves()
    ['tap L L', 'tap L R', 'tap R L', 'tap R R', 'split 0 3', 'split 3 0']
    >>> game.view(1).hand, game.view(1).choose("perfect")
    ((1, 2), 'split 0 3')
    """
    if isinstance(rules, Mapping):
        rules = _named_rules(rules)
    if isinstance(state, str):
        state = parse_state(state)
    return _core.new_chopsticks(rules, moves, None if state is None else _pair(state), seed)


def parse_state(text: str) -> tuple[Hands, Hands]:
    """Read the hands of both players: numbers with commas, and a space between the players.

    Raises
    ------
    ParseError
        If the text is no such pair.

    Examples
    --------
    >>> parse_state("1,4 3,0")
    ((1, 4), (3, 0))
    """
    if not isinstance(text, str):
        raise TypeError(f"state: expected text such as '1,1 1,1', found {text!r}")
    players = text.split()
    if len(players) != 2:
        raise ParseError(
            f"state '{text}': expected the hands of two players such as '1,1 1,1', "
            f"found {len(players)}"
        )
    try:
        a, b = (tuple(int(number) for number in player.split(",")) for player in players)
    except ValueError:
        raise ParseError(f"state '{text}': expected whole numbers such as '1,1 1,1'") from None
    return a, b


def _named_rules(given: Mapping[str, Any]) -> Rules:
    known = [rule.name for rule in fields(Rules)]
    for name in given:
        if name not in known:
            raise ValueError(
                f"rules: {name!r} is no house rule, expected one of {', '.join(known)}"
            )
    return Rules(**given)


def _pair(state: Iterable[HandsLike]) -> tuple[HandsLike, HandsLike]:
    if not isinstance(state, Iterable):
        raise TypeError(f"state: expected the hands of two players, found {state!r}")
    # An iterator may have no end.
    players = tuple(islice(state, 3))
    if len(players) != 2:
        found = "more" if len(players) > 2 else str(len(players))
        raise ParseError(f"state: expected the hands of two players, found {found}")
    return players[0], players[1]


def _sides(rules: Rules) -> tuple[int, ...]:
    return (rules.fingers,) * (2 * rules.hands)


def _solved_move(move: tuple[str, list[int], list[int], int, int | None]) -> SolvedMove:
    text, me, opponent, value, distance = move
    return SolvedMove(text, tuple(me), tuple(opponent), value, distance)
