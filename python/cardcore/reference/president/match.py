"""A match of President: deal, roles, trades, turns and passes."""

from collections.abc import Sequence
from dataclasses import dataclass

from cardcore.errors import IllegalMoveError, ParseError
from cardcore.reference.cards import DECK, RANKS, card_text, cards_text, parse_cards
from cardcore.reference.president.moves import (
    FOUR_OF_A_KIND,
    FOUR_PLUS_ONE,
    KINDS,
    PLACES,
    Cards,
    MoveRules,
    get_valid_moves,
    greater_than,
    in_order,
    move_type,
    subtract,
)
from cardcore.reference.random import Random

ROLES = ["President", "Vice-President", "Neutral", "Vice-Bum", "Bum"]

#: The ranks from the highest to the lowest.
REQUESTS = "2AKQJT9876543"


def deal_to(players: int, seed: int, number: int, rule: str = "equal") -> tuple[list[Cards], Cards]:
    """Deal a round from a seed, and return the hands and the leftover cards.

    The hands are of one size, or the leftover cards are dealt to the first players.
    """
    deck = list(in_order(DECK))
    Random(seed, number).shuffle(deck)
    size, more = divmod(len(deck), players)
    hands = []
    for seat in range(players):
        count = size + 1 if rule == "all" and seat < more else size
        hands.append(in_order(deck[:count]))
        del deck[:count]
    return hands, in_order(deck)


def get_lowest_card(leftover: Sequence[int], lowest: int = 5) -> int:
    """Return the lowest dealt card, given those that were not dealt.

    >>> card_text(get_lowest_card([4, 5]))
    '3h'
    """
    if lowest not in leftover:
        return lowest
    return get_lowest_card(leftover, in_order(DECK)[PLACES[lowest] + 1])


