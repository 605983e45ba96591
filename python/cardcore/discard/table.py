"""The 32 discards of a hand: how many draws end where, and which is best."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Card, DiscardValues, Valuation
from cardcore.arrays import frozen
from cardcore.discard.choice import SHOWN, Discard, choice, columns, ranking, sheet, text
from cardcore.discard.line import lines, unit
from cardcore.discard.objective import Objective, built_in, valuation
from cardcore.discard.opponent import SAMPLES, showdown
from cardcore.discard.paytable import Paytable
from cardcore.discard.standing import strategy
from cardcore.poker import Cards, HandArray
from cardcore.sheet import Sheet, Sheeted

__all__ = ["DiscardTable", "analyze", "analyze_many", "best_discards"]

#: How many ways there are to draw for each mask, without a joker and with one.
_DRAWS = np.array([[comb(47 + jokers, m.bit_count()) for m in range(32)] for jokers in (0, 1)])

#: The least common multiples of them.
_COMMON_DRAWS = [lcm(*draws) for draws in _DRAWS.tolist()]


@dataclass(frozen=True, eq=False, repr=False)
class DiscardTable(Sheeted):
    """For each of the 32 discards of a hand: how many draws end in which class, exactly."""

    hand: tuple[Card, ...]
    """The hand, in the order of the bits of a mask."""
    counts: NDArray[np.uint32]
    """Draws by mask and class, shape (32, 9); with wild cards, the same as :attr:`outcomes`."""
    outcomes: NDArray[np.uint32]
    """Draws by mask and by each of the :data:`OUTCOMES`, shape (32, 16); with wild cards, by mask
    and by each of the lines of the :attr:`paytable`."""
    paytable: Paytable | None = None
    """The paytable whose cards are wild; ``None`` if no card is."""

    @property
    def draws(self) -> NDArray[np.uint32]:
        """How many draws there are for each mask: C(47, k), with a joker C(48, k), shape (32,)."""
        jokers = 0 if self.paytable is None else self.paytable.jokers
        return np.asarray(_DRAWS[jokers], np.uint32)

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """The chance of each class by mask, shape (32, 9); with wild cards, of each outcome."""
        return np.asarray(self.counts / self.draws[:, None], np.float64)

    def _aim(self, objective: Objective | None) -> Objective:
        """Give the objective that is meant where none is given."""
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
        """Value every discard.

        Parameters
        ----------
        objective
            ``"class"``, ``"pattern"``, ``"showdown"``, or a paytable or its name. If it is not
            given, the paytable whose cards are wild, or else ``"class"``.
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
        exact, denominator = self._exact(self._aim(objective))
        return np.asarray(exact / float(denominator), np.float64)

    def exact_values(self, objective: Objective | None = None) -> list[Fraction]:
        """Value every discard as a fraction; not for ``"showdown"``.

        >>> analyze("9d Td 6c Qc 8h").exact_values("class")[4]
        Fraction(28, 47)
        """
        exact, denominator = self._exact(self._aim(objective))
        return [Fraction(value, denominator) for value in exact.tolist()]

    def _exact(self, aim: Objective) -> tuple[NDArray[np.int64], int]:
        """Value every discard, as integers over what is also given.

        What each draw is worth, added up, fits 64 bits, and so does that over all common draws: the
        core refuses payouts for which it would not.
        """
        valued = valuation(aim)
        sums = self._outcomes(aim) @ _worths(valued)
        return sums * (_COMMON_DRAWS[valued.jokers] // _DRAWS[valued.jokers]), valued.denominator

    def _outcomes(self, aim: Objective) -> NDArray[np.int64]:
        """Count the draws by mask and by each outcome of an objective."""
        wild = _wild(aim)
        # Counted by other rules if its wild cards are others: the hand is the same.
        table = self if wild == self.paytable else analyze(self.hand, wild)
        return table.outcomes.astype(np.int64)

    def best(
        self,
        objective: Objective | None = None,
        *,
        against: Objective = "pat",
        samples: int = SAMPLES,
        seed: int = 0,
    ) -> Discard:
        """Find the best discard.

        Takes what :meth:`values` takes.

        Examples
        --------
        >>> best = analyze("Ah Kh Qh Jh Jc").best("jacks-or-better-9-6")
        >>> best.mask, best.discard
        (16, (Card('Jc'),))
        """
        if objective == "showdown":
            return showdown(self.hand, against, samples=samples, seed=seed).best()
        valued = _valued(self.hand, valuation(self._aim(objective)))
        return choice(self.hand, valued.best, valued.numbers[valued.best])

    def ranking(self, objective: Objective | None = None) -> list[Discard]:
        """List all 32 discards, the best first; not for ``"showdown"``.

        Examples
        --------
        >>> first, second, *_ = analyze("Ah Kh Qh Jh Jc").ranking("jacks-or-better-9-6")
        >>> second.keep, round(second.value, 5)
        ((Card('Jh'), Card('Jc')), 1.53654)
        """
        valued = _valued(self.hand, valuation(self._aim(objective)))
        return ranking(self.hand, valued.numbers, valued.best)

    def line_counts(self, objective: Objective | None = None) -> NDArray[np.int64]:
        """Count the draws by mask and by each of the :func:`lines`; not for ``"showdown"``.

        Together with what the lines are worth they give every value.

        Examples
        --------
        >>> table = analyze("Ah Kh Qh Jh Jc")
        >>> counts = table.line_counts("jacks-or-better-9-6")[16]
        >>> counts.tolist()
        [24, 11, 0, 0, 3, 8, 0, 0, 0, 1]
        >>> pays = [line.worth for line in lines("jacks-or-better-9-6")]
        >>> sum(pay * count for pay, count in zip(pays, counts.tolist())) / 47
        Fraction(871, 47)
        """
        aim = self._aim(objective)
        outcomes = self._outcomes(aim)
        counts = [outcomes[:, line.outcomes].sum(1) for line in valuation(aim).lines]
        return np.stack(counts, axis=1)

    def to_dict(self, objective: Objective | None = None) -> dict[str, list[Any]]:
        """Give the 32 discards as columns, as a data frame takes them; not for ``"showdown"``.

        Examples
        --------
        >>> columns = analyze("9d Td 6c Qc 8h").to_dict("jacks-or-better-9-6")
        >>> list(columns)[:5], list(columns)[-2:]
        (['mask', 'hold', 'discard', 'draws', 'no win'], ['royal flush', 'value'])
        >>> columns["hold"][28], columns["jacks or better"][28], columns["draws"][28]
        ('9d Td', 780, 16215)
        """
        counts = self.line_counts(objective)
        names = [line.name for line in lines(self._aim(objective))]
        return {
            **columns(self.hand),
            "draws": counts.sum(axis=1).tolist(),
            **dict(zip(names, counts.T.tolist(), strict=True)),
            "value": self.values(objective).tolist(),
        }

    def _sheet(self) -> Sheet:
        aim = self._aim(None)
        headings = [*(line.name for line in lines(aim)), unit(aim)]
        name = aim if isinstance(aim, str) else aim.name
        title = f"{text(self.hand)}: the best {SHOWN} of 32 discards by {name}, with their chances"
        numbers = np.hstack([self.probabilities, self.values()[:, None]])
        return sheet(title, headings, self.ranking(), numbers)

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
    """Value the discards of a hand once: whoever wants the best often wants the ranking as well."""
    return aim.values(hand)


@lru_cache(maxsize=32)
def _worths(aim: Valuation) -> NDArray[np.int64]:
    """Give what each outcome is worth, times the least number that makes all of them whole."""
    scale = aim.denominator // _COMMON_DRAWS[aim.jokers]
    worths = np.zeros(len(aim.outcomes), np.int64)
    for line in aim.lines:
        worths[line.outcomes] = int(Fraction(line.worth) * scale)
    return frozen(worths)


def _wild(objective: Objective | None) -> Paytable | None:
    """Give the paytable of an objective if it has wild cards."""
    if objective is None:
        return None
    aim = valuation(objective)
    if not (aim.wild or aim.jokers):
        return None
    return objective if isinstance(objective, Paytable) else built_in(objective)


def analyze(
    hand: Cards, paytable: Objective | None = None, *, method: str = "tables"
) -> DiscardTable:
    """Count, for each of the 32 discards of a hand, the draws that end in each class.

    Parameters
    ----------
    hand
        Five distinct cards: text, or an iterable of cards, texts and card numbers. ``Jk``, number
        52, is the joker, where there is one.
    paytable
        A paytable, or its name, whose wild cards are wild. The draws are then counted by its lines.
        One without wild cards makes no difference here.
    method
        ``"tables"``: inclusion and exclusion over the subsets of the hand, with small tables that
        are built in about a millisecond when they are first needed. ``"enumeration"``: look at
        all 2,598,960 final hands, or 2,869,685 with a joker. The answers are equal; the second is
        there to check the first.

    Returns
    -------
    DiscardTable
        With ``counts``, ``draws``, ``values(objective)`` and ``best(objective)``.

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
    """
    if method not in ("tables", "enumeration"):
        raise ValueError(f"unknown method {method!r}, expected tables or enumeration")
    wild = _wild(paytable)
    found = _counter(wild).analyze(hand, method == "enumeration")
    return DiscardTable(tuple(found.cards), frozen(found.counts), frozen(found.outcomes), wild)


def _counter(wild: Paytable | None) -> Valuation:
    """Give what counts the draws: without wild cards, it does not matter what is paid."""
    return valuation("class" if wild is None else wild)


def analyze_many(
    hands: HandArray, paytable: Objective | None = None, *, threads: int | None = None
) -> NDArray[np.uint32]:
    """Count the draws of many hands at once.

    Parameters
    ----------
    hands
        An array of card numbers of shape (N, 5), of any integer type and memory order, or whatever
        else :func:`cardcore.poker.rank_many` takes for hands of five cards. A card's number is four
        times its rank, from 0 for a two to 12 for an ace, plus its suit, 0 to 3 for clubs,
        diamonds, hearts and spades: 0 is 2c, 51 is As. 52 is the joker, where there is one.
    paytable
        A paytable, or its name, whose wild cards are wild.
    threads
        How many threads to use; all cores if not given.

    Returns
    -------
    numpy.ndarray
        Draws by hand, mask and class, shape (N, 32, 9), ``uint32``; with wild cards by hand, mask
        and line of the paytable.

    Raises
    ------
    ParseError
        If a row is not five distinct cards (the message names the row), or for another shape.
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
    # There are more columns than lines: a round number of them is quicker.
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
    """Find the best discard of many hands.

    Parameters
    ----------
    hands
        An array of card numbers of shape (N, 5), of any integer type and memory order, or whatever
        else :func:`cardcore.poker.rank_many` takes for hands of five cards. A card's number is four
        times its rank, from 0 for a two to 12 for an ace, plus its suit, 0 to 3 for clubs,
        diamonds, hearts and spades: 0 is 2c, 51 is As. 52 is the joker, where there is one.
    objective
        ``"class"``, ``"pattern"``, ``"showdown"``, or a paytable or its name. For showdowns against
        an opponent who stands pat the game is solved once, in about a second; against one who
        draws, every hand is sampled, which takes far longer than everything else.
    against, samples, seed
        For ``"showdown"`` only: see :func:`showdown`.
    threads
        How many threads to use; all cores if not given.

    Returns
    -------
    masks : numpy.ndarray
        The cards to discard, shape (N,), ``uint8``.
    values : numpy.ndarray
        What that is worth, shape (N,), ``float64``.

    Examples
    --------
    >>> masks, values = best_discards([[51, 47, 43, 39, 35], [0, 1, 2, 3, 50]], "class")
    >>> masks, values
    (array([0, 0], dtype=uint8), array([8., 7.]))
    """
    if objective != "showdown":
        return valuation(objective).best_many(hands, threads=threads)
    # The quick way through all hands checks them before the first showdown.
    masks, values = valuation("class").best_many(hands, threads=threads)
    if against == "pat" and (standing := strategy(len(masks), threads)) is not None:
        return standing.best_many(hands, threads=threads)
    # Of a list that mixes texts and numbers, NumPy would make an array of texts.
    rows = hands if isinstance(hands, list | tuple) else np.asarray(hands).tolist()
    for row, hand in enumerate(rows):
        best = showdown(hand, against, samples=samples, seed=seed, threads=threads).best()
        masks[row], values[row] = best.mask, best.value
    return masks, values
