"""The 32 discards of a hand: the exact counts of final hands, and the best discard."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Card, DiscardValues, Valuation, parse_cards
from cardcore.arrays import frozen
from cardcore.discard.discards import (
    ROWS_SHOWN,
    Discard,
    cards_text,
    discard_columns,
    discard_result_table,
    make_discard,
    rank_discards,
)
from cardcore.discard.line import lines, unit
from cardcore.discard.low_draws import LowGame, LowTable, analyze_low
from cardcore.discard.objective import Objective, built_in, valuation
from cardcore.discard.pat_opponent import strategy
from cardcore.discard.paytable import Paytable, canonical_name
from cardcore.discard.showdown_equity import SAMPLES, showdown
from cardcore.errors import ParseError
from cardcore.poker import Cards, HandArray
from cardcore.result_table import HasResultTable, ResultTable

__all__ = ["DiscardTable", "analyze", "analyze_many", "best_discards"]

#: The number of draws for each mask, without a joker and with one.
_DRAWS = np.array([[comb(47 + jokers, m.bit_count()) for m in range(32)] for jokers in (0, 1)])

#: Their least common multiples.
_COMMON_DRAWS = [lcm(*draws) for draws in _DRAWS.tolist()]


@dataclass(frozen=True, eq=False, repr=False)
class DiscardTable(HasResultTable):
    """For each of the 32 discards of a hand: the number of draws to each hand category, exactly."""

    hand: tuple[Card, ...]
    """The hand; bit i of a mask is its i-th card."""
    counts: NDArray[np.uint32]
    """Draws by mask and category, shape (32, 9); with wild cards, the same as :attr:`outcomes`."""
    outcomes: NDArray[np.uint32]
    """Draws by mask and by each of the :data:`OUTCOMES`, shape (32, 16); with wild cards, by mask
    and by each line of the :attr:`paytable`."""
    paytable: Paytable | None = None
    """The paytable that defines the wild cards; ``None`` if there are none."""

    @property
    def draws(self) -> NDArray[np.uint32]:
        """The number of draws for each mask: C(47, k), with a joker C(48, k), shape (32,)."""
        jokers = 0 if self.paytable is None else self.paytable.jokers
        return np.asarray(_DRAWS[jokers], np.uint32)

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """The probability of each category by mask, shape (32, 9); with wild cards, by line."""
        return np.asarray(self.counts / self.draws[:, None], np.float64)

    def _objective(self, objective: Objective | None) -> Objective:
        """Return the objective, or the default one."""
        if objective is not None:
            return objective
        return "class" if self.paytable is None else self.paytable

    def values(
        self,
        objective: Objective | None = None,
        *,
        against: Objective = "pat",
        samples: int = SAMPLES,
        seed: int = 0,
    ) -> NDArray[np.float64]:
        """Return the value of every discard: EV, equity or mean hand category.

        Parameters
        ----------
        objective
            ``"class"``, ``"pattern"``, ``"showdown"``, or a paytable or its name. By default, the
            paytable that defines the wild cards, or else ``"class"``.
        against, samples, seed
            For ``"showdown"`` only: see :func:`showdown`.

        Returns
        -------
        numpy.ndarray
            The values by mask, shape (32,).

        Examples
        --------
        >>> analyze("As Ks Qs Js Ts").values("jacks-or-better-9-6")[[0, 1]].round(3).tolist()
        [800.0, 2.66]
        """
        if objective == "showdown":
            return showdown(self.hand, against, samples=samples, seed=seed).equity
        exact, denominator = self._exact(self._objective(objective))
        return np.asarray(exact / float(denominator), np.float64)

    def exact_values(self, objective: Objective | None = None) -> list[Fraction]:
        """Return the value of every discard as a fraction; not for ``"showdown"``.

        >>> analyze("9d Td 6c Qc 8h").exact_values("class")[4]
        Fraction(28, 47)
        """
        exact, denominator = self._exact(self._objective(objective))
        return [Fraction(value, denominator) for value in exact.tolist()]

    def _exact(self, objective: Objective) -> tuple[NDArray[np.int64], int]:
        """Return the value of every discard as integers, with their common denominator.

        Sums over all draws fit 64 bits, also over the common number of draws: the core rejects
        payouts for which they would not.
        """
        aim = valuation(objective)
        sums = self._outcomes(objective) @ _scaled_values(aim)
        return sums * (_COMMON_DRAWS[aim.jokers] // _DRAWS[aim.jokers]), aim.denominator

    def _outcomes(self, objective: Objective) -> NDArray[np.int64]:
        """Count the draws by mask and by each outcome of an objective."""
        wild = _wild(objective)
        # With other wild cards, the same hand has to be counted again.
        table = self if wild == self.paytable else analyze(self.hand, wild)
        return table.outcomes.astype(np.int64)

    def ev(
        self,
        objective: Objective | None = None,
        *,
        hold: Cards | None = None,
        discard: Cards | None = None,
    ) -> float:
        """Return the value of one hold: EV or mean hand category.

        Parameters
        ----------
        objective
            As for :meth:`values`; not ``"showdown"``.
        hold
            The cards to hold, as text or cards; ``""`` for none.
        discard
            The cards to discard, instead.

        Raises
        ------
        ValueError
            If a card is not in the hand, or not exactly one of both is given.

        Examples
        --------
        >>> table = analyze("Ah Kh Qh Jh Jc")
        >>> round(table.ev("jacks-or-better-9-6", hold="Jh Jc"), 5)
        1.53654
        >>> round(table.ev("jacks-or-better-9-6", discard="Jc"), 5)
        18.53191
        """
        return float(self.exact_ev(objective, hold=hold, discard=discard))

    def exact_ev(
        self,
        objective: Objective | None = None,
        *,
        hold: Cards | None = None,
        discard: Cards | None = None,
    ) -> Fraction:
        """Return the value of one hold as a fraction; takes the arguments of :meth:`ev`.

        >>> analyze("Ah Kh Qh Jh Jc").exact_ev("jacks-or-better-9-6", discard="Jc")
        Fraction(871, 47)
        """
        return self.exact_values(objective)[self._mask(hold, discard)]

    def _mask(self, hold: Cards | None, discard: Cards | None) -> int:
        """Return the mask of a hold or a discard that is given as cards."""
        if (hold is None) == (discard is None):
            raise ValueError("expected either hold or discard, as cards of the hand")
        name, cards = ("hold", hold) if discard is None else ("discard", discard)
        try:
            chosen = [] if cards is None or cards == "" else parse_cards(cards)
        except ParseError as error:
            raise ParseError(f"{name}: {error}") from error
        for card in chosen:
            if card not in self.hand:
                raise ValueError(f"{name}: {card} is not in the hand {cards_text(self.hand)}")
        mask = sum(1 << self.hand.index(card) for card in set(chosen))
        return mask if discard is not None else 31 ^ mask

    def break_even(
        self,
        hold: Cards,
        over: Cards,
        objective: Objective | None = None,
        *,
        line: str = "royal_flush",
    ) -> Fraction | None:
        """Return the payout of a line, such as a jackpot, at which two holds are worth the same.

        Parameters
        ----------
        hold, over
            The cards of the two holds.
        objective
            A paytable or its name.
        line
            The line whose payout changes.

        Returns
        -------
        fractions.Fraction or None
            The payout in bets; ``None`` if the difference does not depend on it.

        Examples
        --------
        >>> table = analyze("Ad Kc Qh Jh 8s")
        >>> jackpot = table.break_even("Qh Jh", "Ad Kc Qh Jh", "jacks-or-better-9-6")
        >>> float(5 * jackpot)  # coins, at five coins a bet
        3945.0
        """
        aim = self._objective(objective)
        game = aim if isinstance(aim, Paytable) else built_in(canonical_name(aim))
        wanted = game._line(line).name
        masks = self._mask(hold, None), self._mask(over, None)
        counts = self.line_counts(aim)
        values = [Fraction(0) if known.name == wanted else known.value for known in lines(aim)]
        column = [known.name for known in lines(aim)].index(wanted)
        rest, chance = [], []
        for mask in masks:
            draws = int(counts[mask].sum())
            paid = sum(n * v for n, v in zip(counts[mask].tolist(), values, strict=True))
            rest.append(Fraction(paid) / draws)
            chance.append(Fraction(int(counts[mask][column]), draws))
        if chance[0] == chance[1]:
            return None
        return (rest[1] - rest[0]) / (chance[0] - chance[1])

    def best(
        self,
        objective: Objective | None = None,
        *,
        against: Objective = "pat",
        samples: int = SAMPLES,
        seed: int = 0,
    ) -> Discard:
        """Find the best discard.

        Takes the arguments of :meth:`values`.

        Examples
        --------
        >>> best = analyze("Ah Kh Qh Jh Jc").best("jacks-or-better-9-6")
        >>> best.mask, best.discard
        (16, (Card('Jc'),))
        """
        if objective == "showdown":
            return showdown(self.hand, against, samples=samples, seed=seed).best()
        valued = _valued(self.hand, valuation(self._objective(objective)))
        return make_discard(self.hand, valued.best, valued.numbers[valued.best])

    def ranking(self, objective: Objective | None = None) -> list[Discard]:
        """List all 32 discards, best first; not for ``"showdown"``.

        Examples
        --------
        >>> first, second, *_ = analyze("Ah Kh Qh Jh Jc").ranking("jacks-or-better-9-6")
        >>> second.keep, round(second.value, 5)
        ((Card('Jh'), Card('Jc')), 1.53654)
        """
        valued = _valued(self.hand, valuation(self._objective(objective)))
        return rank_discards(self.hand, valued.numbers, valued.best)

    def line_counts(self, objective: Objective | None = None) -> NDArray[np.int64]:
        """Count the draws by mask and by each of the :func:`lines`; not for ``"showdown"``.

        Every value is the sum of these counts times the lines' values, divided by all draws.

        Examples
        --------
        >>> table = analyze("Ah Kh Qh Jh Jc")
        >>> counts = table.line_counts("jacks-or-better-9-6")[16]
        >>> counts.tolist()
        [24, 11, 0, 0, 3, 8, 0, 0, 0, 1]
        >>> pays = [line.value for line in lines("jacks-or-better-9-6")]
        >>> sum(pay * count for pay, count in zip(pays, counts.tolist())) / 47
        Fraction(871, 47)
        """
        objective = self._objective(objective)
        outcomes = self._outcomes(objective)
        counts = [outcomes[:, line.outcomes].sum(1) for line in valuation(objective).lines]
        return np.stack(counts, axis=1)

    def to_dict(self, objective: Objective | None = None) -> dict[str, list[Any]]:
        """Return the 32 discards as columns, ready for a data frame; not for ``"showdown"``.

        Examples
        --------
        >>> columns = analyze("9d Td 6c Qc 8h").to_dict("jacks-or-better-9-6")
        >>> list(columns)[:5], list(columns)[-2:]
        (['mask', 'hold', 'discard', 'draws', 'no win'], ['royal flush', 'value'])
        >>> columns["hold"][28], columns["jacks or better"][28], columns["draws"][28]
        ('9d Td', 780, 16215)
        """
        counts = self.line_counts(objective)
        names = [line.name for line in lines(self._objective(objective))]
        return {
            **discard_columns(self.hand),
            "draws": counts.sum(axis=1).tolist(),
            **dict(zip(names, counts.T.tolist(), strict=True)),
            "value": self.values(objective).tolist(),
        }

    def _result_table(self) -> ResultTable:
        objective = self._objective(None)
        heading = "EV" if unit(objective) == "bets" else unit(objective)
        headings = [*(line.name for line in lines(objective)), heading]
        name = objective if isinstance(objective, str) else objective.name
        title = (
            f"{cards_text(self.hand)}: the best {ROWS_SHOWN} of 32 discards by {name}, with their "
            "probabilities"
        )
        numbers = np.hstack([self.probabilities, self.values()[:, None]])
        return discard_result_table(title, headings, self.ranking(), numbers)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DiscardTable):
            return NotImplemented
        return (self.hand, self.paytable) == (other.hand, other.paytable) and np.array_equal(
            self.outcomes, other.outcomes
        )

    def __hash__(self) -> int:
        return hash(self.hand)

    def __repr__(self) -> str:
        return f"<DiscardTable of {' '.join(map(str, self.hand))}>"


@lru_cache(maxsize=32)
def _valued(hand: tuple[Card, ...], aim: Valuation) -> DiscardValues:
    """Value the discards of a hand, cached because the best and the ranking both need it."""
    return aim.values(hand)


@lru_cache(maxsize=32)
def _scaled_values(aim: Valuation) -> NDArray[np.int64]:
    """Return the value of each outcome as integers over their least common denominator."""
    scale = aim.denominator // _COMMON_DRAWS[aim.jokers]
    values = np.zeros(len(aim.outcomes), np.int64)
    for line in aim.lines:
        values[line.outcomes] = int(Fraction(line.worth) * scale)
    return frozen(values)


def _wild(objective: Objective | None) -> Paytable | None:
    """Return the paytable of an objective if it has wild cards."""
    if objective is None:
        return None
    aim = valuation(objective)
    if not (aim.wild or aim.jokers):
        return None
    return objective if isinstance(objective, Paytable) else built_in(canonical_name(objective))


@overload
def analyze(
    hand: Cards, paytable: Objective | None = None, *, method: str = "tables", game: None = None
) -> DiscardTable: ...


@overload
def analyze(
    hand: Cards, paytable: None = None, *, method: str = "tables", game: LowGame | str
) -> LowTable: ...


def analyze(
    hand: Cards,
    paytable: Objective | None = None,
    *,
    method: str = "tables",
    game: LowGame | str | None = None,
) -> DiscardTable | LowTable:
    """Count the draws to each hand category, for each of the 32 discards of a hand.

    Parameters
    ----------
    hand
        Five distinct cards: text, or an iterable of cards, texts and card numbers. ``Jk``, number
        52, is the joker, if the paytable has one.
    paytable
        A paytable, or its name, that defines the wild cards. The draws are then counted by its
        lines. A paytable without wild cards makes no difference.
    method
        ``"tables"``: inclusion–exclusion over the subsets of the hand, with small tables that are
        built in about a millisecond on first use. ``"enumeration"``: evaluates all 2,598,960 final
        hands, or 2,869,685 with a joker. The results are equal; the second exists to check the
        first.
    game
        A game in which low hands win: ``"2-7"`` or ``"a-5"``, of five cards, or ``"badugi"``, of
        four. The draws are then counted by how low they are, and valued by their equity against an
        opponent who stands pat.

    Returns
    -------
    DiscardTable or LowTable
        With ``counts``, ``draws``, ``values(objective)`` and ``best(objective)``; for a low game
        with ``counts``, ``groups``, ``draws``, ``equity`` and ``best()``.

    Raises
    ------
    ParseError
        If these are not five distinct cards; the message names the card and its place.

    Examples
    --------
    >>> analyze("9d Td 6c Qc 8h").counts[28]
    array([8178, 6696,  711,  281,  164,  161,   18,    2,    4], dtype=uint32)
    >>> best = analyze("Jk As Ks 9d 4c", "joker-poker-kings-20-7-5").best()
    >>> best.keep, round(best.value, 5)
    ((Card('Jk'), Card('As'), Card('Ks')), 1.95301)
    >>> low = analyze("7c 5d 4h 2s Kc", game="2-7")
    >>> dict(zip(low.groups, low.counts[16].tolist()))["7 low"]  # of 47 draws
    8
    """
    if game is not None:
        if paytable is not None or method != "tables":
            raise ValueError(f"game: '{game}' takes neither a paytable nor a method")
        return analyze_low(hand, game)
    if method not in ("tables", "enumeration"):
        raise ValueError(f"unknown method {method!r}, expected tables or enumeration")
    wild = _wild(paytable)
    found = _counter(wild).analyze(hand, method == "enumeration")
    return DiscardTable(tuple(found.cards), frozen(found.counts), frozen(found.outcomes), wild)


def _counter(wild: Paytable | None) -> Valuation:
    """Return the valuation that counts the draws: without wild cards, payouts don't matter."""
    return valuation("class" if wild is None else wild)


