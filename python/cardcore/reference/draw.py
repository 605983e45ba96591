"""The game of five-card draw and its relatives, directly from their rules.

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
from cardcore.reference.random import Random
from cardcore.reference.rankings import hand_key

DISCARD, OVER = "discard", "over"
BETS = ("first bets", "second bets", "third bets", "fourth bets")


class DrawGame:
    """A match: a deck has five cards for each seat (four in badugi), then those to draw.

    Hands without a deck in the deal get one from the seed.
    """

    phase: str
    dealt: list[int]
    folded: set[int]
    hands: dict[int, list[int]]
    stub: list[int]
    paid: list[int]
    bets: list[int]
    round: list[tuple[int, str, int]]
    drawn: int
    opener: int

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
        ranking: str = "high",
        draws: int = 1,
        betting: str = "limit",
        small_blind: int = 0,
        big_blind: int = 0,
        straddle: int = 0,
        stacks: Sequence[int] | None = None,
        seed: int = 0,
    ) -> None:
        self.cards = 4 if ranking == "badugi" else 5
        needed = self.cards * (draws + 1) * players
        numbers = range(len(deal), len(deal) if hands is None else hands)
        self.decks: list[list[int]] = [
            *map(list, deal),
            *(shuffled(needed, seed, number) for number in numbers),
        ]
        self.players = players
        self.start: list[int] = [stack] * players if stacks is None else list(stacks)
        self.ante = ante
        rounds = draws + 1
        small_rounds = (rounds + 1) // 2
        self.sizes = dict(
            zip(
                BETS, [small_bet] * small_rounds + [big_bet] * (rounds - small_rounds), strict=False
            )
        )
        self.raises = raises
        self.ranking = ranking
        self.draws = draws
        self.betting = betting
        self.blinds = [small_blind, big_blind, straddle]
        self.stacks: list[int] = list(self.start)
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
            masks = [
                [card for i, card in enumerate(hand) if n >> i & 1] for n in range(2 ** len(hand))
            ]
            return [f"discard {cards_text(cards)}".strip() for cards in masks]
        level, price = max(self.bets), max(self.bets) - self.bets[seat]
        passive = ["check"] if price == 0 else ["fold", "call"]
        if self.betting == "limit":
            if level == 0:
                return ["check", "bet"]
            return [*passive, "raise"] if self._may_raise(seat) else passive
        found = self.raise_range(seat)
        if found is None:
            return passive
        least, most = found
        pot = sum(self.paid) + price
        sizes = {min(max(size, least), most) for size in (least, level + pot // 2, level + pot)}
        word = "bet" if level == 0 else "raise to"
        return [*passive, *(f"{word} {size}" for size in sorted(sizes | {most}))]

    def _may_raise(self, seat: int) -> bool:
        level, price = max(self.bets), max(self.bets) - self.bets[seat]
        others = [s for s in self._live() if s != seat and self.stacks[s] > 0]
        count = sum(move == "raise" for _, move, _ in self.round)
        if level == 0:
            return True
        if count >= self.raises or self.stacks[seat] <= price or not others:
            return False
        if self.betting == "limit":
            return True
        # Somebody must be able to put in more, and an all-in for less than a full raise does not
        # let those raise who have acted before.
        can_call = any(self.bets[other] + self.stacks[other] > level for other in others)
        has_acted = any(actor == seat for actor, _, _ in self.round)
        return can_call and not (has_acted and price < self._full_raise())

    def _full_raise(self) -> int:
        """Return the least that a raise adds: what the largest full raise has added."""
        full = self.sizes[self.phase]
        for _, _, added in self.round:
            full = max(full, added)
        return full

    def raise_range(self, seat: int) -> tuple[int, int] | None:
        """Return the least and the most that a seat may raise to at pot-limit and no-limit."""
        if self.betting == "limit" or not self._may_raise(seat):
            return None
        level, everything = max(self.bets), self.bets[seat] + self.stacks[seat]
        least = min(level + self._full_raise(), everything)
        if self.betting == "no-limit":
            return least, everything
        pot = sum(self.paid) + level - self.bets[seat]
        return least, min(max(level + pot, least), everything)

    def _is_legal(self, seat: int, move: str) -> bool:
        word, _, amount = move.partition(" ")
        found = self.raise_range(seat) if word in ("bet", "raise") and amount else None
        if found is None or self.phase == DISCARD:
            return move in self.legal_moves()
        least, most = found
        expected = "bet" if max(self.bets) == 0 else "raise"
        return word == expected and least <= int(amount.removeprefix("to ")) <= most

    def play(self, move: str) -> None:
        """Make a move."""
        word, _, rest = move.partition(" ")
        thrown = sorted(parse_cards(rest)) if word == "discard" else []
        seat = self.to_move
        text = f"{word} {cards_text(thrown)}".strip() if word == "discard" else move
        if seat is None or not self._is_legal(seat, text):
            expected = ", ".join(self.legal_moves()) or "none: the match is over"
            raise IllegalMoveError(f"seat {seat}, move '{move}': expected {expected}")
        target = int(rest.removeprefix("to ")) if rest and word in ("bet", "raise") else None
        self.round.append((seat, word, 0 if target is None else target - max(self.bets)))
        if target is not None:
            self._pay(seat, target - self.bets[seat])
        elif word == "discard":
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
            stack + paid - start
            for stack, paid, start in zip(self.stacks, self.paid, self.start, strict=True)
        ]

    def _deal(self) -> None:
        """Start a hand."""
        deck = self.decks[self.number]
        self.dealt = [seat for seat in range(self.players) if self.stacks[seat] > 0]
        self.folded = set()
        size = self.cards
        self.hands = {seat: deck[size * seat : size * seat + size] for seat in self.dealt}
        self.stub = deck[size * self.players :]
        self.paid = [0] * self.players
        self.bets = [0] * self.players
        for seat in self.dealt:
            self._pay(seat, self.ante)
        self.drawn = 0
        self._begin(BETS[0])
        self.opener = self.button
        if self.blinds[1] > 0:
            order = [seat for seat in self._around(self.button) if seat in self.dealt]
            if len(order) == 2:
                order.reverse()
            for seat, chips in list(zip(order, self.blinds, strict=False)):
                if chips or seat == order[1]:
                    self._pay(seat, chips)
                    self.opener = seat
        self._go_on()

    def _begin(self, phase: str) -> None:
        self.phase = phase
        self.round = []
        self.bets = [0] * self.players
        self.opener = self.button

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
        last = self.round[-1][0] if self.round else self.opener
        if self.phase == DISCARD:
            acted = {seat for seat, _, _ in self.round}
            return next((s for s in self._around(last) if s in live and s not in acted), None)
        able = [seat for seat in live if self.stacks[seat] > 0]
        owing = [seat for seat in able if self.bets[seat] < max(self.bets)]
        if not self.round and len(able) < 2 and not owing:
            return None
        # Seats that have acted since the last bet or raise, including its own, have responded.
        answered: set[int] = set()
        for seat, move, _ in self.round:
            answered = {seat} if move in ("bet", "raise") else answered | {seat}
        return next((s for s in self._around(last) if s in able and s not in answered), None)

    def _go_on(self) -> None:
        """Advance to the next decision, or to the end of the match."""
        while self.phase != OVER and self._next() is None:
            self._give_back()
            is_last = self.phase != DISCARD and self.drawn == self.draws
            if is_last or len(self._live()) == 1:
                self._end_hand()
            elif self.phase == DISCARD:
                self._begin(BETS[self.drawn])
            else:
                self.drawn += 1
                self._begin(DISCARD)

    def _give_back(self) -> None:
        """Refund, chip by chip, what only one player has paid."""
        while sum(paid == max(self.paid) for paid in self.paid) == 1:
            seat = self.paid.index(max(self.paid))
            self.paid[seat] -= 1
            self.stacks[seat] += 1

    def _end_hand(self) -> None:
        live = self._live()
        shown = len(live) > 1
        keys = {seat: hand_key(self.hands[seat], self.ranking) if shown else () for seat in live}
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


def shuffled(needed: int, seed: int, number: int) -> list[int]:
    """Shuffle as many cards as a hand may need from a seed."""
    random = Random(seed, number)
    cards = list(DECK)
    for place in range(needed):
        other = place + random.below(len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]
    return cards[:needed]


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
