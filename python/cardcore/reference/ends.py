"""Ends in plain Python: simulation, exhaustive search, dynamic programming, game.

Rows are sequences of whole numbers. The two sides are ``"player"`` and ``"dog"``, the ends ``"L"``
and ``"R"``, and ``ties`` is the end, ``"left"`` or ``"right"``, that the dog takes when both are
equal.
"""

from collections.abc import Callable, Sequence
from functools import cache

from cardcore.errors import IllegalMoveError, ParseError

Row = Sequence[int]


def take(cards: Row, end: str) -> tuple[int, Row]:
    """Take a card from an end: return the card and the rest.

    >>> take((3, 10, 2), "R")
    (2, (3, 10))
    """
    return (cards[0], cards[1:]) if end == "L" else (cards[-1], cards[:-1])


def greedy_end(cards: Row, ties: str = "left") -> str:
    """Choose like the dog: the larger end.

    >>> greedy_end((3, 10, 2)), greedy_end((3, 10, 3)), greedy_end((3, 10, 3), "right")
    ('L', 'L', 'R')
    """
    if cards[0] == cards[-1]:
        return "L" if ties == "left" else "R"
    return "L" if cards[0] > cards[-1] else "R"


def lookahead_end(cards: Row) -> str:
    """Choose the end with the largest card minus the dog's reply; else left.

    >>> lookahead_end((9, 20, 0, 5))
    'R'
    """

    def gain(end: str) -> int:
        card, rest = take(cards, end)
        return card - max(rest[0], rest[-1]) if rest else card

    return "L" if gain("L") >= gain("R") else "R"


def simulate(
    cards: Row, player: Callable[[Row], str], first: str = "player", ties: str = "left"
) -> tuple[int, int, str]:
    """Play a row to its end against the dog: both scores, and the player's path.

    >>> simulate((3, 10, 3, 9, 5, 2), greedy_end)
    (11, 21, 'LLL')
    """
    scores = {"player": 0, "dog": 0}
    path, turn = "", first
    while cards:
        end = player(cards) if turn == "player" else greedy_end(cards, ties)
        card, cards = take(cards, end)
        scores[turn] += card
        if turn == "player":
            path += end
        turn = "dog" if turn == "player" else "player"
    return scores["player"], scores["dog"], path


def dogs_turn(cards: Row, ties: str = "left") -> tuple[int, str]:
    """Let the dog take a card, and try both replies: the player's best sum and its path.

    Of two paths with the same sum, it is the one that takes left first.

    >>> dogs_turn((3, 10, 3, 9, 5, 2))
    (21, 'LLL')
    """
    if not cards:
        return 0, ""
    _, rest = take(cards, greedy_end(cards, ties))
    return players_turn(rest, ties)


def players_turn(cards: Row, ties: str = "left") -> tuple[int, str]:
    """Try both ends, and every continuation: 2^(N/2) paths.

    >>> players_turn((3, 10, 3, 9, 5, 2))
    (21, 'RRL')
    """
    if not cards:
        return 0, ""
    left = explore_solution(cards, "L", ties)
    right = explore_solution(cards, "R", ties)
    return left if left[0] >= right[0] else right


def explore_solution(cards: Row, end: str, ties: str = "left") -> tuple[int, str]:
    """Let the player take this end, and then the dog.

    >>> explore_solution((3, 10, 2), "R")
    (5, 'RL')
    """
    card, rest = take(cards, end)
    score, path = dogs_turn(rest, ties)
    return card + score, end + path


def exhaustive(cards: Row, first: str = "player", ties: str = "left") -> tuple[int, str]:
    """Return the player's best sum against the dog and its path, by exhaustive search."""
    return players_turn(cards, ties) if first == "player" else dogs_turn(cards, ties)