def analyze_many(
    hands: HandArray, paytable: Objective | None = None, *, threads: int | None = None
) -> NDArray[np.uint32]:
    """Count the draws of many hands at once.

    Parameters
    ----------
    hands
        An array of card numbers of shape (N, 5), of any integer type and memory order, or anything
        else that :func:`cardcore.poker.rank_many` takes for hands of five cards. A card's number is
        four times its rank, from 0 for a two to 12 for an ace, plus its suit, 0 to 3 for clubs,
        diamonds, hearts and spades: 0 is 2c, 51 is As. 52 is the joker, if there is one.
    paytable
        A paytable, or its name, that defines the wild cards.
    threads
        The number of threads; by default, one per core.

    Returns
    -------
    numpy.ndarray
        Draws by hand, mask and category, shape (N, 32, 9), ``uint32``; with wild cards by hand,
        mask and line of the paytable.

    Raises
    ------
    ParseError
        If a row is not five distinct cards (the message names the row), or the shape is wrong.
    TypeError
        If the array does not hold integers, text or cards.

    Examples
    --------
    >>> analyze_many([[51, 47, 43, 39, 35], [0, 5, 10, 15, 20]])[:, 0]
    array([[0, 0, 0, 0, 0, 0, 0, 0, 1],
           [1, 0, 0, 0, 0, 0, 0, 0, 0]], dtype=uint32)
    """
    wild = _wild(paytable)
    counts = _counter(wild).count_many(hands, threads=threads)
    # The core returns more columns than lines: a round number of them is faster.
    return counts if wild is None else counts[:, :, : len(wild.payouts)]


