"""Hearts: the standard game of 52 cards, and a generalized one with any suits, values and players.

The generalized game has k suits of the values 1 to n for p players. Suit 0 is hearts, each costs a
point; the special card, value n - 1 of suit 1, costs n. Everybody gets the same number of cards,
and leftover cards are out of play. Card (1, 2) opens (if it was not dealt, the lowest dealt card of
suit 1, else the lowest dealt card), players follow suit, and hearts can be led only after a heart
or the special card was played, or from a hand of nothing else. Cards are pairs ``(suit, value)``,
in text ``suit-value``. One deal is a game. Without suits or values, :class:`Rules` is the standard
game: a match with passing and shooting the moon.

A move is the text of a card, ``1-12`` or ``Qs``, or ``pass 2c Ah Qs``; a game also takes a pair or
a card. Legal moves are sorted by suit, then value. Scores are penalties: lower is better. A view
has the facts ``hand``, ``trick``, ``led``, ``plays``, ``voids`` (for each seat the suits in which
it is known to be void), ``points`` (of this deal), ``jack`` (who took the jack of diamonds, if that
is rewarded), ``hearts_broken``, ``special_played`` and ``opening``, and in the standard game
``totals``, ``deal``, ``passing``, ``passes_to``, ``passed`` and ``received``.

>>> game = new(Rules(suits=2, values=3, players=2), deal=["0-1 1-2 0-3", "1-3 0-2 1-1"])
>>> game.to_move, game.legal_moves(), game.view(1).hand
(0, ['1-2'], [(0, 2), (1, 1), (1, 3)])
>>> game.play("1-2")
>>> game.play((1, 1))
>>> game.scores()
[3, 0]
>>> solve(game).scores
[3, 3]
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from operator import index
from typing import Any, Literal, NotRequired, TypeAlias

from cardcore import _core
from cardcore._core import Card, Game
from cardcore._core import HeartsView as View
from cardcore.result_table import HasResultTable, ResultTable, shown
from cardcore.rules import gather
from cardcore.views import Last

__all__ = [
    "CardLike",
    "Deal",
    "DeckCard",
    "LastDeal",
    "Moon",
    "PastDeal",
    "Rules",
    "Solution",
    "View",
    "new",
    "random_means",
    "solve",
]

#: The effect of shooting the moon: none, points for all others, or points off.
Moon: TypeAlias = Literal["none", "add", "subtract"]

#: A card in a view: of the standard deck in the standard game, else a pair of suit and value.
DeckCard: TypeAlias = Card | tuple[int, int]

#: A card: a pair of suit and value, a text, or a card of the standard deck.
CardLike: TypeAlias = tuple[int, int] | str | Card

#: The hands of all seats, each as text or card by card.
Deal: TypeAlias = Iterable[str | Iterable[CardLike]]


@dataclass(frozen=True, repr=False)
class Rules:
    """The rules of a game: the standard one, or with suits or values the generalized one.

    Parameters
    ----------
    suits
        The number of suits, at least 2: 4 if only ``values`` is given. Suits or values make it the
        generalized game, which has no further options; without them it is the standard game.
    values
        The number of values in a suit, at least 2: 13 if only ``suits`` is given. The deck has at
        most 4,096 cards.
    players
        The number of seats: 3 to 6 in the standard game, else at least 2 and at most the number of
        cards. In the standard game, 3 players leave out 2d, 5 also 2c, and 6 also 3d and 3c.
    passing
        Pass three cards to the left, in the next deal to the right, then across (4 and 6 players),
        then not at all, and so on.
    moon
        Shooting the moon: a seat that takes all points gets none and all others get them
        (``"add"``), or has them subtracted (``"subtract"``), or just gets them (``"none"``).
    target
        The match ends after the deal in which a seat reaches this many points; ``None`` or 0 for a
        single deal.
    points_on_first_trick
        Allow hearts and the queen of spades on the first trick even to those who hold other cards.
    queen_breaks_hearts
        Allow leading hearts once the queen of spades was played.
    jack
        The player who takes the jack of diamonds scores 10 points less. It is not one of the points
        that shoot the moon.

    Raises
    ------
    ValueError
        If the rules are invalid.

    Examples
    --------
    >>> Rules(suits=3, values=5, players=4)
    Rules(suits=3, values=5, players=4)
    >>> Rules() == Rules.standard()
    True
    >>> Rules(suits=1)
    Traceback (most recent call last):
    ValueError: suits: expected a whole number from 2 to 4096, found 1
    """

    suits: int | None = None
    values: int | None = None
    players: int = 4
    passing: bool = True
    moon: Moon = "add"
    target: int | None = 100
    points_on_first_trick: bool = False
    queen_breaks_hearts: bool = False
    jack: bool = False

    def __post_init__(self) -> None:
        if _is_zero(self.target):
            object.__setattr__(self, "target", None)
        if not self.is_standard:
            for option in fields(self)[3:]:
                value, default = getattr(self, option.name), option.default
                # A value of another type differs, and comparing the two may raise.
                if type(value) is not type(default) or value != default:
                    raise ValueError(f"{option.name}: only an option of the standard game")
            object.__setattr__(self, "suits", 4 if self.suits is None else self.suits)
            object.__setattr__(self, "values", 13 if self.values is None else self.values)
        _core.check_hearts_rules(self)

    @property
    def is_standard(self) -> bool:
        """Whether this is the standard game with 52 cards."""
        return self.suits is None and self.values is None

    @classmethod
    def standard(cls, players: int = 4, **options: Any) -> "Rules":
        """Return the rules of the standard game with 52 cards.

        The lowest club opens, the queen of spades costs 13. Takes the options of :class:`Rules` for
        this game.

        Examples
        --------
        >>> game = new(Rules.standard(players=3), seed=1)
        >>> len(game.view(0).hand), len(game.legal_moves()), game.legal_moves()[0]
        (17, 680, 'pass 5c 6c 8c')
        """
        return cls(None, None, players, **options)

    def __repr__(self) -> str:
        if not self.is_standard:
            return f"Rules(suits={self.suits}, values={self.values}, players={self.players})"
        options = ", ".join(f"{o.name}={getattr(self, o.name)!r}" for o in fields(self)[2:])
        return f"Rules.standard({options})"


def _is_zero(number: object) -> bool:
    """Return whether a number is the integer 0; other types are rejected later."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        return False
    try:
        return index(number) == 0
    except TypeError:  # an array of several
        return False


