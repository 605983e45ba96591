"""Hearts: any number of suits, values and players, and the common game of 52 cards.

The generalised game has k suits of the values 1 to n for p players. Suit 0 is hearts, each costs a
point; the special card, value n - 1 of suit 1, costs n. Everybody gets the same number of cards,
what is left over is out of play. Card (1, 2) opens (if it was not dealt, the lowest dealt card of
suit 1, else the lowest card dealt), suit is followed, hearts are led only after a heart or the
special card was played, or by a hand of nothing else. Cards are pairs ``(suit, value)``, in text
``suit-value``. One deal is a game. Without suits or values, :class:`Rules` is the common game: a
match with passing, the moon and the usual cards.

A move is the text of a card, ``1-12`` or ``Qs``, or ``pass 2c Ah Qs``; a game also takes a pair or
a card. Legal moves come in order of suit, then value. Scores are penalties: lower is better. A
view has the facts ``hand``, ``trick``, ``led``, ``plays``, ``voids`` (for each seat the suits it
has shown to be out of), ``points`` (of this deal), ``hearts_broken``, ``special_played`` and
``opening``, and for the common game ``totals``, ``deal``, ``passing``, ``passes_to``, ``passed``
and ``received``.

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
from typing import Any, Literal, TypeAlias

from cardcore import _core
from cardcore._core import Card, Game
from cardcore._core import HeartsView as View
from cardcore.rules import gather
from cardcore.sheet import Sheet, Sheeted, shown
from cardcore.views import Last

__all__ = [
    "CardLike",
    "Deal",
    "DeckCard",
    "LastDeal",
    "Moon",
    "Rules",
    "Solution",
    "View",
    "new",
    "random_means",
    "solve",
]

#: What taking every point of a deal does: nothing, the points for all others, or their loss.
Moon: TypeAlias = Literal["none", "add", "subtract"]

#: A card as views show it: of the 52 in the common game, else a pair of suit and value.
DeckCard: TypeAlias = Card | tuple[int, int]

#: A card: a pair of suit and value, a text, or a card of the 52.
CardLike: TypeAlias = tuple[int, int] | str | Card

#: The hands of all seats, each as text or card by card.
Deal: TypeAlias = Iterable[str | Iterable[CardLike]]


@dataclass(frozen=True, repr=False)
class Rules:
    """The rules of a game: the common one, or with suits or values the generalised one.

    Parameters
    ----------
    suits
        The number of suits, at least 2: 4 if only ``values`` is given. Suits or values make it the
        generalised game, which has no further options; without them it is the common game.
    values
        The number of values in a suit, at least 2: 13 if only ``suits`` is given. The deck has at
        most 4,096 cards.
    players
        The number of seats: 3 to 6 in the common game, else at least 2 and not more than cards. In
        the common game of 3 players 2d leaves the deck, of 5 also 2c, of 6 also 3d and 3c.
    passing
        Pass three cards to the left, in the next deal to the right, then across (4 and 6 players),
        then not at all, and so on.
    moon
        Who takes every point of a deal gets none and all others get them (``"add"``), or gets them
        taken off (``"subtract"``), or just gets them (``"none"``).
    target
        The match ends after the deal in which a seat reaches this many points; ``None`` or 0 for a
        single deal.
    points_on_first_trick
        Let hearts and the queen of spades be thrown on the first trick even by those who hold
        other cards.
    queen_breaks_hearts
        Let hearts be led once the queen of spades was played.

    Raises
    ------
    ValueError
        If these make no game.

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

    def __post_init__(self) -> None:
        if _is_zero(self.target):
            object.__setattr__(self, "target", None)
        if not self.is_standard:
            for option in fields(self)[3:]:
                value, default = getattr(self, option.name), option.default
                # Of another type, it is another value, and comparing the two may raise.
                if type(value) is not type(default) or value != default:
                    raise ValueError(f"{option.name}: an option of the common game alone")
            object.__setattr__(self, "suits", 4 if self.suits is None else self.suits)
            object.__setattr__(self, "values", 13 if self.values is None else self.values)
        _core.check_hearts_rules(self)

    @property
    def is_standard(self) -> bool:
        """Whether this is the common game with the 52 cards."""
        return self.suits is None and self.values is None

    @classmethod
    def standard(cls, players: int = 4, **options: Any) -> "Rules":
        """Give the rules of the common game with the 52 cards.

        The lowest club opens, the queen of spades costs 13. Takes the options that
        :class:`Rules` has for this game.

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
    """Tell whether a number is a whole one and 0; what is not a whole number is refused later."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        return False
    try:
        return index(number) == 0
    except TypeError:  # an array of several
        return False


class LastDeal(Last):
    """How the last deal of a match ended."""

    points: list[int]
    """What every seat took."""
    moon: int | None
    """The seat that took every point."""


def new(
    rules: Rules | Mapping[str, Any] | None = None,
    *,
    players: int | None = None,
    seed: int | None = None,
    deal: Deal | None = None,
    deals: Iterable[Deal] | None = None,
    **options: Any,
) -> Game[View, str]:
    """Begin a game: the common one, unless the rules have suits or values.

    Parameters
    ----------
    rules
        The rules. Without them, what they are made of can be given by name instead.
    players
        The number of seats. If there are rules, it has to be theirs.
    seed
        The seed of the cards; a fresh one if not given.
    deal
        The hands of the first deal, instead of cards from the seed: for every seat a text such as
        ``"0-3 1-2"`` or an iterable of cards (pairs, texts, or cards of the 52 in the common
        game).
    deals
        The same for the first deal and those that follow, in place of ``deal``.
    **options
        Rules by name, such as ``suits``, ``values``, ``passing``, ``moon`` and ``target``.

    Returns
    -------
    Game
        With everything that every game has.

    Raises
    ------
    ParseError
        If the deal is not one; the message names the hand and the card.
    ValueError
        If the rules make no game.

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
    in_force = gather("hearts", Rules, rules, players, options)
    return _core.new_hearts(in_force, seed=seed, deals=deals)


def upgrade_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """Bring a record of format 1 up to date: the generalised game was the usual one then."""
    rules = dict(record["rules"])
    if not rules.pop("standard", False):
        rules = {"suits": 4, "values": 13, **rules}
    return {**record, "rules": rules}


@dataclass(frozen=True)
class Solution(Sheeted):
    """What a deal comes to when every seat minimises its own penalty with all hands open."""

    scores: list[int]
    """The scores after the deal."""
    moves: list[str]
    """The moves to the end of the deal."""

    def _sheet(self) -> Sheet:
        rows = [("scores, lower is better", shown(self.scores)), ("moves", shown(self.moves))]
        return Sheet("Hearts, solved with all hands open", (), rows)


def solve(game: Game) -> Solution:
    """Solve the deal that is being played, with all hands open.

    Every seat plays for the lowest score of its own at the end of the deal and expects the others
    to do the same. **Of moves that are equal for it, a seat takes the first in order** of suit and
    value, which makes the answer unique. The search is exhaustive and remembers positions; it is
    meant for up to about 24 cards and takes at most 32.

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
    """Play many games at random on one thread; gives the mean score of every seat.

    What chance alone comes to, to compare players with.

    Parameters
    ----------
    rules
        The rules; one deal of 4 suits of 13 values among 4 players if not given.
    games
        How many games to play, 1 to 10**12.
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
