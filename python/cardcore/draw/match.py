"""Matches of five-card draw: rules, the result of the last hand, and how to start one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypedDict

from cardcore import _core
from cardcore._core import Card, Game
from cardcore._core import DrawView as View
from cardcore.poker import Cards
from cardcore.rules import gather
from cardcore.views import Last

__all__ = ["LastHand", "Pot", "Rules", "View", "new"]

#: The maximum number of decks, because an iterator of decks may be infinite.
_MAX_HANDS = 1_000_000


@dataclass(frozen=True)
class Rules:
    """The rules of a match, at fixed limit.

    Parameters
    ----------
    players
        2 to 5.
    hands
        The number of hands, unless one player wins all chips before.
    stack
        The initial chips of every player.
    ante
        The ante of every player in every hand.
    small_bet
        The size of a bet or raise before the draw.
    big_bet
        The size of a bet or raise after the draw.
    raises
        The maximum number of raises in a betting round.

    Raises
    ------
    ValueError
        If a number is out of range.
    TypeError
        If a rule is not a whole number.
    """

    players: int = 2
    hands: int = 10
    stack: int = 100
    ante: int = 1
    small_bet: int = 2
    big_bet: int = 4
    raises: int = 3

    def __post_init__(self) -> None:
        _core.check_draw_rules(self)


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


def new(
    rules: Rules | Mapping[str, Any] | None = None,
    *,
    players: int | None = None,
    seed: int | None = None,
    deal: Iterable[Cards] | None = None,
    **options: Any,
) -> Game[View, str]:
    """Start a match of five-card draw, at fixed limit.

    The player to the left of the button acts first in every round; the last seat has the first
    button, so seat 0 starts the match. A player who cannot pay a bet is all in and competes for the
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
        The decks of the first hands, in dealing order: five cards for seat 0, five for seat 1 and
        so on, whether they still play or not, then the cards to be drawn. A deck needs ten cards
        per player. By default, one hand is played per deck.
    **options
        Rules by name: ``hands``, ``stack``, ``ante``, ``small_bet``, ``big_bet``, ``raises``.

    Returns
    -------
    Game
        Moves are the texts ``fold``, ``check``, ``call``, ``bet``, ``raise``, and ``discard``
        with the cards to discard (none to stand pat). Discards are listed in binary order, with the
        lowest card of the sorted hand as the lowest bit. The scores are the net winnings in chips
        and sum to zero.

        A view shows ``hand`` and ``discarded`` (the viewer's cards), ``phase`` (``first bets``,
        ``discard``, ``second bets``, ``over``), ``hand_number`` of ``hands``, ``button``,
        ``pot``, ``to_call``, ``raises_left``; by seat ``stacks``, ``paid`` (into this hand),
        ``bets`` (in this round), ``status`` (``in``, ``folded``, ``all in``, ``out``) and
        ``drawn`` (the number of cards); ``moves`` of this hand as everyone saw them; ``last``, the
        result of the previous hand: ``shown`` hands, ``pots`` with their ``winners``, ``net`` by
        seat; and ``rules``.

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
    """
    if deal is not None and isinstance(deal, Iterable) and not isinstance(deal, str):
        deal = list(islice(deal, _MAX_HANDS + 1))
        if rules is None:
            options.setdefault("hands", min(max(len(deal), 1), _MAX_HANDS))
    gathered = gather("draw", Rules, rules, players, options)
    return _core.new_draw(gathered, seed=seed, deal=deal)
