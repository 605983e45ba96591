"""Ends: two sides take cards from either end of a row, and the higher sum wins.

The opponent, the *dog*, is greedy: it takes the larger end, and of two equal ends the left one, or
the right one if ``ties="right"``. Cards are 64-bit integers, also negative. A row is given as text
(``"3 10 3"``), as an iterable of numbers, or as a one-dimensional array of any integer type, which
is read in place. Floats are accepted if they are whole.

Values that are not whole numbers, and a row whose absolute values sum to more than ``2**63 - 1``,
raise a :class:`~cardcore.ParseError` that names the card and its position. Values that are not
numbers at all (``None``, ``True``, a Boolean array) raise a :class:`TypeError`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore._core import EndsView as View
from cardcore._core import Game
from cardcore.result_table import HasResultTable, ResultTable
from cardcore.rules import gather

_core.load_numpy()

__all__ = ["Line", "Policy", "Row", "Rules", "Side", "Ties", "View", "new", "solve", "value"]

#: Anything that represents a row of cards.
Row: TypeAlias = str | NDArray[np.number[Any]] | Iterable[SupportsIndex | SupportsFloat]

#: How the player chooses.
Policy: TypeAlias = Literal["optimal", "greedy", "lookahead", "minimax"]

#: The two sides.
Side: TypeAlias = Literal["player", "dog"]

#: The end that the dog takes when both are equal.
Ties: TypeAlias = Literal["left", "right"]


@dataclass(frozen=True)
class Line(HasResultTable):
    """A row played to its end.

    >>> line = solve([3, 10, 3, 9, 5, 2])
    >>> line.cards, line.opponent_cards, line.margin
    ([2, 9, 10], [5, 3, 3], 10)
    """

    score: int
    """The sum of the player's cards."""
    opponent_score: int
    """The sum of the opponent's cards."""
    path: str
    """The player's moves, ``L`` and ``R``."""
    opponent_path: str
    """The opponent's moves."""
    cards: list[int]
    """The player's cards in the order in which they were taken."""
    opponent_cards: list[int]
    """The opponent's cards in the order in which they were taken."""
    order: list[int]
    """The indices in the row, from 0, of all cards in the order in which they were taken."""
    first: Side
    """Who moved first; turns alternate."""

    @property
    def margin(self) -> int:
        """The player's score minus the opponent's: above 0 the player wins."""
        return self.score - self.opponent_score

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON values."""
        return {**asdict(self), "margin": self.margin}

    def turns(self) -> dict[str, list[Any]]:
        """Return the turns as columns, ready for a data frame.

        >>> solve([3, 10, 3, 9]).turns()
        {'side': ['player', 'dog', 'player', 'dog'], 'end': ['R', 'L', 'L', 'L'],
         'card': [9, 3, 10, 3], 'place': [3, 0, 1, 2]}
        """
        sides: list[Side] = ["player", "dog"] if self.first == "player" else ["dog", "player"]
        order = [sides[turn % 2] for turn in range(len(self.order))]
        ends = {"player": iter(self.path), "dog": iter(self.opponent_path)}
        cards = {"player": iter(self.cards), "dog": iter(self.opponent_cards)}
        return {
            "side": order,
            "end": [next(ends[side]) for side in order],
            "card": [next(cards[side]) for side in order],
            "place": list(self.order),
        }

    def _result_table(self) -> ResultTable:
        found = self.turns()
        title = f"player {self.score:,}, opponent {self.opponent_score:,}: {self.margin:+,}"
        return ResultTable(title, list(found), list(zip(*found.values(), strict=True)))


def solve(
    cards: Row,
    policy: Policy = "optimal",
    first: Side = "player",
    ties: Ties = "left",
    *,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Line:
    """Play a row to its end by a policy.

    Parameters
    ----------
    cards
        The row.
    policy
        ``"optimal"``: the best result against the greedy dog. ``"greedy"``: the larger end, like
        the dog. ``"lookahead"``: the best difference between the own card and the dog's reply.
        ``"minimax"``: both sides play perfectly, and the score is what the player can guarantee
        against any opponent. If two lines score the same, the player's is the one that takes left
        first.
    first
        The side that takes the first card.
    ties
        The end that the dog takes when both are equal; the greedy player does the same. With
        ``"minimax"``, the end that the opponent takes when both have the same value for it.
    threads
        The number of threads; by default, one per core.
    progress
        Called a few times a second with the work done and, roughly, the total work.

    Returns
    -------
    Line
        Has ``score``, ``opponent_score``, ``path``, and the cards of both sides.

    Raises
    ------
    ParseError
        If these are not whole numbers whose sums fit in 64 bits.
    TypeError
        If these are not numbers.

    Notes
    -----
    ``"greedy"`` and ``"lookahead"`` take linear time, the other two quadratic time; all of them
    linear memory. Every answer is exact.

    Examples
    --------
    >>> line = solve([3, 10, 3, 9, 5, 2])
    >>> line.score, line.opponent_score, line.path
    (21, 11, 'RRL')
    >>> solve("3 10 3 9 5 2", first="dog").path
    'LLL'
    >>> solve("3 10 3 9 5 2", "greedy").score
    11
    """
    line = _core.solve_ends(cards, policy, first, ties, threads=threads, progress=progress)
    return Line(
        score=line.score,
        opponent_score=line.opponent_score,
        path=line.path,
        opponent_path=line.opponent_path,
        cards=line.cards,
        opponent_cards=line.opponent_cards,
        order=line.order,
        first=first,
    )


def value(cards: Row) -> int:
    """Return the first side's margin when both sides play perfectly.

    Takes linear time, by fusing adjacent ``a <= b >= c`` into ``a - b + c`` and taking the rest
    from the larger end; the documentation of the native module proves it.

    Parameters
    ----------
    cards
        The row. Arrays of integers are read in place, whatever their type and stride.

    Returns
    -------
    int
        The sum of the first side's cards minus that of the second side's; 0 for an empty row.

    Raises
    ------
    ParseError
        If these are not whole numbers whose sums fit in 64 bits.
    TypeError
        If these are not numbers.

    Examples
    --------
    >>> value([3, 2, 10, 4])
    7
    >>> value(np.arange(1_000_000))
    500000
    """
    return _core.value_ends(cards)


@dataclass(frozen=True)
class Rules:
    """The rules of a game.

    Parameters
    ----------
    count
        The number of cards in a random row.
    low
        The smallest value in a random row; all from there to ``high`` are equally likely.
    high
        The largest value in a random row.
    ties
        The end that greedy bots take when both are equal.

    Raises
    ------
    ValueError
        If no such row can be drawn.
    """

    count: int = 20
    low: int = 2
    high: int = 14
    ties: Ties = "left"

    def __post_init__(self) -> None:
        _core.check_ends_rules(self)


def new(
    rules: Rules | Mapping[str, Any] | Row | None = None,
    *,
    players: int | None = None,
    seed: int | None = None,
    deal: Row | None = None,
    cards: Row | None = None,
    **options: Any,
) -> Game[View, str]:
    """Set up a game for two; seat 0 moves first, moves are ``L`` and ``R``.

    Parameters
    ----------
    rules
        The rules, or instead of them the row, as ``deal``. Rules can be given by name instead.
    players
        For compatibility with other games; must be 2.
    seed
        The seed of the random row; by default, a random one.
    deal
        The row; by default, a random one.
    cards
        The same under another name.
    **options
        Rules by name: ``ties``, and for a random row ``count``, ``low`` and ``high``.

    Returns
    -------
    Game
        There is no hidden information: a view's ``cards`` are the remaining row, ``hand`` the cards
        that the seat has taken, ``taken`` those of both.

    Raises
    ------
    ParseError
        If the cards are not whole numbers whose sums fit in 64 bits.
    TypeError
        If the cards are not numbers.
    ValueError
        If no such row can be drawn, or both a row and parameters of a random row are given.

    Examples
    --------
    >>> game = new([3, 2, 10, 4])
    >>> game.play("L")
    >>> game.legal_moves(), game.view(1).cards, game.scores()
    (['L', 'R'], [2, 10, 4], [3, 0])
    >>> len(new(seed=1, count=52).view(0).cards)
    52
    """
    row_argument = None if rules is None or isinstance(rules, Rules | Mapping) else rules
    rows = [row for row in (row_argument, deal, cards) if row is not None]
    if len(rows) > 1:
        raise ValueError("expected one row, found several")
    drawing = [name for name in ("count", "low", "high") if name in options]
    if rows and drawing:
        raise ValueError(f"{drawing[0]}: expected it for a random row only, found a given row too")
    given = rules if isinstance(rules, Rules | Mapping) else None
    gathered = gather("ends", Rules, given, players, options)
    return _core.new_ends(gathered, seed=seed, deal=rows[0] if rows else None)
