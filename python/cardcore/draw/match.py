"""A match of five-card draw: its rules, what is known of the last hand, and how one begins."""

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

#: An iterator of decks may have no end.
_MOST_HANDS = 1_000_000


@dataclass(frozen=True)
class Rules:
    """The rules of a match, at fixed limit.

    Parameters
    ----------
    players
        2 to 5.
    hands
        How many hands are played, unless one player has all the chips before.
    stack
        The chips everyone begins with.
    ante
        What everyone pays for a hand.
    small_bet
        The size of a bet or raise before the draw.
    big_bet
        The size of a bet or raise after the draw.
    raises
        How often the bet of a round may be raised.

    Raises
    ------
    ValueError
        If a number is out of its range.
    TypeError
        If one is not a whole number.
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
    """How much there was in it."""
    seats: list[int]
    """Who played for it."""
    winners: list[int]
    """Who won it."""


class LastHand(Last):
    """How the last hand ended."""

    hand_number: int
    """The same as ``number``."""
    button: int
    """The seat that had the button."""
    shown: list[list[Card] | None]
    """The hand of every seat that showed it."""
    pots: list[Pot]
    """The pots, the main pot first."""
    net: list[int]
    """The same as ``scores``: the chips that every seat won or lost."""


def new(
    rules: Rules | Mapping[str, Any] | None = None,
    *,
    players: int | None = None,
    seed: int | None = None,
    deal: Iterable[Cards] | None = None,
    **options: Any,
) -> Game[View, str]:
    """Begin a match of five-card draw, at fixed limit.

    The player to the left of the button begins every round; the last seat has the button first,
    so seat 0 begins the match. Whoever cannot pay a bet is all in and plays for the pots they
    paid for; whoever has no chips left sits out. The match is over after the agreed number of
    hands, or when one player has all the chips.

    Parameters
    ----------
    rules
        The rules. Without them, what they are made of can be given by name instead.
    players
        2 to 5; 2 if not given.
    seed
        The seed of all cards that are not given; a fresh one if not given.
    deal
        The decks of the first hands, one each, as cards in the order they come: five for seat 0,
        five for seat 1 and so on, whether they still play or not, then those that are drawn. A
        deck needs ten cards per player. Unless the rules say otherwise, one hand is played per
        deck.
    **options
        Rules by name: ``hands``, ``stack``, ``ante``, ``small_bet``, ``big_bet``, ``raises``.

    Returns
    -------
    Game
        Moves are the texts ``fold``, ``check``, ``call``, ``bet``, ``raise``, and ``discard``
        with the cards to throw away (none to stand pat). Discards are listed in binary order, the
        lowest card of the sorted hand being the lowest place. The scores are the chips won since
        the beginning and add up to zero.

        A view shows ``hand`` and ``discarded`` (one's own cards), ``phase`` (``first bets``,
        ``discard``, ``second bets``, ``over``), ``hand_number`` of ``hands``, ``button``,
        ``pot``, ``to_call``, ``raises_left``; by seat ``stacks``, ``paid`` (into this hand),
        ``bets`` (in this round), ``status`` (``in``, ``folded``, ``all in``, ``out``) and
        ``drawn`` (how many cards); ``moves`` of this hand as everyone saw them; ``last``, how the
        hand before ended: ``shown`` hands, ``pots`` with their ``winners``, ``net`` by seat; and
        ``rules``.

    Raises
    ------
    ParseError
        If a deck of the deal is none; the message names the deck, the card and its place.
    ValueError
        If such a match cannot be played.
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
        deal = list(islice(deal, _MOST_HANDS + 1))
        if rules is None:
            options.setdefault("hands", min(max(len(deal), 1), _MOST_HANDS))
    in_force = gather("draw", Rules, rules, players, options)
    return _core.new_draw(in_force, seed=seed, deal=deal)
