"""President: legal moves, the fewest moves that empty a hand, and whole matches.

Ranks run 3 < 4 < … < K < A < 2, suits d < c < h < s. A move is one card, two to four cards of one
rank, or five cards: a straight (five consecutive ranks, 3-4-5-6-7 up to J-Q-K-A-2), a flush, a full
house, four of a kind plus one card, or a straight flush. Only a move of the same size beats
another; five-card moves are compared by their kind first.

House rules are fields of :class:`Rules`, and the well-known ones have a name: ``Rules.basic()``,
``Rules.big_two()``, ``Rules.daihinmin()``.

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
from dataclasses import dataclass, fields
from enum import IntEnum
from itertools import chain, islice
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, get_args

from cardcore import _core
from cardcore._core import Card, Game, Move
from cardcore._core import PresidentView as View
from cardcore.poker import Cards
from cardcore.result_table import HasResultTable, ResultTable
from cardcore.rules import gather
from cardcore.views import Last

__all__ = [
    "Kind",
    "KindName",
    "LastRound",
    "Line",
    "Move",
    "OwnTrade",
    "PastRound",
    "PastTrade",
    "Rules",
    "View",
    "legal_moves",
    "moves_to_victory",
    "new",
]


#: The name of a kind of move.
KindName: TypeAlias = Literal[
    "one card",
    "pair",
    "three of a kind",
    "four of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind plus one",
    "straight flush",
]

#: The rank of a card.
_Rank: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]

#: All kinds, lowest first, and those of one to four cards of a rank.
_KINDS: tuple[KindName, ...] = get_args(KindName)
_SETS = _KINDS[:4]


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
    def label(self) -> KindName:
        """The name of the kind in words."""
        return _KINDS[self]


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
    *,
    rules: "Rules | None" = None,
    is_reversed: bool = False,
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
    rules
        The rules, of which ``kinds`` and ``beats`` matter here; by default, the report's.
    is_reversed
        Whether the order of the ranks is reversed, after a revolution.

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
        If these are not distinct cards, or ``beat`` is not a move by these rules; the message says
        why.

    Examples
    --------
    >>> [str(move) for move in legal_moves("4c 4s 3h", "4h", rules=Rules(beats="equal"))]
    ['4s', '4c']
    >>> [str(move) for move in legal_moves("3d 3c 4h 2s")]
    ['3d 3c', '2s', '4h', '3c', '3d']
    >>> [str(move) for move in legal_moves("3d 3c 4h 2s", beat="4d")]
    ['2s', '4h']
    >>> legal_moves("3d 3c 4h 2s", beat="3d 4d")
    Traceback (most recent call last):
        ...
    cardcore.errors.ParseError: move '3d 4d': 2 cards played together must be of one rank
    """
    return _core.list_president_moves(hand, beat, containing, rules, is_reversed=is_reversed)


def moves_to_victory(hand: Cards, kinds: "Iterable[Kind | KindName] | str | None" = None) -> Line:
    """Find the fewest moves that empty a hand if nobody else plays.

    Exact: a minimum partition of the hand into moves.

    Parameters
    ----------
    hand
        Up to 26 distinct cards.
    kinds
        The kinds that are moves, as in :class:`Rules`; by default, all.

    Returns
    -------
    Line
        The number of moves, and one way that achieves it.

    Raises
    ------
    ParseError
        If these are not distinct cards.
    ValueError
        If there are more than 26, or ``kinds`` are not kinds that include single cards.

    Examples
    --------
    >>> line = moves_to_victory("3d 4d 5d 6d 7c 7s 7h 9c 9d 2s")
    >>> line.count
    4
    >>> [str(move) for move in line.moves]
    ['3d 4d 5d 6d 7c', '9d 9c', '7h 7s', '2s']
    >>> moves_to_victory("3d 4d 5d 6d 7c 7s 7h 9c 9d 2s", kinds=Rules.basic().kinds).count
    7
    """
    moves = _core.shorten_president_hand(hand, None if kinds is None else _kind_names(kinds))
    return Line(len(moves), moves)


_MAX_PLAYERS = 13


