"""Equity: how often hands or ranges win, tie, and what share of the pot they get.

The public names are in :mod:`cardcore.poker`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore._core import Card
from cardcore.errors import ParseError
from cardcore.ranges import Range, starting_hands
from cardcore.result_table import HasResultTable, ResultTable

__all__ = ["EQUITY_GAMES", "Equity", "HandEquity", "PreflopTable", "equity", "preflop_table"]

#: Anything that represents cards.
Cards: TypeAlias = str | Iterable[Card | str | int]

#: What may be known of a player: a range, its text, or the cards of one hand.
Player: TypeAlias = str | Range | Mapping[str, float] | Iterable[Card | str | int]

#: The games that have an equity, as a type that editors complete.
EquityGame: TypeAlias = Literal["holdem", "short-deck", "short-deck-trips", "omaha"]

#: The games that have an equity: hold'em; short deck, in which a flush beats a full house, and the
#: same with three of a kind above a straight; Omaha with four to six hole cards.
EQUITY_GAMES: tuple[EquityGame, ...] = ("holdem", "short-deck", "short-deck-trips", "omaha")

#: The deals that are sampled if nothing is said.
_SAMPLES = 1_000_000

_RANDOM = ("random", "any", "any two", "100%")


@dataclass(frozen=True)
class HandEquity:
    """The result of one hand of a player."""

    hand: str
    """The hole cards."""
    probability: float
    """How probable the hand is for the player, given everything that is known."""
    win: float
    """The probability of winning alone."""
    tie: float
    """The probability of splitting the pot."""
    equity: float
    """The expected share of the pot."""


class Equity(HasResultTable):
    """What each player wins, exactly or from samples.

    Printing it shows a table.
    """

    def __init__(
        self, result: "_core.EquityResult", names: Sequence[str], game: str, board: str, dead: str
    ) -> None:
        self._result: _core.EquityResult = result
        self.names: tuple[str, ...] = tuple(names)
        """The hands or ranges, in the order given."""
        self.game: str = game
        """The game."""
        self.board: str = board
        """The known cards of the board."""
        self.dead: str = dead
        """The cards out of play."""
        self.exact: bool = result.exact
        """Whether every possible deal was counted."""
        counts = result.players
        self._counts: list[_core.EquityCounts] = counts
        self.deals: int = counts[0].total
        """The number of deals: all, each counted with the product of the weights of its hands as
        whole numbers, or samples."""
        self.win: tuple[float, ...] = tuple(each.wins / each.total for each in counts)
        """The probability that each player wins alone."""
        self.tie: tuple[float, ...] = tuple(each.ties / each.total for each in counts)
        """The probability that each player splits the pot."""
        self.equity: tuple[float, ...] = tuple(
            each.shares / (each.total * _core.POT_SHARES) for each in counts
        )
        """Each player's expected share of the pot: wins, and the player's part of ties."""
        self.interval: tuple[tuple[float, float], ...] = tuple(
            (max(0.0, mean - half), min(1.0, mean + half))
            for mean, half in zip(self.equity, result.half_widths, strict=True)
        )
        """The 95% confidence interval of each player's equity; of no width if it is exact."""
        self.error: float = max(result.half_widths)
        """Half the width of the widest interval: 0 if it is exact."""

    @property
    def exact_equity(self) -> tuple[Fraction, ...] | None:
        """The equities as fractions; ``None`` from samples."""
        return self._fractions(lambda each: Fraction(each.shares, each.total * _core.POT_SHARES))

    @property
    def exact_win(self) -> tuple[Fraction, ...] | None:
        """The probabilities of winning as fractions; ``None`` from samples."""
        return self._fractions(lambda each: Fraction(each.wins, each.total))

    @property
    def exact_tie(self) -> tuple[Fraction, ...] | None:
        """The probabilities of splitting the pot as fractions; ``None`` from samples."""
        return self._fractions(lambda each: Fraction(each.ties, each.total))

    def _fractions(
        self, fraction: "Callable[[_core.EquityCounts], Fraction]"
    ) -> tuple[Fraction, ...] | None:
        return tuple(map(fraction, self._counts)) if self.exact else None

    @cached_property
    def by_hand(self) -> tuple[dict[str, HandEquity], ...]:
        """The result of every hand of each player, by its cards.

        Hands that others block are left out, as are hands that were never sampled; and it is empty
        for a player with any cards in Omaha.
        """
        return tuple(
            {
                hand: _hand_equity(hand, counts, self.deals)
                for hand, _, counts in self._result.hands(player)
                if counts.total
            }
            for player in range(len(self.names))
        )

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the single hands, for JSON."""
        players = zip(self.names, self.win, self.tie, self.equity, self.interval, strict=True)
        return {
            "game": self.game,
            "board": self.board,
            "dead": self.dead,
            "exact": self.exact,
            "deals": self.deals,
            "error": self.error,
            "players": [
                {"hand": name, "win": win, "tie": tie, "equity": share, "interval": list(interval)}
                for name, win, tie, share, interval in players
            ],
        }

    def _result_table(self) -> ResultTable:
        board = f" on {self.board}" if self.board else ""
        how = "exact" if self.exact else f"{self.deals:,} samples, 95% within {self.error:.5f}"
        headings = ["hand", "equity", "win", "tie"]
        rows = list(zip(self.names, self.equity, self.win, self.tie, strict=True))
        return ResultTable(f"{self.game}{board}: {how}", headings, rows)

    def __repr__(self) -> str:
        how = "exact" if self.exact else f"within {self.error:.5f}"
        shares = ", ".join(f"{share:.5f}" for share in self.equity)
        return f"<Equity {shares}, {how}>"


def _hand_equity(hand: str, counts: "_core.EquityCounts", deals: int) -> HandEquity:
    total = counts.total
    win, tie, shares = (part / total for part in (counts.wins, counts.ties, counts.shares))
    return HandEquity(hand, total / deals, win, tie, shares / _core.POT_SHARES)


def equity(
    hands_or_ranges: Sequence[Player],
    board: Cards = "",
    dead: Cards = "",
    game: EquityGame | str = "holdem",
    *,
    exact: bool | None = None,
    samples: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Equity:
    """Compute how often each of several hands or ranges wins, ties, and its share of the pot.

    Cards are removed exactly: a deal in which two players would hold the same card does not count,
    so a range is less likely to have hands that others block.

    Parameters
    ----------
    hands_or_ranges
        Two to nine players: a hand such as ``"AsKs"``, a range such as ``"QQ+, AKs"`` (see
        :class:`~cardcore.poker.Range`), or an iterable of cards. In Omaha, a hand of four to six
        cards, several separated by commas, each with an optional weight (``:0.5``), or
        ``"random"``.
    board
        The cards on the board: none, three, four or five.
    dead
        Cards that are known to be out of play.
    game
        One of :data:`~cardcore.poker.EQUITY_GAMES`.
    exact
        ``True`` counts every deal, however long that takes; ``False`` samples. By default deals are
        counted if that takes a second or two on one core, and sampled otherwise.
    samples
        The number of deals to sample, 1,000,000 by default. If it is given, deals are sampled
        unless ``exact`` is true.
    seed
        The seed of the samples; the same seed gives the same result on any number of threads.
    threads
        The number of threads; by default, one per core.
    progress
        Called now and then with the steps done and the steps in all.

    Returns
    -------
    Equity
        ``win``, ``tie`` and ``equity`` for each player, ``exact``, ``interval``, and ``by_hand``.

    Raises
    ------
    ParseError
        If a range or card cannot be read, or no deal is possible.
    ValueError
        If the game is unknown.

    Examples
    --------
    >>> from cardcore import poker
    >>> aces = poker.equity(["AsAh", "KsKh"])
    >>> aces.exact, aces.exact_win[0]
    (True, Fraction(9794, 11891))
    >>> print(poker.equity(["AsKs", "QQ+, AKs"], board="Qh 7s 2s"))
    holdem on Qh 7s 2s: exact
    hand       equity      win      tie
    AsKs      0.44306  0.36540  0.15530
    QQ+, AKs  0.55694  0.47929  0.15530
    >>> three = poker.equity(["22+", "random", "random"], samples=100_000, seed=1)
    >>> three.exact, three.error < 0.004
    (False, True)
    """
    name = _game(game)
    if isinstance(hands_or_ranges, str) or not isinstance(hands_or_ranges, Sequence):
        raise TypeError(
            "hands_or_ranges: expected a list of hands or ranges, one for each player, found "
            f"{type(hands_or_ranges).__name__}"
        )
    if exact is not None and not isinstance(exact, bool):
        raise TypeError(f"exact: expected True, False or None, found {exact!r}")
    players: Sequence[NDArray[np.uint32] | list[tuple[str, int]] | None]
    if name == "omaha":
        names, players, name = _omaha_players(hands_or_ranges)
    else:
        ranges = [_range(place, player) for place, player in enumerate(hands_or_ranges, 1)]
        names = [str(each) for each in ranges]
        players = [each._weights for each in ranges]
    if exact is None and samples is not None:
        exact = False
    count = _SAMPLES if samples is None else samples
    result = _core.equity_of(
        players, board, dead, name, exact, count, seed, threads=threads, progress=progress
    )
    return Equity(result, names, game, _text("board", board), _text("dead", dead))


def _game(game: str) -> str:
    if game not in EQUITY_GAMES:
        known = ", ".join(EQUITY_GAMES)
        raise ValueError(f"game: expected one of {known}, found {game!r}")
    return game


def _text(place: str, cards: Cards) -> str:
    """Write cards that have been read before."""
    return " ".join(map(str, _core.parse_cards(cards))) if cards else ""


def _range(place: int, player: Player) -> Range:
    try:
        if isinstance(player, str | Range | Mapping):
            return Range(player)
        return Range("".join(map(str, _core.parse_cards(player))))
    except (ParseError, TypeError) as error:
        raise type(error)(f"player {place}: {error}") from None


def _omaha_players(
    players: Sequence[Player],
) -> tuple[list[str], list[list[tuple[str, int]] | None], str]:
    """Read the hands of Omaha; the first one says how many hole cards there are."""
    names: list[str] = []
    read: list[list[tuple[str, int]] | None] = []
    for place, player in enumerate(players, 1):
        try:
            hands = _omaha_hands(player)
        except (ParseError, TypeError) as error:
            raise type(error)(f"player {place}: {error}") from None
        read.append(hands)
        texts = ["random"] if hands is None else [_weighted(*hand) for hand in hands]
        names.append(", ".join(texts))
    listed = [hand for hands in read if hands is not None for hand, _ in hands]
    cards = len(listed[0]) // 2 if listed else 4
    if not 4 <= cards <= 6:
        raise ParseError(f"omaha: expected hands of 4 to 6 cards, found {cards}")
    return names, read, "omaha" if cards == 4 else f"omaha-{cards}"


def _omaha_hands(player: Player) -> list[tuple[str, int]] | None:
    if isinstance(player, Range | Mapping):
        raise TypeError("ranges are for games with two hole cards; list hands of Omaha")
    if not isinstance(player, str):
        return [("".join(map(str, _core.parse_cards(player))), 1_000_000)]
    if player.strip().lower() in _RANDOM:
        return None
    hands = []
    for token in player.split(","):
        text, colon, weight = token.partition(":")
        share = _weight(token.strip(), weight) if colon else 1_000_000
        hands.append(("".join(map(str, _core.parse_cards(text))), share))
    return hands


def _weight(token: str, text: str) -> int:
    try:
        weight = float(text)
    except ValueError:
        weight = -1.0
    if not 0 <= weight <= 1:
        raise ParseError(f"'{token}': expected a weight from 0 to 1 after the ':', found '{text}'")
    return round(weight * 1_000_000)


def _weighted(hand: str, weight: int) -> str:
    return hand if weight == 1_000_000 else f"{hand}:{weight / 1_000_000:g}"


@dataclass(frozen=True, eq=False, repr=False)
class PreflopTable:
    """All 169 starting hands of hold'em against each other, before the flop, exactly.

    Rows and columns are in the order of ``hands``: row by row of the usual grid from the aces down.
    """

    hands: tuple[str, ...]
    """The names of the starting hands."""
    wins: NDArray[np.uint64]
    """The deals that the row's hand wins against the column's, shape (169, 169)."""
    ties: NDArray[np.uint64]
    """The deals in which they split the pot."""
    deals: NDArray[np.uint64]
    """All deals: choices of suits times boards."""

    @property
    def win(self) -> NDArray[np.float64]:
        """The probability that the row's hand wins."""
        return self.wins / self.deals

    @property
    def tie(self) -> NDArray[np.float64]:
        """The probability of a tie."""
        return self.ties / self.deals

    @property
    def equity(self) -> NDArray[np.float64]:
        """The equity of the row's hand against the column's."""
        return (2 * self.wins + self.ties) / (2 * self.deals)

    def __getitem__(self, hands: tuple[str, str]) -> float:
        row, column = map(self._place, hands)
        deals = int(self.deals[row, column])
        return (2 * int(self.wins[row, column]) + int(self.ties[row, column])) / (2 * deals)

    def _place(self, hand: str) -> int:
        name = str(Range(hand))
        if name not in self.hands:
            raise KeyError(f"'{hand}': expected a starting hand such as AA, AKs or AKo")
        return self.hands.index(name)

    def __repr__(self) -> str:
        return f"<PreflopTable of {len(self.hands)} starting hands>"


def preflop_table(
    *, threads: int | None = None, progress: Callable[[int, int], object] | None = None
) -> PreflopTable:
    """Play all 169 starting hands against each other, exactly.

    Every match-up that differs by more than suits is dealt all 1,712,304 boards, which takes about
    half a minute of CPU time.

    Parameters
    ----------
    threads, progress
        As for :func:`equity`.

    Returns
    -------
    PreflopTable
        Wins, ties and equities; ``table["AA", "KK"]`` is the equity of aces against kings.
    """
    counts = _core.preflop_counts(threads=threads, progress=progress)
    return PreflopTable(starting_hands(), counts.wins, counts.ties, counts.deals)
