"""A view of Hearts from what a seat knows, told by another program.

A view belongs to a game. So the cards that the seat cannot see are dealt in some way that fits all
that it knows, and what was passed and played is made again. Bots see nothing but the view, so it
does not matter which way that is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardcore import Card, CardcoreError, Game, ParseError, hearts
from cardcore.hearts import Rules, View

_PASSED = 3


def read_view(facts: Mapping[str, Any]) -> View:
    """Make the view of a seat that is to move.

    Parameters
    ----------
    facts
        What ``view.to_dict()`` gives, of which ``hand``, ``plays``, ``passing``, ``passed``,
        ``received`` and ``deal`` are read, together with the ``seat`` and the ``rules``.

    Raises
    ------
    ParseError
        If something is missing or cannot be so; the message says what.
    """
    try:
        return _Told(facts).view()
    except (CardcoreError, KeyError, TypeError, ValueError) as error:
        said = f"'{error.args[0]}' is missing" if isinstance(error, KeyError) else str(error)
        raise ParseError(f"view: {said}") from error


class _Told:
    """What was told of a view, with the hands that the seats had after the passing."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.rules = Rules(**facts.get("rules", {}))
        if self.rules.suits is not None or self.rules.values is not None:
            raise ParseError("expected the common game, found suits or values; send a record")
        self.seats = range(len(hearts.new(self.rules, seed=0).scores()))
        self.seat = self._place(facts["seat"])
        self.hand = _cards(facts["hand"])
        self.plays = [(self._place(seat), Card(card)) for seat, card in facts.get("plays", [])]
        self.passing = bool(facts.get("passing", False))
        self.passed = _cards(facts.get("passed") or [])
        self.received = _cards(facts.get("received") or [])
        self.deal = facts.get("deal", 0)
        if type(self.deal) is not int or self.deal < 0:
            raise ParseError(f"deal: expected a number from 0, found {self.deal!r}")
        # Passing goes left, right, across if there is a seat, and not at all.
        self.deal %= 4 if len(self.seats) % 2 == 0 else 3

    def view(self) -> View:
        """Play the game up to the view."""
        game = self._begin()
        offset = game.view(self.seat).passes_to
        ahead = None if offset is None else (offset - self.seat) % len(self.seats)
        hands = self._hands(ahead)
        passes = self._passes(hands, ahead)
        dealt = list(hands)
        if ahead is not None and not self.passing:
            for giver in self.seats:
                taker = (giver + ahead) % len(self.seats)
                dealt[giver] = [*dealt[giver], *passes[giver]]
                dealt[taker] = [card for card in dealt[taker] if card not in passes[giver]]
        game = self._begin([*[self._any_deal()] * self.deal, dealt])
        if ahead is not None:
            for giver in self.seats[: self.seat] if self.passing else self.seats:
                game.play("pass " + " ".join(map(str, sorted(passes[giver]))))
        for place, (seat, card) in enumerate(self.plays, start=1):
            if game.to_move != seat:
                raise ParseError(f"play {place}: it was the turn of seat {game.to_move}")
            game.play(str(card))
        if game.to_move != self.seat:
            raise ParseError(f"it is the turn of seat {game.to_move}, not {self.seat}")
        return game.view(self.seat)

    def _begin(self, deals: Sequence[Any] | None = None) -> Game[View, str]:
        """Begin the deal that is asked for; those before it are played in any way."""
        rules = replace(self.rules, target=10**6)
        game = hearts.new(rules, seed=0, deals=deals)
        while game.view(None).deal < self.deal:
            assert game.to_move is not None
            game.play(game.view(game.to_move).choose("greedy"))
        return game

    def _any_deal(self) -> list[list[Card]]:
        deck, size = self._deck(), len(self._deck()) // len(self.seats)
        return [deck[seat * size : (seat + 1) * size] for seat in self.seats]

    def _deck(self) -> list[Card]:
        game = hearts.new(self.rules, seed=0)
        dealt = (card for seat in self.seats for card in game.view(seat).hand)
        return sorted(card for card in dealt if isinstance(card, Card))

    def _hands(self, ahead: int | None) -> list[list[Card]]:
        """Deal the cards as they were when the first was played, or now if cards are passed."""
        deck = self._deck()
        hands: list[list[Card]] = [[] for _ in self.seats]
        for seat, card in self.plays:
            hands[seat].append(card)
        hands[self.seat] += self.hand
        if ahead is not None and not self.passing:
            taker = (self.seat + ahead) % len(self.seats)
            hands[taker] += [card for card in self.passed if card not in hands[taker]]
        known = [card for hand in hands for card in hand]
        for card in known:
            if known.count(card) > 1 or card not in deck:
                raise ParseError(f"{card} is not in the deck, or in two places")
        size = len(deck) // len(self.seats)
        room = [size - len(hand) for hand in hands]
        if min(room) < 0 or room[self.seat] != 0:
            found = len(hands[self.seat])
            raise ParseError(f"expected {size} cards held and played, found {found}")
        for card, seat in self._fill([card for card in deck if card not in known], room).items():
            hands[seat].append(card)
        return hands

    def _fill(self, cards: Sequence[Card], room: Sequence[int]) -> dict[Card, int]:
        """Find a seat for every hidden card, moving others out of the way where needed."""
        barred = self._barred()
        placed: dict[Card, int] = {}

        def place(card: Card, tried: set[int]) -> bool:
            for seat in self.seats:
                if room[seat] == 0 or seat in tried or card.suit in barred[seat]:
                    continue
                tried.add(seat)
                there = [other for other, holder in placed.items() if holder == seat]
                if len(there) < room[seat] or any(place(other, tried) for other in there):
                    placed[card] = seat
                    return True
            return False

        for card in cards:
            if not place(card, set()):
                raise ParseError(f"nobody can hold {card}")
        return placed

    def _barred(self) -> list[set[str]]:
        """Tell the suits that seats have shown to be out of."""
        barred: list[set[str]] = [set() for _ in self.seats]
        broken = False
        for place, (seat, card) in enumerate(self.plays):
            led = self.plays[place - place % len(self.seats)][1].suit
            if card.suit != led:
                barred[seat].add(led)
                if place < len(self.seats) and not self.rules.points_on_first_trick:
                    if card.suit == "h":
                        barred[seat] |= {"c", "d", "s"}
                    elif card == Card("Qs"):
                        barred[seat] |= {"c", "d"}
            elif led == "h" and place % len(self.seats) == 0 and not broken:
                barred[seat] |= {"c", "d", "s"}
            broken |= card.suit == "h"
            broken |= card == Card("Qs") and self.rules.queen_breaks_hearts
        return barred

    def _passes(self, hands: Sequence[Sequence[Card]], ahead: int | None) -> list[list[Card]]:
        """Choose what everybody passed: what is known, and else any cards of the receiver."""
        if ahead is None:
            return []
        if self.passing:
            return [list(hand[:_PASSED]) for hand in hands]
        passes = [list(hands[(giver + ahead) % len(self.seats)][:_PASSED]) for giver in self.seats]
        passes[self.seat] = self.passed
        passes[(self.seat - ahead) % len(self.seats)] = self.received
        if any(len(cards) != _PASSED for cards in passes):
            raise ParseError("expected three cards passed and three received")
        return passes

    def _place(self, seat: Any) -> int:
        if type(seat) is not int or seat not in self.seats:
            raise ParseError(f"expected a seat from 0 to {len(self.seats) - 1}, found {seat!r}")
        return seat


def _cards(texts: Sequence[str]) -> list[Card]:
    return [Card(text) for text in texts]