@dataclass(frozen=True)
class Rules:
    """The rules of a match; the defaults are the report's, with poker hands.

    :meth:`basic`, :meth:`big_two` and :meth:`daihinmin` are the rules of well-known games.

    Parameters
    ----------
    players
        2 to 13.
    rounds
        The number of rounds.
    trade
        How the lower side gives its cards before each round but the first: ``"request"``, the
        upper side names ranks, ``"best"``, the highest cards are given automatically, or
        ``"none"``, without trades.
    kinds
        The kinds that are moves, at least ``"one card"``: names, also as text with commas, or
        members of ``Kind``. Five cards in a row of one suit are a straight flush, and no
        move without that kind.
    passing
        Whether a pass binds: ``"free"``, a player who passed may play again, or ``"locked"``, they
        are out until the pile is cleared.
    may_pass
        Who may pass: ``"always"``, everyone but the leader, or ``"unable"``, only players without a
        legal move.
    beats
        What beats a move of the same kind: ``"suit"``, a higher card, where suits decide between
        equal ranks, ``"higher"``, a higher rank, or ``"equal"``, an equal or higher rank, though of
        five cards a higher one.
    clears
        A rank of which one to four cards clear the pile: who plays them leads again. By default,
        there is none.
    revolution
        Four of a kind, also plus one, reverse the order of the ranks for the rest of the round,
        until the next such move. The rank that clears stays the same.
    deal
        ``"equal"``, everyone gets as many cards, and the rest is out of play, or ``"all"``, the
        first seats may get one more.
    opens
        Who leads the first round: ``"lowest"``, the holder of the lowest card dealt, with a move
        that contains it, or ``"left"``, the first seat with any move.
    leads
        Who leads later rounds: ``"president"`` or ``"bum"``, with any move, or ``"lowest"``, the
        holder of the lowest card, as above.
    exchanged
        How many cards the president trades, and the vice-president: two numbers, also as text
        with a comma.
    ends
        When a round ends: ``"last"``, when one player has cards, or ``"first"``, when the first
        player is out. The others are then placed by the number of their cards, fewest first, and
        equal ones in the order of turns after the winner.
    score
        What a round scores: ``"places"``, everyone's place, the lowest sum wins, or ``"cards"``,
        the others lose a point for every card, twice that from 10 cards on, three times if they
        have not played any, and the winner gets the sum; the highest score wins.

    Raises
    ------
    ValueError
        If the rules are invalid, or do not go together; the message names the fields.

    Examples
    --------
    >>> Rules(players=3, kinds="one card, pair").kinds
    ('one card', 'pair')
    >>> Rules(revolution=True, kinds=[Kind.ONE_CARD])
    Traceback (most recent call last):
        ...
    ValueError: revolution = True, kinds: expected 'four of a kind' or 'four of a kind plus one' ...
    """

    players: int = 4
    rounds: int = 3
    trade: Literal["request", "best", "none"] = "request"
    kinds: tuple[KindName, ...] = _KINDS
    passing: Literal["free", "locked"] = "free"
    may_pass: Literal["always", "unable"] = "always"
    beats: Literal["suit", "higher", "equal"] = "suit"
    clears: _Rank | None = None
    revolution: bool = False
    deal: Literal["equal", "all"] = "equal"
    opens: Literal["lowest", "left"] = "lowest"
    leads: Literal["president", "bum", "lowest"] = "president"
    exchanged: tuple[int, int] = (2, 1)
    ends: Literal["last", "first"] = "last"
    score: Literal["places", "cards"] = "places"

    def __post_init__(self) -> None:
        # Whatever way they are given, equal rules are equal.
        object.__setattr__(self, "kinds", _kind_names(self.kinds))
        object.__setattr__(self, "clears", _rank_name(self.clears))
        object.__setattr__(self, "exchanged", _numbers(self.exchanged))
        _core.check_president_rules(self)

    def changes(self) -> dict[str, Any]:
        """Return the house rules that differ from the defaults, without players and rounds.

        Examples
        --------
        >>> Rules(players=3, beats="equal", clears=2).changes()
        {'beats': 'equal', 'clears': '2'}
        """
        return {
            rule.name: getattr(self, rule.name)
            for rule in fields(self)
            if rule.name not in ("players", "rounds") and getattr(self, rule.name) != rule.default
        }

    @classmethod
    def report(cls, **changes: Any) -> "Rules":
        """Return the report's rules, the defaults: with poker hands, requests and suits.

        Parameters
        ----------
        **changes
            Rules that differ.

        Examples
        --------
        >>> Rules.report(players=5) == Rules(players=5)
        True
        """
        return cls(**changes)

    @classmethod
    def basic(cls, **changes: Any) -> "Rules":
        """Return the rules of the party game: sets of equal ranks, all cards dealt, no suits.

        Parameters
        ----------
        **changes
            Rules that differ.

        Examples
        --------
        >>> Rules.basic(players=5).beats
        'higher'
        """
        return cls(**{**_BASIC, **changes})

    @classmethod
    def big_two(cls, **changes: Any) -> "Rules":
        """Return the rules of Big Two: poker hands, and the first player out takes all.

        Parameters
        ----------
        **changes
            Rules that differ.

        Examples
        --------
        >>> Rules.big_two().score
        'cards'
        """
        return cls(**{**_BIG_TWO, **changes})

    @classmethod
    def daihinmin(cls, **changes: Any) -> "Rules":
        """Return the rules of Daihinmin: eights clear the pile, four of a kind reverse the order.

        Parameters
        ----------
        **changes
            Rules that differ.

        Examples
        --------
        >>> Rules.daihinmin().clears
        '8'
        """
        return cls(**{**_DAIHINMIN, **changes})


