"""Matches of five-card draw: rules, the result of the last hand, and how to start one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal, NotRequired, TypedDict

from cardcore import _core
from cardcore._core import Card, Game
from cardcore._core import DrawView as View
from cardcore.poker import Cards
from cardcore.rules import gather
from cardcore.views import Last

__all__ = ["LastHand", "PastHand", "Pot", "Rules", "View", "new"]

#: The maximum number of decks, because an iterator of decks may be infinite.
_MAX_HANDS = 1_000_000


@dataclass(frozen=True)
class Rules:
    """The rules of a match: by default, five-card draw with one draw at fixed limit.

    :meth:`single_draw`, :meth:`triple_draw` and :meth:`badugi` are other games that are widely
    played. Draw games have no bring-in, as no card is dealt face up.

    Parameters
    ----------
    players
        2 to 5; with several draws fewer, so that the deck cannot run out.
    hands
        The number of hands, unless one player wins all chips before.
    stack
        The initial chips of every player.
    ante
        The ante of every player in every hand.
    small_bet
        The size of a bet or raise before the draw; with several draws, in the first half of the
        betting rounds. At pot-limit and no-limit, the smallest bet.
    big_bet
        The same for the betting rounds after that.
    raises
        The maximum number of raises in a betting round, with every betting structure.
    ranking
        How hands are compared: ``high``, ``2-7``, ``a-5``, or ``badugi`` with four cards.
    draws
        The number of draws, 1 to 3, with a betting round before and after each.
    betting
        The betting structure: ``limit``, ``pot-limit`` or ``no-limit``.
    small_blind
        What the player to the left of the button posts, or the button between two players.
    big_blind
        What the next player posts; 0 for no blinds.
    straddle
        What the player after that posts, with three or more players; 0 for nothing.

    Raises
    ------
    ValueError
        If a number is out of range, a word unknown, or the rules contradict each other.
    TypeError
        If a rule is not a whole number, or not a word where one is expected.
    """

    players: int = 2
    hands: int = 10
    stack: int = 100
    ante: int = 1
    small_bet: int = 2
    big_bet: int = 4
    raises: int = 3
    ranking: Literal["high", "2-7", "a-5", "badugi"] = "high"
    draws: int = 1
    betting: Literal["limit", "pot-limit", "no-limit"] = "limit"
    small_blind: int = 0
    big_blind: int = 0
    straddle: int = 0

    def __post_init__(self) -> None:
        _core.check_draw_rules(self)

    @classmethod
    def single_draw(cls, **options: Any) -> "Rules":
        """Return the rules of no-limit deuce-to-seven single draw, with blinds of 1 and 2.

        Parameters
        ----------
        **options
            Other rules by name, such as ``players``.

        Examples
        --------
        >>> game = new(Rules.single_draw(), seed=1)
        >>> game.legal_moves()
        ['fold', 'call', 'raise to 4', 'raise to 6', 'raise to 100']
        """
        return cls(**{**SINGLE_DRAW, **options})

    @classmethod
    def triple_draw(cls, **options: Any) -> "Rules":
        """Return the rules of limit deuce-to-seven triple draw, with blinds of 1 and 2.

        Parameters
        ----------
        **options
            Other rules by name.

        Examples
        --------
        >>> Rules.triple_draw().draws, Rules.triple_draw().ranking
        (3, '2-7')
        """
        return cls(**{**TRIPLE_DRAW, **options})

    @classmethod
    def badugi(cls, **options: Any) -> "Rules":
        """Return the rules of limit badugi, with three draws and blinds of 1 and 2.

        Parameters
        ----------
        **options
            Other rules by name.

        Examples
        --------
        >>> len(new(Rules.badugi(players=3), seed=1).view(0).hand)
        4
        """
        return cls(**{**BADUGI, **options})


_BLINDS: Mapping[str, Any] = {"ante": 0, "small_blind": 1, "big_blind": 2}

#: The rules of :meth:`Rules.single_draw`, :meth:`Rules.triple_draw` and :meth:`Rules.badugi`.
SINGLE_DRAW: Mapping[str, Any] = {
    **_BLINDS,
    "big_bet": 2,
    "raises": 1000,
    "ranking": "2-7",
    "betting": "no-limit",
}
TRIPLE_DRAW: Mapping[str, Any] = {**_BLINDS, "ranking": "2-7", "draws": 3}
BADUGI: Mapping[str, Any] = {**_BLINDS, "ranking": "badugi", "draws": 3}


def is_solvable(rules: Mapping[str, Any]) -> bool:
    """Return whether ``nash`` has a strategy for a game between two, whatever its stakes."""
    usual = {"draws": 1, "betting": "limit", "big_blind": 0}
    return all(rules.get(name, value) == value for name, value in usual.items())


def is_usual(rules: Mapping[str, Any]) -> bool:
    """Return whether rules by name are those of five-card draw at limit, whatever its stakes."""
    return rules.get("ranking", "high") == "high" and is_solvable(rules)


class Pot(TypedDict):
    """A pot that was paid out."""

    chips: int
    """The chips in it."""
    seats: list[int]
    """The seats that competed for it."""
    winners: list[int]
    """The seats that won it."""


class LastHand(Last):
    """The result of the last hand."""

    hand_number: int
    """The same as ``number``."""
    button: int
    """The seat that had the button."""
    shown: list[list[Card] | None]
    """The hand of every seat that showed it."""
    pots: list[Pot]
    """The pots, the main pot first."""
    net: list[int]
    """The same as ``scores``: the net winnings of every seat."""


class PastHand(LastHand):
    """A hand of a match that is over."""

    moves: list[tuple[int, str]]
    """The public moves: seats and texts."""
    dealt: NotRequired[list[Card]]
    """The cards the seat was dealt; missing for spectators."""
    held: NotRequired[list[Card]]
    """Its cards at the end, or when it folded."""
    discarded: NotRequired[list[Card]]
    """What it discarded."""


def new(
    rules: Rules | Mapping[str, Any] | None = None,
    *,
    players: int | None = None,
    seed: int | None = None,
    deal: Iterable[Cards] | None = None,
    stacks: Iterable[int] | None = None,
    **options: Any,
) -> Game[View, str]:
    """Start a match of five-card draw, or of another draw game by its rules.

    The player to the left of the button acts first in every round, except in the first one if
    there are blinds: then the player after them does. The last seat has the first button, so seat 0
    starts a match without blinds. A player who cannot pay a bet is all in and competes for the
    pots they paid into; a player without chips sits out. The match is over after the given number
    of hands, or when one player has all chips.

    Parameters
    ----------
    rules
        The rules. They can be given by name instead.
    players
        2 to 5; by default 2.
    seed
        The seed of all cards that are not given; by default, a random one.
    deal
        The decks of the first hands, in dealing order: five cards (in badugi four) for seat 0, five
        for seat 1 and so on, whether they still play or not, then the cards to be drawn. A deck
        needs ten cards per player, and five more for every further draw. By default, one hand is
        played per deck.
    stacks
        The stacks that the seats begin with; by default, those of the rules, which are the largest
        possible.
    **options
        Rules by name: ``hands``, ``stack``, ``ante``, ``small_bet``, ``big_bet``, ``raises``,
        ``ranking``, ``draws``, ``betting``, ``small_blind``, ``big_blind``, ``straddle``.

    Returns
    -------
    Game
        Moves are the texts ``fold``, ``check``, ``call``, ``bet``, ``raise``, and ``discard``
        with the cards to discard (none to stand pat). Discards are listed in binary order, with the
        lowest card of the sorted hand as the lowest bit. The scores are the net winnings in chips
        and sum to zero.

        At pot-limit and no-limit, bets and raises have an amount: ``bet 6``, ``raise to 12``. Any
        amount in the range ``raise_to`` of the view is legal; the list of legal moves has the
        least, half the pot, the pot and the most. Such words are moves as well: ``raise pot``,
        ``bet half pot``, ``raise min``, ``all in``.

        A view shows ``hand`` and ``discarded`` (the viewer's cards), ``phase`` (``first bets``,
        ``discard``, ``second bets``, and so on, then ``over``), ``draws_left``, ``hand_number`` of
        ``hands``, ``button``, ``pot``, ``to_call``, ``raises_left``, ``raise_to``; by seat
        ``stacks``, ``paid`` (into this hand), ``bets`` (in this round), ``status`` (``in``,
        ``folded``, ``all in``, ``out``) and ``drawn`` (the number of cards of its last draw);
        ``moves`` of this hand as everyone saw them; ``last``, the result of the previous hand:
        ``shown`` hands, ``pots`` with their ``winners``, ``net`` by seat; and ``rules``.

    Raises
    ------
    ParseError
        If a deck is invalid; the message names the deck, the card and its position.
    ValueError
        If the rules are invalid.
    TypeError
        If a rule is not a whole number, or the deal is not a list of decks.

    Examples
    --------
    >>> game = new(deal=["As Ah 9d 7c 4s  Ks Kh 9c 7d 4h  2c 2d 2h 2s 3c 3d 4c 5c 5d 5h"])
    >>> for move in ("bet", "call", "discard 9d 7c 4s", "discard 4h", "check", "bet", "call"):
    ...     game.play(move)
    >>> game.is_over, game.scores()
    (True, [7, -7])
    >>> last = game.view(0).last
    >>> last["shown"][0], last["net"]
    ([Card('2c'), Card('2d'), Card('2h'), Card('Ah'), Card('As')], [7, -7])
    >>> game = new(Rules.single_draw(players=3), seed=7)
    >>> game.play("raise to 6")
    >>> game.view(game.to_move).raise_to
    [10, 100]
    """
    if deal is not None and isinstance(deal, Iterable) and not isinstance(deal, str):
        deal = list(islice(deal, _MAX_HANDS + 1))
        if rules is None:
            options.setdefault("hands", min(max(len(deal), 1), _MAX_HANDS))
    gathered = gather("draw", Rules, rules, players, options)
    return _core.new_draw(gathered, seed=seed, deal=deal, stacks=stacks)
