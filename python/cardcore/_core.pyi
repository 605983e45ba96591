from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardcore import hearts
from cardcore.chopsticks import HandsLike, Rules
from cardcore.ends import Row
from cardcore.poker import Cards, Category
from cardcore.president import Kind

__version__: Final[str]

@final
class Card:
    """A card of the 52, made of its text, its number or another card.

    Text is a rank of ``23456789TJQKA`` (or ``10``) and a suit of ``cdhs``; ``str`` gives it back.
    Cards are ordered by their number.
    """

    def __new__(cls, card: Card | str | int, /) -> Card: ...
    @property
    def rank(self) -> str:
        """The rank: one of ``23456789TJQKA``."""
    @property
    def suit(self) -> str:
        """The suit: one of ``cdhs``."""
    @property
    def number(self) -> int:
        """The number, 0 (2c) to 51 (As): four times the place of the rank, plus that of the suit."""
    def __index__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Card, /) -> bool: ...
    def __le__(self, other: Card, /) -> bool: ...
    def __gt__(self, other: Card, /) -> bool: ...
    def __ge__(self, other: Card, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Card], tuple[str]]: ...

def parse_cards(cards: Cards, /) -> list[Card]:
    """Read distinct cards: text with or without spaces, or an iterable of cards, texts and numbers.

    Raises
    ------
    ParseError
        If these are no distinct cards; the message names the card and its place.
    """

@final
class HandRank:
    """The strength of five cards: ordered, the greater one wins, equal is a tie.

    ``str`` gives it in words.
    """

    def __new__(cls, strength: int) -> HandRank: ...
    @property
    def strength(self) -> int:
        """The strength, 0 to 7461."""
    @property
    def category(self) -> Category:
        """The class of the hand."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: HandRank, /) -> bool: ...
    def __le__(self, other: HandRank, /) -> bool: ...
    def __gt__(self, other: HandRank, /) -> bool: ...
    def __ge__(self, other: HandRank, /) -> bool: ...
    def __reduce__(self) -> tuple[type[HandRank], tuple[int]]: ...

def rank(hand: Cards) -> HandRank: ...
def rank_many(hands: ArrayLike, *, threads: int | None = None) -> NDArray[np.uint16]: ...
def new_draw(rules: Mapping[str, int], seed: int | None, deal: Sequence[Cards] | None) -> Game: ...

@final
class ChopsticksTable:
    def __new__(cls, rules: Rules, depth: int, policy: str) -> ChopsticksTable: ...
    def values(self) -> NDArray[np.int8]: ...
    def value(self, a: HandsLike, b: HandsLike, level: int) -> int: ...
    def moves(
        self, a: HandsLike, b: HandsLike, level: int
    ) -> list[tuple[str, list[int], list[int], int]]: ...
    def best_move(
        self, a: HandsLike, b: HandsLike, level: int
    ) -> tuple[str, list[int], list[int], int] | None: ...
    def lines(self, a: HandsLike, b: HandsLike, level: int) -> tuple[int, int]: ...

@final
class ChopsticksTablebase:
    def __new__(cls, rules: Rules) -> ChopsticksTablebase: ...
    @property
    def longest(self) -> int: ...
    def values(self) -> NDArray[np.int8]: ...
    def distances(self) -> NDArray[np.int32]: ...
    def value(self, me: HandsLike, opponent: HandsLike) -> int: ...
    def distance(self, me: HandsLike, opponent: HandsLike) -> int | None: ...
    def moves(
        self, me: HandsLike, opponent: HandsLike
    ) -> list[tuple[str, list[int], list[int], int, int | None]]: ...
    def best_move(
        self, me: HandsLike, opponent: HandsLike
    ) -> tuple[str, list[int], list[int], int, int | None] | None: ...

def check_chopsticks_rules(rules: Rules) -> None: ...
def reach_chopsticks(
    rules: Rules, me: HandsLike, opponent: HandsLike
) -> list[tuple[list[int], list[int], int, list[int]]]: ...
def new_chopsticks(
    rules: Rules,
    moves: int,
    state: tuple[HandsLike, HandsLike] | None,
    seed: int | None,
) -> Game: ...

@final
class Policy:
    def __new__(cls, name: str, entries: Sequence[tuple[str, str]] | None = None) -> Policy: ...
    @property
    def name(self) -> str: ...
    @property
    def denominator(self) -> int: ...
    @property
    def payouts(self) -> list[tuple[str, str]]: ...
    def values(self, hand: Cards) -> tuple[list[float], list[int], int]: ...
    def best_many(
        self, hands: ArrayLike, *, threads: int | None = None
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64]]: ...
    def solve(
        self, *, threads: int | None = None, progress: Callable[[int, int], object] | None = None
    ) -> dict[str, Any]: ...

def analyze_discards(
    hand: Cards, by_enumeration: bool
) -> tuple[list[Card], NDArray[np.uint32], NDArray[np.uint32]]: ...
def count_discards(hands: ArrayLike, *, threads: int | None = None) -> NDArray[np.uint32]: ...
def showdown_against_pat(
    hand: Cards,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64], int]: ...
def showdown_against_policy(
    hand: Cards,
    policy: Policy,
    samples: int,
    seed: int,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64], int]: ...
def sampled_intervals(equities: Sequence[float], samples: int) -> list[tuple[float, float]]: ...
def draw_names() -> tuple[list[str], list[str], list[str]]: ...

@final
class Game:
    """A game of any kind: whose turn it is, which moves are legal, and what has happened.

    Made by the ``new`` of each game's module. Games are equal if everything about them is, hidden
    cards included; they can be copied and pickled.
    """

    @property
    def name(self) -> str:
        """The name of the game: ``draw``, ``president``, ``chopsticks``, ``hearts`` or ``ends``."""
    @property
    def low_score_wins(self) -> bool:
        """Whether a lower score is the better one."""
    @property
    def seats(self) -> int:
        """How many seats the table has."""
    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; ``None`` once the game is over."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def rules(self) -> dict[str, Any]:
        """The rules in force: keyword arguments of the game's ``new``."""
    @property
    def moves(self) -> list[str]:
        """All moves so far, as text."""
    def legal_moves(self) -> list[Any]:
        """List the legal moves of the seat to move, in the game's fixed order.

        ``str`` of a move is its text; most games have moves that are text.
        """
    def play(self, chosen: object, /) -> None:
        """Make a move for the seat to move, given as a legal move or its text.

        Raises
        ------
        IllegalMoveError
            If the rules refuse it; the game is as it was before.
        ParseError
            If the text is no move of this game.
        """
    def scores(self) -> list[int]:
        """Give the points of every seat so far; the final ones once the game is over."""
    def view(self, seat: int) -> View:
        """Give what one seat may know."""
    def perft(self, depth: int) -> int:
        """Count the lines of play of this many moves, from here."""
    def bots(self) -> list[tuple[str, str]]:
        """List the game's own bots, weakest first, each with what it does."""
    def copy(self) -> Game:
        """Give a game that goes its own way from here."""
    def record(self, seats: Sequence[str] | None = None) -> dict[str, Any]:
        """Give everything needed to play the game again, as JSON values; see :mod:`cardcore.records`.

        Parameters
        ----------
        seats
            The names of the players; ``seat 0``, ``seat 1`` and so on if not given.
        """
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memory: object, /) -> Game: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], Game], tuple[dict[str, Any]]]: ...