_BASIC: Mapping[str, Any] = {
    "kinds": _SETS,
    "beats": "higher",
    "deal": "all",
    "opens": "left",
    "trade": "best",
}

_BIG_TWO: Mapping[str, Any] = {
    "kinds": tuple(kind for kind in _KINDS if kind != "four of a kind"),
    "leads": "lowest",
    "trade": "none",
    "ends": "first",
    "score": "cards",
}

_DAIHINMIN: Mapping[str, Any] = {
    "kinds": _SETS,
    "passing": "locked",
    "beats": "higher",
    "clears": "8",
    "revolution": True,
    "deal": "all",
    "trade": "best",
}


def _kind_names(kinds: Any) -> tuple[KindName, ...]:
    """Return the names of kinds, lowest first, each once."""
    if isinstance(kinds, str):
        kinds = [part.strip() for part in kinds.split(",")]
    if not isinstance(kinds, Iterable):
        raise TypeError(f"kinds: expected names of kinds, found {kinds!r}")
    names = {kind.label if isinstance(kind, Kind) else kind for kind in islice(kinds, 100)}
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"kinds: expected names of kinds, found {name!r}")
        if name not in _KINDS:
            raise ValueError(f"kinds: expected some of {', '.join(_KINDS)}, found {name!r}")
    return tuple(kind for kind in _KINDS if kind in names)


def _rank_name(rank: Any) -> Any:
    """Return a rank as it is written: ``8`` and ``"10"`` are ``"8"`` and ``"T"``."""
    if isinstance(rank, int) and not isinstance(rank, bool):
        rank = str(rank)
    return "T" if rank == "10" else rank.upper() if isinstance(rank, str) else rank


def _numbers(numbers: Any) -> Any:
    """Return numbers that may be given as text with commas."""
    if isinstance(numbers, str):
        parts = [part.strip() for part in numbers.split(",")]
        if not all(part.isascii() and part.isdecimal() and len(part) < 9 for part in parts):
            raise ValueError(f"exchanged: expected two numbers such as 2,1, found {numbers!r}")
        return tuple(map(int, parts))
    if not isinstance(numbers, Iterable):
        raise TypeError(f"exchanged: expected two numbers, found {numbers!r}")
    return tuple(islice(numbers, 3))


class LastRound(Last):
    """The result of the last round."""

    places: list[int]
    """The place of every seat, from 1."""
    roles: list[str]
    """The role of every seat in the next round."""


class PastTrade(TypedDict):
    """A seat's own trade before a round that is over."""

    upper: int
    """The seat that requested, and gave back any cards."""
    lower: int
    """The seat that had to give."""
    taken: list[Card]
    """The cards that the lower side gave."""
    returned: list[Card]
    """The cards that the upper side gave back."""


class PastRound(LastRound):
    """A round of a match that is over."""

    moves: list[tuple[int, str]]
    """The plays and passes: seats and texts."""
    hand: NotRequired[list[Card]]
    """The cards that the seat held after the trades; missing for spectators."""
    trade: NotRequired[PastTrade | None]
    """Its trade before the round."""


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
    deal: Iterable[Cards] | Literal["equal", "all"] | None = None,
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
        even deal of the deck; with ``deal="all"`` in the rules, the first hands may have one more.
        The other cards are out of play. Later rounds are dealt from the seed. Or the rule of that
        name, ``"equal"`` or ``"all"``.
    deals
        The same for the first round and the following ones, instead of ``deal``; from the second
        on a hand needs as many cards as are traded.
    **options
        Rules by name: ``rounds``, ``trade`` and all others of :class:`Rules`.

    Returns
    -------
    Game
        Moves are :class:`Move` objects; ``play`` also takes their text. The scores are the sums of
        the finishing places of the completed rounds: the lowest wins. (Points win with
        ``score="cards"``.) A view shows ``hand``,
        ``counts`` (everyone's cards), ``beat``, ``plays`` of the round, ``finished``, ``roles``,
        ``records`` (everyone's places), ``opening`` (the card that the first move must contain),
        ``phase``, ``traders`` (upper and lower side of the current trade) and ``trade`` (the cards
        that the seat gave and received in its own trade, and the ranks that were refused), the
        ``pile`` since it was cleared, whether the order is ``reversed``, and who is ``locked`` out.

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
    if isinstance(deal, str) and deal in ("equal", "all"):
        options["deal"], deal = deal, None
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