def get_finishing_roles(order: Sequence[int]) -> dict[int, str]:
    """Return the role of every player, given their finishing order: from the outside inward.

    >>> get_finishing_roles([2, 0, 1])
    {2: 'President', 1: 'Bum', 0: 'Neutral'}
    """
    roles = {}
    for counter in range((len(order) + 1) // 2):
        upper, lower = order[counter], order[-counter - 1]
        if counter >= 2 or upper == lower:
            roles[upper] = roles[lower] = ROLES[2]
        else:
            roles[upper], roles[lower] = ROLES[counter], ROLES[-counter - 1]
    return roles


@dataclass(frozen=True)
class HouseRules:
    """The rules that differ from table to table; ``cardcore.president.Rules`` explains them."""

    kinds: Sequence[str] = KINDS
    passing: str = "free"
    may_pass: str = "always"
    beats: str = "suit"
    clears: str | None = None
    revolution: bool = False
    deal: str = "equal"
    opens: str = "lowest"
    leads: str = "president"
    exchanged: Sequence[int] = (2, 1)
    ends: str = "last"
    score: str = "places"


class President:
    """A match, with the same interface as the native one; moves are text."""

    def __init__(
        self,
        players: int = 4,
        rounds: int = 3,
        seed: int = 0,
        trade: str = "request",
        deal: Sequence[Sequence[int]] | None = None,
        house: HouseRules | None = None,
    ) -> None:
        self.players: int = players
        self.rounds: int = rounds
        self.seed: int = seed
        self.trade: str = trade
        self.house: HouseRules = house or HouseRules()
        #: The lowest card dealt, if the next move has to contain it.
        self.lowest_card: int | None = None
        #: The points of every player, if cards score.
        self.points: list[int] = [0] * players
        #: For every player the places in the completed rounds.
        self.finishing_records: list[list[int]] = [[] for _ in range(players)]
        self.roles: dict[int, str] | None = None
        self.is_over: bool = False
        #: The pending trades of this round: upper, lower, to request, to give, refused.
        self.trades: list[tuple[int, int, int, int, str]] = []
        self.hands: list[Cards] = (
            deal_to(players, seed, 0, self.house.deal)[0]
            if deal is None
            else [in_order(hand) for hand in deal]
        )
        self._clear()
        self.turn: int = 0
        if self.house.opens == "lowest":
            self._open_with_lowest()

    def _open_with_lowest(self) -> None:
        """Have the holder of the lowest card dealt lead it."""
        leftover = [card for card in DECK if not any(card in hand for hand in self.hands)]
        lowest = get_lowest_card(leftover)
        self.lowest_card = lowest
        self.turn = next(seat for seat in range(self.players) if lowest in self.hands[seat])

    def _clear(self) -> None:
        """Prepare the first turn of a round."""
        self.lowest_card = None
        self.previous: Cards | None = None
        self.last_mover: int = 0
        #: Those who passed: since the last play or, if a pass binds, since the pile was cleared.
        self.passed: set[int] = set()
        self.pile_start: int = 0
        self.reversed: bool = False
        self.finished: list[int] = []
        self.plays: list[tuple[int, str]] = []
        self._legal: list[str] | None = None

    @property
    def to_move(self) -> int | None:
        """The player whose turn it is."""
        return None if self.is_over else self.turn

    def legal_moves(self) -> list[str]:
        """Return the legal moves in their order."""
        if self._legal is None:
            self._legal = self._list_moves()
        return list(self._legal)

    def _list_moves(self) -> list[str]:
        if self.is_over:
            return []
        hand = self.hands[self.turn]
        if self.trades:
            _, _, requests, _, refused = self.trades[0]
            if requests > 0:
                return [f"request {rank}" for rank in REQUESTS if rank not in refused]
            return [f"give {card_text(card)}" for card in hand]
        rules = MoveRules(tuple(self.house.kinds), self.house.beats, self.reversed)
        moves = get_valid_moves(hand, self.previous, self.lowest_card, rules)
        may_pass = self.house.may_pass == "always" or not moves
        passes = [] if self.previous is None or not may_pass else ["pass"]
        return [cards_text(move) for move in moves] + passes

    def play(self, text: str) -> None:
        """Make a move; an illegal one raises an error and changes nothing."""
        text = normal_text(text)
        if text not in self.legal_moves():
            raise IllegalMoveError(f"seat {self.turn}, move '{text}': not a legal move")
        self._legal = None
        word, _, rest = text.partition(" ")
        if word == "request":
            self._request(rest)
        elif word == "give":
            self._give(parse_cards(rest)[0])
        elif word == "pass":
            self._pass()
        else:
            self._play_cards(in_order(parse_cards(text)))

    def _play_cards(self, move: Cards) -> None:
        self.plays.append((self.turn, cards_text(move)))
        self.hands[self.turn] = subtract(self.hands[self.turn], move)
        self.previous, self.last_mover = move, self.turn
        self.lowest_card = None
        if self.house.passing == "free":
            self.passed = set()
        if self.house.revolution and move_type(move) in (FOUR_OF_A_KIND, FOUR_PLUS_ONE):
            self.reversed = not self.reversed
        if not self.hands[self.turn]:
            self.finished.append(self.turn)
            if self.house.ends == "first" or len(self.finished) == self.players - 1:
                self._end_round()
                return
        ranks = {RANKS[card // 4] for card in move}
        if len(move) < 5 and ranks == {self.house.clears}:
            self._clear_pile()
        else:
            self._next_turn()

    def _pass(self) -> None:
        self.plays.append((self.turn, "pass"))
        self.passed.add(self.turn)
        self._next_turn()

    def _next_turn(self) -> None:
        """Give the turn to the next player who may beat the pile."""
        out = self.passed | {self.last_mover}
        others = [player for player in self._after(self.turn) if player not in out]
        if others:
            self.turn = others[0]
        else:
            self._clear_pile()

    def _clear_pile(self) -> None:
        """Have the last mover lead, or the next player if they are out."""
        self.previous, self.passed, self.pile_start = None, set(), len(self.plays)
        self.turn = self.last_mover
        if not self.hands[self.turn]:
            self.turn = self._after(self.turn)[0]

    def _after(self, seat: int) -> list[int]:
        """List the other players with cards in the order of turns after a seat."""
        order = [(seat + step) % self.players for step in range(1, self.players)]
        return [player for player in order if self.hands[player]]

    def _score_cards(self, winner: int) -> None:
        """Have everyone with cards pay the winner for them."""
        for seat, hand in enumerate(self.hands):
            has_played = any(player == seat and text != "pass" for player, text in self.plays)
            cost = len(hand) * (3 if not has_played else 2 if len(hand) >= 10 else 1)
            self.points[seat] -= cost
            self.points[winner] += cost

    def _end_round(self) -> None:
        winner = self.finished[0]
        if self.house.score == "cards":
            self._score_cards(winner)
        others = sorted(self._after(winner), key=lambda seat: len(self.hands[seat]))
        order = [*self.finished, *others]
        for place, seat in enumerate(order, start=1):
            self.finishing_records[seat].append(place)
        self.roles = get_finishing_roles(order)
        number = len(self.finishing_records[0])
        if number == self.rounds:
            self.is_over = True
            return
        self.hands, _ = deal_to(self.players, self.seed, number, self.house.deal)
        self._clear()
        self.order = order
        if self.trade != "none":
            for counter in range(1 if self.players < 4 else 2):
                upper, lower = order[counter], order[-counter - 1]
                size = self.house.exchanged[counter]
                if size > 0:
                    self.trades.append((upper, lower, size, size, ""))
        self._next_trade()

    def _next_trade(self) -> None:
        """Begin the next trade, or the play."""
        if self.trades:
            self.turn = self.trades[0][0]
            self._trade_best()
        elif self.house.leads == "lowest":
            self._open_with_lowest()
        else:
            self.turn = self.order[-1 if self.house.leads == "bum" else 0]

    def _trade_best(self) -> None:
        """Have the lower side of the first trade give its highest cards, if that is the rule."""
        if self.trade == "best" and self.trades:
            _, lower, requests, _, _ = self.trades[0]
            for card in self.hands[lower][len(self.hands[lower]) - requests :]:
                self._take(card)

    def _request(self, rank: str) -> None:
        upper, lower, requests, gifts, refused = self.trades[0]
        held = [card for card in self.hands[lower] if RANKS[card // 4] == rank]
        if held:
            self._take(held[-1])
        else:
            self.trades[0] = (upper, lower, requests, gifts, refused + rank)

    def _take(self, card: int) -> None:
        upper, lower, requests, gifts, refused = self.trades[0]
        self.hands[lower] = subtract(self.hands[lower], card)
        self.hands[upper] = in_order((*self.hands[upper], card))
        self.trades[0] = (upper, lower, requests - 1, gifts, refused)

    def _give(self, card: int) -> None:
        upper, lower, requests, gifts, refused = self.trades[0]
        self.hands[upper] = subtract(self.hands[upper], card)
        self.hands[lower] = in_order((*self.hands[lower], card))
        if gifts > 1:
            self.trades[0] = (upper, lower, requests, gifts - 1, refused)
            return
        del self.trades[0]
        self._next_trade()

    @property
    def locked(self) -> list[int]:
        """The players who are out until the pile is cleared."""
        return sorted(self.passed) if self.house.passing == "locked" else []

    def scores(self) -> list[int]:
        """Return the sum of every player's places, or their points."""
        if self.house.score == "cards":
            return list(self.points)
        return [sum(record) for record in self.finishing_records]

    def copy(self) -> "President":
        """Return an independent copy."""
        other = object.__new__(President)
        other.__dict__.update(self.__dict__)
        other.hands = list(self.hands)
        other.trades = list(self.trades)
        other.finished = list(self.finished)
        other.plays = list(self.plays)
        other.passed = set(self.passed)
        other.points = list(self.points)
        other.finishing_records = [list(record) for record in self.finishing_records]
        return other


def normal_text(text: str) -> str:
    """Format a move as it is listed.

    >>> normal_text("3C 3d"), normal_text("request 10")
    ('3d 3c', 'request T')
    """
    word, _, rest = text.strip().partition(" ")
    word, rest = word.lower(), rest.strip()
    if word == "pass" and not rest:
        return word
    if word == "request":
        rank = "T" if rest == "10" else rest.upper()
        if len(rank) != 1 or rank not in RANKS:
            raise ParseError(f"move '{text}': expected a rank after 'request', one of {RANKS}")
        return f"{word} {rank}"
    if word == "give":
        return f"{word} {cards_text(parse_cards(rest))}"
    return cards_text(in_order(parse_cards(text)))


def greedy(game: President) -> str:
    """Choose like the report's bot: the first move that leaves the most legal moves.

    It passes only when it must, requests the highest rank that was not refused, and gives away
    the lowest of the cards whose removal leaves the greatest list.
    """
    moves = game.legal_moves()
    hand = game.hands[game.turn]
    best, greatest = moves[0], None
    for text in moves:
        if text == "pass" or text.startswith("request"):
            continue
        rules = MoveRules(tuple(game.house.kinds))
        after = subtract(hand, parse_cards(text.removeprefix("give ")))
        left = get_valid_moves(after, rules=rules)
        if greatest is None or greater_than(left, greatest):
            best, greatest = text, left
    return best
