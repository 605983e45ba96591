"""President: legal moves, the fewest moves that empty a hand, and whole matches.

Ranks run 3 < 4 < … < K < A < 2, suits d < c < h < s. A move is one card, two to four cards of one
rank, or five cards: a straight (five consecutive ranks, 3-4-5-6-7 up to J-Q-K-A-2), a flush, a full
house, four of a kind plus one card, or a straight flush. Only a move of the same size beats
another; five-card moves are compared by their kind first.

Moves are text: cards in ascending order (``3d 3c``), ``pass``, and in a trade ``request K`` and
``give 3d``.

>>> game = new(players=4, rounds=3, seed=7)
>>> while not game.is_over:
...     view = game.view(game.to_move)
...     game.play(view.choose("shortest", seed=1))
>>> sum(game.scores())
30
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from itertools import chain, islice
from typing import Any, Literal, TypedDict

from cardcore import _core
from cardcore._core import Card, Game, Move
from cardcore._core import PresidentView as View
from cardcore.poker import Cards
from cardcore.result_table import HasResultTable, ResultTable
from cardcore.rules import gather
from cardcore.views import Last

__all__ = [
    "Kind",
    "LastRound",
    "Line",
    "Move",
    "OwnTrade",
    "Rules",
    "View",
    "legal_moves",
    "moves_to_victory",
    "new",
]


class Kind(IntEnum):
    """The nine kinds of moves, lowest first.

    >>> Kind.FOUR_PLUS_ONE.label
    'four of a kind plus one'
    """

    ONE_CARD = 0
    PAIR = 1
    THREE_OF_A_KIND = 2
    FOUR_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_PLUS_ONE = 7
    STRAIGHT_FLUSH = 8

    @property
    def label(self) -> str:
        """The name of the kind in words."""
        if self is Kind.FOUR_PLUS_ONE:
            return "four of a kind plus one"
        return self.name.lower().replace("_", " ")


@dataclass(frozen=True)
class Line(HasResultTable):
    """A shortest way to empty a hand."""

    count: int
    """The number of moves."""
    moves: list[Move]
    """Moves that make up the whole hand, in the order of :func:`legal_moves`."""

    def _result_table(self) -> ResultTable:
        rows = [(str(move), "" if move.kind is None else move.kind.label) for move in self.moves]
        title = f"{self.count} move{'' if self.count == 1 else 's'} to victory"
        return ResultTable(title, ["move", "kind"], rows)


def legal_moves(
    hand: Cards,
    beat: Move | Cards | None = None,
    containing: Card | str | int | None = None,
) -> list[Move]:
    """List the moves in a hand.

    Parameters
    ----------
    hand
        Up to 52 distinct cards: text, or an iterable of cards, texts and card numbers.
    beat
        The move to beat: a :class:`Move`, its text, or its cards. By default, all moves are listed.
        Passing belongs to the game and is never listed here.
    containing
        A card that every listed move must contain; the list is empty if it is not in the hand.

    Returns
    -------
    list of Move
        Kinds from the highest to the lowest, and moves of a kind from the highest to the lowest.
        Equally high moves of one kind (pairs with the same highest card, full houses with the same
        rank of the triple, …) are ordered by their cards, compared from the highest down, higher
        first.

    Raises
    ------
    ParseError
        If these are not distinct cards, or ``beat`` is not a move; the message says why.

    Examples
    --------
    >>> [str(move) for move in legal_moves("3d 3c 4h 2s")]
    ['3d 3c', '2s', '4h', '3c', '3d']
    >>> [str(move) for move in legal_moves("3d 3c 4h 2s", beat="4d")]
    ['2s', '4h']
    >>> legal_moves("3d 3c 4h 2s", beat="3d 4d")
    Traceback (most recent call last):
        ...
    cardcore.errors.ParseError: move '3d 4d': 2 cards played together must be of one rank
    """
    return _core.list_president_moves(hand, beat, containing)


def moves_to_victory(hand: Cards) -> Line:
    """Find the fewest moves that empty a hand if nobody else plays.

    Exact: a minimum partition of the hand into moves.

    Parameters
    ----------
    hand
        Up to 26 distinct cards.

    Returns
    -------
    Line
        The number of moves, and one way that achieves it.

    Raises
    ------
    ParseError
        If these are not distinct cards.
    ValueError
        If there are more than 26.

    Examples
    --------
    >>> line = moves_to_victory("3d 4d 5d 6d 7c 7s 7h 9c 9d 2s")
    >>> line.count
    4
    >>> [str(move) for move in line.moves]
    ['3d 4d 5d 6d 7c', '9d 9c', '7h 7s', '2s']
    """
    moves = _core.shorten_president_hand(hand)
    return Line(len(moves), moves)


_MAX_PLAYERS = 13


@dataclass(frozen=True)
class Rules:
    """The rules of a match.

    Parameters
    ----------
    players
        2 to 13.
    rounds
        The number of rounds.
    trade
        How the lower side gives its cards before each round but the first: ``"request"``, the
        upper side names ranks, or ``"best"``, the highest cards are given automatically.

    Raises
    ------
    ValueError
        If the rules are invalid.
    """

    players: int = 4
    rounds: int = 3
    trade: Literal["request", "best"] = "request"

    def __post_init__(self) -> None:
        _core.check_president_rules(self)


class LastRound(Last):
    """The result of the last round."""

    places: list[int]
    """The place of every seat, from 1."""
    roles: list[str]
    """The role of every seat in the next round."""


class OwnTrade(TypedDict):
    """A seat's own trade before a round."""

    upper: int
    """The seat that requested, and gave back any cards."""
    lower: int
    """The seat that had to give."""
    size: int
    """The number of cards each way."""
    taken: list[Card]
    """The cards that the lower side gave."""
    returned: list[Card]
    """The cards that the upper side gave back."""
    refused: list[str]
    """The requested ranks that the lower side did not have."""


