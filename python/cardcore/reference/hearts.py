"""Hearts in plain Python: k suits of n values for p players, and the standard game of 52 cards.

A card is a pair ``(suit, value)`` with suits from 0 and values from 1. In the generalized game
hearts are suit 0 and the special card is value n - 1 of suit 1. The common game numbers its suits
clubs, diamonds, hearts, spades and its values from 1 (two) to 13 (ace).

>>> game = Hearts(Rules(2, 3, 2), [[(0, 1), (1, 2), (0, 3)], [(1, 3), (0, 2), (1, 1)]])
>>> game.to_move, game.legal_moves()
(0, ['1-2'])
>>> game.play_round()
[3, 3]
"""

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import combinations

from cardcore.errors import IllegalMoveError, ParseError
from cardcore.reference.cards import RANKS, SUITS, parse_cards

Card = tuple[int, int]

#: Cards that are left out so that the deck can be dealt evenly.
REMOVED: dict[int, list[Card]] = {
    3: [(1, 1)],
    4: [],
    5: [(1, 1), (0, 1)],
    6: [(1, 1), (0, 1), (1, 2), (0, 2)],
}


@dataclass(frozen=True)
class Rules:
    """The rules; see :meth:`standard` for the standard game."""

    suits: int = 4
    values: int = 13
    players: int = 4
    is_standard: bool = False
    passing: bool = False
    moon: str = "none"
    target: int | None = None
    points_on_first_trick: bool = True
    queen_breaks_hearts: bool = True
    jack: bool = False

    def __post_init__(self) -> None:
        if self.suits < 2:
            raise ValueError(f"suits = {self.suits}: expected at least 2")
        if self.values < 2:
            raise ValueError(f"values = {self.values}: expected at least 2")
        if self.players < 2:
            raise ValueError(f"players = {self.players}: expected at least 2")
        if self.players > self.suits * self.values:
            raise ValueError(f"players = {self.players}: expected at most one for each card")

    @classmethod
    def standard(
        cls,
        players: int = 4,
        *,
        passing: bool = True,
        moon: str = "add",
        target: int | None = 100,
        points_on_first_trick: bool = False,
        queen_breaks_hearts: bool = False,
        jack: bool = False,
    ) -> "Rules":
        """Return the standard game; with a target of ``None`` it is one deal."""
        if players not in REMOVED:
            raise ValueError(f"players = {players}: expected 3 to 6")
        options = (passing, moon, target, points_on_first_trick, queen_breaks_hearts, jack)
        return cls(4, 13, players, True, *options)

    @property
    def hearts(self) -> int:
        """The suit whose cards cost a point each."""
        return 2 if self.is_standard else 0

    @property
    def special(self) -> Card:
        """The card that costs as many points as a suit has values."""
        return (3, 11) if self.is_standard else (1, self.values - 1)

    @property
    def rewarded(self) -> Card | None:
        """The card that takes 10 points off the score of its taker: the jack of diamonds."""
        return (1, 10) if self.jack else None

    @property
    def opening(self) -> Card:
        """The card that opens a deal, if it is dealt."""
        return (0, 1) if self.is_standard else (1, 2)

    def deck(self) -> list[Card]:
        """List the cards in order."""
        cards = [(suit, value) for suit in range(self.suits) for value in range(1, self.values + 1)]
        removed = REMOVED[self.players] if self.is_standard else []
        return [card for card in cards if card not in removed]

    def hand_size(self) -> int:
        """Return the number of cards per hand."""
        return self.suits * self.values // self.players

    def cost(self, card: Card) -> int:
        """Return the penalty points of a card."""
        if card == self.special:
            return self.values
        return 1 if card[0] == self.hearts else 0

    def text(self, card: Card) -> str:
        """Format a card."""
        suit, value = card
        return RANKS[value - 1] + SUITS[suit] if self.is_standard else f"{suit}-{value}"

    def parse(self, text: str) -> list[Card]:
        """Read cards."""
        if self.is_standard:
            cards = [(number % 4, number // 4 + 1) for number in parse_cards(text)]
        else:
            try:
                pairs = [part.split("-") for part in text.replace(",", " ").split()]
                cards = [(int(suit), int(value)) for suit, value in pairs]
            except ValueError:
                raise ParseError(f"'{text}' is not a card") from None
        for card in cards:
            if card not in self.deck():
                raise ParseError(f"{card} is not in the deck")
        return cards

    def pass_offset(self, deal: int) -> int:
        """Return how many seats to the left cards are passed in a deal; 0 for no passing."""
        if not self.passing:
            return 0
        across = [self.players // 2] if self.players % 2 == 0 else []
        rotation = [1, self.players - 1, *across, 0]
        return rotation[deal % len(rotation)]


class Hearts:
    """A game as a state machine.

    ``deal`` has the hands of the first deal; ``next_deal`` is asked for those of later ones.
    """

    def __init__(
        self,
        rules: Rules,
        deal: list[list[Card]],
        next_deal: Callable[[], list[list[Card]]] | None = None,
    ) -> None:
        self.rules = rules
        self.next_deal = next_deal
        self.totals: list[int] = [0] * rules.players
        self.deal_number: int = 0
        self.is_over: bool = False
        self.initialize(deal)

    @classmethod
    def shuffled(cls, rules: Rules, seed: int) -> "Hearts":
        """Start with cards from a seed."""
        generator = random.Random(seed)

        def deal() -> list[list[Card]]:
            cards, size = rules.deck(), rules.hand_size()
            generator.shuffle(cards)
            return [cards[seat * size : (seat + 1) * size] for seat in range(rules.players)]

        return cls(rules, deal(), deal)

    def initialize(self, deal: list[list[Card]]) -> None:
        """Start a deal (the report's InitializeGame, with the hands given)."""
        cards = [card for hand in deal for card in hand]
        if len(deal) != self.rules.players:
            raise ValueError(f"expected {self.rules.players} hands, found {len(deal)}")
        if any(len(hand) != self.rules.hand_size() for hand in deal):
            raise ValueError(f"expected hands of {self.rules.hand_size()} cards")
        if len(set(cards)) != len(cards) or not set(cards) <= set(self.rules.deck()):
            raise ValueError("expected different cards of the deck")
        self.hands: list[set[Card]] = [set(hand) for hand in deal]
        self.points: list[int] = [0] * self.rules.players
        self.jack_taker: int | None = None
        self.trick_history: list[list[Card]] = []
        self.current_trick: list[Card] = []
        self.hearts_broken: bool = False
        self.special_card_played: bool = False
        self.passes: list[list[Card]] = []
        self.is_passing: bool = self.rules.pass_offset(self.deal_number) > 0
        self.turn_player: int = 0
        if not self.is_passing:
            self.open()

    def open(self) -> None:
        """Find the opening card and its holder."""
        dealt = sorted(card for hand in self.hands for card in hand)
        of_suit = [card for card in dealt if card[0] == self.rules.opening[0]]
        preferred = [card for card in dealt if card == self.rules.opening]
        self.opening: Card = (preferred or of_suit or dealt)[0]
        holders = [seat for seat, hand in enumerate(self.hands) if self.opening in hand]
        self.trick_starter: int = holders[0]
        self.turn_player = self.trick_starter
        self.is_passing = False

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; ``None`` once the game is over."""
        return None if self.is_over else self.turn_player

    def scores(self) -> list[int]:
        """Return the penalties so far, less the reward for the jack of diamonds."""
        return [
            total + points - (10 if seat == self.jack_taker else 0)
            for seat, (total, points) in enumerate(zip(self.totals, self.points, strict=True))
        ]

    def legal_cards(self) -> list[Card]:
        """List the legal cards, in order (the report's GetLegalMoves)."""
        hand = sorted(self.hands[self.turn_player])
        hearts, special = self.rules.hearts, self.rules.special
        if not self.trick_history and not self.current_trick:
            return [self.opening]
        if not self.current_trick:
            others = [card for card in hand if card[0] != hearts]
            return hand if self.hearts_broken or not others else others
        following = [card for card in hand if card[0] == self.current_trick[0][0]]
        if following:
            return following
        if not self.trick_history and not self.rules.points_on_first_trick:
            free = [card for card in hand if card[0] != hearts and card != special]
            return free or hand
        return hand

    def legal_moves(self) -> list[str]:
        """List the legal moves as text, in order."""
        if self.is_over:
            return []
        if self.is_passing:
            hand = sorted(self.hands[self.turn_player])
            return [self.pass_text(list(cards)) for cards in combinations(hand, 3)]
        return [self.rules.text(card) for card in self.legal_cards()]

    def pass_text(self, cards: list[Card]) -> str:
        """Write a pass."""
        return " ".join(["pass", *(self.rules.text(card) for card in sorted(cards))])

    def play(self, text: str) -> None:
        """Make a move given as text."""
        if text not in self.legal_moves():
            raise IllegalMoveError(f"seat {self.to_move}, move '{text}': not legal")
        if self.is_passing:
            self.pass_cards(self.rules.parse(text.removeprefix("pass ")))
        else:
            self.play_card(self.rules.parse(text)[0])

    def pass_cards(self, cards: list[Card]) -> None:
        """Set cards aside to pass; when everybody has, exchange them and start to play."""
        self.hands[self.turn_player] -= set(cards)
        self.passes.append(cards)
        self.turn_player += 1
        if self.turn_player == self.rules.players:
            offset = self.rules.pass_offset(self.deal_number)
            for giver, given in enumerate(self.passes):
                self.hands[(giver + offset) % self.rules.players] |= set(given)
            self.open()

    def play_card(self, card: Card) -> None:
        """Play a card (the report's PlayCard)."""
        self.hands[self.turn_player].remove(card)
        self.current_trick.append(card)
        if card[0] == self.rules.hearts:
            self.hearts_broken = True
        if card == self.rules.special:
            self.special_card_played = True
            self.hearts_broken |= self.rules.queen_breaks_hearts
        self.turn_player = (self.turn_player + 1) % self.rules.players
        if len(self.current_trick) == self.rules.players:
            self.complete_trick()

    def complete_trick(self) -> None:
        """Give the trick to its winner, who leads (the report's CompleteTrick)."""
        led = self.current_trick[0][0]
        best = max(card for card in self.current_trick if card[0] == led)
        winner = (self.trick_starter + self.current_trick.index(best)) % self.rules.players
        self.points[winner] += sum(self.rules.cost(card) for card in self.current_trick)
        if self.rules.rewarded in self.current_trick:
            self.jack_taker = winner
        self.trick_history.append(self.current_trick)
        self.current_trick = []
        self.trick_starter = self.turn_player = winner
        if not any(self.hands):
            self.finish_deal()

    def finish_deal(self) -> None:
        """Add the points of the deal to the totals, and deal again or end the game."""
        everything = sum(self.points)
        if everything in self.points and self.rules.moon == "add":
            self.points = [everything - points for points in self.points]
        elif everything in self.points and self.rules.moon == "subtract":
            self.points = [-points for points in self.points]
        self.totals = self.scores()
        self.points = [0] * self.rules.players
        self.jack_taker = None
        if self.rules.target is None or max(self.totals) >= self.rules.target:
            self.is_over = True
            return
        assert self.next_deal is not None
        self.deal_number += 1
        self.initialize(self.next_deal())

    def evaluate_card(self, card: Card) -> int:
        """Rate a card for this trick (the report's EvaluateCard)."""
        rules, trick = self.rules, self.current_trick
        score = 0
        if card[0] == rules.hearts:
            score -= 10
        if card == rules.special:
            score -= 50
        if trick and card[0] != trick[0][0]:
            if card[0] == rules.hearts:
                score += 20
            if card == rules.special:
                score += 100
        if trick and card[0] == trick[0][0]:
            if any(played[0] == card[0] and played[1] > card[1] for played in trick):
                score += card[1]
            else:
                score -= 15 * sum(rules.cost(played) for played in trick)
        if not trick:
            if card[0] != rules.hearts:
                score += rules.values - card[1]
            if card[0] == rules.special[0] and not self.special_card_played:
                score -= 5
        return score

    def danger(self, card: Card) -> int:
        """Rate a card for passing."""
        rules, hand = self.rules, self.hands[self.turn_player]
        suit, value = card
        if suit == rules.special[0]:
            guards = [other for other in hand if other[0] == suit and other < rules.special]
            if card < rules.special:
                return value - 20
            return 0 if len(guards) >= 4 else 50 + value
        if suit == rules.hearts:
            return value + 3
        length = sum(other[0] == suit for other in hand)
        return value + 2 * max(4 - length, 0)

    def greedy_play(self) -> str:
        """Choose like the greedy player (the report's GreedyPlay): the first of the best."""
        if self.is_passing:
            hand = sorted(self.hands[self.turn_player])
            return self.pass_text(sorted(hand, key=self.danger, reverse=True)[:3])
        return self.rules.text(max(self.legal_cards(), key=self.evaluate_card))

    def play_round(self) -> list[int]:
        """Play greedily to the end of the deal, and return the scores (the report's PlayRound)."""
        deal = self.deal_number
        while not self.is_over and self.deal_number == deal:
            self.play(self.greedy_play())
        return self.scores()


def outcomes(game: Hearts) -> Iterator[tuple[str, list[int], list[str]]]:
    """Solve the position after each legal move: the move, the scores after the deal, all moves."""
    for move in game.legal_moves():
        after = deepcopy(game)
        after.play(move)
        scores, line = solve(after)
        yield move, scores, [move, *line]


def solve(game: Hearts) -> tuple[list[int], list[str]]:
    """Solve a deal double-dummy: every seat minimizes its own score with all hands open.

    Among equal moves a seat takes the first in order. Returns the scores and the moves.
    Plain recursion without a transposition table.
    """
    if game.is_over:
        return game.scores(), []
    seat = game.turn_player
    _, scores, line = min(outcomes(game), key=lambda outcome: outcome[1][seat])
    return scores, line


def random_round(game: Hearts, generator: random.Random) -> list[int]:
    """Play at random to the end of the game, and return the scores."""
    while not game.is_over:
        game.play(generator.choice(game.legal_moves()))
    return game.scores()