class LastDeal(Last):
    """The result of the last deal of a match."""

    points: list[int]
    """The points that every seat took."""
    moon: int | None
    """The seat that shot the moon."""
    jack: int | None
    """The seat that took the jack of diamonds, if that is rewarded."""


class PastDeal(LastDeal):
    """A deal of a match that is over."""

    moves: list[tuple[int, str]]
    """The plays: seats and cards."""
    passed: NotRequired[list[Card] | None]
    """The cards that the seat passed; missing for spectators."""
    received: NotRequired[list[Card] | None]
    """The cards that it received."""


def new(
    rules: Rules | Mapping[str, Any] | None = None,
    *,
    players: int | None = None,
    seed: int | None = None,
    deal: Deal | None = None,
    deals: Iterable[Deal] | None = None,
    **options: Any,
) -> Game[View, str]:
    """Start a game: the standard one, unless the rules have suits or values.

    Parameters
    ----------
    rules
        The rules. They can be given by name instead.
    players
        The number of seats. It must agree with the rules if both are given.
    seed
        The seed of the cards; by default, a random one.
    deal
        The hands of the first deal, instead of cards from the seed: for every seat a text such as
        ``"0-3 1-2"`` or an iterable of cards (pairs, texts, or cards of the standard deck).
    deals
        The same for the first deal and the following ones, instead of ``deal``.
    **options
        Rules by name, such as ``suits``, ``values``, ``passing``, ``moon`` and ``target``.

    Returns
    -------
    Game
        The game, with the methods of every game.

    Raises
    ------
    ParseError
        If the deal is invalid; the message names the hand and the card.
    ValueError
        If the rules are invalid.

    Examples
    --------
    >>> game = new(Rules(suits=3, values=5, players=4), seed=7)
    >>> game.to_move, game.view(1).hand
    (1, [(0, 2), (1, 2), (1, 3)])
    >>> game = new(passing=False, seed=7)
    >>> game.legal_moves()
    ['2c']
    """
    if deal is not None:
        if deals is not None:
            raise ValueError("expected a deal or deals, found both")
        deals = [deal]
    gathered = gather("hearts", Rules, rules, players, options)
    return _core.new_hearts(gathered, seed=seed, deals=deals)


def upgrade_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """Upgrade a record of format 1, in which the generalized game was the default."""
    rules = dict(record["rules"])
    if not rules.pop("standard", False):
        rules = {"suits": 4, "values": 13, **rules}
    return {**record, "rules": rules}


@dataclass(frozen=True)
class Solution(HasResultTable):
    """The double-dummy result of a deal: every seat minimizes its own penalty."""

    scores: list[int]
    """The scores after the deal."""
    moves: list[str]
    """The moves to the end of the deal."""

    def _result_table(self) -> ResultTable:
        rows = [("scores, lower is better", shown(self.scores)), ("moves", shown(self.moves))]
        return ResultTable("Hearts, solved double-dummy", (), rows)


def solve(game: Game) -> Solution:
    """Solve the current deal double-dummy, that is with all hands open.

    Every seat minimizes its own score at the end of the deal and expects the others to do the same.
    **Among moves that are equal for it, a seat takes the first in order** of suit and value, which
    makes the result unique. The search is exhaustive with a transposition table; it is meant for up
    to about 24 cards and takes at most 32.

    Parameters
    ----------
    game
        A game of Hearts, at any point of the play.

    Raises
    ------
    ValueError
        If more than 32 cards are left, or cards are still to be passed.

    Examples
    --------
    >>> solution = solve(new(Rules(suits=3, values=4, players=3), seed=5))
    >>> solution.scores
    [0, 0, 8]
    >>> solution.moves[:6]
    ['1-2', '1-1', '0-2', '1-3', '0-1', '0-4']
    """
    scores, moves = _core.solve_hearts(game)
    return Solution(scores, moves)


def random_means(rules: Rules | None = None, games: int = 10_000, *, seed: int = 0) -> list[float]:
    """Play many random games on one thread, and return the mean score of every seat.

    A baseline for players.

    Parameters
    ----------
    rules
        The rules; by default, one deal of 4 suits of 13 values among 4 players.
    games
        The number of games, 1 to 10**12.
    seed
        The seed of the cards and the moves.

    Examples
    --------
    >>> means = random_means(games=1000, seed=1)
    >>> sum(means)
    26.0
    """
    rules = Rules(suits=4, values=13) if rules is None else rules
    totals = _core.random_hearts(rules, games, seed)
    return [total / index(games) for total in totals]