@final
class Bots:
    def __new__(cls, game: Game, names: Sequence[str | None], seed: int) -> Bots: ...
    def advance(self, game: Game, most: int | None = None) -> int: ...

@final
class Tally:
    def __new__(cls, bots: int) -> Tally: ...
    @property
    def games(self) -> int: ...
    @property
    def wins(self) -> list[list[int]]: ...
    def means(self) -> list[tuple[float, float | None]]: ...
    def firsts(self) -> list[float]: ...
    def count_block(self, games: Sequence[Sequence[int]], low_score_wins: bool) -> None: ...

def run_arena(
    template: Game,
    bots: Sequence[str],
    games: int,
    seed: int,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Tally: ...
def arena_seating(seed: int, game: int, seats: int) -> tuple[int, int, list[int]]: ...
def ends_solve(
    cards: Row,
    policy: str,
    first: str,
    ties: str,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[tuple[int, int], tuple[str, str], tuple[list[int], list[int]], list[int]]: ...
def ends_value(cards: Row) -> int: ...
def ends_new(
    cards: Row | None, seed: int | None, count: int, low: int, high: int, ties: str
) -> Game: ...

@final
class View:
    """What one seat may know of a game, as it was when it was asked for.

    The facts that a game shows are attributes: ``view.hand`` and others, which ``dir(view)`` and
    the pages of the games list.
    """

    @property
    def name(self) -> str:
        """The name of the game."""
    @property
    def seat(self) -> int:
        """The seat that is looking."""
    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; ``None`` once the game is over."""
    def legal_moves(self) -> list[Any]:
        """List the legal moves in the game's fixed order; none unless it is this seat's turn."""
    def to_dict(self) -> dict[str, Any]:
        """Give all facts as JSON values, cards as text."""
    def choose(self, bot: str, *, seed: int | None = None) -> Any:
        """Let a native bot choose a move from what this seat knows.

        Parameters
        ----------
        bot
            Its name; ``game.bots()`` lists them.
        seed
            The seed of everything random in the choice; a fresh one if not given.
        """
    def sample(self, *, seed: int | None = None) -> Game:
        """Give a game that is consistent with everything this seat knows.

        What is hidden from the seat is drawn at random among what it may be.
        """
    def __getattr__(self, name: str, /) -> Any: ...
    def __dir__(self) -> list[str]: ...

def check_hearts_rules(rules: hearts.Rules) -> None: ...
def new_hearts(
    rules: hearts.Rules, *, seed: int | None = None, deal: hearts.Deal | None = None
) -> Game: ...
def solve_hearts(game: Game) -> tuple[list[int], list[str]]: ...
def random_hearts(rules: hearts.Rules, games: int, seed: int) -> list[int]: ...

@final
class Move:
    """A move: cards played together, a pass, a request or a gift.

    Made of a move, its text or its cards. It equals its text.
    """

    def __new__(cls, chosen: Move | Cards, /) -> Move: ...
    @property
    def kind(self) -> Kind | None:
        """The kind of cards played together; ``None`` for other moves."""
    @property
    def cards(self) -> list[Card]:
        """The cards of the move, from the lowest up."""
    @property
    def text(self) -> str:
        """The text of the move, which is also its ``str``."""
    def beats(self, other: Move | Cards, /) -> bool:
        """Tell whether this move beats another."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Move], tuple[str]]: ...

def president_moves(
    hand: Cards, beat: Move | Cards | None = None, containing: Card | str | int | None = None
) -> list[Move]: ...
def president_shortest(hand: Cards, /) -> list[Move]: ...
def president_game(
    players: int,
    rounds: int,
    *,
    seed: int | None = None,
    trade: str = "request",
    deal: Iterable[Cards] | None = None,
) -> Game: ...