def optimal(cards: Row, first: str = "player", ties: str = "left") -> tuple[int, str]:
    """Return the same by dynamic programming: one entry, and one move of the dog, per state.

    >>> optimal((3, 10, 3, 9, 5, 2), "dog")
    (21, 'LLL')
    """
    count = len(cards)
    # The best sum and the end to take with cards[start:stop] left on the player's turn.
    table: dict[tuple[int, int], tuple[int, str]] = {}

    def after_dog(start: int, stop: int) -> tuple[int, int]:
        if start == stop:
            return start, stop
        left = greedy_end(cards[start:stop], ties) == "L"
        return (start + 1, stop) if left else (start, stop - 1)

    def best(start: int, stop: int) -> int:
        return table[start, stop][0] if start < stop else 0

    for length in range(1, count + 1):
        for start in range(count - length + 1):
            stop = start + length
            left = cards[start] + best(*after_dog(start + 1, stop))
            right = cards[stop - 1] + best(*after_dog(start, stop - 1))
            table[start, stop] = (left, "L") if left >= right else (right, "R")

    state = (0, count) if first == "player" else after_dog(0, count)
    score, path = best(*state), ""
    while state in table:
        start, stop = state
        end = table[state][1]
        path += end
        state = after_dog(start + 1, stop) if end == "L" else after_dog(start, stop - 1)
    return score, path


def margin(cards: Row) -> int:
    """Return the first side's margin when both are perfect, by the quadratic recurrence.

    >>> margin((3, 2, 10, 4))
    7
    """
    level = [0] * (len(cards) + 1)
    for length in range(1, len(cards) + 1):
        level = [
            max(cards[start] - level[start + 1], cards[start + length - 1] - level[start])
            for start in range(len(cards) - length + 1)
        ]
    return level[0]


def minimax(cards: Row, first: str = "player", ties: str = "left") -> tuple[int, int, str]:
    """Play a row to its end, both sides perfect: both scores, and the player's path.

    Between two ends of the same value the player takes left, and the opponent ``ties``.

    >>> minimax((3, 10, 3, 9, 5, 2))
    (21, 11, 'RLL')
    """

    @cache
    def margin_of(start: int, stop: int) -> int:
        return max(margins(start, stop)) if start < stop else 0

    def margins(start: int, stop: int) -> tuple[int, int]:
        left = cards[start] - margin_of(start + 1, stop)
        return left, cards[stop - 1] - margin_of(start, stop - 1)

    scores = {"player": 0, "dog": 0}
    start, stop, path, turn = 0, len(cards), "", first
    while start < stop:
        left, right = margins(start, stop)
        if left == right:
            end = "L" if turn == "player" or ties == "left" else "R"
        else:
            end = "L" if left > right else "R"
        card, _ = take(cards[start:stop], end)
        start, stop = (start + 1, stop) if end == "L" else (start, stop - 1)
        scores[turn] += card
        if turn == "player":
            path += end
        turn = "dog" if turn == "player" else "player"
    return scores["player"], scores["dog"], path


def solve(
    cards: Row, policy: str = "optimal", first: str = "player", ties: str = "left"
) -> tuple[int, int, str]:
    """Play a row to its end by a policy: both scores, and the player's path.

    >>> solve((3, 10, 3, 9, 5, 2))
    (21, 11, 'RRL')
    """
    if policy == "minimax":
        return minimax(cards, first, ties)
    if policy == "optimal":
        path = iter(optimal(cards, first, ties)[1])
        return simulate(cards, lambda _: next(path), first, ties)
    if policy == "lookahead":
        return simulate(cards, lookahead_end, first, ties)
    return simulate(cards, lambda left: greedy_end(left, ties), first, ties)


class Game:
    """A game of Ends: seat 0 moves first, the scores are the sums of the cards taken.

    >>> game = Game([3, 2, 10, 4])
    >>> game.play("R")
    >>> game.to_move, game.cards, game.scores()
    (1, [3, 2, 10], [4, 0])
    """

    seats = 2

    def __init__(self, cards: Row) -> None:
        self.cards: list[int] = list(cards)
        self._taken: list[list[int]] = [[], []]
        self._turn = 0

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; ``None`` once the game is over."""
        return self._turn if self.cards else None

    @property
    def is_over(self) -> bool:
        """Whether all cards are taken."""
        return not self.cards

    def legal_moves(self) -> list[str]:
        """List the legal moves: both ends, while there are cards."""
        return ["L", "R"] if self.cards else []

    def play(self, text: str) -> None:
        """Make a move."""
        if text.strip().upper() not in ("L", "R"):
            raise ParseError(f"move '{text}': expected 'L' or 'R'")
        if not self.cards:
            raise IllegalMoveError(f"move '{text.strip().upper()}': the game is over")
        card = self.cards.pop(0 if text.strip().upper() == "L" else -1)
        self._taken[self._turn].append(card)
        self._turn = 1 - self._turn

    def scores(self) -> list[int]:
        """Return the sums of the cards taken."""
        return [sum(cards) for cards in self._taken]
