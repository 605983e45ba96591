"""The game of five-card draw, directly from its rules.

Chips are counted one by one where pots are made, and the betting looks at everything that was
done in the round again for every decision: slow, but there is little to get wrong.

>>> deck = "As Ah 9d 7c 4s  Ks Kh 9c 7d 4h  2c 2d 2h 2s 3c 3d 4c 5c 5d 5h"
>>> game = DrawGame(deal=[parse_cards(deck)])
>>> for move in ("bet", "call", "discard 9d 7c 4s", "discard 4h", "check", "bet", "call"):
...     game.play(move)
>>> game.is_over, game.scores()
(True, [7, -7])
"""

from collections.abc import Sequence

from cardcore.errors import IllegalMoveError
from cardcore.reference.cards import DECK, cards_text, parse_cards
from cardcore.reference.poker import hand_key
from cardcore.reference.random import Random

FIRST_BETS, DISCARD, SECOND_BETS, OVER = "first bets", "discard", "second bets", "over"


class DrawGame:
    """A match: a deck has five cards for each seat, then those to draw.

    Hands without a deck in the deal get one from the seed.
    """

    phase: str
    dealt: list[int]
    folded: set[int]
    hands: dict[int, list[int]]
    stub: list[int]
    paid: list[int]
    bets: list[int]
    round: list[tuple[int, str]]

    def __init__(
        self,
        deal: Sequence[Sequence[int]] = (),
        players: int = 2,
        hands: int | None = None,
        stack: int = 100,
        ante: int = 1,
        small_bet: int = 2,
        big_bet: int = 4,
        raises: int = 3,
        seed: int = 0,
    ) -> None:
        numbers = range(len(deal), len(deal) if hands is None else hands)
        self.decks: list[list[int]] = [
            *map(list, deal),
            *(shuffled(players, seed, number) for number in numbers),
        ]
        self.players = players
        self.start = stack
        self.ante = ante
        self.sizes: dict[str, int] = {FIRST_BETS: small_bet, SECOND_BETS: big_bet}
        self.raises = raises
        self.stacks: list[int] = [stack] * players
        self.button: int = players - 1
        self.number: int = 0
        self._deal()

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.phase == OVER

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is."""
        return self._next() if self.phase != OVER else None

    def legal_moves(self) -> list[str]:
        """List the legal moves of the seat to move."""
        seat = self.to_move
        if seat is None:
            return []
        if self.phase == DISCARD:
            hand = sorted(self.hands[seat])
            masks = [[card for i, card in enumerate(hand) if n >> i & 1] for n in range(32)]
            return [f"discard {cards_text(cards)}".strip() for cards in masks]
        level, price = max(self.bets), max(self.bets) - self.bets[seat]
        if level == 0:
            return ["check", "bet"]
        others = [s for s in self._live() if s != seat and self.stacks[s] > 0]
        count = sum(move == "raise" for _, move in self.round)
        may_raise = count < self.raises and self.stacks[seat] > price and others
        return ["fold", "call", "raise"] if may_raise else ["fold", "call"]

    def play(self, move: str) -> None:
        """Make a move."""
        word, _, rest = move.partition(" ")
        thrown = sorted(parse_cards(rest))
        seat = self.to_move
        if seat is None or f"{word} {cards_text(thrown)}".strip() not in self.legal_moves():
            expected = ", ".join(self.legal_moves()) or "none: the match is over"
            raise IllegalMoveError(f"seat {seat}, move '{move}': expected {expected}")
        self.round.append((seat, word))
        if word == "discard":
            kept = [card for card in self.hands[seat] if card not in thrown]
            drawn, self.stub = self.stub[: len(thrown)], self.stub[len(thrown) :]
            self.hands[seat] = kept + drawn
        elif word == "fold":
            self.folded.add(seat)
        elif word == "call":
            self._pay(seat, max(self.bets) - self.bets[seat])
        elif word in ("bet", "raise"):
            self._pay(seat, max(self.bets) + self.sizes[self.phase] - self.bets[seat])
        self._go_on()

    def scores(self) -> list[int]:
        """Return the net winnings; chips in the pot count for the player who paid them."""
        return [
            stack + paid - self.start for stack, paid in zip(self.stacks, self.paid, strict=True)
        ]

    def _deal(self) -> None:
        """Start a hand."""
        deck = self.decks[self.number]
        self.dealt = [seat for seat in range(self.players) if self.stacks[seat] > 0]
        self.folded = set()
        self.hands = {seat: deck[5 * seat : 5 * seat + 5] for seat in self.dealt}
        self.stub = deck[5 * self.players :]
        self.paid = [0] * self.players
        self.bets = [0] * self.players
        for seat in self.dealt:
            self._pay(seat, self.ante)
        self._begin(FIRST_BETS)
        self._go_on()

    def _begin(self, phase: str) -> None:
        self.phase = phase
        self.round = []
        self.bets = [0] * self.players

    def _pay(self, seat: int, chips: int) -> None:
        chips = min(chips, self.stacks[seat])
        self.stacks[seat] -= chips
        self.paid[seat] += chips
        self.bets[seat] += chips

    def _live(self) -> list[int]:
        return [seat for seat in self.dealt if seat not in self.folded]

    def _around(self, seat: int) -> list[int]:
        """All seats in the order of play, starting to the left of one."""
        return [(seat + step) % self.players for step in range(1, self.players + 1)]

    def _next(self) -> int | None:
        """Return the seat that has to decide now; ``None`` when the phase is over."""
        live = self._live()
        if len(live) < 2:
            return None
        last = self.round[-1][0] if self.round else self.button
        if self.phase == DISCARD:
            acted = {seat for seat, _ in self.round}
            return next((s for s in self._around(last) if s in live and s not in acted), None)
        able = [seat for seat in live if self.stacks[seat] > 0]
        if not self.round and len(able) < 2:
            return None
        # Seats that have acted since the last bet or raise, including its own, have responded.
        answered: set[int] = set()
        for seat, move in self.round:
            answered = {seat} if move in ("bet", "raise") else answered | {seat}
        return next((s for s in self._around(last) if s in able and s not in answered), None)

    def _go_on(self) -> None:
        """Advance to the next decision, or to the end of the match."""
        while self.phase != OVER and self._next() is None:
            self._give_back()
            if self.phase == SECOND_BETS or len(self._live()) == 1:
                self._end_hand()
            else:
                self._begin(DISCARD if self.phase == FIRST_BETS else SECOND_BETS)

    def _give_back(self) -> None:
        """Refund, chip by chip, what only one player has paid."""
        while sum(paid == max(self.paid) for paid in self.paid) == 1:
            seat = self.paid.index(max(self.paid))
            self.paid[seat] -= 1
            self.stacks[seat] += 1

    def _end_hand(self) -> None:
        live = self._live()
        keys = {seat: hand_key(self.hands[seat]) if len(live) > 1 else () for seat in live}
        for seat, chips in settle(self.paid, keys, self._around(self.button)).items():
            self.stacks[seat] += chips
        self.paid = [0] * self.players
        rich = [seat for seat in range(self.players) if self.stacks[seat] > 0]
        if self.number + 1 == len(self.decks) or len(rich) == 1:
            self.phase = OVER
            return
        self.number += 1
        self.button = next(seat for seat in self._around(self.button) if seat in rich)
        self._deal()


def shuffled(players: int, seed: int, number: int) -> list[int]:
    """Shuffle a deck from a seed."""
    random = Random(seed, number)
    cards = list(DECK)
    for place in range(10 * players):
        other = place + random.below(len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]
    return cards[: 10 * players]


def settle(
    paid: Sequence[int], keys: dict[int, tuple[int, ...]], order: Sequence[int]
) -> dict[int, int]:
    """Pay out the pots: the chips of each seat.

    Every chip lies at the height it was paid at. Those who paid at a height and have not folded,
    so that they have a key, play for all chips of that height, and heights with the same players
    are one pot. Odd chips go to the first winner in the order of play.

    >>> settle([5, 5, 2], {0: (1,), 1: (1,), 2: (2,)}, [1, 2, 0])
    {2: 6, 1: 3, 0: 3}
    """
    pots: dict[tuple[int, ...], int] = {}
    for height in range(max(paid)):
        there = [seat for seat in order if paid[seat] > height]
        players = tuple(seat for seat in there if seat in keys)
        pots[players] = pots.get(players, 0) + len(there)
    won: dict[int, int] = {}
    for players, chips in pots.items():
        best = max(keys[seat] for seat in players)
        winners = [seat for seat in players if keys[seat] == best]
        for place, seat in enumerate(winners):
            share = chips // len(winners) + (chips % len(winners) if place == 0 else 0)
            won[seat] = won.get(seat, 0) + share
    return won