def new(
    rules: Rules | Mapping[str, Any] | None = None,
    *,
    players: int | None = None,
    seed: int | None = None,
    deal: Iterable[Cards] | None = None,
    deals: Iterable[Iterable[Cards]] | None = None,
    **options: Any,
) -> Game[View, Move]:
    """Start a match.

    Parameters
    ----------
    rules
        The rules. They can be given by name instead.
    players
        2 to 13; by default, as many as the first deal has hands, or 4.
    seed
        The seed of all deals that are not given; by default, a random one.
    deal
        The hands of the first round, one per player: all of the same size, from one card up to an
        even deal of the deck. The other cards are out of play. Later rounds are dealt from the
        seed.
    deals
        The same for the first round and the following ones, instead of ``deal``; from the second
        on a hand needs two cards to trade.
    **options
        Rules by name: ``rounds``, ``trade``.

    Returns
    -------
    Game
        Moves are :class:`Move` objects; ``play`` also takes their text. The scores are the sums of
        the finishing places of the completed rounds: the lowest wins. A view shows ``hand``,
        ``counts`` (everyone's cards), ``beat``, ``plays`` of the round, ``finished``, ``roles``,
        ``records`` (everyone's places), ``opening`` (the card that the first move must contain),
        ``phase``, ``traders`` (upper and lower side of the current trade) and ``trade`` (the cards
        that the seat gave and received in its own trade, and the ranks that were refused).

    Raises
    ------
    ValueError
        If the rules or deals are invalid.

    Examples
    --------
    >>> game = new(deal=["3d 4c", "3c 2s"], rounds=1)
    >>> game.legal_moves()
    [Move('3d')]
    >>> for move in ("3d", "2s", "pass", "3c"):
    ...     game.play(move)
    >>> game.is_over, game.scores(), game.view(0).hand
    (True, [2, 1], [Card('4c')])
    """
    if deal is not None:
        if deals is not None:
            raise ValueError("expected a deal or deals, found both")
        deals = [deal]
    if rules is None and players is None and isinstance(deals, Iterable):
        deals, players = _count_hands(deals)
    gathered = gather("president", Rules, rules, players, options)
    return _core.new_president(gathered, seed=seed, deals=deals)


def _count_hands(deals: Iterable[Any]) -> tuple[Iterable[Any], int | None]:
    """Count the hands of the first deal, if it has any; also return all deals."""
    if isinstance(deals, str):
        return deals, None
    rest = iter(deals)
    first = list(islice(rest, 1))
    if not first or isinstance(first[0], str) or not isinstance(first[0], Iterable):
        return chain(first, rest), None
    # An iterator may be infinite.
    hands = list(islice(first[0], _MAX_PLAYERS + 1))
    return chain([hands], rest), min(len(hands), _MAX_PLAYERS)