def best_discards(
    hands: HandArray,
    objective: Objective = "class",
    *,
    against: Objective = "pat",
    samples: int = SAMPLES,
    seed: int = 0,
    threads: int | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Find the best discards of many hands.

    Parameters
    ----------
    hands
        An array of card numbers of shape (N, 5), of any integer type and memory order, or anything
        else that :func:`cardcore.poker.rank_many` takes for hands of five cards. A card's number is
        four times its rank, from 0 for a two to 12 for an ace, plus its suit, 0 to 3 for clubs,
        diamonds, hearts and spades: 0 is 2c, 51 is As. 52 is the joker, if there is one.
    objective
        ``"class"``, ``"pattern"``, ``"showdown"``, or a paytable or its name. For showdowns against
        an opponent who stands pat, the game is solved once, in about a second; against one who
        draws, every hand is sampled, which is much slower than everything else.
    against, samples, seed
        For ``"showdown"`` only: see :func:`showdown`.
    threads
        The number of threads; by default, one per core.

    Returns
    -------
    masks : numpy.ndarray
        The cards to discard, shape (N,), ``uint8``.
    values : numpy.ndarray
        The values of these discards, shape (N,), ``float64``.

    Examples
    --------
    >>> masks, values = best_discards([[51, 47, 43, 39, 35], [0, 1, 2, 3, 50]], "class")
    >>> masks, values
    (array([0, 0], dtype=uint8), array([8., 7.]))
    """
    if objective != "showdown":
        return valuation(objective).best_many(hands, threads=threads)
    # This fast pass over all hands also validates them before the first showdown.
    masks, values = valuation("class").best_many(hands, threads=threads)
    if against == "pat" and (solved := strategy(len(masks), threads)) is not None:
        return solved.best_many(hands, threads=threads)
    # NumPy would turn a list that mixes texts and numbers into an array of texts.
    rows = hands if isinstance(hands, list | tuple) else np.asarray(hands).tolist()
    for row, hand in enumerate(rows):
        best = showdown(hand, against, samples=samples, seed=seed, threads=threads).best()
        masks[row], values[row] = best.mask, best.value
    return masks, values
