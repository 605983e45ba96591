"""A match of President: deal, roles, trades, turns and passes."""

from collections.abc import Sequence

from cardcore.errors import IllegalMoveError, ParseError
from cardcore.reference.cards import DECK, RANKS, card_text, cards_text, parse_cards
from cardcore.reference.president.moves import (
    PLACES,
    Cards,
    get_valid_moves,
    greater_than,
    in_order,
    subtract,
)
from cardcore.reference.random import Random

ROLES = ["President", "Vice-President", "Neutral", "Vice-Bum", "Bum"]

#: The ranks from the highest to the lowest.
REQUESTS = "2AKQJT9876543"


def deal_to(players: int, seed: int, number: int) -> tuple[list[Cards], Cards]:
    """Deal a round from a seed, and return the hands, all of one size, and the leftover cards."""
    deck = list(in_order(DECK))
    Random(seed, number).shuffle(deck)
    size = len(deck) // players
    hands = [in_order(deck[seat * size : (seat + 1) * size]) for seat in range(players)]
    return hands, in_order(deck[players * size :])


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


class President:
    """A match, with the same interface as the native one; moves are text."""

    def __init__(
        self,
        players: int = 4,
        rounds: int = 3,
        seed: int = 0,
        trade: str = "request",
        deal: Sequence[Sequence[int]] | None = None,
    ) -> None:
        self.players, self.rounds, self.seed, self.trade = players, rounds, seed, trade
        #: For every player the places in the completed rounds.
        self.finishing_records: list[list[int]] = [[] for _ in range(players)]
        self.roles: dict[int, str] | None = None
        self.is_over = False
        #: The pending trades of this round: upper, lower, to request, to give, refused.
        self.trades: list[tuple[int, int, int, int, str]] = []
        if deal is None:
            self.hands, leftover = deal_to(players, seed, 0)
        else:
            self.hands = [in_order(hand) for hand in deal]
            leftover = tuple(card for card in DECK if not any(card in hand for hand in self.hands))
        self.lowest_card: int | None = get_lowest_card(leftover)
        self._clear()
        self.turn = next(seat for seat in range(players) if self.lowest_card in self.hands[seat])

    def _clear(self) -> None:
        """Prepare the first turn of a round."""
        self.previous: Cards | None = None
        self.last_mover = 0
        self.passed = 0
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
        moves = get_valid_moves(hand, self.previous, self.lowest_card)
        passes = [] if self.previous is None else ["pass"]
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
        self.previous, self.last_mover, self.passed = move, self.turn, 0
        self.lowest_card = None
        if not self.hands[self.turn]:
            self.finished.append(self.turn)
            if len(self.finished) == self.players - 1:
                self._end_round()
                return
        self.turn = self._next_player(self.turn)

    def _pass(self) -> None:
        self.plays.append((self.turn, "pass"))
        self.passed += 1
        others = [
            seat for seat in range(self.players) if self.hands[seat] and seat != self.last_mover
        ]
        if self.passed < len(others):
            self.turn = self._next_player(self.turn)
            return
        # Everybody else has passed: the last mover leads, or the next player if they are out.
        self.previous, self.passed = None, 0
        self.turn = self.last_mover
        if not self.hands[self.turn]:
            self.turn = self._next_player(self.turn)

    def _next_player(self, seat: int) -> int:
        order = [(seat + step) % self.players for step in range(1, self.players + 1)]
        return next(player for player in order if self.hands[player])

    def _end_round(self) -> None:
        last = next(seat for seat in range(self.players) if self.hands[seat])
        order = [*self.finished, last]
        for place, seat in enumerate(order, start=1):
            self.finishing_records[seat].append(place)
        self.roles = get_finishing_roles(order)
        number = len(self.finishing_records[0])
        if number == self.rounds:
            self.is_over = True
            return
        self.hands, _ = deal_to(self.players, self.seed, number)
        self._clear()
        for counter in range(1 if self.players < 4 else 2):
            upper, lower = order[counter], order[-counter - 1]
            size = 3 - self.finishing_records[upper][-1]
            self.trades.append((upper, lower, size, size, ""))
        self.turn = order[0]
        self._trade_best()

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
        if self.trades:
            self.turn = self.trades[0][0]
            self._trade_best()
        elif self.roles is not None:
            self.turn = next(seat for seat, role in self.roles.items() if role == ROLES[0])

    def scores(self) -> list[int]:
        """Return the sum of every player's places."""
        return [sum(record) for record in self.finishing_records]

    def copy(self) -> "President":
        """Return an independent copy."""
        other = object.__new__(President)
        other.__dict__.update(self.__dict__)
        other.hands = list(self.hands)
        other.trades = list(self.trades)
        other.finished = list(self.finished)
        other.plays = list(self.plays)
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
        left = get_valid_moves(subtract(hand, parse_cards(text.removeprefix("give "))))
        if greatest is None or greater_than(left, greatest):
            best, greatest = text, left
    return best
